//! Conditions and filters: typed expressions over attributes, made of placeholders.
//!
//! ```text
//! Item::STATUS.eq("open") & (Item::OWNER_ID.absent() | Item::PRIORITY.ge(3))
//! ```

mod compare;
mod expression;

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

pub use compare::Size;
pub(crate) use expression::{Expression, Piece, Problem, Shape, within_limits, wrong_type};

use crate::error::ExpressionProblem;
use crate::item::EncodeError;

/// A condition on the attributes of an `E`, for `.only_if(…)` of writes and `.filter(…)` of reads.
///
/// Attributes and [paths](crate::Path) make conditions; `&`, `|` and `!`, or [`and`](Self::and), [`or`](Self::or) and
/// [`not`](Self::not), join them. A comparison holds only where the attribute is there and of the same type as the value;
/// only `ne` holds also where it is not there, or of another type.
///
/// Names and values are sent as placeholders, so neither reserved words nor any character in them matter. An expression
/// may take 4 KB and hold 300 operators and functions; a longer one is [`Error::Expression`](crate::Error::Expression)
/// before anything is sent.
#[must_use = "a condition does nothing until it is given to a read or a write"]
pub struct Condition<E> {
    expression: Expression,
    entity: PhantomData<fn() -> E>,
}

impl<E> Condition<E> {
    pub(crate) const fn of(expression: Expression) -> Self {
        Self { expression, entity: PhantomData }
    }

    pub(crate) fn from_pieces(pieces: Result<Vec<Piece>, Problem>) -> Self {
        Self::of(Expression::function(pieces))
    }

    /// One that cannot be sent.
    pub(crate) fn refused(problem: ExpressionProblem) -> Self {
        Self::from_pieces(Err(Problem::Expression(problem)))
    }

    pub(crate) fn into_expression(self) -> Expression {
        self.expression
    }

    /// Both hold.
    pub fn and(self, other: Self) -> Self {
        Self::of(self.expression.join(Shape::And, other.expression))
    }

    /// One of the two holds, or both do.
    pub fn or(self, other: Self) -> Self {
        Self::of(self.expression.join(Shape::Or, other.expression))
    }

    /// It does not hold.
    #[expect(
        clippy::should_implement_trait,
        reason = "it is implemented too; the method reads better in a chain"
    )]
    pub fn not(self) -> Self {
        Self::of(self.expression.negate())
    }
}

impl<E> BitAnd for Condition<E> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.and(other)
    }
}

impl<E> BitOr for Condition<E> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.or(other)
    }
}

impl<E> Not for Condition<E> {
    type Output = Self;

    fn not(self) -> Self {
        Self::not(self)
    }
}

impl<E> Clone for Condition<E> {
    fn clone(&self) -> Self {
        Self::of(self.expression.clone())
    }
}

/// For people: with names and values in their places.
impl<E> fmt::Debug for Condition<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Condition({})", self.expression)
    }
}

impl From<EncodeError> for Problem {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}
