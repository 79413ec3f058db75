//! Transactions of writes.

use std::fmt;
use std::future::IntoFuture;
use std::time::Duration;

use super::check::Check;
use super::send::DEADLINE;
use crate::entity::Entity;
use crate::error::{Error, TenantMismatch};
use crate::handle::Handle;
use crate::op::PendingIn;
use crate::op::action::Action;
use crate::op::delete::{Delete, deleted};
use crate::op::move_to::Move;
use crate::op::put::{Put, created};
use crate::update::{FillIn, Patch, Returns, Update, Upsert};
use crate::upkeep::before::Replacement;
use crate::upkeep::commit::Commit;
use crate::upkeep::guards::{GuardChange, Guards, Ready};
use crate::upkeep::write::{MoveFilled, PutFilled};

/// What a [`Transaction`] takes: the builder of a write, or a [`Check`]. What it fills in lives for `'a`.
pub trait IntoActions<'a> {
    /// The actions that it stands for, and what comes after them.
    #[doc(hidden)]
    fn into_actions(self) -> Actions<'a>;
}

/// The actions of a write. Opaque outside the runtime.
#[doc(hidden)]
pub struct Actions<'a>(Then<'a>);

enum Then<'a> {
    Now(Result<Part<'a>, Error>),
    /// Where values are unique, some writes read first what is stored.
    Later(PendingIn<'a, Part<'a>>),
}

/// What one write adds to a transaction.
struct Part<'a> {
    actions: Vec<Action>,
    guards: Vec<GuardChange>,
    fill: Option<Fill<'a>>,
}

/// Fills in an item, when the transaction is done.
type Fill<'a> = Box<dyn FnOnce() -> Result<(), Error> + Send + 'a>;

impl<'a> Actions<'a> {
    fn now(ready: Result<Ready, Error>) -> Self {
        Self(Then::Now(ready.map(Part::from)))
    }

    /// A write that leaves an item with these guards, whatever is stored.
    fn replacing<E: Entity>(write: Result<(Action, Guards), Error>) -> Self {
        match write {
            Ok((action, guards)) if !E::SCHEMA.unique.is_empty() => {
                let next = async move { Replacement::<E>::new(action, guards).next().await };
                Self(Then::Later(Box::pin(async move { Ok(next.await?.0.into()) })))
            }
            other => Self::now(other.map(|(action, _)| Ready::alone(action))),
        }
    }

    fn filling(self, fill: impl FnOnce() -> Result<(), Error> + Send + 'a) -> Self {
        let filling = |part: Part<'a>| Part { fill: Some(Box::new(fill)), ..part };
        Self(match self.0 {
            Then::Now(part) => Then::Now(part.map(filling)),
            Then::Later(part) => Then::Later(Box::pin(async move { Ok(filling(part.await?)) })),
        })
    }
}

impl From<Ready> for Part<'_> {
    fn from(ready: Ready) -> Self {
        Self { actions: vec![ready.action], guards: ready.guards, fill: None }
    }
}

impl fmt::Debug for Actions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Then::Now(Ok(part)) => f.debug_tuple("Actions").field(&part.actions).finish(),
            Then::Now(Err(error)) => f.debug_tuple("Actions").field(error).finish(),
            Then::Later(_) => f.debug_tuple("Actions").finish_non_exhaustive(),
        }
    }
}

impl<'a, E: Entity> IntoActions<'a> for Put<E> {
    fn into_actions(self) -> Actions<'a> {
        if self.is_create() {
            return Actions::now(self.action().map(|(action, guards)| created::<E>(action, &guards)));
        }
        Actions::replacing::<E>(self.action())
    }
}

impl<'a, E: Entity> IntoActions<'a> for PutFilled<'a, E> {
    fn into_actions(self) -> Actions<'a> {
        let Self { item, put, stamps } = self;
        put.into_actions().filling(move || stamps.fill(item))
    }
}

impl<'a, E: Entity, R> IntoActions<'a> for Update<E, R> {
    fn into_actions(self) -> Actions<'a> {
        Actions::now(self.action().map(Ready::alone))
    }
}

impl<'a, E: Entity, R: Returns> IntoActions<'a> for Patch<E, R> {
    fn into_actions(self) -> Actions<'a> {
        Actions::now(self.ready().map(|(ready, ..)| ready))
    }
}

/// The item is filled in with what the patch sets and removes; what it adds to is not read back.
impl<'a, E: Entity> IntoActions<'a> for Patch<E, FillIn<'a, E>> {
    fn into_actions(self) -> Actions<'a> {
        match self.ready() {
            Ok((ready, patched, FillIn(item))) => Actions::now(Ok(ready)).filling(move || {
                *item = patched;
                Ok(())
            }),
            Err(error) => Actions::now(Err(error)),
        }
    }
}

impl<'a, E: Entity, R: Returns> IntoActions<'a> for Upsert<E, R> {
    fn into_actions(self) -> Actions<'a> {
        Actions::replacing::<E>(self.action().map(|(action, guards, _)| (action, guards)))
    }
}

impl<'a, E: Entity> IntoActions<'a> for Delete<E> {
    fn into_actions(self) -> Actions<'a> {
        match self.action() {
            Ok((action, Some(loaded))) => Actions::now(Ok(deleted(action, &loaded))),
            other => Actions::replacing::<E>(other.map(|(action, _)| (action, Guards::new()))),
        }
    }
}

impl<'a, E: Entity> IntoActions<'a> for Move<E> {
    fn into_actions(self) -> Actions<'a> {
        Actions(Then::Now(self.ready().map(|(actions, guards)| Part { actions, guards, fill: None })))
    }
}

impl<'a, E: Entity> IntoActions<'a> for MoveFilled<'a, E> {
    fn into_actions(self) -> Actions<'a> {
        let Self { item, moved, stamps } = self;
        moved.into_actions().filling(move || stamps.fill(item))
    }
}

/// What could not be made is the error of the whole transaction.
impl<'a, A: IntoActions<'a>> IntoActions<'a> for Result<A, Error> {
    fn into_actions(self) -> Actions<'a> {
        match self {
            Ok(action) => action.into_actions(),
            Err(error) => Actions::now(Err(error)),
        }
    }
}

impl<'a, E: Entity> IntoActions<'a> for Check<E> {
    fn into_actions(self) -> Actions<'a> {
        Actions::now(self.action().map(Ready::alone))
    }
}

/// One TransactWriteItems: up to 100 actions on different items, of any entities, tenants and tables of one client, all
/// done or none.
///
/// Each action comes from a handle of its own: a program that holds only a [`Scope`](crate::Scope) can add nothing but its
/// tenant's items. Awaits to `()`, or to [`Error::Transaction`], which says which action was in the way, and why, with the
/// stored item.
///
/// It is sent with a ClientRequestToken: a call that is sent again because its answer was lost is not carried out twice, so a
/// failed condition is never one's own doing (`maybe_applied` does not arise). Other work on the same items cancels a
/// transaction; then, and on throttling, it is sent again, with backoff and jitter, for up to 10 seconds.
///
/// Where values are unique (`unique:`), their guards are written with the items: each guard that a write takes or gives up is an
/// action more, and `put`, `upsert` and `delete` by key read the item first. A guard that refuses is the reason of the write that
/// wanted it, with [`Error::NotUnique`]. A value that one write gives up another one of the transaction may take. Items in which
/// dal fills fields are filled in when the transaction is done.
///
/// It consumes two write capacity units per KB of each item, and as much again for each index it changes. All its items
/// together can have 4 MB.
///
/// ```
/// # use dal_runtime::{Error, Holds, Scope, Transaction, Write};
/// # async fn register<A, B, T>(at: &Scope<T>, a: A, b: B) -> Result<(), Error>
/// # where A: Write<Handle<T> = Scope<T>>, B: Write<Handle<T> = Scope<T>>, T: Holds<A> + Holds<B> {
/// Transaction::new().add(a.create::<T>(at)).add(b.create::<T>(at)).await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is written until it is awaited"]
#[derive(Debug)]
pub struct Transaction<'a> {
    /// The actions of each position.
    positions: Vec<Actions<'a>>,
    /// What is wrong with its handles.
    refused: Option<Error>,
    name: &'static str,
    token: Option<String>,
    deadline: Duration,
}

impl Default for Transaction<'_> {
    fn default() -> Self {
        Self { positions: Vec::new(), refused: None, name: "transaction", token: None, deadline: DEADLINE }
    }
}

impl<'a> Transaction<'a> {
    /// A transaction of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The transaction of a named pattern, for its tracing span.
    #[doc(hidden)]
    pub fn named(name: &'static str) -> Self {
        Self { name, ..Self::default() }
    }

    /// Refuses handles of two tenants: of tables that have the same tenants. `E` is an entity of the other table.
    #[doc(hidden)]
    pub fn of_one_tenant<E: Entity>(mut self, one: &impl Handle, other: &impl Handle) -> Self {
        let (one, other) = (one.reach().tenant, other.reach().tenant);
        let differs = || one.iter().zip(other.iter()).position(|(one, other)| one != other);
        if self.refused.is_none() && one != other {
            let field = differs().and_then(|at| E::SCHEMA.fields.get(at)).copied().unwrap_or_default();
            let mismatch = TenantMismatch { entity: E::SCHEMA.name, field };
            self.refused = Some(Error::TenantMismatch(Box::new(mismatch)));
        }
        self
    }

    /// Adds a write, or a check. Its position, counted from 0, is the one that errors name.
    ///
    /// An action that cannot be sent, for a key part that is empty, say, is the error of the whole transaction.
    #[allow(clippy::should_implement_trait)]
    pub fn add(mut self, action: impl IntoActions<'a>) -> Self {
        self.positions.push(action.into_actions());
        self
    }

    /// Adds each of several.
    pub fn add_all<A: IntoActions<'a>>(mut self, actions: impl IntoIterator<Item = A>) -> Self {
        self.positions.extend(actions.into_iter().map(IntoActions::into_actions));
        self
    }

    /// Uses this ClientRequestToken (up to 36 characters) instead of a random one. Within ten minutes DynamoDB carries out
    /// a transaction of one token once, even if the program sends it anew; another transaction with the same token is refused.
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Goes on over conflicts and throttling for so long, instead of 10 seconds. Zero sends it once.
    pub fn deadline(mut self, time: Duration) -> Self {
        self.deadline = time;
        self
    }

    /// How many actions were added.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether none was added. Such a transaction succeeds without a request.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    async fn run(self) -> Result<(), Error> {
        let Self { positions, refused, name, token, deadline } = self;
        if let Some(error) = refused {
            return Err(error);
        }
        let (mut actions, mut guards, mut fills) =
            (Vec::with_capacity(positions.len()), Vec::new(), Vec::new());
        for (position, added) in positions.into_iter().enumerate() {
            let part = match added.0 {
                Then::Now(part) => part?,
                Then::Later(part) => part.await?,
            };
            actions.extend(part.actions.into_iter().map(|action| (position, action)));
            guards.extend(part.guards.into_iter().map(|guard| (position, guard)));
            fills.extend(part.fill);
        }
        Commit { actions, guards, name, token, deadline }.run().await?;
        fills.into_iter().try_for_each(|fill| fill())
    }
}

impl<'a> IntoFuture for Transaction<'a> {
    type Output = Result<(), Error>;
    type IntoFuture = PendingIn<'a, ()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
