//! The deserializer from `AttributeValue`, owned or borrowed.

use std::borrow::Cow;
use std::collections::hash_map;
use std::slice;
use std::vec;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::item::decimal as number;
use crate::item::error::DecodeError;
use crate::item::raw::{Injected, Layout};
use crate::item::scalar::{Kind, Scalar, UnitVariant, visit_bytes_as_seq};
use crate::item::with;

/// Values that are owned, whose texts are taken, or borrowed. Known to the compiler and not at run time, where each
/// value and each name would be moved about with the question.
pub(super) trait Source<'a>: Sized {
    type Text: AsRef<str> + Into<String>;
    type Bytes;
    type Map: Iterator<Item = (Self::Text, Self)>;
    type List: Iterator<Item = Self>;
    type Texts: Iterator<Item = Self::Text>;
    type Blobs: Iterator<Item = Self::Bytes>;

    fn node(self) -> Result<Node<'a, Self>, DecodeError>;
    fn text(text: Self::Text) -> Cow<'a, str>;
    fn bytes(bytes: Self::Bytes) -> Cow<'a, [u8]>;

    /// Reads a name without giving it away, since an error may need it.
    fn name<K: DeserializeSeed<'a>>(kind: Kind, name: &Self::Text, seed: K) -> Result<K::Value, DecodeError>;
}

/// One value.
pub(super) enum Node<'a, S: Source<'a>> {
    S(S::Text),
    N(S::Text),
    B(Cow<'a, [u8]>),
    Bool(bool),
    Null,
    M(S::Map),
    L(S::List),
    /// A set of strings or numbers.
    Texts(Kind, S::Texts),
    Blobs(S::Blobs),
}

fn unknown() -> DecodeError {
    DecodeError::new("an unknown type of attribute value")
}

/// The same words for both sources: their patterns bind what is owned or borrowed.
macro_rules! node {
    ($value:expr) => {
        Ok(match $value {
            AttributeValue::S(text) => Node::S(text),
            AttributeValue::N(text) => Node::N(text),
            AttributeValue::B(bytes) => Node::B(Self::bytes(bytes)),
            AttributeValue::Bool(value) => Node::Bool(value.to_owned()),
            AttributeValue::Null(_) => Node::Null,
            AttributeValue::M(map) => Node::M(map.into_iter()),
            AttributeValue::L(list) => Node::L(list.into_iter()),
            AttributeValue::Ss(set) => Node::Texts(Kind::Text, set.into_iter()),
            AttributeValue::Ns(set) => Node::Texts(Kind::Number, set.into_iter()),
            AttributeValue::Bs(set) => Node::Blobs(set.into_iter()),
            _ => return Err(unknown()),
        })
    };
}

impl<'a> Source<'a> for AttributeValue {
    type Text = String;
    type Bytes = Blob;
    type Map = hash_map::IntoIter<String, Self>;
    type List = vec::IntoIter<Self>;
    type Texts = vec::IntoIter<String>;
    type Blobs = vec::IntoIter<Blob>;

    fn node(self) -> Result<Node<'a, Self>, DecodeError> {
        node!(self)
    }

    fn text(text: String) -> Cow<'a, str> {
        Cow::Owned(text)
    }

    fn bytes(bytes: Blob) -> Cow<'a, [u8]> {
        Cow::Owned(bytes.into_inner())
    }

    fn name<K: DeserializeSeed<'a>>(kind: Kind, name: &String, seed: K) -> Result<K::Value, DecodeError> {
        seed.deserialize(Scalar::transient(kind, name))
    }
}

impl<'a> Source<'a> for &'a AttributeValue {
    type Text = &'a String;
    type Bytes = &'a Blob;
    type Map = hash_map::Iter<'a, String, AttributeValue>;
    type List = slice::Iter<'a, AttributeValue>;
    type Texts = slice::Iter<'a, String>;
    type Blobs = slice::Iter<'a, Blob>;

    #[inline]
    fn node(self) -> Result<Node<'a, Self>, DecodeError> {
        node!(self)
    }

    #[inline]
    fn text(text: &'a String) -> Cow<'a, str> {
        Cow::Borrowed(text)
    }

    #[inline]
    fn bytes(bytes: &'a Blob) -> Cow<'a, [u8]> {
        Cow::Borrowed(bytes.as_ref())
    }

    #[inline]
    fn name<K: DeserializeSeed<'a>>(kind: Kind, name: &&'a String, seed: K) -> Result<K::Value, DecodeError> {
        seed.deserialize(Scalar::new(kind, Cow::Borrowed(name.as_str())))
    }
}

impl<'a, S: Source<'a>> Node<'a, S> {
    fn seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let mut elements = Elements { node: self, index: 0 };
        let value = visitor.visit_seq(&mut elements)?;
        if elements.next().is_some() {
            let index = elements.index;
            return Err(DecodeError::new(format!("has more than the expected {index} elements")));
        }
        Ok(value)
    }

    fn map<V: Visitor<'a>>(pairs: S::Map, visitor: V) -> Result<V::Value, DecodeError> {
        let mut entries = Entries::<S> { pairs, value: None };
        let value = visitor.visit_map(&mut entries)?;
        if entries.pairs.next().is_some() {
            return Err(DecodeError::new("the map has more entries than expected"));
        }
        Ok(value)
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident,)*) => {$(
        fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            match &self {
                Node::N(text) => number::$visit(text.as_ref(), visitor),
                _ => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'a, S: Source<'a>> Deserializer<'a> for Node<'a, S> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Node::S(text) => match S::text(text) {
                Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
                Cow::Owned(text) => visitor.visit_string(text),
            },
            Node::N(text) => number::visit_any(text.as_ref(), visitor),
            Node::B(Cow::Borrowed(bytes)) => visitor.visit_borrowed_bytes(bytes),
            Node::B(Cow::Owned(bytes)) => visitor.visit_byte_buf(bytes),
            Node::Bool(value) => visitor.visit_bool(value),
            Node::Null => visitor.visit_unit(),
            Node::M(pairs) => Self::map(pairs, visitor),
            Node::L(_) | Node::Texts(..) | Node::Blobs(_) => self.seq(visitor),
        }
    }

    numbers! {
        deserialize_i8 visit_i8,
        deserialize_i16 visit_i16,
        deserialize_i32 visit_i32,
        deserialize_i64 visit_i64,
        deserialize_i128 visit_i128,
        deserialize_u8 visit_u8,
        deserialize_u16 visit_u16,
        deserialize_u32 visit_u32,
        deserialize_u64 visit_u64,
        deserialize_u128 visit_u128,
        deserialize_f32 visit_f32,
        deserialize_f64 visit_f64,
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Node::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match &self {
            Node::N(text) if name == with::NUMBER => visitor.visit_str(text.as_ref()),
            _ if name == with::NUMBER => self.deserialize_any(visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Node::B(bytes) => visit_bytes_as_seq(bytes.into_owned(), visitor),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match self {
            Node::S(name) => visitor.visit_enum(UnitVariant(Scalar::new(Kind::Text, S::text(name)))),
            Node::M(mut pairs) => {
                let Some((name, value)) = pairs.next() else {
                    return Err(DecodeError::new("an empty map where an enum's variant was expected"));
                };
                if pairs.next().is_some() {
                    return Err(DecodeError::new("a variant's map has more than one entry"));
                }
                visitor.visit_enum(Variant { name, value })
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'a>>
        bool char str string bytes byte_buf unit unit_struct map struct identifier
    }
}

/// The elements of a list or set.
struct Elements<'a, S: Source<'a>> {
    node: Node<'a, S>,
    index: usize,
}

impl<'a, S: Source<'a>> Elements<'a, S> {
    #[inline]
    fn next(&mut self) -> Option<Element<'a, S>> {
        match &mut self.node {
            Node::L(items) => items.next().map(Element::Value),
            Node::Texts(kind, items) => {
                items.next().map(|text| Element::Text(Scalar::new(*kind, S::text(text))))
            }
            Node::Blobs(items) => items.next().map(|bytes| Element::Bytes(S::bytes(bytes))),
            _ => None,
        }
    }
}

enum Element<'a, S> {
    Value(S),
    Text(Scalar<'a, 'static>),
    Bytes(Cow<'a, [u8]>),
}

impl<'a, S: Source<'a>> SeqAccess<'a> for Elements<'a, S> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'a>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        let value = match self.next() {
            None => return Ok(None),
            Some(Element::Value(value)) => value.node().and_then(|node| seed.deserialize(node)),
            Some(Element::Text(text)) => seed.deserialize(text),
            Some(Element::Bytes(bytes)) => seed.deserialize(Node::<S>::B(bytes)),
        };
        let index = self.index;
        self.index += 1;
        value.map(Some).map_err(|error| error.in_element(index))
    }

    fn size_hint(&self) -> Option<usize> {
        match &self.node {
            Node::L(items) => items.size_hint().1,
            Node::Texts(_, items) => items.size_hint().1,
            Node::Blobs(items) => items.size_hint().1,
            _ => None,
        }
    }
}

/// The entries of a map.
struct Entries<'a, S: Source<'a>> {
    pairs: S::Map,
    value: Option<(S::Text, S)>,
}

impl<'a, S: Source<'a>> MapAccess<'a> for Entries<'a, S> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        let Some((name, value)) = self.pairs.next() else { return Ok(None) };
        let key = S::name(Kind::Key, &name, seed)?;
        self.value = Some((name, value));
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, DecodeError> {
        let Some((name, value)) = self.value.take() else {
            return Err(DecodeError::new("a value was asked for before its key"));
        };
        value.node().and_then(|node| seed.deserialize(node)).map_err(|error| error.in_attribute(name))
    }
}

/// A variant given as a map of one entry.
struct Variant<'a, S: Source<'a>> {
    name: S::Text,
    value: S,
}

impl<'a, S: Source<'a>> de::EnumAccess<'a> for Variant<'a, S> {
    type Error = DecodeError;
    type Variant = Content<'a, S>;

    fn variant_seed<V: DeserializeSeed<'a>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Content<'a, S>), DecodeError> {
        let variant = S::name(Kind::Text, &self.name, seed)?;
        Ok((variant, Content { name: self.name, value: self.value }))
    }
}

/// The content of a variant.
struct Content<'a, S: Source<'a>> {
    name: S::Text,
    value: S,
}

impl<'a, S: Source<'a>> Content<'a, S> {
    fn read<T>(self, read: impl FnOnce(Node<'a, S>) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        self.value.node().and_then(read).map_err(|error| error.in_attribute(self.name))
    }
}

impl<'a, S: Source<'a>> de::VariantAccess<'a> for Content<'a, S> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        self.read(de::Deserialize::deserialize)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(self, seed: T) -> Result<T::Value, DecodeError> {
        self.read(|value| seed.deserialize(value))
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        self.read(|value| value.deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.read(|value| value.deserialize_map(visitor))
    }
}

/// A deserializer of a whole item.
pub(super) struct ItemDe<'a, 'l, S: Source<'a>> {
    pub(super) attributes: S::Map,
    pub(super) layout: &'l Layout<'l>,
}

impl<'a, S: Source<'a>> Deserializer<'a> for ItemDe<'a, '_, S> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let mut fields = Fields { item: self, injected: 0, now: Now::Nothing };
        let value = visitor.visit_map(&mut fields)?;
        if fields.next().is_some() {
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

    fn deserialize_enum<V: Visitor<'a>>(
        mut self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let mut seen = std::iter::from_fn(|| self.attributes.next())
            .filter(|(name, _)| !self.layout.hides(name.as_ref()));
        match (seen.next(), seen.next()) {
            (Some((name, value)), None) => visitor.visit_enum(Variant { name, value }),
            _ => {
                Err(DecodeError::new("an enum as an item has exactly one attribute, named like the variant"))
            }
        }
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'a>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf seq tuple
        tuple_struct map struct identifier
    }
}

/// The value whose name was read last.
enum Now<'l, T, S> {
    Nothing,
    Injected(&'l str, Injected<'l>),
    Stored(T, S),
}

/// The attributes of an item that serde may see.
struct Fields<'a, 'l, S: Source<'a>> {
    item: ItemDe<'a, 'l, S>,
    injected: usize,
    now: Now<'l, S::Text, S>,
}

impl<'a, S: Source<'a>> Fields<'a, '_, S> {
    #[inline]
    fn next(&mut self) -> Option<(S::Text, S)> {
        let layout = self.item.layout;
        self.item.attributes.by_ref().find(|(name, _)| !layout.hides(name.as_ref()))
    }
}

impl<'a, S: Source<'a>> MapAccess<'a> for Fields<'a, '_, S> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        if let Some(&(name, value)) = self.item.layout.injected.get(self.injected) {
            self.injected += 1;
            self.now = Now::Injected(name, value);
            return seed.deserialize(Scalar::transient(Kind::Key, name)).map(Some);
        }
        let Some((name, value)) = self.next() else { return Ok(None) };
        let key = S::name(Kind::Key, &name, seed)?;
        self.now = Now::Stored(name, value);
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, DecodeError> {
        match std::mem::replace(&mut self.now, Now::Nothing) {
            Now::Injected(name, value) => value.deserialize(seed).map_err(|error| error.in_attribute(name)),
            Now::Stored(name, value) => {
                value.node().and_then(|node| seed.deserialize(node)).map_err(|error| error.in_attribute(name))
            }
            Now::Nothing => Err(DecodeError::new("a value was asked for before its key")),
        }
    }
}
