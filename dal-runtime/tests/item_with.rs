//! The `with` modules, in DynamoDB and in another format.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dal_runtime::item::{
    ItemWriter, Layout, RawItem, Ttl, from_attributes, from_attributes_ref, item_size, to_attributes,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, expected: Value, plain: Value) {
    let mut writer = ItemWriter::new(Vec::new());
    writer.fields(value, &[]).unwrap();
    let (text, size) = writer.finish();
    assert_eq!(serde_json::from_slice::<Value>(&text).unwrap(), expected);
    let raw = RawItem::parse(&text).unwrap();
    assert_eq!(&raw.decode::<T>(&Layout::new()).unwrap(), value);
    let attributes = to_attributes(value).unwrap();
    assert_eq!(raw.to_attributes().unwrap(), attributes);
    assert_eq!(item_size(&attributes), size);
    assert_eq!(&from_attributes_ref::<T>(&attributes, &Layout::new()).unwrap(), value);
    assert_eq!(&from_attributes::<T>(attributes, &Layout::new()).unwrap(), value);

    assert_eq!(serde_json::to_value(value).unwrap(), plain);
    assert_eq!(&serde_json::from_value::<T>(plain).unwrap(), value);
}

#[track_caller]
fn refused<T: Serialize>(value: &T, path: &str) {
    let text = ItemWriter::new(Vec::new()).fields(value, &[]).unwrap_err();
    assert_eq!(text.path(), path);
    assert_eq!(to_attributes(value).unwrap_err(), text);
}

#[derive(Serialize, Deserialize, PartialEq, Eq, Debug, Clone, Copy, PartialOrd, Ord)]
enum Color {
    Red,
    Blue,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Sets {
    #[serde(with = "dal_runtime::item::string_set")]
    texts: BTreeSet<String>,
    #[serde(with = "dal_runtime::item::string_set")]
    colors: Vec<Color>,
    #[serde(with = "dal_runtime::item::number_set")]
    integers: HashSet<i64>,
    #[serde(with = "dal_runtime::item::number_set")]
    floats: [f64; 2],
    #[serde(with = "dal_runtime::item::binary_set")]
    blobs: BTreeSet<Vec<u8>>,
    #[serde(with = "dal_runtime::item::binary_set")]
    ids: BTreeSet<[u8; 2]>,
    #[serde(with = "dal_runtime::item::string_set::option", default)]
    absent: Option<BTreeSet<String>>,
    #[serde(with = "dal_runtime::item::number_set::option", default)]
    present: Option<BTreeSet<u128>>,
}

fn sets() -> Sets {
    Sets {
        texts: ["a\"".to_owned(), "b".to_owned()].into(),
        colors: vec![Color::Blue, Color::Red],
        integers: [-7].into(),
        floats: [0.5, 2.0],
        blobs: [vec![1, 2, 3], vec![255]].into(),
        ids: [[1, 2]].into(),
        absent: None,
        present: Some([u128::from(u64::MAX)].into()),
    }
}

#[test]
fn sets_are_sets() {
    round_trip(
        &sets(),
        json!({
            "texts": {"SS": ["a\"", "b"]}, "colors": {"SS": ["Blue", "Red"]}, "integers": {"NS": ["-7"]},
            "floats": {"NS": ["0.5", "2"]}, "blobs": {"BS": ["AQID", "/w=="]}, "ids": {"BS": ["AQI="]},
            "present": {"NS": ["18446744073709551615"]},
        }),
        json!({
            "texts": ["a\"", "b"], "colors": ["Blue", "Red"], "integers": [-7], "floats": [0.5, 2.0],
            "blobs": [[1, 2, 3], [255]], "ids": [[1, 2]], "absent": null, "present": [u64::MAX],
        }),
    );
    // Lists read as sets too.
    let lists = br#"{"texts":{"L":[{"S":"x"}]},"colors":{"L":[]},"integers":{"L":[{"N":"1"}]},"floats":{"L":[{"N":"1"},{"N":"2"}]},
        "blobs":{"L":[{"B":"AQ=="}]},"ids":{"L":[]},"absent":{"NULL":true}}"#;
    let lists: Sets = RawItem::parse(lists).unwrap().decode(&Layout::new()).unwrap();
    assert_eq!((lists.texts.len(), lists.integers.len(), lists.blobs.len(), lists.absent), (1, 1, 1, None));
}

#[test]
fn what_is_no_set() {
    refused(&Sets { texts: BTreeSet::new(), ..sets() }, "texts");
    refused(&Sets { present: Some(BTreeSet::new()), ..sets() }, "present");
    refused(&Sets { colors: vec![Color::Red, Color::Red], ..sets() }, "colors");
    refused(&Sets { floats: [f64::NAN, 1.0], ..sets() }, "floats[0]");

    #[derive(Serialize)]
    struct Wrong<T: Serialize>(#[serde(with = "dal_runtime::item::string_set")] T);
    #[derive(Serialize)]
    struct Item<T: Serialize> {
        field: Wrong<T>,
    }
    refused(&Item { field: Wrong(vec![1]) }, "field[0]");
    refused(&Item { field: Wrong(vec![vec![1u8]]) }, "field[0]");
    refused(&Item { field: Wrong("text") }, "field");
    refused(&Item { field: Wrong(vec![Some(true)]) }, "field[0]");
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Blobs {
    #[serde(with = "dal_runtime::item::binary")]
    vec: Vec<u8>,
    #[serde(with = "dal_runtime::item::binary")]
    array: [u8; 4],
    #[serde(with = "dal_runtime::item::binary")]
    boxed: Box<[u8]>,
    #[serde(with = "dal_runtime::item::binary::option", default)]
    none: Option<Vec<u8>>,
    #[serde(with = "dal_runtime::item::binary::option", default)]
    some: Option<Vec<u8>>,
}

#[test]
fn bytes_are_binary() {
    let value = Blobs {
        vec: vec![],
        array: [0, 1, 254, 255],
        boxed: [7].into(),
        none: None,
        some: Some(b"hello".to_vec()),
    };
    round_trip(
        &value,
        json!({"vec": {"B": ""}, "array": {"B": "AAH+/w=="}, "boxed": {"B": "Bw=="}, "some": {"B": "aGVsbG8="}}),
        json!({"vec": [], "array": [0, 1, 254, 255], "boxed": [7], "none": null, "some": b"hello"}),
    );
    let short = br#"{"vec":{"B":""},"array":{"B":"AAE="},"boxed":{"B":""}}"#;
    let error = RawItem::parse(short).unwrap().decode::<Blobs>(&Layout::new()).unwrap_err();
    assert_eq!(error.to_string(), "attribute `array`: 2 bytes are not as many as expected");
    let text = br#"{"vec":{"S":"text"}}"#;
    assert_eq!(RawItem::parse(text).unwrap().decode::<Blobs>(&Layout::new()).unwrap_err().path(), "vec");
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Numbers {
    #[serde(with = "dal_runtime::item::number")]
    digits: String,
    #[serde(with = "dal_runtime::item::number::option", default)]
    maybe: Option<String>,
}

#[test]
fn text_as_exact_numbers() {
    let pi = "3.1415926535897932384626433832795028841";
    round_trip(
        &Numbers { digits: pi.into(), maybe: None },
        json!({"digits": {"N": pi}}),
        json!({"digits": pi, "maybe": null}),
    );
    refused(&Numbers { digits: "x".into(), maybe: None }, "digits");
    refused(&Numbers { digits: "1".into(), maybe: Some("1e200".into()) }, "maybe");
    let other = serde_json::from_value::<Numbers>(json!({"digits": 5, "maybe": -2.5})).unwrap();
    assert_eq!(other, Numbers { digits: "5".into(), maybe: Some("-2.5".into()) });
    let wrong = br#"{"digits":{"BOOL":true}}"#;
    assert_eq!(
        RawItem::parse(wrong).unwrap().decode::<Numbers>(&Layout::new()).unwrap_err().path(),
        "digits"
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Times {
    plain: Ttl,
    #[serde(with = "dal_runtime::item::ttl")]
    system: SystemTime,
    #[serde(with = "dal_runtime::item::ttl::option", default)]
    none: Option<SystemTime>,
    #[serde(with = "dal_runtime::item::ttl::option", default)]
    some: Option<Ttl>,
}

#[test]
fn times_to_live() {
    let at = UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    round_trip(
        &Times {
            plain: Ttl::at(at),
            system: at,
            none: None,
            some: Some(Ttl::after(at, Duration::from_millis(1999))),
        },
        json!({"plain": {"N": "1700000000"}, "system": {"N": "1700000000"}, "some": {"N": "1700000001"}}),
        json!({"plain": 1_700_000_000, "system": 1_700_000_000, "none": null, "some": 1_700_000_001}),
    );
    assert_eq!(Ttl::at(UNIX_EPOCH + Duration::from_millis(1999)).epoch_seconds(), 1);
    assert_eq!(Ttl::at(UNIX_EPOCH - Duration::from_millis(1)).epoch_seconds(), -1);
    assert_eq!(Ttl::at(UNIX_EPOCH - Duration::from_secs(5)).epoch_seconds(), -5);
    assert_eq!(Ttl::after(at, Duration::MAX).epoch_seconds(), i64::MAX);
    assert!(Ttl::at(at).is_past(at) && !Ttl::at(at).is_past(at - Duration::from_secs(1)));
    let early = br#"{"plain":{"N":"-3"},"system":{"N":"-3"}}"#;
    let early: Times = RawItem::parse(early).unwrap().decode(&Layout::new()).unwrap();
    assert_eq!(early.system, UNIX_EPOCH - Duration::from_secs(3));
}

#[cfg(feature = "chrono")]
#[test]
fn chrono_times_to_live() {
    use chrono::{DateTime, Utc};

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Item {
        #[serde(with = "dal_runtime::item::ttl")]
        at: DateTime<Utc>,
    }
    let at = DateTime::from_timestamp(1_700_000_000, 0).unwrap();
    round_trip(&Item { at }, json!({"at": {"N": "1700000000"}}), json!({"at": 1_700_000_000}));
    let far = br#"{"at":{"N":"9223372036854775807"}}"#;
    assert_eq!(RawItem::parse(far).unwrap().decode::<Item>(&Layout::new()).unwrap_err().path(), "at");
}
