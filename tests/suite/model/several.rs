//! Operations on several places at once.

use std::collections::BTreeSet;

use dal::prelude::*;
use dal::{BatchWrite, Error, Transaction, TransactionCause};

use super::world::{self, each};
use super::{Task, check, is_service};
use crate::domain::*;

/// One action of a transaction, and what it leaves.
struct Step {
    slot: usize,
    old: Option<Invocacare>,
    item: Invocacare,
    verb: Verb,
    after: Option<Invocacare>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verb {
    Create,
    Put,
    Delete,
    Check,
}

impl Task {
    /// Some places, each once.
    fn places(&mut self, most: u64, fit: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut slots = BTreeSet::new();
        for _ in 0..2 + self.random.below(most) {
            slots.insert(self.random.index(self.slots.len()));
        }
        slots.into_iter().filter(|slot| fit(self.slots[*slot].place.kind)).collect()
    }

    /// An item from one place into another of its tenant, with its index keys and its guard.
    pub(super) async fn move_to(&mut self) {
        let (from, old, _) = self.draw().await;
        let place = self.slots[from].place;
        // A clinic has one record and one subscription: they have nowhere to go.
        let others: Vec<usize> = (0..self.slots.len())
            .filter(|slot| *slot != from && place.kind > 1)
            .filter(|slot| {
                let other = self.slots[*slot].place;
                (other.kind, other.tenant) == (place.kind, place.tenant)
            })
            .collect();
        if others.is_empty() {
            return;
        }
        let to = others[self.random.index(others.len())];
        let there = self.settle(to).await;
        let new = self.slots[to].place.item(&mut self.random);
        let loaded = old.clone().unwrap_or_else(|| self.slots[from].example.clone());
        let scope = self.scope(from);
        let moved = match (&loaded, &new) {
            (Invocacare::User(old), Invocacare::User(new)) => old.move_to(&scope, new).await,
            (Invocacare::Item(old), Invocacare::Item(new)) => old.move_to(&scope, new).await,
            (Invocacare::Call(old), Invocacare::Call(new)) => old.move_to(&scope, new).await,
            (Invocacare::Shift(old), Invocacare::Shift(new)) => old.move_to(&scope, new).await,
            (Invocacare::Message(old), Invocacare::Message(new)) => old.move_to(&scope, new).await,
            (Invocacare::Participation(old), Invocacare::Participation(new)) => {
                old.move_to(&scope, new).await
            }
            both => panic!("{both:?} are of one entity"),
        };
        match (moved, old, there) {
            (Ok(()), Some(_), None) => {
                self.becomes(from, [None]);
                self.becomes(to, [Some(new)]);
            }
            (Err(Error::NotFound(_)), None, _) | (Err(Error::AlreadyExists(_)), _, Some(_)) => {}
            (Err(Error::NotUnique(_)), ..) => self.taken(to, &new).await,
            (Err(error), old, there) if is_service(&error) => {
                self.count("failed calls");
                let before = [(from, old), (to, there)];
                self.all_or_none(&before, &[(from, None), (to, Some(new))]).await;
            }
            (result, old, there) => panic!("{old:?} to {there:?}: {result:?}"),
        }
    }

    /// Creates, puts, deletes and checks in one transaction: all or none.
    pub(super) async fn transaction(&mut self) {
        let mut steps = Vec::new();
        for slot in self.places(4, |_| true) {
            let old = self.settle(slot).await;
            let mut item = self.slots[slot].place.item(&mut self.random);
            world::loaded(&mut item, old.as_ref());
            // Mostly what can be done, so that most transactions are.
            let likely =
                if old.is_some() { [Verb::Put, Verb::Delete, Verb::Check] } else { [Verb::Create; 3] };
            let any = [Verb::Create, Verb::Put, Verb::Delete, Verb::Check];
            let verb = if self.random.chance(0.9) {
                likely[self.random.index(3)]
            } else {
                any[self.random.index(4)]
            };
            let after = match verb {
                Verb::Create => Some(world::written(&item, 1)),
                Verb::Put => Some(world::written(&item, world::version(old.as_ref()) + 1)),
                Verb::Delete => None,
                Verb::Check => old.clone(),
            };
            steps.push(Step { slot, old, item, verb, after });
        }
        let scopes: Vec<_> = steps.iter().map(|step| self.scope(step.slot)).collect();
        let mut items: Vec<_> = steps.iter().map(|step| step.item.clone()).collect();
        let mut transaction = Transaction::new();
        for ((step, item), at) in steps.iter().zip(&mut items).zip(&scopes) {
            transaction = match step.verb {
                Verb::Create => each!(item, item => transaction.add(item.create(at))),
                Verb::Put => each!(item, item => transaction.add(item.put(at))),
                Verb::Check => each!(item, item => transaction.add(check_of(item, at))),
                Verb::Delete => match item {
                    Invocacare::Tenant(item) => transaction.add(Tenant::delete(at, item.key())),
                    Invocacare::Subscription(item) => {
                        transaction.add(Subscription::delete(at, item.key()).any_version())
                    }
                    Invocacare::User(item) => transaction.add(User::delete(at, item.key())),
                    Invocacare::Item(item) => transaction.add(Item::delete(at, item.key())),
                    Invocacare::Call(item) => transaction.add(Call::delete(at, item.key())),
                    Invocacare::Shift(item) => transaction.add(Shift::delete(at, item.key())),
                    Invocacare::Message(item) => transaction.add(Message::delete(at, item.key())),
                    Invocacare::Participation(item) => transaction.add(Participation::delete(at, item.key())),
                },
            };
        }
        let result = transaction.await;
        let unfit = |step: &Step| match step.verb {
            Verb::Create => step.old.is_some(),
            Verb::Check => step.old.is_none(),
            Verb::Put | Verb::Delete => false,
        };
        match result {
            Ok(()) => {
                assert!(!steps.iter().any(unfit), "a transaction went through that could not");
                self.count("transactions done");
                steps.into_iter().for_each(|step| self.becomes(step.slot, [step.after]));
            }
            // Two users of one transaction cannot have one address.
            Err(Error::NotUnique(_)) => self.count("transactions refused"),
            Err(error) if is_service(&error) => {
                self.count("failed calls");
                let before: Vec<_> = steps.iter().map(|step| (step.slot, step.old.clone())).collect();
                let after: Vec<_> = steps.into_iter().map(|step| (step.slot, step.after)).collect();
                self.all_or_none(&before, &after).await;
            }
            Err(Error::Transaction(failed)) => {
                self.count("transactions refused");
                for reason in &failed.reasons {
                    let step = &steps[reason.position];
                    let TransactionCause::Refused(why) = &reason.cause else { continue };
                    match why {
                        Error::NotUnique(_) => assert!(matches!(step.item, Invocacare::User(_)), "{why:?}"),
                        _ => assert!(unfit(step), "{:?} {:?}: {why:?}", step.verb, step.old),
                    }
                }
                assert!(!failed.reasons.is_empty(), "{failed:?}");
            }
            Err(error) => panic!("{error:?}"),
        }
    }

    /// Looks up what an open answer did to several places: all of it, or nothing.
    async fn all_or_none(
        &mut self,
        before: &[(usize, Option<Invocacare>)],
        after: &[(usize, Option<Invocacare>)],
    ) {
        self.count("open answers looked up");
        let mut stored = Vec::new();
        for (slot, _) in before {
            stored.push(check::read(&self.plain, &self.slots[*slot].key).await);
        }
        let is = |states: &[(usize, Option<Invocacare>)]| {
            let expected =
                |state: &Option<Invocacare>| state.as_ref().map(|item| check::expected(&self.plain, item));
            states.iter().map(|(_, state)| expected(state)).eq(stored.iter().cloned())
        };
        let states = if is(before) { before } else { after };
        assert!(is(states), "half of it was done: {before:?}, {after:?}, {stored:?}");
        states.iter().for_each(|(slot, state)| self.becomes(*slot, [state.clone()]));
    }

    /// Puts and deletes without conditions; what was left is open, and so is all of a call that failed.
    pub(super) async fn batch_write(&mut self) {
        // Versions and unique values are not for batches: the types do not allow it.
        let slots = self.places(30, |kind| kind != 1 && kind != 2);
        let mut batch = BatchWrite::new().deadline(std::time::Duration::from_millis(200));
        let mut states = Vec::new();
        for slot in slots {
            let old = self.settle(slot).await;
            let scope = self.scope(slot);
            let item = self.slots[slot].place.item(&mut self.random);
            let delete = self.random.chance(0.2);
            batch = match &item {
                Invocacare::Tenant(item) if delete => batch.delete(&scope, item.key()),
                Invocacare::Tenant(item) => batch.put(&scope, item),
                Invocacare::Item(item) if delete => batch.delete(&scope, item.key()),
                Invocacare::Item(item) => batch.put(&scope, item),
                Invocacare::Call(item) if delete => batch.delete(&scope, item.key()),
                Invocacare::Call(item) => batch.put(&scope, item),
                Invocacare::Shift(item) if delete => batch.delete(&scope, item.key()),
                Invocacare::Shift(item) => batch.put(&scope, item),
                Invocacare::Message(item) if delete => batch.delete(&scope, item.key()),
                Invocacare::Message(item) => batch.put(&scope, item),
                Invocacare::Participation(item) if delete => batch.delete(&scope, item.key()),
                Invocacare::Participation(item) => batch.put(&scope, item),
                Invocacare::Subscription(_) | Invocacare::User(_) => continue,
            };
            states.push((slot, old, (!delete).then_some(item)));
        }
        let written = batch.await.expect("nothing is wrong with what it asks");
        let left: BTreeSet<usize> = written.unprocessed().map(|left| left.position()).collect();
        for (position, (slot, old, new)) in states.into_iter().enumerate() {
            if left.contains(&position) {
                self.count("items of batches left");
                self.becomes(slot, [old, new]);
            } else {
                self.becomes(slot, [new]);
            }
        }
    }
}

/// A check that the item is there.
fn check_of<E>(item: &E, at: &E::Handle<Invocacare>) -> dal::Check<E>
where
    E: dal::Entity,
    Invocacare: dal::Holds<E>,
{
    E::check(at, item.key())
}
