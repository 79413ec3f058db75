//! Items that are not what the design says: typed errors that name them, without loss of the others.

use aws_sdk_dynamodb::types::AttributeValue::{N, S};
use dal::prelude::*;
use dal::{Error, ItemProblem};

use crate::domain::*;
use crate::support::*;

/// Writes an item past dal.
async fn smuggle(
    dal: &Dal<Invocacare>,
    sort: &str,
    attributes: &[(&str, aws_sdk_dynamodb::types::AttributeValue)],
) {
    let mut put = dal.client().put_item().table_name(dal.table_name());
    put = put.item("PK", S(format!("TENANT#{}", tenant_id(0).0))).item("SK", S(sort.to_owned()));
    for (name, value) in attributes {
        put = put.item(*name, value.clone());
    }
    put.send().await.unwrap();
}

#[tokio::test]
async fn an_item_that_does_not_decode_is_an_error_in_its_place_and_the_others_are_given() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    for number in [0, 2] {
        item(tenant_id(0), number, None).create(&clinic).await.unwrap();
    }
    let broken = item(tenant_id(0), 1, None);
    let mut attributes = broken.to_attribute_values(&clinic).unwrap();
    attributes.insert("title".to_owned(), N("5".to_owned()));
    dal.client().put_item().table_name(dal.table_name()).set_item(Some(attributes)).send().await.unwrap();

    let page = Item::list_items(&clinic).await.unwrap();
    assert_eq!(page.items().map(|item| item.title.as_str()).collect::<Vec<_>>(), ["item 0", "item 2"]);
    let failure = page.failures().next().unwrap();
    assert_eq!((failure.entity, failure.attribute.as_deref()), (Some("Item"), Some("title")));
    assert_eq!(failure.key, format!("PK=TENANT#{} SK=ITEM#{}", tenant_id(0).0, broken.item_id.0));
    assert!(matches!(failure.problem, ItemProblem::Attribute(_)));
    assert!(failure.to_string().contains("does not decode at `title`"), "{failure}");
    let places: Vec<_> = page.clone().into_iter().map(|row| row.is_ok()).collect();
    assert_eq!(places, [true, false, true]);
    let Err(Error::Items(errors)) = page.into_items() else { panic!("the page has a failure") };
    assert_eq!(errors.len(), 1);

    let Err(Error::Items(errors)) = Item::get_item(&clinic, broken.item_id).await else {
        panic!("a broken item")
    };
    assert_eq!(errors[0].attribute.as_deref(), Some("title"));
    let mut stream = Item::list_items(&clinic).stream();
    let mut places = Vec::new();
    while let Some(row) = stream.next().await {
        places.push(row.is_ok());
    }
    assert_eq!(places, [true, false, true]);
}

#[tokio::test]
async fn an_item_of_an_unknown_entity_is_named() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let id = ulid::Ulid::from(5_u128);
    smuggle(&dal, &format!("ITEM#{id}"), &[("entity", S("Invoice".to_owned()))]).await;
    let page = Item::list_items(&clinic).await.unwrap();
    let failure = page.failures().next().unwrap();
    assert_eq!(failure.problem, ItemProblem::UnknownEntity(Some("Invoice".to_owned())));
    assert!(failure.to_string().contains("is a `Invoice`, which this pattern does not read"), "{failure}");
    let Err(Error::Items(errors)) = Item::get_item(&clinic, ItemId(id)).await else {
        panic!("an unknown entity")
    };
    assert_eq!(errors[0].problem, ItemProblem::UnknownEntity(Some("Invoice".to_owned())));
}

#[tokio::test]
async fn a_key_that_is_not_of_the_template_is_named() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    smuggle(&dal, "ITEM#not-a-ulid", &[]).await;
    let page = Item::list_items(&clinic).await.unwrap();
    assert_eq!(page.failures().next().unwrap().problem, ItemProblem::UnknownEntity(None));
    let owner = user_id(1);
    let index = [
        ("GSI1PK", S(format!("TENANT#{}#OWNER#{}", tenant_id(0).0, owner.0))),
        ("GSI1SK", S("yesterday".to_owned())),
    ];
    smuggle(&dal, &format!("ITEM#{}", ulid::Ulid::from(5_u128)), &index).await;
    let page = Item::items_by_owner(&clinic, owner).await.unwrap();
    let failure = page.failures().next().unwrap();
    assert_eq!((failure.entity, failure.attribute.as_deref()), (Some("Item"), Some("GSI1SK")));
    assert!(matches!(failure.problem, ItemProblem::Key(_)));
}

#[tokio::test]
async fn a_collection_with_a_member_missing_or_unknown_is_an_error() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let mut subscription = Subscription {
        tenant_id: tenant_id(0),
        plan: "group".to_owned(),
        seats: 1,
        price: "1.00".to_owned(),
        currency: "USD".to_owned(),
        renews_on: chrono::NaiveDate::from_ymd_opt(2027, 1, 1).unwrap(),
        rev: 0,
    };
    subscription.create(&clinic).await.unwrap();
    let Err(Error::Items(errors)) = Overview::overview(&clinic).await else {
        panic!("the tenant is missing")
    };
    assert_eq!(errors[0].problem, ItemProblem::MissingMember("Tenant"));
    smuggle(&dal, "TENANT#X", &[("entity", S("Mystery".to_owned()))]).await;
    let Err(Error::Items(errors)) = Overview::overview(&clinic).await else { panic!("an unknown member") };
    assert_eq!(errors[0].problem, ItemProblem::UnknownEntity(Some("Mystery".to_owned())));
}

#[tokio::test]
async fn an_item_that_names_another_tenant_is_not_given() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let mut attributes = item(tenant_id(0), 1, None).to_attribute_values(&clinic).unwrap();
    attributes.insert("tenant_id".to_owned(), S(tenant_id(1).0.to_string()));
    dal.client().put_item().table_name(dal.table_name()).set_item(Some(attributes)).send().await.unwrap();
    let page = Item::list_items(&clinic).await.unwrap();
    assert_eq!(page.items().count(), 0);
    assert_eq!(page.failures().next().unwrap().problem, ItemProblem::OtherTenant);
}
