//! The table: created, and compared with the design.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType,
};
use dal::Error;
use dal::prelude::*;

use crate::domain::*;
use crate::support::*;

#[tokio::test]
async fn a_created_table_is_the_one_of_the_list() {
    let dal = table().await;
    dal.verify_table().await.unwrap();
    dal.create_table().await.expect("creating it again verifies it");
    let described =
        dal.client().describe_table().table_name(dal.table_name()).send().await.unwrap().table.unwrap();
    let [index] = described.global_secondary_indexes() else { panic!("one index") };
    assert_eq!(index.index_name(), Some("GSI1"));
    let mut projected = index.projection().unwrap().non_key_attributes().to_vec();
    projected.sort();
    assert_eq!(projected, ["name", "status", "title"]);
}

#[tokio::test]
async fn every_difference_of_another_table_is_named() {
    let another = format!("another-{}", ulid::Ulid::generate());
    let dal = table().await.with_table_name(&another);
    let define = |name: &str| {
        AttributeDefinition::builder()
            .attribute_name(name)
            .attribute_type(ScalarAttributeType::S)
            .build()
            .unwrap()
    };
    let key =
        |name: &str, kind| KeySchemaElement::builder().attribute_name(name).key_type(kind).build().unwrap();
    let create = dal.client().create_table().table_name(&another).billing_mode(BillingMode::PayPerRequest);
    let create = create.attribute_definitions(define("PK")).attribute_definitions(define("RK"));
    let create = create.key_schema(key("PK", KeyType::Hash)).key_schema(key("RK", KeyType::Range));
    create.send().await.unwrap();
    let Err(Error::Table(differences)) = dal.verify_table().await else { panic!("it differs") };
    assert_eq!(
        differences,
        [
            "its sort key is RK, not SK",
            "the index `GSI1` is missing",
            "its TTL is not enabled; it should be `expires_at`"
        ]
    );
    assert!(matches!(dal.create_table().await, Err(Error::Table(_))));
}

#[tokio::test]
async fn a_missing_table_is_a_service_error_that_names_it() {
    let dal: Dal<Invocacare> = table().await.with_table_name("missing");
    let error = User::list_users(&dal.tenant(tenant_id(0))).await.unwrap_err();
    let Error::Service(service) = &error else { panic!("{error:?}") };
    assert_eq!((service.operation, service.table.as_str()), ("Query", "missing"));
    assert!(!error.is_retryable());
    assert!(matches!(dal.verify_table().await, Err(Error::Service(_))));
}
