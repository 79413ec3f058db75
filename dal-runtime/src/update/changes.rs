//! What an update does to each place, and the expression that says so.

use dal_key::KeyValue;

use crate::body::{Placeholders, key_value};
use crate::condition::{Condition, Expression, Piece, Problem, Shape, wrong_type};
use crate::error::{Error, ExpressionProblem, InvalidAttribute};
use crate::item::json::{elements, tag_name};
use crate::item::{RawValue, number, value_with};
use crate::keys::agrees;
use crate::path::{Path, Steps};
use crate::schema::EntitySchema;
use crate::values::{Elements, Number};

/// What is done to one place.
#[derive(Debug)]
pub(crate) enum Act {
    Set(Vec<u8>),
    SetIfAbsent(Vec<u8>),
    Remove,
    /// Adds a number.
    Sum(Vec<u8>),
    Append(Vec<u8>),
    Prepend(Vec<u8>),
    /// Adds elements to a set.
    Insert(Vec<u8>),
    /// Deletes elements from a set.
    Delete(Vec<u8>),
}

impl Act {
    /// Whether it does not build on what is stored, so that a later one replaces it.
    const fn is_last_word(&self) -> bool {
        matches!(self, Self::Set(_) | Self::SetIfAbsent(_) | Self::Remove)
    }
}

/// What an update does, place by place: the last word on a place holds.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    list: Vec<(Steps, Act)>,
    guards: Option<Expression>,
    problem: Option<Problem>,
}

/// The clauses of an update expression.
#[derive(Default)]
struct Clauses {
    set: String,
    remove: String,
    add: String,
    delete: String,
    operators: usize,
}

impl Changes {
    pub(crate) fn put(&mut self, steps: Steps, act: Result<Act, Problem>) {
        let act = match act {
            Ok(act) => act,
            Err(problem) => return self.refuse(problem),
        };
        let Some(at) = self.list.iter().position(|(known, _)| known.overlaps(&steps)) else {
            return self.list.push((steps, act));
        };
        if let Some((known, old)) = self.list.get_mut(at) {
            if *known == steps && old.is_last_word() && act.is_last_word() {
                *old = act;
            } else {
                let (first, second) = (known.to_string(), steps.to_string());
                self.refuse(Problem::Expression(ExpressionProblem::Overlap { first, second }));
            }
        }
    }

    fn refuse(&mut self, problem: Problem) {
        self.problem.get_or_insert(problem);
    }

    /// Sets or removes a whole attribute.
    pub(crate) fn attribute(&mut self, name: &'static str, json: Option<Vec<u8>>) {
        self.put(Steps::root(name), Ok(json.map_or(Act::Remove, Act::Set)));
    }

    /// Sets or removes a key attribute. Where it holds a field, what serde wrote for the field must be the same.
    pub(crate) fn key(
        &mut self,
        schema: &'static EntitySchema,
        name: &'static str,
        value: Option<&KeyValue>,
    ) -> Result<(), Error> {
        let written = self.whole(name).flatten().filter(|_| schema.is_native(name));
        if let (Some(json), Some(value)) = (written, value) {
            let written = RawValue::parse(json).and_then(|raw| raw.key_value());
            agrees(written.ok().as_ref(), value).map_err(|error| {
                let source = error.in_attribute(name);
                Error::Encode(Box::new(InvalidAttribute { entity: schema.name, source }))
            })?;
        }
        match value {
            // Wherever it is, it stays.
            Some(value) if schema.is_shards(name) => {
                self.put(Steps::root(name), Ok(Act::SetIfAbsent(key_value(value))));
            }
            value => self.attribute(name, value.map(key_value)),
        }
        Ok(())
    }

    /// Sets a place, or removes it where the value is a `None`.
    pub(crate) fn set<E, V, R>(&mut self, path: Path<E, V, R>, value: &V) {
        let json = path.json(value);
        self.put(path.steps(), json.map(|json| json.map_or(Act::Remove, Act::Set)).map_err(Problem::from));
    }

    pub(crate) fn set_if_absent<E, V, R>(&mut self, path: Path<E, V, R>, value: &V) {
        match path.json(value) {
            Ok(None) => {}
            Ok(Some(json)) => self.put(path.steps(), Ok(Act::SetIfAbsent(json))),
            Err(error) => self.refuse(error.into()),
        }
    }

    /// Adds a number, with the condition that the sum is a value of the type.
    pub(crate) fn sum<E, V: Number, R>(&mut self, path: Path<E, V, R>, delta: &V::Delta) {
        let json = |number: &V::Delta| {
            let mut json = Vec::with_capacity(32);
            value_with(&mut json, |to| number::serialize(number, to))
                .map_err(|error| Problem::from(error.in_attribute(path.borrowed().to_string())))?;
            Ok::<_, Problem>(json)
        };
        if let Some((low, high)) = V::room(delta) {
            let steps = || Piece::Path(path.borrowed().clone());
            let between = json(&low).and_then(|low| {
                let (and, between) = (Piece::Text(" AND "), Piece::Text(" BETWEEN "));
                Ok(vec![steps(), between, Piece::Value(low), and, Piece::Value(json(&high)?)])
            });
            let mut guard = Expression::function(between);
            if V::is_value(delta) {
                let absent = vec![Piece::Text("attribute_not_exists("), steps(), Piece::Text(")")];
                guard = Expression::function(Ok(absent)).join(Shape::Or, guard);
            }
            self.guards = Some(Expression::both(self.guards.take(), guard));
        }
        let json = json(delta);
        self.put(path.steps(), json.map(Act::Sum));
    }

    /// Changes a list or a set by elements: `act` of them, if they are stored as `tags` say. None change nothing.
    pub(crate) fn elements<E, V: Elements, R>(
        &mut self,
        path: Path<E, V, R>,
        values: Vec<V::Element>,
        (tags, needs): (&[&str], &'static str),
        act: fn(Vec<u8>) -> Act,
    ) {
        if values.is_empty() {
            return;
        }
        let json = path.json(&V::from_elements(values)).map_err(Problem::from).and_then(|json| match json {
            Some(json) if tags.contains(&tag_name(&json)) && elements(&json).is_some() => Ok(json),
            other => Err(wrong_type(path.borrowed(), needs, other.as_deref())),
        });
        self.put(path.steps(), json.map(act));
    }

    /// What it makes of a whole attribute, where that does not build on what is stored: its value, or that there is none.
    pub(crate) fn whole(&self, name: &str) -> Option<Option<&[u8]>> {
        self.list.iter().find(|(steps, _)| steps.is_whole() && steps.attribute() == name).and_then(
            |(_, act)| match act {
                Act::Set(json) => Some(Some(json.as_slice())),
                Act::Remove => Some(None),
                _ => None,
            },
        )
    }

    /// Whether it changes an attribute, or a place inside it.
    pub(crate) fn touches(&self, name: &str) -> bool {
        self.list.iter().any(|(steps, _)| steps.attribute() == name)
    }

    /// The names of the attributes that it sets as a whole.
    pub(crate) fn set_attributes(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.list.iter().filter_map(|(steps, act)| match act {
            Act::Set(json) if steps.is_whole() => Some((steps.attribute(), json.as_slice())),
            _ => None,
        })
    }

    /// Conditions under which it may be made at all.
    pub(crate) fn guards<E>(&mut self) -> Option<Condition<E>> {
        self.guards.take().map(Condition::of)
    }

    pub(crate) fn check(&self) -> Result<(), Problem> {
        self.problem.clone().map_or(Ok(()), Err)
    }

    /// The expression, and how many operators and functions it has.
    pub(crate) fn render(self, placeholders: &mut Placeholders) -> (String, usize) {
        placeholders.reserve(self.list.len());
        // `#0 = :0` and what is between two.
        let mut clauses = Clauses { set: String::with_capacity(self.list.len() * 10), ..Clauses::default() };
        for (steps, act) in self.list {
            clauses.add(&steps, act, placeholders);
        }
        let Clauses { set, remove, add, delete, operators } = clauses;
        let room = [&set, &remove, &add, &delete].map(String::len).iter().sum::<usize>();
        let mut text = String::with_capacity(room + "SET  REMOVE  ADD  DELETE ".len());
        for (word, clause) in [("SET", set), ("REMOVE", remove), ("ADD", add), ("DELETE", delete)] {
            if !clause.is_empty() {
                let space = if text.is_empty() { "" } else { " " };
                text.extend([space, word, " ", &clause]);
            }
        }
        (text, operators)
    }
}

impl Clauses {
    fn add(&mut self, steps: &Steps, act: Act, placeholders: &mut Placeholders) {
        match act {
            Act::Remove => steps.push(placeholders, next(&mut self.remove)),
            Act::Set(json) => pair(next(&mut self.set), steps, " = ", json, placeholders),
            Act::Insert(json) => pair(next(&mut self.add), steps, " ", json, placeholders),
            Act::Delete(json) => pair(next(&mut self.delete), steps, " ", json, placeholders),
            Act::SetIfAbsent(json) => self.build(steps, 1, placeholders, |path, to| or(path, json, to)),
            Act::Sum(json) => self.build(steps, 2, placeholders, |path, to| {
                let old = or(path, br#"{"N":"0"}"#.to_vec(), to);
                format!("{old} + {}", to.value(json))
            }),
            Act::Append(json) => self.build(steps, 2, placeholders, |path, to| {
                let old = or(path, br#"{"L":[]}"#.to_vec(), to);
                format!("list_append({old}, {})", to.value(json))
            }),
            Act::Prepend(json) => self.build(steps, 2, placeholders, |path, to| {
                let old = or(path, br#"{"L":[]}"#.to_vec(), to);
                format!("list_append({}, {old})", to.value(json))
            }),
        }
    }

    /// Sets a path to what `value` builds on it, of so many operators and functions.
    fn build(
        &mut self,
        steps: &Steps,
        operators: usize,
        placeholders: &mut Placeholders,
        value: impl FnOnce(&str, &mut Placeholders) -> String,
    ) {
        let path = steps.render(placeholders);
        let value = value(&path, placeholders);
        next(&mut self.set).extend([&path, " = ", &value]);
        self.operators += operators;
    }
}

/// What is stored, or this where nothing is.
fn or(path: &str, json: Vec<u8>, placeholders: &mut Placeholders) -> String {
    format!("if_not_exists({path}, {})", placeholders.value(json))
}

/// The clause, ready for the next of its list.
fn next(clause: &mut String) -> &mut String {
    if !clause.is_empty() {
        clause.push_str(", ");
    }
    clause
}

/// A path and a value.
fn pair(to: &mut String, steps: &Steps, between: &str, json: Vec<u8>, placeholders: &mut Placeholders) {
    steps.push(placeholders, to);
    to.push_str(between);
    placeholders.push_value(json, to);
}
