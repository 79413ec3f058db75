//! Instants and dates: `2026-11-30T03:48:36.123Z`, `2026-11-30`, and what `:hour`, `:date` and `:month` leave of them.
//! Descending, every digit is complemented and the rest stands: `7973-88-69`.

use super::calendar;
pub(crate) use super::calendar::{FIRST_DAY, LAST_DAY};
use super::digits::{Ascii, PAIRS};
use crate::error::KeyProblem;
use crate::format::{Cut, Format, Order, Style};
use crate::kind::Precision;

const DAY: i64 = 86_400;

/// The first second of the year 0.
pub(crate) const FIRST_SECOND: i64 = calendar::FIRST_DAY * DAY;
/// The last second of the year 9999.
pub(crate) const LAST_SECOND: i64 = calendar::LAST_DAY * DAY + DAY - 1;

/// Seconds since the epoch, and nanoseconds within the second.
pub(crate) type Instant = (i64, u32);

/// How much of an instant is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Month,
    Date,
    Hour,
    Full(Precision),
}

impl Extent {
    fn of_time(precision: Precision, format: Format) -> Self {
        match format.style {
            Style::Cut(Cut::Hour) => Self::Hour,
            Style::Cut(Cut::Date) => Self::Date,
            Style::Cut(Cut::Month) => Self::Month,
            _ => Self::Full(precision),
        }
    }

    fn of_date(format: Format) -> Self {
        if format.style == Style::Cut(Cut::Month) { Self::Month } else { Self::Date }
    }

    const fn length(self) -> usize {
        match self {
            Self::Month => 7,
            Self::Date => 10,
            Self::Hour => 13,
            Self::Full(Precision::Seconds) => 20,
            Self::Full(precision) => 21 + precision.digits(),
        }
    }
}

/// How many characters an instant's text has.
pub(crate) fn time_length(precision: Precision, format: Format) -> usize {
    Extent::of_time(precision, format).length()
}

/// How many characters a date's text has.
pub(crate) fn date_length(format: Format) -> usize {
    Extent::of_date(format).length()
}

/// The instant at the start of what the format writes.
pub(crate) fn floor_time(precision: Precision, format: Format, (seconds, nanos): Instant) -> Instant {
    match Extent::of_time(precision, format) {
        Extent::Full(precision) => (seconds, nanos - nanos % precision.step()),
        Extent::Hour => (seconds - seconds.rem_euclid(3_600), 0),
        Extent::Date => (seconds - seconds.rem_euclid(DAY), 0),
        Extent::Month => {
            let (year, month, _) = calendar::date(seconds.div_euclid(DAY));
            (calendar::days(year, month, 1) * DAY, 0)
        }
    }
}

/// The day at the start of what the format writes.
pub(crate) fn floor_date(format: Format, day: i32) -> i32 {
    if Extent::of_date(format) == Extent::Date {
        return day;
    }
    // The date is in range here or is refused by the caller; the day of its month is at most 31 away.
    let (_, _, of_month) = calendar::date(day.into());
    day.saturating_sub(i32::try_from(of_month - 1).unwrap_or_default())
}

/// Appends the instant, which must be in the years 0 to 9999, as far as the format writes it.
pub(crate) fn encode_time(
    precision: Precision,
    format: Format,
    (seconds, nanos): Instant,
    out: &mut String,
) -> Result<(), KeyProblem> {
    if nanos > 999_999_999 {
        return Err(KeyProblem::OutOfKind("is no instant: its nanoseconds are a second or more".to_owned()));
    }
    if !(FIRST_SECOND..=LAST_SECOND).contains(&seconds) {
        return Err(KeyProblem::OutOfKind("is outside the years 0000 to 9999".to_owned()));
    }
    push(
        Extent::of_time(precision, format),
        format.order,
        seconds.div_euclid(DAY),
        seconds.rem_euclid(DAY),
        nanos,
        out,
    );
    Ok(())
}

/// Appends the date, which must be in the years 0 to 9999, as far as the format writes it.
pub(crate) fn encode_date(format: Format, day: i32, out: &mut String) -> Result<(), KeyProblem> {
    if !(calendar::FIRST_DAY..=calendar::LAST_DAY).contains(&day.into()) {
        return Err(KeyProblem::OutOfKind("is outside the years 0000 to 9999".to_owned()));
    }
    push(Extent::of_date(format), format.order, day.into(), 0, 0, out);
    Ok(())
}

fn push(extent: Extent, order: Order, day: i64, second: i64, nanos: u32, out: &mut String) {
    let (year, month, of_month) = calendar::date(day);
    let mut ascii = Ascii(*b"0000-00-00T00:00:00.000000Z     ");
    let text = &mut ascii.0;
    let mut fill = |at: usize, value: u32| {
        // All values are below 100.
        text[at..at + 2].copy_from_slice(&PAIRS[value as usize % PAIRS.len()]);
    };
    let (year, second) = (year as u32, second as u32);
    fill(0, year / 100);
    fill(2, year % 100);
    fill(5, month as u32);
    fill(8, of_month as u32);
    if !matches!(extent, Extent::Month | Extent::Date) {
        fill(11, second / 3_600);
        fill(14, second / 60 % 60);
        fill(17, second % 60);
        fill(20, nanos / 10_000_000);
        fill(22, nanos / 100_000 % 100);
        fill(24, nanos / 1_000 % 100);
    }
    if let Extent::Full(precision) = extent {
        text[extent.length() - 1] = b'Z';
        if precision != Precision::Seconds {
            text[19] = b'.';
        }
    }
    if order == Order::Desc {
        let digits = text.iter_mut().filter(|byte| byte.is_ascii_digit());
        digits.for_each(|digit| *digit = b'0' + b'9' - *digit);
    }
    ascii.push(0, extent.length(), out);
}

pub(crate) fn decode_time(precision: Precision, format: Format, text: &str) -> Option<Instant> {
    let extent = Extent::of_time(precision, format);
    let (day, second, nanos) = read(extent, format.order, text)?;
    Some((day * DAY + second, nanos))
}

pub(crate) fn decode_date(format: Format, text: &str) -> Option<i32> {
    let (day, ..) = read(Extent::of_date(format), format.order, text)?;
    i32::try_from(day).ok()
}

fn read(extent: Extent, order: Order, text: &str) -> Option<(i64, i64, u32)> {
    let text = text.as_bytes();
    if text.len() != extent.length() {
        return None;
    }
    let digits = |from: usize, to: usize| -> Option<i64> {
        text[from..to].iter().try_fold(0, |value, byte| {
            let digit = byte.checked_sub(b'0').filter(|digit| *digit <= 9)?;
            Some(value * 10 + i64::from(if order == Order::Desc { 9 - digit } else { digit }))
        })
    };
    let mark = |at: usize, mark: u8| (text[at] == mark).then_some(());
    let below = |value: i64, limit: i64| (value < limit).then_some(value);

    let year = digits(0, 4)?;
    mark(4, b'-')?;
    let month = digits(5, 7)?;
    if extent == Extent::Month {
        return Some((calendar::checked_days(year, month, 1)?, 0, 0));
    }
    mark(7, b'-')?;
    let day = calendar::checked_days(year, month, digits(8, 10)?)?;
    if extent == Extent::Date {
        return Some((day, 0, 0));
    }
    mark(10, b'T')?;
    let hour = below(digits(11, 13)?, 24)?;
    let Extent::Full(precision) = extent else { return Some((day, hour * 3_600, 0)) };
    mark(13, b':')?;
    let minute = below(digits(14, 16)?, 60)?;
    mark(16, b':')?;
    let second = below(digits(17, 19)?, 60)?;
    let fraction = precision.digits();
    mark(text.len() - 1, b'Z')?;
    let nanos = if fraction == 0 {
        0
    } else {
        mark(19, b'.')?;
        u32::try_from(digits(20, 20 + fraction)?).ok()?.checked_mul(precision.step())?
    };
    Some((day, hour * 3_600 + minute * 60 + second, nanos))
}
