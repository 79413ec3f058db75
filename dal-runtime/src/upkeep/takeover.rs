//! Guards that stand in the way and are in nobody's use.
//!
//! A guard outlives its item where that was deleted by other means than dal's: by its time to live, or through the raw SDK.
//! The value is free then. A write that is refused by such a guard takes it over, in a transaction with the evidence that it
//! may: the check that the item is still gone, or still without the value, or the deletion of the item that is expired.

use dal_key::KeyValue;

use super::guards::{GuardChange, OWNER};
use crate::body::Body;
use crate::error::Error;
use crate::handle::Reach;
use crate::item::RawItem;
use crate::keys::KeyValues;
use crate::op::action::{Action, Requires, Verb};
use crate::op::{About, Sent, send, service};
use crate::row::Row;
use crate::schema::EntitySchema;
use crate::transact::{TransactionCause, TransactionReason};
use crate::wire::GetItem;

/// Changes what becomes of the guards that refused, so that another attempt can succeed; whether it can. `own` is what the
/// transaction does besides.
pub(crate) async fn prepare(
    own: &[(usize, Action)],
    guards: &mut Vec<(usize, GuardChange)>,
    reasons: &[TransactionReason],
) -> Result<bool, Error> {
    let of_guard =
        |reason: &TransactionReason| matches!(reason.cause, TransactionCause::Refused(Error::NotUnique(_)));
    if reasons.is_empty() || !reasons.iter().all(of_guard) {
        return Ok(false);
    }
    for reason in reasons {
        let find = |(_, guard): &(usize, GuardChange)| guard.key.to_string() == reason.key;
        let Some(at) = guards.iter().position(find) else { return Ok(false) };
        let Some((position, guard)) = guards.get_mut(at) else { return Ok(false) };
        match way(guard).await? {
            Way::Taken => return Ok(false),
            Way::Again => {}
            Way::Leave => drop(guards.remove(at)),
            // What the transaction does to that item is not known here.
            Way::Over { from, .. } if own.iter().any(|(_, action)| action.key == from) => return Ok(false),
            Way::Over { from, evidence, others } => {
                guard.from.push(from);
                guard.evidence.push(*evidence);
                let position = *position;
                guards.extend(others.into_iter().map(|other| (position, other)));
            }
        }
    }
    Ok(true)
}

/// What is to be done about a guard that refused a change.
#[derive(Debug)]
enum Way {
    /// The guard is another item's: the value is taken.
    Taken,
    /// The guard is another item's, and was to be deleted: it is left alone.
    Leave,
    /// The guard is gone meanwhile: the same change may be made.
    Again,
    /// The guard is in nobody's use: the change with its evidence, and what becomes of the other guards of an item that is
    /// deleted with it.
    Over { from: KeyValues, evidence: Box<Action>, others: Vec<GuardChange> },
}

/// Finds out, in two consistent reads at most.
async fn way(change: &GuardChange) -> Result<Way, Error> {
    if !change.takes {
        return Ok(Way::Leave);
    }
    let schema = change.entity;
    // The item may be another tenant's, where values are unique over all.
    let reach = Reach { core: change.reach.core.clone(), tenant: [].into() };
    let sent = read(&reach, schema, &change.key).await?;
    let Some(guard) = sent.view::<GetItem>(&reach)?.item else { return Ok(Way::Again) };
    let Some(owner) = owner(guard, schema) else { return Ok(Way::Taken) };
    let sent = read(&reach, schema, &owner).await?;
    let action = |verb| Action::new(reach.clone(), verb, schema, "unique", owner.clone());
    let over = |evidence, others| Way::Over { from: owner.clone(), evidence: Box::new(evidence), others };
    let Some(raw) = sent.view::<GetItem>(&reach)?.item else {
        return Ok(over(action(Verb::Update).require(Requires::Absence), Vec::new()));
    };
    // An item that cannot be read may have the value.
    let Ok(guards) = (change.read)(raw, &reach) else { return Ok(Way::Taken) };
    let unchanged = |action: Action, names: &[&'static str]| {
        names.iter().fold(action, |action, name| {
            let json = raw.find(name).ok().flatten().map(|value| value.json().as_bytes().to_vec());
            action.unchanged(*name, json)
        })
    };
    if !guards.iter().flatten().any(|guard| *guard == change.key) {
        return Ok(over(unchanged(action(Verb::Update), change.unique.attributes), Vec::new()));
    }
    let expired = Row::new(raw, schema, &[]).is_expired(schema.ttl, reach.core.clock.epoch_seconds());
    let (Some(ttl), true) = (schema.ttl, expired) else { return Ok(Way::Taken) };
    let others = schema.unique.iter().zip(guards).filter_map(|(unique, guard)| {
        let key = guard.filter(|guard| *guard != change.key)?;
        let (owner, from, evidence) = (owner.clone(), Vec::new(), Vec::new());
        Some(GuardChange { unique, key, owner, from, evidence, takes: false, ..change.clone() })
    });
    Ok(over(unchanged(action(Verb::Delete), &[ttl]), others.collect()))
}

async fn read(reach: &Reach, entity: &'static EntitySchema, key: &KeyValues) -> Result<Sent, Error> {
    let body = Body::new().key(key).flag("ConsistentRead", true).finish();
    let about = About { entity, pattern: "unique", index: None, condition: None };
    send::<GetItem>(reach, about, body).await.map_err(|error| service::<GetItem>(reach, error))
}

/// The key of the item that a guard names.
fn owner(guard: RawItem<'_>, entity: &'static EntitySchema) -> Option<KeyValues> {
    let attributes = guard.to_attributes().ok()?;
    let owner = attributes.get(OWNER)?.as_m().ok()?;
    let value = |name: &'static str| {
        use aws_sdk_dynamodb::types::AttributeValue::{B, N, S};
        let value = match owner.get(name)? {
            S(text) => KeyValue::S(text.clone()),
            N(digits) => KeyValue::N(digits.clone()),
            B(bytes) => KeyValue::B(bytes.clone().into_inner()),
            _ => return None,
        };
        Some((name, value))
    };
    let sort = match &entity.sort {
        Some(sort) => Some(value(sort.name)?),
        None => None,
    };
    Some(KeyValues { partition: value(entity.partition.name)?, sort })
}
