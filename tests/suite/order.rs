//! The engine's own sort agrees with the order of values: for each kind, sampled values are written as sort keys, read
//! back in the engine's order, and compared.

use aws_sdk_dynamodb::types::AttributeValue::S;
use dal::__private::{
    Cut, Kind, Lit, Part, PartSource, Parts, Precision, Segment, Style, Template, Words, seg,
};
use dal::prelude::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::domain::*;
use crate::support::*;

/// How many values of each kind are sampled.
const SAMPLES: usize = 60;

fn samples<T: std::fmt::Debug>(values: impl Strategy<Value = T>) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    (0..SAMPLES).map(|_| values.new_tree(&mut runner).expect("a value").current()).collect()
}

/// Writes a key for each value, a literal and another part behind it, and compares the orders.
async fn agrees<T: PartialOrd + Clone + std::fmt::Debug>(
    dal: &Dal<Invocacare>,
    what: &str,
    segment: Segment<'static>,
    descending: bool,
    values: Vec<T>,
    part: impl Fn(&T) -> Part<'static>,
) {
    let segments = [Lit("ORDER#"), segment, Lit("#"), seg(1, Kind::Int { min: 0, max: 99 })];
    let template = Template::new(&segments);
    let mut keys = Vec::new();
    for (number, value) in values.iter().enumerate() {
        let mut parts = Parts::new();
        parts.set(0, part(value));
        parts.set(1, Part::Int(i128::try_from(number % 100).expect("a small number")));
        let mut text = String::new();
        template
            .write(&parts as &dyn PartSource, &mut text)
            .unwrap_or_else(|error| panic!("{what} {value:?}: {error}"));
        keys.push((text, value.clone()));
    }
    for (text, _) in &keys {
        let put = dal.client().put_item().table_name(dal.table_name());
        put.item("PK", S(what.to_owned())).item("SK", S(text.clone())).send().await.unwrap();
    }
    let query = dal.client().query().table_name(dal.table_name()).key_condition_expression("PK = :p");
    let found = query.expression_attribute_values(":p", S(what.to_owned())).send().await.unwrap();
    let order: Vec<&T> = found
        .items()
        .iter()
        .map(|item| item["SK"].as_s().expect("text"))
        .map(|text| &keys.iter().find(|(key, _)| key == text).expect("a key that was written").1)
        .collect();
    assert!(order.len() > SAMPLES / 4, "{what}: {} distinct keys", order.len());
    for pair in order.windows(2) {
        let ordered = if descending { pair[0] >= pair[1] } else { pair[0] <= pair[1] };
        assert!(ordered, "{what}: {:?} stands before {:?}", pair[0], pair[1]);
    }
}

#[tokio::test]
async fn the_engine_sorts_keys_as_values_are_ordered() {
    let dal = table().await;
    let int = Kind::Int { min: i128::from(i64::MIN), max: i128::from(i64::MAX) };
    let ints = || samples(prop_oneof![any::<i64>(), -300..300_i64, Just(i64::MIN), Just(i64::MAX), Just(0)]);
    let of_int = |value: &i64| Part::Int(i128::from(*value));
    agrees(&dal, "i64", seg(0, int), false, ints(), of_int).await;
    agrees(&dal, "i64 desc", seg(0, int).desc(), true, ints(), of_int).await;

    let unsigned = Kind::Int { min: 0, max: i128::from(u32::MAX) };
    let small = || samples(prop_oneof![any::<u32>(), 0..20_u32]);
    agrees(&dal, "u32", seg(0, unsigned), false, small(), |value| Part::Int(i128::from(*value))).await;
    agrees(&dal, "u32 desc", seg(0, unsigned).desc(), true, small(), |value| Part::Int(i128::from(*value)))
        .await;

    let floats = || {
        samples(prop_oneof![
            any::<f64>().prop_filter("a number", |value| !value.is_nan()),
            -2.0..2.0,
            Just(-0.0),
            Just(0.0)
        ])
    };
    agrees(&dal, "f64", seg(0, Kind::F64), false, floats(), |value| Part::F64(*value)).await;
    agrees(&dal, "f64 desc", seg(0, Kind::F64).desc(), true, floats(), |value| Part::F64(*value)).await;

    let decimals = || samples(prop_oneof![-1_000_000..1_000_000_i128, -200..200_i128]);
    let of_decimal = |digits: &i128| Part::Decimal { digits: *digits, scale: 2 };
    agrees(&dal, "decimal", seg(0, Kind::Decimal(2)), false, decimals(), of_decimal).await;
    agrees(&dal, "decimal desc", seg(0, Kind::Decimal(2)).desc(), true, decimals(), of_decimal).await;

    let times = || samples((-62_000_000_000..250_000_000_000_i64, 0..1000_u32));
    let of_time =
        |(seconds, millis): &(i64, u32)| Part::Time { seconds: *seconds, nanos: millis * 1_000_000 };
    let time = Kind::Time(Precision::Millis);
    agrees(&dal, "time", seg(0, time), false, times(), of_time).await;
    agrees(&dal, "time desc", seg(0, time).desc(), true, times(), of_time).await;
    let days = || samples(-700_000..2_900_000_i32);
    agrees(&dal, "date", seg(0, Kind::Date), false, days(), |days| Part::Date(*days)).await;
    agrees(&dal, "date desc", seg(0, Kind::Date).desc(), true, days(), |days| Part::Date(*days)).await;
    let day = |(seconds, _): &(i64, u32)| seconds.div_euclid(86_400);
    let cut: Vec<i64> = times().iter().map(day).collect();
    let of_day = |day: &i64| Part::Time { seconds: day * 86_400, nanos: 0 };
    agrees(&dal, "time:date", seg(0, time).style(Style::Cut(Cut::Date)), false, cut, of_day).await;

    agrees(&dal, "uuid", seg(0, Kind::Uuid), false, samples(any::<u128>()), |value| Part::Uuid(*value)).await;
    agrees(&dal, "ulid", seg(0, Kind::Ulid), false, samples(any::<u128>()), |value| Part::Ulid(*value)).await;
    agrees(&dal, "ulid desc", seg(0, Kind::Ulid).desc(), true, samples(any::<u128>()), |value| {
        Part::Ulid(*value)
    })
    .await;

    let words = Kind::Enum(Words("emergency|urgent|routine|someday|never"));
    let ranks = || samples(0..5_usize);
    let of_rank =
        |rank: &usize| Part::Word(["emergency", "urgent", "routine", "someday", "never"][*rank].into());
    agrees(&dal, "rank", seg(0, words).rank(), false, ranks(), of_rank).await;
    agrees(&dal, "rank desc", seg(0, words).rank().desc(), true, ranks(), of_rank).await;

    let texts = samples(prop_oneof![
        any::<String>().prop_filter("not empty", |text| !text.is_empty()),
        "[ !\"#$%&a]{1,4}",
        "(a|aa|a#|a\\$|a!|\u{10FFFF}|\u{0}|é|e\u{301}){1,3}",
    ]);
    let texts = texts.into_iter().filter(|text| text.len() < 200).collect();
    agrees(&dal, "text", seg(0, Kind::Text(None)), false, texts, |text: &String| {
        Part::Text(text.clone().into())
    })
    .await;
    let bytes = samples(proptest::collection::vec(any::<u8>(), 1..12));
    agrees(&dal, "bytes", seg(0, Kind::Bytes), false, bytes, |bytes| Part::Bytes(bytes.clone().into())).await;
}
