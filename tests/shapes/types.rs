//! Fields of all types that serde writes, of types without `Debug`, `Clone` and `PartialEq` too.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use dal::prelude::*;
use serde::{Deserialize, Serialize};

/// Nothing but serde.
#[derive(Serialize, Deserialize)]
struct Opaque {
    bytes: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
enum Shape {
    Point,
    Circle(f64),
    Line(i32, i32),
    Box { width: u32, height: u32 },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Tagged {
    Opened,
    Moved { by: String },
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/shapes/one.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    opaque: Opaque,
    shapes: Vec<Shape>,
    tagged: Option<Tagged>,
    other: Tagged,
    pair: (u8, String),
    array: [i64; 3],
    nested: Option<Vec<Option<bool>>>,
    by_name: HashMap<String, f32>,
    by_number: BTreeMap<u16, String>,
    set: HashSet<String>,
    queue: VecDeque<char>,
    boxed: Box<str>,
    path: PathBuf,
    address: IpAddr,
    duration: Duration,
    anything: serde_json::Value,
    large: u128,
    small: i8,
    fraction: f64,
    id: uuid::Uuid,
    at: chrono::DateTime<chrono::Utc>,
    text: std::string::String,
    absent: core::option::Option<String>,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/shapes/one.yaml")]
enum Clinic {
    Item(Item),
}

fn item() -> Item {
    Item {
        tenant_id: "t".into(),
        item_id: "1".into(),
        opaque: Opaque { bytes: vec![0, 255] },
        shapes: vec![
            Shape::Point,
            Shape::Circle(0.5),
            Shape::Line(-1, 1),
            Shape::Box { width: 2, height: 3 },
        ],
        tagged: Some(Tagged::Opened),
        other: Tagged::Moved { by: "ann".into() },
        pair: (7, "seven".into()),
        array: [i64::MIN, 0, i64::MAX],
        nested: Some(vec![Some(true), None]),
        by_name: HashMap::from([("half".into(), 0.5)]),
        by_number: BTreeMap::from([(300, "three hundred".into())]),
        set: HashSet::from(["only".into()]),
        queue: VecDeque::from(['a', '€']),
        boxed: "boxed".into(),
        path: PathBuf::from("a/b"),
        address: IpAddr::from([127, 0, 0, 1]),
        duration: Duration::from_millis(1500),
        anything: serde_json::json!({ "deep": [1, null, "x"] }),
        large: 99_999_999_999_999_999_999_999_999_999_999_999_999,
        small: -128,
        fraction: 0.1,
        id: uuid::Uuid::from_u128(5),
        at: chrono::DateTime::UNIX_EPOCH,
        text: "ß".into(),
        absent: None,
    }
}

#[tokio::test]
async fn every_field_comes_back() -> Result<(), Box<dyn std::error::Error>> {
    let clinic = crate::table::<Clinic>().await.tenant("t");
    item().create(&clinic).await?;
    let found = Item::get_item(&clinic, "1").await?.ok_or("it was written")?;
    assert_eq!(serde_json::to_string(&found)?, serde_json::to_string(&item())?);
    Ok(())
}
