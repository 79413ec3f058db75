//! The entity that every contender stores, and its data.

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};
use dal::prelude::*;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

/// An order: twelve fields, among them a nested struct, a list, an option, an enum and times.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Order {
    pub tenant_id: Ulid,
    pub customer_id: Ulid,
    pub order_id: Ulid,
    pub status: Status,
    pub placed_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub title: String,
    pub total: i64,
    pub quantity: u32,
    pub address: Address,
    pub tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// An order that borrows from the page it was read from.
#[derive(Deserialize, Debug)]
pub struct OrderRef<'a> {
    pub tenant_id: Ulid,
    pub customer_id: Ulid,
    pub order_id: Ulid,
    pub status: Status,
    pub placed_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub title: &'a str,
    pub total: i64,
    pub quantity: u32,
    #[serde(borrow)]
    pub address: AddressRef<'a>,
    #[serde(borrow)]
    pub tags: Vec<&'a str>,
    #[serde(borrow)]
    pub note: Option<Note<'a>>,
}

/// A text that may hold what JSON escapes: owned where it does. A newtype, since serde borrows no `Cow` inside an `Option`.
#[derive(Deserialize, Debug)]
pub struct Note<'a>(#[serde(borrow)] pub Cow<'a, str>);

/// Where such an order goes.
#[derive(Deserialize, Debug)]
pub struct AddressRef<'a> {
    pub street: &'a str,
    pub city: &'a str,
    pub postcode: &'a str,
    pub country: &'a str,
}

/// How far an order is: a part of an index key.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Open,
    Paid,
    Shipped,
}

impl Status {
    /// Its text in keys and attributes.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Shipped => "shipped",
        }
    }
}

/// Where an order goes.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Address {
    pub street: String,
    pub city: String,
    pub postcode: String,
    pub country: String,
}

/// Who orders.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Customer {
    pub tenant_id: Ulid,
    pub customer_id: Ulid,
    pub name: String,
    pub email: String,
}

/// A line of an order.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Line {
    pub tenant_id: Ulid,
    pub order_id: Ulid,
    pub number: u32,
    pub sku: String,
}

/// The table.
#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Shop {
    Customer(Customer),
    Order(Order),
    Line(Line),
}

/// A customer and the orders, in one read.
#[derive(SingleTable, Debug, Clone, PartialEq)]
pub struct CustomerWithOrders {
    pub customer: Customer,
    pub orders: Vec<Order>,
}

/// The name of the table.
pub const TABLE: &str = "shop";

const TENANT: Ulid = Ulid(0x0192_5a7c_11d0_7f3e_9a41_c2d4_e6f8_0b1d);
const CUSTOMER: Ulid = Ulid(0x0192_5a7c_2b44_1f07_8812_34ab_cd56_ef78);

/// The customer of all orders.
pub fn customer() -> Customer {
    Customer {
        tenant_id: TENANT,
        customer_id: CUSTOMER,
        name: "Ada Byron".to_owned(),
        email: "ada@example.org".to_owned(),
    }
}

/// A line of the first order.
pub fn line() -> Line {
    Line { tenant_id: TENANT, order_id: order(0).order_id, number: 7, sku: "AX-1093-B".to_owned() }
}

/// The order of that number: they differ in what they hold, and hardly in its length.
pub fn order(number: u32) -> Order {
    let status = match number % 3 {
        0 => Status::Open,
        1 => Status::Paid,
        _ => Status::Shipped,
    };
    let placed_at =
        DateTime::UNIX_EPOCH + TimeDelta::milliseconds(1_760_000_000_123 + i64::from(number) * 61_007);
    Order {
        tenant_id: TENANT,
        customer_id: CUSTOMER,
        order_id: Ulid(0x0192_5a7c_3c00_0000_0000_0000_0000_0000 + (u128::from(number) << 64) + 0x5bd1_e995),
        status,
        placed_at,
        updated_at: placed_at + TimeDelta::milliseconds(3_600_777),
        title: format!("{number:05} boxes of nitrile gloves, powder-free, size M"),
        total: 1_999 + i64::from(number) * 10,
        quantity: 1 + number % 40,
        address: Address {
            street: format!("{} Analytical Row", 1 + number % 200),
            city: "Reykjavík".to_owned(),
            postcode: format!("{:05}", 10_000 + number),
            country: "IS".to_owned(),
        },
        tags: vec!["consumables".to_owned(), "recurring".to_owned(), format!("ward-{}", number % 9)],
        // Four of five have one.
        note: (!number.is_multiple_of(5))
            .then(|| "Leave at the back entrance; \"Elín\" signs for it.".to_owned()),
    }
}

/// So many orders.
pub fn orders(count: u32) -> Vec<Order> {
    (0..count).map(order).collect()
}
