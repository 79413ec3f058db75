//! Key attributes that are numbers, bytes and strings as they are.

mod natural;
mod run_on;
mod several;

use std::ops::Bound::{self, Excluded, Included, Unbounded};
use std::ops::RangeBounds;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use dal::prelude::*;
use dal::{Cursor, CursorError, Error};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::support::*;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Play {
    pub club: String,
    pub game: String,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    pub at: DateTime<Utc>,
    pub score: Option<i32>,
    pub team: Option<String>,
    #[serde(default, with = "dal::binary::option")]
    pub code: Option<Vec<u8>>,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Tick {
    pub club: String,
    #[serde(with = "dal::number")]
    pub at: Decimal,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Beat {
    pub club: String,
    pub at: f64,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Board {
    Play(Play),
    Tick(Tick),
    Beat(Beat),
}

fn at(millis: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(millis).unwrap()
}

fn play(club: &str, game: &str, millis: i64, score: Option<i32>) -> Play {
    Play { club: club.into(), game: game.into(), at: at(millis), score, team: None, code: None }
}

fn bounds<T: Clone>(value: &T) -> [Bound<T>; 3] {
    [Included(value.clone()), Excluded(value.clone()), Unbounded]
}

/// Bounds, and what lies between them.
type Expected<T> = ((Bound<T>, Bound<T>), Vec<T>);

/// Every range between two of the values, with what lies inside.
fn ranges<T: Clone + PartialOrd>(values: &[T]) -> Vec<Expected<T>> {
    let mut all = Vec::new();
    for low in values.iter().flat_map(bounds) {
        for high in values.iter().flat_map(bounds) {
            let range = (low.clone(), high);
            let inside = values.iter().filter(|value| range.contains(*value)).cloned().collect();
            all.push((range, inside));
        }
    }
    all
}

#[tokio::test]
async fn times_are_numbers_and_sort_as_such() {
    let dal = fresh::<Board>().await;
    let club = dal.tenant("a#b");
    // As text, -1 comes before -10 and 9 behind 10.
    let times =
        [-62_167_219_200_000, -1_000, -10, -1, 0, 9, 10, 999, 1_000, 1_796_010_516_123, 253_402_300_799_999];
    for millis in times.into_iter().rev() {
        play("a#b", "chess", millis, None).create(&club).await.unwrap();
        play("a", "chess", millis, None).create(&dal.tenant("a")).await.unwrap();
    }
    let newest = Play::plays(&club, "chess").await.unwrap().into_items().unwrap();
    let found: Vec<_> = newest.iter().rev().map(|play| play.at.timestamp_millis()).collect();
    assert_eq!(found, times);
    assert!(newest.iter().all(|play| play.club == "a#b"));
    assert_eq!(Play::last_play(&club, "chess").await.unwrap().unwrap().at, at(253_402_300_799_999));
    for (range, inside) in ranges(&times.map(at)) {
        let found = Play::plays(&club, "chess").range(range).reverse().await.unwrap();
        assert_eq!(found.items().map(|play| play.at).collect::<Vec<_>>(), inside, "{range:?}");
    }
    // A bound that is finer lies between two values.
    let fine = DateTime::from_timestamp_nanos(9_000_001);
    let found = Play::plays(&club, "chess").range(fine..at(1_000)).reverse().await.unwrap();
    assert_eq!(found.items().map(|play| play.at).collect::<Vec<_>>(), [at(10), at(999)]);
    let key = PlayKey { game: "chess".into(), at: at(-10) };
    assert_eq!(Play::key_values(&club, &key).unwrap().to_string(), "PK=CLUB#a$23b#PLAY#chess at=-10");
    assert!(Play::get_play(&club, "chess", at(-10)).await.unwrap().is_some());
    assert!(Play::delete(&club, key).returning().await.unwrap().is_some());
    assert_eq!(Play::get_play(&club, "chess", at(-10)).await.unwrap(), None);
}

#[tokio::test]
async fn a_value_finer_than_its_kind_is_refused_in_the_primary_key() {
    let dal = fresh::<Board>().await;
    let club = dal.tenant("a");
    let fine = Play { at: DateTime::from_timestamp_nanos(1), ..play("a", "chess", 0, None) };
    assert!(matches!(fine.create(&club).await, Err(Error::Key(_))));
}

#[tokio::test]
async fn decimals_and_floats_sort_by_value() {
    let dal = fresh::<Board>().await;
    let club = dal.tenant("a");
    let decimals: Vec<Decimal> =
        ["-100", "-10.25", "-9.5", "-0.01", "0", "0.1", "2", "9.99", "10", "123456789012345678901234567.89"]
            .into_iter()
            .map(|text| text.parse().unwrap())
            .collect();
    for at in decimals.iter().rev() {
        Tick { club: "a".into(), at: *at }.create(&club).await.unwrap();
    }
    for (range, inside) in ranges(&decimals) {
        let found = Tick::ticks(&club).range(range).await.unwrap();
        assert_eq!(found.items().map(|tick| tick.at).collect::<Vec<_>>(), inside, "{range:?}");
    }
    // The same value in other digits is the same key.
    let again = Tick { club: "a".into(), at: "2.00".parse().unwrap() };
    assert!(matches!(again.create(&club).await, Err(Error::AlreadyExists(_))));
    assert!(Tick::get_tick(&club, "2.0".parse::<Decimal>().unwrap()).await.unwrap().is_some());

    let floats = [-1e125, -1e3, -2.5, -1e-129, 0.0, 1e-129, 0.1, 0.1f64.next_up(), 0.3, 1.0, 1e21, 9.9e125];
    for at in floats.into_iter().rev() {
        Beat { club: "a".into(), at }.create(&club).await.unwrap();
    }
    for (range, inside) in ranges(&floats) {
        let found = Beat::beats(&club).range(range).await.unwrap();
        assert_eq!(found.items().map(|beat| beat.at).collect::<Vec<_>>(), inside, "{range:?}");
    }
    for outside in [f64::NAN, f64::INFINITY, 1e126, 1e-131] {
        let refused = Beat { club: "a".into(), at: outside }.create(&club).await;
        assert!(matches!(refused, Err(Error::Key(_))), "{outside}: {refused:?}");
    }
}

#[tokio::test]
async fn a_leaderboard_pages_through_ties() {
    let dal = fresh::<Board>().await;
    let club = dal.tenant("a");
    let scores = [100, 9, 9, 9, 9, -5, 0, 9, 80, -50];
    for (number, score) in scores.into_iter().enumerate() {
        play("a", "chess", number as i64, Some(score)).create(&club).await.unwrap();
        play("b", "chess", number as i64, Some(score)).create(&dal.tenant("b")).await.unwrap();
    }
    play("a", "chess", 99, None).create(&club).await.unwrap();
    let best = Play::best(&club, "chess").await.unwrap().into_items().unwrap();
    let mut sorted = scores.to_vec();
    sorted.sort_unstable_by(|one, other| other.cmp(one));
    assert_eq!(best.iter().map(|play| play.score.unwrap()).collect::<Vec<_>>(), sorted);
    for size in 1..=11 {
        let (mut seen, mut cursor) = (Vec::new(), None);
        loop {
            let page = Play::best(&club, "chess").limit(size).after(cursor).await.unwrap();
            cursor = page.cursor();
            seen.extend(page.into_items().unwrap());
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen, best, "limit {size}");
    }
    let ties = Play::of_score(&club, "chess", 9).limit(2).await.unwrap();
    let rest = Play::of_score(&club, "chess", 9).after(ties.cursor()).await.unwrap();
    assert_eq!((ties.len(), rest.len()), (2, 3));
    for (range, inside) in ranges(&[-50, -5, 0, 9, 80, 100]) {
        let page = Play::best(&club, "chess").range(range).reverse().await.unwrap();
        let mut found: Vec<_> = page.items().map(|play| play.score.unwrap()).collect();
        found.dedup();
        assert_eq!(found, inside, "{range:?}");
    }
}

#[tokio::test]
async fn an_update_moves_an_item_in_an_index_of_its_own_attributes() {
    let dal = fresh::<Board>().await;
    let club = dal.tenant("a");
    play("a", "chess", 1, Some(5)).create(&club).await.unwrap();
    let key = || PlayKey { game: "chess".into(), at: at(1) };
    let scores = async || -> Vec<Option<i32>> {
        let page = Play::best(&club, "chess").await.unwrap();
        page.items().map(|play| play.score).collect()
    };
    assert_eq!(scores().await, [Some(5)]);
    let updated = Play::update(&club, key()).set_group(PlayByScoreParts { score: Some(7) }).await.unwrap();
    assert_eq!((updated.score, scores().await), (Some(7), vec![Some(7)]));
    let updated = Play::update(&club, key()).set_group(PlayByScoreParts { score: None }).await.unwrap();
    assert_eq!((updated.score, scores().await), (None, vec![]));

    // Half of the other index's key: the field stays, and the item is in no index.
    let group = |team: Option<&str>, code: Option<&[u8]>| PlayByTeamParts {
        team: team.map(str::to_owned),
        code: code.map(<[u8]>::to_vec),
    };
    let updated = Play::update(&club, key()).set_group(group(Some("red"), None)).await.unwrap();
    assert_eq!((updated.team.as_deref(), updated.code), (Some("red"), None));
    assert_eq!(Play::of_team(&dal, "red").await.unwrap().len(), 0);
    Play::update(&club, key()).set_group(group(Some("red"), Some(&[0, 255]))).await.unwrap();
    let found = Play::of_team(&dal, "red").await.unwrap().into_items().unwrap();
    assert_eq!(found.iter().map(|play| play.code.clone()).collect::<Vec<_>>(), [vec![0, 255]]);
    Play::update(&club, key()).set_group(group(None, Some(&[0, 255]))).await.unwrap();
    assert_eq!(Play::of_team(&dal, "red").await.unwrap().len(), 0);
}

#[tokio::test]
async fn bytes_sort_as_unsigned_numbers() {
    let dal = fresh::<Board>().await;
    let club = dal.tenant("a");
    let codes: Vec<Vec<u8>> =
        [&[0][..], &[0, 0], &[0, 255], &[1], &[127], &[127, 0], &[128], &[255], &[255, 255]]
            .into_iter()
            .map(<[u8]>::to_vec)
            .collect();
    for (number, code) in codes.iter().enumerate() {
        let item = Play {
            team: Some("red".into()),
            code: Some(code.clone()),
            ..play("a", "chess", number as i64, None)
        };
        item.create(&club).await.unwrap();
    }
    for (range, inside) in ranges(&codes) {
        let found = Play::of_team(&dal, "red").range(range.clone()).await.unwrap();
        assert_eq!(found.items().map(|play| play.code.clone()).collect::<Vec<_>>(), inside, "{range:?}");
    }
    let (mut seen, mut cursor) = (Vec::new(), None);
    loop {
        let page = Play::of_team(&dal, "red").limit(2).after(cursor).await.unwrap();
        cursor = page.cursor();
        seen.extend(page.items().map(|play| play.code.clone()));
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, codes);
    let empty = Play { team: Some("red".into()), code: Some(Vec::new()), ..play("a", "chess", 99, None) };
    assert!(matches!(empty.create(&club).await, Err(Error::Key(_))));
}

#[tokio::test]
async fn attribute_values_are_what_a_put_writes() {
    let dal = fresh::<Board>().await;
    let club = dal.tenant("a");
    let item = Play { team: Some("red".into()), code: Some(vec![1, 2]), ..play("a", "chess", -7, Some(3)) };
    let values = item.to_attribute_values(&club).unwrap();
    assert_eq!(values["at"].as_n().map(String::as_str), Ok("-7"));
    assert_eq!(values["score"].as_n().map(String::as_str), Ok("3"));
    assert_eq!(values["code"].as_b().map(|code| code.as_ref()), Ok(&[1, 2][..]));
    assert_eq!(Play::from_attribute_values(&values).unwrap(), item);
    item.create(&club).await.unwrap();
    let Err(Error::AlreadyExists(stored)) = item.create(&club).await else { panic!("it is there") };
    assert_eq!(stored.stored.as_ref().unwrap().attributes(), &values);
    assert_eq!(stored.key, "PK=CLUB#a#PLAY#chess at=-7");
}

/// Flips, shortens and lengthens a cursor, and puts the parts of another in its place: nothing outside the query comes.
#[tokio::test]
async fn forged_cursors_never_leave_the_query() {
    let dal = fresh::<Board>().await;
    let (club, other) = (dal.tenant("a"), dal.tenant("b"));
    for number in 0..6 {
        for (name, scope) in [("a", &club), ("b", &other)] {
            play(name, "chess", number, Some(number as i32 % 3)).create(scope).await.unwrap();
        }
    }
    let range = || at(1)..at(4);
    let cursor_of = async |scope: &Scope<Board>| {
        let page = Play::plays(scope, "chess").range(range()).limit(1).await.unwrap();
        URL_SAFE_NO_PAD.decode(page.cursor().unwrap().as_str()).unwrap()
    };
    let (own, foreign) = (cursor_of(&club).await, cursor_of(&other).await);
    let mut forged: Vec<Vec<u8>> = Vec::new();
    for place in 0..own.len() {
        for value in [0, 1, b'0', b'9', b'-', 0xff, own[place] ^ 1, own[place].wrapping_add(1)] {
            let mut bytes = own.clone();
            bytes[place] = value;
            forged.push(bytes);
        }
    }
    // The number of the last position, in other digits and lengths.
    let head = own.len() - 2 - 1;
    for number in ["0", "1", "3", "4", "-1", "99", "2.5", "1e0", "1e400", "nan", ""] {
        let mut bytes = own[..head].to_vec();
        bytes.extend((number.len() as u16).to_be_bytes());
        bytes.extend(number.as_bytes());
        forged.push(bytes);
    }
    forged.push(foreign);
    let mut answered = 0;
    for bytes in forged {
        let cursor = Cursor::from(URL_SAFE_NO_PAD.encode(&bytes));
        match Play::plays(&club, "chess").range(range()).after(cursor).await {
            Ok(page) => {
                answered += 1;
                for item in page.items() {
                    assert!(item.club == "a" && range().contains(&item.at), "{item:?} by {bytes:?}");
                }
            }
            Err(Error::Cursor(error)) => assert!(matches!(
                error,
                CursorError::Malformed
                    | CursorError::Foreign
                    | CursorError::OutOfBounds
                    | CursorError::Expired
            )),
            Err(error) => panic!("{error} by {bytes:?}"),
        }
    }
    assert!(answered > 0, "some numbers are inside");
}

/// What serde writes under a key attribute's name is the key, or the item is refused.
mod otherwise {
    use super::*;

    #[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
    pub struct Tick {
        pub club: String,
        // As text, which is no number.
        #[serde(with = "rust_decimal::serde::str")]
        pub at: Decimal,
    }
}

#[tokio::test]
async fn a_field_that_serde_writes_as_another_type_is_refused() {
    // The same entity in the list, by another struct.
    #[derive(SingleTable, Debug, Clone, PartialEq)]
    pub enum Board {
        Play(Play),
        Tick(otherwise::Tick),
        Beat(Beat),
    }
    let dal: Dal<Board> = Dal::new(client().await);
    let club = dal.tenant("a");
    let item = otherwise::Tick { club: "a".into(), at: Decimal::ONE };
    let refused = item.create(&club).await.unwrap_err();
    let Error::Encode(error) = &refused else { panic!("{refused}") };
    assert!(error.to_string().contains("is a key attribute"), "{error}");
    assert!(item.to_attribute_values(&club).is_err());
}
