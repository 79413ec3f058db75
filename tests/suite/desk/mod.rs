//! Partial writes and conditions, over documents, sets and indexes that share what they are made of.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use dal::prelude::*;
use serde::{Deserialize, Serialize};

use crate::support::fresh;

mod bodies;
mod conditions;
mod filters;
mod moves;
mod names;
mod patches;
mod stale;
mod updates;
mod upserts;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
pub struct Note {
    pub desk: String,
    pub note: String,
    pub title: String,
    pub body: Option<String>,
    pub stars: u8,
    pub balance: i64,
    pub weight: f64,
    pub views: Option<u32>,
    pub address: Address,
    pub lines: Vec<String>,
    pub log: Option<Vec<String>>,
    pub prices: BTreeMap<String, u64>,
    #[serde(with = "dal::string_set", default, skip_serializing_if = "BTreeSet::is_empty")]
    pub tags: BTreeSet<String>,
    #[serde(with = "dal::number_set::option", default)]
    pub years: Option<BTreeSet<u16>>,
    #[serde(with = "dal::binary")]
    pub blob: Vec<u8>,
    #[serde(rename = "seenBy")]
    pub seen_by: Option<String>,
}

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
pub struct Address {
    pub city: String,
    pub zip: Option<String>,
    pub floors: Vec<u8>,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Task {
    pub desk: String,
    pub task: String,
    pub title: String,
    pub owner: Option<String>,
    pub rank: u32,
    pub state: State,
    #[serde(rename = "eMail")]
    pub mail: Option<String>,
    pub done: Option<u32>,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Open,
    Waiting,
    Closed,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "a note has every kind of attribute")]
pub enum Desk {
    Note(Note),
    Task(Task),
}

/// A new table, and the scope of its desk.
async fn desk() -> (Dal<Desk>, Scope<Desk>) {
    let dal = fresh().await;
    let scope = dal.tenant("d");
    (dal, scope)
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn note(name: &str) -> Note {
    Note {
        desk: text("d"),
        note: text(name),
        title: format!("title of {name}"),
        address: Address { city: text("Leeds"), zip: None, floors: vec![1, 2] },
        lines: vec![text("one"), text("two")],
        blob: vec![1, 2, 3],
        ..Note::default()
    }
}

fn task(name: &str) -> Task {
    Task {
        desk: text("d"),
        task: text(name),
        title: format!("title of {name}"),
        owner: Some(text("ann")),
        rank: 5,
        state: State::Open,
        mail: None,
        done: None,
    }
}

type Attributes = HashMap<String, AttributeValue>;

/// An item as it is stored.
async fn raw(dal: &Dal<Desk>, sort: &str) -> Option<Attributes> {
    let get = dal.client().get_item().table_name(dal.table_name()).consistent_read(true);
    let get = get.key("PK", AttributeValue::S(text("DESK#d"))).key("SK", AttributeValue::S(text(sort)));
    get.send().await.unwrap().item
}
