//! Items as the text they arrived in.

use std::borrow::Cow;

use dal_key::KeyValue;
use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};

use super::attributes::Attributes;
use super::de::{De, name_error};
use super::error::DecodeError;
use super::expected::Fate;
use super::json::{Scanner, Tag};
use super::scalar::{Kind, Scalar, bytes_of};
use crate::names::Lengths;
use crate::token::WRITE_TOKEN;

/// What serde sees of an item, beside its attributes.
///
/// ```
/// use dal_runtime::item::{Injected, Layout, RawItem};
///
/// #[derive(serde::Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct Note { id: String, text: String }
///
/// let item = RawItem::parse(br#"{"PK":{"S":"NOTE#7"},"text":{"S":"hello"}}"#)?;
/// let layout = Layout::new().hide(&["PK"]).inject(&[("id", Injected::Text("7"))]);
/// let note: Note = item.decode(&layout)?;
/// assert_eq!((&*note.id, &*note.text), ("7", "hello"));
/// # Ok::<_, dal_runtime::item::DecodeError>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Layout<'s> {
    pub(crate) hidden: &'s [&'s str],
    pub(crate) injected: &'s [(&'s str, Injected<'s>)],
    /// Which lengths the names have that are not seen.
    lengths: Lengths,
}

impl Default for Layout<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'s> Layout<'s> {
    /// All attributes are seen but `_dal_token`, which is dal's own, and nothing else.
    pub const fn new() -> Self {
        Layout { hidden: &[], injected: &[], lengths: Lengths::of(&[WRITE_TOKEN]) }
    }

    /// Attributes that serde must not see: key columns, the type attribute.
    pub const fn hide(mut self, names: &'s [&'s str]) -> Self {
        self.hidden = names;
        self.lengths = self.lengths.join(Lengths::of(names));
        self
    }

    /// Values that serde sees as if they were attributes. They go before stored attributes of the same name.
    pub const fn inject(mut self, values: &'s [(&'s str, Injected<'s>)]) -> Self {
        self.injected = values;
        let mut at = 0;
        while at < values.len() {
            self.lengths = self.lengths.and(values[at].0);
            at += 1;
        }
        self
    }

    pub(crate) fn hides(&self, name: &str) -> bool {
        self.lengths.has(name)
            && (name == WRITE_TOKEN
                || self.hidden.contains(&name)
                || self.injected.iter().any(|(injected, _)| *injected == name))
    }
}

/// A value for [`Layout::inject`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Injected<'s> {
    /// As a string attribute would be read.
    Text(&'s str),
    /// As a number attribute would be read.
    Number(&'s str),
    /// As a binary attribute would be read: bytes in base64.
    Base64(&'s str),
    /// As a boolean attribute would be read.
    Bool(bool),
}

impl<'s> Injected<'s> {
    pub(crate) fn deserialize<'de, T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DecodeError> {
        let (kind, text) = match self {
            Injected::Text(text) => (Kind::Text, text),
            Injected::Number(text) => (Kind::Number, text),
            Injected::Base64(text) => (Kind::Binary, text),
            Injected::Bool(value) => return seed.deserialize(de::value::BoolDeserializer::new(value)),
        };
        seed.deserialize(Scalar::transient(kind, text))
    }
}

/// One item in DynamoDB JSON: `{"PK":{"S":"…"},"age":{"N":"7"}}`.
///
/// The extent is known to be one balanced JSON object; what is inside is checked when it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawItem<'a> {
    text: &'a str,
}

impl<'a> RawItem<'a> {
    /// One item, with nothing around it but whitespace.
    ///
    /// # Errors
    ///
    /// Bytes that are not UTF-8 or not one balanced JSON object.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let mut scan = Scanner::from_bytes(bytes)?;
        let item = Self::scan(&mut scan)?;
        scan.end()?;
        Ok(item)
    }

    /// An item that dal itself wrote, with nothing around it; `None` where it is no text.
    pub(crate) fn written(json: &'a [u8]) -> Option<Self> {
        std::str::from_utf8(json).ok().map(Self::trusted)
    }

    /// An item whose extent was found by a scanner.
    #[inline]
    pub(crate) fn trusted(text: &'a str) -> Self {
        RawItem { text }
    }

    /// The item that a scanner stands before.
    pub(crate) fn scan(scan: &mut Scanner<'a>) -> Result<Self, DecodeError> {
        scan.whitespace();
        if scan.peek() != Some(b'{') {
            return Err(scan.fail("expected an item"));
        }
        Ok(RawItem { text: scan.skip_value()? })
    }

    /// The item's JSON.
    pub fn json(&self) -> &'a str {
        self.text
    }

    fn scanner(&self) -> Result<Scanner<'a>, DecodeError> {
        let mut scan = Scanner::new(self.text);
        scan.expect(b'{', "expected an item")?;
        Ok(scan)
    }

    /// The attributes, in the order of the text. Ends after the first error.
    pub fn attributes(&self) -> RawAttributes<'a> {
        RawAttributes { scan: Scanner::new(self.text), state: State::Start }
    }

    /// The attribute of that name.
    ///
    /// # Errors
    ///
    /// Malformed JSON before it.
    pub fn find(&self, name: &str) -> Result<Option<RawValue<'a>>, DecodeError> {
        let mut scan = self.scanner()?;
        let mut first = true;
        while let Some(found) = scan.member(first)? {
            first = false;
            let value = scan.skip_value()?;
            if found == name {
                return Ok(Some(RawValue { text: value }));
            }
        }
        Ok(None)
    }

    /// The string attribute of that name.
    ///
    /// # Errors
    ///
    /// An attribute that is no string.
    pub fn text(&self, name: &str) -> Result<Option<Cow<'a, str>>, DecodeError> {
        self.typed(name, Tag::S, "a string")
    }

    /// The text of the number attribute of that name.
    ///
    /// # Errors
    ///
    /// An attribute that is no number.
    pub fn number(&self, name: &str) -> Result<Option<Cow<'a, str>>, DecodeError> {
        self.typed(name, Tag::N, "a number")
    }

    /// The attribute of that name as a key attribute.
    ///
    /// # Errors
    ///
    /// An attribute that is no string, number or binary.
    pub fn key_value(&self, name: &str) -> Result<Option<KeyValue>, DecodeError> {
        let value = self.find(name)?.map(|value| value.key_value()).transpose();
        value.map_err(|error| error.in_attribute(name))
    }

    fn typed(&self, name: &str, tag: Tag, what: &str) -> Result<Option<Cow<'a, str>>, DecodeError> {
        match self.find(name)? {
            None => Ok(None),
            Some(value) => value.typed(tag, what).map(Some).map_err(|error| error.in_attribute(name)),
        }
    }

    /// Decodes the item in one pass.
    ///
    /// # Errors
    ///
    /// Names the attribute that is missing, malformed, or of another type.
    pub fn decode<T: Deserialize<'a>>(&self, layout: &Layout<'_>) -> Result<T, DecodeError> {
        Self::decode_from(&mut Scanner::new(self.text), layout)
    }

    /// The same of the item that a scanner stands before.
    pub(crate) fn decode_from<T: Deserialize<'a>>(
        scan: &mut Scanner<'a>,
        layout: &Layout<'_>,
    ) -> Result<T, DecodeError> {
        T::deserialize(ItemDe { scan, layout, watch: None })
    }

    /// An index of the attributes, for readers that take them one by one.
    ///
    /// # Errors
    ///
    /// Malformed JSON anywhere in the item.
    pub fn table(&self) -> Result<Attributes<'a>, DecodeError> {
        let mut scan = self.scanner()?;
        let mut attributes = Attributes::new();
        let mut first = true;
        while let Some(name) = scan.member(first)? {
            first = false;
            attributes.push(name, RawValue { text: scan.skip_value()? });
        }
        Ok(attributes)
    }
}

/// See [`RawItem::attributes`].
#[derive(Debug, Clone)]
pub struct RawAttributes<'a> {
    scan: Scanner<'a>,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    First,
    More,
    Done,
}

impl<'a> RawAttributes<'a> {
    fn step(&mut self) -> Result<Option<(Cow<'a, str>, RawValue<'a>)>, DecodeError> {
        if self.state == State::Start {
            self.scan.expect(b'{', "expected an item")?;
            self.state = State::First;
        }
        let Some(name) = self.scan.member(self.state == State::First)? else {
            return Ok(None);
        };
        self.state = State::More;
        Ok(Some((name, RawValue { text: self.scan.skip_value()? })))
    }
}

impl<'a> Iterator for RawAttributes<'a> {
    type Item = Result<(Cow<'a, str>, RawValue<'a>), DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Done {
            return None;
        }
        let step = self.step().transpose();
        if !matches!(step, Some(Ok(_))) {
            self.state = State::Done;
        }
        step
    }
}

/// One attribute value in DynamoDB JSON: `{"S":"…"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawValue<'a> {
    text: &'a str,
}

impl<'a> RawValue<'a> {
    /// One attribute value, with nothing around it but whitespace.
    ///
    /// # Errors
    ///
    /// Bytes that are not UTF-8 or not one balanced JSON object.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        RawItem::parse(bytes).map(|item| RawValue { text: item.text })
    }

    /// A value whose extent was found by a scanner.
    #[inline]
    pub(crate) fn trusted(text: &'a str) -> Self {
        RawValue { text }
    }

    /// The value's JSON.
    pub fn json(&self) -> &'a str {
        self.text
    }

    fn typed(&self, wanted: Tag, what: &str) -> Result<Cow<'a, str>, DecodeError> {
        let mut scan = Scanner::new(self.text);
        if scan.open()? != wanted {
            return Err(DecodeError::new(format!("is not {what}")));
        }
        let text = scan.string()?;
        scan.close()?;
        Ok(text)
    }

    /// The string, if this is one.
    ///
    /// # Errors
    ///
    /// A value of another type.
    pub fn text(&self) -> Result<Cow<'a, str>, DecodeError> {
        self.typed(Tag::S, "a string")
    }

    /// The number's text, if this is one.
    ///
    /// # Errors
    ///
    /// A value of another type.
    pub fn number(&self) -> Result<Cow<'a, str>, DecodeError> {
        self.typed(Tag::N, "a number")
    }

    /// Whether it is a number of seconds since 1970 that is over at `now`.
    pub(crate) fn is_time_up_to(&self, now: i64) -> bool {
        self.number().ok().and_then(|text| text.parse::<i64>().ok()).is_some_and(|at| at <= now)
    }

    /// The value as one of a key attribute.
    ///
    /// # Errors
    ///
    /// A value that is no string, number or binary.
    pub fn key_value(&self) -> Result<KeyValue, DecodeError> {
        let mut scan = Scanner::new(self.text);
        let tag = scan.open()?;
        if !matches!(tag, Tag::S | Tag::N | Tag::B) {
            return Err(DecodeError::new("is no string, number or binary"));
        }
        let text = scan.string()?;
        scan.close()?;
        Ok(match tag {
            Tag::N => KeyValue::N(text.into_owned()),
            Tag::B => KeyValue::B(bytes_of(&text)?),
            _ => KeyValue::S(text.into_owned()),
        })
    }

    /// Decodes the value.
    ///
    /// # Errors
    ///
    /// Names the path inside the value that is malformed or of another type.
    pub fn decode<T: Deserialize<'a>>(&self) -> Result<T, DecodeError> {
        T::deserialize(De { scan: &mut Scanner::new(self.text) })
    }

    /// A serde deserializer of the value, for `with` and `deserialize_with` functions.
    pub fn deserializer(&self) -> ValueDeserializer<'a> {
        ValueDeserializer { scan: Scanner::new(self.text) }
    }
}

/// A serde [`Deserializer`] of one attribute value.
#[derive(Debug, Clone)]
pub struct ValueDeserializer<'a> {
    scan: Scanner<'a>,
}

macro_rules! forward {
    ($($method:ident($($argument:ident: $type:ty),*);)*) => {$(
        fn $method<V: Visitor<'a>>(mut self, $($argument: $type,)* visitor: V) -> Result<V::Value, DecodeError> {
            De { scan: &mut self.scan }.$method($($argument,)* visitor)
        }
    )*};
}

impl<'a> Deserializer<'a> for ValueDeserializer<'a> {
    type Error = DecodeError;

    forward! {
        deserialize_any();
        deserialize_bool();
        deserialize_i8();
        deserialize_i16();
        deserialize_i32();
        deserialize_i64();
        deserialize_i128();
        deserialize_u8();
        deserialize_u16();
        deserialize_u32();
        deserialize_u64();
        deserialize_u128();
        deserialize_f32();
        deserialize_f64();
        deserialize_char();
        deserialize_str();
        deserialize_string();
        deserialize_bytes();
        deserialize_byte_buf();
        deserialize_option();
        deserialize_unit();
        deserialize_unit_struct(name: &'static str);
        deserialize_newtype_struct(name: &'static str);
        deserialize_seq();
        deserialize_tuple(length: usize);
        deserialize_tuple_struct(name: &'static str, length: usize);
        deserialize_map();
        deserialize_struct(name: &'static str, fields: &'static [&'static str]);
        deserialize_enum(name: &'static str, variants: &'static [&'static str]);
        deserialize_identifier();
        deserialize_ignored_any();
    }
}

/// A deserializer of a whole item.
pub(crate) struct ItemDe<'s, 'l, 'a> {
    pub(crate) scan: &'s mut Scanner<'a>,
    pub(crate) layout: &'l Layout<'l>,
    /// What is to be found meanwhile.
    pub(crate) watch: Option<&'s mut Watch>,
}

/// What an item must be to be read at once: of an entity, and not expired.
#[derive(Debug)]
pub(crate) struct Watch {
    /// The type attribute, and the value that it must have.
    pub(crate) of: (&'static str, &'static str),
    /// The TTL attribute, and the time after which the item is no longer hidden.
    pub(crate) ttl: Option<(&'static str, i64)>,
    /// Whether the type attribute was there, and each time with that value.
    pub(crate) is_of: bool,
}

impl Watch {
    /// Whether an attribute of that name has to be looked at.
    pub(crate) fn watches(&self, name: &str) -> bool {
        name == self.of.0 || self.ttl.is_some_and(|ttl| name == ttl.0)
    }

    /// Looks at an attribute before it is read or skipped: whether it is what it must be. What it is otherwise is found out
    /// by those who take their time.
    #[inline]
    pub(crate) fn admits(&mut self, name: &str, scan: &Scanner<'_>) -> bool {
        if name == self.of.0 {
            self.is_of = scan.is_before_text(self.of.1) || is_value(scan, Tag::S, |text| text == self.of.1);
            return self.is_of;
        }
        match self.ttl {
            Some((ttl, now)) if name == ttl => {
                is_value(scan, Tag::N, |text| text.parse::<i64>().is_ok_and(|at| at > now))
            }
            _ => true,
        }
    }
}

/// Whether the value that a scanner stands before is one of that type, and what is asked holds. The scanner stays.
fn is_value(scan: &Scanner<'_>, tag: Tag, holds: impl FnOnce(&str) -> bool) -> bool {
    let mut scan = scan.clone();
    scan.open().is_ok_and(|found| found == tag) && scan.string().is_ok_and(|text| holds(&text))
}

impl<'a> Deserializer<'a> for ItemDe<'_, '_, 'a> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.scan.expect(b'{', "expected an item")?;
        let mut fields = Fields {
            scan: self.scan,
            layout: self.layout,
            watch: self.watch,
            injected: 0,
            first: true,
            done: false,
            key_at: 0,
            now: None,
        };
        let value = visitor.visit_map(&mut fields)?;
        if !fields.done && fields.next_name()?.is_some() {
            return Err(DecodeError::new("the item has more attributes than expected"));
        }
        Ok(value)
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }

    fn deserialize_ignored_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }

    /// An item whose only seen attribute names the variant.
    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_any(VariantOfItem(visitor))
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'a>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf seq tuple
        tuple_struct map struct identifier
    }
}

/// Reads an externally tagged enum from an item.
struct VariantOfItem<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for VariantOfItem<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(de::value::MapAccessDeserializer::new(map))
    }
}

/// The attributes of an item that serde may see.
struct Fields<'s, 'l, 'a> {
    scan: &'s mut Scanner<'a>,
    layout: &'l Layout<'l>,
    watch: Option<&'s mut Watch>,
    injected: usize,
    first: bool,
    done: bool,
    key_at: usize,
    now: Option<Injected<'l>>,
}

impl<'a> Fields<'_, '_, 'a> {
    /// The name of the next attribute that serde may see.
    #[inline]
    fn next_name(&mut self) -> Result<Option<Cow<'a, str>>, DecodeError> {
        loop {
            self.key_at = self.scan.pos();
            // Of an expected name it is known what is done with it.
            if let Some((name, fate)) = self.expected_name() {
                self.first = false;
                if fate == Fate::default() {
                    return Ok(Some(Cow::Borrowed(name)));
                }
                self.pass(name, fate)?;
                if !fate.hidden {
                    return Ok(Some(Cow::Borrowed(name)));
                }
                continue;
            }
            let Some(name) = self.scan.member(self.first)? else {
                self.done = true;
                return Ok(None);
            };
            self.first = false;
            let fate = self.fate(&name);
            self.pass(&name, fate)?;
            if !fate.hidden {
                return Ok(Some(name));
            }
        }
    }

    /// The name that is expected next, if it stands there and it is known what is done with it.
    #[inline]
    fn expected_name(&mut self) -> Option<(&'a str, Fate)> {
        // What is injected is another with each item.
        let of = self.layout.injected.is_empty().then(|| self.layout.hidden.as_ptr().addr())?;
        self.scan.expected_member_of(self.first, of)
    }

    /// What is done with the attribute of the name that was read last.
    fn fate(&mut self, name: &str) -> Fate {
        let (layout, watch) = (self.layout, self.watch.as_deref());
        let find =
            || Fate { hidden: layout.hides(name), watched: watch.is_some_and(|watch| watch.watches(name)) };
        // Within one answer, items of one entity have one list of what is hidden and are watched alike.
        if layout.injected.is_empty() { self.scan.fate(layout.hidden.as_ptr().addr(), find) } else { find() }
    }

    /// Looks at an attribute that is watched, and steps over one that is hidden.
    fn pass(&mut self, name: &str, fate: Fate) -> Result<(), DecodeError> {
        if fate.watched
            && let Some(watch) = &mut self.watch
            && !watch.admits(name, self.scan)
        {
            return Err(DecodeError::new("is another item").in_attribute(name));
        }
        if fate.hidden {
            self.scan.skip_value()?;
        }
        Ok(())
    }
}

impl<'a> MapAccess<'a> for Fields<'_, '_, 'a> {
    type Error = DecodeError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        if let Some(&(name, value)) = self.layout.injected.get(self.injected) {
            self.injected += 1;
            self.now = Some(value);
            return seed.deserialize(Scalar::transient(Kind::Key, name)).map(Some);
        }
        if self.done {
            return Ok(None);
        }
        match self.next_name()? {
            Some(name) => seed.deserialize(Scalar::new(Kind::Key, name)).map(Some),
            None => Ok(None),
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, DecodeError> {
        if let Some(value) = self.now.take() {
            let name = self.layout.injected.get(self.injected - 1).map_or("", |(name, _)| name);
            return value.deserialize(seed).map_err(|error| error.in_attribute(name));
        }
        seed.deserialize(De { scan: &mut *self.scan })
            .map_err(|error| name_error(error, self.scan, self.key_at))
    }
}
