//! Operations on one place.

use std::collections::BTreeMap;
use std::time::Duration;

use dal::Error;
use dal::prelude::*;

use super::world::{self, each};
use super::{Task, check, is_service};
use crate::domain::*;

impl Task {
    pub(super) async fn create(&mut self, token: bool) {
        let (slot, old, mut new) = self.draw().await;
        let scope = self.scope(slot);
        let written = world::written(&new, 1);
        // An address is kept unique by a transaction, whose token makes its answer certain.
        let certain = token || matches!(new, Invocacare::User(_));
        let result = each!(&mut new, item => {
            let create = item.create(&scope);
            if token { create.with_write_token().await } else { create.await }
        });
        match (result, old) {
            (Err(Error::NotUnique(_)), _) => self.taken(slot, &written).await,
            (Ok(()), None) => self.becomes(slot, [Some(new)]),
            (Ok(()), Some(old)) => panic!("{old:?} was overwritten by a create"),
            (Err(Error::AlreadyExists(failed)), Some(old)) => {
                assert!(!(certain && failed.maybe_applied), "{old:?}");
                if failed.maybe_applied {
                    self.count("maybe applied, and not");
                }
            }
            // Nobody else writes here: it was an attempt of this call.
            (Err(Error::AlreadyExists(failed)), None) => {
                assert!(!certain && failed.maybe_applied, "{new:?}");
                assert_eq!(failed.stored_equals_sent, Some(true), "{new:?}");
                self.count("maybe applied, and so it was");
                self.becomes(slot, [Some(written)]);
            }
            (Err(error), None) => self.open(slot, error, [None, Some(written)]),
            (Err(error), old) => self.open(slot, error, [old]),
        }
    }

    /// Another user has the address: the place is as it was, and there is a guard, or was.
    pub(super) async fn taken(&mut self, slot: usize, new: &Invocacare) {
        let Invocacare::User(user) = new else { panic!("{new:?} has no address") };
        let owner = check::owner(&self.plain, user).await;
        self.count(if owner.is_some() { "addresses refused" } else { "addresses refused, and free by now" });
        assert_ne!(owner.as_ref(), Some(&self.slots[slot].key), "{user:?} has its own address");
    }

    pub(super) async fn put(&mut self) {
        let (slot, old, mut new) = self.draw().await;
        let scope = self.scope(slot);
        let written = world::written(&new, world::version(old.as_ref()) + 1);
        match each!(&mut new, item => item.put(&scope).await) {
            Ok(()) => {
                assert_eq!(new, written);
                self.becomes(slot, [Some(new)]);
            }
            Err(Error::NotUnique(_)) => self.taken(slot, &written).await,
            Err(Error::VersionConflict(failed)) => self.repeated(slot, &failed, written),
            Err(error) => self.open(slot, error, [old, Some(written)]),
        }
    }

    /// Nobody else writes to this place: the version that was met is that of an attempt of this call.
    fn repeated(&mut self, slot: usize, failed: &dal::ConditionFailed, written: Invocacare) {
        assert!(failed.maybe_applied, "{written:?}");
        self.count("maybe applied, and so it was");
        self.becomes(slot, [Some(written)]);
    }

    /// A put whose future is dropped at one of its awaits.
    pub(super) async fn cancelled_put(&mut self) {
        let (slot, old, mut new) = self.draw().await;
        let scope = self.scope(slot);
        let written = world::written(&new, world::version(old.as_ref()) + 1);
        let patience = Duration::from_micros(self.random.below(1_500));
        let put =
            each!(&mut new, item => tokio::time::timeout(patience, item.put(&scope).into_future()).await);
        match put {
            Ok(Ok(())) => self.becomes(slot, [Some(written)]),
            Ok(Err(Error::NotUnique(_))) => self.taken(slot, &written).await,
            Ok(Err(Error::VersionConflict(failed))) => self.repeated(slot, &failed, written),
            Ok(Err(error)) => self.open(slot, error, [old, Some(written)]),
            Err(_) => {
                self.count("dropped futures");
                // A request that is on its way is carried out before this task reads what is stored.
                self.becomes(slot, [old, Some(written)]);
            }
        }
    }

    pub(super) async fn update(&mut self) {
        let (slot, old, mut new) = self.draw().await;
        // What no update sets stays.
        if let (Some(old), new) = (&old, &mut new) {
            world::keep(old, new);
        }
        let written = world::written(&new, world::version(old.as_ref()) + 1);
        let scope = self.scope(slot);
        match (world::update(&new, &scope).await, old) {
            (Ok(updated), Some(_)) => {
                assert_eq!(updated, written);
                self.becomes(slot, [Some(written)]);
            }
            (Err(Error::VersionConflict(failed)), Some(_)) => self.repeated(slot, &failed, written),
            (Ok(updated), None) => panic!("an update made {updated:?}"),
            (Err(Error::NotFound(_)), None) => {}
            (Err(Error::NotFound(_)), Some(old)) => panic!("{old:?} is lost"),
            (Err(error), Some(old)) => self.open(slot, error, [Some(old), Some(written)]),
            (Err(error), None) => self.open(slot, error, [None]),
        }
    }

    /// A patch of what is stored, or of nothing.
    pub(super) async fn patch(&mut self) {
        let (slot, old, mut new) = self.draw().await;
        let mut loaded = old.clone().unwrap_or_else(|| new.clone());
        world::unpatched(&loaded, &mut new);
        let written = world::written(&new, world::version(old.as_ref()) + 1);
        let scope = self.scope(slot);
        match (world::patch(&mut loaded, &new, &scope).await, old) {
            (Ok(patched), Some(_)) => {
                assert_eq!(patched, written);
                self.becomes(slot, [Some(written)]);
            }
            (Ok(patched), None) => panic!("a patch made {patched:?}"),
            (Err(Error::NotUnique(_)), Some(_)) => self.taken(slot, &written).await,
            (Err(Error::VersionConflict(failed)), Some(_)) => self.repeated(slot, &failed, written),
            // An attempt of this call changed what the patch compares.
            (Err(Error::Conflict(failed)), Some(_)) => self.repeated(slot, &failed, written),
            (Err(Error::NotFound(_)), None) => {}
            (Err(Error::NotUnique(_)), None) => {}
            (Err(Error::NotFound(_)), Some(old)) => panic!("{old:?} is lost"),
            (Err(error), Some(old)) => self.open(slot, error, [Some(old), Some(written)]),
            (Err(error), None) => self.open(slot, error, [None]),
        }
    }

    pub(super) async fn upsert(&mut self) {
        let (slot, old, mut new) = self.draw().await;
        let scope = self.scope(slot);
        let written = world::written(&new, world::version(old.as_ref()) + 1);
        match world::upsert(&mut new, &scope).await {
            Ok(stored) => {
                assert_eq!(stored, written);
                self.becomes(slot, [Some(written)]);
            }
            Err(Error::NotUnique(_)) => self.taken(slot, &written).await,
            Err(Error::VersionConflict(failed)) => self.repeated(slot, &failed, written),
            Err(error) => self.open(slot, error, [old, Some(written)]),
        }
    }

    pub(super) async fn delete(&mut self) {
        let (slot, old, new) = self.draw().await;
        let scope = self.scope(slot);
        let result = match new {
            Invocacare::Tenant(item) => Tenant::delete(&scope, item.key()).await,
            Invocacare::Subscription(item) => Subscription::delete(&scope, item.key()).any_version().await,
            Invocacare::User(item) => User::delete(&scope, item.key()).await,
            Invocacare::Item(item) => Item::delete(&scope, item.key()).await,
            Invocacare::Call(item) => Call::delete(&scope, item.key()).await,
            Invocacare::Shift(item) => Shift::delete(&scope, item.key()).await,
            Invocacare::Message(item) => Message::delete(&scope, item.key()).await,
            Invocacare::Participation(item) => Participation::delete(&scope, item.key()).await,
        };
        match result {
            Ok(()) => self.becomes(slot, [None]),
            Err(error) => self.open(slot, error, [old, None]),
        }
    }

    /// A delete that must find an item, of two entities that stand for all.
    pub(super) async fn delete_existing(&mut self) {
        let (slot, old, new) = self.draw().await;
        let scope = self.scope(slot);
        let result = match new {
            Invocacare::Item(item) => Item::delete(&scope, item.key()).must_exist().await,
            Invocacare::Call(item) => Call::delete(&scope, item.key()).must_exist().await,
            _ => return,
        };
        match (result, old) {
            (Ok(()), Some(_)) => self.becomes(slot, [None]),
            (Ok(()), None) => panic!("{:?} was deleted, but not there", self.slots[slot].place),
            (Err(Error::NotFound(_)), None) => {}
            (Err(Error::NotFound(failed)), Some(old)) => {
                assert!(failed.maybe_applied, "{old:?} is lost");
                self.count("maybe applied, and so it was");
                self.becomes(slot, [None]);
            }
            (Err(error), old) => self.open(slot, error, [old, None]),
        }
    }

    /// Lists an entity, and finds each of this task's own items as the model has it.
    pub(super) async fn list(&mut self) {
        let (slot, _, like) = self.draw().await;
        let scope = self.scope(slot);
        let page = 1 + u32::try_from(self.random.below(7)).expect("small");
        let listed = match world::list(&like, &scope, page).await {
            Ok(listed) => listed,
            Err(error) => {
                assert!(is_service(&error), "{error:?}");
                return self.count("failed calls");
            }
        };
        let mut found: BTreeMap<[String; 2], Vec<Invocacare>> = BTreeMap::new();
        for item in listed {
            found.entry(check::key(&check::expected(&self.plain, &item))).or_default().push(item);
        }
        for slot in self.slots.iter().filter(|slot| world::is_listed(&like, &slot.example)) {
            let own = found.remove(&slot.key).unwrap_or_default();
            assert!(own.len() <= 1, "{own:?} is listed twice");
            let own = own.into_iter().next();
            assert!(slot.states.contains(&own), "{own:?} is listed, but there is {:?}", slot.states);
        }
    }
}
