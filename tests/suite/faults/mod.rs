//! Faults that users of other libraries reported, each as a test of what is right. `docs/checks.md` has the list.

use dal::prelude::*;
use dal::{Entity, Error, KeyProblem};
use serde::{Deserialize, Serialize};

use crate::support::{Log, fresh};

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Pair {
    pub shop: String,
    pub left: String,
    pub right: String,
    pub note: String,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Score {
    pub shop: String,
    pub player: String,
    pub points: u32,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Person {
    pub shop: String,
    pub person: String,
    pub nick: Option<String>,
    pub city: Option<String>,
    pub name: String,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Shelf {
    Pair(Pair),
    Score(Score),
    Person(Person),
}

/// A shop in a new table.
async fn shop() -> Scope<Shelf> {
    fresh::<Shelf>().await.tenant("a")
}

fn pair(left: &str, right: &str) -> Pair {
    let [left, right] = [left, right].map(str::to_owned);
    Pair { shop: "a".to_owned(), note: format!("{left} and {right}"), left, right }
}

fn person(person: &str, nick: Option<&str>, city: Option<&str>) -> Person {
    Person {
        shop: "a".to_owned(),
        person: person.to_owned(),
        nick: nick.map(str::to_owned),
        city: city.map(str::to_owned),
        name: format!("name of {person}"),
    }
}

#[tokio::test]
async fn values_that_hold_the_delimiter_are_keys_of_their_own() {
    let shop = shop().await;
    let all = [
        pair("A#", "B"),
        pair("A", "#B"),
        pair("A$23", "B"),
        pair("A", "B"),
        pair("A#B", "C"),
        pair("A", "B#C"),
    ];
    for pair in &all {
        pair.create(&shop).await.unwrap();
    }
    for pair in &all {
        let found = Pair::get_pair(&shop, pair.key()).await.unwrap();
        assert_eq!(found.as_ref(), Some(pair));
    }
    assert_eq!(Pair::pairs(&shop).await.unwrap().len(), all.len());
}

#[tokio::test]
async fn a_whole_key_is_bound_by_equality() {
    let shop = shop().await;
    for pair in [pair("x", "1"), pair("x", "10"), pair("x", "1#")] {
        pair.create(&shop).await.unwrap();
    }
    let found = Pair::the_pair(&shop, PairThePairParams { left: "x".to_owned(), right: "1".to_owned() })
        .await
        .unwrap();
    assert_eq!(found.into_items().unwrap(), [pair("x", "1")]);
}

#[tokio::test]
async fn numbers_in_keys_are_in_order_and_keep_their_range() {
    let shop = shop().await;
    for points in [10, 2, 1, 100, 9, 0, u32::MAX, 11] {
        Score { shop: "a".to_owned(), player: "ann".to_owned(), points }.create(&shop).await.unwrap();
    }
    Score { shop: "a".to_owned(), player: "anna".to_owned(), points: 5 }.create(&shop).await.unwrap();
    let points = async |query: dal::Query<ScoreScores>| {
        query.await.unwrap().into_items().unwrap().iter().map(|score| score.points).collect::<Vec<_>>()
    };
    let scores = || Score::scores(&shop, "ann".to_owned());
    assert_eq!(points(scores()).await, [0, 1, 2, 9, 10, 11, 100, u32::MAX]);
    assert_eq!(points(scores().range(2..=10)).await, [2, 9, 10]);
    assert_eq!(points(scores().range(10..)).await, [10, 11, 100, u32::MAX]);
    assert_eq!(points(scores().range(..10).reverse()).await, [9, 2, 1, 0]);
}

#[tokio::test]
async fn empty_text_is_refused_before_it_is_sent() {
    let (dal, log) = Log::of::<Shelf>().await;
    let shop = dal.tenant("a");
    let empty = |error: Error, attribute: &str| match error {
        Error::Key(error) => assert_eq!((error.attribute, error.problem), (attribute, KeyProblem::Empty)),
        other => panic!("{other}"),
    };
    empty(person("", None, None).create(&shop).await.unwrap_err(), "SK");
    empty(person("p", Some(""), None).create(&shop).await.unwrap_err(), "GSI1PK");
    empty(person("p", Some(""), None).put(&shop).await.unwrap_err(), "GSI1PK");
    empty(Person::get_person(&shop, String::new()).await.unwrap_err(), "SK");
    empty(Person::by_nick(&shop, String::new()).await.unwrap_err(), "GSI1PK");
    let group = PersonGsi1Parts { nick: Some(String::new()) };
    let update = Person::update(&shop, person("p", None, None).key()).set_group(group);
    empty(update.await.unwrap_err(), "GSI1PK");
    assert_eq!(log.take(), []);
}

#[tokio::test]
async fn what_an_update_does_not_name_stays_in_its_index() {
    let shop = shop().await;
    let before = person("p", Some("pip"), Some("Leeds"));
    before.create(&shop).await.unwrap();
    let after = Person::update(&shop, before.key()).set(Person::NAME, "new").await.unwrap();
    assert_eq!(after, Person { name: "new".to_owned(), ..before.clone() });
    let found = Person::by_nick(&shop, "pip".to_owned()).await.unwrap();
    assert_eq!(found.items().map(|found| found.name.as_str()).collect::<Vec<_>>(), ["new"]);
    Person::update(&shop, before.key()).set_group(PersonGsi1Parts { nick: None }).await.unwrap();
    assert_eq!(Person::by_nick(&shop, "pip".to_owned()).await.unwrap().len(), 0);
    assert_eq!(Person::in_city(&shop, "Leeds".to_owned()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn an_item_decodes_without_its_tag_and_without_its_index_keys() {
    let shop = shop().await;
    let whole = person("p", Some("pip"), Some("Leeds"));
    let mut attributes = whole.to_attribute_values(&shop).unwrap();
    for name in ["kind", "GSI1PK", "GSI1SK", "GSI2PK"] {
        assert!(attributes.remove(name).is_some(), "{name}");
    }
    assert_eq!(Person::from_attribute_values(&attributes).unwrap(), whole);
    // Keys are columns of their own: no field is read from them, and none is stored in them.
    assert_eq!(attributes["person"].as_s().unwrap(), "p");
    assert_eq!(attributes["SK"].as_s().unwrap(), "PERSON#p");
}

#[tokio::test]
async fn an_index_of_keys_alone_and_without_a_sort_key_is_read_in_pages() {
    let shop = shop().await;
    for number in 0..7 {
        person(&format!("p{number}"), None, Some("Leeds")).create(&shop).await.unwrap();
    }
    person("other", None, Some("Leeds#2")).create(&shop).await.unwrap();
    for size in 1..9 {
        let (mut seen, mut cursor) = (Vec::new(), None);
        loop {
            let page = Person::in_city(&shop, "Leeds".to_owned()).limit(size).after(cursor).await.unwrap();
            cursor = page.cursor();
            for found in page.into_items().unwrap() {
                assert_eq!((found.shop.as_str(), found.city.as_str()), ("a", "Leeds"));
                seen.push(found.person);
            }
            if cursor.is_none() {
                break;
            }
        }
        seen.sort();
        assert_eq!(seen, ["p0", "p1", "p2", "p3", "p4", "p5", "p6"], "pages of {size}");
    }
}

#[tokio::test]
async fn a_stream_begins_behind_its_cursor_and_shares_nothing_with_another() {
    let shop = shop().await;
    for number in 0..6 {
        person(&format!("p{number}"), None, None).create(&shop).await.unwrap();
    }
    let cursor = Person::people(&shop).limit(2).await.unwrap().cursor();
    assert!(cursor.is_some());
    // One after the other, and with a limit: each starts anew.
    for _ in 0..2 {
        let mut stream = Person::people(&shop).after(cursor.clone()).limit(3).page_size(2).stream();
        let mut seen = Vec::new();
        while let Some(person) = stream.next().await {
            seen.push(person.unwrap().person);
        }
        assert_eq!(seen, ["p2", "p3", "p4"]);
    }
}
