//! The key codec of dal: what stands in the key attributes of a table and its indexes.
//!
//! A key attribute is text built from a [`Template`]: literal text and parts. Each part has a [`Kind`] (what values it
//! takes) and a [`Format`] (how they are written). One codec writes, orders, bounds and reads keys, for every operation.
//!
//! ```
//! use dal_key::{Bound, Kind, Part, Parts, Precision, SortCondition, Template, lit, part};
//!
//! // MESSAGE#{thread}#{sent_at}
//! let segments = [lit("MESSAGE#"), part(0, Kind::Text(None)), lit("#"), part(1, Kind::Time(Precision::Seconds))];
//! let template = Template::new(&segments);
//!
//! let mut parts = Parts::new();
//! parts.set(0, Part::Text("ward #3".into()));
//! parts.set(1, Part::Time { seconds: 1_796_010_516, nanos: 0 });
//! let mut key = String::new();
//! template.write(&parts, &mut key)?;
//! assert_eq!(key, "MESSAGE#ward$20$233#2026-11-30T03:48:36Z");
//!
//! let mut read = Parts::new();
//! template.parse(&key, &mut read)?;
//! assert_eq!(read, parts);
//!
//! // All messages of the thread; those from one second on.
//! let thread = template.condition(3, &parts)?;
//! assert_eq!(thread, SortCondition::BeginsWith("MESSAGE#ward$20$233#".into()));
//! let from = Bound::Included(Part::Time { seconds: 1_796_010_516, nanos: 0 });
//! assert_eq!(
//!     template.range(3, &parts, from, Bound::Unbounded)?,
//!     SortCondition::Between(
//!         "MESSAGE#ward$20$233#2026-11-30T03:48:36Z".into(),
//!         "MESSAGE#ward$20$233#9999-12-31T23:59:59Z".into(),
//!     ),
//! );
//! # Ok::<(), dal_key::KeyError>(())
//! ```
//!
//! # Laws
//!
//! They hold for whatever values hold, where the parts of a template can be told apart: after text, bytes and plain
//! numbers stands nothing, or a literal that begins with a character below `$`.
//!
//! - **Injective**: different tuples of parts are different keys. Empty parts are refused.
//! - **Ordered**: keys sort, by their bytes, as tuples of their values do; descending parts the other way round.
//!   Enums by word, raw text and plain numbers have no order.
//! - **Bounded**: a condition selects all the keys it asks for, and no others that the template writes; everything it
//!   selects begins with the text of the bound segments.
//! - **Decodable**: a key is read back as the parts it was written from, and nothing else is read.
//!
//! With `:lower`, `:upper`, `:hour`, `:date` and `:month` they hold for what is left of the value.
//!
//! # The format
//!
//! Version [`ESCAPE_FORMAT_VERSION`]. Texts sort by their bytes in UTF-8, which is the order of DynamoDB's strings.
//!
//! | kind | format | text | example |
//! |---|---|---|---|
//! | `text` | | each character up to `$` (U+0024) is `$` and two upper-case hexadecimal digits; others as they are | `a b$` is `a$20b$24` |
//! | | `:lower`, `:upper` | folded by character first (Unicode's mappings as Rust's `char` has them) | `Straße` is `STRASSE` |
//! | | `:raw` | as it is; without the character that begins the next literal | `a b$` |
//! | `uuid` | | lower case, with hyphens | `0192f0c1-2345-7abc-8def-0123456789ab` |
//! | | `:desc` | the text of the inverted bits | `fe6d0f3e-dcba-8543-7210-fedcba987654` |
//! | `ulid` | | 26 digits of Crockford's base 32, upper case | `01JBRC28T5FAY8VVR14D2PF2DB` |
//! | | `:desc` | the text of the inverted bits | `7YDM7KXQ5TGN1Q447YVJX9GXJM` |
//! | `0..255` | | as many digits as the largest magnitude of the kind has | 7 is `007` |
//! | | `:desc` | their nines' complement | 7 is `992` |
//! | `-128..127` | | zero and more: digits; less: `-` and the nines' complement of the digits | 42 is `042`, -42 is `-957` |
//! | | `:desc` | the text of the opposite number | 42 is `-957` |
//! | integers | `:05` | as many digits; negative numbers and larger ones are refused | 7 is `00007` |
//! | | `:plain` | as it is | -42 is `-42` |
//! | `decimal.2` | | as integers, of 29 digits, with a point before the digits of the scale | 12.5 is `000000000000000000000000012.50` |
//! | | `:06` | as many digits before the point | 12.5 is `000012.50` |
//! | | `:plain` | as it is, at its scale | -12.5 is `-12.50` |
//! | `f64` | | the bits as 16 hexadecimal digits: all inverted if negative, otherwise the first one; -0 is 0 | 1.5 is `bff8000000000000` |
//! | | `:desc` | the same, inverted | 1.5 is `4007ffffffffffff` |
//! | | `:plain` | the shortest digits; with an exponent from 10²¹ on and below 10⁻⁶ | `1.5`, `1e21` |
//! | `time.s`, `time.ms`, `time.us` | | in UTC, with no, three or six digits after the second, in the years 0000 to 9999 | `2026-11-30T03:48:36.123Z` |
//! | | `:hour`, `:date`, `:month` | its beginning | `2026-11-30T03`, `2026-11-30`, `2026-11` |
//! | `date` | | in the years 0000 to 9999; `:month` is its beginning | `2026-11-30` |
//! | times, dates | `:desc` | the nines' complement of each digit | `7973-88-69` |
//! | `bool` | | `false`, `true` | |
//! | | `:desc` | `true`, `~false` | |
//! | `bytes` | | two lower-case hexadecimal digits each | `deadbeef` |
//! | `[open, closed]` | | the word, escaped as text is | `open` |
//! | | `:rank` | its place in the list from 0, in as many digits as the last place has; `:desc` complements them | `0` |
//!
//! The texts of each kind are regular languages: [`language`](mod@language) describes them.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bucket;
mod codec;
mod condition;
mod error;
mod format;
mod kind;
pub mod language;
mod native;
mod parse;
mod part;
pub mod pattern;
mod range;
mod template;
mod types;
mod value;

pub use error::{KeyError, KeyProblem};
pub use format::{Case, Cut, Format, Order, Style};
pub use kind::{DECIMAL_DIGITS, Kind, MAX_DECIMAL_SCALE, Precision, Words, kinds};
pub use part::{KeyPart, Part};
pub use range::last_with_beginning;
pub use template::{Bound, PartSource, Parts, Segment, SortCondition, Template, lit, part};
pub use value::{AttributeType, KeyValue, MAX_NUMBER_DIGITS};

/// The most bytes that DynamoDB allows in a partition key.
pub const MAX_PARTITION_KEY_BYTES: usize = 2048;

/// The most bytes that DynamoDB allows in a sort key. Ends of ranges are fitted to it.
pub const MAX_SORT_KEY_BYTES: usize = 1024;

/// The version of the format that this crate documents. A change of any kind's text is a new version.
pub const ESCAPE_FORMAT_VERSION: u32 = 1;
