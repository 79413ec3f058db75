//! What a read can say: filters, lists of constants, selections, hydrated queries and scans.

use std::collections::BTreeSet;

use dal::prelude::*;
use dal::{CursorError, Error, Ttl};
use serde::{Deserialize, Serialize};

use crate::support::fresh;

mod filters;
mod lists;
mod scans;
mod selections;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Order {
    pub shop: String,
    pub order: u32,
    pub at: u16,
    pub lane: u8,
    pub status: Status,
    pub buyer: Option<String>,
    pub total: u64,
    pub remark: String,
    pub expires: Option<Ttl>,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Open,
    Paid,
    Sent,
    Void,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Note {
    pub shop: String,
    pub note: String,
    pub text: String,
    pub stars: u8,
    #[serde(with = "dal::string_set", default, skip_serializing_if = "BTreeSet::is_empty")]
    pub tags: BTreeSet<String>,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Shop {
    Order(Order),
    Note(Note),
}

/// A new table, and the scope of a shop in it.
async fn shop() -> (Dal<Shop>, Scope<Shop>) {
    let dal = fresh().await;
    let scope = dal.tenant("a");
    (dal, scope)
}

fn order(order: u32, at: u16, lane: u8, status: Status) -> Order {
    Order {
        shop: "a".to_owned(),
        order,
        at,
        lane,
        status,
        buyer: Some(format!("b{}", order % 2)),
        total: u64::from(order) * 10,
        remark: format!("remark {order}"),
        expires: None,
    }
}

fn note(note: &str, text: &str, stars: u8, tags: &[&str]) -> Note {
    Note {
        shop: "a".to_owned(),
        note: note.to_owned(),
        text: text.to_owned(),
        stars,
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
    }
}
