//! The table as it is against the table as the model has it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;
use dal::prelude::*;

use super::world::each;
use crate::domain::*;

/// An item as it is stored, without the mark of the write that made it.
pub type Attributes = BTreeMap<String, AttributeValue>;

/// What the index holds beside its keys.
const PROJECTED: [&str; 3] = ["name", "status", "title"];
const KEYS: [&str; 4] = ["PK", "SK", "GSI1PK", "GSI1SK"];

fn attributes(stored: std::collections::HashMap<String, AttributeValue>) -> Attributes {
    stored.into_iter().filter(|(name, _)| name != "_dal_token").collect()
}

/// How an item is to be stored: attributes, all keys, type.
pub fn expected(dal: &Dal<Invocacare>, item: &Invocacare) -> Attributes {
    let whole = each!(item, item => item.to_attribute_values(&dal.tenant(item.tenant_id)));
    attributes(whole.expect("the model's items can be stored"))
}

/// The primary key of an item.
pub fn key(item: &Attributes) -> [String; 2] {
    ["PK", "SK"].map(|name| item.get(name).and_then(|key| key.as_s().ok()).cloned().unwrap_or_default())
}

/// What is stored under a primary key.
pub async fn read(dal: &Dal<Invocacare>, key: &[String; 2]) -> Option<Attributes> {
    let [partition, sort] = key.clone();
    let get = dal.client().get_item().table_name(dal.table_name()).consistent_read(true);
    let get = get.key("PK", AttributeValue::S(partition)).key("SK", AttributeValue::S(sort));
    get.send().await.expect("an answer").item.map(attributes)
}

async fn scan(dal: &Dal<Invocacare>, index: Option<&str>) -> Vec<Attributes> {
    let scan = dal.client().scan().table_name(dal.table_name()).set_index_name(index.map(str::to_owned));
    let mut pages = scan.into_paginator().items().send();
    let mut items = Vec::new();
    while let Some(item) = pages.next().await {
        items.push(attributes(item.expect("an answer")));
    }
    items
}

/// The guards of a table: the partition key of each, and the key of the item that it names.
type Guards = BTreeMap<String, Option<[String; 2]>>;

/// The sort key of guards.
const GUARD: &str = "$UNIQUE";

/// The partition key of the guard of a user's address.
fn guard(user: &User) -> String {
    format!("TENANT#{}#EMAIL#{}", user.tenant_id.0, user.email.to_lowercase())
}

/// The key of the user that a guard names.
fn named(guard: &Attributes) -> Option<[String; 2]> {
    let owner = guard.get("$owner")?.as_m().ok()?;
    Some(
        ["PK", "SK"].map(|name| owner.get(name).and_then(|key| key.as_s().ok()).cloned().unwrap_or_default()),
    )
}

/// The key of the user that has this user's address, if anybody has.
pub async fn owner(dal: &Dal<Invocacare>, user: &User) -> Option<[String; 2]> {
    read(dal, &[guard(user), GUARD.to_owned()]).await.as_ref().and_then(named)
}

/// What is wrong with a table.
#[derive(Debug, Default)]
pub struct Findings {
    items: usize,
    entries: usize,
    guards: usize,
    lost: Vec<[String; 2]>,
    doubled: Vec<[String; 2]>,
    changed: Vec<[String; 2]>,
    stale: Vec<[String; 2]>,
}

impl Findings {
    pub fn is_empty(&self) -> bool {
        [&self.lost, &self.doubled, &self.changed, &self.stale].iter().all(|found| found.is_empty())
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { items, entries, guards, lost, doubled, changed, stale } = self;
        write!(f, "{items} items, {entries} entries of the index, {guards} guards")?;
        write!(f, ": lost {}, doubled {}", lost.len(), doubled.len())?;
        write!(f, ", changed {}, stale {}", changed.len(), stale.len())?;
        let all = [("lost", lost), ("doubled", doubled), ("changed", changed), ("stale", stale)];
        for (what, [partition, sort]) in
            all.iter().flat_map(|(what, keys)| keys.iter().map(move |key| (what, key)))
        {
            write!(f, "\n{what}: {partition} {sort}")?;
        }
        Ok(())
    }
}

/// Compares every item of the table, every guard, and every entry of its index, with the model's.
pub async fn findings(dal: &Dal<Invocacare>, model: &[Invocacare]) -> Findings {
    let mut findings = Findings::default();
    let items: Vec<_> = model.iter().map(|item| expected(dal, item)).collect();
    let right: BTreeMap<_, _> = items.iter().map(|item| (key(item), item)).collect();
    assert_eq!(right.len(), model.len(), "each place is one task's");

    let table = scan(dal, None).await;
    let (guards, table): (Vec<_>, Vec<_>) = table.into_iter().partition(|item| key(item)[1] == GUARD);
    findings.items = table.len();
    findings.guards = guards.len();
    let users = model.iter().zip(&items).filter_map(|(item, stored)| match item {
        Invocacare::User(user) => Some((guard(user), Some(key(stored)))),
        _ => None,
    });
    let users: Guards = users.collect();
    let guards: Guards = guards.iter().map(|guard| (key(guard)[0].clone(), named(guard))).collect();
    for (partition, owner) in &users {
        let at = [partition.clone(), GUARD.to_owned()];
        match guards.get(partition) {
            None => findings.lost.push(at),
            Some(found) if found == owner => {}
            Some(_) => findings.stale.push(at),
        }
    }
    let more = guards.keys().filter(|partition| !users.contains_key(*partition));
    findings.doubled.extend(more.map(|partition| [partition.clone(), GUARD.to_owned()]));

    let mut seen = BTreeSet::new();
    for stored in &table {
        let key = key(stored);
        match right.get(&key) {
            _ if !seen.insert(key.clone()) => findings.doubled.push(key),
            None => findings.doubled.push(key),
            Some(item) if **item == *stored => {}
            Some(item) if KEYS.iter().any(|name| item.get(*name) != stored.get(*name)) => {
                findings.stale.push(key);
            }
            Some(_) => findings.changed.push(key),
        }
    }
    findings.lost.extend(right.keys().filter(|key| !seen.contains(*key)).cloned());

    // An entry is keys and projected attributes of an item that has both of the index's keys.
    let entry = |item: &Attributes| -> Attributes {
        let held = |name: &str| KEYS.contains(&name) || PROJECTED.contains(&name);
        item.iter()
            .filter(|(name, _)| held(name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    };
    let indexed = |item: &&&Attributes| item.contains_key("GSI1PK") && item.contains_key("GSI1SK");
    let entries: BTreeMap<_, _> = right
        .iter()
        .filter(|(_, item)| indexed(item))
        .map(|(key, item)| (key.clone(), entry(item)))
        .collect();
    let index = scan(dal, Some("GSI1")).await;
    findings.entries = index.len();
    let mut seen = BTreeSet::new();
    for stored in &index {
        let key = key(stored);
        match entries.get(&key) {
            _ if !seen.insert(key.clone()) => findings.doubled.push(key),
            Some(right) if *right == entry(stored) => {}
            _ => findings.stale.push(key),
        }
    }
    findings.lost.extend(entries.keys().filter(|key| !seen.contains(*key)).cloned());
    findings
}
