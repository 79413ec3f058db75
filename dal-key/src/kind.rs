//! Kinds: the sets of values that parts of keys take.

/// What values a part of a key takes, as `types:` in `patterns.yaml` declares it.
///
/// A change of kind is a change of key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind<'a> {
    /// `text`: any text that is not empty; with a pattern (`{ text: '[0-9-]+' }`), only text it matches.
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
    /// `decimal.2`: a decimal of that scale (digits after the point).
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

impl<'a> Words<'a> {
    /// The words, in the order of their rank.
    pub fn iter(self) -> impl Iterator<Item = &'a str> {
        self.0.split('|').filter(|word| !word.is_empty())
    }

    /// The rank of `word`: 0 for the first.
    pub fn rank(self, word: &str) -> Option<usize> {
        self.iter().position(|w| w == word)
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
