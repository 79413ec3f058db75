//! Random operations of several tasks over every entity, with faults injected, against a model in memory. At the end the
//! table, its index and the guards of unique values are what the model says: nothing lost, nothing doubled, no key stale.
//!
//! Each task has places of its own, so that it knows what is stored in them, and all contend for addresses of users and for
//! a few items that are everybody's ([`shared`]). `DAL_MODEL_SEED` runs another seed, `DAL_MODEL_OPERATIONS` more
//! operations. A new operation is one line of [`OPERATIONS`] and one method of [`Task`].

mod check;
pub mod random;
mod several;
mod shared;
mod single;
mod world;

use std::collections::BTreeMap;
use std::pin::Pin;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use dal::Error;
use dal::prelude::*;
use dal_local::faults::{Fault, Faults, Plan};

use crate::domain::*;
use crate::support::*;
use random::Random;
use world::{KINDS, Place};

const TASKS: u128 = 4;
const TENANTS: u128 = 3;
/// How many places of each entity a task writes to: few, so that each is written often.
const PLACES: u128 = 6;

/// A place, and what may be stored in it: one state, or several after an answer that leaves it open.
struct Slot {
    place: Place,
    /// An item that could stand there, and its primary key.
    example: Invocacare,
    key: [String; 2],
    states: Vec<Option<Invocacare>>,
}

/// One of the tasks: its own places, in partitions that it shares with the others.
struct Task {
    random: Random,
    slots: Vec<Slot>,
    /// With faults.
    dal: Dal<Invocacare>,
    /// Without: to see what an open answer did.
    plain: Dal<Invocacare>,
    counts: BTreeMap<&'static str, u32>,
    /// What it did to the items that are everybody's.
    links: Vec<shared::Link>,
}

type Running<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

struct Operation {
    name: &'static str,
    weight: u64,
    run: for<'a> fn(&'a mut Task) -> Running<'a>,
}

/// Every operation that a task can draw, and how often it does.
const OPERATIONS: &[Operation] = &[
    Operation { name: "create", weight: 3, run: |task| Box::pin(task.create(false)) },
    Operation { name: "create with a token", weight: 3, run: |task| Box::pin(task.create(true)) },
    Operation { name: "put", weight: 3, run: |task| Box::pin(task.put()) },
    Operation { name: "cancelled put", weight: 1, run: |task| Box::pin(task.cancelled_put()) },
    Operation { name: "update", weight: 5, run: |task| Box::pin(task.update()) },
    Operation { name: "patch", weight: 4, run: |task| Box::pin(task.patch()) },
    Operation { name: "upsert", weight: 3, run: |task| Box::pin(task.upsert()) },
    Operation { name: "delete", weight: 2, run: |task| Box::pin(task.delete()) },
    Operation { name: "delete what exists", weight: 1, run: |task| Box::pin(task.delete_existing()) },
    Operation { name: "move", weight: 2, run: |task| Box::pin(task.move_to()) },
    Operation { name: "transaction", weight: 3, run: |task| Box::pin(task.transaction()) },
    Operation { name: "batch write", weight: 2, run: |task| Box::pin(task.batch_write()) },
    Operation { name: "list", weight: 3, run: |task| Box::pin(task.list()) },
    Operation { name: "change of a shared item", weight: 4, run: |task| Box::pin(task.change_shared()) },
];

impl Task {
    fn new(number: u128, seed: u64, dal: Dal<Invocacare>, plain: Dal<Invocacare>) -> Self {
        let mut slots = Vec::new();
        for kind in 0..KINDS {
            // A clinic and its subscription stand under one key of the clinic's: one task's alone.
            let places = match kind {
                0 | 1 => vec![Place { kind, tenant: TENANTS + number, number: 0 }],
                _ => (0..PLACES)
                    .map(|place| Place { kind, tenant: place % TENANTS, number: 1 + number + place * TASKS })
                    .collect(),
            };
            slots.extend(places.into_iter().map(|place| {
                let example = place.item(&mut Random(0));
                let key = check::key(&check::expected(&plain, &example));
                Slot { place, example, key, states: vec![None] }
            }));
        }
        let random = Random(seed ^ u64::try_from(number).expect("small").wrapping_mul(0x1234_5678_9abc_def1));
        Self { random, slots, dal, plain, counts: BTreeMap::new(), links: Vec::new() }
    }

    async fn run(mut self, operations: usize) -> Self {
        let all: u64 = OPERATIONS.iter().map(|operation| operation.weight).sum();
        for _ in 0..operations {
            let mut drawn = self.random.below(all);
            for operation in OPERATIONS {
                match drawn.checked_sub(operation.weight) {
                    Some(rest) => drawn = rest,
                    None => {
                        *self.counts.entry(operation.name).or_default() += 1;
                        (operation.run)(&mut self).await;
                        break;
                    }
                }
            }
        }
        self
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    /// A place, what is in it, and a new item for it.
    async fn draw(&mut self) -> (usize, Option<Invocacare>, Invocacare) {
        let slot = self.random.index(self.slots.len());
        let old = self.settle(slot).await;
        let mut new = self.slots[slot].place.item(&mut self.random);
        world::loaded(&mut new, old.as_ref());
        (slot, old, new)
    }

    fn scope(&self, slot: usize) -> Scope<Invocacare> {
        self.dal.tenant(tenant_id(self.slots[slot].place.tenant))
    }

    /// What is stored in a place: looked up where the last answer left it open, and one of what it can be.
    async fn settle(&mut self, slot: usize) -> Option<Invocacare> {
        if self.slots[slot].states.len() > 1 {
            let place = self.slots[slot].place;
            let stored = check::read(&self.plain, &self.slots[slot].key).await;
            let states = std::mem::take(&mut self.slots[slot].states);
            let of =
                |state: &Option<Invocacare>| state.as_ref().map(|item| check::expected(&self.plain, item));
            let state = states.iter().find(|state| of(state) == stored);
            let state =
                state.unwrap_or_else(|| panic!("{place:?}: {stored:?} is none of {states:?}")).clone();
            self.slots[slot].states = vec![state];
            self.count("open answers looked up");
        }
        self.slots[slot].states[0].clone()
    }

    /// The place holds one of these from now on.
    fn becomes(&mut self, slot: usize, states: impl Into<Vec<Option<Invocacare>>>) {
        self.slots[slot].states = states.into();
    }

    /// A call that failed in the end: it was carried out, or it was not.
    fn open(&mut self, slot: usize, error: Error, states: impl Into<Vec<Option<Invocacare>>>) {
        assert!(is_service(&error), "{:?}: {error:?}", self.slots[slot].place);
        self.count("failed calls");
        self.becomes(slot, states);
    }
}

/// Whether a call failed in the end for no fault of what it asks.
fn is_service(error: &Error) -> bool {
    match error {
        Error::Service(_) => true,
        // Cancelled by other work for longer than it went on.
        Error::Transaction(failed) => failed.is_retryable(),
        _ => false,
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}: {text}")))
}

#[tokio::test]
async fn random_operations_under_faults_leave_what_the_model_says() {
    let seed = number("DAL_MODEL_SEED", 20_261_130);
    let operations = scaled(10_000, 1_000);
    let operations = number("DAL_MODEL_OPERATIONS", u64::try_from(operations).expect("small"));
    println!("seed {seed} (DAL_MODEL_SEED), {operations} operations (DAL_MODEL_OPERATIONS)");

    let plain = fresh::<Invocacare>().await;
    shared::write(&plain).await;
    let retries = RetryConfig::standard()
        .with_max_attempts(3)
        .with_initial_backoff(Duration::from_millis(1))
        .with_max_backoff(Duration::from_millis(2));
    let client = Client::from_conf(plain.client().config().to_builder().retry_config(retries).build());
    // A server without sums of its answers cannot tell a changed byte.
    let injected = Fault::every().into_iter().filter(|fault| !(is_server() && *fault == Fault::Corrupt));
    let injected: Vec<_> = injected.collect();
    // Few calls are batches: what befalls only them is drawn more often.
    let drawn = injected.iter().copied().chain([Fault::Unprocessed { processed: 1 }; 4]);
    let faults = Faults::planned(Plan::new(seed).share(0.2).only(drawn));
    let dal = Dal::<Invocacare>::new(faults.client(&client)).with_table_name(plain.table_name());

    let each = usize::try_from(u128::from(operations) / TASKS).expect("small");
    let tasks =
        (0..TASKS).map(|task| tokio::spawn(Task::new(task, seed, dal.clone(), plain.clone()).run(each)));
    let tasks: Vec<_> = tasks.collect();
    let (mut counts, mut model): (BTreeMap<&str, u32>, Vec<Invocacare>) = Default::default();
    let mut links = Vec::new();
    for task in tasks {
        let mut task = task.await.expect("the task found nothing wrong");
        for slot in 0..task.slots.len() {
            if let Some(item) = task.settle(slot).await {
                model.push(item);
            }
        }
        links.append(&mut task.links);
        for (name, count) in task.counts {
            *counts.entry(name).or_default() += count;
        }
    }

    for (name, count) in &counts {
        println!("{count:>7} {name}");
    }
    println!("{}", faults.report());
    model.extend(shared::settled(&plain, &links).await);
    let findings = check::findings(&plain, &model).await;
    println!("{findings}");
    assert!(model.len() > 20, "most places are filled at the end: {}", model.len());
    assert!(faults.report().injected() > operations / 10, "{}", faults.report());
    // In a short run a rare one can be missing.
    for fault in injected.into_iter().filter(|_| operations >= 10_000) {
        assert!(faults.report().of(&fault) > 0, "{fault:?} was never injected: {}", faults.report());
    }
    for operation in OPERATIONS.iter().filter(|_| operations >= 1_000) {
        assert!(counts.contains_key(operation.name), "{} was never drawn", operation.name);
    }
    assert!(findings.is_empty(), "{findings}");
}

#[tokio::test]
async fn the_comparison_sees_what_is_lost_doubled_changed_and_stale() {
    let dal = fresh::<Invocacare>().await;
    let clinic = dal.tenant(tenant_id(0));
    let items: Vec<_> = (0..4).map(|number| item(tenant_id(0), number, Some(user_id(1)))).collect();
    let ann = user(1);
    let mut model: Vec<_> = items.iter().cloned().map(Invocacare::Item).collect();
    model.push(Invocacare::User(ann.clone()));
    ann.create(&clinic).await.unwrap();
    for item in &items {
        item.put(&clinic).await.unwrap();
    }
    assert!(check::findings(&dal, &model).await.is_empty());

    Item::delete(&clinic, items[0].key()).await.unwrap();
    Item::update(&clinic, items[1].key()).set(Item::TITLE, "another").await.unwrap();
    let mut stale = items[2].to_attribute_values(&clinic).unwrap();
    stale.insert("GSI1SK".to_owned(), aws_sdk_dynamodb::types::AttributeValue::S("old".to_owned()));
    dal.client().put_item().table_name(dal.table_name()).set_item(Some(stale)).send().await.unwrap();
    item(tenant_id(0), 9, None).put(&clinic).await.unwrap();
    // The guard of a user's address, given away.
    let guard =
        [("PK", format!("TENANT#{}#EMAIL#{}", tenant_id(0).0, ann.email)), ("SK", "$UNIQUE".to_owned())];
    let mut delete = dal.client().delete_item().table_name(dal.table_name());
    for (name, text) in guard {
        delete = delete.key(name, aws_sdk_dynamodb::types::AttributeValue::S(text));
    }
    delete.send().await.unwrap();
    let findings = check::findings(&dal, &model).await.to_string();
    let summary = findings.lines().next().unwrap();
    // The index has lost its entry too, and holds two that are not the model's.
    assert_eq!(summary, "5 items, 3 entries of the index, 0 guards: lost 3, doubled 1, changed 1, stale 3");
}
