//! The table that the tests share: string keys `PK` and `SK`, one index on `GSI1PK` and `GSI1SK`.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType,
    Projection, ProjectionType, ScalarAttributeType,
};

pub(crate) const TABLE: &str = "clinics";

pub(crate) type Item = HashMap<String, AttributeValue>;

pub(crate) fn s(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

pub(crate) fn n(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

pub(crate) fn item<const N: usize>(attributes: [(&str, AttributeValue); N]) -> Item {
    attributes.map(|(name, value)| (name.to_owned(), value)).into()
}

pub(crate) fn key(pk: &str, sk: &str) -> Item {
    item([("PK", s(pk)), ("SK", s(sk))])
}

pub(crate) fn text<'a>(item: &'a Item, name: &str) -> &'a str {
    item.get(name).and_then(|value| value.as_s().ok()).map_or("", String::as_str)
}

pub(crate) fn code<T, E: ProvideErrorMetadata, R>(result: Result<T, SdkError<E, R>>) -> String {
    match result {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.code().unwrap_or("no code").to_owned(),
    }
}

fn attribute(name: &str) -> AttributeDefinition {
    AttributeDefinition::builder()
        .attribute_name(name)
        .attribute_type(ScalarAttributeType::S)
        .build()
        .expect("complete")
}

fn part(name: &str, kind: KeyType) -> KeySchemaElement {
    KeySchemaElement::builder().attribute_name(name).key_type(kind).build().expect("complete")
}

pub(crate) async fn create_table(client: &Client) {
    let index = GlobalSecondaryIndex::builder()
        .index_name("GSI1")
        .key_schema(part("GSI1PK", KeyType::Hash))
        .key_schema(part("GSI1SK", KeyType::Range))
        .projection(Projection::builder().projection_type(ProjectionType::All).build())
        .build()
        .expect("complete");
    client
        .create_table()
        .table_name(TABLE)
        .billing_mode(BillingMode::PayPerRequest)
        .set_attribute_definitions(Some(["PK", "SK", "GSI1PK", "GSI1SK"].map(attribute).into()))
        .key_schema(part("PK", KeyType::Hash))
        .key_schema(part("SK", KeyType::Range))
        .global_secondary_indexes(index)
        .send()
        .await
        .expect("the table is created");
}

pub(crate) async fn table() -> Client {
    let client = dal_local::memory().await.expect("a database");
    create_table(&client).await;
    client
}

pub(crate) async fn put(client: &Client, item: Item) {
    client.put_item().table_name(TABLE).set_item(Some(item)).send().await.expect("the item is put");
}
