//! An expression under construction: pieces of text, with the paths and values between them.

use std::fmt;

use crate::body::Placeholders;
use crate::error::{Error, ExpressionProblem, InvalidAttribute, InvalidExpression};
use crate::item::EncodeError;
use crate::path::Steps;

/// DynamoDB's limit of an expression, in bytes.
const MAX_BYTES: usize = 4096;

/// DynamoDB's limit of an expression, in operators and functions.
const MAX_OPERATORS: usize = 300;

/// One piece of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(&'static str),
    Path(Steps),
    /// A value as DynamoDB JSON.
    Value(Vec<u8>),
}

/// What joins an expression at its top, which decides where parentheses are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A comparison or a function.
    One,
    And,
    Or,
    Not,
}

/// Why an expression cannot be sent.
#[derive(Clone, Debug)]
pub(crate) enum Problem {
    Encode(EncodeError),
    Expression(ExpressionProblem),
}

impl Problem {
    pub(crate) fn into_error(self, entity: &'static str) -> Error {
        match self {
            Self::Encode(source) => Error::Encode(Box::new(InvalidAttribute { entity, source })),
            Self::Expression(problem) => Error::Expression(Box::new(InvalidExpression { entity, problem })),
        }
    }
}

/// An expression of conditions.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pieces: Vec<Piece>,
    shape: Shape,
    operators: usize,
    problem: Option<Problem>,
}

impl Expression {
    /// One comparison or function.
    pub(crate) fn function(pieces: Result<Vec<Piece>, Problem>) -> Self {
        let (pieces, problem) = match pieces {
            Ok(pieces) => (pieces, None),
            Err(problem) => (Vec::new(), Some(problem)),
        };
        Self { pieces, shape: Shape::One, operators: 1, problem }
    }

    /// The same, with more operators than its own.
    pub(crate) fn counting(mut self, more: usize) -> Self {
        self.operators += more;
        self
    }

    fn enclosed(mut self) -> Self {
        self.pieces.insert(0, Piece::Text("("));
        self.pieces.push(Piece::Text(")"));
        self
    }

    pub(crate) fn join(self, shape: Shape, other: Self) -> Self {
        // NOT binds tighter than AND, and AND than OR.
        let inside = |one: Self| match (one.shape, shape) {
            (Shape::Or, Shape::And) => one.enclosed(),
            _ => one,
        };
        let (one, other) = (inside(self), inside(other));
        let mut pieces = one.pieces;
        pieces.push(Piece::Text(if shape == Shape::Or { " OR " } else { " AND " }));
        pieces.extend(other.pieces);
        Self {
            pieces,
            shape,
            operators: one.operators + other.operators + 1,
            problem: one.problem.or(other.problem),
        }
    }

    pub(crate) fn negate(self) -> Self {
        let mut one = if self.shape == Shape::One { self } else { self.enclosed() };
        one.pieces.insert(0, Piece::Text("NOT "));
        Self { shape: Shape::Not, operators: one.operators + 1, ..one }
    }

    /// Both hold; either may be left out.
    pub(crate) fn both(one: Option<Self>, other: Self) -> Self {
        match one {
            Some(one) => one.join(Shape::And, other),
            None => other,
        }
    }

    /// The attributes that it names.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Path(steps) => Some(steps.attribute()),
            _ => None,
        })
    }

    /// What is wrong with it, if anything is.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        self.problem.clone().map_or(Ok(()), Err)
    }

    pub(crate) const fn operators(&self) -> usize {
        self.operators
    }

    /// The expression, with its names and values in `placeholders`.
    pub(crate) fn render(&self, placeholders: &mut Placeholders) -> String {
        let mut text = String::with_capacity(64);
        for piece in &self.pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Path(steps) => steps.push(placeholders, &mut text),
                Piece::Value(json) => placeholders.push_value(json.clone(), &mut text),
            }
        }
        text
    }
}

/// Checks an expression against DynamoDB's limits.
pub(crate) fn within_limits(text: &str, operators: usize) -> Result<(), Problem> {
    let problem = if text.len() > MAX_BYTES {
        ExpressionProblem::TooLong { bytes: text.len() }
    } else if operators > MAX_OPERATORS {
        ExpressionProblem::TooManyOperators { operators }
    } else {
        return Ok(());
    };
    Err(Problem::Expression(problem))
}

/// The problem of a value that is not stored as an operation needs it.
pub(crate) fn wrong_type(path: &Steps, needs: &'static str, json: Option<&[u8]>) -> Problem {
    let found = json.map_or("nothing", |json| crate::item::json::tag_name(json));
    Problem::Expression(ExpressionProblem::WrongType { attribute: path.to_string(), needs, found })
}

/// For people: with names and values in their places.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| match piece {
            Piece::Text(text) => f.write_str(text),
            Piece::Path(steps) => steps.fmt(f),
            Piece::Value(json) => f.write_str(&String::from_utf8_lossy(json)),
        })
    }
}
