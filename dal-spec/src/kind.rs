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

    /// The kind of a Rust type of which the name says it, without its path: `u32`, `String`, `NaiveDate`.
    pub fn of_type(base: &str) -> Option<Self> {
        let int = |min: i128, max: i128| Some(Self::Int { min, max });
        match base {
            "String" | "str" => Some(Self::Text(None)),
            "bool" => Some(Self::Bool),
            "f32" | "f64" => Some(Self::F64),
            "u8" => int(0, u8::MAX.into()),
            "u16" => int(0, u16::MAX.into()),
            "u32" => int(0, u32::MAX.into()),
            "u64" => int(0, u64::MAX.into()),
            "i8" => int(i8::MIN.into(), i8::MAX.into()),
            "i16" => int(i16::MIN.into(), i16::MAX.into()),
            "i32" => int(i32::MIN.into(), i32::MAX.into()),
            "i64" => int(i64::MIN.into(), i64::MAX.into()),
            "Uuid" => Some(Self::Uuid),
            "Ulid" => Some(Self::Ulid),
            "NaiveDate" | "Date" => Some(Self::Date),
            _ => None,
        }
    }

    /// The value that a text of the list names, as `fix:` and `when:` have it: words, text, numbers, `true` and `false`
    /// as they are; identifiers and dates as keys show them; instants in UTC (`2026-11-30T09:00:00Z`), with as many
    /// digits behind the second as the precision has or fewer; bytes as hexadecimal digits. `None` if it names none.
    pub fn constant(&self, text: &str) -> Option<Part<'static>> {
        crate::constant::value(self, text).ok()
    }
}
