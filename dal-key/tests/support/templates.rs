//! Random templates whose keys can be told apart.

use dal_key::{Case, Cut, Format, Kind, Order, Part, Precision, Segment, Style, Words, lit};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Key, values};

/// Literals that can follow anything: they begin below `$`.
const DELIMITERS: &[&str] = &["#", "#ITEM#", "!", "\0", "##", " ", "\"x", "#\u{10ffff}", "#$"];
/// Literals that can follow what cannot hold them.
const OTHERS: &[&str] = &["-", "0", "a", "Z", "~", "$", "\u{10ffff}", "é#", "USER#", "%"];

const PATTERNS: &[&str] = &["[0-9-]+", "[a-z]{2,4}", ".[^a]*", "[ -%]{1,3}", "a?b?", "[a-z]*-[0-9]{1,2}"];
const ENUMS: &[&str] =
    &["open|closed|on_hold", "only", "open|open_late|o", "a|b|c|d|e|f|g|h|i|j|k|l", "Zoë|été"];

pub(crate) fn format(order: Order, style: Style) -> Format {
    Format { order, style, ..Format::default() }
}

fn orders() -> impl Strategy<Value = Order> {
    select(vec![Order::Asc, Order::Desc])
}

fn int_kinds() -> BoxedStrategy<(i128, i128)> {
    let known = vec![
        (0, 255),
        (0, 14),
        (0, 0),
        (7, 7),
        (1, i128::MAX),
        (i128::MIN, i128::MAX),
        (-1, 0),
        (-128, 127),
        (-5, -2),
        (-9, 9),
        (-100, 9),
        (i128::MIN, -1),
        (i64::MIN.into(), i64::MAX.into()),
        (0, u64::MAX.into()),
    ];
    let any = (any::<i64>(), any::<i128>()).prop_map(|(a, b)| (i128::from(a).min(b), i128::from(a).max(b)));
    prop_oneof![4 => select(known), 1 => any].boxed()
}

/// A kind and a format that it accepts.
pub(crate) fn field() -> BoxedStrategy<(Kind<'static>, Format)> {
    let cases = select(vec![Case::Keep, Case::Keep, Case::Lower, Case::Upper]);
    let text = cases.clone().prop_map(|case| (Kind::Text(None), Format { case, ..Format::default() }));
    let raw = cases
        .clone()
        .prop_map(|case| (Kind::Text(None), Format { case, style: Style::Raw, ..Format::default() }));
    let pattern = select(PATTERNS).prop_map(|pattern| (Kind::Text(Some(pattern)), Format::default()));
    let folded = select(vec![(Case::Lower, "[a-z0-9]+"), (Case::Upper, "[A-Z0-9]{1,4}")])
        .prop_map(|(case, pattern)| (Kind::Text(Some(pattern)), Format { case, ..Format::default() }));
    let plain = select(vec![Kind::Uuid, Kind::Ulid, Kind::F64, Kind::Bool]);
    let fixed = (plain, orders()).prop_map(|(kind, order)| (kind, format(order, Style::Default)));
    let float = Just((Kind::F64, format(Order::Asc, Style::Plain)));
    let int = (int_kinds(), orders(), 0..4u8, 0..3u8).prop_map(|((min, max), order, style, more)| {
        let digits = min.max(0).checked_ilog10().unwrap_or(0) as u8 + 1;
        let kind = Kind::Int { min, max };
        match style {
            0 => (kind, format(Order::Asc, Style::Plain)),
            1 if max >= 0 => (kind, format(order, Style::Padded(digits + more * more * 10))),
            _ => (kind, format(order, Style::Default)),
        }
    });
    let decimal = (0..=28u8, orders(), 0..4u8, 1..40u8).prop_map(|(scale, order, style, width)| {
        let kind = Kind::Decimal(scale);
        match style {
            0 => (kind, format(Order::Asc, Style::Plain)),
            1 => (kind, format(order, Style::Padded(width))),
            _ => (kind, format(order, Style::Default)),
        }
    });
    let cuts = select(vec![
        Style::Default,
        Style::Default,
        Style::Cut(Cut::Hour),
        Style::Cut(Cut::Date),
        Style::Cut(Cut::Month),
    ]);
    let precisions = select(vec![Precision::Seconds, Precision::Millis, Precision::Micros]);
    let time = (precisions, orders(), cuts)
        .prop_map(|(precision, order, style)| (Kind::Time(precision), format(order, style)));
    let date = (orders(), select(vec![Style::Default, Style::Cut(Cut::Date), Style::Cut(Cut::Month)]))
        .prop_map(|(order, style)| (Kind::Date, format(order, style)));
    let bytes = Just((Kind::Bytes, Format::default()));
    let word = (select(ENUMS), cases)
        .prop_map(|(words, case)| (Kind::Enum(Words(words)), Format { case, ..Format::default() }));
    let rank = (select(ENUMS), orders())
        .prop_map(|(words, order)| (Kind::Enum(Words(words)), format(order, Style::Rank)));
    prop_oneof![
        4 => text, 1 => raw, 2 => pattern, 1 => folded, 3 => fixed, 1 => float, 3 => int, 2 => decimal, 3 => time,
        1 => date, 2 => bytes, 1 => word, 1 => rank,
    ]
    .boxed()
}

/// A kind and a format whose keys sort by value.
pub(crate) fn ordered_field() -> BoxedStrategy<(Kind<'static>, Format)> {
    field().prop_filter("ordered", |(kind, format)| kind.is_ordered(*format)).boxed()
}

/// Whether no text of the part begins another, so that anything can follow.
pub(crate) fn is_prefix_code(kind: Kind<'_>, format: Format) -> bool {
    !matches!(
        (kind, format.style),
        (Kind::Text(_) | Kind::Bytes, _) | (_, Style::Plain) | (Kind::Enum(_), Style::Default)
    )
}

/// A literal that can follow the part, or none where another part can.
pub(crate) fn separator(kind: Kind<'_>, format: Format) -> BoxedStrategy<Option<&'static str>> {
    if is_prefix_code(kind, format) {
        prop_oneof![2 => select(DELIMITERS).prop_map(Some), 2 => select(OTHERS).prop_map(Some), 1 => Just(None)].boxed()
    } else {
        select(DELIMITERS).prop_map(Some).boxed()
    }
}

/// A beginning: a literal, or none.
pub(crate) fn beginning() -> BoxedStrategy<Option<&'static str>> {
    prop_oneof![
        1 => Just(None),
        2 => select(DELIMITERS).prop_map(Some),
        2 => select(OTHERS).prop_map(Some),
    ]
    .boxed()
}

/// Parts with what separates them; the last one's separator stands too if the flag says so.
pub(crate) type Fields = Vec<((Kind<'static>, Format), Option<&'static str>)>;

pub(crate) fn fields(count: std::ops::Range<usize>) -> BoxedStrategy<Fields> {
    let one = field().prop_flat_map(|field| (Just(field), separator(field.0, field.1)));
    vec(one, count).boxed()
}

/// The segments, with parts numbered from `first`.
pub(crate) fn segments(fields: &Fields, first: u16, ends_with_literal: bool) -> Vec<Segment<'static>> {
    let mut segments = Vec::new();
    for (number, ((kind, format), separator)) in (first..).zip(fields) {
        segments.push(part(number, *kind, *format));
        let last = usize::from(number - first) + 1 == fields.len();
        if !last || ends_with_literal {
            segments.extend(separator.map(lit));
        }
    }
    segments
}

/// A part's segment, in that format.
pub(crate) fn part(number: u16, kind: Kind<'static>, format: Format) -> Segment<'static> {
    let mut segment = dal_key::part(number, kind).style(format.style);
    if format.order == Order::Desc {
        segment = segment.desc();
    }
    match format.case {
        Case::Keep => segment,
        Case::Lower => segment.lower(),
        Case::Upper => segment.upper(),
    }
}

/// Values of all parts of the fields.
pub(crate) fn values_of(fields: &Fields, ends_with_literal: bool) -> BoxedStrategy<Vec<Part<'static>>> {
    let count = fields.len();
    let each: Vec<_> = fields
        .iter()
        .enumerate()
        .map(|(index, ((kind, format), separator))| {
            let stands = index + 1 < count || ends_with_literal;
            values::value(*kind, *format, separator.filter(|_| stands).and_then(|text| text.chars().next()))
        })
        .collect();
    each.boxed()
}

/// A template with one to three parts, and keys of it that share some of their values.
pub(crate) fn keys(count: usize) -> BoxedStrategy<Vec<Key>> {
    (beginning(), fields(1..4), any::<bool>())
        .prop_flat_map(move |(beginning, fields, ends_with_literal)| {
            let values = vec(values_of(&fields, ends_with_literal), count);
            let shared = vec(vec(any::<bool>(), fields.len()), count);
            let mut all: Vec<_> = beginning.map(lit).into_iter().collect();
            all.extend(segments(&fields, 0, ends_with_literal));
            (Just(all), values, shared)
        })
        .prop_map(|(segments, values, shared)| {
            let first = values[0].clone();
            let key = |(values, shared): (Vec<Part<'static>>, Vec<bool>)| {
                let one = |((value, first), shared): ((_, &Part<'static>), _)| {
                    if shared { first.clone() } else { value }
                };
                let values = values.into_iter().zip(&first).zip(shared).map(one).collect();
                Key { segments: segments.clone(), values }
            };
            values.into_iter().zip(shared).map(key).collect()
        })
        .boxed()
}
