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
    #[path = "electrodb-library/mod.rs"]
    pub mod electrodb_library;
    #[path = "electrodb-shopping-mall/mod.rs"]
    pub mod electrodb_shopping_mall;
    #[path = "game-player-profiles/mod.rs"]
    pub mod game_player_profiles;
    #[path = "labs-battle-royale/mod.rs"]
    pub mod labs_battle_royale;
    #[path = "labs-employees/mod.rs"]
    pub mod labs_employees;
    #[path = "labs-retail-cart/mod.rs"]
    pub mod labs_retail_cart;
    #[path = "mcp-elearning/mod.rs"]
    pub mod mcp_elearning;
    #[path = "mcp-social-media/mod.rs"]
    pub mod mcp_social_media;
    #[path = "mcp-user-analytics/mod.rs"]
    pub mod mcp_user_analytics;
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
    report.finish();
}
