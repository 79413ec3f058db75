//! Every shape that serde's derive can give a type, through text and through `AttributeValue`.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Debug;

use dal_runtime::item::{
    ItemWriter, Layout, RawItem, RawValue, from_attributes, from_attributes_ref, from_value, item_size,
    to_attributes, to_value, value_to_json,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Writes an item both ways, checks that they agree with each other and with `expected`, and reads it back both ways.
#[track_caller]
fn item<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, expected: Value) {
    let mut writer = ItemWriter::new(Vec::new());
    writer.fields(value, &[]).unwrap();
    let (text, size) = writer.finish();
    assert_eq!(serde_json::from_slice::<Value>(&text).unwrap(), expected);

    let attributes = to_attributes(value).unwrap();
    let raw = RawItem::parse(&text).unwrap();
    assert_eq!(raw.to_attributes().unwrap(), attributes);
    assert_eq!(item_size(&attributes), size);

    assert_eq!(&raw.decode::<T>(&Layout::new()).unwrap(), value);
    assert_eq!(&from_attributes_ref::<T>(&attributes, &Layout::new()).unwrap(), value);
    assert_eq!(&from_attributes::<T>(attributes, &Layout::new()).unwrap(), value);

    // The same text with whitespace wherever JSON allows it.
    let spaced = serde_json::to_string_pretty(&expected).unwrap();
    let raw = RawItem::parse(spaced.as_bytes()).unwrap();
    assert_eq!(&raw.decode::<T>(&Layout::new()).unwrap(), value);
}

/// The same for one value.
#[track_caller]
fn value<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, expected: Value) {
    let mut text = Vec::new();
    value_to_json(value, &mut text).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&text).unwrap(), expected);
    let raw = RawValue::parse(&text).unwrap();
    assert_eq!(&raw.decode::<T>().unwrap(), value);
    assert_eq!(&T::deserialize(raw.deserializer()).unwrap(), value);
    assert_eq!(&from_value::<T>(to_value(value).unwrap()).unwrap(), value);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
struct Inner {
    a: u8,
    b: Option<String>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Unit;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Newtype(Inner);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Pair(u8, String);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum External {
    Unit,
    Newtype(u128),
    Optional(Option<u8>),
    Tuple(u8, String),
    Struct { x: i64, inner: Inner },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "kind")]
enum Internal {
    Unit,
    Newtype(Inner),
    Struct { x: i64, y: f64, inner: Inner },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "kind", content = "value")]
enum Adjacent {
    Unit,
    Newtype(Inner),
    Tuple(u8, String),
    Struct { x: i64 },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Float(f64),
    Text(String),
    List(Vec<u8>),
    Struct { x: i64 },
}

#[test]
fn scalars() {
    value(&true, json!({"BOOL": true}));
    value(&'ž', json!({"S": "ž"}));
    value(&String::from("a\"\\\n\u{1}ž😀"), json!({"S": "a\"\\\n\u{1}ž😀"}));
    value(&String::new(), json!({"S": ""}));
    value(&(), json!({"NULL": true}));
    value(&Unit, json!({"NULL": true}));
    value(&None::<u8>, json!({"NULL": true}));
    value(&Some(5u8), json!({"N": "5"}));
    value(&Newtype(Inner { a: 1, b: None }), json!({"M": {"a": {"N": "1"}, "b": {"NULL": true}}}));
    value(&Pair(1, "x".into()), json!({"L": [{"N": "1"}, {"S": "x"}]}));
    value(
        &(1u8, "x".to_owned(), (), [true, false]),
        json!({"L": [{"N": "1"}, {"S": "x"}, {"NULL": true},
        {"L": [{"BOOL": true}, {"BOOL": false}]}]}),
    );
    value(&vec![1u8, 2], json!({"L": [{"N": "1"}, {"N": "2"}]}));
    value(&Vec::<u8>::new(), json!({"L": []}));
}

#[test]
fn numbers() {
    value(&i8::MIN, json!({"N": "-128"}));
    value(&u16::MAX, json!({"N": "65535"}));
    value(&i32::MIN, json!({"N": "-2147483648"}));
    value(&u64::MAX, json!({"N": "18446744073709551615"}));
    value(&i64::MIN, json!({"N": "-9223372036854775808"}));
    value(&99_999_999_999_999_999_999_999_999_999_999_999_999_u128, json!({"N": "9".repeat(38)}));
    value(
        &-99_999_999_999_999_999_999_999_999_999_999_999_999_i128,
        json!({"N": "-".to_owned() + &"9".repeat(38)}),
    );
    value(&(10u128.pow(38)), json!({"N": "1".to_owned() + &"0".repeat(38)}));
    value(&0.1f32, json!({"N": "0.1"}));
    value(&0.1f64, json!({"N": "0.1"}));
    value(&-1.5f64, json!({"N": "-1.5"}));
    value(&1e30f64, json!({"N": "1e30"}));
    value(&1e-7f64, json!({"N": "1e-7"}));
    value(&16_777_216f32, json!({"N": "16777216"}));
    value(&-0.0f64, json!({"N": "0"}));
    value(&(1.0 / 3.0f64), json!({"N": "0.3333333333333333"}));

    let mut out = b"before".to_vec();
    for refused in [
        value_to_json(&f64::NAN, &mut out),
        value_to_json(&f32::INFINITY, &mut out),
        value_to_json(&1e126f64, &mut out),
        value_to_json(&1e-131f64, &mut out),
        value_to_json(&u128::MAX, &mut out),
        value_to_json(&i128::MIN, &mut out),
        value_to_json(&[1.0, f64::NAN], &mut out),
    ] {
        refused.unwrap_err();
        assert_eq!(out, b"before");
    }
    for refused in [to_value(&f64::NAN), to_value(&1e126f64), to_value(&u128::MAX), to_value(&i128::MIN)] {
        refused.unwrap_err();
    }
}

#[test]
fn integers_in_any_notation_and_only_if_they_fit() {
    let read =
        |text: &str| RawValue::parse(format!(r#"{{"N":"{text}"}}"#).as_bytes()).unwrap().decode::<u8>();
    assert_eq!(read("5.0").unwrap(), 5);
    assert_eq!(read("1E2").unwrap(), 100);
    assert_eq!(read("2550e-1").unwrap(), 255);
    for bad in ["256", "-1", "1.5", "", "x", "1e3", "99999999999999999999999999999999999999999999"] {
        read(bad).unwrap_err();
    }
    assert!(read("256").unwrap_err().to_string().contains("256"));
    let big = RawValue::parse(br#"{"N":"340282366920938463463374607431768211455"}"#).unwrap();
    assert_eq!(big.decode::<u128>().unwrap(), u128::MAX);
    assert_eq!(
        RawValue::parse(br#"{"N":"1.5E20"}"#).unwrap().decode::<i128>().unwrap(),
        150_000_000_000_000_000_000
    );
    for bad in ["inf", "NaN", "infinity", "1e999", "0x1", "1f"] {
        RawValue::parse(format!(r#"{{"N":"{bad}"}}"#).as_bytes()).unwrap().decode::<f64>().unwrap_err();
    }
}

#[test]
fn enums_as_values() {
    value(&External::Unit, json!({"S": "Unit"}));
    value(
        &External::Newtype(u128::from(u64::MAX) + 1),
        json!({"M": {"Newtype": {"N": "18446744073709551616"}}}),
    );
    value(&External::Optional(None), json!({"M": {"Optional": {"NULL": true}}}));
    value(&External::Tuple(1, "x".into()), json!({"M": {"Tuple": {"L": [{"N": "1"}, {"S": "x"}]}}}));
    let inner = Inner { a: 7, b: Some("b".into()) };
    let inner_json = json!({"M": {"a": {"N": "7"}, "b": {"S": "b"}}});
    value(
        &External::Struct { x: -1, inner: inner.clone() },
        json!({"M": {"Struct": {"M": {"x": {"N": "-1"}, "inner": inner_json}}}}),
    );
    value(&Internal::Unit, json!({"M": {"kind": {"S": "Unit"}}}));
    value(
        &Internal::Newtype(inner.clone()),
        json!({"M": {"kind": {"S": "Newtype"}, "a": {"N": "7"}, "b": {"S": "b"}}}),
    );
    // A large float is an integer in DynamoDB's eyes, and beyond 64 bits.
    value(
        &Internal::Struct { x: 5, y: 1e30, inner },
        json!({"M": {"kind": {"S": "Struct"}, "x": {"N": "5"}, "y": {"N": "1e30"}, "inner": inner_json}}),
    );
    value(&Adjacent::Unit, json!({"M": {"kind": {"S": "Unit"}}}));
    value(
        &Adjacent::Newtype(Inner::default()),
        json!({"M": {"kind": {"S": "Newtype"}, "value": {"M": {"a": {"N": "0"}, "b": {"NULL": true}}}}}),
    );
    value(
        &Adjacent::Tuple(1, "x".into()),
        json!({"M": {"kind": {"S": "Tuple"}, "value": {"L": [{"N": "1"}, {"S": "x"}]}}}),
    );
    value(
        &Adjacent::Struct { x: 2 },
        json!({"M": {"kind": {"S": "Struct"}, "value": {"M": {"x": {"N": "2"}}}}}),
    );
    value(&Untagged::Number(-3), json!({"N": "-3"}));
    value(&Untagged::Float(0.5), json!({"N": "0.5"}));
    value(&Untagged::Text("x".into()), json!({"S": "x"}));
    value(&Untagged::List(vec![1]), json!({"L": [{"N": "1"}]}));
    value(&Untagged::Struct { x: 9 }, json!({"M": {"x": {"N": "9"}}}));

    for bad in [
        r#"{"M":{}}"#,
        r#"{"M":{"Unit":{"NULL":true},"x":{"N":"1"}}}"#,
        r#"{"S":"Newtype"}"#,
        r#"{"S":"No"}"#,
        r#"{"N":"1"}"#,
    ] {
        RawValue::parse(bad.as_bytes()).unwrap().decode::<External>().unwrap_err();
    }
}

#[test]
fn enums_as_items() {
    item(&Internal::Newtype(Inner { a: 1, b: None }), json!({"kind": {"S": "Newtype"}, "a": {"N": "1"}}));
    item(&Adjacent::Struct { x: 1 }, json!({"kind": {"S": "Struct"}, "value": {"M": {"x": {"N": "1"}}}}));
    item(&Untagged::Struct { x: 1 }, json!({"x": {"N": "1"}}));
    item(&External::Newtype(1), json!({"Newtype": {"N": "1"}}));
    item(&External::Tuple(1, "x".into()), json!({"Tuple": {"L": [{"N": "1"}, {"S": "x"}]}}));
    let inner = Inner { a: 1, b: None };
    item(
        &External::Struct { x: 1, inner },
        json!({"Struct": {"M": {"x": {"N": "1"}, "inner": {"M": {"a": {"N": "1"}, "b": {"NULL": true}}}}}}),
    );
    ItemWriter::new(Vec::new()).fields(&External::Unit, &[]).unwrap_err();
    to_attributes(&External::Unit).unwrap_err();
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy, Hash, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
enum Color {
    DarkRed,
    Green,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
struct Everything {
    plain_text: String,
    #[serde(rename = "n")]
    number: u128,
    float: f32,
    letter: char,
    nothing: Option<String>,
    something: Option<Option<u8>>,
    #[serde(default)]
    with_default: u8,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    list: Vec<External>,
    by_text: HashMap<String, Inner>,
    by_number: BTreeMap<u32, bool>,
    by_flag: BTreeMap<bool, u8>,
    by_color: BTreeMap<Color, char>,
    #[serde(skip)]
    skipped: u8,
    tuple: (i8, Color),
    unit: (),
    boxed: Box<Newtype>,
    #[serde(flatten)]
    flat: Inner,
    #[serde(flatten)]
    internal: Internal,
    #[serde(flatten)]
    rest: BTreeMap<String, Untagged>,
}

#[test]
fn everything_at_once() {
    let everything = Everything {
        plain_text: "text".into(),
        number: u128::from(u64::MAX) * 3,
        float: 0.3,
        letter: 'x',
        nothing: None,
        something: Some(Some(1)),
        with_default: 0,
        list: vec![],
        by_text: [("k".to_owned(), Inner::default())].into(),
        by_number: [(7, true)].into(),
        by_flag: [(true, 1), (false, 0)].into(),
        by_color: [(Color::DarkRed, 'r')].into(),
        skipped: 0,
        tuple: (-1, Color::Green),
        unit: (),
        boxed: Box::new(Newtype(Inner { a: 3, b: Some(String::new()) })),
        flat: Inner { a: 9, b: Some("flat".into()) },
        internal: Internal::Unit,
        rest: [("extra".to_owned(), Untagged::Float(1.25))].into(),
    };
    let mut writer = ItemWriter::new(Vec::new());
    writer.fields(&everything, &[]).unwrap();
    let (text, _) = writer.finish();
    let written: Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(
        written,
        json!({
            "plainText": {"S": "text"}, "n": {"N": "55340232221128654845"}, "float": {"N": "0.3"}, "letter": {"S": "x"},
            "something": {"N": "1"}, "withDefault": {"N": "0"}, "unit": {"NULL": true},
            "byText": {"M": {"k": {"M": {"a": {"N": "0"}, "b": {"NULL": true}}}}},
            "byNumber": {"M": {"7": {"BOOL": true}}}, "byFlag": {"M": {"true": {"N": "1"}, "false": {"N": "0"}}},
            "byColor": {"M": {"dark-red": {"S": "r"}}}, "tuple": {"L": [{"N": "-1"}, {"S": "green"}]},
            "boxed": {"M": {"a": {"N": "3"}, "b": {"S": ""}}},
            "a": {"N": "9"}, "b": {"S": "flat"}, "kind": {"S": "Unit"}, "extra": {"N": "1.25"},
        })
    );
    let raw = RawItem::parse(&text).unwrap();
    assert_eq!(raw.to_attributes().unwrap(), to_attributes(&everything).unwrap());
    // Two flattened fields both see `kind`: serde gives it to each.
    let read = raw.decode::<Everything>(&Layout::new()).unwrap();
    assert_eq!((&read.unit, &read.flat, &read.internal), (&(), &everything.flat, &everything.internal));
}

/// A value that is null by itself is an attribute, and comes back; a `None` is none.
#[test]
fn a_null_that_is_no_option_is_stored() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Noted {
        id: u8,
        data: serde_json::Value,
        note: Option<String>,
        nested: Option<Option<u8>>,
    }
    let noted = Noted { id: 1, data: serde_json::Value::Null, note: None, nested: None };
    let mut writer = ItemWriter::new(Vec::new());
    writer.fields(&noted, &[]).unwrap();
    let (text, _) = writer.finish();
    assert_eq!(text, br#"{"id":{"N":"1"},"data":{"NULL":true}}"#);
    let raw = RawItem::parse(&text).unwrap();
    assert_eq!(raw.decode::<Noted>(&Layout::new()).unwrap(), noted);
    assert_eq!(raw.to_attributes().unwrap(), to_attributes(&noted).unwrap());
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Flat {
    id: u128,
    #[serde(flatten)]
    kind: External,
    #[serde(flatten)]
    rest: BTreeMap<String, Untagged>,
}

#[test]
fn a_flattened_enum() {
    item(
        &Flat {
            id: u128::from(u64::MAX) * 5,
            kind: External::Struct { x: 1, inner: Inner { a: 1, b: Some("b".into()) } },
            rest: [("more".to_owned(), Untagged::Text("t".into()))].into(),
        },
        json!({"id": {"N": "92233720368547758075"}, "Struct": {"M": {"x": {"N": "1"},
            "inner": {"M": {"a": {"N": "1"}, "b": {"S": "b"}}}}}, "more": {"S": "t"}}),
    );
    item(
        &Flat { id: 1, kind: External::Tuple(1, "x".into()), rest: BTreeMap::new() },
        json!({"id": {"N": "1"}, "Tuple": {"L": [{"N": "1"}, {"S": "x"}]}}),
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Borrowed<'a> {
    plain: &'a str,
    #[serde(borrow)]
    cow: Cow<'a, str>,
    #[serde(borrow)]
    escaped: Cow<'a, str>,
    #[serde(borrow)]
    map: HashMap<&'a str, &'a str>,
}

#[test]
fn borrowing() {
    let text = br#"{"plain":{"S":"p"},"cow":{"S":"c"},"escaped":{"S":"e\n"},"map":{"M":{"k":{"S":"v"}}}}"#;
    let raw = RawItem::parse(text).unwrap();
    let value: Borrowed<'_> = raw.decode(&Layout::new()).unwrap();
    assert_eq!((value.plain, &*value.escaped, value.map["k"]), ("p", "e\n", "v"));
    assert!(matches!(value.cow, Cow::Borrowed("c")));
    let inside = |text: &str| {
        let range = raw.json().as_bytes().as_ptr_range();
        range.contains(&text.as_ptr())
    };
    assert!(inside(value.plain) && inside(&value.cow) && inside(value.map["k"]) && !inside(&value.escaped));
    let attributes = raw.to_attributes().unwrap();
    assert_eq!(from_attributes_ref::<Borrowed<'_>>(&attributes, &Layout::new()).unwrap(), value);
    // What is escaped cannot be borrowed.
    RawValue::parse(br#"{"S":"e\n"}"#).unwrap().decode::<&str>().unwrap_err();
}

#[test]
fn errors_name_the_attribute() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code)]
    struct Address {
        lines: Vec<String>,
        zip: String,
    }
    #[derive(Deserialize, Debug)]
    #[allow(dead_code)]
    struct Person {
        name: String,
        address: Address,
    }
    let error = |json: &str| {
        let raw = RawItem::parse(json.as_bytes()).unwrap();
        let text = raw.decode::<Person>(&Layout::new()).unwrap_err();
        let attributes = raw.to_attributes().unwrap();
        let other = from_attributes_ref::<Person>(&attributes, &Layout::new()).unwrap_err();
        assert_eq!(text, other);
        assert_eq!(from_attributes::<Person>(attributes, &Layout::new()).unwrap_err(), text);
        text
    };
    let wrong = error(
        r#"{"name":{"S":"n"},"address":{"M":{"lines":{"L":[{"S":"a"},{"S":"b"},{"N":"3"}]},"zip":{"S":"z"}}}}"#,
    );
    assert_eq!(wrong.path(), "address.lines[2]");
    assert_eq!(wrong.attribute(), Some("address"));
    assert_eq!(
        wrong.to_string(),
        "attribute `address.lines[2]`: invalid type: integer `3`, expected a string"
    );
    let missing = error(r#"{"name":{"S":"n"},"address":{"M":{"lines":{"L":[]}}}}"#);
    assert_eq!(missing.to_string(), "attribute `address.zip`: is missing");
    assert_eq!(error("{}").to_string(), "attribute `name`: is missing");
    assert_eq!(error(r#"{"name":{"NULL":true}}"#).path(), "name");
    let table = RawItem::parse(br#"{"a\"b":{"M":{"x":{"L":[{"S":"no"}]}}}}"#).unwrap();
    let nested = table.decode::<HashMap<String, HashMap<String, Vec<u8>>>>(&Layout::new()).unwrap_err();
    assert_eq!(nested.path(), "a\"b.x[0]");

    let refused = |value: &HashMap<&str, Vec<f64>>| {
        let text = ItemWriter::new(Vec::new()).fields(value, &[]).unwrap_err();
        assert_eq!(to_attributes(value).unwrap_err(), text);
        text
    };
    assert_eq!(refused(&[("xs", vec![1.0, f64::NAN])].into()).path(), "xs[1]");
}

#[test]
fn too_many_and_too_few_elements() {
    let three = RawValue::parse(br#"{"L":[{"N":"1"},{"N":"2"},{"N":"3"}]}"#).unwrap();
    three.decode::<(u8, u8)>().unwrap_err();
    three.decode::<(u8, u8, u8, u8)>().unwrap_err();
    assert_eq!(three.decode::<[u8; 3]>().unwrap(), [1, 2, 3]);
    let set = RawValue::parse(br#"{"NS":["1","2"]}"#).unwrap();
    assert_eq!(set.decode::<HashSet<u8>>().unwrap(), [1, 2].into());
    set.decode::<(u8,)>().unwrap_err();
}

#[test]
fn nesting_is_limited() {
    let deep =
        |levels: usize| format!("{}{}{}", r#"{"L":["#.repeat(levels), r#"{"N":"1"}"#, "]}".repeat(levels));
    let read = |text: &str| RawValue::parse(text.as_bytes()).unwrap().decode::<Value>();
    read(&deep(32)).unwrap();
    assert!(read(&deep(33)).unwrap_err().message().contains("32 levels"));
    RawValue::parse(deep(1000).as_bytes()).unwrap_err();

    let mut list = json!(1);
    for _ in 0..32 {
        list = json!([list]);
    }
    value(&list, serde_json::from_str(&deep(32)).unwrap());
    item(
        &HashMap::from([("deep", list.clone())].map(|(k, v)| (k.to_owned(), v))),
        json!({"deep": serde_json::from_str::<Value>(&deep(32)).unwrap()}),
    );
    let list = json!([list]);
    value_to_json(&list, &mut Vec::new()).unwrap_err();
    to_value(&list).unwrap_err();
    to_attributes(&HashMap::from([("deep", &list)])).unwrap_err();
}

/// How serde_json hands over numbers when its feature `arbitrary_precision` is on.
#[derive(Serialize)]
#[serde(rename = "$serde_json::private::Number")]
struct JsonNumber {
    #[serde(rename = "$serde_json::private::Number")]
    text: &'static str,
}

#[test]
fn numbers_of_arbitrary_precision() {
    let number = JsonNumber { text: "3.14159265358979323846264338327950288" };
    let mut out = Vec::new();
    value_to_json(&number, &mut out).unwrap();
    assert_eq!(out, br#"{"N":"3.14159265358979323846264338327950288"}"#);
    assert_eq!(to_value(&number).unwrap().as_n().unwrap(), number.text);
    value_to_json(&JsonNumber { text: "NaN" }, &mut out).unwrap_err();
}
