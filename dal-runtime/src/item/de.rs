//! The deserializer of attribute values in DynamoDB JSON: one pass, nothing between the text and the visitor.

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::decimal as number;
use super::error::DecodeError;
use super::json::{Scanner, Tag};
use super::scalar::{Kind, Scalar, UnitVariant, bytes_of, visit_bytes_as_seq};

/// A deserializer of the attribute value that a scanner stands before.
pub(crate) struct De<'s, 'a> {
    pub(crate) scan: &'s mut Scanner<'a>,
}

impl<'s, 'a> De<'s, 'a> {
    /// Shows a value, whose type is `tag`, as what it is.
    fn any<V: Visitor<'a>>(self, tag: Tag, visitor: V) -> Result<V::Value, DecodeError> {
        match tag {
            Tag::S => self.text(visitor),
            Tag::N => number::visit_any(&self.scan.string()?, visitor),
            Tag::B => visitor.visit_byte_buf(bytes_of(&self.scan.string()?)?),
            Tag::Bool => visitor.visit_bool(self.scan.boolean()?),
            Tag::Null => {
                self.scan.boolean()?;
                visitor.visit_unit()
            }
            Tag::M => self.map(visitor),
            Tag::L | Tag::Ss | Tag::Ns | Tag::Bs => self.seq(tag, visitor),
        }
    }

    #[inline]
    fn text<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.scan.plain_string() {
            Some(text) => visitor.visit_borrowed_str(text),
            None => visitor.visit_string(self.scan.escaped_string()?),
        }
    }

    fn map<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.scan.descend()?;
        self.scan.expect(b'{', "expected a map")?;
        let mut entries = Entries { scan: self.scan, first: true, done: false, key_at: 0 };
        let value = visitor.visit_map(&mut entries)?;
        let Entries { scan, first, done, .. } = entries;
        if !done && scan.member(first)?.is_some() {
            return Err(DecodeError::new("the map has more entries than expected"));
        }
        scan.ascend();
        Ok(value)
    }

    fn seq<V: Visitor<'a>>(self, tag: Tag, visitor: V) -> Result<V::Value, DecodeError> {
        let kind = match tag {
            Tag::Ss => Some(Kind::Text),
            Tag::Ns => Some(Kind::Number),
            Tag::Bs => Some(Kind::Binary),
            _ => None,
        };
        // A set is no level: DynamoDB counts lists and maps.
        if kind.is_none() {
            self.scan.descend()?;
        }
        self.scan.expect(b'[', "expected a list")?;
        let mut elements = Elements { scan: self.scan, kind, index: 0, done: false };
        let value = visitor.visit_seq(&mut elements)?;
        let Elements { scan, kind, index, done } = elements;
        if !done && scan.element(index == 0)? {
            return Err(DecodeError::new(format!("has more than the expected {index} elements")));
        }
        if kind.is_none() {
            scan.ascend();
        }
        Ok(value)
    }
}

/// One value of a known type; any other is shown as what it is, so that the visitor can say what it expected.
macro_rules! value {
    ($self:ident, $visitor:ident, $this:ident, $($tag:pat => $read:expr,)*) => {{
        let De { scan } = $self;
        let value = match scan.open()? {
            $($tag => { let $this = De { scan: &mut *scan }; $read })*
            tag => De { scan: &mut *scan }.any(tag, $visitor)?,
        };
        scan.close()?;
        Ok(value)
    }};
}

macro_rules! numbers {
    ($($method:ident $visit:ident,)*) => {$(
        #[inline]
        fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            value!(self, visitor, this, Tag::N => number::$visit(&this.scan.string()?, visitor)?,)
        }
    )*};
}

impl<'a> Deserializer<'a> for De<'_, 'a> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        value!(self, visitor, this,)
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

    #[inline]
    fn deserialize_bool<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        value!(self, visitor, this, Tag::Bool => visitor.visit_bool(this.scan.boolean()?)?,)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        value!(self, visitor, this, Tag::S => this.text(visitor)?,)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let De { scan } = self;
        let start = scan.pos();
        if scan.open()? == Tag::Null {
            scan.boolean()?;
            scan.close()?;
            return visitor.visit_none();
        }
        scan.rewind(start);
        visitor.visit_some(De { scan })
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        if name == super::with::NUMBER {
            return value!(self, visitor, this, Tag::N => visitor.visit_str(&this.scan.string()?)?,);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        value!(self, visitor, this,
            tag @ (Tag::L | Tag::Ss | Tag::Ns | Tag::Bs) => this.seq(tag, visitor)?,
            Tag::B => visit_bytes_as_seq(bytes_of(&this.scan.string()?)?, visitor)?,
        )
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

    fn deserialize_map<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        value!(self, visitor, this, Tag::M => this.map(visitor)?,)
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        value!(self, visitor, this,
            Tag::S => {
                let name = this.scan.string()?;
                visitor.visit_enum(UnitVariant(Scalar::new(Kind::Text, name)))?
            },
            Tag::M => {
                this.scan.descend()?;
                this.scan.expect(b'{', "expected a map")?;
                let value = visitor.visit_enum(Variant { scan: &mut *this.scan })?;
                if this.scan.member(false)?.is_some() {
                    return Err(DecodeError::new("a variant's map has more than one entry"));
                }
                this.scan.ascend();
                value
            },
        )
    }

    fn deserialize_ignored_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.scan.skip_value()?;
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { <V: Visitor<'a>> bytes byte_buf unit unit_struct }
}

/// The entries of a map.
struct Entries<'s, 'a> {
    scan: &'s mut Scanner<'a>,
    first: bool,
    done: bool,
    key_at: usize,
}

impl<'a> MapAccess<'a> for Entries<'_, 'a> {
    type Error = DecodeError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        if self.done {
            return Ok(None);
        }
        self.key_at = self.scan.pos();
        match self.scan.member(self.first)? {
            Some(name) => {
                self.first = false;
                seed.deserialize(Scalar::new(Kind::Key, name)).map(Some)
            }
            None => {
                self.done = true;
                Ok(None)
            }
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, DecodeError> {
        seed.deserialize(De { scan: &mut *self.scan })
            .map_err(|error| name_error(error, self.scan, self.key_at))
    }
}

/// Adds to an error the name of the member that starts at `key_at`, by reading it again.
#[cold]
pub(crate) fn name_error(error: DecodeError, scan: &Scanner<'_>, key_at: usize) -> DecodeError {
    let mut again = scan.clone();
    again.rewind(key_at);
    again.accept(b',');
    again.whitespace();
    match again.string() {
        Ok(name) => error.in_attribute(name),
        Err(_) => error,
    }
}

/// The elements of a list, or of a set if there is a kind.
struct Elements<'s, 'a> {
    scan: &'s mut Scanner<'a>,
    kind: Option<Kind>,
    index: usize,
    done: bool,
}

impl<'a> SeqAccess<'a> for Elements<'_, 'a> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'a>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        if self.done {
            return Ok(None);
        }
        if !self.scan.element(self.index == 0)? {
            self.done = true;
            return Ok(None);
        }
        self.scan.whitespace();
        let value = match self.kind {
            None => seed.deserialize(De { scan: &mut *self.scan }),
            Some(kind) => seed.deserialize(Scalar::new(kind, self.scan.string()?)),
        };
        let index = self.index;
        self.index += 1;
        value.map(Some).map_err(|error| error.in_element(index))
    }
}

/// A variant given as a map of one entry.
struct Variant<'s, 'a> {
    scan: &'s mut Scanner<'a>,
}

impl<'s, 'a> de::EnumAccess<'a> for Variant<'s, 'a> {
    type Error = DecodeError;
    type Variant = Content<'s, 'a>;

    fn variant_seed<V: DeserializeSeed<'a>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Content<'s, 'a>), DecodeError> {
        let key_at = self.scan.pos();
        let Some(name) = self.scan.member(true)? else {
            return Err(DecodeError::new("an empty map where an enum's variant was expected"));
        };
        let variant = seed.deserialize(Scalar::new(Kind::Text, name))?;
        Ok((variant, Content { scan: self.scan, key_at }))
    }
}

/// The content of a variant.
struct Content<'s, 'a> {
    scan: &'s mut Scanner<'a>,
    key_at: usize,
}

impl<'s, 'a> Content<'s, 'a> {
    fn read<T>(self, read: impl FnOnce(De<'_, 'a>) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        read(De { scan: &mut *self.scan }).map_err(|error| name_error(error, self.scan, self.key_at))
    }
}

impl<'a> de::VariantAccess<'a> for Content<'_, 'a> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        self.read(|value| de::Deserialize::deserialize(value))
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
