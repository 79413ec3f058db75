//! Conversions by aws-dynamo-derive, which has no calls of its own.
//!
//! It cannot hold the entity as it is: an option holds `()` only, a list of texts is a set, and enums, times and types of
//! other crates do not exist for it. So its struct has texts in their place, which are made and read by hand, and a note
//! that is always there.

use std::collections::HashMap;

use aws_dynamo_derive::{Item, Table};
use chrono::DateTime;
use ulid::Ulid;

use crate::domain::{Address, Order, Status};
use crate::{Map, Result, keys};

#[derive(Table)]
#[aws_dynamo(table_name = "shop")]
struct Row {
    #[aws_dynamo(hash_key)]
    pk: String,
    #[aws_dynamo(range_key)]
    sk: String,
    gsi1pk: String,
    gsi1sk: String,
    entity: String,
    tenant_id: String,
    customer_id: String,
    order_id: String,
    status: String,
    placed_at: String,
    updated_at: String,
    title: String,
    total: i64,
    quantity: u32,
    address: Place,
    tags: Vec<String>,
    note: String,
}

#[derive(Item, Clone)]
struct Place {
    street: String,
    city: String,
    postcode: String,
    country: String,
}

/// An order as it is written.
pub(super) fn to_map(order: &Order) -> Map {
    let Address { street, city, postcode, country } = order.address.clone();
    let row = Row {
        pk: keys::pk(order),
        sk: keys::sk(order),
        gsi1pk: keys::gsi1pk(order),
        gsi1sk: keys::gsi1sk(order),
        entity: "Order".to_owned(),
        tenant_id: order.tenant_id.to_string(),
        customer_id: order.customer_id.to_string(),
        order_id: order.order_id.to_string(),
        status: order.status.as_str().to_owned(),
        placed_at: keys::time(order.placed_at),
        updated_at: keys::time(order.updated_at),
        title: order.title.clone(),
        total: order.total,
        quantity: order.quantity,
        address: Place { street, city, postcode, country },
        tags: order.tags.clone(),
        note: order.note.clone().unwrap_or_default(),
    };
    row.into()
}

/// An order as it is read.
pub(super) fn from_map(map: Map) -> Result<Order> {
    let row = Row::try_from(map).map_err(|value| format!("not an order: {value:?}"))?;
    let Place { street, city, postcode, country } = row.address;
    Ok(Order {
        tenant_id: Ulid::from_string(&row.tenant_id)?,
        customer_id: Ulid::from_string(&row.customer_id)?,
        order_id: Ulid::from_string(&row.order_id)?,
        status: match row.status.as_str() {
            "open" => Status::Open,
            "paid" => Status::Paid,
            _ => Status::Shipped,
        },
        placed_at: DateTime::parse_from_rfc3339(&row.placed_at)?.to_utc(),
        updated_at: DateTime::parse_from_rfc3339(&row.updated_at)?.to_utc(),
        title: row.title,
        total: row.total,
        quantity: row.quantity,
        address: Address { street, city, postcode, country },
        tags: row.tags,
        note: Some(row.note),
    })
}
