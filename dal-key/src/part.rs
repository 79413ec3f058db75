//! Values of parts, between Rust's types and the codec.

use std::borrow::Cow;
use std::fmt::Debug;

use crate::error::KeyProblem;

/// The value of one part of a key, as the codec sees it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Part<'a> {
    /// Text.
    Text(Cow<'a, str>),
    /// A UUID's 128 bits.
    Uuid(u128),
    /// A ULID's 128 bits.
    Ulid(u128),
    /// An integer.
    Int(i128),
    /// A decimal: `digits × 10^-scale`.
    Decimal {
        /// All digits, signed.
        digits: i128,
        /// How many of them stand after the point.
        scale: u32,
    },
    /// A float.
    F64(f64),
    /// An instant in UTC: seconds since 1970-01-01T00:00:00Z, and nanoseconds within the second.
    Time {
        /// Seconds since the epoch, negative before it.
        seconds: i64,
        /// 0 to 999,999,999, counted forward from `seconds`.
        nanos: u32,
    },
    /// A calendar date: days since 1970-01-01.
    Date(i32),
    /// A truth value.
    Bool(bool),
    /// Bytes.
    Bytes(Cow<'a, [u8]>),
    /// A word of an enum.
    Word(Cow<'a, str>),
    /// A value of the Rust type that no key can hold (a leap second, a `u128` above `i128`'s range): the text says why,
    /// as a sentence without a subject. Writing it fails.
    Refused(Cow<'a, str>),
}

impl Part<'_> {
    /// What it is, for messages.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Uuid(_) => "a uuid",
            Self::Ulid(_) => "a ulid",
            Self::Int(_) => "an integer",
            Self::Decimal { .. } => "a decimal",
            Self::F64(_) => "a float",
            Self::Time { .. } => "an instant",
            Self::Date(_) => "a date",
            Self::Bool(_) => "a truth value",
            Self::Bytes(_) => "bytes",
            Self::Word(_) => "a word",
            Self::Refused(_) => "no value",
        }
    }

    /// The same value, owning its text.
    pub fn into_owned(self) -> Part<'static> {
        match self {
            Self::Text(text) => Part::Text(Cow::Owned(text.into_owned())),
            Self::Bytes(bytes) => Part::Bytes(Cow::Owned(bytes.into_owned())),
            Self::Word(word) => Part::Word(Cow::Owned(word.into_owned())),
            Self::Refused(why) => Part::Refused(Cow::Owned(why.into_owned())),
            Self::Uuid(v) => Part::Uuid(v),
            Self::Ulid(v) => Part::Ulid(v),
            Self::Int(v) => Part::Int(v),
            Self::Decimal { digits, scale } => Part::Decimal { digits, scale },
            Self::F64(v) => Part::F64(v),
            Self::Time { seconds, nanos } => Part::Time { seconds, nanos },
            Self::Date(v) => Part::Date(v),
            Self::Bool(v) => Part::Bool(v),
        }
    }
}

/// A Rust type whose values can be parts of keys of kind `K` (one of [`kinds`](crate::kinds)).
///
/// Equal values must give equal parts, and different values different ones: keys are as distinct as parts are.
/// What `part` gives for a value, `from_part` must give back. A value that no key can hold gives [`Part::Refused`].
///
/// # Examples
///
/// A room's number is the floor and the place on it, and keys hold it as one integer.
///
/// ```
/// use dal_key::{Bound, KeyPart, KeyProblem, Kind, Part, Parts, SortCondition, Template, kinds, lit, part};
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Room { floor: u8, place: u8 }
///
/// impl KeyPart<kinds::Int> for Room {
///     fn part(&self) -> Part<'_> {
///         Part::Int(i128::from(self.floor) * 100 + i128::from(self.place))
///     }
///
///     fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
///         let number = u16::from_part(part)?;
///         let floor = u8::try_from(number / 100).map_err(|_| KeyProblem::OutOfKind(format!("is {number}, no room")))?;
///         Ok(Self { floor, place: (number % 100) as u8 })
///     }
/// }
///
/// let segments = [lit("ROOM#"), part(0, Kind::Int { min: 0, max: 9_999 })];
/// let template = Template::new(&segments);
///
/// let room = Room { floor: 2, place: 17 };
/// let mut parts = Parts::new();
/// parts.set(0, room.part().into_owned());
/// let mut key = String::new();
/// template.write(&parts, &mut key)?;
/// assert_eq!(key, "ROOM#0217");
///
/// let mut read = Parts::new();
/// template.parse(&key, &mut read)?;
/// assert_eq!(read.get(0).cloned().map(Room::from_part), Some(Ok(room)));
///
/// // Keys sort by the room, so a floor is a range.
/// let (from, to) = (Room { floor: 2, place: 0 }, Room { floor: 3, place: 0 });
/// let floor = template.range(1, &Parts::new(), Bound::Included(from.part()), Bound::Excluded(to.part()))?;
/// assert_eq!(floor, SortCondition::Between("ROOM#0200".into(), "ROOM#030/".into()));
/// # Ok::<(), dal_key::KeyError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a part of a key of kind `{K}` [DAL0828]",
    label = "its kind in patterns.yaml is `{K}`",
    note = "a field's kind stands under `types:`, and is text where nothing is said: declare the kind that this type has, or use \
            a type of that kind",
    note = "a newtype or an enum becomes a part of keys by #[derive(SingleTable)], types of other crates by dal's features: \
            chrono, jiff, time, uuid, ulid, rust_decimal"
)]
pub trait KeyPart<K>: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The words of an enum in the order of its variants, joined by `|`; empty for other kinds.
    const WORDS: &'static str = "";

    /// The value as the codec sees it.
    fn part(&self) -> Part<'_>;

    /// The value back from a part that the codec read.
    ///
    /// # Errors
    ///
    /// When the part's value does not fit the type.
    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem>;
}
