//! What the values of attributes allow: which of DynamoDB's functions and updates make sense for a Rust type.
//!
//! How a value is stored is serde's business, so each is checked again on the value as it is written: a `Vec<u8>` is
//! binary with `#[serde(with = "dal::binary")]`, and a list of numbers without.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Display;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// Values that DynamoDB stores as text or binary, so that `begins_with` applies. Implement it for types of your own.
#[diagnostic::on_unimplemented(
    message = "`begins_with` needs an attribute that is stored as text or binary",
    label = "`{Self}` is not known to be stored as text or binary",
    note = "implement `dal::Prefixed` for a type of your own that serde writes as text"
)]
pub trait Prefixed {
    /// What a beginning is written as: `str` or `[u8]`.
    type Prefix: ?Sized;

    /// A value of the type that is nothing but the beginning.
    fn from_prefix(prefix: &Self::Prefix) -> Self;
}

/// Values in which DynamoDB's `contains` looks for another: text for a part of it, lists and sets for an element.
#[diagnostic::on_unimplemented(
    message = "`contains` needs an attribute that is stored as text, a list or a set",
    label = "`{Self}` is not known to be one",
    note = "implement `dal::Searchable` for a type of your own that serde writes as one of them"
)]
pub trait Searchable {
    /// What is looked for.
    type Member;

    /// A value of the type that is nothing but the member.
    fn from_member(member: Self::Member) -> Self;
}

/// Values that have a size: the length of text, the bytes of binary, the elements of a list, a set or a map.
#[diagnostic::on_unimplemented(
    message = "`size` needs an attribute that is stored as text, binary, a list, a set or a map",
    label = "`{Self}` is not known to be one",
    note = "implement `dal::Measured` for a type of your own that serde writes as one of them"
)]
pub trait Measured {}

/// Lists and sets: what updates append to, insert into and delete from.
#[diagnostic::on_unimplemented(
    message = "this needs an attribute that is stored as a list or a set",
    label = "`{Self}` is not known to be one",
    note = "implement `dal::Elements` for a collection of your own"
)]
pub trait Elements {
    /// The type of an element.
    type Element;

    /// A collection of these elements.
    fn from_elements(elements: Vec<Self::Element>) -> Self;
}

/// Maps from text to values, whose entries are places of their own.
#[diagnostic::on_unimplemented(
    message = "`entry` needs an attribute that is a map from text",
    label = "`{Self}` is not known to be one",
    note = "a field of a struct is named with its type: `Item::ADDRESS.field::<String>(\"city\")`"
)]
pub trait Keyed {
    /// The type of a value.
    type Value;
}

/// Numbers, to which an update adds.
#[diagnostic::on_unimplemented(
    message = "`add` needs an attribute that is a number",
    label = "`{Self}` is not known to be one",
    note = "implement `dal::Number` for a type of your own that serde writes as a number; elements are added to a set with `add_to_set`"
)]
pub trait Number {
    /// What can be added: negative to take away. It displays as a number.
    type Delta: Display;

    /// The stored values to which `delta` can be added so that the sum is a value of the type; `None` where that is no
    /// question. An update that would leave them is refused.
    fn room(delta: &Self::Delta) -> Option<(Self::Delta, Self::Delta)> {
        let _ = delta;
        None
    }

    /// Whether what is added is a value of the type by itself, so that it can be added to nothing.
    fn is_value(delta: &Self::Delta) -> bool {
        let _ = delta;
        true
    }
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Number for $type {
            type Delta = i128;

            fn room(delta: &i128) -> Option<(i128, i128)> {
                Some(((<$type>::MIN as i128).saturating_sub(*delta), (<$type>::MAX as i128).saturating_sub(*delta)))
            }

            fn is_value(delta: &i128) -> bool {
                <$type>::try_from(*delta).is_ok()
            }
        }
    )*};
}
integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

macro_rules! numbers {
    ($($type:ty: $delta:ty,)*) => {$(
        impl Number for $type {
            type Delta = $delta;
        }
    )*};
}
numbers!(i128: i128, u128: i128, f32: f64, f64: f64,);

#[cfg(feature = "rust_decimal")]
numbers!(rust_decimal::Decimal: rust_decimal::Decimal,);

macro_rules! text {
    ($($type:ty)*) => {$(
        impl Prefixed for $type {
            type Prefix = str;

            fn from_prefix(prefix: &str) -> Self {
                <$type>::from(prefix.to_owned())
            }
        }

        impl Searchable for $type {
            type Member = String;

            fn from_member(member: String) -> Self {
                <$type>::from(member)
            }
        }

        impl Measured for $type {}
    )*};
}
text!(String Box<str> Arc<str> Cow<'static, str>);

impl Prefixed for Vec<u8> {
    type Prefix = [u8];

    fn from_prefix(prefix: &[u8]) -> Self {
        prefix.to_owned()
    }
}

macro_rules! collections {
    ($($type:ty, <$($parameter:ident $(: $bound:path)*),*>;)*) => {$(
        impl<$($parameter $(: $bound)*),*> Elements for $type {
            type Element = T;

            fn from_elements(elements: Vec<T>) -> Self {
                elements.into_iter().collect()
            }
        }

        impl<$($parameter $(: $bound)*),*> Searchable for $type {
            type Member = T;

            fn from_member(member: T) -> Self {
                std::iter::once(member).collect()
            }
        }

        impl<$($parameter),*> Measured for $type {}
    )*};
}

impl<T: Hash + Eq, S: BuildHasher + Default> Elements for HashSet<T, S> {
    type Element = T;

    fn from_elements(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Hash + Eq, S: BuildHasher + Default> Searchable for HashSet<T, S> {
    type Member = T;

    fn from_member(member: T) -> Self {
        std::iter::once(member).collect()
    }
}

impl<T, S> Measured for HashSet<T, S> {}

collections! {
    Vec<T>, <T>;
    VecDeque<T>, <T>;
    BTreeSet<T>, <T: Ord>;
}

macro_rules! maps {
    ($($type:ty, <$($parameter:ident),*>;)*) => {$(
        impl<$($parameter),*> Keyed for $type {
            type Value = V;
        }

        impl<$($parameter),*> Measured for $type {}
    )*};
}
maps! {
    HashMap<K, V, S>, <K, V, S>;
    BTreeMap<K, V>, <K, V>;
}

// An attribute with a `with` module is written by it as a whole, with its `Option`.

impl<C: Prefixed> Prefixed for Option<C> {
    type Prefix = C::Prefix;

    fn from_prefix(prefix: &C::Prefix) -> Self {
        Some(C::from_prefix(prefix))
    }
}

impl<C: Searchable> Searchable for Option<C> {
    type Member = C::Member;

    fn from_member(member: C::Member) -> Self {
        Some(C::from_member(member))
    }
}

impl<C: Elements> Elements for Option<C> {
    type Element = C::Element;

    fn from_elements(elements: Vec<C::Element>) -> Self {
        Some(C::from_elements(elements))
    }
}

impl<C: Measured> Measured for Option<C> {}

impl<C: Keyed> Keyed for Option<C> {
    type Value = C::Value;
}

impl<N: Number> Number for Option<N> {
    type Delta = N::Delta;

    fn room(delta: &N::Delta) -> Option<(N::Delta, N::Delta)> {
        N::room(delta)
    }

    fn is_value(delta: &N::Delta) -> bool {
        N::is_value(delta)
    }
}
