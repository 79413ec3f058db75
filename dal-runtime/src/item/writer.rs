//! Writing an item.

use std::fmt;
use std::ops::Range;

use dal_key::KeyValue;
use serde::ser::{self, Impossible, Serialize, Serializer};

use super::error::EncodeError;
use super::json::Scanner;
use super::key_text::KeyValues;
use super::raw::RawValue;
use super::refuse::refuse;
use super::ser::{List, Map, ValueSer};
use super::sink::{NULL, Sink, TextWriter, quote};
use crate::keys::agrees;
use crate::names::Lengths;

/// Appends `value` in DynamoDB JSON, as for the `:v` of an expression. A `None` is `{"NULL":true}`.
///
/// # Errors
///
/// A value that DynamoDB cannot hold; `out` is as it was.
pub fn value_to_json<T: Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    value_with(out, |serializer| value.serialize(serializer))
}

/// Appends a value in DynamoDB JSON that `write` gives to a serializer, as the functions of serde's `with` do.
///
/// # Errors
///
/// A value that DynamoDB cannot hold; `out` is as it was.
pub fn value_with(
    out: &mut Vec<u8>,
    write: impl FnOnce(ValueSer<'_>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    let length = out.len();
    let mut sink = Sink::new(std::mem::take(out));
    let result = write(ValueSer { sink: &mut sink });
    *out = sink.buf;
    if result.is_err() {
        out.truncate(length);
    }
    result
}

/// Appends a value as [`value_with`] does, and says whether there is one: a `None` appends nothing.
///
/// # Errors
///
/// A value that DynamoDB cannot hold; `out` is as it was.
pub(crate) fn value_or_none(
    out: &mut Vec<u8>,
    write: impl FnOnce(ValueSer<'_>) -> Result<(), EncodeError>,
) -> Result<bool, EncodeError> {
    let length = out.len();
    let mut sink = Sink::new(std::mem::take(out));
    let result = write(ValueSer { sink: &mut sink });
    let (mut buf, none) = (sink.buf, sink.none);
    let none = none && buf.get(length..) == Some(NULL);
    if result.is_err() || none {
        buf.truncate(length);
    }
    *out = buf;
    result.map(|()| !none)
}

/// Appends `text` as a quoted JSON string.
pub fn text_to_json(text: &str, out: &mut Vec<u8>) {
    quote(out, text);
}

/// Words of bits for hashes of names: so many that two names of an item seldom have one.
const SEEN: usize = 16;

/// A hash of ten bits, by the ends of a name and its length.
#[inline]
fn hash(name: &[u8]) -> u16 {
    let ends = match (name.first_chunk::<8>(), name.last_chunk::<8>()) {
        (Some(first), Some(last)) => u64::from_le_bytes(*first) ^ u64::from_le_bytes(*last).rotate_left(29),
        _ => match (name.first_chunk::<4>(), name.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
            }
            _ => name.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        },
    };
    let mixed = (ends ^ name.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 29) >> 54) as u16
}

/// Writes one item in DynamoDB JSON and counts its size.
///
/// ```
/// use dal_runtime::item::ItemWriter;
///
/// #[derive(serde::Serialize)]
/// struct Note<'a> { text: &'a str, rank: u32, tag: Option<&'a str> }
///
/// let mut item = ItemWriter::new(br#"{"Item":"#.to_vec());
/// item.text("PK", "NOTE#7")?;
/// item.fields(&Note { text: "hello", rank: 3, tag: None }, &[])?;
/// let (body, size) = item.finish();
/// assert_eq!(body, br#"{"Item":{"PK":{"S":"NOTE#7"},"text":{"S":"hello"},"rank":{"N":"3"}}"#);
/// assert_eq!(size, "PKNOTE#7".len() + "texthello".len() + "rank".len() + 2);
/// # Ok::<_, dal_runtime::item::EncodeError>(())
/// ```
///
/// An attribute that is `None` is left out. After an error the writer holds nothing of use.
#[derive(Debug)]
pub struct ItemWriter {
    sink: Sink,
    /// Where the item's opening brace is.
    start: usize,
    /// Hashes of the names so far: a name whose hash is new is certainly new.
    seen: [u64; SEEN],
    /// The hash of the last name, where no name before had it.
    fresh: Option<u16>,
}

impl ItemWriter {
    /// Begins an item behind whatever is in `buf`.
    pub fn new(buf: Vec<u8>) -> Self {
        let mut sink = Sink::new(buf);
        let start = sink.buf.len();
        sink.byte(b'{');
        ItemWriter { sink, start, seen: [0; SEEN], fresh: None }
    }

    /// Writes the name of the next attribute, and refuses one that is there already.
    #[inline]
    fn name(&mut self, name: &str) -> Result<(), EncodeError> {
        let bytes = name.as_bytes();
        if bytes.is_empty() {
            return Err(EncodeError::new("the name of an attribute cannot be empty"));
        }
        let hash = hash(bytes);
        if let Some(word) = self.seen.get_mut(usize::from(hash >> 6)) {
            let bit = 1u64 << (hash & 63);
            let known = *word & bit != 0;
            *word |= bit;
            self.fresh = (!known).then_some(hash);
            if known && self.has(name) {
                return Err(EncodeError::new("is written twice").in_attribute(name));
            }
        }
        if self.sink.buf.len() > self.start + 1 {
            self.sink.byte(b',');
        }
        self.sink.name(name);
        Ok(())
    }

    /// Whether an attribute of that name is written, found by reading it back.
    fn has(&self, name: &str) -> bool {
        let written = self.sink.buf.get(self.start + 1..).unwrap_or_default();
        let Ok(mut scan) = Scanner::from_bytes(written) else { return false };
        let mut first = true;
        while let Ok(Some(found)) = scan.member(first) {
            if found == name {
                return true;
            }
            first = false;
            if scan.skip_value().is_err() {
                break;
            }
        }
        false
    }

    /// Writes a string attribute.
    ///
    /// # Errors
    ///
    /// A name that is empty or was written before.
    pub fn text(&mut self, name: &str, value: &str) -> Result<(), EncodeError> {
        self.name(name)?;
        self.sink.text(value);
        Ok(())
    }

    /// Where the string attribute that was written last has this text, if it stands there as it is.
    pub(crate) fn place(&self, text: &str) -> Option<Range<usize>> {
        let end = self.sink.buf.len().checked_sub(br#""}"#.len())?;
        let place = end.checked_sub(text.len())?..end;
        (self.sink.buf.get(place.clone()) == Some(text.as_bytes())).then_some(place)
    }

    /// Writes a string attribute piece by piece, without a `String` between.
    ///
    /// # Errors
    ///
    /// A name that is empty or was written before, or an error of `write`.
    pub fn text_with(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut TextWriter<'_>) -> fmt::Result,
    ) -> Result<(), EncodeError> {
        self.name(name)?;
        self.sink.text_with(write).map_err(|_| EncodeError::new("could not be written").in_attribute(name))
    }

    /// Writes a number attribute from its text.
    ///
    /// # Errors
    ///
    /// A name that is empty or was written before; text that is no number or outside DynamoDB's limits.
    pub fn number(&mut self, name: &str, value: &str) -> Result<(), EncodeError> {
        self.name(name)?;
        self.sink.number(value).map_err(|error| error.in_attribute(name))
    }

    /// Writes a key attribute.
    ///
    /// # Errors
    ///
    /// A name that is empty or was written before; a number outside DynamoDB's limits.
    pub fn key_value(&mut self, name: &str, value: &KeyValue) -> Result<(), EncodeError> {
        match value {
            KeyValue::S(text) => self.text(name, text),
            KeyValue::N(digits) => self.number(name, digits),
            KeyValue::B(bytes) => {
                self.name(name)?;
                self.sink.binary(bytes);
                Ok(())
            }
        }
    }

    /// Writes an attribute from its value in DynamoDB JSON. Its size counts as that of text.
    ///
    /// # Errors
    ///
    /// A name that is empty or was written before.
    pub(crate) fn json(&mut self, name: &str, json: &[u8]) -> Result<(), EncodeError> {
        self.name(name)?;
        self.sink.buf.extend_from_slice(json);
        self.sink.size += json.len().saturating_sub(br#"{"S":""}"#.len());
        Ok(())
    }

    /// Writes one attribute. A `None` is left out.
    ///
    /// # Errors
    ///
    /// A name that is empty or was written before; a value that DynamoDB cannot hold.
    pub fn value<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), EncodeError> {
        let (length, size) = (self.sink.buf.len(), self.sink.size);
        self.name(name)?;
        let at = self.sink.buf.len();
        self.sink.none = false;
        value.serialize(ValueSer { sink: &mut self.sink }).map_err(|error| error.in_attribute(name))?;
        if self.sink.none && self.sink.buf.get(at..) == Some(NULL) {
            self.sink.buf.truncate(length);
            self.sink.size = size;
            // It is not written, and so may be later.
            if let Some(hash) = self.fresh
                && let Some(word) = self.seen.get_mut(usize::from(hash >> 6))
            {
                *word &= !(1 << (hash & 63));
            }
        }
        Ok(())
    }

    /// Writes the fields of a struct, or the entries of a map, as attributes. Those named in `skip` are left out: they
    /// are written by other means, as key columns are.
    ///
    /// # Errors
    ///
    /// A value that is no struct or map; a name that is empty or was written before and is not in `skip`; a value
    /// that DynamoDB cannot hold.
    pub fn fields<T: Serialize + ?Sized>(&mut self, value: &T, skip: &[&str]) -> Result<(), EncodeError> {
        value.serialize(FieldsSer { writer: self, skip, keys: &[] })
    }

    /// The same, with the values of the key attributes that hold fields: what serde writes for those must be the same.
    pub(crate) fn fields_with<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
        skip: &[&str],
        keys: &[(&'static str, KeyValue)],
    ) -> Result<(), EncodeError> {
        value.serialize(FieldsSer { writer: self, skip, keys })
    }

    /// The size of what is written so far; see [`finish`](Self::finish).
    pub fn size(&self) -> usize {
        self.sink.size
    }

    /// Ends the item: the text, and the item's size in bytes by DynamoDB's rules (names and values; the limit is
    /// 400 KB). Where those are approximate, the size is the least it can be.
    pub fn finish(mut self) -> (Vec<u8>, usize) {
        self.sink.byte(b'}');
        (self.sink.buf, self.sink.size)
    }
}

/// Writes the fields of a value as attributes.
struct FieldsSer<'w, 's> {
    writer: &'w mut ItemWriter,
    skip: &'s [&'s str],
    keys: &'s [(&'static str, KeyValue)],
}

/// The fields themselves.
struct Fields<'w, 's> {
    writer: &'w mut ItemWriter,
    skip: &'s [&'s str],
    skipped: Lengths,
    keys: &'s [(&'static str, KeyValue)],
    key: String,
}

impl Fields<'_, '_> {
    #[inline]
    fn field<T: ?Sized + Serialize>(&mut self, name: &str, value: &T) -> Result<(), EncodeError> {
        if !(self.skipped.has(name) && self.skip.contains(&name)) {
            return self.writer.value(name, value);
        }
        match self.keys.iter().find(|(key, _)| *key == name) {
            Some((_, key)) => self.agree(name, value, key),
            None => Ok(()),
        }
    }

    #[cold]
    fn agree<T: ?Sized + Serialize>(&self, name: &str, value: &T, key: &KeyValue) -> Result<(), EncodeError> {
        let mut json = Vec::new();
        value_to_json(value, &mut json)
            .and_then(|()| {
                let written = RawValue::parse(&json).and_then(|raw| raw.key_value());
                agrees(written.ok().as_ref(), key)
            })
            .map_err(|error| error.in_attribute(name))
    }
}

const NO_FIELDS: &str = "an item is written from a struct or a map";

impl<'w, 's> Serializer for FieldsSer<'w, 's> {
    type Ok = ();
    type Error = EncodeError;
    type SerializeSeq = Impossible<(), EncodeError>;
    type SerializeTuple = Impossible<(), EncodeError>;
    type SerializeTupleStruct = Impossible<(), EncodeError>;
    type SerializeTupleVariant = List<'w>;
    type SerializeMap = Fields<'w, 's>;
    type SerializeStruct = Fields<'w, 's>;
    type SerializeStructVariant = Map<'w>;

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), EncodeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), EncodeError> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), EncodeError> {
        Ok(())
    }

    fn serialize_none(self) -> Result<(), EncodeError> {
        Ok(())
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        self.writer.value(variant, value)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields<'w, 's>, EncodeError> {
        let Self { writer, skip, keys } = self;
        Ok(Fields { writer, skip, skipped: Lengths::of(skip), keys, key: String::new() })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'w, 's>, EncodeError> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Map<'w>, EncodeError> {
        self.writer.name(variant)?;
        ValueSer { sink: &mut self.writer.sink }.serialize_map(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List<'w>, EncodeError> {
        self.writer.name(variant)?;
        ValueSer { sink: &mut self.writer.sink }.serialize_seq(None)
    }

    refuse! {
        EncodeError::new(NO_FIELDS);
        integers, floats, bool, text, bytes, seq, tuple, tuple_struct
    }
}

impl ser::SerializeStruct for Fields<'_, '_> {
    type Ok = ();
    type Error = EncodeError;

    #[inline]
    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        self.field(key, value)
    }

    fn end(self) -> Result<(), EncodeError> {
        Ok(())
    }
}

impl ser::SerializeMap for Fields<'_, '_> {
    type Ok = ();
    type Error = EncodeError;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), EncodeError> {
        self.key = key.serialize(KeyValues)?;
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
        let key = std::mem::take(&mut self.key);
        self.field(&key, value)
    }

    fn end(self) -> Result<(), EncodeError> {
        Ok(())
    }
}
