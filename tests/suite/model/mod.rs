//! Random operations of several tasks over every entity, with faults injected, against a model in memory. At the end the
//! table and its index are what the model says: nothing lost, nothing doubled, no index key stale.
//!
//! `DAL_MODEL_SEED` runs another seed, `DAL_MODEL_OPERATIONS` more operations. A new operation is one line of
//! [`OPERATIONS`] and one method of [`Task`].

mod check;
mod random;
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
use check::Attributes;
use random::Random;
use world::{KINDS, Place, each};

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
    Operation { name: "delete", weight: 2, run: |task| Box::pin(task.delete()) },
    Operation { name: "delete what exists", weight: 1, run: |task| Box::pin(task.delete_existing()) },
    Operation { name: "list", weight: 3, run: |task| Box::pin(task.list()) },
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
        Self { random, slots, dal, plain, counts: BTreeMap::new() }
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
        let new = self.slots[slot].place.item(&mut self.random);
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
        assert!(matches!(error, Error::Service(_)), "{:?}: {error:?}", self.slots[slot].place);
        self.count("failed calls");
        self.becomes(slot, states);
    }

    async fn create(&mut self, token: bool) {
        let (slot, old, new) = self.draw().await;
        let scope = self.scope(slot);
        let result = each!(&new, item => {
            let create = item.create(&scope);
            if token { create.with_write_token().await } else { create.await }
        });
        match (result, old) {
            (Ok(()), None) => self.becomes(slot, [Some(new)]),
            (Ok(()), Some(old)) => panic!("{old:?} was overwritten by a create"),
            (Err(Error::AlreadyExists(failed)), Some(old)) => {
                assert!(!(token && failed.maybe_applied), "{old:?}");
                if failed.maybe_applied {
                    self.count("maybe applied, and not");
                }
            }
            // Nobody else writes here: it was an attempt of this call.
            (Err(Error::AlreadyExists(failed)), None) => {
                assert!(!token && failed.maybe_applied, "{new:?}");
                assert_eq!(failed.stored_equals_sent, Some(true), "{new:?}");
                self.count("maybe applied, and so it was");
                self.becomes(slot, [Some(new)]);
            }
            (Err(error), None) => self.open(slot, error, [None, Some(new)]),
            (Err(error), old) => self.open(slot, error, [old]),
        }
    }

    async fn put(&mut self) {
        let (slot, old, new) = self.draw().await;
        let scope = self.scope(slot);
        match each!(&new, item => item.put(&scope).await) {
            Ok(()) => self.becomes(slot, [Some(new)]),
            Err(error) => self.open(slot, error, [old, Some(new)]),
        }
    }

    /// A put whose future is dropped at one of its awaits.
    async fn cancelled_put(&mut self) {
        let (slot, old, new) = self.draw().await;
        let scope = self.scope(slot);
        let put = each!(&new, item => item.put(&scope).into_future());
        let patience = Duration::from_micros(self.random.below(1_500));
        match tokio::time::timeout(patience, put).await {
            Ok(Ok(())) => self.becomes(slot, [Some(new)]),
            Ok(Err(error)) => self.open(slot, error, [old, Some(new)]),
            Err(_) => {
                self.count("dropped futures");
                self.becomes(slot, [old, Some(new)]);
            }
        }
    }

    async fn update(&mut self) {
        let (slot, old, mut new) = self.draw().await;
        // What no update sets stays.
        if let (Some(Invocacare::Call(old)), Invocacare::Call(new)) = (&old, &mut new) {
            new.phone.clone_from(&old.phone);
        }
        let scope = self.scope(slot);
        match (world::update(&new, &scope).await, old) {
            (Ok(updated), Some(_)) => {
                assert_eq!(updated, new);
                self.becomes(slot, [Some(new)]);
            }
            (Ok(updated), None) => panic!("an update made {updated:?}"),
            (Err(Error::NotFound(_)), None) => {}
            (Err(Error::NotFound(_)), Some(old)) => panic!("{old:?} is lost"),
            (Err(error), Some(old)) => self.open(slot, error, [Some(old), Some(new)]),
            (Err(error), None) => self.open(slot, error, [None]),
        }
    }

    async fn delete(&mut self) {
        let (slot, old, new) = self.draw().await;
        let scope = self.scope(slot);
        let result = match new {
            Invocacare::Tenant(item) => Tenant::delete(&scope, item.key()).await,
            Invocacare::Subscription(item) => Subscription::delete(&scope, item.key()).await,
            Invocacare::User(item) => User::delete(&scope, item.key()).await,
            Invocacare::Item(item) => Item::delete(&scope, item.key()).await,
            Invocacare::Call(item) => Call::delete(&scope, item.key()).await,
            Invocacare::Shift(item) => Shift::delete(&scope, item.key()).await,
            Invocacare::Message(item) => Message::delete(&scope, item.key()).await,
            Invocacare::Participation(item) => Participation::delete(&scope, item.key()).await,
        };
        match result {
            Ok(()) => self.becomes(slot, [None]),
            Err(error) => self.open(slot, error, [old, None]),
        }
    }

    /// A delete that must find an item, of two entities that stand for all.
    async fn delete_existing(&mut self) {
        let (slot, old, new) = self.draw().await;
        let scope = self.scope(slot);
        let result = match new {
            Invocacare::Item(item) => Item::delete(&scope, item.key()).must_exist().await,
            Invocacare::Call(item) => Call::delete(&scope, item.key()).must_exist().await,
            _ => return,
        };
        match (result, old) {
            (Ok(()), Some(_)) => self.becomes(slot, [None]),
            (Ok(()), None) => panic!("{:?} was deleted, but not there", self.slots[slot].place),
            (Err(Error::NotFound(_)), None) => {}
            (Err(Error::NotFound(failed)), Some(old)) => {
                assert!(failed.maybe_applied, "{old:?} is lost");
                self.count("maybe applied, and so it was");
                self.becomes(slot, [None]);
            }
            (Err(error), old) => self.open(slot, error, [old, None]),
        }
    }

    /// Lists an entity, and finds each of this task's own items as the model has it.
    async fn list(&mut self) {
        let (slot, _, like) = self.draw().await;
        let scope = self.scope(slot);
        let page = 1 + u32::try_from(self.random.below(7)).expect("small");
        let listed = match world::list(&like, &scope, page).await {
            Ok(listed) => listed,
            Err(error) => {
                assert!(matches!(error, Error::Service(_)), "{error:?}");
                return self.count("failed calls");
            }
        };
        let mut found: BTreeMap<[String; 2], Vec<Invocacare>> = BTreeMap::new();
        for item in listed {
            found.entry(check::key(&check::expected(&self.plain, &item))).or_default().push(item);
        }
        for slot in self.slots.iter().filter(|slot| world::is_listed(&like, &slot.example)) {
            let own = found.remove(&slot.key).unwrap_or_default();
            assert!(own.len() <= 1, "{own:?} is listed twice");
            let own = own.into_iter().next();
            assert!(slot.states.contains(&own), "{own:?} is listed, but there is {:?}", slot.states);
        }
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
    let retries = RetryConfig::standard()
        .with_max_attempts(3)
        .with_initial_backoff(Duration::from_millis(1))
        .with_max_backoff(Duration::from_millis(2));
    let client = Client::from_conf(plain.client().config().to_builder().retry_config(retries).build());
    // A server without sums of its answers cannot tell a changed byte.
    let faults = Fault::every().into_iter().filter(|fault| !(is_server() && *fault == Fault::Corrupt));
    let faults = Faults::planned(Plan::new(seed).share(0.2).only(faults));
    let dal = Dal::<Invocacare>::new(faults.client(&client)).with_table_name(plain.table_name());

    let each = usize::try_from(u128::from(operations) / TASKS).expect("small");
    let tasks =
        (0..TASKS).map(|task| tokio::spawn(Task::new(task, seed, dal.clone(), plain.clone()).run(each)));
    let tasks: Vec<_> = tasks.collect();
    let (mut counts, mut model): (BTreeMap<&str, u32>, Vec<Attributes>) = Default::default();
    for task in tasks {
        let mut task = task.await.expect("the task found nothing wrong");
        for slot in 0..task.slots.len() {
            if let Some(item) = task.settle(slot).await {
                model.push(check::expected(&plain, &item));
            }
        }
        for (name, count) in task.counts {
            *counts.entry(name).or_default() += count;
        }
    }

    for (name, count) in &counts {
        println!("{count:>7} {name}");
    }
    println!("{}", faults.report());
    let findings = check::findings(&plain, &model).await;
    println!("{findings}");
    assert!(model.len() > 20, "most places are filled at the end: {}", model.len());
    assert!(faults.report().injected() > operations / 10, "{}", faults.report());
    assert!(findings.is_empty(), "{findings}");
}

#[tokio::test]
async fn the_comparison_sees_what_is_lost_doubled_changed_and_stale() {
    let dal = fresh::<Invocacare>().await;
    let clinic = dal.tenant(tenant_id(0));
    let items: Vec<_> = (0..4).map(|number| item(tenant_id(0), number, Some(user_id(1)))).collect();
    let model: Vec<_> =
        items.iter().map(|item| check::expected(&dal, &Invocacare::Item(item.clone()))).collect();
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
    let findings = check::findings(&dal, &model).await.to_string();
    let summary = findings.lines().next().unwrap();
    // The index has lost its entry too, and holds two that are not the model's.
    assert_eq!(summary, "4 items, 3 entries of the index: lost 2, doubled 1, changed 1, stale 3");
}
