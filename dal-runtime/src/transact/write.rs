//! Transactions of writes.

use std::collections::HashMap;
use std::future::IntoFuture;
use std::time::Duration;

use super::check::Check;
use super::failed::{TransactionCause, TransactionReason};
use super::send::{DEADLINE, MAX_ACTIONS, Request, cause, transact, within};
use crate::batch::DuplicateItem;
use crate::body::{Body, array};
use crate::entity::Entity;
use crate::error::{ConditionFailed, Error};
use crate::op::Pending;
use crate::op::action::Action;
use crate::op::delete::Delete;
use crate::op::move_to::Move;
use crate::op::put::Put;
use crate::stored::StoredItem;
use crate::update::{Patch, Update, Upsert};
use crate::wire::{CancellationReason, TransactWriteItems};

/// The size that all items of a transaction can have together.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// What a [`Transaction`] takes: the builder of a write, or a [`Check`].
pub trait IntoActions {
    /// The actions that it stands for: one, and those that it brings along.
    ///
    /// # Errors
    ///
    /// As the write would give alone, before it is sent.
    #[doc(hidden)]
    fn into_actions(self) -> Result<Vec<Action>, Error>;
}

macro_rules! one_action {
    ($($builder:ident<E $(, $returns:ident)?>)*) => {$(
        impl<E: Entity $(, $returns)?> IntoActions for $builder<E $(, $returns)?> {
            fn into_actions(self) -> Result<Vec<Action>, Error> {
                self.action().map(|action| vec![action])
            }
        }
    )*};
}

one_action!(Put<E> Update<E, R> Patch<E, R> Upsert<E, R> Delete<E> Check<E>);

/// Actions that belong together.
impl IntoActions for Vec<Action> {
    fn into_actions(self) -> Result<Vec<Action>, Error> {
        Ok(self)
    }
}

/// A move is two actions, or one where both items have the same key.
impl<E: Entity> IntoActions for Move<E> {
    fn into_actions(self) -> Result<Vec<Action>, Error> {
        self.actions()
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
/// It consumes two write capacity units per KB of each item, and as much again for each index it changes. All its items
/// together can have 4 MB.
///
/// ```
/// # use dal_runtime::{Entity, Error, Holds, Scope, Transaction, Write};
/// # async fn register<A, B, T>(at: &Scope<T>, a: A, b: B) -> Result<(), Error>
/// # where A: Entity<Handle<T> = Scope<T>>, B: Entity<Handle<T> = Scope<T>>, T: Holds<A> + Holds<B> {
/// Transaction::new().add(a.create::<T>(at)).add(b.create::<T>(at)).await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is written until it is awaited"]
#[derive(Debug)]
pub struct Transaction {
    /// The actions of each position.
    positions: Vec<Result<Vec<Action>, Error>>,
    name: &'static str,
    token: Option<String>,
    deadline: Duration,
}

impl Default for Transaction {
    fn default() -> Self {
        Self { positions: Vec::new(), name: "transaction", token: None, deadline: DEADLINE }
    }
}

impl Transaction {
    /// A transaction of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The transaction of a named pattern, for its tracing span.
    #[doc(hidden)]
    pub fn named(name: &'static str) -> Self {
        Self { name, ..Self::default() }
    }

    /// Adds a write, or a check. Its position, counted from 0, is the one that errors name.
    ///
    /// An action that cannot be sent, for a key part that is empty, say, is the error of the whole transaction.
    #[allow(clippy::should_implement_trait)]
    pub fn add(mut self, action: impl IntoActions) -> Self {
        self.positions.push(action.into_actions());
        self
    }

    /// Adds each of several.
    pub fn add_all<A: IntoActions>(mut self, actions: impl IntoIterator<Item = A>) -> Self {
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
        let Self { positions, name, token, deadline } = self;
        let mut actions = Vec::with_capacity(positions.len());
        for (position, added) in positions.into_iter().enumerate() {
            actions.extend(added?.into_iter().map(|action| (position, action)));
        }
        let Some((_, first)) = actions.first() else { return Ok(()) };
        check(&actions)?;
        let token = token.unwrap_or_else(crate::token::random);
        let body = Body::new()
            .json("TransactItems", &array(actions.iter().map(|(_, action)| action.member())))
            .text("ClientRequestToken", &token)
            .text("ReturnConsumedCapacity", "TOTAL")
            .close();
        let same = actions.iter().all(|(_, action)| action.entity.name == first.entity.name);
        let request = Request { body, pattern: name, entity: same.then_some(first.entity), deadline };
        let reason = |number: usize, reason: CancellationReason| {
            let (position, action) = actions.get(number)?;
            Some(explain(*position, action, reason))
        };
        let sent = transact::<TransactWriteItems>(&first.reach, request, actions.len(), reason).await?;
        sent.view::<TransactWriteItems>(&first.reach).map(drop)
    }
}

/// Refuses what DynamoDB would refuse, before it is sent, and names it.
fn check(actions: &[(usize, Action)]) -> Result<(), Error> {
    within::<TransactWriteItems>("actions", actions.len(), MAX_ACTIONS)?;
    let bytes = actions.iter().map(|(_, action)| action.bytes).sum();
    within::<TransactWriteItems>("bytes", bytes, MAX_BYTES)?;
    let mut seen = HashMap::with_capacity(actions.len());
    let mut client = None;
    for (position, action) in actions {
        action.check()?;
        let core = &action.reach.core;
        if *client.get_or_insert(core.client_id) != core.client_id {
            return Err(Error::Configuration(format!(
                "action {position} of the transaction comes from a `Dal` of another client; make the `Dal` of a second table \
                 with `with_table`"
            )));
        }
        if let Some(first) = seen.insert((core.table.as_str(), action.key.normal()), *position) {
            return Err(Error::Duplicate(Box::new(DuplicateItem {
                operation: "TransactWriteItems",
                entity: action.entity.name,
                key: action.key.to_string(),
                positions: [first, *position],
            })));
        }
    }
    Ok(())
}

fn explain(position: usize, action: &Action, reason: CancellationReason) -> TransactionReason {
    let (entity, key) = (action.entity.name, action.key.to_string());
    let cause = if reason.code.as_deref() == Some("ConditionalCheckFailed") {
        let failed = ConditionFailed {
            entity,
            key: key.clone(),
            stored: reason.item.map(StoredItem),
            maybe_applied: false,
            stored_equals_sent: None,
        };
        TransactionCause::Refused(action.refusal(Box::new(failed)))
    } else {
        cause(reason)
    };
    TransactionReason { position, entity, key, cause }
}

impl IntoFuture for Transaction {
    type Output = Result<(), Error>;
    type IntoFuture = Pending<()>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
