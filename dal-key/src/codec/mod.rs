//! Kinds and formats to text and back: one file a kind.

use std::borrow::Cow;

use crate::error::KeyProblem;
use crate::format::{Format, Style};
use crate::kind::Kind;
use crate::part::Part;
use crate::template::Segment;

mod boolean;
pub(crate) mod bytes;
mod calendar;
pub(crate) mod decimal;
pub(crate) mod digits;
mod edge;
pub(crate) mod enumeration;
mod float;
mod hex;
mod id;
pub(crate) mod int;
pub(crate) mod native;
pub(crate) mod text;
pub(crate) mod time;

pub(crate) use calendar::{date as calendar_date, days as calendar_days};

pub(crate) use boolean::texts as bool_texts;
pub(crate) use edge::{Edge, edge, largest, smallest};

use decimal::{Scale, Scaled};
use int::Int;

/// What stands after a part in its template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next<'t> {
    /// Nothing: the part is last.
    End,
    /// A literal, which is not empty.
    Literal(&'t str),
    /// Another part.
    Part,
}

impl<'t> Next<'t> {
    /// What stands after the segment of that number.
    pub(crate) fn after(segments: &[Segment<'t>], index: usize) -> Self {
        for segment in segments.iter().skip(index + 1) {
            match *segment {
                Segment::Literal("") => {}
                Segment::Literal(text) => return Self::Literal(text),
                Segment::Part { .. } => return Self::Part,
            }
        }
        Self::End
    }

    /// Whether it can be the beginning of `text`.
    pub(crate) fn follows(self, text: &str) -> bool {
        match self {
            Self::End => text.is_empty(),
            Self::Literal(literal) => text.starts_with(literal),
            Self::Part => !text.is_empty(),
        }
    }
}

/// What becomes of a value that is finer than its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// It is refused.
    Refuse,
    /// It is written as the next smaller value of the kind.
    Floor,
}

/// Appends the text of one part.
#[inline(always)]
pub(crate) fn encode(
    kind: &Kind<'_>,
    format: Format,
    next: Next<'_>,
    rounding: Rounding,
    part: &Part<'_>,
    out: &mut String,
) -> Result<(), KeyProblem> {
    // What most keys are made of goes straight to where all others come to after some questions.
    if format.is_default() {
        match (kind, part) {
            (Kind::Ulid, Part::Ulid(bits)) => {
                id::encode_ulid(format.order, *bits, out);
                return Ok(());
            }
            (Kind::Int { min: 0, max }, Part::Int(value)) if (0..=*max).contains(value) => {
                digits::push(value.unsigned_abs(), digits::count(max.unsigned_abs()), false, out);
                return Ok(());
            }
            (Kind::Text(None), Part::Text(value)) if text::is_free(next, value) => {
                text::escape(value, out);
                return Ok(());
            }
            _ => {}
        }
    }
    encode_any(kind, format, next, rounding, part, out)
}

fn encode_any(
    kind: &Kind<'_>,
    format: Format,
    next: Next<'_>,
    rounding: Rounding,
    part: &Part<'_>,
    out: &mut String,
) -> Result<(), KeyProblem> {
    if !(format.is_default() && kind.is_sound()) {
        kind.accepts(format).map_err(KeyProblem::OutOfKind)?;
    }
    if let Style::Native(of) = format.style {
        return native::encode(*kind, of, next, rounding, part, out);
    }
    match (kind, part) {
        (Kind::Text(pattern), Part::Text(value) | Part::Word(value)) => {
            text::encode(*pattern, format, next, value, out)
        }
        (Kind::Enum(words), Part::Word(word) | Part::Text(word)) => {
            enumeration::encode(*words, format, word, out)
        }
        (Kind::Uuid, Part::Uuid(bits)) => {
            id::encode_uuid(format.order, *bits, out);
            Ok(())
        }
        (Kind::Ulid, Part::Ulid(bits)) => {
            id::encode_ulid(format.order, *bits, out);
            Ok(())
        }
        (Kind::Int { min, max }, Part::Int(value)) => {
            Int { min: *min, max: *max }.encode(format, *value, out)
        }
        (Kind::Decimal(own), Part::Decimal { digits, scale }) => {
            encode_decimal(Scale(*own), format, rounding, (*digits, *scale), out)
        }
        (Kind::F64, Part::F64(value)) => float::encode(format, *value, out),
        (Kind::Time(precision), Part::Time { seconds, nanos }) => {
            let is_cut = matches!(format.style, Style::Cut(_));
            if rounding == Rounding::Refuse && !is_cut && nanos % precision.step() != 0 {
                return Err(finer(kind, *nanos));
            }
            time::encode_time(*precision, format, (*seconds, *nanos), out)
        }
        (Kind::Date, Part::Date(day)) => time::encode_date(format, *day, out),
        (Kind::Bool, Part::Bool(value)) => {
            boolean::encode(format.order, *value, out);
            Ok(())
        }
        (Kind::Bytes, Part::Bytes(value)) => bytes::encode(value, out),
        _ => Err(of_another_kind(kind, part)),
    }
}

fn encode_decimal(
    own: Scale,
    format: Format,
    rounding: Rounding,
    (digits, scale): (i128, u32),
    out: &mut String,
) -> Result<(), KeyProblem> {
    match own.rescale(digits, scale) {
        Scaled::Units(_, false) if rounding == Rounding::Refuse => {
            Err(KeyProblem::TooFine(format!("has more than {} digits after the point", own.0)))
        }
        Scaled::Units(units, _) => own.encode(format, units, out),
        Scaled::Below | Scaled::Above => Err(own.too_large(format)),
    }
}

#[cold]
fn finer(kind: &Kind<'_>, nanos: u32) -> KeyProblem {
    KeyProblem::TooFine(format!("is finer than `{kind}`: it has {nanos} nanoseconds"))
}

#[cold]
fn of_another_kind(kind: &Kind<'_>, part: &Part<'_>) -> KeyProblem {
    KeyProblem::OutOfKind(match part {
        Part::Refused(why) => why.clone().into_owned(),
        _ => format!("is {}, and its kind is `{kind}`", part.name()),
    })
}

/// Reads one part from its text; `None` if writing no value gives this text.
pub(crate) fn decode<'t>(kind: Kind<'t>, format: Format, text: &'t str) -> Option<Part<'t>> {
    if let Style::Native(of) = format.style {
        return native::decode(kind, of, text);
    }
    Some(match kind {
        Kind::Text(pattern) => Part::Text(text::decode(pattern, format, text)?),
        Kind::Enum(words) => Part::Word(Cow::Borrowed(enumeration::decode(words, format, text)?)),
        Kind::Uuid => Part::Uuid(id::decode_uuid(format.order, text)?),
        Kind::Ulid => Part::Ulid(id::decode_ulid(format.order, text)?),
        Kind::Int { min, max } => Part::Int(Int { min, max }.decode(format, text)?),
        Kind::Decimal(scale) => {
            Part::Decimal { digits: Scale(scale).decode(format, text)?, scale: u32::from(scale) }
        }
        Kind::F64 => Part::F64(float::decode(format, text)?),
        Kind::Time(precision) => {
            let (seconds, nanos) = time::decode_time(precision, format, text)?;
            Part::Time { seconds, nanos }
        }
        Kind::Date => Part::Date(time::decode_date(format, text)?),
        Kind::Bool => Part::Bool(boolean::decode(format.order, text)?),
        Kind::Bytes => Part::Bytes(Cow::Owned(bytes::decode(text)?)),
    })
}

/// Calls `found` with the length of every text of this part that `text` begins with and that `next` can follow; unless
/// `certain`, also with one that only has such a text's length.
pub(crate) fn lengths(
    kind: Kind<'_>,
    format: Format,
    next: Next<'_>,
    text: &str,
    certain: bool,
    mut found: impl FnMut(usize),
) {
    // The longest number that `:plain` writes: i128's smallest, with a point and a zero before it, or a float of 21
    // digits and more; none is longer than this.
    const LONGEST_PLAIN: usize = 64;

    let mut check = |length: usize, certain: bool| {
        let whole = text.split_at_checked(length).filter(|(_, rest)| next.follows(rest));
        if whole.is_some_and(|(part, _)| !certain || decode(kind, format, part).is_some()) {
            found(length);
        }
    };
    match (kind, format.style) {
        (Kind::Text(pattern), Style::Native(_)) => {
            match text::only_length(pattern, native::RAW, next, text) {
                Some(length) => check(length, certain),
                None => text::lengths(pattern, native::RAW, next, text, found),
            }
        }
        (_, Style::Native(_)) => (1..=text.len()).for_each(|length| check(length, true)),
        (Kind::Text(pattern), _) => match text::only_length(pattern, format, next, text) {
            Some(length) => check(length, certain),
            None => text::lengths(pattern, format, next, text, found),
        },
        (Kind::Enum(words), style) if style != Style::Rank => {
            enumeration::lengths(words, format, text, |length| check(length, true));
        }
        (Kind::Enum(words), _) => check(enumeration::rank_width(words), certain),
        (_, Style::Plain) => {
            let number = |byte: &u8| byte.is_ascii_digit() || b"-.einf".contains(byte);
            let run = text.bytes().take(LONGEST_PLAIN).take_while(number).count();
            (1..=run).for_each(|length| check(length, true));
        }
        (Kind::Bytes, _) => {
            let run = bytes::run(text);
            (2..=run).step_by(2).filter(|length| next.follows(&text[*length..])).for_each(found);
        }
        (Kind::Uuid, _) => check(id::UUID_LENGTH, certain),
        (Kind::Ulid, _) => check(id::ULID_LENGTH, certain),
        (Kind::Int { min, max }, _) => check(Int { min, max }.length(format, text), certain),
        (Kind::Decimal(scale), _) => check(Scale(scale).length(format, text), certain),
        (Kind::F64, _) => check(float::LENGTH, certain),
        (Kind::Time(precision), _) => check(time::time_length(precision, format), certain),
        (Kind::Date, _) => check(time::date_length(format), certain),
        (Kind::Bool, _) => {
            if let Some(length) = boolean::length(format.order, text) {
                check(length, certain);
            }
        }
    }
}
