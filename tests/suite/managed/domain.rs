//! The entities of the list beside it, and a look at the guards.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use dal::prelude::*;
use dal::{Clock, Ttl};
use serde::{Deserialize, Serialize};

use crate::support::fresh;

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/managed/patterns.yaml")]
pub struct Member {
    pub tenant_id: u32,
    pub id: u32,
    pub name: String,
    pub email: Option<String>,
    /// Stored under another name than the field's.
    #[serde(rename = "nick")]
    pub handle: Option<String>,
    pub expires_at: Option<Ttl>,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/managed/patterns.yaml")]
pub struct Account {
    pub tenant_id: u32,
    pub id: u32,
    pub name: String,
    pub login: Option<String>,
    pub room: Option<String>,
    pub seat: Option<u32>,
    #[serde(default)]
    pub rev: u64,
    pub created_at: DateTime<Utc>,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    pub updated_at: DateTime<Utc>,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/managed/patterns.yaml")]
pub struct Task {
    pub tenant_id: u32,
    pub id: u32,
    pub title: String,
    pub owner: Option<u32>,
    pub rev: u32,
    pub touched_at: DateTime<Utc>,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/managed/patterns.yaml")]
pub struct Stamped {
    pub tenant_id: u32,
    pub id: u32,
    pub text: String,
    pub made_at: Option<u64>,
    pub seen_at: i64,
}

#[derive(SingleTable, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/managed/patterns.yaml")]
pub enum Kept {
    Member(Member),
    Account(Account),
    Task(Task),
    Stamped(Stamped),
}

/// A clock that a test sets.
#[derive(Clone, Debug)]
pub struct Hands(Arc<Mutex<SystemTime>>);

impl Clock for Hands {
    fn now(&self) -> SystemTime {
        *self.0.lock().expect("no test panics here")
    }
}

impl Hands {
    /// Sets it to so many milliseconds after a fixed time, and a little more, which no field can hold.
    pub fn set(&self, milliseconds: u64) {
        *self.0.lock().expect("no test panics here") = UNIX_EPOCH
            + Duration::from_millis(4_000_000_000_000 + milliseconds)
            + Duration::from_nanos(777_777);
    }
}

impl Default for Hands {
    fn default() -> Self {
        let hands = Self(Arc::new(Mutex::new(UNIX_EPOCH)));
        hands.set(0);
        hands
    }
}

/// The time that fields hold when the clock is set to so many milliseconds.
pub fn at(milliseconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(4_000_000_000_000 + milliseconds).expect("a time")
}

/// A table with its clock.
pub async fn table() -> (Dal<Kept>, Hands) {
    let hands = Hands::default();
    let dal: Dal<Kept> = fresh().await;
    let dal = dal.with_clock(hands.clone());
    (dal, hands)
}

pub fn member(id: u32, email: Option<&str>, handle: Option<&str>) -> Member {
    Member {
        tenant_id: 1,
        id,
        name: format!("member {id}"),
        email: email.map(str::to_owned),
        handle: handle.map(str::to_owned),
        expires_at: None,
    }
}

pub fn account(id: u32, login: Option<&str>) -> Account {
    Account {
        tenant_id: 1,
        id,
        name: format!("account {id}"),
        login: login.map(str::to_owned),
        room: None,
        seat: None,
        rev: 0,
        created_at: DateTime::UNIX_EPOCH,
        updated_at: DateTime::UNIX_EPOCH,
    }
}

pub fn task(id: u32, owner: Option<u32>) -> Task {
    let title = format!("task {id}");
    Task { tenant_id: 1, id, title, owner, rev: 0, touched_at: DateTime::UNIX_EPOCH }
}

/// Everything that is stored, by partition and sort key.
pub async fn stored(dal: &Dal<Kept>) -> BTreeMap<(String, String), BTreeMap<String, AttributeValue>> {
    let text = |item: &std::collections::HashMap<String, AttributeValue>, name: &str| {
        item[name].as_s().expect("keys are text").clone()
    };
    let mut pages = dal.client().scan().table_name(dal.table_name()).into_paginator().send();
    let mut all = BTreeMap::new();
    while let Some(page) = pages.next().await {
        for item in page.expect("a scan").items.unwrap_or_default() {
            all.insert((text(&item, "PK"), text(&item, "SK")), item.into_iter().collect());
        }
    }
    all
}

/// The guards that are stored: the partition key, and the sort key of the item that each names.
pub async fn guards(dal: &Dal<Kept>) -> BTreeMap<String, String> {
    let all = stored(dal).await;
    all.into_iter()
        .filter(|((_, sort), _)| sort == "$UNIQUE")
        .map(|((partition, _), item)| {
            assert_eq!(item["entity"].as_s().map(String::as_str), Ok("$UNIQUE"));
            let owner = item["$owner"].as_m().expect("a key");
            let of = item["$of"].as_s().expect("an entity").to_uppercase();
            let sort = owner["SK"].as_s().expect("text").clone();
            assert!(sort.starts_with(&of), "{sort} is of {of}");
            (partition, sort)
        })
        .collect()
}

/// Guards as [`guards`] gives them.
pub fn these(guards: &[(&str, &str)]) -> BTreeMap<String, String> {
    guards.iter().map(|(key, owner)| ((*key).to_owned(), (*owner).to_owned())).collect()
}
