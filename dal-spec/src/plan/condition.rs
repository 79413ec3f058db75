//! Conditions on attributes: what a filter asks of each item.

use std::fmt;

use crate::kind::KindDef;
use crate::source::Place;

/// A condition on attributes of one entity.
#[derive(Clone, Debug)]
pub enum ConditionPlan {
    /// All of them hold.
    All(Vec<ConditionPlan>),
    /// One of them holds.
    Any(Vec<ConditionPlan>),
    /// One comparison or function of an attribute.
    Test(TestPlan),
}

/// One comparison or function of an attribute.
#[derive(Clone, Debug)]
pub struct TestPlan {
    /// The Rust field whose attribute is asked.
    pub field: String,
    /// Where it stands.
    pub place: Place,
    /// The kind that `types:` gives the field, if it gives one; else the Rust type says what constants it has.
    pub kind: Option<KindDef>,
    /// What is asked.
    pub is: TestIs,
}

/// What is asked of an attribute.
#[derive(Clone, Debug)]
pub enum TestIs {
    /// It compares so with the value.
    Compare(Comparison, Operand),
    /// Its size compares so with a number: the length of text, the elements of a list or a set.
    Size(Comparison, Operand),
    /// It is one of the values.
    In(Vec<Operand>),
    /// It lies between the two values, or is one of them.
    Between(Operand, Operand),
    /// It is text that contains this text, or a list or set that has this element.
    Contains(Operand),
    /// It is text that begins with this text.
    BeginsWith(Operand),
    /// It is there.
    Present,
    /// It is not there.
    Absent,
}

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<>`
    NotEqual,
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `>`
    Above,
    /// `>=`
    AtLeast,
}

/// What an attribute is compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A constant of the list: its text and where it stands.
    Constant(String, Place),
    /// A parameter: its number in [`PatternPlan::values`](super::PatternPlan::values).
    Value(usize),
}

/// A parameter that is compared with an attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuePlan {
    /// The parameter's name.
    pub name: String,
    /// The Rust field whose attribute it is compared with.
    pub field: String,
    /// What of the field it is.
    pub of: ValueOf,
    /// Where it stands.
    pub place: Place,
}

/// What of a field a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOf {
    /// A whole value.
    Whole,
    /// An element of a list or set, or a piece of text.
    Member,
    /// A beginning of text.
    Beginning,
    /// A number of bytes or elements.
    Size,
    /// What is added to a number, or to a set.
    Delta,
    /// What a place inside a document is set to.
    Inside,
}

impl ConditionPlan {
    /// Its tests, in the order of the list.
    pub fn tests(&self) -> Vec<&TestPlan> {
        match self {
            Self::All(list) | Self::Any(list) => list.iter().flat_map(Self::tests).collect(),
            Self::Test(test) => vec![test],
        }
    }

    /// The condition for people: `status = open AND price >= {min}`.
    pub fn text(&self, values: &[ValuePlan]) -> String {
        let joined = |list: &[Self], word: &str| {
            let inside = |one: &Self| match one {
                Self::Any(list) if word == " AND " && list.len() > 1 => format!("({})", one.text(values)),
                _ => one.text(values),
            };
            list.iter().map(inside).collect::<Vec<_>>().join(word)
        };
        match self {
            Self::All(list) => joined(list, " AND "),
            Self::Any(list) => joined(list, " OR "),
            Self::Test(test) => test.text(values),
        }
    }
}

impl TestPlan {
    fn text(&self, values: &[ValuePlan]) -> String {
        let field = &self.field;
        let value = |operand: &Operand| operand.text(values);
        match &self.is {
            TestIs::Compare(comparison, operand) => format!("{field} {comparison} {}", value(operand)),
            TestIs::Size(comparison, operand) => format!("size({field}) {comparison} {}", value(operand)),
            TestIs::In(operands) => {
                format!("{field} in [{}]", operands.iter().map(value).collect::<Vec<_>>().join(", "))
            }
            TestIs::Between(low, high) => format!("{field} between {} and {}", value(low), value(high)),
            TestIs::Contains(operand) => format!("{field} contains {}", value(operand)),
            TestIs::BeginsWith(operand) => format!("{field} begins_with {}", value(operand)),
            TestIs::Present => format!("{field} present"),
            TestIs::Absent => format!("{field} absent"),
        }
    }

    /// What it compares with, in the order of the list.
    pub fn operands(&self) -> Vec<&Operand> {
        match &self.is {
            TestIs::Compare(_, one)
            | TestIs::Size(_, one)
            | TestIs::Contains(one)
            | TestIs::BeginsWith(one) => {
                vec![one]
            }
            TestIs::In(operands) => operands.iter().collect(),
            TestIs::Between(low, high) => vec![low, high],
            TestIs::Present | TestIs::Absent => Vec::new(),
        }
    }

    /// The kind of its constants, where the field has this Rust type (without `Option` and `Vec`): the declared kind, or
    /// that of the type. `None` where neither is known.
    pub fn constants(&self, base: &str) -> Option<KindDef> {
        match self.is {
            TestIs::Size(..) => Some(KindDef::Int { min: 0, max: i128::from(u32::MAX) }),
            TestIs::BeginsWith(_) => Some(KindDef::Text(None)),
            _ => self.kind.clone().or_else(|| KindDef::of_type(base)),
        }
    }
}

impl Operand {
    /// The operand for people: a constant as it is, a parameter in braces.
    pub(crate) fn text(&self, values: &[ValuePlan]) -> String {
        match self {
            Self::Constant(text, _) => text.clone(),
            Self::Value(number) => {
                format!("{{{}}}", values.get(*number).map_or("", |value| value.name.as_str()))
            }
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::Below => "<",
            Self::AtMost => "<=",
            Self::Above => ">",
            Self::AtLeast => ">=",
        })
    }
}
