//! Where a value that bounds a range stands among the values that keys hold.

use std::borrow::Cow;

use super::decimal::{Scale, Scaled};
use super::int::Int;
use super::{Next, Rounding, encode, text, time};
use crate::error::KeyProblem;
use crate::format::{Format, Order, Style};
use crate::kind::Kind;
use crate::part::Part;

/// A bound's place.
pub(crate) enum Edge {
    /// Below every value of the kind.
    Below,
    /// On the value with this text.
    At(String),
    /// Between the value with this text and the next larger one.
    Within(String),
    /// Within the period with this text, after its start.
    WithinPeriod(String),
    /// Above every value of the kind.
    Above,
}

/// The place of `part`, which may be finer than the kind, or outside it where the kind has an order.
///
/// # Errors
///
/// When the part cannot be compared with the kind's values.
pub(crate) fn edge(kind: Kind<'_>, format: Format, part: &Part<'_>) -> Result<Edge, KeyProblem> {
    let at = |part: &Part<'_>| {
        let mut written = String::new();
        // A bound is compared, not stored: what it lies between decides, not what stands after the part.
        encode(&kind, format, Next::End, Rounding::Floor, part, &mut written).map(|()| written)
    };
    let within = |exact: bool| match (exact, format.style) {
        (true, _) => Edge::At,
        (false, Style::Cut(_)) => Edge::WithinPeriod,
        (false, _) => Edge::Within,
    };
    match (kind, part) {
        (Kind::Text(_), Part::Text(value) | Part::Word(value)) => {
            if value.is_empty() {
                return Ok(Edge::Below);
            }
            // A bound need not match the kind's pattern.
            let mut written = String::new();
            text::push(format, &text::fold(format.case, value), &mut written);
            Ok(Edge::At(written))
        }
        (Kind::Bytes, Part::Bytes(value)) if value.is_empty() => Ok(Edge::Below),
        (Kind::Int { min, max }, Part::Int(value)) => {
            let Int { min, max } = Int { min, max }.writable(format)?;
            match value {
                value if *value < min => Ok(Edge::Below),
                value if *value > max => Ok(Edge::Above),
                _ => at(part).map(Edge::At),
            }
        }
        (Kind::Decimal(own), Part::Decimal { digits, scale }) => match Scale(own).rescale(*digits, *scale) {
            Scaled::Below => Ok(Edge::Below),
            Scaled::Above => Ok(Edge::Above),
            Scaled::Units(units, exact) => {
                let (min, max) = Scale(own).writable(format);
                match units {
                    units if units < min => Ok(Edge::Below),
                    units if units > max => Ok(Edge::Above),
                    _ => at(part).map(within(exact)),
                }
            }
        },
        (Kind::Time(precision), Part::Time { seconds, nanos }) => match *seconds {
            seconds if seconds < time::FIRST_SECOND => Ok(Edge::Below),
            seconds if seconds > time::LAST_SECOND => Ok(Edge::Above),
            seconds => {
                let exact = time::floor_time(precision, format, (seconds, *nanos)) == (seconds, *nanos);
                at(part).map(within(exact))
            }
        },
        (Kind::Date, Part::Date(day)) => match i64::from(*day) {
            day if day < time::FIRST_DAY => Ok(Edge::Below),
            day if day > time::LAST_DAY => Ok(Edge::Above),
            _ => at(part).map(within(time::floor_date(format, *day) == *day)),
        },
        _ => at(part).map(Edge::At),
    }
}

/// The smallest text of the part.
///
/// # Errors
///
/// When the kind has no values in this format.
pub(crate) fn smallest(kind: Kind<'_>, format: Format) -> Result<String, KeyProblem> {
    match kind {
        Kind::Text(_) if format.style == Style::Raw => Ok("\0".to_owned()),
        Kind::Text(_) => Ok(text::SMALLEST.to_owned()),
        Kind::Bytes => Ok("00".to_owned()),
        _ => extreme(kind, format, format.order == Order::Desc),
    }
}

/// The largest text of the part, whose kind is neither text nor bytes: those have none.
///
/// # Errors
///
/// When the kind has no values in this format.
pub(crate) fn largest(kind: Kind<'_>, format: Format) -> Result<String, KeyProblem> {
    extreme(kind, format, format.order == Order::Asc)
}

/// The text of the kind's largest or smallest value.
fn extreme(kind: Kind<'_>, format: Format, largest: bool) -> Result<String, KeyProblem> {
    let bits = if largest { u128::MAX } else { 0 };
    let part = match kind {
        Kind::Uuid => Part::Uuid(bits),
        Kind::Ulid => Part::Ulid(bits),
        Kind::Int { min, max } => {
            let Int { min, max } = Int { min, max }.writable(format)?;
            Part::Int(if largest { max } else { min })
        }
        Kind::Decimal(scale) => {
            let (min, max) = Scale(scale).writable(format);
            Part::Decimal { digits: if largest { max } else { min }, scale: scale.into() }
        }
        Kind::F64 => Part::F64(if largest { f64::INFINITY } else { f64::NEG_INFINITY }),
        Kind::Time(_) if largest => Part::Time { seconds: time::LAST_SECOND, nanos: 999_999_999 },
        Kind::Time(_) => Part::Time { seconds: time::FIRST_SECOND, nanos: 0 },
        Kind::Date => Part::Date(if largest { time::LAST_DAY } else { time::FIRST_DAY } as i32),
        Kind::Bool => Part::Bool(largest),
        Kind::Enum(words) => {
            let word = if largest { words.iter().last() } else { words.iter().next() };
            Part::Word(Cow::Borrowed(word.unwrap_or_default()))
        }
        Kind::Text(_) | Kind::Bytes => return Err(KeyProblem::OutOfKind("has no largest value".to_owned())),
    };
    let mut written = String::new();
    encode(&kind, format, Next::End, Rounding::Floor, &part, &mut written)?;
    Ok(written)
}
