//! Values that cannot be keys: refused before anything is sent, naming entity, attribute and field.

use chrono::TimeDelta;
use dal::{Error, KeyProblem};

use crate::domain::*;
use crate::support::*;

#[tokio::test]
async fn a_time_finer_than_its_kind_is_refused_in_a_primary_key_and_floored_in_an_index() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let starts_at = at(0) + TimeDelta::milliseconds(1);
    let shift = Shift {
        tenant_id: tenant_id(0),
        team_id: TeamId(ulid::Ulid::from(1_u128)),
        starts_at,
        ends_at: at(60),
        user_id: user_id(1),
    };
    let Err(Error::Key(error)) = shift.create(&clinic).await else { panic!("a key error") };
    assert_eq!((error.entity, error.attribute, error.field), ("Shift", "SK", Some("starts_at")));
    assert!(matches!(error.problem, KeyProblem::TooFine(_)), "{error}");
    assert_eq!(log.take(), []);

    let fine =
        Item { created_at: at(1) + TimeDelta::microseconds(7), ..item(tenant_id(0), 1, Some(user_id(1))) };
    fine.create(&clinic).await.unwrap();
    let page = Item::items_by_owner(&clinic, user_id(1)).range(at(1)..=at(1)).await.unwrap();
    assert_eq!(page.items().map(|item| item.created_at).collect::<Vec<_>>(), [at(1)]);
    assert_eq!(Item::get_item(&clinic, fine.item_id).await.unwrap(), Some(fine));
}

#[tokio::test]
async fn an_item_over_400_kb_is_refused_before_it_is_sent() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let large = Item { title: "x".repeat(410_000), ..item(tenant_id(0), 1, None) };
    let Err(Error::ItemTooLarge(error)) = large.put(&clinic).await else { panic!("an item too large") };
    assert_eq!(error.entity, "Item");
    assert!(error.key.contains("SK=ITEM#") && error.bytes.is_some_and(|bytes| bytes > 410_000), "{error}");
    assert_eq!(log.take(), []);
    let fits = Item { title: "x".repeat(409_000), ..item(tenant_id(0), 1, None) };
    fits.put(&clinic).await.unwrap();
}

#[tokio::test]
async fn a_float_that_is_no_number_has_no_form() {
    let nan: Result<_, _> = dal::item::to_attributes(&std::collections::BTreeMap::from([("x", f64::NAN)]));
    assert!(nan.is_err());
}

use dal::prelude::*;
