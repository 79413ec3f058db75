//! Serializer methods that refuse.

/// The named methods of a `Serializer`, all giving the same error.
macro_rules! refuse {
    ($error:expr; $($which:ident),* $(,)?) => { $( $crate::item::refuse::refuse!(@$which $error); )* };
    (@one $error:expr; $($method:ident($($type:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<$ok, Self::Error> { Err($error) }
    )*};
    (@scalars $error:expr) => {
        $crate::item::refuse::refuse! { @integers $error }
        $crate::item::refuse::refuse! { @floats $error }
        $crate::item::refuse::refuse! { @bool $error }
        $crate::item::refuse::refuse! { @text $error }
        $crate::item::refuse::refuse! { @bytes $error }
        $crate::item::refuse::refuse! { @nothing $error }
    };
    (@integers $error:expr) => { $crate::item::refuse::refuse! { @one $error;
        serialize_i8(i8) -> Self::Ok; serialize_i16(i16) -> Self::Ok; serialize_i32(i32) -> Self::Ok;
        serialize_i64(i64) -> Self::Ok; serialize_i128(i128) -> Self::Ok; serialize_u8(u8) -> Self::Ok;
        serialize_u16(u16) -> Self::Ok; serialize_u32(u32) -> Self::Ok; serialize_u64(u64) -> Self::Ok;
        serialize_u128(u128) -> Self::Ok;
    } };
    (@floats $error:expr) => { $crate::item::refuse::refuse! { @one $error;
        serialize_f32(f32) -> Self::Ok; serialize_f64(f64) -> Self::Ok;
    } };
    (@bool $error:expr) => { $crate::item::refuse::refuse! { @one $error; serialize_bool(bool) -> Self::Ok; } };
    (@text $error:expr) => { $crate::item::refuse::refuse! { @one $error;
        serialize_char(char) -> Self::Ok; serialize_str(&str) -> Self::Ok;
        serialize_unit_variant(&'static str, u32, &'static str) -> Self::Ok;
    } };
    (@bytes $error:expr) => { $crate::item::refuse::refuse! { @one $error; serialize_bytes(&[u8]) -> Self::Ok; } };
    (@nothing $error:expr) => { $crate::item::refuse::refuse! { @one $error;
        serialize_none() -> Self::Ok; serialize_unit() -> Self::Ok;
        serialize_unit_struct(&'static str) -> Self::Ok;
    } };
    (@some $error:expr) => {
        fn serialize_some<T: ?Sized + serde::Serialize>(self, _: &T) -> Result<Self::Ok, Self::Error> { Err($error) }
    };
    (@newtype_variant $error:expr) => {
        fn serialize_newtype_variant<T: ?Sized + serde::Serialize>(
            self, _: &'static str, _: u32, _: &'static str, _: &T,
        ) -> Result<Self::Ok, Self::Error> { Err($error) }
    };
    (@seq $error:expr) => { $crate::item::refuse::refuse! { @one $error;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
    } };
    (@tuple $error:expr) => { $crate::item::refuse::refuse! { @one $error;
        serialize_tuple(usize) -> Self::SerializeTuple;
    } };
    (@tuple_struct $error:expr) => { $crate::item::refuse::refuse! { @one $error;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
    } };
    (@tuple_variant $error:expr) => { $crate::item::refuse::refuse! { @one $error;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
    } };
    (@map $error:expr) => { $crate::item::refuse::refuse! { @one $error;
        serialize_map(Option<usize>) -> Self::SerializeMap;
    } };
    (@struct $error:expr) => { $crate::item::refuse::refuse! { @one $error;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
    } };
    (@struct_variant $error:expr) => { $crate::item::refuse::refuse! { @one $error;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    } };
}
pub(crate) use refuse;
