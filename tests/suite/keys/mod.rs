//! What patterns ask of keys, on an engine: beginnings of texts, and constants of every kind.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use dal::prelude::*;
use dal::{CursorError, Error};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use ulid::Ulid;
use uuid::Uuid;

use crate::support::*;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Author {
    pub library: String,
    pub name: String,
    pub author: String,
    pub email: String,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Authority {
    pub library: String,
    pub name: String,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Folder {
    pub library: String,
    pub path: String,
    pub folder: String,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Title {
    pub library: String,
    pub title: String,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Copy {
    pub library: String,
    pub title: String,
    pub copy: u16,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum TitlesLike {
    Title(Title),
    Copy(Copy),
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Open,
    Closed,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Event {
    pub library: String,
    pub day: NaiveDate,
    pub at: DateTime<Utc>,
    pub seen: DateTime<Utc>,
    pub ratio: f64,
    pub price: Decimal,
    pub hash: Vec<u8>,
    pub serial: Ulid,
    pub token: Uuid,
    pub state: State,
    pub paid: bool,
    pub event: String,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Reading {
    pub library: String,
    pub reading_id: u32,
    pub day: NaiveDate,
    pub price: Decimal,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Library {
    Author(Author),
    Authority(Authority),
    Folder(Folder),
    Title(Title),
    Copy(Copy),
    Event(Event),
    Reading(Reading),
}

/// Two libraries in a new table.
async fn libraries() -> [Scope<Library>; 2] {
    let dal = fresh::<Library>().await;
    [dal.tenant("a"), dal.tenant("b")]
}

fn samples<T: std::fmt::Debug>(count: usize, values: impl Strategy<Value = T>) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| values.new_tree(&mut runner).expect("a value").current()).collect()
}

/// Texts that begin alike, with delimiters, escapes and case among them.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof!["[aAb#$%ς ]{1,5}", "(a|ab|Σ|ß|é|e\u{301}|#|\\$23|\u{0}|\u{10FFFF}){1,4}"]
}

/// Every beginning of these texts, by characters, and some that none has.
fn beginnings(texts: &BTreeSet<String>) -> BTreeSet<String> {
    let ends = |text: &String| text.char_indices().map(|(at, _)| at).chain([text.len()]).collect::<Vec<_>>();
    let mut all: BTreeSet<String> =
        texts.iter().flat_map(|text| ends(text).into_iter().map(|end| text[..end].to_owned())).collect();
    all.extend(["zz", "$2", "aAb#$%ςx"].map(str::to_owned));
    all
}

fn author(library: &str, name: &str, number: usize) -> Author {
    Author {
        library: library.to_owned(),
        name: name.to_owned(),
        author: format!("{number}#"),
        email: format!("{name}@{number}"),
    }
}

/// As text parts fold: character by character.
fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

#[tokio::test]
async fn a_beginning_finds_what_begins_with_it_and_nothing_else() {
    let [a, b] = libraries().await;
    let names: BTreeSet<String> = samples(60, texts()).into_iter().collect();
    let mut all = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let own = author("a", name, number);
        own.create(&a).await.unwrap();
        author("b", name, number).create(&b).await.unwrap();
        Authority { library: "a".to_owned(), name: name.clone() }.create(&a).await.unwrap();
        all.push(own);
    }
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    for beginning in beginnings(&names) {
        let page = Author::authors_like(&a, beginning.as_str()).await.unwrap().into_items().unwrap();
        assert!(page.iter().all(|author| author.library == "a"));
        let found: Vec<String> = page.iter().map(|author| author.name.clone()).collect();
        let mut expected: Vec<String> =
            names.iter().filter(|name| name.starts_with(&beginning)).cloned().collect();
        assert_eq!(found, expected, "{beginning:?}, in the order of the names");
        let last = Author::last_author(&a, beginning.as_str()).await.unwrap();
        assert_eq!(last.map(|author| author.name), expected.pop(), "{beginning:?}");
        // The index folds what it holds and what is looked up.
        let page = Author::authors_by_mail(&a, beginning.as_str()).await.unwrap().into_items().unwrap();
        let folded = lower(&beginning);
        let by_mail = all.iter().map(|author| author.email.clone());
        let expected: Vec<String> = by_mail.filter(|email| lower(email).starts_with(&folded)).collect();
        let found = page.into_iter().map(|author| author.email).collect();
        assert_eq!(sorted(found), sorted(expected), "{beginning:?}");
    }
}

#[tokio::test]
async fn a_beginning_is_read_in_pages_under_cursors_of_its_own() {
    let [a, b] = libraries().await;
    for (number, name) in ["ann", "anna", "anne", "ann#", "bob", "an"].into_iter().enumerate() {
        author("a", name, number).create(&a).await.unwrap();
    }
    for descending in [false, true] {
        for size in 1..6 {
            let (mut seen, mut cursor) = (Vec::new(), None);
            loop {
                let query = Author::authors_like(&a, "ann").limit(size).after(cursor);
                let query = if descending { query.reverse() } else { query };
                let page = query.await.unwrap();
                cursor = page.cursor();
                seen.extend(page.into_items().unwrap().into_iter().map(|author| author.name));
                if cursor.is_none() {
                    break;
                }
            }
            if descending {
                seen.reverse();
            }
            assert_eq!(seen, ["ann", "ann#", "anna", "anne"], "pages of {size}");
        }
    }
    let cursor = Author::authors_like(&a, "ann").limit(1).await.unwrap().cursor().unwrap();
    for (scope, beginning) in [(&a, "an"), (&a, "anna"), (&a, ""), (&b, "ann")] {
        let refused = Author::authors_like(scope, beginning).after(cursor.clone()).await;
        assert!(matches!(refused, Err(Error::Cursor(CursorError::Foreign))), "{beginning:?}: {refused:?}");
    }
    // Whatever is changed in a cursor, it stays within the beginning.
    for position in 0..cursor.as_str().len() {
        for replacement in ["A", "m", "_"] {
            let mut forged = cursor.to_string();
            forged.replace_range(position..=position, replacement);
            let query = Author::authors_like(&a, "ann").after(forged.parse::<Cursor>().unwrap());
            if let Ok(page) = query.await {
                assert!(page.items().all(|author| author.name.starts_with("ann")), "{forged}");
            }
        }
    }
}

#[tokio::test]
async fn the_beginning_of_raw_text_never_reaches_what_follows_it() {
    let [a, _] = libraries().await;
    let folder = |path: &str, folder: &str| Folder {
        library: "a".to_owned(),
        path: path.to_owned(),
        folder: folder.to_owned(),
    };
    for (path, name) in [("/x", "y"), ("/x/y", "z"), ("/xy", "$"), ("/", "x")] {
        folder(path, name).create(&a).await.unwrap();
    }
    let under = async |path: &str| {
        let found = Folder::folders_under(&a, path).await.unwrap().into_items().unwrap();
        found.into_iter().map(|folder| folder.path).collect::<Vec<_>>()
    };
    assert_eq!(under("/x").await, ["/x", "/x/y", "/xy"]);
    assert_eq!(under("/x/").await, ["/x/y"]);
    assert_eq!(under("").await.len(), 4);
    // No path holds the delimiter: `/x#` would otherwise find `/x` by what stands behind it.
    assert_eq!(under("/x#").await, [] as [&str; 0]);
    assert_eq!(under("/x#y").await, [] as [&str; 0]);
}

#[tokio::test]
async fn a_collection_is_cut_like_each_of_its_members() {
    let [a, _] = libraries().await;
    let library = || "a".to_owned();
    for title in ["Emma", "Emm", "Persuasion", "Emma#COPY"] {
        Title { library: library(), title: title.to_owned() }.create(&a).await.unwrap();
        for copy in 1..3 {
            Copy { library: library(), title: title.to_owned(), copy }.create(&a).await.unwrap();
        }
    }
    let found = TitlesLike::titles_like(&a, "Emma").await.unwrap().into_items().unwrap();
    let titles: Vec<&str> = found
        .iter()
        .map(|found| match found {
            TitlesLike::Title(title) => title.title.as_str(),
            TitlesLike::Copy(copy) => copy.title.as_str(),
        })
        .collect();
    assert_eq!(titles, ["Emma", "Emma", "Emma", "Emma#COPY", "Emma#COPY", "Emma#COPY"]);
    assert_eq!(TitlesLike::titles_like(&a, "").await.unwrap().len(), 12);
}

fn event() -> Event {
    let at = |text: &str| text.parse::<DateTime<Utc>>().expect("a time");
    Event {
        library: "a".to_owned(),
        day: NaiveDate::from_ymd_opt(2026, 11, 30).expect("a date"),
        at: at("2026-11-30T09:30:00.250Z"),
        seen: at("2026-11-30T09:30:00Z"),
        ratio: -1.5,
        price: Decimal::new(125, 1),
        hash: vec![0xde, 0xad, 0x01],
        serial: "01JBRC28T5FAY8VVR14D2PF2DB".parse().expect("a ulid"),
        token: "0192f0c1-2345-7abc-8def-0123456789ab".parse().expect("a uuid"),
        state: State::Open,
        paid: true,
        event: "this one".to_owned(),
    }
}

#[tokio::test]
async fn constants_of_every_kind_bind_their_value_and_no_other() {
    let [a, _] = libraries().await;
    event().create(&a).await.unwrap();
    let second = chrono::TimeDelta::seconds(1);
    let others: [fn(&mut Event, chrono::TimeDelta); 10] = [
        |event, _| event.day = event.day.succ_opt().expect("a day"),
        |event, second| event.at += second,
        |event, second| event.seen -= second,
        |event, _| event.ratio = 1.5,
        |event, _| event.price = Decimal::new(1251, 2),
        |event, _| event.hash.push(0),
        |event, _| event.serial = Ulid::from(1_u128),
        |event, _| event.token = Uuid::from_u128(1),
        |event, _| event.state = State::Closed,
        |event, _| event.paid = false,
    ];
    for change in others {
        let mut other = event();
        change(&mut other, second);
        other.event = "another".to_owned();
        other.create(&a).await.unwrap();
    }
    let found = Event::the_events(&a).await.unwrap().into_items().unwrap();
    assert_eq!(found, [event()]);
}

#[tokio::test]
async fn conditions_hold_for_values_of_every_kind() {
    let [a, _] = libraries().await;
    let day = |day| NaiveDate::from_ymd_opt(2026, 11, day).expect("a date");
    for (reading_id, (day, price)) in [
        (day(30), Decimal::new(1250, 2)),
        (day(30), Decimal::new(3, 0)),
        (day(29), Decimal::new(3, 0)),
        (day(30), Decimal::new(301, 2)),
    ]
    .into_iter()
    .enumerate()
    {
        let reading_id = u32::try_from(reading_id).expect("a small number");
        Reading { library: "a".to_owned(), reading_id, day, price }.create(&a).await.unwrap();
    }
    let found = Reading::readings_due(&a).await.unwrap().into_items().unwrap();
    assert_eq!(found.iter().map(|reading| reading.reading_id).collect::<Vec<_>>(), [0, 1]);
}
