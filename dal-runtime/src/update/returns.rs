//! What an update gives back.

use crate::entity::Entity;
use crate::error::{ConditionFailed, Error, ItemError, ItemProblem};
use crate::keys::KeyValues;
use crate::op::Sent;
use crate::op::action::Action;
use crate::row::Row;
use crate::upkeep::before::Before;
use crate::upkeep::commit::commit;
use crate::upkeep::guards::Ready;
use crate::wire::UpdateItem;

/// Gives the item as it is stored afterwards (`ALL_NEW`).
#[derive(Clone, Copy, Debug)]
pub struct New;

/// Gives the item as it was before (`ALL_OLD`).
#[derive(Clone, Copy, Debug)]
pub struct Old;

/// Gives nothing (`NONE`).
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

/// Makes the item in the program what is stored afterwards: for items in which dal fills fields.
#[derive(Debug)]
pub struct FillIn<'a, E>(pub(crate) &'a mut E);

/// What an update may give back: [`New`], [`Old`] or [`Nothing`].
pub trait Returns: sealed::Sealed + Send + Sync + 'static {
    /// What it awaits to, of an entity.
    type Output<E: Entity>: Send;

    #[doc(hidden)]
    const VALUES: Option<&'static str>;

    #[doc(hidden)]
    fn read<E: Entity>(answer: Read<'_>) -> Result<Self::Output<E>, Error>;

    /// What it awaits to, of an item that was read beside a transaction, which gives nothing back.
    #[doc(hidden)]
    fn of<E: Entity>(item: Option<E>, key: &KeyValues) -> Result<Self::Output<E>, Error>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::New {}
    impl Sealed for super::Old {}
    impl Sealed for super::Nothing {}
}

/// An answer, for [`Returns`].
#[derive(Debug)]
pub struct Read<'a> {
    action: &'a Action,
    answer: &'a Sent,
}

impl Read<'_> {
    fn item<E: Entity>(self) -> Result<E, Error> {
        let reach = &self.action.reach;
        let Some(raw) = self.answer.view::<UpdateItem>(reach)?.attributes else {
            let (entity, key) = (Some(E::SCHEMA.name), self.action.key.to_string());
            let problem = ItemProblem::Attribute("the answer holds no attributes".to_owned());
            return Err(ItemError { entity, key, attribute: None, problem }.into());
        };
        Ok(Row::new(raw, E::SCHEMA, &reach.tenant).entity()?)
    }
}

impl Returns for New {
    type Output<E: Entity> = E;
    const VALUES: Option<&'static str> = Some("ALL_NEW");

    fn read<E: Entity>(answer: Read<'_>) -> Result<E, Error> {
        answer.item()
    }

    fn of<E: Entity>(item: Option<E>, key: &KeyValues) -> Result<E, Error> {
        item.ok_or_else(|| gone::<E>(key))
    }
}

impl Returns for Old {
    type Output<E: Entity> = E;
    const VALUES: Option<&'static str> = Some("ALL_OLD");

    fn read<E: Entity>(answer: Read<'_>) -> Result<E, Error> {
        answer.item()
    }

    fn of<E: Entity>(item: Option<E>, key: &KeyValues) -> Result<E, Error> {
        item.ok_or_else(|| gone::<E>(key))
    }
}

impl Returns for Nothing {
    type Output<E: Entity> = ();
    const VALUES: Option<&'static str> = None;

    fn read<E: Entity>(answer: Read<'_>) -> Result<(), Error> {
        answer.answer.view::<UpdateItem>(&answer.action.reach).map(drop)
    }

    fn of<E: Entity>(_: Option<E>, _: &KeyValues) -> Result<(), Error> {
        Ok(())
    }
}

/// The item was deleted between the write and the read.
fn gone<E: Entity>(key: &KeyValues) -> Error {
    let (entity, key) = (E::SCHEMA.name, key.to_string());
    let failed = ConditionFailed { entity, key, stored: None, maybe_applied: true, stored_equals_sent: None };
    Error::NotFound(Box::new(failed))
}

/// Sends an update and reads what it gives back. One that changes guards is a transaction, which gives nothing back: the item
/// is read before or after it.
pub(super) async fn run<E: Entity, R: Returns>(ready: Ready) -> Result<R::Output<E>, Error> {
    let Ready { action, guards } = ready;
    if guards.is_empty() {
        let answer = action.send(R::VALUES).await?;
        return R::read::<E>(Read { action: &action, answer: &answer });
    }
    let (reach, key) = (action.reach.clone(), action.key.clone());
    let pattern = action.pattern;
    let mut item = None;
    if R::VALUES == Some("ALL_OLD") {
        item = Before::<E>::read(&reach, &key, pattern).await?.item;
    }
    commit(vec![action], guards).await?;
    if R::VALUES == Some("ALL_NEW") {
        item = Before::<E>::read(&reach, &key, pattern).await?.item;
    }
    R::of(item, &key)
}
