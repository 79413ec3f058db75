//! Random values of kinds: often close to one another, and at the ends of what there is.

use std::borrow::Cow;

use dal_key::{Case, Format, Kind, Part, Precision, Style};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Delimiters, escapes, ends of UTF-8's lengths, neighbours of the surrogates, combining and folding characters.
const CHARACTERS: &[char] = &[
    '\0',
    '\u{1}',
    '\t',
    ' ',
    '!',
    '"',
    '#',
    '$',
    '%',
    '&',
    '0',
    '2',
    '4',
    '9',
    'A',
    'F',
    'Z',
    'a',
    'b',
    'f',
    'g',
    '~',
    '\u{7f}',
    '\u{80}',
    'é',
    '\u{301}',
    'ß',
    'Σ',
    'ς',
    'İ',
    'ŉ',
    'ǅ',
    '\u{7ff}',
    '\u{800}',
    '\u{d7ff}',
    '\u{e000}',
    '\u{fffd}',
    '\u{ffff}',
    '\u{10000}',
    '😀',
    '\u{10fffe}',
    '\u{10ffff}',
];

/// The first and the last second of the years 0 to 9999.
const SECONDS: (i64, i64) = (-62_167_219_200, 253_402_300_799);
const DAYS: (i32, i32) = (-719_528, 2_932_896);
/// The largest number of units of a decimal.
const UNITS: i128 = 10i128.pow(29) - 1;

pub(crate) fn texts() -> BoxedStrategy<String> {
    let few = select(vec!['a', 'b', '#', '$', '\0', '%', '\u{10ffff}']);
    prop_oneof![
        3 => vec(few, 1..4),
        3 => vec(select(CHARACTERS), 1..7),
        1 => vec(any::<char>(), 1..7),
    ]
    .prop_map(|characters| characters.into_iter().collect())
    .boxed()
}

/// Values that `pattern` allows in that case.
fn matching(pattern: &'static str, case: Case) -> BoxedStrategy<String> {
    let any_case = match case {
        Case::Keep => pattern.to_owned(),
        _ => "[A-Za-z0-9]{1,4}".to_owned(),
    };
    proptest::string::string_regex(&format!("(?s){any_case}"))
        .expect("the patterns of the tests are regular expressions too")
        .prop_filter("a value is not empty", |value| !value.is_empty())
        .boxed()
}

/// Numbers between two: at the ends, near zero, and anywhere.
fn between(min: i128, max: i128) -> BoxedStrategy<i128> {
    let anywhere = any::<u128>().prop_map(move |random| {
        let span = max.wrapping_sub(min) as u128;
        let step = if span == u128::MAX { random } else { random % (span + 1) };
        min.wrapping_add(step as i128)
    });
    prop_oneof![
        1 => Just(min),
        1 => Just(max),
        4 => (-12i128..12).prop_map(move |small| small.clamp(min, max)),
        4 => anywhere,
    ]
    .boxed()
}

fn bits() -> BoxedStrategy<u128> {
    prop_oneof![Just(0), Just(u128::MAX), 0..4u128, any::<u128>()].boxed()
}

fn floats() -> BoxedStrategy<f64> {
    let special = vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.1,
        1e21,
        1e20,
        1e-6,
        9e-7,
        f64::MIN,
        f64::MAX,
        f64::MIN_POSITIVE,
        -f64::MIN_POSITIVE,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::EPSILON,
        f64::from_bits(1),
        -f64::from_bits(1),
    ];
    prop_oneof![
        select(special),
        (-20i32..20).prop_map(|small| f64::from(small) / 4.0),
        any::<u64>().prop_map(f64::from_bits).prop_filter("not a number", |value| !value.is_nan()),
    ]
    .boxed()
}

pub(crate) fn seconds() -> BoxedStrategy<i64> {
    let (first, last) = SECONDS;
    // Around the epoch, a leap day, a turn of the year and the ends.
    let places = select(vec![0, 951_782_400, 1_796_010_516, 1_767_225_600, first, last]);
    let near = select(vec![1, 60, 3_600, 86_400, 86_400 * 31]);
    prop_oneof![
        3 => (places, near, -2i64..3).prop_map(move |(place, unit, times)| (place + unit * times).clamp(first, last)),
        1 => first..=last,
    ]
    .boxed()
}

fn days() -> BoxedStrategy<i32> {
    let (first, last) = DAYS;
    let places = select(vec![0, 11_016, 20_787, first, last]);
    prop_oneof![
        3 => (places, -33i32..33).prop_map(move |(place, away)| place.saturating_add(away).clamp(first, last)),
        1 => first..=last,
    ]
    .boxed()
}

fn step(precision: Precision) -> u32 {
    match precision {
        Precision::Seconds => 1_000_000_000,
        Precision::Millis => 1_000_000,
        Precision::Micros => 1_000,
    }
}

fn nanos() -> BoxedStrategy<u32> {
    prop_oneof![
        Just(0),
        Just(999_999_999),
        Just(1),
        select(vec![1_000, 1_000_000, 500_000_000]),
        0..1_000_000_000u32
    ]
    .boxed()
}

/// What `format` can write of an integer's kind.
pub(crate) fn writable(min: i128, max: i128, format: Format) -> (i128, i128) {
    match format.style {
        Style::Padded(width) => {
            let fits = 10i128.checked_pow(width.into()).map_or(i128::MAX, |power| power - 1);
            (min.max(0), max.min(fits))
        }
        _ => (min, max),
    }
}

/// What `format` can write of a decimal's kind, in units.
fn units(scale: u8, format: Format) -> (i128, i128) {
    match format.style {
        Style::Padded(width) => {
            let fits =
                10i128.checked_pow(u32::from(width) + u32::from(scale)).map_or(UNITS, |power| power - 1);
            (0, fits.min(UNITS))
        }
        _ => (-UNITS, UNITS),
    }
}

/// Values of the kind that `format` can write, as fine as the kind. Raw text is without the character `end`.
pub(crate) fn value(kind: Kind<'static>, format: Format, end: Option<char>) -> BoxedStrategy<Part<'static>> {
    match kind {
        Kind::Text(pattern) => pattern
            .map_or_else(texts, |pattern| matching(pattern, format.case))
            .prop_map(move |text| match end {
                Some(end) if format.style == Style::Raw => text.replace(end, "x"),
                _ => text,
            })
            .prop_map(|text| Part::Text(Cow::Owned(text)))
            .boxed(),
        Kind::Uuid => bits().prop_map(Part::Uuid).boxed(),
        Kind::Ulid => bits().prop_map(Part::Ulid).boxed(),
        Kind::Int { min, max } => {
            let (min, max) = writable(min, max, format);
            between(min, max).prop_map(Part::Int).boxed()
        }
        Kind::Decimal(scale) => {
            let (min, max) = units(scale, format);
            // The same number with more zeros, or without some.
            (between(min, max), -2i32..=2)
                .prop_map(move |(digits, shift)| {
                    let own = u32::from(scale);
                    let zeros = 10i128.pow(shift.unsigned_abs());
                    match own.checked_add_signed(shift) {
                        Some(scale) if shift < 0 && digits % zeros == 0 => {
                            Part::Decimal { digits: digits / zeros, scale }
                        }
                        Some(scale) if shift > 0 => Part::Decimal { digits: digits * zeros, scale },
                        _ => Part::Decimal { digits, scale: own },
                    }
                })
                .boxed()
        }
        Kind::F64 => floats().prop_map(Part::F64).boxed(),
        Kind::Time(precision) => (seconds(), nanos())
            .prop_map(move |(seconds, nanos)| match format.style {
                Style::Cut(_) => Part::Time { seconds, nanos },
                _ => Part::Time { seconds, nanos: nanos - nanos % step(precision) },
            })
            .boxed(),
        Kind::Date => days().prop_map(Part::Date).boxed(),
        Kind::Bool => any::<bool>().prop_map(Part::Bool).boxed(),
        Kind::Bytes => {
            let byte = prop_oneof![select(vec![0, 1, 0x0f, 0x10, 0x7f, 0x80, 0xfe, 0xff]), any::<u8>()];
            vec(byte, 1..4).prop_map(|bytes| Part::Bytes(Cow::Owned(bytes))).boxed()
        }
        Kind::Enum(words) => {
            select(words.iter().collect::<Vec<_>>()).prop_map(|word| Part::Word(Cow::Borrowed(word))).boxed()
        }
        kind => panic!("no values of {kind}"),
    }
}

/// Values to bound ranges with: also finer than the kind, and outside it.
pub(crate) fn bound(kind: Kind<'static>, format: Format) -> BoxedStrategy<Part<'static>> {
    let inside = value(kind, format, None);
    let any = match kind {
        Kind::Text(_) => prop_oneof![9 => texts(), 1 => Just(String::new())]
            .prop_map(|text| Part::Text(Cow::Owned(text)))
            .boxed(),
        Kind::Bytes => vec(any::<u8>(), 0..3).prop_map(|bytes| Part::Bytes(Cow::Owned(bytes))).boxed(),
        Kind::Int { min, max } => {
            let beyond = select(vec![
                i128::MIN,
                i128::MAX,
                min.saturating_sub(1),
                max.saturating_add(1),
                -1,
                0,
                10,
                100,
            ]);
            beyond.prop_map(Part::Int).boxed()
        }
        Kind::Decimal(own) => {
            let finer = (between(-UNITS, UNITS), 0u32..4);
            let finer =
                finer.prop_map(move |(digits, more)| Part::Decimal { digits, scale: u32::from(own) + more });
            let large = select(vec![UNITS * 10, -UNITS * 10, UNITS * 10 + 9]);
            prop_oneof![finer, large.prop_map(move |digits| Part::Decimal { digits, scale: own.into() })]
                .boxed()
        }
        Kind::Time(_) => {
            let beyond = select(vec![i64::MIN, i64::MAX, SECONDS.0 - 1, SECONDS.1 + 1]);
            (prop_oneof![9 => seconds(), 1 => beyond], nanos())
                .prop_map(|(seconds, nanos)| Part::Time { seconds, nanos })
                .boxed()
        }
        Kind::Date => select(vec![i32::MIN, i32::MAX, DAYS.0 - 1, DAYS.1 + 1]).prop_map(Part::Date).boxed(),
        _ => inside.clone(),
    };
    prop_oneof![inside, any].boxed()
}

/// Values next to this one.
pub(crate) fn near(kind: Kind<'_>, part: &Part<'_>) -> Vec<Part<'static>> {
    let around = |value: i128| [value.checked_sub(1), value.checked_add(1)].into_iter().flatten();
    match (kind, part) {
        (_, Part::Text(text)) => {
            let shorter: String = text.chars().take(text.chars().count().saturating_sub(1)).collect();
            let mut all = vec![shorter.clone()];
            for more in ["\0", "#", "$", "%", "a", "\u{10ffff}", "\u{10ffff}\u{10ffff}"] {
                all.push(format!("{text}{more}"));
                all.push(format!("{shorter}{more}"));
            }
            // The neighbours of its last character, and the last of all that begins with the one before.
            if let Some(last) = text.chars().next_back() {
                let next = (last..=char::MAX).nth(1);
                let before = ('\0'..last).next_back();
                all.extend([next, before].into_iter().flatten().map(|c| format!("{shorter}{c}")));
                all.extend(before.map(|c| format!("{shorter}{c}{}", "\u{10ffff}".repeat(9))));
            }
            all.into_iter().map(|text| Part::Text(Cow::Owned(text))).collect()
        }
        (_, Part::Bytes(bytes)) => {
            let mut all = vec![bytes[..bytes.len().saturating_sub(1)].to_vec()];
            for more in [0, 1, 0xff] {
                all.push([&bytes[..], &[more]].concat());
            }
            if let Some((last, rest)) = bytes.split_last() {
                all.extend(last.checked_sub(1).map(|last| [rest, &[last]].concat()));
                all.extend(last.checked_sub(1).map(|last| [rest, &[last, 0xff, 0xff]].concat()));
                all.extend(last.checked_add(1).map(|last| [rest, &[last]].concat()));
            }
            all.into_iter().map(|bytes| Part::Bytes(Cow::Owned(bytes))).collect()
        }
        (_, Part::Uuid(bits)) => [bits.wrapping_sub(1), bits.wrapping_add(1)].map(Part::Uuid).into(),
        (_, Part::Ulid(bits)) => [bits.wrapping_sub(1), bits.wrapping_add(1)].map(Part::Ulid).into(),
        (_, Part::Int(value)) => around(*value).map(Part::Int).collect(),
        (Kind::Decimal(own), Part::Decimal { digits, scale }) => {
            let units = match u32::from(own).checked_sub(*scale) {
                Some(more) => digits.checked_mul(10i128.pow(more)),
                None => Some(digits.div_euclid(10i128.pow(scale - u32::from(own)))),
            };
            let around = units.into_iter().flat_map(around);
            around.map(|digits| Part::Decimal { digits, scale: own.into() }).collect()
        }
        (_, Part::F64(value)) => [value.next_down(), value.next_up()].map(Part::F64).into(),
        (Kind::Time(precision), Part::Time { seconds, nanos }) => {
            let step = i64::from(step(precision));
            let mut all = Vec::new();
            for away in [-1, 1] {
                let moved = i64::from(*nanos) - i64::from(*nanos) % step + away * step;
                let (carry, nanos) =
                    (moved.div_euclid(1_000_000_000), moved.rem_euclid(1_000_000_000) as u32);
                all.extend(seconds.checked_add(carry).map(|seconds| Part::Time { seconds, nanos }));
                for unit in [3_600, 86_400, 86_400 * 31] {
                    all.extend(
                        seconds.checked_add(away * unit).map(|seconds| Part::Time { seconds, nanos: 0 }),
                    );
                }
            }
            all
        }
        (_, Part::Date(day)) => {
            [-31, -1, 1, 31].iter().map(|away| Part::Date(day.saturating_add(*away))).collect()
        }
        _ => Vec::new(),
    }
}
