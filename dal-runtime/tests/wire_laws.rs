//! Laws of the wire: what dal reads and writes is what the SDK's own deserializer and serializer read and write.
//!
//! Where dal is stricter or more liberal than the SDK on purpose, that stands here, in [`stricter`] and
//! [`more_liberal`], and nowhere else.

mod laws;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use aws_sdk_dynamodb::types::AttributeValue;
use dal_runtime::item::{
    DecodeError, ItemWriter, Layout, RawItem, from_attributes, from_attributes_ref, item_size, to_attributes,
    to_value, value_to_json,
};
use dal_runtime::wire::View;
use laws::seen::{Binary, Choice, Digits, Fields, Seen};
use laws::text::{answer, page};
use laws::value::{Item, any_item, any_value};
use laws::{config, sdk};
use proptest::collection::vec;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// How many levels of lists and maps DynamoDB allows.
const LEVELS: usize = 32;

/// The form of an answer's text.
fn form() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![1 => Just(Vec::new()), 3 => vec(any::<u8>(), 1..80)]
}

fn attributes_of(raw: RawItem<'_>) -> Result<HashMap<String, AttributeValue>, DecodeError> {
    raw.to_attributes()
}

/// Everything that an answer holds, read.
fn everything(body: &[u8]) -> Result<Vec<HashMap<String, AttributeValue>>, DecodeError> {
    let view = View::parse(body)?;
    let items = view.item.into_iter().chain(view.items).chain(view.last_evaluated_key);
    items.map(attributes_of).collect()
}

/// Whether an attribute is given or refused alike as a `T`, straight from the text and by the SDK's types, both ways.
fn alike<T>(raw: RawItem<'_>, value: &AttributeValue, name: &str) -> Result<(), TestCaseError>
where
    T: DeserializeOwned + PartialEq + Debug,
{
    let direct = raw.table().unwrap().find(name).unwrap().decode::<T>().ok();
    let item = HashMap::from([(name.to_owned(), value.clone())]);
    let first =
        |read: Result<HashMap<String, T>, DecodeError>| read.ok().and_then(|mut all| all.remove(name));
    let by_ref = first(from_attributes_ref(&item, &Layout::new()));
    let by_value = first(from_attributes(item, &Layout::new()));
    prop_assert_eq!(&by_value, &by_ref, "as {}", std::any::type_name::<T>());
    prop_assert_eq!(&direct, &by_value, "as {}", std::any::type_name::<T>());
    Ok(())
}

macro_rules! as_each_type {
    ($($wanted:ty),* $(,)?) => {
        fn every_type(raw: RawItem<'_>, value: &AttributeValue, name: &str) -> Result<(), TestCaseError> {
            $(alike::<$wanted>(raw, value, name)?;)*
            Ok(())
        }
    };
}
each_wanted_type!(as_each_type);

/// Why dal refuses what the SDK takes.
fn stricter(error: &DecodeError) -> bool {
    let known = [
        // DynamoDB's own limit.
        "nested more than 32 levels deep",
        "nested too deep",
        // A type of the future: the SDK has `Unknown` for it, which nothing can be read from.
        "an unknown type of attribute value",
        // The SDK looks at the encoding of the strings that it reads, dal at the whole body, and takes two halves of a
        // character apart by an escape for none.
        "not UTF-8",
        // A type given as null beside another: the SDK passes over it.
        "expected a string",
        "expected true or false",
        "expected a list",
        "expected a map",
        "expected the end of the attribute value",
        // A body of nothing: to the SDK an answer without an item.
        "expected an object",
    ];
    known.iter().any(|known| error.message().contains(known))
}

/// Whether dal may take what the SDK refuses: text that is no JSON, in a part of it that is skipped; and base64 that JSON
/// escapes something in, which the SDK does not undo.
fn more_liberal(body: &[u8], error: &str) -> bool {
    serde_json::from_slice::<Json>(body).is_err() || (error.contains("base64") && body.contains(&b'\\'))
}

proptest! {
    #![proptest_config(config())]

    /// An item reads as the SDK reads it, in whatever form it comes.
    #[test]
    fn an_item_reads_as_by_the_sdk(item in any_item(), form in form()) {
        let body = answer(&item, &form);
        let by_sdk = sdk::get_item(body.as_bytes()).unwrap();
        prop_assert_eq!(by_sdk.item.as_ref().unwrap(), &item.to_sdk());
        let view = View::parse(body.as_bytes()).unwrap();
        let raw = view.item.unwrap();
        let units = by_sdk.consumed_capacity.unwrap();
        prop_assert_eq!(view.consumed[0].table_name.as_deref(), units.table_name.as_deref());
        prop_assert_eq!(Some(view.consumed[0].capacity.total), units.capacity_units);
        match raw.to_attributes() {
            Ok(read) => {
                prop_assert_eq!(Some(&read), by_sdk.item.as_ref());
                prop_assert!(item.depth() <= LEVELS);
                let seen = raw.decode::<BTreeMap<String, Seen>>(&Layout::new());
                prop_assert_eq!(seen, from_attributes_ref(&read, &Layout::new()));
            }
            Err(error) => {
                prop_assert!(item.depth() > LEVELS, "{error}");
                prop_assert!(error.message().contains("32 levels"), "{error}");
                raw.decode::<BTreeMap<String, Seen>>(&Layout::new()).unwrap_err();
            }
        }
    }

    /// A value asked for as any type is given or refused alike, straight from the text and by the SDK's types.
    #[test]
    fn a_value_is_every_type_alike(value in any_value(2), form in form()) {
        let item = Item([("v".to_owned(), value.clone())].into());
        let body = answer(&item, &form);
        let view = View::parse(body.as_bytes()).unwrap();
        every_type(view.item.unwrap(), &value.to_sdk(), "v")?;
    }

    /// A page reads as the SDK reads it.
    #[test]
    fn a_page_reads_as_by_the_sdk(
        items in vec(any_item(), 0..5),
        last in proptest::option::of(any_item()),
        form in form(),
    ) {
        let body = page(&items, last.as_ref(), &form);
        let by_sdk = sdk::query(body.as_bytes()).unwrap();
        let view = View::parse(body.as_bytes()).unwrap();
        prop_assert_eq!(view.count, u64::from(by_sdk.count.unsigned_abs()));
        prop_assert_eq!(view.scanned_count, u64::from(by_sdk.scanned_count.unsigned_abs()));
        prop_assert_eq!(view.items.len(), items.len());
        for ((item, raw), by_sdk) in items.iter().zip(&view.items).zip(by_sdk.items()) {
            if item.depth() <= LEVELS {
                prop_assert_eq!(&raw.to_attributes().unwrap(), by_sdk);
            }
        }
        let last_key = view.last_evaluated_key.filter(|_| last.as_ref().is_none_or(|last| last.depth() <= LEVELS));
        if let Some(key) = last_key {
            prop_assert_eq!(Some(&key.to_attributes().unwrap()), by_sdk.last_evaluated_key.as_ref());
        }
        prop_assert_eq!(view.last_evaluated_key.is_some(), by_sdk.last_evaluated_key.is_some());
    }

    /// What is cut off is refused, wherever, as the SDK refuses it.
    #[test]
    fn a_truncated_answer_is_refused(item in any_item(), form in form(), at in any::<prop::sample::Index>()) {
        let body = answer(&item, &form);
        let whole = body.trim_end().len();
        let cut = &body.as_bytes()[..at.index(whole)];
        prop_assert!(View::parse(cut).is_err(), "{}", String::from_utf8_lossy(cut));
        // The SDK takes a body of nothing, and of nothing but whitespace, for an object without members.
        if !cut.trim_ascii().is_empty() {
            prop_assert!(sdk::get_item(cut).is_err());
        }
    }

    /// Of an answer with any bytes changed, dal reads what the SDK reads, or refuses it.
    #[test]
    fn a_hostile_answer_reads_as_by_the_sdk(
        item in any_item(),
        form in form(),
        changes in vec((any::<prop::sample::Index>(), change()), 1..5),
    ) {
        let mut body = answer(&item, &form).into_bytes();
        for (at, change) in changes {
            let at = at.index(body.len());
            match change {
                Change::Byte(byte) => body[at] = byte,
                Change::Insert(text) => drop(body.splice(at..at, text.bytes())),
                Change::Remove(count) => drop(body.drain(at..(at + count).min(body.len()))),
            }
            if body.is_empty() {
                break;
            }
        }
        let shown = String::from_utf8_lossy(&body).into_owned();
        match (sdk::get_item(&body), everything(&body)) {
            (Ok(by_sdk), Ok(read)) => {
                let by_sdk: Vec<_> = by_sdk.item.into_iter().collect();
                // Members of other answers, and one that is given again as null.
                let ours = View::parse(&body).unwrap().item.map(|item| item.to_attributes().unwrap());
                prop_assert!(ours.iter().eq(&by_sdk) || (by_sdk.is_empty() && shown.contains("null")), "{shown}");
                prop_assert!(ours.iter().all(|ours| read.contains(ours)), "{shown}");
            }
            (Ok(_), Err(error)) => prop_assert!(stricter(&error), "{error}: {shown}"),
            (Err(error), Ok(_)) => prop_assert!(more_liberal(&body, &error), "{error}: {shown}"),
            (Err(_), Err(_)) => {}
        }
    }

    /// What dal writes is what the SDK writes of the same attributes, and comes back as it was.
    #[test]
    fn an_item_is_written_as_by_the_sdk(item in any_item()) {
        let mut writer = ItemWriter::new(Vec::new());
        let written = writer.fields(&item, &[]);
        let attributes = to_attributes(&item);
        if item.depth() > LEVELS {
            for error in [written.unwrap_err(), attributes.unwrap_err()] {
                prop_assert!(error.message().contains("32 levels"), "{error}");
            }
            return Ok(());
        }
        written.unwrap();
        let (text, size) = writer.finish();
        let attributes = attributes.unwrap();
        prop_assert_eq!(&attributes, &item.to_sdk());
        prop_assert_eq!(size, item_size(&attributes));
        let body: Json = serde_json::from_slice(&sdk::put_item(attributes)).unwrap();
        prop_assert_eq!(&serde_json::from_slice::<Json>(&text).unwrap(), &body["Item"]);
        let back = sdk::get_item(&[b"{\"Item\":", text.as_slice(), b"}"].concat()).unwrap();
        prop_assert_eq!(back.item.unwrap(), item.to_sdk());
    }

    /// A value of an expression is written as the SDK writes it.
    #[test]
    fn a_value_is_written_as_by_the_sdk(value in any_value(3)) {
        let mut json = b"[".to_vec();
        value_to_json(&value, &mut json).unwrap();
        let ours: Json = serde_json::from_slice(&json[1..]).unwrap();
        prop_assert_eq!(&to_value(&value).unwrap(), &value.to_sdk());
        let body: Json = serde_json::from_slice(&sdk::put_item([("v".to_owned(), value.to_sdk())].into())).unwrap();
        prop_assert_eq!(ours, body["Item"]["v"].clone());
    }
}

#[derive(Debug, Clone)]
enum Change {
    Byte(u8),
    Insert(&'static str),
    Remove(usize),
}

/// Bytes that matter to JSON, and texts that matter to DynamoDB.
fn change() -> impl Strategy<Value = Change> {
    let texts = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "\\",
        "\\u",
        "\\ud800",
        "\\udc00",
        "\\u12",
        "\u{0}",
        "\u{1f}",
        "null",
        "true",
        "1e999",
        "-",
        "0",
        " ",
        "{\"S\":\"x\"}",
        "{\"N\":\"\"}",
        "{\"M\":{}}",
        "{\"L\":[null]}",
        "{\"SS\":[]}",
        "{\"X\":1}",
        "{}",
        "\"S\":null,",
        "\"__type\":\"x\",",
        "\"Item\":{},",
        "=",
        "QQ==",
        "QR==",
        "Q",
        "é",
        "\u{10ffff}",
    ]);
    prop_oneof![
        2 => any::<u8>().prop_map(Change::Byte),
        2 => prop::sample::select(b"{}[]\":,\\0-9SNMLB \x00\x80\xff".to_vec()).prop_map(Change::Byte),
        4 => texts.prop_map(Change::Insert),
        1 => (1..12usize).prop_map(Change::Remove),
    ]
}
