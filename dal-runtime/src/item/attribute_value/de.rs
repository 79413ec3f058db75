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

/// One value, owned or borrowed.
pub(super) enum Node<'a> {
    S(Cow<'a, str>),
    N(Cow<'a, str>),
    B(Cow<'a, [u8]>),
    Bool(bool),
    Null,
    M(Pairs<'a>),
    L(Items<'a, AttributeValue>),
    /// A set of strings or numbers.
    Texts(Kind, Items<'a, String>),
    Blobs(Items<'a, Blob>),
}

/// The entries of a map, owned or borrowed.
pub(super) enum Pairs<'a> {
    Owned(hash_map::IntoIter<String, AttributeValue>),
    Ref(hash_map::Iter<'a, String, AttributeValue>),
}

/// The elements of a list, owned or borrowed.
pub(super) enum Items<'a, T> {
    Owned(vec::IntoIter<T>),
    Ref(slice::Iter<'a, T>),
}

/// An unread value of either kind.
enum Unread<'a> {
    Owned(AttributeValue),
    Ref(&'a AttributeValue),
}

impl<'a> Unread<'a> {
    fn node(self) -> Result<Node<'a>, DecodeError> {
        match self {
            Unread::Owned(value) => Node::owned(value),
            Unread::Ref(value) => Node::borrowed(value),
        }
    }
}

impl<'a> Pairs<'a> {
    fn next(&mut self) -> Option<(Cow<'a, str>, Unread<'a>)> {
        match self {
            Pairs::Owned(pairs) => pairs.next().map(|(name, value)| (Cow::Owned(name), Unread::Owned(value))),
            Pairs::Ref(pairs) => {
                pairs.next().map(|(name, value)| (Cow::Borrowed(name.as_str()), Unread::Ref(value)))
            }
        }
    }
}

fn unknown() -> DecodeError {
    DecodeError::new("an unknown type of attribute value")
}

impl<'a> Node<'a> {
    pub(super) fn owned(value: AttributeValue) -> Result<Self, DecodeError> {
        Ok(match value {
            AttributeValue::S(text) => Node::S(Cow::Owned(text)),
            AttributeValue::N(text) => Node::N(Cow::Owned(text)),
            AttributeValue::B(bytes) => Node::B(Cow::Owned(bytes.into_inner())),
            AttributeValue::Bool(value) => Node::Bool(value),
            AttributeValue::Null(_) => Node::Null,
            AttributeValue::M(map) => Node::M(Pairs::Owned(map.into_iter())),
            AttributeValue::L(list) => Node::L(Items::Owned(list.into_iter())),
            AttributeValue::Ss(set) => Node::Texts(Kind::Text, Items::Owned(set.into_iter())),
            AttributeValue::Ns(set) => Node::Texts(Kind::Number, Items::Owned(set.into_iter())),
            AttributeValue::Bs(set) => Node::Blobs(Items::Owned(set.into_iter())),
            _ => return Err(unknown()),
        })
    }

    fn borrowed(value: &'a AttributeValue) -> Result<Self, DecodeError> {
        Ok(match value {
            AttributeValue::S(text) => Node::S(Cow::Borrowed(text)),
            AttributeValue::N(text) => Node::N(Cow::Borrowed(text)),
            AttributeValue::B(bytes) => Node::B(Cow::Borrowed(bytes.as_ref())),
            AttributeValue::Bool(value) => Node::Bool(*value),
            AttributeValue::Null(_) => Node::Null,
            AttributeValue::M(map) => Node::M(Pairs::Ref(map.iter())),
            AttributeValue::L(list) => Node::L(Items::Ref(list.iter())),
            AttributeValue::Ss(set) => Node::Texts(Kind::Text, Items::Ref(set.iter())),
            AttributeValue::Ns(set) => Node::Texts(Kind::Number, Items::Ref(set.iter())),
            AttributeValue::Bs(set) => Node::Blobs(Items::Ref(set.iter())),
            _ => return Err(unknown()),
        })
    }

    fn seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let mut elements = Elements { node: self, index: 0 };
        let value = visitor.visit_seq(&mut elements)?;
        if elements.next()?.is_some() {
            let index = elements.index;
            return Err(DecodeError::new(format!("has more than the expected {index} elements")));
        }
        Ok(value)
    }

    fn map<V: Visitor<'a>>(pairs: Pairs<'a>, visitor: V) -> Result<V::Value, DecodeError> {
        let mut entries = Entries { pairs, value: None };
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
                Node::N(text) => number::$visit(text, visitor),
                _ => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'a> Deserializer<'a> for Node<'a> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Node::S(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Node::S(Cow::Owned(text)) => visitor.visit_string(text),
            Node::N(text) => number::visit_any(&text, visitor),
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
            Node::N(text) if name == with::NUMBER => visitor.visit_str(text),
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
            Node::S(name) => visitor.visit_enum(UnitVariant(Scalar::new(Kind::Text, name))),
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
struct Elements<'a> {
    node: Node<'a>,
    index: usize,
}

impl<'a> Elements<'a> {
    fn next(&mut self) -> Result<Option<Element<'a>>, DecodeError> {
        Ok(match &mut self.node {
            Node::L(Items::Owned(items)) => items.next().map(Unread::Owned).map(Element::Value),
            Node::L(Items::Ref(items)) => items.next().map(Unread::Ref).map(Element::Value),
            Node::Texts(kind, Items::Owned(items)) => {
                items.next().map(|text| Element::Text(Scalar::new(*kind, Cow::Owned(text))))
            }
            Node::Texts(kind, Items::Ref(items)) => {
                items.next().map(|text| Element::Text(Scalar::new(*kind, Cow::Borrowed(text))))
            }
            Node::Blobs(Items::Owned(items)) => {
                items.next().map(|bytes| Element::Bytes(Node::B(Cow::Owned(bytes.into_inner()))))
            }
            Node::Blobs(Items::Ref(items)) => {
                items.next().map(|bytes| Element::Bytes(Node::B(Cow::Borrowed(bytes.as_ref()))))
            }
            _ => None,
        })
    }
}

enum Element<'a> {
    Value(Unread<'a>),
    Text(Scalar<'a, 'static>),
    Bytes(Node<'a>),
}

impl<'a> SeqAccess<'a> for Elements<'a> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'a>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        let value = match self.next()? {
            None => return Ok(None),
            Some(Element::Value(value)) => value.node().and_then(|node| seed.deserialize(node)),
            Some(Element::Text(text)) => seed.deserialize(text),
            Some(Element::Bytes(bytes)) => seed.deserialize(bytes),
        };
        let index = self.index;
        self.index += 1;
        value.map(Some).map_err(|error| error.in_element(index))
    }
}

/// The entries of a map.
struct Entries<'a> {
    pairs: Pairs<'a>,
    value: Option<(Cow<'a, str>, Unread<'a>)>,
}

/// Reads a name without giving it away, since an error may need it.
fn read_name<'a, K: DeserializeSeed<'a>>(name: &Cow<'a, str>, seed: K) -> Result<K::Value, DecodeError> {
    match name {
        Cow::Borrowed(name) => seed.deserialize(Scalar::new(Kind::Key, Cow::Borrowed(name))),
        Cow::Owned(name) => seed.deserialize(Scalar::transient(Kind::Key, name)),
    }
}

impl<'a> MapAccess<'a> for Entries<'a> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        let Some((name, value)) = self.pairs.next() else { return Ok(None) };
        let key = read_name(&name, seed)?;
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
struct Variant<'a> {
    name: Cow<'a, str>,
    value: Unread<'a>,
}

impl<'a> de::EnumAccess<'a> for Variant<'a> {
    type Error = DecodeError;
    type Variant = Content<'a>;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, Content<'a>), DecodeError> {
        let variant = seed.deserialize(Scalar::new(Kind::Text, self.name.clone()))?;
        Ok((variant, Content { name: self.name, value: self.value }))
    }
}

/// The content of a variant.
struct Content<'a> {
    name: Cow<'a, str>,
    value: Unread<'a>,
}

impl<'a> Content<'a> {
    fn read<T>(self, read: impl FnOnce(Node<'a>) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        self.value.node().and_then(read).map_err(|error| error.in_attribute(self.name))
    }
}

impl<'a> de::VariantAccess<'a> for Content<'a> {
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
pub(super) struct ItemDe<'a, 'l> {
    pub(super) attributes: Pairs<'a>,
    pub(super) layout: &'l Layout<'l>,
}

impl<'a> Deserializer<'a> for ItemDe<'a, '_> {
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
        let mut seen =
            std::iter::from_fn(|| self.attributes.next()).filter(|(name, _)| !self.layout.hides(name));
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
enum Now<'a, 'l> {
    Nothing,
    Injected(&'l str, Injected<'l>),
    Stored(Cow<'a, str>, Unread<'a>),
}

/// The attributes of an item that serde may see.
struct Fields<'a, 'l> {
    item: ItemDe<'a, 'l>,
    injected: usize,
    now: Now<'a, 'l>,
}

impl<'a> Fields<'a, '_> {
    fn next(&mut self) -> Option<(Cow<'a, str>, Unread<'a>)> {
        loop {
            let (name, value) = self.item.attributes.next()?;
            if !self.item.layout.hides(&name) {
                return Some((name, value));
            }
        }
    }
}

impl<'a> MapAccess<'a> for Fields<'a, '_> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        if let Some(&(name, value)) = self.item.layout.injected.get(self.injected) {
            self.injected += 1;
            self.now = Now::Injected(name, value);
            return seed.deserialize(Scalar::transient(Kind::Key, name)).map(Some);
        }
        let Some((name, value)) = self.next() else { return Ok(None) };
        let key = read_name(&name, seed)?;
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
