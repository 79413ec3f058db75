//! Keys that are spread over shards and buckets of time, and a local index.

use chrono::{DateTime, TimeDelta, Utc};
use dal::prelude::*;
use dal::{CursorError, Error};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde::{Deserialize, Serialize};

use crate::support::fresh;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Event {
    pub site: String,
    pub camera: String,
    pub event: u32,
    #[serde(with = "chrono::serde::ts_seconds")]
    pub seen: DateTime<Utc>,
    pub score: u16,
    pub level: Level,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    Low,
    High,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Cameras {
    Event(Event),
}

/// So many hours after the last midnight of January 2024.
fn hour(hours: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_706_659_200, 0).expect("a time") + TimeDelta::hours(hours)
}

fn event(event: u32, hours: i64, score: u16, level: Level) -> Event {
    let camera = format!("c{}", event % 3);
    Event { site: "s".to_owned(), camera, event, seen: hour(hours), score, level }
}

fn numbers(page: Page<Event>) -> Vec<u32> {
    page.into_items().unwrap().into_iter().map(|event| event.event).collect()
}

async fn filled(events: &[Event]) -> (Dal<Cameras>, Scope<Cameras>) {
    let dal: Dal<Cameras> = fresh().await;
    let scope = dal.tenant("s");
    for event in events {
        event.create(&scope).await.unwrap();
    }
    (dal, scope)
}

fn law<S: Strategy>(cases: u32, strategy: S, law: impl Fn(S::Value) + std::panic::RefUnwindSafe) {
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let run = |value| {
        law(value);
        Ok(())
    };
    runner.run(&strategy, run).unwrap();
}

fn drawn() -> impl Strategy<Value = Vec<Event>> {
    let one = (0..300_i64, 0..30_u16, any::<bool>());
    prop::collection::vec(one, 0..40).prop_map(|drawn| {
        let made = drawn.into_iter().zip(0_u32..).map(|((hours, score, high), number)| {
            event(number, hours, score, if high { Level::High } else { Level::Low })
        });
        made.collect()
    })
}

/// Pages of every size over all shards are the one list, in order, each item once.
#[test]
fn shards_are_read_as_one_list() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    law(
        24,
        (drawn(), 1..9_u32, prop::option::of(1..5_u32), any::<bool>()),
        |(events, limit, size, reverse)| {
            runtime.block_on(async {
                let (_, scope) = filled(&events).await;
                let mut expected: Vec<&Event> =
                    events.iter().filter(|one| one.level == Level::High).collect();
                expected.sort_by_key(|one| (one.score, one.event));
                if reverse {
                    expected.reverse();
                }
                let expected: Vec<u32> = expected.into_iter().map(|one| one.event).collect();
                let (mut seen, mut cursor) = (Vec::new(), None);
                loop {
                    let mut query = Event::due(&scope).limit(limit).after(cursor);
                    if let Some(size) = size {
                        query = query.page_size(size);
                    }
                    if reverse {
                        query = query.reverse();
                    }
                    let page = query.await.unwrap();
                    assert!(page.len() <= limit as usize && page.requests() <= 5);
                    cursor = page.cursor();
                    seen.extend(numbers(page));
                    assert!(seen.len() <= expected.len(), "nothing twice");
                    if cursor.is_none() {
                        break;
                    }
                }
                assert_eq!(seen, expected);
                let some = numbers(Event::due(&scope).range(5..=12).await.unwrap());
                let within = |number: &u32| (5..=12).contains(&events[*number as usize].score);
                let mut expected: Vec<u32> = expected.into_iter().filter(within).collect();
                if reverse {
                    expected.reverse();
                }
                assert_eq!(some, expected, "a range holds in every shard");
                let first = Event::first_due(&scope).await.unwrap().map(|one| one.event);
                let lowest = events
                    .iter()
                    .filter(|one| one.level == Level::High)
                    .min_by_key(|one| (one.score, one.event));
                assert_eq!(first, lowest.map(|one| one.event));
            });
        },
    );
}

#[tokio::test]
async fn shards_and_lists_multiply_and_merge() {
    let events: Vec<Event> = (0..30_u32)
        .map(|number| {
            let level = if number % 2 == 0 { Level::High } else { Level::Low };
            event(number, 0, (number * 7 % 30) as u16, level)
        })
        .collect();
    let (_, scope) = filled(&events).await;
    let page = Event::due_of_all(&scope).await.unwrap();
    assert_eq!(page.requests(), 10, "five shards of two levels");
    let mut expected: Vec<&Event> = events.iter().collect();
    expected.sort_by_key(|one| std::cmp::Reverse((one.score, one.event)));
    assert_eq!(numbers(page), expected.into_iter().map(|one| one.event).collect::<Vec<_>>());
}

/// The value of the index's partition key.
async fn shard_of(dal: &Dal<Cameras>, event: &Event) -> String {
    let found = dal
        .client()
        .get_item()
        .table_name(dal.table_name())
        .key("PK", aws_sdk_dynamodb::types::AttributeValue::S(format!("SITE#s#CAMERA#{}", event.camera)))
        .key("SK", aws_sdk_dynamodb::types::AttributeValue::S(format!("EVENT#{:010}", event.event)))
        .send()
        .await
        .unwrap();
    found.item.unwrap()["DuePK"].as_s().unwrap().clone()
}

#[tokio::test]
async fn an_item_stays_in_its_shard() {
    let one = event(1, 0, 3, Level::High);
    let (dal, scope) = filled(std::slice::from_ref(&one)).await;
    let own = shard_of(&dal, &one).await;
    let number: u32 = own.strip_prefix("SITE#s#DUE#").unwrap().parse().unwrap();
    assert!((2..7).contains(&number) && own.ends_with(&format!("{number:02}")), "{own}");
    let changed = Event { score: 9, ..one.clone() };
    changed.put(&scope).await.unwrap();
    assert_eq!(shard_of(&dal, &one).await, own, "a put finds the shard again");
    changed.patch(&scope).set(Event::SCORE, 5_u16).await.unwrap();
    assert_eq!(shard_of(&dal, &one).await, own, "and so does a patch");
    // From elsewhere, in a shard of its own.
    let given = if number == 4 { 5 } else { 4 };
    one.put(&scope).shard(given).await.unwrap();
    assert_eq!(shard_of(&dal, &one).await, format!("SITE#s#DUE#{given:02}"));
    assert_eq!(numbers(Event::due(&scope).await.unwrap()), [1], "it is found there");
    for wrong in [1, 7, 400] {
        let refused = one.put(&scope).shard(wrong).await;
        assert!(matches!(refused, Err(Error::Key(_))), "{wrong}: {refused:?}");
    }
}

#[tokio::test]
async fn a_range_beyond_the_buckets_is_refused() {
    let events: Vec<Event> =
        (0..5_u32).map(|day| event(day, i64::from(day) * 24 + 12, 1, Level::High)).collect();
    let (_, scope) = filled(&events).await;
    let until = |range: std::ops::Range<i64>| {
        Event::until(&scope, hour(4 * 24 + 3)).range(hour(range.start)..hour(range.end))
    };
    assert_eq!(numbers(until(24..5 * 24).await.unwrap()), [4, 3, 2, 1], "from midnight to midnight");
    for wide in [23..5 * 24, 24..5 * 24 + 1] {
        let refused = until(wide.clone()).await;
        assert!(
            matches!(refused, Err(Error::RangeTooWide { pattern: "until", buckets: 4 })),
            "{wide:?}: {refused:?}"
        );
    }
    let open = Event::until(&scope, hour(4 * 24)).range(..hour(5 * 24)).await.unwrap();
    assert_eq!(numbers(open), [4, 3, 2, 1], "without an end, it is as far as the buckets go");
}

#[tokio::test]
async fn shards_are_all_used() {
    let events: Vec<Event> = (0..60_u32).map(|number| event(number, 0, 1, Level::High)).collect();
    let (dal, _) = filled(&events).await;
    let mut used = std::collections::BTreeSet::new();
    for event in &events {
        used.insert(shard_of(&dal, event).await);
    }
    assert_eq!(used.len(), 5, "{used:?}");
}

/// Pages of every size over neighbouring days are the one list of these days.
#[test]
fn buckets_are_read_as_one_list() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    law(24, (drawn(), 0..12_i64, 1..9_u32, any::<bool>()), |(events, day, limit, newest)| {
        runtime.block_on(async {
            let (_, scope) = filled(&events).await;
            let days = if newest { day - 3..=day } else { day..=day + 3 };
            let mut expected: Vec<&Event> = events
                .iter()
                .filter(|one| days.contains(&(one.seen - hour(0)).num_hours().div_euclid(24)))
                .collect();
            expected.sort_by_key(|one| (one.seen, one.event));
            if newest {
                expected.reverse();
            }
            let expected: Vec<u32> = expected.into_iter().map(|one| one.event).collect();
            let start = hour(day * 24 + 11);
            let (mut seen, mut cursor) = (Vec::new(), None);
            loop {
                let page = if newest {
                    Event::until(&scope, start).limit(limit).after(cursor).await.unwrap()
                } else {
                    Event::since(&scope, start).limit(limit).after(cursor).await.unwrap()
                };
                assert!(page.len() <= limit as usize && page.requests() <= 4);
                cursor = page.cursor();
                seen.extend(numbers(page));
                assert!(seen.len() <= expected.len(), "nothing twice");
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(seen, expected);
            let until: Vec<u32> = if newest { expected.clone() } else { Vec::new() };
            if newest {
                let latest = Event::latest_until(&scope, start).await.unwrap().map(|one| one.event);
                assert_eq!(latest, until.first().copied());
                let within =
                    Event::until(&scope, start).range(hour(day * 24 - 30)..hour(day * 24)).await.unwrap();
                let range = hour(day * 24 - 30)..hour(day * 24);
                let kept: Vec<u32> = until
                    .into_iter()
                    .filter(|number| range.contains(&events[*number as usize].seen))
                    .collect();
                assert_eq!(numbers(within), kept, "a range holds in every bucket");
            }
        });
    });
}

#[tokio::test]
async fn months_follow_each_other() {
    // January 31st, February 29th, March 1st, April 1st.
    let events: Vec<Event> = [0, 29 * 24, 30 * 24, 61 * 24]
        .into_iter()
        .zip(0_u32..)
        .map(|(hours, number)| event(number, hours, 1, Level::Low))
        .collect();
    let (_, scope) = filled(&events).await;
    assert_eq!(numbers(Event::of_months(&scope, hour(0)).await.unwrap()), [0, 1, 2], "January to March");
    assert_eq!(
        numbers(Event::of_months(&scope, hour(61 * 24)).reverse().await.unwrap()),
        [3, 2, 1],
        "April to February"
    );
}

#[tokio::test]
async fn cursors_of_shards_and_buckets_belong_to_them() {
    let events: Vec<Event> =
        (0..20_u32).map(|number| event(number, i64::from(number) * 6, 1, Level::High)).collect();
    let (_, scope) = filled(&events).await;
    let due = Event::due(&scope).limit(3).await.unwrap().cursor();
    let since = Event::since(&scope, hour(0)).limit(3).await.unwrap().cursor();
    assert!(due.is_some() && since.is_some());
    for refused in [
        Event::due(&scope).range(1..).after(due.clone()).await,
        Event::due(&scope).after(since.clone()).await,
        Event::since(&scope, hour(24)).after(since.clone()).await,
        Event::until(&scope, hour(0)).after(since).await,
    ] {
        assert!(matches!(refused, Err(Error::Cursor(CursorError::Foreign))), "{refused:?}");
    }
}

#[tokio::test]
async fn a_local_index_orders_the_table_and_is_read_consistently() {
    let events: Vec<Event> =
        (0..12_u32).map(|number| event(number, 0, (number * 5 % 12) as u16, Level::Low)).collect();
    let (dal, scope) = filled(&events).await;
    let mut own: Vec<&Event> = events.iter().filter(|one| one.camera == "c1").collect();
    own.sort_by_key(|one| std::cmp::Reverse(one.score));
    let own: Vec<u32> = own.into_iter().map(|one| one.event).collect();
    let page = Event::best(&scope, "c1").limit(2).await.unwrap();
    let cursor = page.cursor();
    let mut seen = numbers(page);
    seen.extend(numbers(Event::best(&scope, "c1").after(cursor).await.unwrap()));
    assert_eq!(seen, own);
    let low = numbers(Event::best(&scope, "c1").range(..6).consistent().await.unwrap());
    assert_eq!(low, own.into_iter().filter(|number| events[*number as usize].score < 6).collect::<Vec<_>>());
    dal.verify_table().await.unwrap();
}

/// Items of several queries are merged, and borrow from the page all the same.
#[tokio::test]
async fn a_raw_page_of_shards_is_the_page() {
    #[derive(Debug, Deserialize)]
    struct Line<'a> {
        event: u32,
        camera: &'a str,
    }
    let events: Vec<_> = (0..20).map(|number| event(number, 1, (number % 7) as u16, Level::High)).collect();
    let (_, scope) = filled(&events).await;
    let (owned, raw) =
        (Event::due(&scope).limit(12).await.unwrap(), Event::due(&scope).limit(12).raw().await.unwrap());
    assert_eq!(
        (owned.cursor(), owned.requests(), owned.evaluated()),
        (raw.cursor(), raw.requests(), raw.evaluated())
    );
    let lines: Vec<Line<'_>> = raw.items().map(Result::unwrap).collect();
    assert!(lines.iter().all(|line| line.camera == format!("c{}", line.event % 3)));
    assert_eq!(lines.iter().map(|line| line.event).collect::<Vec<_>>(), numbers(owned));
}
