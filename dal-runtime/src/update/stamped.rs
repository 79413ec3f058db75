//! An update that still needs the group of attributes that the time of the last write is in.

use std::marker::PhantomData;

use super::Update;
use crate::entity::{Entity, KeyGroup};

/// An [`Update`] of an entity with an index by the time of the last write. Every update changes that time, and so the
/// index's key, of which group `G` is the rest. It is atomic as an update is.
#[derive(Debug)]
#[must_use = "nothing is written until the group is set and it is awaited"]
pub struct UpdateStamped<E: Entity, G> {
    update: Update<E>,
    group: PhantomData<fn() -> G>,
}

impl<E: Entity, G: KeyGroup<Entity = E>> UpdateStamped<E, G> {
    pub(crate) fn of_version(self, version: i128) -> Self {
        Self { update: self.update.of_version(version), group: PhantomData }
    }

    /// Sets the group, and gives the update.
    pub fn set_group(self, group: G) -> Update<E> {
        self.update.set_group(group)
    }
}

impl<E: Entity, G> From<Update<E>> for UpdateStamped<E, G> {
    fn from(update: Update<E>) -> Self {
        Self { update, group: PhantomData }
    }
}
