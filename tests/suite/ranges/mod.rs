//! Ranges over every kind of part, in the middle of a key and at its end: each bound includes or excludes its value or is
//! open, and what comes back is what the values say.

use std::ops::{Bound, RangeBounds};

use chrono::{DateTime, NaiveDate, Utc};
use dal::prelude::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use ulid::Ulid;
use uuid::Uuid;

use crate::support::*;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
#[serde(rename_all = "snake_case")]
pub enum Urgency {
    Low,
    Mid,
    High,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Sample {
    pub set: String,
    pub number: u16,
    pub tier: u8,
    pub int: i64,
    pub small: u8,
    pub ratio: f64,
    pub price: Decimal,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub serial: Ulid,
    pub token: Uuid,
    pub paid: bool,
    pub hash: Vec<u8>,
    pub urgency: Urgency,
    pub name: String,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Samples {
    Sample(Sample),
}

/// How many items there are, and how many pairs of bounds are tried over each part.
const ITEMS: u16 = 70;
const PAIRS: usize = 8;

fn value<T: std::fmt::Debug>(runner: &mut TestRunner, of: impl Strategy<Value = T>) -> T {
    of.new_tree(runner).expect("a value").current()
}

fn sample(runner: &mut TestRunner, number: u16) -> Sample {
    let day = |days: i64| DateTime::from_timestamp(days * 86_400, 0).expect("a time").date_naive();
    Sample {
        set: "s#1".to_owned(),
        number,
        tier: value(runner, 0..3_u8),
        int: value(runner, prop_oneof![any::<i64>(), -3..4_i64, Just(i64::MIN), Just(i64::MAX)]),
        small: value(runner, prop_oneof![any::<u8>(), 0..4_u8]),
        ratio: value(runner, prop_oneof![-2.0..2.0, -1e120..1e120, Just(0.0), Just(-0.0)]),
        price: Decimal::new(value(runner, prop_oneof![-300..300_i64, -1_000_000..1_000_000_i64]), 2),
        at: DateTime::from_timestamp_millis(value(
            runner,
            prop_oneof![-5..5_i64, -60_000_000_000_000..200_000_000_000_000_i64],
        ))
        .expect("a time"),
        day: day(value(runner, prop_oneof![-4..4_i64, -700_000..2_900_000_i64])),
        serial: Ulid::from(value(runner, prop_oneof![any::<u128>(), 0..4_u128])),
        token: Uuid::from_u128(value(runner, prop_oneof![any::<u128>(), 0..4_u128])),
        paid: value(runner, any::<bool>()),
        hash: value(runner, vec(prop_oneof![any::<u8>(), Just(0), Just(255)], 1..4)),
        urgency: value(runner, prop_oneof![Just(Urgency::Low), Just(Urgency::Mid), Just(Urgency::High)]),
        name: value(runner, prop_oneof!["[ !#$%aAb]{1,3}", "(a|ab|é|ß|\u{0}|\u{10FFFF}|#|\\$){1,3}"]),
    }
}

/// Every kind of range between pairs of these values.
fn ranges<V: Clone>(runner: &mut TestRunner, values: &[V]) -> Vec<(Bound<V>, Bound<V>)> {
    let mut all = Vec::new();
    for _ in 0..scaled(PAIRS, 2) {
        let [low, high] = [0, 1].map(|_| values[value(runner, 0..values.len())].clone());
        for from in [Bound::Unbounded, Bound::Included(low.clone()), Bound::Excluded(low.clone())] {
            for to in [Bound::Unbounded, Bound::Included(high.clone()), Bound::Excluded(high.clone())] {
                all.push((from.clone(), to));
            }
        }
    }
    all
}

/// Compares the answers of a pattern with the values: over all items, or over those of each tier.
macro_rules! agrees {
    ($dal:ident, $all:ident, $runner:ident, $pattern:ident, $value:expr) => {
        agrees!(@ $dal, $all, $runner, $pattern, $value, |_: &Sample, _: u8| true, |dal, _: u8| Sample::$pattern(dal, "s#1".to_owned()))
    };
    ($dal:ident, $all:ident, $runner:ident, $pattern:ident of tier, $value:expr) => {
        agrees!(@ $dal, $all, $runner, $pattern, $value, |sample: &Sample, tier: u8| sample.tier == tier,
            |dal, tier: u8| Sample::$pattern(dal, "s#1".to_owned(), tier))
    };
    (@ $dal:ident, $all:ident, $runner:ident, $pattern:ident, $value:expr, $there:expr, $query:expr) => {{
        let values: Vec<_> = $all.iter().map($value).collect();
        let mut found_some = 0;
        for (number, range) in ranges(&mut $runner, &values).into_iter().enumerate() {
            let tier = u8::try_from(number % 3).expect("a small number");
            let query = $query;
            let there = $there;
            let page = query(&$dal, tier).range(range.clone()).await.unwrap();
            let mut found: Vec<u16> = page.into_items().unwrap().iter().map(|sample| sample.number).collect();
            found.sort_unstable();
            let inside = |sample: &&Sample| range.contains(&$value(*sample)) && there(*sample, tier);
            let expected: Vec<u16> = $all.iter().filter(inside).map(|sample| sample.number).collect();
            assert_eq!(found, expected, "{} in {range:?}, tier {tier}", stringify!($pattern));
            found_some += usize::from(!found.is_empty());
        }
        assert!(found_some > scaled(PAIRS, 2), "{}: {found_some} ranges hold something", stringify!($pattern));
    }};
}

#[tokio::test]
async fn a_range_over_any_kind_of_part_gives_what_lies_in_it() {
    let dal = fresh::<Samples>().await;
    let mut runner = TestRunner::deterministic();
    let all: Vec<Sample> = (0..ITEMS).map(|number| sample(&mut runner, number)).collect();
    for own in &all {
        own.create(&dal).await.unwrap();
        Sample { set: "s".to_owned(), ..own.clone() }.create(&dal).await.unwrap();
    }
    agrees!(dal, all, runner, by_int, |sample: &Sample| sample.int);
    agrees!(dal, all, runner, by_small, |sample: &Sample| sample.small);
    agrees!(dal, all, runner, by_ratio, |sample: &Sample| sample.ratio);
    agrees!(dal, all, runner, by_price, |sample: &Sample| sample.price);
    agrees!(dal, all, runner, by_at, |sample: &Sample| sample.at);
    agrees!(dal, all, runner, by_day of tier, |sample: &Sample| sample.day);
    agrees!(dal, all, runner, by_serial, |sample: &Sample| sample.serial);
    agrees!(dal, all, runner, by_token, |sample: &Sample| sample.token);
    agrees!(dal, all, runner, by_paid, |sample: &Sample| sample.paid);
    agrees!(dal, all, runner, by_hash, |sample: &Sample| sample.hash.clone());
    agrees!(dal, all, runner, by_urgency, |sample: &Sample| sample.urgency);
    agrees!(dal, all, runner, by_name of tier, |sample: &Sample| sample.name.clone());
    agrees!(dal, all, runner, by_last_int of tier, |sample: &Sample| sample.int);
    agrees!(dal, all, runner, by_last_hash of tier, |sample: &Sample| sample.hash.clone());
    // Folded text is compared as it is folded.
    let folded = |sample: &Sample| sample.name.chars().flat_map(char::to_lowercase).collect::<String>();
    agrees!(dal, all, runner, by_last_name of tier, folded);
}
