//! Queries of several entities: over shards and lists, on into neighbours and past them; and keys that are shared.

use dal::Error;
use dal::prelude::*;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde::{Deserialize, Serialize};

use crate::support::fresh;

mod ends;

use ends::{EveryDue, EveryPaper, FirstFrom, LastDue, LastPet, LastSale, NextDue, PetOn};

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Bill {
    pub shop: String,
    pub number: u32,
    pub state: State,
    pub due: u16,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Refund {
    pub shop: String,
    pub number: u32,
    pub state: State,
    pub due: u16,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Note {
    pub shop: String,
    pub number: u32,
    pub text: String,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Cat {
    pub shop: String,
    pub name: String,
    pub lives: u8,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Dog {
    pub shop: String,
    pub name: String,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Visit {
    pub shop: String,
    pub number: u32,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Open,
    Paid,
    Void,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Mixed {
    Bill(Bill),
    Refund(Refund),
    Note(Note),
    Cat(Cat),
    Dog(Dog),
    Visit(Visit),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Due {
    Bill(Bill),
    Refund(Refund),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub struct WholeDue {
    pub bills: Vec<Bill>,
    pub refunds: Vec<Refund>,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum FromBill {
    Bill(Bill),
    Cat(Cat),
    Dog(Dog),
    Visit(Visit),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum BackFromVisit {
    Visit(Visit),
    Cat(Cat),
    Dog(Dog),
    Bill(Bill),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Pets {
    Cat(Cat),
    Dog(Dog),
}

const SHOP: &str = "s";

fn shop() -> String {
    SHOP.to_owned()
}

fn bill(number: u32, state: State, due: u16) -> Bill {
    Bill { shop: shop(), number, state, due }
}

async fn scope() -> Scope<Mixed> {
    let dal: Dal<Mixed> = fresh().await;
    dal.tenant(SHOP)
}

/// What is due, and in which state; every second one is a refund.
async fn filled(drawn: &[(u16, u8)]) -> Scope<Mixed> {
    let scope = scope().await;
    for (&(due, state), number) in drawn.iter().zip(0_u32..) {
        let state = [State::Open, State::Paid, State::Void][usize::from(state % 3)];
        if number % 2 == 0 {
            bill(number, state, due).create(&scope).await.unwrap();
        } else {
            Refund { shop: shop(), number, state, due }.create(&scope).await.unwrap();
        }
    }
    scope
}

/// Whether it is a refund, and its number.
fn told(due: &Due) -> (bool, u32) {
    match due {
        Due::Bill(bill) => (false, bill.number),
        Due::Refund(refund) => (true, refund.number),
    }
}

/// Entities over shards and lists are one list, in order, whatever the size of its pages; as an enum and as a struct.
#[test]
fn several_entities_over_shards_and_lists_are_one_list() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // Each is due at a time of its own, so that the order is told.
    let drawn = prop::collection::btree_map(0..300_u16, 0..3_u8, 0..24);
    let given = (drawn, 1..7_u32, any::<bool>(), 0..300_u16);
    let mut runner = TestRunner::new(Config { cases: 20, failure_persistence: None, ..Config::default() });
    let law = |(drawn, limit, reverse, from): (std::collections::BTreeMap<u16, u8>, u32, bool, u16)| {
        let mut drawn: Vec<(u16, u8)> = drawn.into_iter().collect();
        // Numbers and times have nothing to do with each other.
        drawn.sort_by_key(|(due, _)| due.wrapping_mul(7919) % 311);
        runtime.block_on(async {
            let scope = filled(&drawn).await;
            let mut expected: Vec<(u16, (bool, u32))> = drawn
                .iter()
                .zip(0_u32..)
                .filter(|((due, state), _)| state % 3 != 2 && *due >= from)
                .map(|((due, _), number)| (*due, (number % 2 == 1, number)))
                .collect();
            expected.sort_unstable();
            let numbers = |refunds: bool| {
                let own = expected.iter().rev().filter(move |(_, (refund, _))| *refund == refunds);
                own.map(|(_, (_, number))| *number).collect::<Vec<u32>>()
            };
            let (bills, refunds) = (numbers(false), numbers(true));
            let whole = WholeDue::whole_due(&scope).range(from..).await.unwrap();
            let whole = whole.unwrap_or(WholeDue { bills: Vec::new(), refunds: Vec::new() });
            assert_eq!(whole.bills.iter().map(|bill| bill.number).collect::<Vec<_>>(), bills);
            assert_eq!(whole.refunds.iter().map(|refund| refund.number).collect::<Vec<_>>(), refunds);
            if reverse {
                expected.reverse();
            }
            let (mut seen, mut cursor) = (Vec::new(), None);
            loop {
                let mut query = Due::due(&scope).range(from..).limit(limit).after(cursor);
                if reverse {
                    query = query.reverse();
                }
                let page = query.await.unwrap();
                cursor = page.cursor();
                seen.extend(page.into_items().unwrap().iter().map(told));
                assert!(seen.len() <= expected.len(), "nothing twice");
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(seen, expected.iter().map(|(_, told)| *told).collect::<Vec<_>>());
        });
        Ok(())
    };
    runner.run(&given, law).unwrap();
}

/// Bills 0 to 4, a cat, a dog, visits 7 to 9.
async fn counter() -> Scope<Mixed> {
    let scope = scope().await;
    for number in 0..5 {
        bill(number, State::Open, 1).create(&scope).await.unwrap();
    }
    Cat { shop: shop(), name: "Tom".to_owned(), lives: 9 }.create(&scope).await.unwrap();
    Dog { shop: shop(), name: "Rex".to_owned() }.create(&scope).await.unwrap();
    for number in 7..10 {
        Visit { shop: shop(), number }.create(&scope).await.unwrap();
    }
    scope
}

fn name(item: FromBill) -> String {
    match item {
        FromBill::Bill(bill) => bill.number.to_string(),
        FromBill::Cat(cat) => cat.name,
        FromBill::Dog(dog) => dog.name,
        FromBill::Visit(visit) => visit.number.to_string(),
    }
}

#[tokio::test]
async fn a_range_runs_on_over_what_lies_behind() {
    let scope = counter().await;
    let read = async |query: dal::Query<_>| {
        let (mut seen, mut cursor) = (Vec::new(), None);
        loop {
            let page = query.clone().limit(2).after(cursor).await.unwrap();
            cursor = page.cursor();
            seen.extend(page.into_items().unwrap().into_iter().map(name));
            if cursor.is_none() {
                return seen.join(" ");
            }
        }
    };
    assert_eq!(read(FromBill::from_bill(&scope).range(3..)).await, "3 4 Rex Tom 7 8 9");
    assert_eq!(read(FromBill::from_bill(&scope)).await, "0 1 2 3 4 Rex Tom 7 8 9");
    let behind = (std::ops::Bound::Excluded(3), std::ops::Bound::Unbounded);
    assert_eq!(read(FromBill::from_bill(&scope).range(behind)).await, "4 Rex Tom 7 8 9");
    assert_eq!(
        read(FromBill::from_bill(&scope).range(3..).reverse()).await,
        "9 8 7 Tom Rex 4 3",
        "the same items"
    );
    assert_eq!(read(FromBill::from_bill(&scope).range(1..3)).await, "1 2", "with both ends it is any range");
    let back = BackFromVisit::back_from_visit(&scope).range(..=8).await.unwrap().into_items().unwrap();
    let back: Vec<String> = back
        .into_iter()
        .map(|item| match item {
            BackFromVisit::Visit(visit) => visit.number.to_string(),
            BackFromVisit::Cat(cat) => cat.name,
            BackFromVisit::Dog(dog) => dog.name,
            BackFromVisit::Bill(bill) => bill.number.to_string(),
        })
        .collect();
    assert_eq!(back.join(" "), "8 7 Tom Rex 4 3 2 1 0");
}

#[tokio::test]
async fn skipped_items_are_paid_for_and_not_given() {
    let scope = scope().await;
    for number in 0..4 {
        Refund { shop: shop(), number, state: State::Void, due: 1 }.create(&scope).await.unwrap();
        Note { shop: shop(), number, text: "lost".to_owned() }.create(&scope).await.unwrap();
    }
    let page = Refund::refunds(&scope).await.unwrap();
    assert_eq!((page.len(), page.evaluated()), (4, 8));
    let (mut seen, mut cursor) = (Vec::new(), None);
    loop {
        let page = Refund::refunds(&scope).limit(3).after(cursor).await.unwrap();
        cursor = page.cursor();
        seen.extend(page.into_items().unwrap().into_iter().map(|refund| refund.number));
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, [0, 1, 2, 3]);
    assert_eq!(Note::notes(&scope, 2_u32).await.unwrap().len(), 1);
}

#[tokio::test]
async fn calls_are_bounded_as_the_list_says_unless_the_caller_says_more() {
    let scope = scope().await;
    for number in 0..9 {
        bill(number, State::Open, 1).create(&scope).await.unwrap();
    }
    let page = Bill::some_bills(&scope).await.unwrap();
    assert_eq!((page.len(), page.requests(), page.is_cut_short()), (6, 3, true));
    let page = Bill::some_bills(&scope).requests(9).await.unwrap();
    assert_eq!((page.len(), page.is_cut_short()), (9, false));
    let page = Bill::some_bills(&scope).page_size(100).await.unwrap();
    assert_eq!((page.len(), page.requests()), (9, 1));
}

#[tokio::test]
async fn of_entities_that_share_a_key_one_is_there_and_the_other_is_not_touched() {
    let scope = scope().await;
    let (cat, dog) = (
        Cat { shop: shop(), name: "Kit".to_owned(), lives: 9 },
        Dog { shop: shop(), name: "Kit".to_owned() },
    );
    cat.create(&scope).await.unwrap();
    assert_eq!(Cat::get_cat(&scope, "Kit").await.unwrap(), Some(cat.clone()));
    assert_eq!(Dog::get_dog(&scope, "Kit").await.unwrap(), None, "a cat is no dog");
    assert!(matches!(dog.create(&scope).await, Err(Error::AlreadyExists(_))));
    let kit = DogKey { name: "Kit".to_owned() };
    let refused = Dog::delete(&scope, kit.clone()).await;
    assert!(matches!(refused, Err(Error::ConditionFailed(_))), "{refused:?}");
    assert!(Dog::update(&scope, kit).await.is_err(), "no dog to update");
    assert!(dog.upsert(&scope).await.is_err(), "an upsert would mix the two");
    let lives = Cat::update(&scope, CatKey { name: "Kit".to_owned() }).set(Cat::LIVES, 8).await;
    assert_eq!(lives.unwrap().lives, 8);
    dog.put(&scope).await.unwrap();
    assert_eq!(Cat::get_cat(&scope, "Kit").await.unwrap(), None);
    assert_eq!(Pets::pets(&scope).await.unwrap().into_items().unwrap(), [Pets::Dog(dog.clone())]);
    Dog::delete(&scope, DogKey { name: "Kit".to_owned() }).await.unwrap();
    Cat::delete(&scope, CatKey { name: "Kit".to_owned() }).await.unwrap();
    assert_eq!(Pets::pets(&scope).await.unwrap().len(), 0);
}

#[tokio::test]
async fn a_batch_and_an_upsert_put_items_into_a_shard() {
    let dal: Dal<Mixed> = fresh().await;
    let scope = dal.tenant(SHOP);
    let one = bill(1, State::Open, 3);
    let shard_of = async || {
        let found = dal.client().get_item().table_name(dal.table_name());
        let text = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned());
        let found = found.key("PK", text("SHOP#s")).key("SK", text("BILL#0000000001")).send().await.unwrap();
        found.item.unwrap()["DuePK"].as_s().unwrap().rsplit('#').next().unwrap().parse::<u32>().unwrap()
    };
    for shard in 0..4 {
        let written = dal::BatchWrite::new().put_in_shard(&scope, &one, shard).await.unwrap();
        assert!(written.is_complete());
        assert_eq!(shard_of().await, shard);
        // What changes beside it leaves it there.
        one.patch(&scope).set(Bill::DUE, 7_u16).await.unwrap();
        assert_eq!(shard_of().await, shard, "a patch leaves it");
        one.upsert(&scope).await.unwrap();
        assert_eq!(shard_of().await, shard, "and so does an upsert");
        assert_eq!(Due::due(&scope).await.unwrap().len(), 1, "it is found there");
        let next = (shard + 1) % 4;
        one.upsert(&scope).shard(next).await.unwrap();
        assert_eq!(shard_of().await, next, "an upsert that says so moves it");
    }
    assert!(matches!(one.upsert(&scope).shard(4).await, Err(Error::Key(_))));
    assert!(matches!(dal::BatchWrite::new().put_in_shard(&scope, &one, 9).await, Err(Error::Key(_))));
}
