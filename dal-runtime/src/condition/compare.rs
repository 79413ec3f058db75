//! The conditions that one attribute, or a path into one, makes.

use std::fmt;
use std::marker::PhantomData;

use super::{Condition, Expression, Piece, Problem, wrong_type};
use crate::attr::Attr;
use crate::item::json::{only_member, tag_name};
use crate::item::value_to_json;
use crate::path::{Attribute, Path, Steps};
use crate::values::{Measured, Prefixed, Searchable};

/// DynamoDB's limit of the values of one IN.
const MAX_IN: usize = 100;

/// A condition that never holds, of an attribute.
fn never<E>(steps: Steps) -> Condition<E> {
    exists::<E>(steps.clone()).and(absent(steps))
}

fn exists<E>(steps: Steps) -> Condition<E> {
    Condition::from_pieces(Ok(call("attribute_exists(", steps, None)))
}

fn absent<E>(steps: Steps) -> Condition<E> {
    Condition::from_pieces(Ok(call("attribute_not_exists(", steps, None)))
}

/// There is no value: nothing, or NULL.
fn no_value<E>(steps: Steps) -> Condition<E> {
    let null = Some(br#"{"S":"NULL"}"#.to_vec());
    absent::<E>(steps.clone()).or(Condition::from_pieces(Ok(call("attribute_type(", steps, null))))
}

fn any_value<E>(steps: Steps) -> Condition<E> {
    no_value::<E>(steps).not()
}

/// `function(path)` or `function(path, value)`.
fn call(function: &'static str, steps: Steps, value: Option<Vec<u8>>) -> Vec<Piece> {
    let mut pieces = vec![Piece::Text(function), Piece::Path(steps)];
    if let Some(json) = value {
        pieces.extend([Piece::Text(", "), Piece::Value(json)]);
    }
    pieces.push(Piece::Text(")"));
    pieces
}

/// What is compared: a path, or the size of one.
#[derive(Clone)]
struct Operand {
    steps: Steps,
    size: bool,
}

impl Operand {
    fn pieces(&self) -> Vec<Piece> {
        if self.size {
            call("size(", self.steps.clone(), None)
        } else {
            vec![Piece::Path(self.steps.clone())]
        }
    }

    /// Where the operand itself is a function, that counts.
    fn compared<E>(&self, pieces: Result<Vec<Piece>, Problem>) -> Condition<E> {
        let one = Expression::function(pieces);
        Condition::of(if self.size { one.counting(1) } else { one })
    }

    fn with<E>(&self, operator: &'static str, value: Result<Vec<u8>, Problem>) -> Condition<E> {
        self.compared(value.map(|json| {
            let mut pieces = self.pieces();
            pieces.extend([Piece::Text(operator), Piece::Value(json)]);
            pieces
        }))
    }

    fn between<E>(&self, low: Result<Vec<u8>, Problem>, high: Result<Vec<u8>, Problem>) -> Condition<E> {
        self.compared(low.and_then(|low| {
            let mut pieces = self.pieces();
            pieces.extend([Piece::Text(" BETWEEN "), Piece::Value(low)]);
            pieces.extend([Piece::Text(" AND "), Piece::Value(high?)]);
            Ok(pieces)
        }))
    }

    fn is_in<E>(&self, values: Vec<Result<Vec<u8>, Problem>>) -> Condition<E> {
        let mut any: Option<Condition<E>> = None;
        let mut values = values.into_iter().peekable();
        while values.peek().is_some() {
            let some: Result<Vec<_>, Problem> = values.by_ref().take(MAX_IN).collect();
            let one = self.compared(some.map(|some| {
                let mut pieces = self.pieces();
                pieces.push(Piece::Text(" IN ("));
                for (number, json) in some.into_iter().enumerate() {
                    pieces.extend((number > 0).then_some(Piece::Text(", ")));
                    pieces.push(Piece::Value(json));
                }
                pieces.push(Piece::Text(")"));
                pieces
            }));
            any = Some(match any {
                Some(any) => any.or(one),
                None => one,
            });
        }
        any.unwrap_or_else(|| never(self.steps.clone()))
    }
}

impl<E, V, R> Path<E, V, R> {
    fn operand(&self) -> Operand {
        Operand { steps: self.borrowed().clone(), size: false }
    }

    fn value(&self, value: &V) -> Result<Vec<u8>, Problem> {
        self.json(value)?.ok_or_else(|| wrong_type(self.borrowed(), "a value", None))
    }

    /// A value with an order: text, a number or binary.
    fn ordered(&self, value: &V) -> Result<Vec<u8>, Problem> {
        let json = self.value(value)?;
        match tag_name(&json) {
            "S" | "N" | "B" => Ok(json),
            _ => Err(wrong_type(self.borrowed(), "text, a number or binary", Some(&json))),
        }
    }

    fn equality(self, operator: &'static str, value: &V, none: fn(Steps) -> Condition<E>) -> Condition<E> {
        match self.json(value) {
            Ok(None) => none(self.steps()),
            Ok(Some(json)) => self.operand().with(operator, Ok(json)),
            Err(error) => Condition::from_pieces(Err(error.into())),
        }
    }

    fn prefix(&self, prefix: &V::Prefix) -> Result<Vec<u8>, Problem>
    where
        V: Prefixed,
    {
        let json = self.value(&V::from_prefix(prefix))?;
        match tag_name(&json) {
            "S" | "B" => Ok(json),
            _ => Err(wrong_type(self.borrowed(), "text or binary", Some(&json))),
        }
    }

    fn member(&self, member: V::Member) -> Result<Vec<u8>, Problem>
    where
        V: Searchable,
    {
        let json = self.value(&V::from_member(member))?;
        match tag_name(&json) {
            "S" => Ok(json),
            _ => only_member(&json)
                .ok_or_else(|| wrong_type(self.borrowed(), "text, a list or a set", Some(&json))),
        }
    }
}

/// Two attributes compared.
fn attributes<E>(one: Steps, operator: &'static str, other: Steps) -> Condition<E> {
    Condition::from_pieces(Ok(vec![Piece::Path(one), Piece::Text(operator), Piece::Path(other)]))
}

macro_rules! conditions {
    ($type:ident) => {
        /// Conditions.
        impl<E, V, R> $type<E, V, R> {
            /// It equals the value. A `None` is no attribute, or NULL.
            pub fn eq(self, value: impl Into<V>) -> Condition<E> {
                self.whole().equality(" = ", &value.into(), no_value)
            }

            /// It does not equal the value, or is not there. A `None` is no attribute, or NULL.
            pub fn ne(self, value: impl Into<V>) -> Condition<E> {
                self.whole().equality(" <> ", &value.into(), any_value)
            }

            /// It is less than the value: numbers by value, text by its UTF-8 bytes, binary by its bytes.
            pub fn lt(self, value: impl Into<V>) -> Condition<E> {
                let path = self.whole();
                path.operand().with(" < ", path.ordered(&value.into()))
            }

            /// It is less than the value or equals it.
            pub fn le(self, value: impl Into<V>) -> Condition<E> {
                let path = self.whole();
                path.operand().with(" <= ", path.ordered(&value.into()))
            }

            /// It is greater than the value.
            pub fn gt(self, value: impl Into<V>) -> Condition<E> {
                let path = self.whole();
                path.operand().with(" > ", path.ordered(&value.into()))
            }

            /// It is greater than the value or equals it.
            pub fn ge(self, value: impl Into<V>) -> Condition<E> {
                let path = self.whole();
                path.operand().with(" >= ", path.ordered(&value.into()))
            }

            /// It lies between the two values, or equals one of them.
            pub fn between(self, low: impl Into<V>, high: impl Into<V>) -> Condition<E> {
                let path = self.whole();
                path.operand().between(path.ordered(&low.into()), path.ordered(&high.into()))
            }

            /// It equals one of the values. Without values it never holds; more than 100 are several INs.
            pub fn is_in<I: Into<V>>(self, values: impl IntoIterator<Item = I>) -> Condition<E> {
                let path = self.whole();
                path.operand().is_in(values.into_iter().map(|value| path.value(&value.into())).collect())
            }

            /// It begins with this text, or these bytes.
            pub fn begins_with(self, prefix: impl AsRef<V::Prefix>) -> Condition<E>
            where
                V: Prefixed,
            {
                let path = self.whole();
                let prefix = path.prefix(prefix.as_ref());
                Condition::from_pieces(prefix.map(|json| call("begins_with(", path.steps(), Some(json))))
            }

            /// It is text that contains this text, or a list or a set that has this element.
            pub fn contains(self, member: impl Into<V::Member>) -> Condition<E>
            where
                V: Searchable,
            {
                let path = self.whole();
                let member = path.member(member.into());
                Condition::from_pieces(member.map(|json| call("contains(", path.steps(), Some(json))))
            }

            /// It is there, whatever it holds; NULL, too, which is how serde's `None` is stored inside a document.
            pub fn exists(self) -> Condition<E> {
                exists(self.whole().steps())
            }

            /// It is not there.
            pub fn absent(self) -> Condition<E> {
                absent(self.whole().steps())
            }

            /// Its size, to be compared: the length of text, the bytes of binary, the elements of a list, a set or a map.
            pub fn size(self) -> Size<E>
            where
                V: Measured,
            {
                Size { operand: Operand { steps: self.whole().steps(), size: true }, entity: PhantomData }
            }

            /// It equals another attribute of the same item.
            pub fn eq_attr(self, other: impl Attribute<E, Value = V>) -> Condition<E> {
                attributes(self.whole().steps(), " = ", other.path().steps())
            }

            /// It does not equal another attribute of the same item.
            pub fn ne_attr(self, other: impl Attribute<E, Value = V>) -> Condition<E> {
                attributes(self.whole().steps(), " <> ", other.path().steps())
            }

            /// It is less than another attribute of the same item.
            pub fn lt_attr(self, other: impl Attribute<E, Value = V>) -> Condition<E> {
                attributes(self.whole().steps(), " < ", other.path().steps())
            }

            /// It is less than another attribute of the same item, or equals it.
            pub fn le_attr(self, other: impl Attribute<E, Value = V>) -> Condition<E> {
                attributes(self.whole().steps(), " <= ", other.path().steps())
            }

            /// It is greater than another attribute of the same item.
            pub fn gt_attr(self, other: impl Attribute<E, Value = V>) -> Condition<E> {
                attributes(self.whole().steps(), " > ", other.path().steps())
            }

            /// It is greater than another attribute of the same item, or equals it.
            pub fn ge_attr(self, other: impl Attribute<E, Value = V>) -> Condition<E> {
                attributes(self.whole().steps(), " >= ", other.path().steps())
            }
        }
    };
}

conditions!(Attr);
conditions!(Path);

impl<E, V, R> Attr<E, V, R> {
    const fn whole(self) -> Path<E, V, R> {
        self.as_path()
    }
}

impl<E, V, R> Path<E, V, R> {
    fn whole(self) -> Self {
        self
    }
}

/// The size of an attribute, to be compared: [`Attr::size`]. Nothing holds of an attribute that is not there.
#[must_use = "a size is compared: `.gt(3)`"]
pub struct Size<E> {
    operand: Operand,
    entity: PhantomData<fn() -> E>,
}

fn number(value: usize) -> Result<Vec<u8>, Problem> {
    let mut json = Vec::with_capacity(16);
    value_to_json(&value, &mut json)?;
    Ok(json)
}

impl<E> Size<E> {
    /// It is this.
    pub fn eq(self, size: usize) -> Condition<E> {
        self.operand.with(" = ", number(size))
    }

    /// It is not this.
    pub fn ne(self, size: usize) -> Condition<E> {
        self.operand.with(" <> ", number(size))
    }

    /// It is less than this.
    pub fn lt(self, size: usize) -> Condition<E> {
        self.operand.with(" < ", number(size))
    }

    /// It is at most this.
    pub fn le(self, size: usize) -> Condition<E> {
        self.operand.with(" <= ", number(size))
    }

    /// It is more than this.
    pub fn gt(self, size: usize) -> Condition<E> {
        self.operand.with(" > ", number(size))
    }

    /// It is at least this.
    pub fn ge(self, size: usize) -> Condition<E> {
        self.operand.with(" >= ", number(size))
    }

    /// It lies between the two, or is one of them.
    pub fn between(self, low: usize, high: usize) -> Condition<E> {
        self.operand.between(number(low), number(high))
    }

    /// It is one of these.
    pub fn is_in(self, sizes: impl IntoIterator<Item = usize>) -> Condition<E> {
        self.operand.is_in(sizes.into_iter().map(number).collect())
    }
}

impl<E> Clone for Size<E> {
    fn clone(&self) -> Self {
        Self { operand: self.operand.clone(), entity: PhantomData }
    }
}

impl<E> fmt::Debug for Size<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Size({})", self.operand.steps)
    }
}
