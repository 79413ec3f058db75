//! Formats: how a value of a kind is written in a key.

use crate::value::AttributeType;

/// How a part is written: its order, its case and its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Format {
    /// Ascending, or descending by `:desc`.
    pub order: Order,
    /// As it is, `:lower` or `:upper`.
    pub case: Case,
    /// The kind's default, or another.
    pub style: Style,
}

impl Format {
    /// Whether it is the default of every kind.
    pub(crate) const fn is_default(self) -> bool {
        matches!(self, Self { order: Order::Asc, case: Case::Keep, style: Style::Default })
    }

    /// Whether different values can give the same text: folded, or cut.
    pub const fn is_lossy(self) -> bool {
        !matches!(self.case, Case::Keep) || matches!(self.style, Style::Cut(_))
    }
}

/// The order of keys against the order of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// Keys sort as their values do.
    #[default]
    Asc,
    /// Keys sort the other way round (`:desc`).
    Desc,
}

/// The case of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Case {
    /// Preserved.
    #[default]
    Keep,
    /// Folded to lower case (`:lower`).
    Lower,
    /// Folded to upper case (`:upper`).
    Upper,
}

/// The style of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// The kind's own: escaped text, fixed-width numbers, an enum's word, an instant in full.
    #[default]
    Default,
    /// A number padded with zeros to so many digits (`:010`): of a decimal, before its point. Negative numbers are refused.
    Padded(u8),
    /// A number as it is (`:plain`): readable, without order, so without ranges.
    Plain,
    /// An enum by its rank (`:rank`).
    Rank,
    /// A time cut to its date, month or hour (`:date`, `:month`, `:hour`), or a date cut to its month.
    Cut(Cut),
    /// Text without escapes (`:raw`): a value that would break unique parsing is refused.
    Raw,
    /// The key attribute's own value, in this type: the part is the whole attribute.
    Native(AttributeType),
}

/// Where a time is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cut {
    /// `2026-11-30T09`
    Hour,
    /// `2026-11-30`
    Date,
    /// `2026-11`
    Month,
}
