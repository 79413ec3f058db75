//! Several writes and what becomes of guards, all or none.

use std::collections::HashMap;
use std::time::Duration;

use super::guards::{self, GuardChange};
use super::takeover;
use crate::batch::DuplicateItem;
use crate::body::Body;
use crate::error::{ConditionFailed, Error};
use crate::op::action::Action;
use crate::stored::StoredItem;
use crate::transact::send::{DEADLINE, MAX_ACTIONS, Request, cause, transact, within};
use crate::transact::{TransactionCause, TransactionReason};
use crate::wire::{CancellationReason, TransactWriteItems};

/// The size that all items of a transaction can have together.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// How often guards that are in nobody's use are taken over before the transaction is given up.
const TAKEOVERS: u32 = 2;

/// A transaction of writes, ready to be sent.
#[derive(Debug)]
pub(crate) struct Commit {
    /// Each action with the position of the caller's that it stands for.
    pub(crate) actions: Vec<(usize, Action)>,
    pub(crate) guards: Vec<(usize, GuardChange)>,
    pub(crate) name: &'static str,
    pub(crate) token: Option<String>,
    pub(crate) deadline: Duration,
}

/// Does the actions of one write and what becomes of its guards: gives what the write would have given alone, its own
/// condition before those of its guards.
pub(crate) async fn commit(actions: Vec<Action>, guards: Vec<GuardChange>) -> Result<(), Error> {
    let name = actions.first().map_or("transaction", |action| action.pattern);
    let actions = actions.into_iter().map(|action| (0, action)).collect();
    let guards = guards.into_iter().map(|guard| (0, guard)).collect();
    let commit = Commit { actions, guards, name, token: None, deadline: DEADLINE };
    commit.run().await.map_err(|error| match error {
        Error::Transaction(mut failed) => {
            let refused = |reason: &TransactionReason| matches!(reason.cause, TransactionCause::Refused(_));
            match failed.reasons.iter().position(refused).map(|at| failed.reasons.remove(at).cause) {
                Some(TransactionCause::Refused(error)) => error,
                _ => Error::Transaction(failed),
            }
        }
        error => error,
    })
}

impl Commit {
    /// Sends it. A guard that stands in the way and is in nobody's use is taken over, which takes two reads for each and
    /// another attempt.
    pub(crate) async fn run(mut self) -> Result<(), Error> {
        let own = self.actions.len();
        let mut left = TAKEOVERS;
        loop {
            self.actions.truncate(own);
            guards::merge(&mut self.guards)?;
            for (position, guard) in &self.guards {
                self.actions.push((*position, guard.action()?));
                for evidence in &guard.evidence {
                    if !self.actions.iter().any(|(_, action)| action.key == evidence.key) {
                        self.actions.push((*position, evidence.clone()));
                    }
                }
            }
            let failed = match self.send().await {
                Err(Error::Transaction(failed)) => failed,
                other => return other,
            };
            let own = self.actions.get(..own).unwrap_or_default();
            if left == 0 || !takeover::prepare(own, &mut self.guards, &failed.reasons).await? {
                return Err(Error::Transaction(failed));
            }
            left -= 1;
            // Another body under the caller's token would be refused.
            self.token = self.token.map(|token| crate::token::next(&token));
        }
    }

    async fn send(&self) -> Result<(), Error> {
        let actions = &self.actions;
        let Some((_, first)) = actions.first() else { return Ok(()) };
        check(actions)?;
        let token = self.token.clone().unwrap_or_else(crate::token::random);
        let body = Body::with_room(actions.iter().map(|(_, action)| action.room()).sum())
            .array("TransactItems", actions, |body, (_, action)| action.element(body))
            .text("ClientRequestToken", &token)
            .text("ReturnConsumedCapacity", "TOTAL")
            .close();
        let same = actions.iter().all(|(_, action)| action.entity.name == first.entity.name);
        let entity = same.then_some(first.entity);
        let request = Request { body, pattern: self.name, entity, deadline: self.deadline };
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
                 with `of`"
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
            stored: reason.item.filter(|item| !item.is_empty()).map(StoredItem),
            maybe_applied: false,
            stored_equals_sent: None,
        };
        TransactionCause::Refused(action.refusal(Box::new(failed)))
    } else {
        cause(reason)
    };
    TransactionReason { position, entity, key, cause }
}
