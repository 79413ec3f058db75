//! Several gets as one value: what a batch or a transaction of reads takes, and the shape of what it gives.

use super::error::{Unprocessed, UnprocessedItem};
use crate::entity::Entity;
use crate::error::Error;
use crate::handle::Reach;
use crate::item::RawItem;
use crate::keys::KeyValues;
use crate::op::get::Get;
use crate::row::Row;
use crate::schema::EntitySchema;

/// Gets of one or several entities, to be sent together: a [`Get`], a `Vec` of them, or a tuple of up to eight of these.
///
/// The answer has the same shape: `Option<E>` for a get, `None` where there is no item; a `Vec` in the same order; a tuple.
pub trait Gets: Send + Sized + 'static {
    /// The items.
    type Items: Send;
    /// The items, each with an error of its own.
    type Each: Send;

    /// What to ask for, in order.
    #[doc(hidden)]
    fn ask(&self, to: &mut Vec<Result<Ask, Error>>);

    /// Takes the answers, in the same order.
    #[doc(hidden)]
    fn each(&self, from: &mut Answers<'_>) -> Self::Each;

    /// All items, or what is in the way added to `errors`.
    #[doc(hidden)]
    fn items(each: Self::Each, errors: &mut Vec<Error>) -> Option<Self::Items>;
}

/// One item to be asked for. Opaque outside the runtime.
#[doc(hidden)]
#[derive(Debug)]
pub struct Ask {
    pub(crate) reach: Reach,
    pub(crate) entity: &'static EntitySchema,
    pub(crate) key: KeyValues,
    pub(crate) consistent: bool,
}

/// What became of one item that was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slot<'a> {
    Found(&'a [u8]),
    Missing,
    Unprocessed,
}

/// The answers, position by position. Opaque outside the runtime.
#[doc(hidden)]
#[derive(Debug)]
pub struct Answers<'a> {
    slots: std::vec::IntoIter<Slot<'a>>,
    position: usize,
}

impl<'a> Answers<'a> {
    pub(crate) fn new(slots: Vec<Slot<'a>>) -> Self {
        Self { slots: slots.into_iter(), position: 0 }
    }
}

impl<E: Entity> Gets for Get<E> {
    type Items = Option<E>;
    type Each = Result<Option<E>, Error>;

    fn ask(&self, to: &mut Vec<Result<Ask, Error>>) {
        let consistent = self.consistent;
        to.push(self.key_values().map(|key| Ask {
            reach: self.reach.clone(),
            entity: E::SCHEMA,
            key,
            consistent,
        }));
    }

    fn each(&self, from: &mut Answers<'_>) -> Self::Each {
        let position = from.position;
        from.position += 1;
        match from.slots.next() {
            Some(Slot::Missing) => Ok(None),
            Some(Slot::Found(json)) => {
                let raw = RawItem::parse(json).map_err(|error| {
                    crate::error::ItemError::decode(E::SCHEMA.name, String::new(), &error)
                })?;
                self.read(Row::new(raw, E::SCHEMA, &self.reach.tenant))
            }
            Some(Slot::Unprocessed) | None => {
                let key = self.key_values().map(|key| key.to_string()).unwrap_or_default();
                let item = UnprocessedItem { position, entity: E::SCHEMA.name, key };
                let unprocessed =
                    Unprocessed { operation: "BatchGetItem", items: vec![item], total: 1, cause: None };
                Err(Error::Unprocessed(Box::new(unprocessed)))
            }
        }
    }

    fn items(each: Self::Each, errors: &mut Vec<Error>) -> Option<Self::Items> {
        each.map_err(|error| errors.push(error)).ok()
    }
}

impl<G: Gets> Gets for Vec<G> {
    type Items = Vec<G::Items>;
    type Each = Vec<G::Each>;

    fn ask(&self, to: &mut Vec<Result<Ask, Error>>) {
        self.iter().for_each(|get| get.ask(to));
    }

    fn each(&self, from: &mut Answers<'_>) -> Self::Each {
        self.iter().map(|get| get.each(from)).collect()
    }

    fn items(each: Self::Each, errors: &mut Vec<Error>) -> Option<Self::Items> {
        let length = each.len();
        let items: Vec<_> = each.into_iter().filter_map(|each| G::items(each, errors)).collect();
        (items.len() == length).then_some(items)
    }
}

macro_rules! tuples {
    ($($($name:ident)+;)*) => {$(
        impl<$($name: Gets),+> Gets for ($($name,)+) {
            type Items = ($($name::Items,)+);
            type Each = ($($name::Each,)+);

            fn ask(&self, to: &mut Vec<Result<Ask, Error>>) {
                #[allow(non_snake_case)]
                let ($($name,)+) = self;
                $($name.ask(to);)+
            }

            fn each(&self, from: &mut Answers<'_>) -> Self::Each {
                #[allow(non_snake_case)]
                let ($($name,)+) = self;
                ($($name.each(from),)+)
            }

            fn items(each: Self::Each, errors: &mut Vec<Error>) -> Option<Self::Items> {
                #[allow(non_snake_case)]
                let ($($name,)+) = each;
                // All are looked at before the first failure counts, so that each is reported.
                #[allow(non_snake_case)]
                let ($($name,)+) = ($($name::items($name, errors),)+);
                Some(($($name?,)+))
            }
        }
    )*};
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D F;
    A B C D F G;
    A B C D F G H;
    A B C D F G H I;
}
