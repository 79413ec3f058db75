//! A range that runs on over a numeric key: from a value of one kind into those of others.

use std::ops::Bound::{Excluded, Included, Unbounded};

use dal::prelude::*;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::support::fresh;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Count {
    pub number: u32,
    pub station: String,
    pub value: u8,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Level {
    pub number: u32,
    pub station: String,
    #[serde(with = "dal::number")]
    pub value: Decimal,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Depth {
    pub number: u32,
    pub station: String,
    pub value: i16,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Station {
    Count(Count),
    Level(Level),
    Depth(Depth),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum CountOn {
    Count(Count),
    Level(Level),
    Depth(Depth),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum DownFrom {
    Depth(Depth),
    Count(Count),
    Level(Level),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum NextOf {
    Count(Count),
    Level(Level),
    Depth(Depth),
}

/// A value, ten times as large, so that all are whole.
fn tenfold(item: &CountOn) -> i64 {
    match item {
        CountOn::Count(count) => i64::from(count.value) * 10,
        CountOn::Level(level) => i64::try_from((level.value * Decimal::TEN).normalize().mantissa()).unwrap(),
        CountOn::Depth(depth) => i64::from(depth.value) * 10,
    }
}

fn tenfold_down(item: &DownFrom) -> i64 {
    match item {
        DownFrom::Count(count) => i64::from(count.value) * 10,
        DownFrom::Level(level) => i64::try_from((level.value * Decimal::TEN).normalize().mantissa()).unwrap(),
        DownFrom::Depth(depth) => i64::from(depth.value) * 10,
    }
}

/// Writes the values, of which kind each is by the number beside it, and a neighbour's; gives those that are there, in order.
async fn measured(dal: &Dal<Station>, drawn: &[(u8, i16)]) -> Vec<i64> {
    let mut all = Vec::new();
    for (&(kind, value), number) in drawn.iter().zip(0..) {
        for station in ["a", "b"] {
            let station = station.to_owned();
            let number = number * 2 + u32::from(station == "b");
            let tenfold = match kind % 3 {
                0 => {
                    let value = u8::try_from(value.unsigned_abs() % 256).unwrap();
                    Count { number, station: station.clone(), value }.create(dal).await.unwrap();
                    i64::from(value) * 10
                }
                1 => {
                    let value = Decimal::new(value.into(), 1);
                    Level { number, station: station.clone(), value }.create(dal).await.unwrap();
                    i64::try_from((value * Decimal::TEN).normalize().mantissa()).unwrap()
                }
                _ => {
                    Depth { number, station: station.clone(), value }.create(dal).await.unwrap();
                    i64::from(value) * 10
                }
            };
            if station == "a" {
                all.push(tenfold);
            }
        }
    }
    all.sort_unstable();
    all
}

#[test]
fn a_run_reads_what_lies_behind_a_value_whatever_its_kind() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let drawn = prop::collection::vec((0..3_u8, -30..30_i16), 0..14);
    let given = (drawn, 0..30_u8, any::<bool>(), 1..5_u32);
    let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
    let law = |(drawn, from, included, limit): (Vec<(u8, i16)>, u8, bool, u32)| {
        runtime.block_on(async {
            let dal: Dal<Station> = fresh().await;
            let all = measured(&dal, &drawn).await;
            let edge = i64::from(from) * 10;
            let start = if included { Included(from) } else { Excluded(from) };
            let behind: Vec<i64> =
                all.iter().copied().filter(|value| *value > edge || included && *value == edge).collect();
            let read = async |reverse: bool| {
                let (mut seen, mut cursor) = (Vec::new(), None);
                loop {
                    let mut query = CountOn::count_on(&dal, "a").range((start, Unbounded)).limit(limit);
                    if reverse {
                        query = query.reverse();
                    }
                    let page = query.after(cursor).await.unwrap();
                    cursor = page.cursor();
                    seen.extend(page.into_items().unwrap().iter().map(tenfold));
                    assert!(seen.len() <= behind.len(), "nothing twice");
                    if cursor.is_none() {
                        return seen;
                    }
                }
            };
            assert_eq!(read(false).await, behind);
            let mut backwards = behind.clone();
            backwards.reverse();
            assert_eq!(read(true).await, backwards, "the same items");
            let next = NextOf::next_of(&dal, "a").range((start, Unbounded)).await.unwrap();
            let next = next.map(|item| match item {
                NextOf::Count(count) => tenfold(&CountOn::Count(count)),
                NextOf::Level(level) => tenfold(&CountOn::Level(level)),
                NextOf::Depth(depth) => tenfold(&CountOn::Depth(depth)),
            });
            assert_eq!(next, behind.first().copied());
            // Downwards, from a value of another kind.
            let from = i16::from(from) - 15;
            let edge = i64::from(from) * 10;
            let end = if included { Included(from) } else { Excluded(from) };
            let below = all.iter().copied().filter(|value| *value < edge || included && *value == edge);
            let page = DownFrom::down_from(&dal, "a").range((Unbounded, end)).await.unwrap();
            let seen: Vec<i64> = page.into_items().unwrap().iter().map(tenfold_down).collect();
            assert_eq!(seen, below.rev().collect::<Vec<_>>());
            // Without a value, all of them; with both ends, a range.
            let page = CountOn::count_on(&dal, "a").await.unwrap();
            assert_eq!(page.into_items().unwrap().iter().map(tenfold).collect::<Vec<_>>(), all);
            let page = CountOn::count_on(&dal, "a").range(2..=9).await.unwrap().into_items().unwrap();
            let inside = all.iter().copied().filter(|value| (20..=90).contains(value));
            assert_eq!(page.iter().map(tenfold).collect::<Vec<_>>(), inside.collect::<Vec<_>>());
        });
        Ok(())
    };
    runner.run(&given, law).unwrap();
}
