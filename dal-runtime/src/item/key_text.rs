//! The text of a map's key.

use std::fmt::Display;

use serde::ser::{Impossible, Serialize, Serializer};

use super::error::EncodeError;
use super::refuse::refuse;

/// Writes strings, characters, integers, booleans and unit variants as text. Anything else is no key.
pub(crate) struct KeyValues;

macro_rules! text {
    ($($method:ident $type:ty,)*) => {$(
        fn $method(self, value: $type) -> Result<String, EncodeError> {
            Ok(value.to_string())
        }
    )*};
}

impl Serializer for KeyValues {
    type Ok = String;
    type Error = EncodeError;
    type SerializeSeq = Impossible<String, EncodeError>;
    type SerializeTuple = Impossible<String, EncodeError>;
    type SerializeTupleStruct = Impossible<String, EncodeError>;
    type SerializeTupleVariant = Impossible<String, EncodeError>;
    type SerializeMap = Impossible<String, EncodeError>;
    type SerializeStruct = Impossible<String, EncodeError>;
    type SerializeStructVariant = Impossible<String, EncodeError>;

    text! {
        serialize_i8 i8,
        serialize_i16 i16,
        serialize_i32 i32,
        serialize_i64 i64,
        serialize_i128 i128,
        serialize_u8 u8,
        serialize_u16 u16,
        serialize_u32 u32,
        serialize_u64 u64,
        serialize_u128 u128,
        serialize_bool bool,
        serialize_char char,
        serialize_str &str,
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Result<String, EncodeError> {
        Ok(value.to_string())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<String, EncodeError> {
        Ok(String::from(variant))
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<String, EncodeError> {
        value.serialize(self)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<String, EncodeError> {
        value.serialize(self)
    }

    refuse! {
        EncodeError::new("the key of a map must be a string, an integer, a boolean or a unit variant");
        floats, bytes, nothing, newtype_variant, seq, tuple, tuple_struct, tuple_variant, map, struct, struct_variant
    }
}
