//! What values mean, without keys: their normal form, their order, and whether a range holds them.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::OnceLock;

use dal_key::{Bound, Cut, Format, Kind, Order, Part, Precision, Style};

use super::folded;

const DAY: i64 = 86_400;
/// From 0000-01-01 to 1970-01-01.
const BEFORE_EPOCH: i64 = 719_528;

/// The year and month of each day of the years 0 to 9999, counted one by one.
fn months() -> &'static [(u16, u8)] {
    static MONTHS: OnceLock<Vec<(u16, u8)>> = OnceLock::new();
    MONTHS.get_or_init(|| {
        let mut days = Vec::new();
        for year in 0..=9999u16 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            for (month, length) in
                (1..).zip([31, 28 + usize::from(leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
            {
                days.extend(std::iter::repeat_n((year, month), length));
            }
        }
        days
    })
}

/// The first day of a day's month.
fn first_of_month(day: i64) -> i64 {
    let days = months();
    let index = |day: i64| usize::try_from(day + BEFORE_EPOCH).expect("a day of the years 0 to 9999");
    let month = days[index(day)];
    let mut first = day;
    while first > -BEFORE_EPOCH && days[index(first - 1)] == month {
        first -= 1;
    }
    first
}

/// The value as a key holds it.
pub(crate) fn stored(kind: Kind<'_>, format: Format, part: &Part<'_>) -> Part<'static> {
    match (kind, part.clone()) {
        (Kind::Text(_), Part::Text(value)) => Part::Text(Cow::Owned(folded(format.case, &value))),
        (Kind::F64, Part::F64(value)) => Part::F64(if value == 0.0 { 0.0 } else { value }),
        (Kind::Decimal(own), Part::Decimal { digits, scale }) => {
            let own = u32::from(own);
            let digits = match own.checked_sub(scale) {
                Some(more) => digits * 10i128.pow(more),
                None => digits.div_euclid(10i128.pow(scale - own)),
            };
            Part::Decimal { digits, scale: own }
        }
        (Kind::Time(precision), Part::Time { seconds, nanos }) => {
            let day = seconds.div_euclid(DAY);
            let (seconds, nanos) = match (format.style, precision) {
                (Style::Cut(Cut::Month), _) => (first_of_month(day) * DAY, 0),
                (Style::Cut(Cut::Date), _) => (day * DAY, 0),
                (Style::Cut(Cut::Hour), _) => (seconds.div_euclid(3600) * 3600, 0),
                (_, Precision::Seconds) => (seconds, 0),
                (_, Precision::Millis) => (seconds, nanos / 1_000_000 * 1_000_000),
                (_, Precision::Micros) => (seconds, nanos / 1_000 * 1_000),
            };
            Part::Time { seconds, nanos }
        }
        (Kind::Date, Part::Date(day)) if format.style == Style::Cut(Cut::Month) => {
            Part::Date(first_of_month(day.into()) as i32)
        }
        (_, part) => part.into_owned(),
    }
}

/// The order of two values of one kind, as numbers, texts and times have it.
pub(crate) fn compare(kind: Kind<'_>, a: &Part<'_>, b: &Part<'_>) -> Ordering {
    match (a, b) {
        (Part::Text(a), Part::Text(b)) => a.chars().cmp(b.chars()),
        (Part::Bytes(a), Part::Bytes(b)) => a.cmp(b),
        (Part::Uuid(a), Part::Uuid(b)) | (Part::Ulid(a), Part::Ulid(b)) => a.cmp(b),
        (Part::Int(a), Part::Int(b)) => a.cmp(b),
        (Part::Decimal { digits: a, scale: a_scale }, Part::Decimal { digits: b, scale: b_scale }) => {
            // The whole, and the fraction in units of 10^-37.
            let split = |digits: i128, scale: u32| {
                let unit = 10i128.pow(scale);
                (digits.div_euclid(unit), digits.rem_euclid(unit) * 10i128.pow(37 - scale))
            };
            split(*a, *a_scale).cmp(&split(*b, *b_scale))
        }
        (Part::F64(a), Part::F64(b)) => a.partial_cmp(b).expect("numbers"),
        (Part::Time { seconds: a, nanos: a_nanos }, Part::Time { seconds: b, nanos: b_nanos }) => {
            (a, a_nanos).cmp(&(b, b_nanos))
        }
        (Part::Date(a), Part::Date(b)) => a.cmp(b),
        (Part::Bool(a), Part::Bool(b)) => a.cmp(b),
        (Part::Word(a), Part::Word(b)) => {
            let Kind::Enum(words) = kind else { panic!("{kind} has no words") };
            words.rank(a).cmp(&words.rank(b))
        }
        _ => panic!("{a:?} and {b:?} are not of one kind"),
    }
}

/// The order that keys must have: that of the first parts that differ; `None` if that part's keys have no order.
pub(crate) fn key_order(
    fields: &[(Kind<'_>, Format)],
    a: &[Part<'static>],
    b: &[Part<'static>],
) -> Option<Ordering> {
    for ((kind, format), (a, b)) in fields.iter().zip(a.iter().zip(b)) {
        match compare(*kind, &stored(*kind, *format, a), &stored(*kind, *format, b)) {
            Ordering::Equal => {}
            _ if !kind.is_ordered(*format) => return None,
            order if format.order == Order::Desc => return Some(order.reverse()),
            order => return Some(order),
        }
    }
    Some(Ordering::Equal)
}

/// Whether a stored value lies in the range.
pub(crate) fn holds(
    kind: Kind<'_>,
    format: Format,
    value: &Part<'_>,
    low: &Bound<'_>,
    high: &Bound<'_>,
) -> bool {
    let against = |bound: &Part<'_>| -> Ordering {
        // A cut part holds periods: a bound within one is that period.
        if matches!(format.style, Style::Cut(_)) && is_in_calendar(bound) {
            return compare(kind, value, &stored(kind, format, bound));
        }
        match bound {
            Part::Text(text) => compare(kind, value, &Part::Text(Cow::Owned(folded(format.case, text)))),
            bound => compare(kind, value, bound),
        }
    };
    let is_within_period = |bound: &Part<'_>| {
        matches!(format.style, Style::Cut(_))
            && is_in_calendar(bound)
            && stored(kind, format, bound) != *bound
    };
    let above = match low {
        Bound::Unbounded => true,
        Bound::Included(bound) => against(bound).is_ge(),
        Bound::Excluded(bound) => against(bound).is_gt() || is_within_period(bound) && against(bound).is_eq(),
    };
    let below = match high {
        Bound::Unbounded => true,
        Bound::Included(bound) => against(bound).is_le(),
        Bound::Excluded(bound) => against(bound).is_lt() || is_within_period(bound) && against(bound).is_eq(),
    };
    above && below
}

fn is_in_calendar(part: &Part<'_>) -> bool {
    let days = -BEFORE_EPOCH..=2_932_896;
    match part {
        Part::Time { seconds, .. } => days.contains(&seconds.div_euclid(DAY)),
        Part::Date(day) => days.contains(&i64::from(*day)),
        _ => false,
    }
}
