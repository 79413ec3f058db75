//! Kinds: the sets of values that parts of keys take.

use std::fmt;

use crate::codec::native;
use crate::format::{Case, Cut, Format, Order, Style};
use crate::value::AttributeType;

/// What values a part of a key takes, as `types:` in `patterns.yaml` declares it.
///
/// A change of kind is a change of key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind<'a> {
    /// `text`: any text that is not empty; with a pattern (`{ text: '[0-9-]+' }`), only text it matches
    /// (see [`pattern`](crate::pattern)). The pattern is held against the text after `:lower` or `:upper`.
    Text(Option<&'a str>),
    /// `uuid`: 36 characters, lower case, with hyphens.
    Uuid,
    /// `ulid`: 26 characters of Crockford's base 32, upper case.
    Ulid,
    /// An integer by width (`u32`) or range (`0..14`, `1..`): both ends are included.
    Int {
        /// The smallest value.
        min: i128,
        /// The largest value.
        max: i128,
    },
    /// `decimal.2`: a decimal of that scale (digits after the point, up to [`MAX_DECIMAL_SCALE`]),
    /// of at most [`DECIMAL_DIGITS`] digits in all.
    Decimal(u8),
    /// `f64`: a float; not a number is refused.
    F64,
    /// `time.s`, `time.ms`, `time.us`: an instant in UTC of that precision.
    Time(Precision),
    /// `date`: a calendar date.
    Date,
    /// `bool`.
    Bool,
    /// `bytes`.
    Bytes,
    /// `[open, closed]`: an enum, by its words.
    Enum(Words<'a>),
}

/// How many digits a decimal has in a key, before and after the point together: as many as the largest
/// 96-bit number, so that every value of `rust_decimal` fits at its own scale.
pub const DECIMAL_DIGITS: u8 = 29;

/// The largest scale of a decimal: one digit of [`DECIMAL_DIGITS`] stays before the point.
pub const MAX_DECIMAL_SCALE: u8 = DECIMAL_DIGITS - 1;

impl Kind<'_> {
    /// Whether values of this kind can be written in `format`.
    ///
    /// # Errors
    ///
    /// The reason why not, as a sentence without a subject ("has no descending text: …").
    pub fn accepts(self, format: Format) -> Result<(), String> {
        if !self.is_sound() {
            return Err(self.unsound());
        }
        if format.is_default() {
            return Ok(());
        }
        if let Style::Native(of) = format.style {
            if format.order == Order::Desc || format.case != Case::Keep {
                return Err(
                    "is the attribute's own value, which has no other order and no other case".to_owned()
                );
            }
            return native::accepts(self, of);
        }
        self.accepts_style(format.style)?;
        if format.case != Case::Keep
            && !matches!((self, format.style), (Self::Text(_) | Self::Enum(_), style) if style != Style::Rank)
        {
            return Err(format!("has no case: `{self}` is not text"));
        }
        if format.order == Order::Desc && !self.is_ordered(format) {
            return Err(format!(
                "has no descending text: `{self}` in this format is not ordered by a fixed width"
            ));
        }
        Ok(())
    }

    /// Whether keys sort by value in `format`, so that ranges over the part are exact.
    ///
    /// Text and bytes ascend only; a word, raw text and a plain number have no order.
    pub fn is_ordered(self, format: Format) -> bool {
        if let Style::Native(of) = format.style {
            return !(of == AttributeType::S && matches!(self, Self::Enum(_)));
        }
        match self {
            Self::Text(_) => format.order == Order::Asc && format.style != Style::Raw,
            Self::Bytes => format.order == Order::Asc,
            Self::Enum(_) => format.style == Style::Rank,
            Self::Int { .. } | Self::Decimal(_) | Self::F64 => format.style != Style::Plain,
            Self::Uuid | Self::Ulid | Self::Time(_) | Self::Date | Self::Bool => true,
        }
    }

    /// As [`is_ordered`](Self::is_ordered), for a part that is the last of its key: raw text sorts by its bytes there, because
    /// nothing follows it.
    pub fn is_ordered_last(self, format: Format) -> bool {
        let is_raw = matches!(self, Self::Text(_)) && format.style == Style::Raw;
        (is_raw && format.order == Order::Asc) || self.is_ordered(format)
    }

    /// About how many bytes its text takes: a guess.
    pub(crate) const fn usual_length(&self) -> usize {
        match self {
            Self::Uuid => 36,
            Self::Decimal(_) => 30,
            Self::Ulid | Self::Time(_) => 27,
            Self::Text(_) | Self::Bytes | Self::F64 => 24,
            Self::Int { .. } | Self::Date | Self::Enum(_) => 12,
            Self::Bool => 5,
        }
    }

    /// Whether the range is not empty, and the scale not too large.
    #[inline]
    pub(crate) const fn is_sound(&self) -> bool {
        match self {
            Self::Int { min, max } => *min <= *max,
            Self::Decimal(scale) => *scale <= MAX_DECIMAL_SCALE,
            _ => true,
        }
    }

    #[cold]
    fn unsound(self) -> String {
        match self {
            Self::Int { min, max } => format!("has an empty range: {min} is above {max}"),
            Self::Decimal(scale) => format!("has a scale of {scale}; the largest is {MAX_DECIMAL_SCALE}"),
            _ => "is unsound".to_owned(),
        }
    }

    fn accepts_style(self, style: Style) -> Result<(), String> {
        let (fits, what) = match style {
            Style::Default => (true, ""),
            Style::Padded(width) => (
                width > 0 && matches!(self, Self::Int { .. } | Self::Decimal(_)),
                "padded to a number of digits",
            ),
            Style::Plain => (matches!(self, Self::Int { .. } | Self::Decimal(_) | Self::F64), "`:plain`"),
            Style::Rank => (matches!(self, Self::Enum(_)), "`:rank`"),
            Style::Cut(Cut::Hour) => (matches!(self, Self::Time(_)), "`:hour`"),
            Style::Cut(Cut::Date) => (matches!(self, Self::Time(_) | Self::Date), "`:date`"),
            Style::Cut(Cut::Month) => (matches!(self, Self::Time(_) | Self::Date), "`:month`"),
            Style::Raw => (matches!(self, Self::Text(_)), "`:raw`"),
            Style::Native(of) => (native::accepts(self, of).is_ok(), "in the attribute's own type"),
        };
        if fits { Ok(()) } else { Err(format!("cannot be written {what}: its kind is `{self}`")) }
    }
}

/// As `types:` writes it.
impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(None) => f.write_str("text"),
            Self::Text(Some(pattern)) => write!(f, "{{ text: '{pattern}' }}"),
            Self::Uuid => f.write_str("uuid"),
            Self::Ulid => f.write_str("ulid"),
            Self::Int { min, max } => write!(f, "{min}..{max}"),
            Self::Decimal(scale) => write!(f, "decimal.{scale}"),
            Self::F64 => f.write_str("f64"),
            Self::Time(Precision::Seconds) => f.write_str("time.s"),
            Self::Time(Precision::Millis) => f.write_str("time.ms"),
            Self::Time(Precision::Micros) => f.write_str("time.us"),
            Self::Date => f.write_str("date"),
            Self::Bool => f.write_str("bool"),
            Self::Bytes => f.write_str("bytes"),
            Self::Enum(words) => {
                f.write_str("[")?;
                for (rank, word) in words.iter().enumerate() {
                    if rank > 0 {
                        f.write_str(", ")?;
                    }
                    f.write_str(word)?;
                }
                f.write_str("]")
            }
        }
    }
}

/// How fine an instant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Precision {
    /// Whole seconds.
    Seconds,
    /// Milliseconds: three digits.
    Millis,
    /// Microseconds: six digits.
    Micros,
}

/// The words of an enum in the order of their rank, joined by `|`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Words<'a>(pub &'a str);

impl Precision {
    /// The nanoseconds of one step.
    pub(crate) const fn step(self) -> u32 {
        match self {
            Self::Seconds => 1_000_000_000,
            Self::Millis => 1_000_000,
            Self::Micros => 1_000,
        }
    }

    /// How many digits stand after the second.
    pub(crate) const fn digits(self) -> usize {
        match self {
            Self::Seconds => 0,
            Self::Millis => 3,
            Self::Micros => 6,
        }
    }
}

impl<'a> Words<'a> {
    /// The words, in the order of their rank.
    pub fn iter(self) -> impl Iterator<Item = &'a str> {
        self.0.split('|').filter(|word| !word.is_empty())
    }

    /// The rank of `word`: 0 for the first.
    pub fn rank(self, word: &str) -> Option<usize> {
        // By bytes: `split` of text looks for its character as in long texts, and words are short.
        let words = self.0.as_bytes().split(|byte| *byte == b'|').filter(|word| !word.is_empty());
        words.enumerate().find(|(_, other)| *other == word.as_bytes()).map(|(rank, _)| rank)
    }
}

/// Markers of kinds, for the bound `T: KeyPart<kinds::Ulid>`: which Rust types a kind accepts.
pub mod kinds {
    macro_rules! markers {
        ($($(#[$doc:meta])* $name:ident;)*) => { $($(#[$doc])* #[derive(Clone, Copy, Debug)] pub struct $name;)* };
    }
    markers! {
        /// Marks [`Kind::Text`](super::Kind::Text).
        Text;
        /// Marks [`Kind::Uuid`](super::Kind::Uuid).
        Uuid;
        /// Marks [`Kind::Ulid`](super::Kind::Ulid).
        Ulid;
        /// Marks [`Kind::Int`](super::Kind::Int).
        Int;
        /// Marks [`Kind::Decimal`](super::Kind::Decimal).
        Decimal;
        /// Marks [`Kind::F64`](super::Kind::F64).
        F64;
        /// Marks [`Kind::Time`](super::Kind::Time).
        Time;
        /// Marks [`Kind::Date`](super::Kind::Date).
        Date;
        /// Marks [`Kind::Bool`](super::Kind::Bool).
        Bool;
        /// Marks [`Kind::Bytes`](super::Kind::Bytes).
        Bytes;
        /// Marks [`Kind::Enum`](super::Kind::Enum).
        Enum;
    }
}
