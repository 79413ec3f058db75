//! Errors: one enum that a caller can match on.

use std::error::Error as StdError;
use std::fmt;

use dal_key::{KeyError, KeyProblem};

use crate::batch::{DuplicateItem, OverLimit, Unprocessed};
use crate::item::{DecodeError, EncodeError};
use crate::schema::EntitySchema;
use crate::stored::StoredItem;
use crate::transact::TransactionFailed;
use crate::wire::CallError;

/// What went wrong with an operation.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A value cannot be part of a key. Nothing was sent.
    Key(Box<InvalidKey>),
    /// The item belongs to another tenant than the handle it was given to. Nothing was sent.
    TenantMismatch(Box<TenantMismatch>),
    /// The item is larger than DynamoDB's 400 KB. Nothing was written.
    ItemTooLarge(Box<ItemTooLarge>),
    /// An attribute has no form in DynamoDB. Nothing was sent.
    Encode(Box<InvalidAttribute>),
    /// A condition, a filter or an update has no form in DynamoDB, or is over its limits. Nothing was sent.
    Expression(Box<InvalidExpression>),
    /// `create`, or the new key of `move_to`, found an item under the key.
    AlreadyExists(Box<ConditionFailed>),
    /// `update`, `patch`, `move_to`, or a `delete` of what must exist, found no item under the key.
    NotFound(Box<ConditionFailed>),
    /// The condition of a write did not hold: the item that is stored is as it was.
    ConditionFailed(Box<ConditionFailed>),
    /// The stored item is not the one that was loaded: another writer changed it since. Nothing was written; load it
    /// again, or take it from [`stored`](ConditionFailed::stored), and decide anew.
    Conflict(Box<ConditionFailed>),
    /// Another item has a value that is to be unique (`unique:`). Nothing was written.
    NotUnique(Box<NotUnique>),
    /// The stored item does not have the version that the write expected: another writer was there first, or deleted it (then
    /// there is no [`stored`](ConditionFailed::stored) item). Nothing was written; load it again, and decide anew.
    VersionConflict(Box<ConditionFailed>),
    /// Items that were read are not what the table's design says. See [`Page::failures`](crate::Page::failures).
    Items(Vec<ItemError>),
    /// A cursor was refused. Nothing was sent.
    Cursor(CursorError),
    /// The answer has more pages than one `.await` may request.
    CutShort {
        /// The pattern.
        pattern: &'static str,
        /// How many requests were made.
        requests: u32,
    },
    /// A range goes beyond the buckets of time that a pattern may read (`buckets:`): without this error, what lies there would
    /// be missing. Nothing was sent.
    RangeTooWide {
        /// The pattern.
        pattern: &'static str,
        /// How many buckets it reads.
        buckets: u32,
    },
    /// One item stands at two places of a call that takes each item once. Nothing was sent.
    Duplicate(Box<DuplicateItem>),
    /// More than one request can hold. Nothing was sent.
    OverLimit(Box<OverLimit>),
    /// A transaction was cancelled: nothing of it was done. It says which action was in the way.
    Transaction(Box<TransactionFailed>),
    /// A batch gave up some of its items. It says which.
    Unprocessed(Box<Unprocessed>),
    /// DynamoDB refused the call, or it did not get there.
    Service(Box<ServiceError>),
    /// The table on the engine is not the one that `patterns.yaml` describes: one line a difference.
    Table(Vec<String>),
    /// The program's configuration lacks something: the text says what.
    Configuration(String),
}

/// A value that cannot be part of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidKey {
    /// The entity.
    pub entity: &'static str,
    /// The key attribute.
    pub attribute: &'static str,
    /// The field, if one field is to blame.
    pub field: Option<&'static str>,
    /// What is wrong with it.
    pub problem: KeyProblem,
}

/// An item given to, or found under, another tenant's handle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TenantMismatch {
    /// The entity.
    pub entity: &'static str,
    /// The tenant's field that differs.
    pub field: &'static str,
}

/// An item over DynamoDB's limit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ItemTooLarge {
    /// The entity.
    pub entity: &'static str,
    /// The item's key, as text.
    pub key: String,
    /// Its size in bytes, names and values, as far as it is known before sending.
    pub bytes: Option<usize>,
}

/// An attribute that has no form in DynamoDB.
#[derive(Debug)]
#[non_exhaustive]
pub struct InvalidAttribute {
    /// The entity.
    pub entity: &'static str,
    /// What is wrong, and where.
    pub source: EncodeError,
}

/// An expression that cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidExpression {
    /// The entity.
    pub entity: &'static str,
    /// What is wrong.
    pub problem: ExpressionProblem,
}

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpressionProblem {
    /// It is longer than DynamoDB's 4 KB.
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// It has more operators and functions than DynamoDB's 300.
    TooManyOperators {
        /// How many it has.
        operators: usize,
    },
    /// An update changes a place and another one inside it, or one place in two ways that build on what is stored.
    Overlap {
        /// The one path.
        first: String,
        /// The other path.
        second: String,
    },
    /// A value is not stored as the operation needs it.
    WrongType {
        /// The attribute, or the path into it.
        attribute: String,
        /// What the operation needs.
        needs: &'static str,
        /// The type of the value in DynamoDB: `S`, `L`, …
        found: &'static str,
    },
    /// A filter names a key attribute of the table or the index that is read.
    KeyInFilter {
        /// The attribute.
        attribute: String,
    },
    /// A filter names an attribute that the index does not hold.
    NotProjected {
        /// The attribute.
        attribute: String,
        /// The index.
        index: &'static str,
    },
    /// A filter on a collection of several entities, whose table has no `type:` attribute to tell them apart.
    NoTypeAttribute,
    /// A constant of patterns.yaml is no value of the field's Rust type.
    Constant {
        /// Why.
        problem: String,
    },
}

/// A value that another item has.
///
/// It does not say which item that is: where values are unique over all tenants, it may be another tenant's.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotUnique {
    /// The entity.
    pub entity: &'static str,
    /// The field under `unique:`.
    pub attribute: &'static str,
    /// The key, as text, of the item that was to have the value.
    pub key: String,
}

/// A condition that did not hold.
#[derive(Debug)]
#[non_exhaustive]
pub struct ConditionFailed {
    /// The entity.
    pub entity: &'static str,
    /// The item's key, as text.
    pub key: String,
    /// The item that is stored under the key, if there is one.
    pub stored: Option<StoredItem>,
    /// Whether the call was sent more than once, so that an earlier attempt of its own can have acted: then a failed
    /// condition does not say that the write was refused. Compare [`stored`](Self::stored) with what was sent.
    pub maybe_applied: bool,
    /// For a write that [may have been applied](Self::maybe_applied): whether the stored item equals the one sent.
    pub stored_equals_sent: Option<bool>,
}

/// An item that is not what the table's design says.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ItemError {
    /// The entity it should be, where one is known.
    pub entity: Option<&'static str>,
    /// Its key, as text: `PK=… SK=…`.
    pub key: String,
    /// The attribute to blame, where one is known: its path (`address.lines[2]`).
    pub attribute: Option<String>,
    /// What is wrong.
    pub problem: ItemProblem,
}

/// What is wrong with an item that was read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ItemProblem {
    /// Its type attribute names an entity that was not asked for, or none does and its keys are of no entity.
    UnknownEntity(Option<String>),
    /// It is a [`Guard`](crate::Guard) of a unique value, and no item of an entity: the text says which (`User.email`).
    Guard(String),
    /// Its keys are not of the entity's templates: the text says where they depart.
    Key(String),
    /// An attribute does not decode: the text says why.
    Attribute(String),
    /// Its fields name another tenant than the partition it stands in.
    OtherTenant,
    /// A collection lacks a member that it must have.
    MissingMember(&'static str),
    /// A collection holds a second item of an entity of which it takes one.
    SecondMember(&'static str),
}

/// Why a cursor was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CursorError {
    /// It is not a cursor: cut off, changed, or made up.
    Malformed,
    /// It is of a version that this program does not read: start again from the first page.
    Expired,
    /// It is of another table, pattern, parameters, direction or tenant.
    Foreign,
    /// It points outside the keys that this query reads.
    OutOfBounds,
}

/// A call that DynamoDB refused or that did not get there.
#[derive(Debug)]
#[non_exhaustive]
pub struct ServiceError {
    /// The DynamoDB operation.
    pub operation: &'static str,
    /// The table.
    pub table: String,
    /// What the SDK and the service said.
    pub source: CallError,
}

impl Error {
    pub(crate) fn key(entity: &'static EntitySchema, attribute: &'static str, error: KeyError) -> Self {
        let field = error.part.and_then(|part| entity.field(part));
        Self::Key(Box::new(InvalidKey { entity: entity.name, attribute, field, problem: error.problem }))
    }

    pub(crate) fn encode(entity: &'static str, source: EncodeError) -> Self {
        Self::Encode(Box::new(InvalidAttribute { entity, source }))
    }

    /// Whether the same call can succeed later without a change: throttling, time-outs, a server's fault, conflicts of
    /// transactions.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Service(service) => service.source.is_transient(),
            Self::Transaction(failed) => failed.is_retryable(),
            Self::Unprocessed(unprocessed) => unprocessed.cause.as_ref().is_none_or(Self::is_retryable),
            _ => false,
        }
    }

    /// One error for several: all items that cannot be read, or else the first error of another kind.
    pub(crate) fn merge(errors: Vec<Self>) -> Self {
        let mut items = Vec::new();
        for error in errors {
            match error {
                Self::Items(more) => items.extend(more),
                other => return other,
            }
        }
        Self::Items(items)
    }
}

impl ItemError {
    pub(crate) fn decode(entity: &'static str, key: String, error: &DecodeError) -> Self {
        let path = error.path();
        Self {
            entity: Some(entity),
            key,
            attribute: (!path.is_empty()).then(|| path.to_owned()),
            problem: ItemProblem::Attribute(error.message().to_owned()),
        }
    }
}

impl From<ItemError> for Error {
    fn from(error: ItemError) -> Self {
        Self::Items(vec![error])
    }
}

impl From<CursorError> for Error {
    fn from(error: CursorError) -> Self {
        Self::Cursor(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(error) => error.fmt(f),
            Self::TenantMismatch(error) => error.fmt(f),
            Self::ItemTooLarge(error) => error.fmt(f),
            Self::Encode(error) => error.fmt(f),
            Self::Expression(error) => error.fmt(f),
            Self::AlreadyExists(failed) => failed.write(f, "already exists"),
            Self::NotFound(failed) => failed.write(f, "does not exist"),
            Self::ConditionFailed(failed) => failed.write(f, "does not meet the condition of the write"),
            Self::Conflict(failed) => failed.write(f, "was changed by another writer since it was loaded"),
            Self::NotUnique(error) => error.fmt(f),
            Self::VersionConflict(failed) => failed.write(
                f,
                match failed.stored {
                    Some(_) => "has another version than the one that was loaded",
                    None => "is not there in the version that was loaded",
                },
            ),
            Self::Items(errors) => match errors.as_slice() {
                [] => f.write_str("items could not be read"),
                [one] => one.fmt(f),
                [first, rest @ ..] => write!(f, "{first} (and {} more items)", rest.len()),
            },
            Self::Cursor(error) => error.fmt(f),
            Self::RangeTooWide { pattern, buckets } => write!(
                f,
                "the range of `{pattern}` goes beyond the {buckets} buckets of time that it reads from its parameter on: make \
                 several calls, or raise its `buckets:`"
            ),
            Self::CutShort { pattern, requests } => write!(
                f,
                "`{pattern}` has more than {requests} pages; allow more with `.requests(n)`, or read it as a stream"
            ),
            Self::Duplicate(error) => error.fmt(f),
            Self::OverLimit(error) => error.fmt(f),
            Self::Transaction(failed) => failed.fmt(f),
            Self::Unprocessed(error) => error.fmt(f),
            Self::Service(error) => error.fmt(f),
            Self::Table(differences) => {
                f.write_str("the table is not the one that patterns.yaml describes:")?;
                differences.iter().try_for_each(|line| write!(f, "\n- {line}"))
            }
            Self::Configuration(text) => f.write_str(text),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Encode(error) => Some(&error.source),
            Self::Service(error) => Some(&error.source),
            Self::Transaction(failed) => failed.refused().map(|error| error as _),
            Self::Unprocessed(error) => error.cause.as_ref().map(|error| error as _),
            Self::Items(errors) => errors.first().map(|error| error as _),
            Self::Cursor(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for InvalidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field {
            Some(field) => {
                write!(
                    f,
                    "`{}.{field}`, a part of the key attribute `{}`, {}",
                    self.entity, self.attribute, self.problem
                )
            }
            None => write!(f, "the key attribute `{}` of `{}` {}", self.attribute, self.entity, self.problem),
        }
    }
}

impl fmt::Display for TenantMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this `{}` belongs to another tenant: its `{}` is not the scope's", self.entity, self.field)
    }
}

impl fmt::Display for ItemTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the `{}` {} is larger than DynamoDB's limit of 400 KB", self.entity, self.key)?;
        self.bytes.map_or(Ok(()), |bytes| write!(f, ": {bytes} bytes"))
    }
}

impl fmt::Display for InvalidAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` cannot be written: {}", self.entity, self.source)
    }
}

impl fmt::Display for NotUnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entity, attribute, key } = self;
        write!(f, "the `{entity}` {key} cannot have its `{attribute}`: another one has it, and it is unique")
    }
}

impl fmt::Display for InvalidExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an expression over `{}` cannot be sent: ", self.entity)?;
        self.problem.fmt(f)
    }
}

impl fmt::Display for ExpressionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes } => {
                write!(f, "it takes {bytes} bytes, and DynamoDB allows 4096: name fewer attributes and values")
            }
            Self::TooManyOperators { operators } => {
                write!(f, "it has {operators} operators and functions, and DynamoDB allows 300: say less at once")
            }
            Self::Overlap { first, second } if first == second => {
                write!(f, "it changes `{first}` twice, in ways that build on what is stored: change it once")
            }
            Self::Overlap { first, second } => {
                write!(f, "it changes `{first}` and `{second}`, one of which is inside the other: set the outer one, or only the inner one")
            }
            Self::WrongType { attribute, needs, found } => {
                write!(f, "`{attribute}` would need {needs} here, and serde writes {found}")?;
                if *found == "L" && needs.contains("set") {
                    f.write_str("; a set is written with #[serde(with = \"dal::string_set\")], `number_set` or `binary_set`")?;
                }
                Ok(())
            }
            Self::KeyInFilter { attribute } => write!(
                f,
                "the filter names `{attribute}`, a key attribute, which DynamoDB does not filter by: bind it, or give it a range, in a pattern"
            ),
            Self::NotProjected { attribute, index } => write!(
                f,
                "the filter names `{attribute}`, which the index `{index}` does not hold: project it, or filter what was read"
            ),
            Self::Constant { problem } => {
                write!(f, "a constant of patterns.yaml is no value of its field: it {problem}")
            }
            Self::NoTypeAttribute => f.write_str(
                "the filter is for one entity of a collection, and the table has no `type:` attribute to tell them apart",
            ),
        }
    }
}

impl ConditionFailed {
    fn write(&self, f: &mut fmt::Formatter<'_>, what: &str) -> fmt::Result {
        write!(f, "the `{}` {} {what}", self.entity, self.key)?;
        if self.maybe_applied {
            f.write_str("; the call was retried, so an earlier attempt may have done this")?;
        }
        Ok(())
    }
}

impl fmt::Display for ItemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entity = self.entity.unwrap_or("item");
        write!(f, "the `{entity}` {} ", self.key)?;
        match (&self.problem, &self.attribute) {
            (ItemProblem::UnknownEntity(Some(name)), _) => {
                write!(f, "is a `{name}`, which this pattern does not read")
            }
            (ItemProblem::UnknownEntity(None), _) => f.write_str("is of no entity that this pattern reads"),
            (ItemProblem::Guard(of), _) => {
                write!(f, "is a guard of the unique values of `{of}`, and no item")
            }
            (ItemProblem::Key(why), Some(attribute)) => {
                write!(f, "has a key attribute `{attribute}` that {why}")
            }
            (ItemProblem::Key(why), None) => write!(f, "has a key that {why}"),
            (ItemProblem::Attribute(why), Some(path)) => write!(f, "does not decode at `{path}`: {why}"),
            (ItemProblem::Attribute(why), None) => write!(f, "does not decode: {why}"),
            (ItemProblem::OtherTenant, _) => {
                f.write_str("names another tenant than the one it is stored under")
            }
            (ItemProblem::MissingMember(name), _) => write!(f, "lacks its `{name}`"),
            (ItemProblem::SecondMember(name), _) => write!(f, "has a second `{name}`"),
        }
    }
}

impl StdError for ItemError {}

impl fmt::Display for CursorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "the cursor is malformed",
            Self::Expired => "the cursor is of a version that is no longer read; start from the first page",
            Self::Foreign => "the cursor is of another table, pattern, parameters, direction or tenant",
            Self::OutOfBounds => "the cursor points outside the keys that this query reads",
        })
    }
}

impl StdError for CursorError {}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on the table `{}` failed: {}", self.operation, self.table, self.source)
    }
}
