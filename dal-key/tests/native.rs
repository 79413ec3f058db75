//! The laws of native values: strings, numbers and bytes as they are.

use std::cmp::Ordering;

use dal_key::{
    AttributeType, Bound, KeyProblem, KeyValue, Kind, Part, Parts, Precision, Segment, SortCondition,
    Template, Words, part,
};
use proptest::prelude::*;

mod support;

use support::{config, parts};

use AttributeType::{B, N, S};

/// A kind in a type, and how its values are made.
#[derive(Clone, Copy, Debug)]
struct Field {
    kind: Kind<'static>,
    of: AttributeType,
}

const FIELDS: [Field; 12] = [
    Field { kind: Kind::Int { min: i64::MIN as i128, max: i64::MAX as i128 }, of: N },
    Field { kind: Kind::Int { min: -12, max: 12 }, of: N },
    Field { kind: Kind::Decimal(0), of: N },
    Field { kind: Kind::Decimal(2), of: N },
    Field { kind: Kind::Decimal(10), of: N },
    Field { kind: Kind::F64, of: N },
    Field { kind: Kind::Time(Precision::Millis), of: N },
    Field { kind: Kind::Time(Precision::Seconds), of: N },
    Field { kind: Kind::Text(None), of: S },
    Field { kind: Kind::Uuid, of: S },
    Field { kind: Kind::Bytes, of: B },
    Field { kind: Kind::Uuid, of: B },
];

/// A value that the field can hold, most of them near others.
fn value(field: Field) -> BoxedStrategy<Part<'static>> {
    let near = prop_oneof![3 => -30i128..30, 1 => any::<i64>().prop_map(i128::from)];
    match field.kind {
        Kind::Int { min, max } => {
            prop_oneof![near, Just(min), Just(max)].prop_map(move |v| Part::Int(v.clamp(min, max))).boxed()
        }
        Kind::Decimal(scale) => (prop_oneof![near, any::<i64>().prop_map(i128::from)], 0..=u32::from(scale))
            .prop_map(|(digits, scale)| Part::Decimal { digits, scale })
            .boxed(),
        Kind::F64 => prop_oneof![
            (-30i32..30).prop_map(|v| f64::from(v) / 8.0),
            proptest::num::f64::NORMAL,
            Just(-0.0),
            (-129i32..126).prop_map(|power| 10f64.powi(power)),
        ]
        .prop_filter("DynamoDB's numbers", |v| *v == 0.0 || (1e-130..1e126).contains(&v.abs()))
        .prop_map(Part::F64)
        .boxed(),
        Kind::Time(precision) => {
            let step = match precision {
                Precision::Seconds => 1_000_000_000,
                _ => 1_000_000,
            };
            let seconds =
                prop_oneof![-3i64..3, Just(-62_167_219_200), Just(253_402_300_799), -1_000_000i64..1_000_000];
            (seconds, 0u32..1_000_000_000)
                .prop_map(move |(seconds, nanos)| Part::Time { seconds, nanos: nanos - nanos % step })
                .boxed()
        }
        Kind::Text(_) => {
            let character = prop_oneof![
                3 => prop::sample::select(vec!['\0', '\u{1}', ' ', '#', '$', '%', 'a', 'b', '\u{d7ff}', '\u{e000}', char::MAX]),
                1 => any::<char>(),
            ];
            prop::collection::vec(character, 1..5)
                .prop_map(|text| Part::Text(text.into_iter().collect::<String>().into()))
                .boxed()
        }
        Kind::Uuid => prop_oneof![(0u128..5), any::<u128>()].prop_map(Part::Uuid).boxed(),
        _ => {
            let byte = prop::sample::select(vec![0u8, 1, 0x7f, 0x80, 0xfe, 0xff]);
            prop::collection::vec(byte, 1..5).prop_map(|bytes| Part::Bytes(bytes.into())).boxed()
        }
    }
}

fn segments(field: Field) -> [Segment<'static>; 1] {
    [part(0, field.kind).native(field.of)]
}

fn key(field: Field, value: &Part<'static>) -> KeyValue {
    Template::new(&segments(field)).value(&parts(std::slice::from_ref(value))).expect("a value of the kind")
}

/// The order of two values of a kind, by Rust's own.
fn order(one: &Part<'static>, other: &Part<'static>) -> Ordering {
    match (one, other) {
        (Part::Int(a), Part::Int(b)) => a.cmp(b),
        (Part::Decimal { digits: a, scale: x }, Part::Decimal { digits: b, scale: y }) => {
            let units = |digits: &i128, scale: &u32| digits * 10i128.pow(10 - scale);
            units(a, x).cmp(&units(b, y))
        }
        (Part::F64(a), Part::F64(b)) => a.partial_cmp(b).unwrap(),
        (Part::Time { seconds: a, nanos: x }, Part::Time { seconds: b, nanos: y }) => (a, x).cmp(&(b, y)),
        (Part::Text(a), Part::Text(b)) => a.as_bytes().cmp(b.as_bytes()),
        (Part::Uuid(a), Part::Uuid(b)) => a.cmp(b),
        (Part::Bytes(a), Part::Bytes(b)) => a.cmp(b),
        other => panic!("{other:?}"),
    }
}

fn fields() -> impl Strategy<Value = Field> {
    prop::sample::select(FIELDS.to_vec())
}

fn pairs() -> impl Strategy<Value = (Field, Part<'static>, Part<'static>)> {
    fields().prop_flat_map(|field| (Just(field), value(field), value(field)))
}

fn bound(value: &Part<'static>, kind: u8) -> Bound<'static> {
    match kind {
        0 => Bound::Included(value.clone()),
        1 => Bound::Excluded(value.clone()),
        _ => Bound::Unbounded,
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn keys_are_as_distinct_and_as_ordered_as_values((field, one, other) in pairs()) {
        let (a, b) = (key(field, &one), key(field, &other));
        prop_assert_eq!(a.attribute_type(), field.of);
        prop_assert_eq!(a.compare(&b), Some(order(&one, &other)), "{:?} and {:?}", a, b);
        prop_assert_eq!(a == b, order(&one, &other) == Ordering::Equal);
    }

    #[test]
    fn a_key_is_read_back((field, one, _) in pairs()) {
        let segments = segments(field);
        let template = Template::new(&segments);
        let mut read = Parts::new();
        template.parse_value(&key(field, &one), &mut read).unwrap();
        let read = read.get(0).cloned().unwrap();
        prop_assert_eq!(order(&read, &one), Ordering::Equal, "{:?}", &read);
        // The text that the prover looks at is of the kind's language.
        let mut text = String::new();
        template.write(&parts(&[one]), &mut text).unwrap();
        prop_assert!(template.language().unwrap().matches(&text), "{}", text);
        let mut again = Parts::new();
        template.parse(&text, &mut again).unwrap();
        prop_assert_eq!(again.get(0), Some(&read));
    }

    #[test]
    fn a_range_selects_exactly_its_values(
        (field, low, high, all) in fields().prop_flat_map(|field| {
            (Just(field), value(field), value(field), prop::collection::vec(value(field), 1..6))
        }),
        kinds in (0u8..3, 0u8..3),
    ) {
        let segments = segments(field);
        let template = Template::new(&segments);
        let condition = template
            .value_range(0, &Parts::new(), bound(&low, kinds.0), bound(&high, kinds.1))
            .unwrap();
        for value in condition.values() {
            prop_assert!(!value.is_empty() && value.len() <= 1024);
        }
        if let SortCondition::Between(from, to) = &condition {
            prop_assert_ne!(from.compare(to), Some(Ordering::Greater));
        }
        for value in all.iter().chain([&low, &high]) {
            let above = match kinds.0 {
                0 => order(value, &low).is_ge(),
                1 => order(value, &low).is_gt(),
                _ => true,
            };
            let below = match kinds.1 {
                0 => order(value, &high).is_le(),
                1 => order(value, &high).is_lt(),
                _ => true,
            };
            prop_assert_eq!(condition.admits(&key(field, value)), above && below, "{:?} by {:?}", value, condition);
        }
    }
}

#[test]
fn numbers_are_read_in_whatever_digits_an_engine_gives() {
    let decimals = segments(Field { kind: Kind::Decimal(2), of: N });
    for (given, digits) in
        [("12.5", 1250), ("12.50", 1250), ("1.25E1", 1250), ("1250e-2", 1250), ("-0", 0), ("1e3", 100_000)]
    {
        let mut read = Parts::new();
        Template::new(&decimals).parse_value(&KeyValue::N(given.to_owned()), &mut read).unwrap();
        assert_eq!(read.get(0), Some(&Part::Decimal { digits, scale: 2 }), "{given}");
    }
    for other in ["12.505", "1e200", "1e-3", "nan", "", "1e9999999999"] {
        let read = Template::new(&decimals).parse_value(&KeyValue::N(other.to_owned()), &mut Parts::new());
        assert!(read.is_err(), "{other}");
    }
    let text = Template::new(&decimals).parse_value(&KeyValue::from("12.5"), &mut Parts::new());
    assert!(text.is_err(), "a string is no number");
}

#[test]
fn what_a_type_cannot_hold_is_refused() {
    let refused = |field: Field, value: Part<'static>| {
        let refused = Template::new(&segments(field)).value(&parts(&[value])).unwrap_err();
        refused.problem
    };
    let wide = Field { kind: Kind::Int { min: i128::MIN, max: i128::MAX }, of: N };
    assert!(matches!(refused(wide, Part::Int(10i128.pow(38))), KeyProblem::OutOfKind(_)));
    assert_eq!(key(wide, &Part::Int(10i128.pow(38) - 1)), KeyValue::N("9".repeat(38)));
    let floats = Field { kind: Kind::F64, of: N };
    for value in [f64::NAN, f64::INFINITY, -1e126, 1e-131] {
        assert!(matches!(refused(floats, Part::F64(value)), KeyProblem::OutOfKind(_)), "{value}");
    }
    let seconds = Field { kind: Kind::Time(Precision::Seconds), of: N };
    assert!(matches!(refused(seconds, Part::Time { seconds: 0, nanos: 1 }), KeyProblem::TooFine(_)));
    assert_eq!(refused(Field { kind: Kind::Text(None), of: S }, Part::Text("".into())), KeyProblem::Empty);
    assert_eq!(
        refused(Field { kind: Kind::Bytes, of: B }, Part::Bytes(Vec::new().into())),
        KeyProblem::Empty
    );
}

#[test]
fn a_type_takes_the_kinds_that_it_can_hold() {
    let words = Kind::Enum(Words("open|in progress"));
    let takes = |kind: Kind<'static>| {
        let accepts =
            |of| kind.accepts(dal_key::Format { style: dal_key::Style::Native(of), ..Default::default() });
        [S, N, B].map(|of| accepts(of).is_ok())
    };
    for (kind, taken) in [
        (Kind::Text(None), [true, false, false]),
        (Kind::Uuid, [true, false, true]),
        (Kind::Ulid, [true, false, false]),
        (Kind::Date, [true, false, false]),
        (words, [true, false, false]),
        (Kind::Int { min: 0, max: 9 }, [false, true, false]),
        (Kind::Decimal(2), [false, true, false]),
        (Kind::F64, [false, true, false]),
        (Kind::Time(Precision::Micros), [false, true, false]),
        (Kind::Bytes, [false, false, true]),
        (Kind::Bool, [false, false, false]),
    ] {
        assert_eq!(takes(kind), taken, "{kind}");
    }
    // A word stands as it is.
    assert_eq!(
        key(Field { kind: words, of: S }, &Part::Word("in progress".into())),
        KeyValue::from("in progress")
    );
}
