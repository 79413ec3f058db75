//! Key attributes as DynamoDB holds them: the value of a template, and conditions on such values.
//!
//! A template is text, but for one that is a single part in its own type ([`Segment::native`](crate::Segment::native)):
//! that is a value of a string, a number or bytes, and its conditions compare those.

use crate::MAX_SORT_KEY_BYTES;
use crate::codec::native::{self, Place};
use crate::codec::{self, Edge, Next};
use crate::error::{KeyError, KeyProblem};
use crate::format::{Format, Style};
use crate::kind::Kind;
use crate::part::Part;
use crate::pattern::predecessor;
use crate::range::{ceiling, filled};
use crate::template::{Bound, PartSource, Parts, Segment, SortCondition, Template};
use crate::value::{AttributeType, KeyValue};

impl<'a> Template<'a> {
    /// The type of the attribute: S, unless it is a single part of another type.
    pub fn attribute_type(self) -> AttributeType {
        self.native().map_or(AttributeType::S, |(.., of)| of)
    }

    /// Whether the attribute is a single part in its own type.
    pub fn is_native(self) -> bool {
        self.native().is_some()
    }

    fn native(self) -> Option<(u16, Kind<'a>, AttributeType)> {
        match *self.segments() {
            [Segment::Part { number, kind, format: Format { style: Style::Native(of), .. } }] => {
                Some((number, kind, of))
            }
            _ => None,
        }
    }

    /// The value of the key attribute.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    pub fn value(self, source: &dyn PartSource) -> Result<KeyValue, KeyError> {
        let mut text = String::with_capacity(64);
        self.write(source, &mut text)?;
        Ok(native::value(self.attribute_type(), text))
    }

    /// Reads the parts back from the value and adds them to `parts`: the inverse of [`value`](Self::value).
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), and when the value is of another type.
    pub fn parse_value(self, value: &KeyValue, parts: &mut Parts) -> Result<(), KeyError> {
        let of = self.attribute_type();
        let refuse = |why: String| KeyError { part: None, problem: KeyProblem::NotThisKey(why) };
        match (self.native(), value) {
            (None, KeyValue::S(text)) => self.parse(text, parts),
            (Some((number, kind, of)), _) if value.attribute_type() == of => {
                let text = native::text(of, value);
                let part = text.as_deref().and_then(|text| native::decode(kind, of, text));
                let part = part.ok_or_else(|| refuse(format!("holds {value}, which is no `{kind}`")))?;
                parts.set(number, part.into_owned());
                Ok(())
            }
            _ => Err(refuse(format!("is of type {}, not {of}", value.attribute_type()))),
        }
    }

    /// The condition on the attribute's value: as [`condition`](Self::condition).
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    pub fn value_condition(
        self,
        bound: usize,
        source: &dyn PartSource,
    ) -> Result<SortCondition<KeyValue>, KeyError> {
        if self.is_native() {
            return if bound == 0 {
                Ok(SortCondition::All)
            } else {
                self.value(source).map(SortCondition::Equal)
            };
        }
        self.condition(bound, source).map(|condition| condition.map(KeyValue::S))
    }

    /// The condition on the attribute's value for all keys whose next part, a text, begins with `beginning`: as
    /// [`begins_with`](Self::begins_with).
    ///
    /// # Errors
    ///
    /// As [`begins_with`](Self::begins_with).
    pub fn value_begins_with(
        self,
        bound: usize,
        source: &dyn PartSource,
        beginning: &str,
    ) -> Result<SortCondition<KeyValue>, KeyError> {
        match self.native() {
            Some((_, Kind::Text(_), AttributeType::S)) if bound == 0 && !beginning.is_empty() => {
                Ok(SortCondition::BeginsWith(KeyValue::from(beginning)))
            }
            Some((_, Kind::Text(_), AttributeType::S)) => self.value_condition(bound, source),
            _ => self.begins_with(bound, source, beginning).map(|condition| condition.map(KeyValue::S)),
        }
    }

    /// The condition for all keys whose next part lies between `low` and `high`, on the attribute's value: as
    /// [`range`](Self::range).
    ///
    /// Of an attribute in its own type, the range is over the values of its kind: where one end excludes a value, the
    /// other end of the interval is the next value of the kind, or of the type. One comparison is used where it suffices.
    ///
    /// # Errors
    ///
    /// As [`range`](Self::range).
    pub fn value_range(
        self,
        bound: usize,
        source: &dyn PartSource,
        low: Bound<'_>,
        high: Bound<'_>,
    ) -> Result<SortCondition<KeyValue>, KeyError> {
        let Some((number, kind, of)) = self.native() else {
            return self.range(bound, source, low, high).map(|condition| condition.map(KeyValue::S));
        };
        let blame = |problem| KeyError { part: Some(number), problem };
        let format = Format { style: Style::Native(of), ..Format::default() };
        kind.accepts(format).map_err(|why| blame(KeyProblem::OutOfKind(why)))?;
        if bound > 0 {
            let problem = KeyProblem::NotThisKey("has no part after its first segment".to_owned());
            return Err(KeyError { part: None, problem });
        }
        if !kind.is_ordered(format) {
            return Err(blame(KeyProblem::OutOfKind(format!("has no range: `{kind}` is not ordered"))));
        }
        match (of, kind) {
            (AttributeType::N, Kind::F64) => floats(&low, &high),
            (AttributeType::N, _) => numbers(kind, &low, &high),
            (AttributeType::S | AttributeType::B, _) => strings(kind, of, &low, &high),
        }
        .map_err(blame)
    }
}

/// One end of an interval of values.
enum End<V> {
    /// Nowhere.
    Open,
    /// On the value, which is inside.
    On(V),
    /// On the value, which is not.
    Off(V),
    /// Before the beginning of all, or behind their end: nothing is inside.
    Nothing,
}

/// A range over numbers that have a next one.
fn numbers(kind: Kind<'_>, low: &Bound<'_>, high: &Bound<'_>) -> Result<SortCondition<KeyValue>, KeyProblem> {
    let (min, max) = native::limits(kind);
    let first = match low {
        Bound::Unbounded => None,
        Bound::Included(part) | Bound::Excluded(part) => match native::place(kind, part)? {
            Place::Below => None,
            Place::Above => return Ok(SortCondition::Nothing),
            // What lies between two values is above the first of them.
            Place::Units(units, exact) => {
                Some(if exact && matches!(low, Bound::Included(_)) { units } else { units + 1 })
            }
        },
    };
    let last = match high {
        Bound::Unbounded => None,
        Bound::Included(part) | Bound::Excluded(part) => match native::place(kind, part)? {
            Place::Above => None,
            Place::Below => return Ok(SortCondition::Nothing),
            Place::Units(units, exact) => {
                Some(if exact && matches!(high, Bound::Excluded(_)) { units - 1 } else { units })
            }
        },
    };
    if first.is_some_and(|first| first > max)
        || last.is_some_and(|last| last < min)
        || first.zip(last).is_some_and(|(first, last)| first > last)
    {
        return Ok(SortCondition::Nothing);
    }
    let value = |units: i128| KeyValue::N(native::number(kind, units));
    Ok(interval(first.map(value), last.map(value)))
}

fn interval(first: Option<KeyValue>, last: Option<KeyValue>) -> SortCondition<KeyValue> {
    match (first, last) {
        (None, None) => SortCondition::All,
        (Some(first), None) => SortCondition::From(first),
        (None, Some(last)) => SortCondition::UpTo(last),
        (Some(first), Some(last)) => SortCondition::Between(first, last),
    }
}

/// A range over floats: each has a next one, too.
fn floats(low: &Bound<'_>, high: &Bound<'_>) -> Result<SortCondition<KeyValue>, KeyProblem> {
    let float = |part: &Part<'_>| match part {
        Part::F64(value) if value.is_nan() => Err(KeyProblem::OutOfKind("is not a number".to_owned())),
        Part::F64(value) => Ok(*value),
        other => Err(KeyProblem::OutOfKind(format!("is {}, and its kind is `f64`", other.name()))),
    };
    let first = match low {
        Bound::Unbounded => f64::NEG_INFINITY,
        Bound::Included(part) => float(part)?,
        Bound::Excluded(part) => float(part)?.next_up(),
    };
    let last = match high {
        Bound::Unbounded => f64::INFINITY,
        Bound::Included(part) => float(part)?,
        Bound::Excluded(part) => float(part)?.next_down(),
    };
    if first > last {
        return Ok(SortCondition::Nothing);
    }
    // DynamoDB has no numbers between zero and its smallest one.
    let tiny = |value: f64| value != 0.0 && value.abs() < native::SMALLEST_FLOAT;
    let first = match first {
        first if !tiny(first) => first,
        first if first > 0.0 => native::SMALLEST_FLOAT,
        _ => 0.0,
    };
    let last = match last {
        last if !tiny(last) => last,
        last if last > 0.0 => 0.0,
        _ => -native::SMALLEST_FLOAT,
    };
    if first > last {
        return Ok(SortCondition::Nothing);
    }
    let value = |value: f64| -> Option<KeyValue> {
        let mut text = String::new();
        let written = codec::encode(
            &Kind::F64,
            Format { style: Style::Native(AttributeType::N), ..Format::default() },
            Next::End,
            codec::Rounding::Refuse,
            &Part::F64(value),
            &mut text,
        );
        written.ok().map(|()| KeyValue::N(text))
    };
    // What is left beyond DynamoDB's numbers is beyond all of them.
    match (value(first), value(last)) {
        (None, _) if first > 0.0 => Ok(SortCondition::Nothing),
        (_, None) if last < 0.0 => Ok(SortCondition::Nothing),
        (first, last) => Ok(interval(first, last)),
    }
}

/// A range over strings or bytes, which sort by their bytes.
fn strings(
    kind: Kind<'_>,
    of: AttributeType,
    low: &Bound<'_>,
    high: &Bound<'_>,
) -> Result<SortCondition<KeyValue>, KeyProblem> {
    let first = match low {
        Bound::Unbounded => End::Open,
        Bound::Included(part) => end(kind, of, part, true, true)?,
        Bound::Excluded(part) => end(kind, of, part, false, true)?,
    };
    let last = match high {
        Bound::Unbounded => End::Open,
        Bound::Included(part) => end(kind, of, part, true, false)?,
        Bound::Excluded(part) => end(kind, of, part, false, false)?,
    };
    Ok(match (first, last) {
        (End::Nothing, _) | (_, End::Nothing) => SortCondition::Nothing,
        (End::Open, End::Open) => SortCondition::All,
        (End::On(value), End::Open) => SortCondition::From(value),
        (End::Off(value), End::Open) => SortCondition::Above(value),
        (End::Open, End::On(value)) => SortCondition::UpTo(value),
        (End::Open, End::Off(value)) => SortCondition::Below(value),
        (first, last) => {
            let first = if let End::Off(value) = first { above(value) } else { on(first) };
            let last = if let End::Off(value) = last { below(value) } else { on(last) };
            match (first, last) {
                (Some(first), Some(last)) if first.as_bytes() <= last.as_bytes() => {
                    SortCondition::Between(first, last)
                }
                _ => SortCondition::Nothing,
            }
        }
    })
}

fn on(end: End<KeyValue>) -> Option<KeyValue> {
    match end {
        End::On(value) | End::Off(value) => Some(value),
        End::Open | End::Nothing => None,
    }
}

/// Where a bound stands, of the lower end or the upper one.
fn end(
    kind: Kind<'_>,
    of: AttributeType,
    part: &Part<'_>,
    included: bool,
    lower: bool,
) -> Result<End<KeyValue>, KeyProblem> {
    let outside = |below: bool| if below == lower { End::Open } else { End::Nothing };
    let value = match (of, kind, part) {
        (AttributeType::S, Kind::Text(_), Part::Text(text) | Part::Word(text)) => {
            KeyValue::S(text.to_string())
        }
        (AttributeType::B, Kind::Bytes, Part::Bytes(bytes)) => KeyValue::B(bytes.to_vec()),
        (AttributeType::B, ..) => {
            let mut text = String::new();
            native::encode(kind, of, Next::End, codec::Rounding::Floor, part, &mut text)?;
            native::value(of, text)
        }
        _ => match codec::edge(kind, Format::default(), part)? {
            Edge::Below => return Ok(outside(true)),
            Edge::Above => return Ok(outside(false)),
            Edge::At(text) | Edge::Within(text) | Edge::WithinPeriod(text) => KeyValue::S(text),
        },
    };
    // No value is empty: all are above.
    if value.is_empty() {
        return Ok(outside(true));
    }
    Ok(if included { End::On(value) } else { End::Off(value) })
}

/// The smallest key above `value`.
fn above(value: KeyValue) -> Option<KeyValue> {
    match value {
        KeyValue::S(text) => ceiling(text + "\0", MAX_SORT_KEY_BYTES).map(KeyValue::S),
        KeyValue::B(mut bytes) => {
            bytes.push(0);
            if bytes.len() > MAX_SORT_KEY_BYTES {
                bytes.truncate(MAX_SORT_KEY_BYTES);
                // The smallest longer one does not fit: the next of the longest.
                while let Some(last) = bytes.pop() {
                    if let Some(next) = last.checked_add(1) {
                        bytes.push(next);
                        return Some(KeyValue::B(bytes));
                    }
                }
                return None;
            }
            Some(KeyValue::B(bytes))
        }
        KeyValue::N(_) => None,
    }
}

/// The largest key below `value`.
fn below(value: KeyValue) -> Option<KeyValue> {
    match value {
        KeyValue::S(mut text) => {
            let last = text.pop()?;
            let text = match predecessor(last) {
                Some(before) => {
                    text.push(before);
                    filled(text, MAX_SORT_KEY_BYTES)
                }
                // What ends with U+0000 has the text without it just below, and the empty text is no key.
                None => text,
            };
            (!text.is_empty()).then_some(KeyValue::S(text))
        }
        KeyValue::B(mut bytes) => {
            let last = bytes.pop()?;
            if let Some(before) = last.checked_sub(1) {
                bytes.push(before);
                bytes.resize(MAX_SORT_KEY_BYTES.max(bytes.len()), u8::MAX);
            }
            (!bytes.is_empty()).then_some(KeyValue::B(bytes))
        }
        KeyValue::N(_) => None,
    }
}
