//! Native values: a part that is the whole key attribute, in the attribute's own type.
//!
//! Each value has one text here, the same for all kinds that the type takes: a string is itself, a number its digits
//! without zeros that say nothing, bytes two hexadecimal digits each. So two values are one key exactly where their
//! texts are equal. What DynamoDB is sent is made of it by [`value`] and read by [`text`].

use std::fmt::Write as _;

use super::decimal::{Scale, Scaled};
use super::{
    Next, Rounding, bytes, decode as decode_part, digits, encode as encode_part, hex, text as strings, time,
};
use crate::error::KeyProblem;
use crate::format::{Format, Style};
use crate::kind::{Kind, Precision};
use crate::part::Part;
use crate::value::{AttributeType, KeyValue, MAX_NUMBER_DIGITS, plain_digits};

/// The largest integer that DynamoDB keeps exactly: 38 nines.
pub(crate) const LARGEST: i128 = 10i128.pow(MAX_NUMBER_DIGITS) - 1;
/// A float's magnitude is below this.
const ABOVE_FLOATS: f64 = 1e126;
/// The smallest magnitude of a float that is not zero.
pub(crate) const SMALLEST_FLOAT: f64 = 1e-130;

/// The format in which text stands as it is.
pub(crate) const RAW: Format =
    Format { order: crate::format::Order::Asc, case: crate::format::Case::Keep, style: Style::Raw };

/// Why the type does not take the kind, as a sentence without a subject.
pub(crate) fn accepts(kind: Kind<'_>, of: AttributeType) -> Result<(), String> {
    let fits = match of {
        AttributeType::S => {
            matches!(kind, Kind::Text(_) | Kind::Uuid | Kind::Ulid | Kind::Date | Kind::Enum(_))
        }
        AttributeType::N => matches!(kind, Kind::Int { .. } | Kind::Decimal(_) | Kind::F64 | Kind::Time(_)),
        AttributeType::B => matches!(kind, Kind::Bytes | Kind::Uuid),
    };
    if fits {
        Ok(())
    } else {
        Err(format!("is no {} attribute of its own: its kind is `{kind}`", of.as_str()))
    }
}

/// Appends the value's text.
pub(crate) fn encode(
    kind: Kind<'_>,
    of: AttributeType,
    next: Next<'_>,
    rounding: Rounding,
    part: &Part<'_>,
    out: &mut String,
) -> Result<(), KeyProblem> {
    match (of, kind, part) {
        (AttributeType::S, Kind::Text(pattern), Part::Text(value) | Part::Word(value)) => {
            strings::encode(pattern, RAW, next, value, out)
        }
        (AttributeType::S, Kind::Enum(words), Part::Word(word) | Part::Text(word)) => {
            if words.rank(word).is_none() {
                return Err(KeyProblem::OutOfKind(format!("is `{word}`, which `{kind}` does not have")));
            }
            out.push_str(word);
            Ok(())
        }
        (AttributeType::S, ..) => encode_part(&kind, Format::default(), Next::End, rounding, part, out),
        (AttributeType::B, Kind::Uuid, Part::Uuid(bits)) => {
            let mut text = digits::Ascii([b'0'; 32]);
            hex::fill(*bits, &mut text.0);
            text.push(0, 32, out);
            Ok(())
        }
        (AttributeType::N, Kind::F64, Part::F64(value)) => encode_float(*value, out),
        (AttributeType::N, Kind::Int { .. } | Kind::Decimal(_) | Kind::Time(_), _) => {
            let (units, scale) = units(kind, rounding, part)?;
            push_number(units, scale, out);
            Ok(())
        }
        _ => encode_part(&kind, Format::default(), Next::End, rounding, part, out),
    }
}

/// Reads the value from its text; `None` if writing no value gives it.
pub(crate) fn decode<'t>(kind: Kind<'t>, of: AttributeType, text: &'t str) -> Option<Part<'t>> {
    match (of, kind) {
        (AttributeType::S, Kind::Enum(words)) => {
            words.rank(text).map(|_| Part::Word(std::borrow::Cow::Borrowed(text)))
        }
        (AttributeType::S, Kind::Text(_)) => decode_part(kind, RAW, text),
        (AttributeType::B, Kind::Uuid) => hex::read(text, 32).map(Part::Uuid),
        (AttributeType::N, Kind::F64) => {
            let value: f64 = text.parse().ok()?;
            let mut written = String::new();
            encode_float(value, &mut written).ok()?;
            (written == text).then_some(Part::F64(value))
        }
        (AttributeType::N, _) => {
            let scale = scale(kind);
            let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
            let missing = u32::try_from(usize::from(scale).checked_sub(fraction.len())?).ok()?;
            let units: i128 = format!("{whole}{fraction}").parse().ok()?;
            let units = units.checked_mul(10i128.checked_pow(missing)?)?;
            let mut written = String::new();
            push_number(units, scale, &mut written);
            if written != text {
                return None;
            }
            part_of(kind, units)
        }
        _ => decode_part(kind, Format::default(), text),
    }
}

/// The value that DynamoDB is sent.
pub(crate) fn value(of: AttributeType, text: String) -> KeyValue {
    match of {
        AttributeType::S => KeyValue::S(text),
        AttributeType::N => KeyValue::N(text),
        AttributeType::B => KeyValue::B(bytes::decode(&text).unwrap_or_default()),
    }
}

/// The text of a value that DynamoDB gave, if it is of that type.
pub(crate) fn text(of: AttributeType, value: &KeyValue) -> Option<String> {
    match (of, value) {
        (AttributeType::S, KeyValue::S(text)) => Some(text.clone()),
        (AttributeType::N, KeyValue::N(digits)) => plain_digits(digits),
        (AttributeType::B, KeyValue::B(value)) => {
            let mut text = String::new();
            bytes::encode(value, &mut text).ok().map(|()| text)
        }
        _ => None,
    }
}

fn encode_float(value: f64, out: &mut String) -> Result<(), KeyProblem> {
    let size = value.abs();
    if value.is_nan() || !(size == 0.0 || (SMALLEST_FLOAT..ABOVE_FLOATS).contains(&size)) {
        return Err(KeyProblem::OutOfKind(format!("is {value:e}, which DynamoDB's numbers do not have")));
    }
    // Minus zero equals zero. Writing to a String does not fail.
    let _ = write!(out, "{}", if size == 0.0 { 0.0 } else { value });
    Ok(())
}

/// How many digits stand after the point of a number of this kind.
fn scale(kind: Kind<'_>) -> u8 {
    if let Kind::Decimal(scale) = kind { scale } else { 0 }
}

/// Times are counted in steps of their precision.
const fn per_second(precision: Precision) -> i128 {
    match precision {
        Precision::Seconds => 1,
        Precision::Millis => 1_000,
        Precision::Micros => 1_000_000,
    }
}

/// The smallest and the largest number of units of a kind.
pub(crate) fn limits(kind: Kind<'_>) -> (i128, i128) {
    match kind {
        Kind::Int { min, max } => (min.max(-LARGEST), max.min(LARGEST)),
        Kind::Decimal(scale) => Scale(scale).writable(Format::default()),
        Kind::Time(precision) => {
            let of = per_second(precision);
            (i128::from(time::FIRST_SECOND) * of, i128::from(time::LAST_SECOND) * of + of - 1)
        }
        _ => (-LARGEST, LARGEST),
    }
}

/// Where a value stands among the units of its kind.
pub(crate) enum Place {
    /// The floor, and whether it is the whole value.
    Units(i128, bool),
    /// Below all.
    Below,
    /// Above all.
    Above,
}

/// Where a number of a discrete kind stands.
pub(crate) fn place(kind: Kind<'_>, part: &Part<'_>) -> Result<Place, KeyProblem> {
    let (units, exact) = match (kind, part) {
        (Kind::Int { .. }, Part::Int(value)) => (*value, true),
        (Kind::Decimal(own), Part::Decimal { digits, scale }) => match Scale(own).rescale(*digits, *scale) {
            Scaled::Units(units, exact) => (units, exact),
            Scaled::Below => return Ok(Place::Below),
            Scaled::Above => return Ok(Place::Above),
        },
        (Kind::Time(precision), Part::Time { seconds, nanos }) => {
            let step = precision.step();
            let units = i128::from(*seconds) * per_second(precision) + i128::from(nanos / step);
            (units, nanos % step == 0)
        }
        (_, Part::Refused(why)) => return Err(KeyProblem::OutOfKind(why.clone().into_owned())),
        _ => {
            return Err(KeyProblem::OutOfKind(format!("is {}, and its kind is `{kind}`", part.name())));
        }
    };
    let (min, max) = limits(kind);
    Ok(match units {
        units if units < min => Place::Below,
        units if units > max => Place::Above,
        units => Place::Units(units, exact),
    })
}

/// A number of a discrete kind in units, and its scale.
fn units(kind: Kind<'_>, rounding: Rounding, part: &Part<'_>) -> Result<(i128, u8), KeyProblem> {
    match place(kind, part)? {
        Place::Units(_, false) if rounding == Rounding::Refuse => {
            Err(KeyProblem::TooFine(format!("is finer than `{kind}`")))
        }
        Place::Units(units, _) => Ok((units, scale(kind))),
        Place::Below | Place::Above => Err(KeyProblem::OutOfKind(match part {
            Part::Int(value) => {
                format!("is {value}, outside `{kind}` or of more than {MAX_NUMBER_DIGITS} digits")
            }
            _ => format!("is outside `{kind}`"),
        })),
    }
}

/// The text of a number of units of a discrete kind.
pub(crate) fn number(kind: Kind<'_>, units: i128) -> String {
    let mut text = String::new();
    push_number(units, scale(kind), &mut text);
    text
}

fn push_number(units: i128, scale: u8, out: &mut String) {
    let unit = digits::power(scale.into()).unwrap_or(u128::MAX);
    let magnitude = units.unsigned_abs();
    // Writing to a String does not fail.
    let _ = write!(out, "{}{}", if units < 0 { "-" } else { "" }, magnitude / unit);
    let fraction = magnitude % unit;
    if fraction > 0 {
        let text = format!("{fraction:0width$}", width = usize::from(scale));
        out.push('.');
        out.push_str(text.trim_end_matches('0'));
    }
}

fn part_of(kind: Kind<'_>, units: i128) -> Option<Part<'static>> {
    let (min, max) = limits(kind);
    if units < min || units > max {
        return None;
    }
    Some(match kind {
        Kind::Decimal(scale) => Part::Decimal { digits: units, scale: scale.into() },
        Kind::Time(precision) => {
            let of = per_second(precision);
            Part::Time {
                seconds: i64::try_from(units.div_euclid(of)).ok()?,
                nanos: u32::try_from(units.rem_euclid(of)).ok()? * precision.step(),
            }
        }
        _ => Part::Int(units),
    })
}
