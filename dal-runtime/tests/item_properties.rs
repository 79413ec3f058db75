//! The direct path against the SDK's own serializer and deserializer, for arbitrary values; and hostile bytes.

mod canned;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use canned::{Connector, ok};
use dal_runtime::item::{
    ItemWriter, Layout, RawItem, RawValue, from_attributes, from_attributes_ref, item_size, to_attributes,
};
use dal_runtime::wire::View;
use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Anything that can be stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Any {
    Unit,
    Bool(bool),
    I8(i8),
    I64(i64),
    I128(i128),
    U32(u32),
    U64(u64),
    U128(u128),
    F32(f32),
    F64(f64),
    Char(char),
    Text(String),
    #[serde(with = "dal_runtime::item::binary")]
    Bytes(Vec<u8>),
    #[serde(with = "dal_runtime::item::string_set")]
    Texts(BTreeSet<String>),
    #[serde(with = "dal_runtime::item::number_set")]
    Numbers(BTreeSet<i64>),
    #[serde(with = "dal_runtime::item::binary_set")]
    Blobs(BTreeSet<Vec<u8>>),
    Optional(Option<Box<Any>>),
    List(Vec<Any>),
    Tuple(Box<Any>, u8),
    Map(BTreeMap<String, Any>),
    ByNumber(BTreeMap<i32, Any>),
    Struct {
        first: Box<Any>,
        second: Option<String>,
    },
    Tagged(Tagged),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t")]
enum Tagged {
    A { x: f64, y: Vec<i64> },
    B { text: String, maybe: Option<bool> },
}

/// Floats within DynamoDB's range.
fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<i32>().prop_map(f64::from),
        (-1e6..1e6f64),
        (any::<f64>(), -120..120i32)
            .prop_map(|(seed, power)| (seed.to_bits() % 9_000_000) as f64 * 10f64.powi(power)),
    ]
    .prop_filter("in range", |f| *f == 0.0 || (1e-129..1e125).contains(&f.abs()))
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z #0-9]{0,20}",
        any::<String>(),
        vec(
            prop_oneof![Just('"'), Just('\\'), Just('\n'), Just('\u{0}'), Just('é'), Just('😀'), Just('a')],
            0..20
        )
        .prop_map(|chars| chars.into_iter().collect()),
    ]
}

fn any_value() -> impl Strategy<Value = Any> {
    let digits = 10i128.pow(38) - 1;
    let leaf = prop_oneof![
        Just(Any::Unit),
        any::<bool>().prop_map(Any::Bool),
        any::<i8>().prop_map(Any::I8),
        any::<i64>().prop_map(Any::I64),
        (-digits..=digits).prop_map(Any::I128),
        any::<u32>().prop_map(Any::U32),
        any::<u64>().prop_map(Any::U64),
        (0..=digits as u128).prop_map(Any::U128),
        (any::<i16>(), -30..30i32).prop_map(|(n, power)| Any::F32(f32::from(n) * 10f32.powi(power))),
        float().prop_map(Any::F64),
        any::<char>().prop_map(Any::Char),
        text().prop_map(Any::Text),
        vec(any::<u8>(), 0..40).prop_map(Any::Bytes),
        btree_set(text(), 1..5).prop_map(Any::Texts),
        btree_set(any::<i64>(), 1..5).prop_map(Any::Numbers),
        btree_set(vec(any::<u8>(), 1..9), 1..5).prop_map(Any::Blobs),
        (float(), vec(any::<i64>(), 0..3)).prop_map(|(x, y)| Any::Tagged(Tagged::A { x, y })),
        (text(), any::<Option<bool>>()).prop_map(|(text, maybe)| Any::Tagged(Tagged::B { text, maybe })),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            proptest::option::of(inner.clone().prop_map(Box::new)).prop_map(Any::Optional),
            vec(inner.clone(), 0..5).prop_map(Any::List),
            (inner.clone(), any::<u8>()).prop_map(|(value, n)| Any::Tuple(Box::new(value), n)),
            btree_map(text(), inner.clone(), 0..5).prop_map(Any::Map),
            btree_map(any::<i32>(), inner.clone(), 0..5).prop_map(Any::ByNumber),
            (inner, proptest::option::of(text()))
                .prop_map(|(first, second)| Any::Struct { first: Box::new(first), second }),
        ]
    })
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Item {
    id: String,
    value: Any,
    maybe: Option<Any>,
    #[serde(flatten)]
    tagged: Tagged,
    attributes: BTreeMap<String, Any>,
}

prop_compose! {
    fn any_item()(
        id in text(),
        value in any_value(),
        maybe in proptest::option::of(any_value()),
        x in float(),
        y in vec(any::<i64>(), 0..4),
        attributes in btree_map(text(), any_value(), 0..4),
    ) -> Item {
        Item { id, value, maybe, tagged: Tagged::A { x, y }, attributes }
    }
}

fn write(item: &impl Serialize) -> (String, usize) {
    let mut writer = ItemWriter::new(Vec::new());
    writer.fields(item, &[]).unwrap();
    let (text, size) = writer.finish();
    (String::from_utf8(text).unwrap(), size)
}

/// Numbers are compared as text here: both sides write the same.
async fn put_by_sdk(client: &Client, connector: &Connector, item: HashMap<String, AttributeValue>) -> Json {
    connector.push(ok("{}"));
    client.put_item().table_name("t").set_item(Some(item)).send().await.unwrap();
    connector.take_sent().remove(0).json()["Item"].take()
}

async fn got_by_sdk(client: &Client, connector: &Connector, item: &str) -> HashMap<String, AttributeValue> {
    connector.push(ok(format!(r#"{{"Item":{item}}}"#)));
    let got = client.get_item().table_name("t").key("k", AttributeValue::S("k".into())).send().await.unwrap();
    connector.take_sent();
    got.item.unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn both_ways_agree_with_the_sdk(item in any_item()) {
        let connector = Connector::default();
        let client = connector.client();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();

        let (text, size) = write(&item);
        let attributes = to_attributes(&item).unwrap();
        let sdks = runtime.block_on(put_by_sdk(&client, &connector, attributes.clone()));
        prop_assert_eq!(serde_json::from_str::<Json>(&text).unwrap(), sdks);
        prop_assert_eq!(size, item_size(&attributes));

        let got = runtime.block_on(got_by_sdk(&client, &connector, &text));
        prop_assert_eq!(&got, &attributes);
        let raw = RawItem::parse(text.as_bytes()).unwrap();
        prop_assert_eq!(&raw.to_attributes().unwrap(), &attributes);

        prop_assert_eq!(&raw.decode::<Item>(&Layout::new()).unwrap(), &item);
        prop_assert_eq!(&from_attributes_ref::<Item>(&attributes, &Layout::new()).unwrap(), &item);
        prop_assert_eq!(&from_attributes::<Item>(attributes, &Layout::new()).unwrap(), &item);

        let table = raw.table().unwrap();
        prop_assert_eq!(&table.get::<BTreeMap<String, Any>>("attributes").unwrap(), &item.attributes);
        prop_assert_eq!(&table.get::<Option<Any>>("maybe").unwrap(), &item.maybe);
        prop_assert_eq!(&table.get::<Any>("value").unwrap(), &item.value);
        prop_assert_eq!(&table.get::<String>("id").unwrap(), &item.id);
    }

    #[test]
    fn escaped_and_spaced_text_reads_the_same(item in any_item()) {
        let (text, _) = write(&item);
        let json: Json = serde_json::from_str(&text).unwrap();
        let pretty = serde_json::to_string_pretty(&json).unwrap();
        // All that is not ASCII as escapes, surrogate pairs among them.
        let mut escaped = String::new();
        for c in pretty.chars() {
            if c.is_ascii() {
                escaped.push(c);
            } else {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    escaped.push_str(&format!("\\u{unit:04X}"));
                }
            }
        }
        let raw = RawItem::parse(escaped.as_bytes()).unwrap();
        prop_assert_eq!(raw.decode::<Item>(&Layout::new()).unwrap(), item);
    }

    #[test]
    fn mutations_never_panic(
        item in any_item(),
        changes in vec((any::<prop::sample::Index>(), prop_oneof![any::<u8>(), "[\\[\\]{}\":,\\\\0-9SNMLB]".prop_map(|s| s.as_bytes()[0])]), 0..4),
        cut in proptest::option::of(any::<prop::sample::Index>()),
    ) {
        let (text, _) = write(&item);
        let mut bytes = text.clone().into_bytes();
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        read_everything(&bytes);
        let mut body = b"{\"Count\":1,\"Items\":[".to_vec();
        body.extend_from_slice(&bytes);
        body.extend_from_slice(b"]}");
        if let Ok(view) = View::parse(&body) {
            for item in view.items {
                read_everything(item.json().as_bytes());
            }
        }
        // Whatever is accepted as JSON at all means the same to us.
        if let (Ok(raw), Ok(json)) = (RawItem::parse(&bytes), serde_json::from_slice::<Json>(&bytes)) {
            prop_assert_eq!(serde_json::from_str::<Json>(raw.json()).unwrap(), json);
        }
    }

    #[test]
    fn noise_never_panics(bytes in vec(any::<u8>(), 0..60), structured in "[\\[\\]{}\":,\\\\a-zSNMLBU0-9 .+-]{0,60}") {
        read_everything(&bytes);
        read_everything(structured.as_bytes());
    }
}

fn read_everything(bytes: &[u8]) {
    let _ = View::parse(bytes);
    if let Ok(value) = RawValue::parse(bytes) {
        let _ = value.decode::<Any>();
        let _ = (value.text(), value.number());
    }
    let Ok(raw) = RawItem::parse(bytes) else { return };
    let typed = raw.decode::<Item>(&Layout::new());
    let _ = raw.decode::<HashMap<String, Json>>(&Layout::new());
    let attributes = raw.to_attributes();
    for pair in raw.attributes() {
        let Ok((name, value)) = pair else { break };
        let _ = (raw.text(&name), raw.number(&name), raw.find(&name), value.decode::<Any>());
    }
    if let Ok(table) = raw.table() {
        let _ = (table.get::<String>("id"), table.get::<Any>("value"), table.get_or_default::<u8>("maybe"));
    }
    // Where the direct path reads an item, the way round by `AttributeValue` reads the same.
    if let (Ok(typed), Ok(attributes)) = (typed, attributes)
        && raw.attributes().filter_map(Result::ok).count() == attributes.len()
    {
        assert_eq!(from_attributes::<Item>(attributes, &Layout::new()).as_ref(), Ok(&typed));
    }
}

/// Every prefix of an answer is refused, and none panics.
#[test]
fn truncations() {
    let item = Item {
        id: "é\"\\".into(),
        value: Any::List(vec![Any::Text("x".into()), Any::Map([("k".to_owned(), Any::U128(5))].into())]),
        maybe: None,
        tagged: Tagged::A { x: 0.5, y: vec![1] },
        attributes: BTreeMap::new(),
    };
    let (text, _) = write(&item);
    for end in 0..text.len() {
        RawItem::parse(&text.as_bytes()[..end]).unwrap_err();
    }
    assert_eq!(RawItem::parse(text.as_bytes()).unwrap().decode::<Item>(&Layout::new()).unwrap(), item);
}
