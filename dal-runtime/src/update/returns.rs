//! What an update gives back.

use crate::entity::Entity;
use crate::error::{Error, ItemError, ItemProblem};
use crate::op::Sent;
use crate::op::action::Action;
use crate::row::Row;
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

/// What an update may give back: [`New`], [`Old`] or [`Nothing`].
pub trait Returns: sealed::Sealed + Send + Sync + 'static {
    /// What it awaits to, of an entity.
    type Output<E: Entity>: Send;

    #[doc(hidden)]
    const VALUES: Option<&'static str>;

    #[doc(hidden)]
    fn read<E: Entity>(answer: Read<'_>) -> Result<Self::Output<E>, Error>;
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
}

impl Returns for Old {
    type Output<E: Entity> = E;
    const VALUES: Option<&'static str> = Some("ALL_OLD");

    fn read<E: Entity>(answer: Read<'_>) -> Result<E, Error> {
        answer.item()
    }
}

impl Returns for Nothing {
    type Output<E: Entity> = ();
    const VALUES: Option<&'static str> = None;

    fn read<E: Entity>(answer: Read<'_>) -> Result<(), Error> {
        answer.answer.view::<UpdateItem>(&answer.action.reach).map(drop)
    }
}

/// Sends an update and reads what it gives back.
pub(super) async fn run<E: Entity, R: Returns>(action: Action) -> Result<R::Output<E>, Error> {
    let answer = action.send(R::VALUES).await?;
    R::read::<E>(Read { action: &action, answer: &answer })
}
