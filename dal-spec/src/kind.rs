//! Kinds as `types:` declares them, owning their text.

use dal_key::{Kind, Part, Precision, Words};

/// A [`Kind`] that owns its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KindDef {
    /// `text`, or `{ text: '[0-9-]+' }`.
    Text(Option<String>),
    /// `uuid`
    Uuid,
    /// `ulid`
    Ulid,
    /// `u8` … `i128`, `0..14`, `1..`
    Int {
        /// The smallest value.
        min: i128,
        /// The largest value.
        max: i128,
    },
    /// `decimal.2`
    Decimal(u8),
    /// `f64`
    F64,
    /// `time.s`, `time.ms`, `time.us`
    Time(Precision),
    /// `date`
    Date,
    /// `bool`
    Bool,
    /// `bytes`
    Bytes,
    /// `[open, closed]`: the words joined by `|`
    Enum(String),
}

impl KindDef {
    /// The kind, borrowing its text.
    pub fn as_kind(&self) -> Kind<'_> {
        match self {
            Self::Text(pattern) => Kind::Text(pattern.as_deref()),
            Self::Uuid => Kind::Uuid,
            Self::Ulid => Kind::Ulid,
            Self::Int { min, max } => Kind::Int { min: *min, max: *max },
            Self::Decimal(scale) => Kind::Decimal(*scale),
            Self::F64 => Kind::F64,
            Self::Time(precision) => Kind::Time(*precision),
            Self::Date => Kind::Date,
            Self::Bool => Kind::Bool,
            Self::Bytes => Kind::Bytes,
            Self::Enum(words) => Kind::Enum(Words(words)),
        }
    }

    /// The value that a text of the list names, as `fix:` and `when:` have it: words, text, numbers, `true` and `false`
    /// as they are; identifiers and dates as keys show them; instants in UTC (`2026-11-30T09:00:00Z`), with as many
    /// digits behind the second as the precision has or fewer; bytes as hexadecimal digits. `None` if it names none.
    pub fn constant(&self, text: &str) -> Option<Part<'static>> {
        crate::constant::value(self, text).ok()
    }
}
