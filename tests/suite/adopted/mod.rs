//! Tables that exist, and programs that read them as they are.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use dal::prelude::*;
use dal::{Error, Transaction};
use serde::{Deserialize, Serialize};

use crate::support::*;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Event {
    pub owner: String,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    pub at: DateTime<Utc>,
    pub code: u16,
    pub title: String,
    pub queue: Option<String>,
    pub urgency: Option<String>,
    pub done: Option<bool>,
    pub tag: Option<String>,
    pub since: Option<String>,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Name {
    pub owner: String,
    pub name: String,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Picture {
    pub file: String,
    pub album: Option<String>,
    pub views: u32,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum AllOf {
    Event(Event),
    Name(Name),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Events {
    Event(Event),
    Name(Name),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Pictures {
    Picture(Picture),
}

fn at(millis: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_796_000_000_000 + millis).expect("a time")
}

fn event(millis: i64, code: u16) -> Event {
    Event {
        owner: "ann".into(),
        at: at(millis),
        code,
        title: format!("event {code}"),
        queue: None,
        urgency: None,
        done: None,
        tag: None,
        since: None,
    }
}

fn name(name: &str) -> Name {
    Name { owner: "ann".into(), name: name.into() }
}

/// The item under the key of an event, as it is stored.
async fn raw(dal: &Dal<Events>, event: &Event) -> std::collections::HashMap<String, AttributeValue> {
    let key = Event::key_values(dal, &event.key()).unwrap();
    let mut get = dal.client().get_item().table_name(dal.table_name()).consistent_read(true);
    for (name, value) in key.attributes() {
        get = get.key(name, AttributeValue::S(value.to_string()));
    }
    get.send().await.unwrap().item.expect("the item")
}

async fn get(dal: &Dal<Events>, of: &Event) -> Option<Event> {
    Event::get_event(dal, of.owner.as_str(), of.at, of.code).await.unwrap()
}

fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

#[tokio::test]
async fn what_lives_in_keys_is_no_attribute_and_comes_back() {
    let dal = fresh::<Events>().await;
    let waiting = Event {
        queue: Some("q".into()),
        urgency: Some("3 high".into()),
        tag: Some("red".into()),
        since: Some("2026".into()),
        ..event(5, 7)
    };
    waiting.create(&dal).await.unwrap();
    let stored = raw(&dal, &waiting).await;
    for gone in ["owner", "at", "code", "urgency", "since"] {
        assert!(!stored.contains_key(gone), "{gone} is an attribute: {stored:?}");
    }
    assert_eq!(stored["kind"], text("event"));
    assert_eq!(stored["SK"], text("EVENT#2026-11-30T00:53:20.005Z#00007"));
    assert_eq!((&stored["WaitPK"], &stored["WaitSK"]), (&text("QUEUE#q"), &text("3 high")));
    assert_eq!(get(&dal, &waiting).await.as_ref(), Some(&waiting));
    // From the table, from an index of everything, from the SDK's values, and in a collection.
    assert_eq!(
        Event::events(&dal, "ann").await.unwrap().into_items().unwrap(),
        std::slice::from_ref(&waiting)
    );
    assert_eq!(
        Event::waiting(&dal, "q").await.unwrap().into_items().unwrap(),
        std::slice::from_ref(&waiting)
    );
    assert_eq!(Event::from_attribute_values(&stored).unwrap(), waiting);
    assert_eq!(waiting.to_attribute_values(&dal).unwrap(), stored);
    let all = AllOf::all_of(&dal, "ann").await.unwrap().into_items().unwrap();
    assert_eq!(all, [AllOf::Event(waiting.clone())]);
    // From a narrow index, the parts of its keys.
    let tagged = Event::tagged(&dal, "red").await.unwrap().into_items().unwrap();
    assert_eq!((tagged[0].since.as_str(), tagged[0].owner.as_str(), tagged[0].code), ("2026", "ann", 7));
    // An upsert leaves them alone.
    waiting.upsert(&dal).await.unwrap();
    assert_eq!(raw(&dal, &waiting).await, stored);
}

#[tokio::test]
async fn items_that_others_wrote_are_read() {
    let dal = fresh::<Events>().await;
    let put = dal.client().put_item().table_name(dal.table_name());
    let put =
        put.item("PK", text("OWNER#bob $ sons")).item("SK", text("EVENT#2026-11-30T00:53:20.000Z#00001"));
    let put = put.item("kind", text("event")).item("title", text("by hand"));
    // Left over from a program that stored it too: the key says what it is.
    put.item("owner", text("nobody")).send().await.unwrap();
    let found = Event::events(&dal, "bob $ sons").await.unwrap().into_items().unwrap();
    assert_eq!(found, [Event { owner: "bob $ sons".into(), title: "by hand".into(), ..event(0, 1) }]);
    // A key that is none of the template is an error that names it.
    let put = dal.client().put_item().table_name(dal.table_name()).item("PK", text("OWNER#bob"));
    let put = put.item("SK", text("EVENT#2026-11-30T00:53:20.000Z#1")).item("kind", text("event"));
    put.item("title", text("broken")).send().await.unwrap();
    let page = Event::events(&dal, "bob").await.unwrap();
    let Err(Error::Items(errors)) = page.into_items() else { panic!("an error") };
    assert_eq!(errors[0].attribute.as_deref(), Some("SK"), "{errors:?}");
}

#[tokio::test]
async fn a_value_that_no_key_would_hold_is_refused() {
    let dal = fresh::<Events>().await;
    let lost = Event { urgency: Some("high".into()), ..event(0, 1) };
    for refused in [lost.put(&dal).await.map(drop), lost.create(&dal).await.map(drop)] {
        let Err(Error::Key(key)) = refused else { panic!("{refused:?}") };
        assert_eq!((key.field, key.attribute), (Some("urgency"), "WaitSK"));
    }
    assert!(lost.to_attribute_values(&dal).is_err());
    // `when:` keeps it out as well.
    let done = Event { queue: Some("q".into()), done: Some(true), ..lost };
    assert!(matches!(done.put(&dal).await, Err(Error::Key(_))));
    // So does an update that would take the item out of the index and keep the value.
    let waiting = Event { done: None, ..done };
    waiting.put(&dal).await.unwrap();
    let group = |urgency: Option<&str>, done| EventWaitingParts {
        queue: Some("q".into()),
        urgency: urgency.map(str::to_owned),
        done,
    };
    let update = Event::update(&dal, waiting.key()).set_group(group(Some("high"), Some(true)));
    assert!(matches!(update.await, Err(Error::Key(_))));
    Event::update(&dal, waiting.key()).set_group(group(Some("low"), None)).await.unwrap();
    let found = get(&dal, &waiting).await.unwrap();
    assert_eq!(found.urgency.as_deref(), Some("low"));
    Event::update(&dal, waiting.key()).set_group(group(None, Some(true))).await.unwrap();
    let found = get(&dal, &waiting).await.unwrap();
    assert_eq!((found.urgency, found.done), (None, Some(true)));
    assert!(Event::waiting(&dal, "q").await.unwrap().into_items().unwrap().is_empty());
    // A patch sets a stored part and keeps the one that only the key holds.
    waiting.put(&dal).await.unwrap();
    waiting.patch(&dal).set(Event::QUEUE, "r").await.unwrap();
    let found = Event::waiting(&dal, "r").await.unwrap().into_items().unwrap();
    assert_eq!(found[0].urgency.as_deref(), Some("high"));
}

#[tokio::test]
async fn a_value_finer_than_its_kind_is_refused_in_a_key_that_alone_holds_it() {
    let dal = fresh::<Events>().await;
    let fine = Event { at: DateTime::from_timestamp_nanos(1), ..event(0, 1) };
    assert!(matches!(fine.put(&dal).await, Err(Error::Key(_))));
}

#[tokio::test]
async fn raw_text_that_ends_its_key_is_ordered_by_its_bytes() {
    let dal = fresh::<Events>().await;
    let mut names = [
        "\u{1}",
        " ",
        "!",
        "#",
        "$",
        "$23",
        "A",
        "a",
        "a\u{0}",
        "a ",
        "a!",
        "a#b",
        "ab",
        "b",
        "é",
        "\u{10ffff}",
    ];
    for one in names {
        name(one).create(&dal).await.unwrap();
        Name { owner: "ann!".into(), name: one.into() }.create(&dal).await.unwrap();
    }
    names.sort_unstable();
    let all = Name::names(&dal, "ann").await.unwrap().into_items().unwrap();
    assert_eq!(all.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), names);
    let bounds = |value: &str| {
        use std::ops::Bound::{Excluded, Included, Unbounded};
        [Included(value.to_owned()), Excluded(value.to_owned()), Unbounded]
    };
    for low in names.iter().flat_map(|one| bounds(one)) {
        for high in names.iter().flat_map(|one| bounds(one)) {
            let range = (low.clone(), high);
            let inside: Vec<&str> = names
                .iter()
                .copied()
                .filter(|one| std::ops::RangeBounds::contains(&range, &(*one).to_owned()))
                .collect();
            let found = Name::names(&dal, "ann").range(range.clone()).await.unwrap().into_items().unwrap();
            assert_eq!(found.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), inside, "{range:?}");
        }
    }
    let of = NameNamesLikeParams { owner: "ann".into(), name: "a".into() };
    let found = Name::names_like(&dal, of).await.unwrap().into_items().unwrap();
    assert!(found.len() == 6 && found.iter().all(|one| one.name.starts_with('a')), "{found:?}");
}

#[tokio::test]
async fn a_table_without_a_sort_key_is_read_by_key_and_by_index_in_pages() {
    let dal = fresh::<Pictures>().await;
    dal.verify_table().await.unwrap();
    for views in 0..7_u32 {
        Picture { file: format!("{views}.jpg"), album: Some("a".into()), views: views / 2 }
            .create(&dal)
            .await
            .unwrap();
    }
    Picture { file: "x".into(), album: None, views: 100 }.create(&dal).await.unwrap();
    let key = PictureKey { file: "3.jpg".into() };
    assert_eq!(Picture::key_values(&dal, &key).unwrap().to_string(), "file=3.jpg");
    assert_eq!(Picture::get_picture(&dal, "3.jpg").await.unwrap().unwrap().views, 1);
    let mut seen = Vec::new();
    let mut cursor = None;
    loop {
        let page = Picture::top(&dal, "a").limit(2).after(cursor).await.unwrap();
        cursor = page.cursor();
        seen.extend(page.into_items().unwrap());
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen.len(), 7);
    assert!(seen.is_sorted_by(|one, next| one.views >= next.views), "{seen:?}");
    let most = Picture::top(&dal, "a").range(3..).await.unwrap().into_items().unwrap();
    assert_eq!(most.iter().map(|one| one.file.as_str()).collect::<Vec<_>>(), ["6.jpg"]);
    Picture::delete(&dal, key).await.unwrap();
    assert_eq!(Picture::get_picture(&dal, "3.jpg").await.unwrap(), None);
}

#[tokio::test]
async fn a_transaction_spans_the_tables_of_a_program() {
    let events = fresh::<Events>().await;
    let pictures = events.of::<Pictures>();
    let pictures = pictures.with_table_name(format!("{}-pictures", events.table_name()));
    pictures.create_table().await.unwrap();
    let picture = Picture { file: "p".into(), album: None, views: 0 };
    Transaction::new().add(name("n").create(&events)).add(picture.create(&pictures)).await.unwrap();
    assert_eq!(Picture::get_picture(&pictures, "p").await.unwrap(), Some(picture.clone()));
    // Both or none.
    let again = Transaction::new().add(name("m").create(&events)).add(picture.create(&pictures)).await;
    assert!(matches!(again, Err(Error::Transaction(_))), "{again:?}");
    assert_eq!(Name::names(&events, "ann").await.unwrap().into_items().unwrap(), [name("n")]);
}
