//! Any text as a key.

use dal_key::{
    AttributeType, Bound, Cut, KeyValue, Kind, Parts, Precision, Segment, SortCondition, Template, Words,
    lit, part,
};

const STATES: Words<'static> = Words("open|in_progress|closed");
const SMALL: Kind<'static> = Kind::Int { min: -128, max: 127 };
const WIDE: Kind<'static> = Kind::Int { min: i128::MIN, max: i128::MAX };

/// Templates of every kind and format.
const TEMPLATES: &[&[Segment<'static>]] = &[
    &[lit("ITEM#"), part(0, Kind::Ulid)],
    &[lit("TENANT#"), part(0, Kind::Text(None)), lit("#OWNER#"), part(1, Kind::Text(None))],
    &[part(0, Kind::Text(None)).lower(), lit("#"), part(1, Kind::Text(None)).upper()],
    &[part(0, Kind::Text(None)).raw(), lit("#"), part(1, Kind::Text(None)).raw()],
    &[part(0, Kind::Text(Some("[0-9-]{1,4}"))), lit("x"), part(1, Kind::Text(None))],
    &[part(0, Kind::Uuid), part(1, Kind::Uuid).desc(), part(2, Kind::Ulid).desc()],
    &[part(0, SMALL), part(1, SMALL).desc(), lit("#"), part(2, WIDE).plain()],
    &[part(0, Kind::Int { min: 0, max: 99_999 }).padded(5), lit("#"), part(1, WIDE), part(2, WIDE).desc()],
    &[
        part(0, Kind::Decimal(2)),
        part(1, Kind::Decimal(2)).desc(),
        lit("#"),
        part(2, Kind::Decimal(3)).plain(),
    ],
    &[part(0, Kind::F64), part(1, Kind::F64).desc(), lit("#"), part(2, Kind::F64).plain()],
    &[
        part(0, Kind::Time(Precision::Seconds)),
        part(1, Kind::Time(Precision::Millis)),
        part(2, Kind::Time(Precision::Micros)).desc(),
    ],
    &[part(0, Kind::Date), lit("#"), part(1, Kind::Date).desc(), part(2, Kind::Date).cut(Cut::Month)],
    &[
        part(0, Kind::Time(Precision::Millis)).cut(Cut::Date),
        lit("#"),
        part(0, Kind::Time(Precision::Millis)),
        lit("#"),
        part(1, Kind::Time(Precision::Seconds)).cut(Cut::Hour),
    ],
    &[
        part(0, Kind::Bool),
        lit("#"),
        part(1, Kind::Bool).desc(),
        lit("#"),
        part(2, Kind::Bytes),
        lit("#"),
        part(3, Kind::Bytes),
    ],
    &[
        part(0, Kind::Enum(STATES)),
        lit("#"),
        part(1, Kind::Enum(STATES)).rank(),
        part(2, Kind::Enum(STATES)).rank().desc(),
    ],
    &[lit("TENANT")],
];

const S: AttributeType = AttributeType::S;
const N: AttributeType = AttributeType::N;
const B: AttributeType = AttributeType::B;

/// Templates of a single part in its own type, of every kind that a type takes.
const NATIVE: &[&[Segment<'static>]] = &[
    &[part(0, Kind::Text(None)).native(S)],
    &[part(0, Kind::Text(Some("[0-9-]{1,4}"))).native(S)],
    &[part(0, Kind::Uuid).native(S)],
    &[part(0, Kind::Ulid).native(S)],
    &[part(0, Kind::Date).native(S)],
    &[part(0, Kind::Enum(STATES)).native(S)],
    &[part(0, SMALL).native(N)],
    &[part(0, WIDE).native(N)],
    &[part(0, Kind::Decimal(2)).native(N)],
    &[part(0, Kind::F64).native(N)],
    &[part(0, Kind::Time(Precision::Seconds)).native(N)],
    &[part(0, Kind::Time(Precision::Micros)).native(N)],
    &[part(0, Kind::Bytes).native(B)],
    &[part(0, Kind::Uuid).native(B)],
];

/// The first byte names a template. What is read as a key of it is written again as it was, and every condition on a
/// beginning of its parts selects it.
pub fn key(data: &[u8]) {
    let Some((&number, bytes)) = data.split_first() else { return };
    let number = usize::from(number) % (TEMPLATES.len() + NATIVE.len());
    match TEMPLATES.get(number) {
        Some(template) => text(Template::new(template), bytes),
        None => native(Template::new(NATIVE[number - TEMPLATES.len()]), bytes),
    }
}

fn text(template: Template<'_>, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut parts = Parts::new();
    if template.parse(text, &mut parts).is_err() {
        return;
    }
    let mut written = String::new();
    let result = template.write(&parts, &mut written);
    assert!(result.is_ok(), "{text:?} is read, and not written: {result:?}");
    assert_eq!(written, text, "{parts:?}");
    let mut again = Parts::new();
    assert_eq!(template.parse(&written, &mut again), Ok(()));
    assert_eq!(again, parts, "{text:?}");
    let mut floored = String::new();
    assert_eq!(template.write_floored(&parts, &mut floored), Ok(()));
    assert_eq!(floored, text, "what was read is as coarse as its kind");
    for segments in 0..=template.segments().len() {
        let condition = template.condition(segments, &parts);
        assert!(
            condition.as_ref().is_ok_and(|condition| selects(condition, text)),
            "{condition:?} misses {text:?}"
        );
    }
}

/// A value of an attribute in its own type is read as the part that writes it, and lies in the ranges that end on it.
fn native(template: Template<'_>, bytes: &[u8]) {
    let Some(value) = KeyValue::from_bytes(template.attribute_type(), bytes) else { return };
    let mut parts = Parts::new();
    if template.parse_value(&value, &mut parts).is_err() {
        return;
    }
    let written = template.value(&parts);
    assert!(written.as_ref().is_ok_and(|written| written.is_same(&value)), "{value:?} becomes {written:?}");
    let Ok(written) = written else { return };
    let mut again = Parts::new();
    assert_eq!(template.parse_value(&written, &mut again), Ok(()));
    assert_eq!(again, parts, "{value:?}");
    assert_eq!(template.value_condition(1, &parts), Ok(SortCondition::Equal(written)));
    let Some(part) = parts.get(0) else { panic!("{value:?} has no part") };
    let range = |low: Bound<'static>, high: Bound<'static>| template.value_range(0, &Parts::new(), low, high);
    let on = || Bound::Included(part.clone());
    let off = || Bound::Excluded(part.clone());
    if range(on(), on()).is_err() {
        // A kind without order has no ranges.
        return;
    }
    for (low, high, inside) in [
        (on(), on(), true),
        (on(), Bound::Unbounded, true),
        (Bound::Unbounded, on(), true),
        (off(), Bound::Unbounded, false),
        (Bound::Unbounded, off(), false),
        (off(), off(), false),
    ] {
        let condition = range(low.clone(), high.clone());
        let admits = condition.as_ref().map(|condition| condition.admits(&value));
        assert_eq!(admits, Ok(inside), "{value:?} in {low:?} to {high:?}: {condition:?}");
    }
}

fn selects(condition: &SortCondition, text: &str) -> bool {
    match condition {
        SortCondition::Equal(equal) => text == equal,
        SortCondition::BeginsWith(beginning) => text.starts_with(beginning.as_str()),
        SortCondition::Between(low, high) => low.as_str() <= text && text <= high.as_str(),
        SortCondition::All => true,
        _ => false,
    }
}
