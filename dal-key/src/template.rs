//! Templates: literal text and parts, written, bounded and read back.

use std::cmp::Ordering;

use crate::MAX_PARTITION_KEY_BYTES;
use crate::codec::{self, Next, Rounding};
use crate::error::{KeyError, KeyProblem};
use crate::format::{Cut, Format, Order, Style};
use crate::kind::Kind;
use crate::part::Part;
use crate::value::{AttributeType, KeyValue};

/// A key attribute's template: what its text is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template<'a> {
    segments: &'a [Segment<'a>],
    floored: bool,
    /// About how many bytes a key takes, so that its text is allocated once.
    room: u16,
}

/// One piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Segment<'a> {
    /// Text that stands as it is.
    Literal(&'a str),
    /// The value of a part.
    Part {
        /// The part's number in its entity.
        number: u16,
        /// What values it takes.
        kind: Kind<'a>,
        /// How they are written.
        format: Format,
    },
}

/// A literal segment.
pub const fn lit(text: &str) -> Segment<'_> {
    Segment::Literal(text)
}

/// A part in its kind's default format; the methods of [`Segment`] change it.
pub const fn part(number: u16, kind: Kind<'_>) -> Segment<'_> {
    Segment::Part {
        number,
        kind,
        format: Format { order: Order::Asc, case: crate::Case::Keep, style: Style::Default },
    }
}

impl<'a> Segment<'a> {
    const fn with(self, change: Format) -> Self {
        match self {
            Self::Part { number, kind, .. } => Self::Part { number, kind, format: change },
            literal => literal,
        }
    }

    const fn format(self) -> Format {
        match self {
            Self::Part { format, .. } => format,
            Self::Literal(_) => Format { order: Order::Asc, case: crate::Case::Keep, style: Style::Default },
        }
    }

    /// Descending (`:desc`).
    pub const fn desc(self) -> Self {
        let mut format = self.format();
        format.order = Order::Desc;
        self.with(format)
    }

    /// Folded to lower case (`:lower`).
    pub const fn lower(self) -> Self {
        let mut format = self.format();
        format.case = crate::Case::Lower;
        self.with(format)
    }

    /// Folded to upper case (`:upper`).
    pub const fn upper(self) -> Self {
        let mut format = self.format();
        format.case = crate::Case::Upper;
        self.with(format)
    }

    /// In another style.
    pub const fn style(self, style: Style) -> Self {
        let mut format = self.format();
        format.style = style;
        self.with(format)
    }

    /// A number padded with zeros to so many digits (`:010`).
    pub const fn padded(self, digits: u8) -> Self {
        self.style(Style::Padded(digits))
    }

    /// A number as it is (`:plain`).
    pub const fn plain(self) -> Self {
        self.style(Style::Plain)
    }

    /// An enum by its rank (`:rank`).
    pub const fn rank(self) -> Self {
        self.style(Style::Rank)
    }

    /// Without escapes (`:raw`).
    pub const fn raw(self) -> Self {
        self.style(Style::Raw)
    }

    /// The attribute's own value in this type: it stands alone in its template.
    pub const fn native(self, of: AttributeType) -> Self {
        self.style(Style::Native(of))
    }

    /// A time cut short (`:date`, `:month`, `:hour`).
    pub const fn cut(self, cut: Cut) -> Self {
        self.style(Style::Cut(cut))
    }
}

/// Where a template's parts come from: an entity, a typed key, the parameters of a pattern.
pub trait PartSource {
    /// The value of the part of that number, or `None` if it is absent.
    fn part(&self, number: u16) -> Option<Part<'_>>;
}

/// Parts read back from the text of keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts(Vec<(u16, Part<'static>)>);

impl Parts {
    /// No parts.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The value of the part of that number.
    pub fn get(&self, number: u16) -> Option<&Part<'static>> {
        self.0.iter().find(|(n, _)| *n == number).map(|(_, part)| part)
    }

    /// Adds a part, or replaces it.
    pub fn set(&mut self, number: u16, part: Part<'static>) {
        match self.0.iter_mut().find(|(n, _)| *n == number) {
            Some((_, old)) => *old = part,
            None => self.0.push((number, part)),
        }
    }
}

impl Parts {
    /// Adds all parts of `others`.
    pub(crate) fn merge(&mut self, others: Self) {
        if self.0.is_empty() {
            *self = others;
            return;
        }
        for (number, part) in others.0 {
            self.set(number, part);
        }
    }
}

impl PartSource for Parts {
    fn part(&self, number: u16) -> Option<Part<'_>> {
        self.get(number).cloned()
    }
}

/// One end of a range over a part.
#[derive(Clone, Debug, PartialEq)]
pub enum Bound<'a> {
    /// No bound: to the end of the entity's own keys.
    Unbounded,
    /// This value and what lies inside.
    Included(Part<'a>),
    /// What lies inside, without this value.
    Excluded(Part<'a>),
}

/// The one condition on a sort key that DynamoDB allows, exact for what was asked. `V` is the value compared with: the
/// text of a template's key, or a [`KeyValue`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SortCondition<V = String> {
    /// `SK = :a`
    Equal(V),
    /// `begins_with(SK, :a)`
    BeginsWith(V),
    /// No condition: every key of the partition. DynamoDB refuses `begins_with` of empty text.
    All,
    /// `SK BETWEEN :a AND :b`: both ends are included, and the first is not after the second.
    Between(V, V),
    /// `SK < :a`
    Below(V),
    /// `SK <= :a`
    UpTo(V),
    /// `SK > :a`
    Above(V),
    /// `SK >= :a`
    From(V),
    /// No key can match (the range is empty): nothing needs to be sent.
    Nothing,
}

impl<V> SortCondition<V> {
    /// The same condition with other values.
    pub fn map<W>(self, mut to: impl FnMut(V) -> W) -> SortCondition<W> {
        match self {
            Self::Equal(value) => SortCondition::Equal(to(value)),
            Self::BeginsWith(value) => SortCondition::BeginsWith(to(value)),
            Self::All => SortCondition::All,
            Self::Between(low, high) => SortCondition::Between(to(low), to(high)),
            Self::Below(value) => SortCondition::Below(to(value)),
            Self::UpTo(value) => SortCondition::UpTo(to(value)),
            Self::Above(value) => SortCondition::Above(to(value)),
            Self::From(value) => SortCondition::From(to(value)),
            Self::Nothing => SortCondition::Nothing,
        }
    }

    /// The values that it compares with, in order.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        let (first, second) = match self {
            Self::Equal(value)
            | Self::BeginsWith(value)
            | Self::Below(value)
            | Self::UpTo(value)
            | Self::Above(value)
            | Self::From(value) => (Some(value), None),
            Self::Between(low, high) => (Some(low), Some(high)),
            Self::All | Self::Nothing => (None, None),
        };
        first.into_iter().chain(second)
    }
}

impl SortCondition<KeyValue> {
    /// Whether a key of that value meets it.
    pub fn admits(&self, key: &KeyValue) -> bool {
        let is = |value: &KeyValue, wanted: &[Ordering]| {
            key.compare(value).is_some_and(|found| wanted.contains(&found))
        };
        match self {
            Self::Equal(value) => key.is_same(value),
            Self::BeginsWith(beginning) => {
                key.attribute_type() == beginning.attribute_type()
                    && key.as_bytes().starts_with(beginning.as_bytes())
            }
            Self::All => true,
            Self::Between(low, high) => {
                is(low, &[Ordering::Greater, Ordering::Equal]) && is(high, &[Ordering::Less, Ordering::Equal])
            }
            Self::Below(value) => is(value, &[Ordering::Less]),
            Self::UpTo(value) => is(value, &[Ordering::Less, Ordering::Equal]),
            Self::Above(value) => is(value, &[Ordering::Greater]),
            Self::From(value) => is(value, &[Ordering::Greater, Ordering::Equal]),
            Self::Nothing => false,
        }
    }
}

impl<'a> Template<'a> {
    /// A template of these segments.
    pub const fn new(segments: &'a [Segment<'a>]) -> Self {
        let (mut room, mut rest) = (0, segments);
        while let [segment, others @ ..] = rest {
            room += match segment {
                Segment::Literal(text) => text.len(),
                Segment::Part { kind, .. } => kind.usual_length(),
            };
            rest = others;
        }
        // Longer than a key can be; the room is a guess.
        let room = if room > MAX_PARTITION_KEY_BYTES { MAX_PARTITION_KEY_BYTES } else { room };
        Self { segments, floored: false, room: room as u16 }
    }

    /// The same template with values finer than their kinds floored to them, as the keys of indexes have it, in all
    /// that is written and all conditions.
    pub const fn floored(self) -> Self {
        Self { floored: true, ..self }
    }

    /// The segments.
    pub const fn segments(self) -> &'a [Segment<'a>] {
        self.segments
    }

    /// Appends the key's text to `out`.
    ///
    /// # Errors
    ///
    /// When a part is absent, empty, outside its kind or finer than it. `out` may then hold a beginning of the text.
    pub fn write(self, source: &dyn PartSource, out: &mut String) -> Result<(), KeyError> {
        if out.capacity() == 0 {
            // To begin with room is a third cheaper than to grow to it.
            *out = String::with_capacity(self.room.into());
        } else {
            out.reserve(self.room.into());
        }
        self.put(self.segments, source, out)
    }

    /// Appends the key's text to `out` with values finer than their kinds floored: [`write`](Self::write) of the
    /// [`floored`](Self::floored) template.
    ///
    /// # Errors
    ///
    /// When a part is absent, empty or outside its kind. `out` may then hold a beginning of the text.
    pub fn write_floored(self, source: &dyn PartSource, out: &mut String) -> Result<(), KeyError> {
        self.floored().write(source, out)
    }

    /// Appends the text of the first `segments` segments to `out`.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    pub fn write_prefix(
        self,
        segments: usize,
        source: &dyn PartSource,
        out: &mut String,
    ) -> Result<(), KeyError> {
        self.put(self.segments.get(..segments).unwrap_or(self.segments), source, out)
    }

    /// Appends the text of segments that the template begins with.
    #[inline(always)]
    fn put(
        self,
        beginning: &[Segment<'_>],
        source: &dyn PartSource,
        out: &mut String,
    ) -> Result<(), KeyError> {
        for (index, segment) in beginning.iter().enumerate() {
            let (number, kind, format) = match segment {
                Segment::Literal(text) => {
                    out.push_str(text);
                    continue;
                }
                Segment::Part { number, kind, format } => (*number, kind, *format),
            };
            // Only text minds what follows it.
            let next = match kind {
                Kind::Text(_) => Next::after(self.segments, index),
                _ => Next::End,
            };
            // Borrowed where it was returned: a part is large to move.
            let written = match &source.part(number) {
                Some(part) => codec::encode(kind, format, next, self.rounding(), part, out),
                None => Err(KeyProblem::Absent),
            };
            if let Err(problem) = written {
                return Err(KeyError { part: Some(number), problem });
            }
        }
        Ok(())
    }

    const fn rounding(self) -> Rounding {
        if self.floored { Rounding::Floor } else { Rounding::Refuse }
    }
}
