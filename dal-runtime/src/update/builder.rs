//! The methods that updates and patches share.

use super::changes::{Act, Changes};
use super::edit::Edit;
use crate::path::Attribute;
use crate::values::{Elements, Number};

/// What a list is stored as.
const LIST: (&[&str], &str) = (&["L"], "a list");
/// What a set is stored as.
const SET: (&[&str], &str) = (&["SS", "NS", "BS"], "a set");

/// The methods that build on what is stored, for attributes that feed no key.
impl Changes {
    pub(super) fn edit<E, A: Attribute<E>>(&mut self, attribute: A, edit: Edit<A::Value>) {
        match edit {
            Edit::Keep => {}
            Edit::Set(value) => self.set(attribute.path(), &value),
            Edit::Clear => self.put(attribute.path().steps(), Ok(Act::Remove)),
        }
    }

    pub(super) fn add<E, A: Attribute<E, Value: Number>>(
        &mut self,
        attribute: A,
        delta: &<A::Value as Number>::Delta,
    ) {
        self.sum(attribute.path(), delta);
    }

    pub(super) fn list<E, A: Attribute<E, Value: Elements>, I: Into<<A::Value as Elements>::Element>>(
        &mut self,
        attribute: A,
        elements: impl IntoIterator<Item = I>,
        act: fn(Vec<u8>) -> Act,
    ) {
        let elements = elements.into_iter().map(Into::into).collect();
        let stored = if matches!(act(Vec::new()), Act::Append(_) | Act::Prepend(_)) { LIST } else { SET };
        self.elements(attribute.path(), elements, stored, act);
    }
}

/// The methods of a builder that holds [`Changes`] in `changes`. `$set` is the trait of roles that it sets, `$remove` of
/// those that it removes.
macro_rules! changing {
    ($builder:ident, $set:path, $remove:path) => {
        impl<E: Entity, R> $builder<E, R> {
            /// Sets an attribute, or a place inside one: SET. The document around the place must be there.
            pub fn set<A: Attribute<E>>(mut self, attribute: A, value: impl Into<A::Value>) -> Self
            where
                A::Role: $set,
            {
                self.changes.set(attribute.path(), &value.into());
                self
            }

            /// Sets an attribute where there is a value, and keeps it where there is none.
            pub fn set_some<A: Attribute<E>>(self, attribute: A, value: Option<impl Into<A::Value>>) -> Self
            where
                A::Role: $set,
            {
                match value {
                    Some(value) => self.set(attribute, value),
                    None => self,
                }
            }

            /// Removes an attribute, or a place inside one: REMOVE.
            pub fn remove<A: Attribute<E>>(mut self, attribute: A) -> Self
            where
                A::Role: $remove,
            {
                self.changes.put(attribute.path().steps(), Ok(Act::Remove));
                self
            }

            /// Keeps, sets or removes an attribute: for the bodies of PATCH requests.
            pub fn edit<A: Attribute<E>>(mut self, attribute: A, edit: Edit<A::Value>) -> Self
            where
                A::Role: $remove,
            {
                self.changes.edit(attribute, edit);
                self
            }

            /// Sets an attribute only where it is not there: `if_not_exists`.
            pub fn set_if_absent<A: Attribute<E>>(mut self, attribute: A, value: impl Into<A::Value>) -> Self
            where
                A::Role: Settable,
            {
                self.changes.set_if_absent(attribute.path(), &value.into());
                self
            }

            /// Adds to a number, from 0 where it is not there; a negative number takes away.
            ///
            /// A sum that the attribute's type cannot hold is refused with
            /// [`Error::ConditionFailed`](crate::Error::ConditionFailed), for integers up to 64 bits. A call that was
            /// retried after it acted adds twice: where that matters, add under a condition that holds once.
            pub fn add<A: Attribute<E, Value: Number>>(
                mut self,
                attribute: A,
                delta: impl Into<<A::Value as Number>::Delta>,
            ) -> Self
            where
                A::Role: Settable,
            {
                self.changes.add(attribute, &delta.into());
                self
            }

            /// Takes away from a number, from 0 where it is not there: [`add`](Self::add) of the negative number.
            pub fn subtract<
                A: Attribute<E, Value: Number<Delta: std::ops::Neg<Output = <A::Value as Number>::Delta>>>,
            >(
                self,
                attribute: A,
                delta: impl Into<<A::Value as Number>::Delta>,
            ) -> Self
            where
                A::Role: Settable,
            {
                self.add(attribute, -delta.into())
            }

            /// Appends elements to a list, which is made where it is not there. As with [`add`](Self::add), a retry can
            /// append twice.
            pub fn append<A: Attribute<E, Value: Elements>, I: Into<<A::Value as Elements>::Element>>(
                mut self,
                attribute: A,
                elements: impl IntoIterator<Item = I>,
            ) -> Self
            where
                A::Role: Settable,
            {
                self.changes.list(attribute, elements, Act::Append);
                self
            }

            /// Puts elements before those of a list, which is made where it is not there. As with [`add`](Self::add), a
            /// retry can do so twice.
            pub fn prepend<A: Attribute<E, Value: Elements>, I: Into<<A::Value as Elements>::Element>>(
                mut self,
                attribute: A,
                elements: impl IntoIterator<Item = I>,
            ) -> Self
            where
                A::Role: Settable,
            {
                self.changes.list(attribute, elements, Act::Prepend);
                self
            }

            /// Adds elements to a set, which is made where it is not there: ADD. Those it has already change nothing.
            ///
            /// The attribute must be stored as a set: `#[serde(with = "dal::string_set")]` and its like.
            pub fn add_to_set<V: Elements, Role: Settable, I: Into<V::Element>>(
                mut self,
                attribute: Attr<E, V, Role>,
                elements: impl IntoIterator<Item = I>,
            ) -> Self {
                self.changes.list(attribute, elements, Act::Insert);
                self
            }

            /// Deletes elements from a set: DELETE. Those it does not have change nothing. DynamoDB has no empty sets:
            /// without its last element the attribute is not there, so the field needs `#[serde(default)]`.
            pub fn delete_from_set<V: Elements, Role: Settable, I: Into<V::Element>>(
                mut self,
                attribute: Attr<E, V, Role>,
                elements: impl IntoIterator<Item = I>,
            ) -> Self {
                self.changes.list(attribute, elements, Act::Delete);
                self
            }

            /// Makes the change only if the stored item meets the condition; several must all hold. Else it awaits to
            /// [`Error::ConditionFailed`](crate::Error::ConditionFailed), with the stored item.
            pub fn only_if(mut self, condition: Condition<E>) -> Self {
                self.conditions.push(condition);
                self
            }
        }
    };
}
pub(super) use changing;
