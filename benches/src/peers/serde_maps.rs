//! Maps by serde_dynamo, keys by `format!`.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Deserialize;
use serde_dynamo::aws_sdk_dynamodb_1::{from_item, to_item};

use crate::domain::{Customer, Order};
use crate::sdk::Maps;
use crate::{Map, Result, Summary, keys};

/// The contender.
#[derive(Debug)]
pub struct SerdeDynamo;

/// What the index holds.
#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
struct Projected {
    pk: String,
    sk: String,
    gsi1pk: String,
    gsi1sk: String,
    #[serde(rename = "title")]
    title: String,
    #[serde(rename = "total")]
    total: i64,
}

impl Maps for SerdeDynamo {
    fn to_map(order: &Order) -> Result<Map> {
        let mut map: Map = to_item(order)?;
        map.insert("PK".to_owned(), AttributeValue::S(keys::pk(order)));
        map.insert("SK".to_owned(), AttributeValue::S(keys::sk(order)));
        map.insert("GSI1PK".to_owned(), AttributeValue::S(keys::gsi1pk(order)));
        map.insert("GSI1SK".to_owned(), AttributeValue::S(keys::gsi1sk(order)));
        map.insert("entity".to_owned(), AttributeValue::S("Order".to_owned()));
        Ok(map)
    }

    fn from_map(map: Map) -> Result<Order> {
        Ok(from_item(map)?)
    }

    fn customer(map: Map) -> Result<Customer> {
        Ok(from_item(map)?)
    }

    fn summary(map: Map) -> Result<Summary> {
        let Projected { pk, sk, gsi1pk, gsi1sk, title, total } = from_item(map)?;
        Summary::of([&pk, &sk, &gsi1pk, &gsi1sk], title, total)
    }
}
