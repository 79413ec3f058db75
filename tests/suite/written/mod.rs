//! Writes, batches and transactions as patterns of the list.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use dal::prelude::*;
use dal::{Error, TransactionCause};
use serde::{Deserialize, Serialize};

use crate::support::{at, fresh};

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/written/patterns.yaml")]
pub struct Brand {
    pub tenant_id: u32,
    pub brand_id: u32,
    pub name: String,
    pub slogan: Option<String>,
    #[serde(default)]
    pub likes: u32,
    #[serde(default, with = "dal::string_set", skip_serializing_if = "BTreeSet::is_empty")]
    pub tags: BTreeSet<String>,
    pub address: Address,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Address {
    pub city: String,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/written/patterns.yaml")]
pub struct Like {
    pub tenant_id: u32,
    pub brand_id: u32,
    pub user_id: u32,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[dal(patterns = "tests/suite/written/patterns.yaml")]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Draft,
    Open,
    Closed,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/written/patterns.yaml")]
pub struct Deal {
    pub tenant_id: u32,
    pub deal_id: u32,
    pub status: Status,
    pub opened_at: Option<DateTime<Utc>>,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/written/patterns.yaml")]
pub struct Member {
    pub tenant_id: u32,
    pub user_id: u32,
    pub email: String,
    #[serde(default)]
    pub visits: u32,
    pub rev: u64,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/written/patterns.yaml")]
pub struct Front {
    pub tenant_id: u32,
    pub headline: String,
    pub count: i64,
}

#[derive(SingleTable, Debug)]
#[dal(patterns = "tests/suite/written/patterns.yaml")]
#[expect(dead_code, reason = "the table is never read as a whole")]
pub enum Shop {
    Brand(Brand),
    Like(Like),
    Deal(Deal),
    Member(Member),
    Front(Front),
}

fn brand(brand_id: u32, likes: u32) -> Brand {
    Brand {
        tenant_id: 1,
        brand_id,
        name: format!("brand {brand_id}"),
        slogan: Some("More".to_owned()),
        likes,
        tags: BTreeSet::new(),
        address: Address { city: "Bergen".to_owned() },
    }
}

fn deal(deal_id: u32, status: Status) -> Deal {
    Deal { tenant_id: 1, deal_id, status, opened_at: Some(at(i64::from(deal_id))) }
}

fn member(user_id: u32, email: &str) -> Member {
    Member { tenant_id: 1, user_id, email: email.to_owned(), visits: 0, rev: 0 }
}

async fn shop() -> Scope<Shop> {
    fresh::<Shop>().await.tenant(1_u32)
}

#[tokio::test]
async fn whole_items_are_written_by_name_and_under_their_condition() {
    let shop = shop().await;
    let mut one = brand(1, 3);
    one.open_brand(&shop).await.unwrap();
    assert!(matches!(one.open_brand(&shop).await, Err(Error::AlreadyExists(_))));
    one.name = "other".to_owned();
    let refused = one.save_brand(&shop, 2_u32).await;
    let Err(Error::ConditionFailed(failed)) = refused else { panic!("{refused:?}") };
    assert_eq!(failed.stored.unwrap().decode::<Brand>().unwrap(), brand(1, 3));
    one.save_brand(&shop, 3_u32).await.unwrap();
    one.likes = 8;
    assert_eq!(one.refresh_brand(&shop).await.unwrap(), one);
    assert_eq!(Brand::get_brand(&shop, 1_u32).await.unwrap(), Some(one));
}

#[tokio::test]
async fn updates_change_what_they_say_and_nothing_else() {
    let shop = shop().await;
    brand(1, 3).open_brand(&shop).await.unwrap();
    let params = BrandRenameBrandParams { name: "new".to_owned(), slogan: "Less".to_owned() };
    let renamed = Brand::rename_brand(&shop, 1_u32, params).await.unwrap();
    assert_eq!(renamed, Brand { name: "new".to_owned(), slogan: Some("Less".to_owned()), ..brand(1, 3) });

    let tagged = Brand::tag_brand(&shop, 1_u32, "fair").await.unwrap();
    assert_eq!((tagged.likes, tagged.tags.len()), (5, 1));
    assert_eq!(Brand::tag_brand(&shop, 1_u32, "fair").await.unwrap().tags.len(), 1);
    let lost = Brand::lose_likes(&shop, 1_u32, BrandLoseLikesParams { lost: 4, at_least: 4 }).await.unwrap();
    assert_eq!(lost.likes, 3);
    assert!(matches!(
        Brand::lose_likes(&shop, 1_u32, BrandLoseLikesParams { lost: 4, at_least: 4 }).await,
        Err(Error::ConditionFailed(_))
    ));

    let moved = Brand::move_brand(&shop, 1_u32, "Oslo".to_owned()).await.unwrap();
    assert_eq!((moved.address.city.as_str(), moved.slogan), ("Oslo", None));
    assert!(matches!(
        Brand::rename_brand(
            &shop,
            2_u32,
            BrandRenameBrandParams { name: String::new(), slogan: String::new() }
        )
        .await,
        Err(Error::NotFound(_))
    ));

    assert!(matches!(Brand::close_brand(&shop, 1_u32).await, Err(Error::ConditionFailed(_))));
    Brand::lose_likes(&shop, 1_u32, BrandLoseLikesParams { lost: 3, at_least: 3 }).await.unwrap();
    Brand::close_brand(&shop, 1_u32).await.unwrap();
    assert_eq!(Brand::get_brand(&shop, 1_u32).await.unwrap(), None);
}

#[tokio::test]
async fn an_update_moves_the_item_within_its_index_by_a_constant() {
    let shop = shop().await;
    deal(1, Status::Draft).put(&shop).await.unwrap();
    let opened = Deal::open_deal(&shop, 1_u32, at(60)).await.unwrap();
    assert_eq!(opened, Deal { status: Status::Open, opened_at: Some(at(60)), ..deal(1, Status::Draft) });
    assert_eq!(Deal::deals_by_status(&shop, Status::Draft).await.unwrap().len(), 0);
    assert_eq!(Deal::deals_by_status(&shop, Status::Open).await.unwrap().into_items().unwrap(), [opened]);
}

#[tokio::test]
async fn versions_and_unique_values_are_kept_by_patterns_too() {
    let shop = shop().await;
    let mut ann = member(1, "ann@shop.example");
    ann.join(&shop).await.unwrap();
    assert_eq!(ann.rev, 1);
    assert!(matches!(member(2, "Ann@shop.example").join(&shop).await, Err(Error::NotUnique(_))));
    assert!(matches!(
        Member::leave(&shop, 1_u32).expect_version(7_u32).await,
        Err(Error::VersionConflict(_))
    ));
    Member::leave(&shop, 1_u32).expect_version(1_u32).await.unwrap();
    member(2, "Ann@shop.example").join(&shop).await.unwrap();
}

#[tokio::test]
async fn a_write_by_key_says_which_version_it_expects_or_that_any_will_do() {
    let shop = shop().await;
    let mut ann = member(1, "ann@shop.example");
    ann.join(&shop).await.unwrap();
    let greeted = Member::greet(&shop, 1_u32).expect_version(1_u32).await.unwrap();
    assert_eq!((greeted.visits, greeted.rev), (1, 2));
    let stale = Member::greet(&shop, 1_u32).expect_version(1_u32).await;
    let Err(Error::VersionConflict(conflict)) = stale else { panic!("{stale:?}") };
    assert_eq!(conflict.stored.unwrap().decode::<Member>().unwrap(), greeted);
    let greeted = Member::greet(&shop, 1_u32).any_version().await.unwrap();
    assert_eq!((greeted.visits, greeted.rev), (2, 3));
    let counted = Member::count_visit(&shop, 1_u32).await.unwrap();
    assert_eq!((counted.visits, counted.rev), (3, 4), "the list says that any version will do");
    assert!(matches!(
        Member::leave_unseen(&shop, 1_u32).expect_version(4_u32).await,
        Err(Error::ConditionFailed(_))
    ));
    assert!(matches!(Member::drop_unseen(&shop, 1_u32).await, Err(Error::ConditionFailed(_))));
}

#[tokio::test]
async fn a_transaction_expects_the_version_that_was_loaded_or_any() {
    let shop = shop().await;
    brand(1, 0).open_brand(&shop).await.unwrap();
    let mut ann = member(1, "ann@shop.example");
    ann.join(&shop).await.unwrap();
    let brand_key = || BrandKey { brand_id: 1 };
    Shop::visit(&shop, &ann, brand_key()).await.unwrap();
    let Err(Error::Transaction(failed)) = Shop::visit(&shop, &ann, brand_key()).await else {
        panic!("another version was loaded")
    };
    let cause = &failed.reasons[0].cause;
    assert!(matches!(cause, TransactionCause::Refused(Error::VersionConflict(_))), "{cause:?}");
    let of_another = Member { tenant_id: 2, rev: 2, ..ann.clone() };
    assert!(matches!(Shop::visit(&shop, &of_another, brand_key()).await, Err(Error::TenantMismatch(_))));
    for _ in 0..2 {
        Shop::pass_by(&shop, MemberKey { user_id: 1 }, brand_key()).await.unwrap();
    }
    let seen = Member::get_member(&shop, 1_u32).await.unwrap().unwrap();
    assert_eq!((seen.visits, seen.rev), (3, 4));
    assert_eq!(Brand::get_brand(&shop, 1_u32).await.unwrap().unwrap().likes, 3);
    Shop::forget(&shop, MemberKey { user_id: 1 }, brand_key()).await.unwrap();
    assert_eq!(Member::get_member(&shop, 1_u32).await.unwrap(), None);
}

#[tokio::test]
async fn the_only_item_of_an_entity_needs_no_key() {
    let shop = shop().await;
    Front { tenant_id: 1, headline: "Old".to_owned(), count: 0 }.create(&shop).await.unwrap();
    let front = Front::feature(&shop, "News").await.unwrap();
    assert_eq!((front.headline.as_str(), front.count), ("News", 7));
}

#[tokio::test]
async fn batches_take_any_number_of_one_entity_and_one_key_of_several() {
    let shop = shop().await;
    let deals: Vec<Deal> = (1..=30).map(|number| deal(number, Status::Draft)).collect();
    Deal::save_deals(&shop, &deals).await.unwrap().complete().unwrap();
    let keys = || (1..=31).map(|deal_id| DealKey { deal_id });
    let found = Deal::get_deals(&shop, keys()).await.unwrap().into_items().unwrap();
    assert_eq!(found.iter().flatten().cloned().collect::<Vec<_>>(), deals);
    assert_eq!(found[30], None);

    let brands = [brand(1, 0)];
    Shop::save_all(&shop, &brands, &deals[..2]).await.unwrap().complete().unwrap();
    let (brand, deal) = Shop::get_brand_and_deal(&shop, BrandKey { brand_id: 1 }, DealKey { deal_id: 2 })
        .await
        .unwrap()
        .into_items()
        .unwrap();
    assert_eq!((brand, deal), (Some(brands[0].clone()), Some(deals[1].clone())));
    Deal::drop_deals(&shop, keys()).await.unwrap().complete().unwrap();
    assert!(Deal::get_deals(&shop, keys()).await.unwrap().into_items().unwrap().iter().all(Option::is_none));
}

#[tokio::test]
async fn a_transaction_takes_a_key_from_the_item_that_holds_it_and_is_all_or_nothing() {
    let shop = shop().await;
    brand(1, 0).open_brand(&shop).await.unwrap();
    let like = |user_id| Like { tenant_id: 1, brand_id: 1, user_id };
    Shop::like_brand(&shop, &like(7), 2_u32).await.unwrap();
    // Once a member: the count does not go up alone.
    let Err(Error::Transaction(failed)) = Shop::like_brand(&shop, &like(7), 2_u32).await else {
        panic!("it is liked already")
    };
    assert!(matches!(&failed.reasons[0].cause, TransactionCause::Refused(Error::AlreadyExists(_))));
    assert_eq!(failed.reasons[0].position, 1);
    Shop::like_brand(&shop, &like(8), 2_u32).await.unwrap();
    let Err(Error::Transaction(failed)) = Shop::like_brand(&shop, &like(9), 2_u32).await else {
        panic!("two at most")
    };
    assert_eq!(failed.reasons[0].position, 0);
    assert_eq!(Brand::get_brand(&shop, 1_u32).await.unwrap().unwrap().likes, 2);
    assert_eq!(Like::get_like(&shop, LikeKey { brand_id: 1, user_id: 9 }).await.unwrap(), None);
}

#[tokio::test]
async fn values_of_one_name_are_one_parameter_and_items_are_filled_in() {
    let shop = shop().await;
    brand(1, 0).open_brand(&shop).await.unwrap();
    Front { tenant_id: 1, headline: "Old".to_owned(), count: 1 }.create(&shop).await.unwrap();
    let mut ann = member(1, "ann@shop.example");
    Shop::welcome(&shop, &mut ann, BrandKey { brand_id: 1 }, 5).await.unwrap();
    assert_eq!(ann.rev, 1);
    assert_eq!(Brand::get_brand(&shop, 1_u32).await.unwrap().unwrap().likes, 5);
    assert_eq!(Front::get_front(&shop).await.unwrap().unwrap().count, 6);

    deal(3, Status::Draft).put(&shop).await.unwrap();
    let stale = Member { rev: 9, ..ann.clone() };
    let expel =
        |member: &Member| Shop::expel(&shop, member, BrandKey { brand_id: 1 }, DealKey { deal_id: 3 });
    assert!(matches!(expel(&stale).await, Err(Error::Transaction(_))), "another version was seen");
    assert!(Deal::get_deal(&shop, 3_u32).await.unwrap().is_some());
    expel(&ann).await.unwrap();
    assert_eq!(Member::get_member(&shop, 1_u32).await.unwrap(), None);
    assert_eq!(Deal::get_deal(&shop, 3_u32).await.unwrap(), None);
}
