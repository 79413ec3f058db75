//! Designs that others published, served by dal: each directory of `tests/models` is one.
//!
//! `data.json` has the published items and, for every access pattern, an example call with what it must give. A design that
//! dal serves has its `patterns.yaml`, its structs (`entities.rs`), and a module that calls the generated methods. What is
//! not served yet is listed with its reason in `not_served.json`; the report counts it and the test keeps the list honest.

#![allow(dead_code, reason = "what only makes items and tables is written, not read")]

mod models {
    pub mod data;
    pub mod report;
    pub mod run;

    #[path = "book-big-time-deals/mod.rs"]
    pub mod book_big_time_deals;
    #[path = "cmy304-ecommerce/mod.rs"]
    pub mod cmy304_ecommerce;
    #[path = "customer-bookmarks/mod.rs"]
    pub mod customer_bookmarks;
    #[path = "electrodb-library/mod.rs"]
    pub mod electrodb_library;
    #[path = "electrodb-shopping-mall/mod.rs"]
    pub mod electrodb_shopping_mall;
    #[path = "forum-threads/mod.rs"]
    pub mod forum_threads;
    #[path = "game-player-profiles/mod.rs"]
    pub mod game_player_profiles;
    #[path = "hr-order-entry/mod.rs"]
    pub mod hr_order_entry;
    #[path = "image-leaderboard/mod.rs"]
    pub mod image_leaderboard;
    #[path = "labs-bank-payments/mod.rs"]
    pub mod labs_bank_payments;
    #[path = "labs-battle-royale/mod.rs"]
    pub mod labs_battle_royale;
    #[path = "labs-employees/mod.rs"]
    pub mod labs_employees;
    #[path = "labs-retail-cart/mod.rs"]
    pub mod labs_retail_cart;
    #[path = "mcp-deals/mod.rs"]
    pub mod mcp_deals;
    #[path = "mcp-elearning/mod.rs"]
    pub mod mcp_elearning;
    #[path = "mcp-gaming-leaderboard/mod.rs"]
    pub mod mcp_gaming_leaderboard;
    #[path = "mcp-social-media/mod.rs"]
    pub mod mcp_social_media;
    #[path = "mcp-user-analytics/mod.rs"]
    pub mod mcp_user_analytics;
    #[path = "onetable-overview/mod.rs"]
    pub mod onetable_overview;
    #[path = "online-shop/mod.rs"]
    pub mod online_shop;
    #[path = "rate-limiter/mod.rs"]
    pub mod rate_limiter;
    #[path = "recurring-payments/mod.rs"]
    pub mod recurring_payments;
    #[path = "session-store/mod.rs"]
    pub mod session_store;
    #[path = "social-network/mod.rs"]
    pub mod social_network;
    #[path = "store-locations/mod.rs"]
    pub mod store_locations;
    #[path = "tournament-matches/mod.rs"]
    pub mod tournament_matches;
}

use models::report::Report;
use models::run::run;

#[tokio::test]
async fn published_designs_are_served() {
    let mut report = Report::new();
    run::<models::electrodb_shopping_mall::Mall>(&mut report).await;
    run::<models::mcp_elearning::ELearning>(&mut report).await;
    run::<models::online_shop::Shop>(&mut report).await;
    run::<models::social_network::Network>(&mut report).await;
    run::<models::book_big_time_deals::Deals>(&mut report).await;
    run::<models::cmy304_ecommerce::Orders>(&mut report).await;
    run::<models::electrodb_library::Library>(&mut report).await;
    run::<models::game_player_profiles::Players>(&mut report).await;
    run::<models::labs_employees::Staff>(&mut report).await;
    run::<models::rate_limiter::Limiter>(&mut report).await;
    run::<models::labs_battle_royale::Royale>(&mut report).await;
    run::<models::labs_retail_cart::Cart>(&mut report).await;
    run::<models::mcp_social_media::SocialNetwork>(&mut report).await;
    run::<models::mcp_user_analytics::Analytics>(&mut report).await;
    run::<models::recurring_payments::Payments>(&mut report).await;
    run::<models::session_store::Sessions>(&mut report).await;
    run::<models::customer_bookmarks::Bookmarks>(&mut report).await;
    run::<models::forum_threads::ForumThreads>(&mut report).await;
    run::<models::hr_order_entry::HumanResources>(&mut report).await;
    run::<models::image_leaderboard::Leaderboard>(&mut report).await;
    run::<models::labs_bank_payments::Bank>(&mut report).await;
    run::<models::mcp_deals::DealsAndUsers>(&mut report).await;
    run::<models::mcp_gaming_leaderboard::Gaming>(&mut report).await;
    run::<models::onetable_overview::OneTable>(&mut report).await;
    run::<models::store_locations::Stores>(&mut report).await;
    run::<models::tournament_matches::Tournament>(&mut report).await;
    report.finish();
}
