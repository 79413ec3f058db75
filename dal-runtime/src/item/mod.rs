//! Items: typed values straight to and from DynamoDB JSON, and to and from the SDK's `AttributeValue`.
//!
//! | serde | DynamoDB |
//! |---|---|
//! | strings, characters, unit variants | S |
//! | numbers | N, exactly up to 38 digits; NaN, infinities and what is out of range are refused |
//! | booleans | BOOL |
//! | bytes ([`binary`], `serde_bytes`) | B |
//! | `None` as a whole attribute | left out |
//! | `None` inside lists and maps, `()` anywhere | NULL |
//! | sequences, tuples | L |
//! | structs, maps, other variants | M |
//! | [`string_set`], [`number_set`], [`binary_set`] | SS, NS, BS |
//!
//! Reading is as liberal as it can be without guessing: sets and lists both read as sequences, `5.0` and `1E2` as
//! integers, NULL as `None`. Both ways have the same rules: the [`ItemWriter`] and [`RawItem`] work on text,
//! [`to_attributes`] and [`from_attributes`] on the SDK's types.

mod attribute_value;
mod attributes;
mod de;
mod decimal;
mod epoch;
mod error;
mod expected;
pub(crate) mod json;
mod key_text;
mod raw;
pub(crate) mod refuse;
mod scalar;
mod ser;
mod set_element;
mod sink;
mod with;
mod writer;

pub use attribute_value::{
    from_attributes, from_attributes_ref, from_value, item_size, to_attributes, to_value,
};
pub use attributes::Attributes;
pub use epoch::{EpochSeconds, Ttl};
pub use error::{DecodeError, EncodeError};
pub(crate) use expected::{Expected, Fate};
pub use raw::{Injected, Layout, RawAttributes, RawItem, RawValue, ValueDeserializer};
pub(crate) use raw::{ItemDe, Watch};
pub use ser::ValueSer as ValueSerializer;
pub use sink::TextWriter;
pub use with::{binary, binary_set, number, number_set, string_set, ttl};
pub(crate) use writer::value_or_none;
pub use writer::{ItemWriter, text_to_json, value_to_json, value_with};
