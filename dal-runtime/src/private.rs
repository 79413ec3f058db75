//! What generated code uses. Nothing here is for people: it changes with the derive.

pub use crate::attr::{Attr, Filled, Free, Grouped, Optional, Primary, Unique, attr, write_with};
pub use crate::batch::get::BatchGet;
pub use crate::batch::write::BatchWrite;
pub use crate::codec::{Broken, Codec, Serde, of};
pub use crate::entity::{
    DeclaredCollection, Entity, Holds, Key, KeyField, KeyGroup, Projection, Sharded, Table, TenantOf,
    TenantPart,
};
pub use crate::error::ItemError;
pub use crate::handle::{Dal, Scope};
pub use crate::item::EncodeError;
pub use crate::key_only::KeyOnly;
pub use crate::op::collect::{Collect, Collection, Members};
pub use crate::op::delete::Delete;
pub use crate::op::first::First;
pub use crate::op::get::Get;
pub use crate::op::put::Put;
pub use crate::op::query::{OnTable, Query, QueryPattern, Ranged, RangedCollection};
pub use crate::op::scan::PatternScan;
pub use crate::row::{ProjectedRow, ReadItem, Row};
pub use crate::schema::{
    Buckets, EntitySchema, IndexProjection, IndexSchema, KeyAttribute, ManagedFields, QueryPlan, Shards,
    TableIndex, TableSchema, When, fill, key, seg, unique,
};
pub use crate::transact::check::Check;
pub use crate::transact::write::Transaction;
pub use crate::update::{FillIn, GroupWriter, Update, Upsert};
pub use crate::upkeep::expect::{NeedsVersion, needs_version, update_loaded};
pub use crate::upkeep::modes::{Alone, ByMut, Guarded, Managed, Plain, Unversioned, Versioned, With};
pub use crate::upkeep::stamps::{stamp, stamp_option_with};
pub use crate::upkeep::write::{PutFilled, WriteManaged};
pub use crate::values::{Elements, Number, Searchable};
pub use crate::write::{EntityExt, Write};
// Under one short path, whatever the user's module calls by these names.
pub use std::option::Option::{None, Some};

pub use dal_key::{
    AttributeType, Case, Cut, Format, KeyError, KeyPart, KeyProblem, Kind, Order, Part, PartSource, Parts,
    Precision, Segment, Style, Template, Words, kinds,
};
// A variant costs the compiler less than a call, and there are many of them.
pub use dal_key::Segment::Literal as Lit;

#[cfg(feature = "lambda-events")]
pub use aws_lambda_events;
#[cfg(feature = "streams")]
pub use aws_sdk_dynamodbstreams;

use crate::condition::Condition;
use crate::error::ExpressionProblem;

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// The part of a field of which only its presence matters.
pub fn presence<V>(value: &Option<V>) -> Option<Part<'_>> {
    value.as_ref().map(|_| Part::Bool(true))
}

/// A word of an enum, or a constant text.
pub const fn word(word: &'static str) -> Part<'static> {
    Part::Word(Cow::Borrowed(word))
}

/// A constant text.
pub const fn text(text: &'static str) -> Part<'static> {
    Part::Text(Cow::Borrowed(text))
}

/// A constant integer.
pub const fn int(value: i128) -> Part<'static> {
    Part::Int(value)
}

/// Constant bytes.
pub const fn bytes(bytes: &'static [u8]) -> Part<'static> {
    Part::Bytes(Cow::Borrowed(bytes))
}

/// The condition that `then` makes of constants of the list, as values of the field's type.
pub fn constants<E, V, const N: usize>(
    codec: Codec<V>,
    parts: [Part<'static>; N],
    then: impl FnOnce([V; N]) -> Condition<E>,
) -> Condition<E> {
    let values: Result<Vec<V>, KeyProblem> = parts.into_iter().map(|part| codec.value(part)).collect();
    match values.map(<[V; N]>::try_from) {
        Ok(Ok(values)) => then(values),
        // As many come out as go in.
        Ok(Err(_)) => {
            Condition::refused(ExpressionProblem::Constant { problem: KeyProblem::Absent.to_string() })
        }
        Err(problem) => Condition::refused(ExpressionProblem::Constant { problem: problem.to_string() }),
    }
}

/// The word of a part that should hold one.
///
/// # Errors
///
/// When it holds something else.
pub fn word_of<'a>(part: &'a Part<'_>) -> Result<&'a str, KeyProblem> {
    match part {
        Part::Word(word) => Ok(word),
        other => Err(KeyProblem::OutOfKind(format!("is no word of an enum: {other:?}"))),
    }
}

/// The problem of a word that its enum does not have.
pub fn no_such_word(word: &str) -> KeyProblem {
    KeyProblem::OutOfKind(format!("is `{word}`, which the enum does not have"))
}

/// The part of a foreign type that is written by its `Display`.
pub fn display_part<V: fmt::Display>(value: &V) -> Part<'static> {
    Part::Text(Cow::Owned(value.to_string()))
}

/// The value back from the text that its `Display` wrote.
///
/// # Errors
///
/// When the part is no text, or `FromStr` refuses it.
pub fn parse_part<V: FromStr<Err: fmt::Display>>(part: &Part<'_>) -> Result<V, KeyProblem> {
    let Part::Text(text) = part else {
        return Err(KeyProblem::OutOfKind(format!("is no text: {part:?}")));
    };
    text.parse().map_err(|error| KeyProblem::OutOfKind(format!("is {text:?}, which does not parse: {error}")))
}

/// The type of a value that one action of a declared transaction takes.
pub trait ActionValue<const N: usize> {
    /// The type of the field, or of what is added to it.
    type Value;
}

/// What a place inside a document can be set to.
pub trait Storable: serde::Serialize {}

impl<T: serde::Serialize> Storable for T {}

/// The key of an item of `E` whose parts are fields of another entity's item: pairs of numbers of fields, there and here.
///
/// # Errors
///
/// [`Error::Key`](crate::Error::Key) when a part is absent.
pub fn lent<A: Entity, E: Entity>(item: &A, pairs: &[(u16, u16)]) -> Result<E::Key, crate::Error> {
    let mut parts = Parts::new();
    for (from, to) in pairs {
        if let Some(part) = item.part(*from) {
            parts.set(*to, part.into_owned());
        }
    }
    E::Key::from_parts(&parts).map_err(|error| crate::Error::key(E::SCHEMA, E::SCHEMA.partition.name, error))
}

/// The key of the only item of `E` in its partition.
///
/// # Errors
///
/// None: it has no parts.
pub fn sole_key<E: Entity>() -> Result<E::Key, crate::Error> {
    E::Key::from_parts(&Parts::new())
        .map_err(|error| crate::Error::key(E::SCHEMA, E::SCHEMA.partition.name, error))
}

/// `Debug` of a typed key.
///
/// # Errors
///
/// As the formatter.
pub fn debug_key<K: Key>(key: &K, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut debug = f.debug_struct(name);
    for (number, field) in <K::Entity as Entity>::SCHEMA.fields.iter().enumerate() {
        if let Some(part) = u16::try_from(number).ok().and_then(|number| key.part(number)) {
            debug.field(field, &part);
        }
    }
    debug.finish()
}

fn key_parts<K: Key>(key: &K) -> impl Iterator<Item = Option<Part<'_>>> {
    (0..<K::Entity as Entity>::SCHEMA.primary_fields).map(|number| key.part(number))
}

/// `PartialEq` of typed keys.
pub fn eq_keys<K: Key>(one: &K, other: &K) -> bool {
    key_parts(one).eq(key_parts(other))
}

/// `Hash` of a typed key without floats.
pub fn hash_key<K: Key, H: Hasher>(key: &K, state: &mut H) {
    for part in key_parts(key).flatten() {
        match part {
            Part::Text(text) | Part::Word(text) => text.hash(state),
            Part::Uuid(value) | Part::Ulid(value) => value.hash(state),
            Part::Int(value) => value.hash(state),
            Part::Decimal { digits, scale } => (digits, scale).hash(state),
            Part::Time { seconds, nanos } => (seconds, nanos).hash(state),
            Part::Date(days) => days.hash(state),
            Part::Bool(value) => value.hash(state),
            Part::Bytes(bytes) => bytes.hash(state),
            Part::F64(value) => value.to_bits().hash(state),
            _ => {}
        }
    }
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Fails to compile, with `message`, where a key enum's words are not those that the list declares.
#[track_caller]
pub const fn same_words<V>(codec: &Codec<V>, expected: &str, message: &str) {
    let found = codec.words();
    // An enum about which something was reported has none.
    assert!(found.is_empty() || same(found, expected), "{}", message);
}

/// Fails to compile, with `message`, where a variant's payload is another entity, or was compiled from another list.
#[track_caller]
pub const fn same_entity(schema: &EntitySchema, fingerprint: u64, message: &str) {
    let broken = schema.fingerprint == 0;
    assert!(broken || schema.fingerprint == fingerprint, "{}", message);
}

/// The same type.
#[diagnostic::on_unimplemented(
    message = "two entities name their tenant by different types: `{Self}` and `{T}` [DAL0831]",
    label = "here it is `{Self}`",
    note = "a scope has one tenant, of one type, for all entities of the table"
)]
pub trait Same<T> {}

#[diagnostic::do_not_recommend]
impl<T> Same<T> for T {}

/// Fails to compile where two entities name their tenant by different types.
pub fn same_tenant<const N: usize, A: TenantOf<N>, B: TenantOf<N>>()
where
    B::Value: Same<A::Value>,
{
}

/// A type with parameters, which a derive reported.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no entity: it does not derive `SingleTable` [DAL0833]",
    note = "an entity is a struct without parameters that derives `SingleTable`, and whose name stands under `entities:`"
)]
pub trait Derived {}

/// Fails to compile where nothing was derived.
pub fn derived<E: Derived>() {}

/// Fails to compile where a collection that the list declares is not derived.
pub fn declared<C: DeclaredCollection>() {}

/// A constant of the list as a value of a field.
///
/// # Errors
///
/// When the field's type does not hold it.
pub fn constant<V>(codec: Codec<V>, part: Part<'static>) -> Result<V, KeyProblem> {
    codec.value(part)
}

/// The condition of a write whose constants its fields do not hold: it is refused before it is sent.
pub fn refused_constant<E>() -> Condition<E> {
    Condition::refused(ExpressionProblem::Constant { problem: "is outside of the field's type".to_owned() })
}
