//! Bodies of answers.

use dal_runtime::wire::{View, Write};

fn view(body: &str) -> View<'_> {
    View::parse(body.as_bytes()).unwrap_or_else(|error| panic!("{error}: {body}"))
}

#[test]
fn a_page() {
    let body = r#" { "ScannedCount" : 7, "LastEvaluatedKey":{"PK":{"S":"z"}}, "Whatever": [1, {"a":"]"}, null],
        "Items" : [ {"PK":{"S":"a"}} , {} ], "Count":2,
        "ConsumedCapacity": {"TableName":"t","CapacityUnits":1.5,"ReadCapacityUnits":1.5,"Table":{"CapacityUnits":1},
            "GlobalSecondaryIndexes":{"GSI1":{"CapacityUnits":0.5,"New":{}}},"LocalSecondaryIndexes":null} } "#;
    let view = view(body);
    assert_eq!((view.count, view.scanned_count), (2, 7));
    assert_eq!(view.items.iter().map(|item| item.json()).collect::<Vec<_>>(), [r#"{"PK":{"S":"a"}}"#, "{}"]);
    assert_eq!(view.last_evaluated_key.unwrap().json(), r#"{"PK":{"S":"z"}}"#);
    let [consumed] = &view.consumed[..] else { panic!("one table") };
    assert_eq!(consumed.table_name.as_deref(), Some("t"));
    assert_eq!(
        (consumed.capacity.total, consumed.capacity.read, consumed.capacity.write),
        (1.5, Some(1.5), None)
    );
    assert_eq!(consumed.table.unwrap().total, 1.0);
    assert_eq!((&*consumed.indexes[0].0, consumed.indexes[0].1.total), ("GSI1", 0.5));
    assert_eq!(view.total_consumed().unwrap().total, 1.5);
}

#[test]
fn nulls_are_absent_and_the_last_counts() {
    let view = view(
        r#"{"Item":{"a":{"S":"1"}},"Attributes":null,"Item":{"a":{"S":"2"}},"Items":null,"Count":null}"#,
    );
    assert_eq!(view.item.unwrap().text("a").unwrap().as_deref(), Some("2"));
    assert!(view.attributes.is_none() && view.items.is_empty() && view.count == 0);
    assert_eq!(self::view("{}"), View::default());
}

#[test]
fn batches_and_transactions() {
    let got = view(
        r#"{"Responses":{"t":[{"a":{"S":"1"}}],"u":[]},
            "UnprocessedKeys":{"t":{"Keys":[{"PK":{"S":"x"}}],"ConsistentRead":true}},
            "ConsumedCapacity":[{"TableName":"t","CapacityUnits":2},{"TableName":"u","CapacityUnits":3,"WriteCapacityUnits":3}]}"#,
    );
    assert_eq!(got.tables.len(), 2);
    assert_eq!((&*got.tables[0].table, got.tables[0].items.len(), got.tables[1].items.len()), ("t", 1, 0));
    assert_eq!(got.unprocessed_keys[0].items[0].json(), r#"{"PK":{"S":"x"}}"#);
    let total = got.total_consumed().unwrap();
    assert_eq!((total.total, total.read, total.write), (5.0, None, Some(3.0)));

    let got = view(
        r#"{"UnprocessedItems":{"t":[{"PutRequest":{"Item":{"a":{"S":"1"}}}},{"DeleteRequest":{"Key":{"a":{"S":"2"}}}}]}}"#,
    );
    let [Write::Put(put), Write::Delete(key)] = got.unprocessed_writes[0].writes[..] else {
        panic!("two writes")
    };
    assert_eq!((put.json(), key.json()), (r#"{"a":{"S":"1"}}"#, r#"{"a":{"S":"2"}}"#));

    let got = view(r#"{"Responses":[{"Item":{"a":{"S":"1"}}},{},{"Item":null}]}"#);
    assert_eq!(got.transaction.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, false]);
}

#[test]
fn broken_bodies() {
    let good = r#"{"Items":[{"PK":{"S":"a\"b"}}],"Count":1,"LastEvaluatedKey":{"PK":{"S":"é"}}}"#;
    view(good);
    for end in 0..good.len() {
        assert!(View::parse(&good.as_bytes()[..end]).is_err(), "{end}");
    }
    for bad in [
        "",
        "[]",
        "null",
        r#"{"Items":{}}"#,
        r#"{"Items":[1]}"#,
        r#"{"Count":"x"}"#,
        r#"{"Item":[]}"#,
        "{} x",
        r#"{"Item":{},}"#,
        r#"{,}"#,
        r#"{"a" 1}"#,
        r#"{"Items":[{},]}"#,
        r#"{"UnprocessedItems":{"t":[{}]}}"#,
    ] {
        assert!(View::parse(bad.as_bytes()).is_err(), "{bad}");
    }
    assert!(View::parse(b"{\"Item\":{\"a\":{\"S\":\"\xff\"}}}").unwrap_err().to_string().contains("UTF-8"));
}
