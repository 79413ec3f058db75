//! Keys of several attributes: what is sent, whatever the engine, and what comes back where it has them.

mod placed;

use chrono::{DateTime, Utc};
use dal::prelude::*;
use dal::{Cursor, CursorError, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use ulid::Ulid;

use crate::support::*;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Match {
    pub league: String,
    pub match_id: Ulid,
    pub season: String,
    pub region: Option<String>,
    pub round: u8,
    pub court: String,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    pub at: DateTime<Utc>,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Matches {
    Match(Match),
}

/// What a call sends, whatever the engine makes of it.
async fn sent<T>(log: &Log, call: impl IntoFuture<Output = Result<T, Error>>) -> Value {
    log.take();
    let _ = call.await;
    log.take().pop().expect("one call").1
}

fn at(millis: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(millis).unwrap()
}

/// The key condition with the names and values in their places.
fn condition(body: &Value) -> String {
    let mut text = body["KeyConditionExpression"].as_str().unwrap().to_owned();
    for (name, value) in body["ExpressionAttributeNames"].as_object().unwrap() {
        text = text.replace(name, value.as_str().unwrap());
    }
    for (name, value) in body["ExpressionAttributeValues"].as_object().unwrap() {
        let (of, value) = value.as_object().unwrap().iter().next().unwrap();
        text = text.replace(name, &format!("{of} {value}"));
    }
    text
}

#[tokio::test]
async fn all_partition_attributes_are_equal_and_sort_attributes_from_the_left() {
    let (dal, log) = Log::of_any::<Matches>().await;
    let league = dal.tenant("l");
    let partition = r#"GSI1PK = S "LEAGUE#l#s$231" AND region = S "north#1""#;
    let (season, region) = ("s#1".to_owned(), "north#1".to_owned());
    let of = |round| MatchOfRoundParams { season: season.clone(), region: region.clone(), round };

    let region_only = || MatchOfRegionParams { season: season.clone(), region: region.clone() };
    let body = sent(&log, Match::of_region(&league, region_only())).await;
    assert_eq!(condition(&body), partition);
    assert_eq!(body["IndexName"], "ByRound");
    let body = sent(&log, Match::of_region(&league, region_only()).range(2..5)).await;
    assert_eq!(condition(&body), format!(r#"{partition} AND round BETWEEN N "2" AND N "4""#));
    let body = sent(&log, Match::of_region(&league, region_only()).range(..5)).await;
    assert_eq!(condition(&body), format!(r#"{partition} AND round <= N "4""#));

    // The next attribute begins with what all keys of the entity begin with.
    let body = sent(&log, Match::of_round(&league, of(3))).await;
    let round = format!(r#"{partition} AND round = N "3""#);
    assert_eq!(condition(&body), format!(r#"{round} AND begins_with(GSI1SK, S "COURT#")"#));

    let courts = MatchOfCourtsParams {
        season: season.clone(),
        region: region.clone(),
        round: 3,
        court: "cen".to_owned(),
    };
    let body = sent(&log, Match::of_courts(&league, courts)).await;
    assert_eq!(condition(&body), format!(r#"{round} AND begins_with(GSI1SK, S "COURT#cen")"#));

    let court =
        || MatchOfCourtParams { season: season.clone(), region: region.clone(), round: 3, court: "c".into() };
    let body = sent(&log, Match::of_court(&league, court())).await;
    let court_is = format!(r#"{round} AND GSI1SK = S "COURT#c""#);
    assert_eq!(condition(&body), court_is);
    assert_eq!(body["ScanIndexForward"], false);
    let body = sent(&log, Match::of_court(&league, court()).range(at(5)..)).await;
    assert_eq!(condition(&body), format!(r#"{court_is} AND at >= N "5""#));
    let body = sent(&log, Match::of_court(&league, court()).range(at(5)..at(9))).await;
    assert_eq!(condition(&body), format!(r#"{court_is} AND at BETWEEN N "5" AND N "8""#));

    let whole = MatchAtTimeParams { season, region, round: 3, court: "c".into(), at: at(-7) };
    let body = sent(&log, Match::at_time(&league, whole)).await;
    assert_eq!(condition(&body), format!(r#"{court_is} AND at = N "-7""#));
}

#[tokio::test]
async fn an_item_has_all_attributes_of_the_index_or_none_of_its_own() {
    let (dal, log) = Log::of_any::<Matches>().await;
    let league = dal.tenant("l");
    let mut whole = Match {
        league: "l".into(),
        match_id: Ulid::from(1u128),
        season: "2026".into(),
        region: Some("north".into()),
        round: 3,
        court: "c".into(),
        at: at(9),
    };
    let body = sent(&log, whole.put(&league)).await;
    let key = |name: &str| body["Item"][name].clone();
    assert_eq!(key("GSI1PK"), json!({ "S": "LEAGUE#l#2026" }));
    assert_eq!(key("GSI1SK"), json!({ "S": "COURT#c" }));
    assert_eq!((key("region"), key("round")), (json!({ "S": "north" }), json!({ "N": "3" })));
    assert_eq!(key("at"), json!({ "N": "9" }));

    whole.region = None;
    let body = sent(&log, whole.put(&league)).await;
    let key = |name: &str| body["Item"][name].clone();
    assert_eq!((key("GSI1PK"), key("GSI1SK"), key("region")), (Value::Null, Value::Null, Value::Null));
    // Fields stay.
    assert_eq!((key("round"), key("at")), (json!({ "N": "3" }), json!({ "N": "9" })));

    let group = |region: Option<&str>| MatchByRoundParts {
        season: "2027".into(),
        region: region.map(str::to_owned),
        round: 4,
        court: "d".into(),
        at: at(8),
    };
    let id = || MatchKey { match_id: Ulid::from(1u128) };
    let body = sent(&log, Match::update(&league, id()).set_group(group(Some("south")))).await;
    let update = body["UpdateExpression"].as_str().unwrap();
    assert!(update.starts_with("SET ") && !update.contains("REMOVE"), "{update}");
    let values: Vec<_> = body["ExpressionAttributeValues"].as_object().unwrap().values().collect();
    for wanted in [
        json!({ "S": "LEAGUE#l#2027" }),
        json!({ "S": "COURT#d" }),
        json!({ "N": "4" }),
        json!({ "S": "south" }),
    ] {
        assert!(values.contains(&&wanted), "{wanted} of {values:?}");
    }
    let body = sent(&log, Match::update(&league, id()).set_group(group(None))).await;
    let names = body["ExpressionAttributeNames"].as_object().unwrap();
    let named = |text: &str| {
        let mut text = text.to_owned();
        names.iter().for_each(|(name, value)| text = text.replace(name, value.as_str().unwrap()));
        text
    };
    let update = named(body["UpdateExpression"].as_str().unwrap());
    let (_, removed) = update.split_once("REMOVE ").expect("something is removed");
    let mut removed: Vec<&str> = removed.split(", ").collect();
    removed.sort_unstable();
    assert_eq!(removed, ["GSI1PK", "GSI1SK", "region"]);
}

#[tokio::test]
async fn the_table_is_created_with_all_attributes_of_each_key() {
    let (dal, log) = Log::of_any::<Matches>().await;
    let _ = dal.create_table().await;
    let (_, body) = log.take().into_iter().find(|(name, _)| name == "CreateTable").expect("a call");
    let index = &body["GlobalSecondaryIndexes"][0];
    let element = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    assert_eq!(
        index["KeySchema"],
        json!([
            element("GSI1PK", "HASH"),
            element("region", "HASH"),
            element("round", "RANGE"),
            element("GSI1SK", "RANGE"),
            element("at", "RANGE"),
        ])
    );
    let types: Vec<(&str, &str)> = body["AttributeDefinitions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| (of["AttributeName"].as_str().unwrap(), of["AttributeType"].as_str().unwrap()))
        .collect();
    assert_eq!(
        types,
        [
            ("PK", "S"),
            ("SK", "S"),
            ("GSI1PK", "S"),
            ("region", "S"),
            ("round", "N"),
            ("GSI1SK", "S"),
            ("at", "N")
        ]
    );
}

#[tokio::test]
async fn a_cursor_of_another_query_is_refused() {
    let (dal, _) = Log::of_any::<Matches>().await;
    let league = dal.tenant("l");
    let params = MatchOfRegionParams { season: "s".into(), region: "r".into() };
    let forged = Match::of_region(&league, params).after(Cursor::from("AQ".to_owned())).await;
    assert!(matches!(forged, Err(Error::Cursor(CursorError::Malformed))), "{forged:?}");
}
