//! Writes by key of items that have a version: they say which one they expect.

use crate::entity::{Entity, KeyGroup};
use crate::handle::Handle;
use crate::op::delete::Delete;
use crate::update::{Update, UpdateStamped};

/// A write by key of an item that has a version: it says which one to expect, or that any will do.
///
/// `W` is an [`Update`], an [`UpdateStamped`] or a [`Delete`].
#[derive(Debug)]
#[must_use = "nothing is written until a version is given, or `any_version()`, and it is awaited"]
pub struct NeedsVersion<W>(pub(crate) W);

impl<W: Expecting> NeedsVersion<W> {
    /// Writes only if the stored item has this version; else it awaits to
    /// [`Error::VersionConflict`](crate::Error::VersionConflict), with the stored item.
    pub fn expect_version(self, version: impl Into<i128>) -> W {
        self.0.expecting(version.into())
    }

    /// Writes whatever the version of the stored item is, and whoever wrote it last.
    pub fn any_version(self) -> W {
        self.0
    }
}

/// A write by key, before it says which version it expects.
pub fn needs_version<W>(write: W) -> NeedsVersion<W> {
    NeedsVersion(write)
}

/// The update of an item that was loaded, if it still has that version.
pub fn update_loaded<E: Entity>(item: &E, at: &impl Handle) -> Update<E> {
    Update::loaded(item, at, super::stamps::expected(item))
}

/// A write that can have a version as its condition.
pub trait Expecting: Sized {
    /// The write under that condition.
    #[doc(hidden)]
    fn expecting(self, version: i128) -> Self;
}

impl<E: Entity> Expecting for Delete<E> {
    fn expecting(self, version: i128) -> Self {
        self.of_version(version)
    }
}

impl<E: Entity, R> Expecting for Update<E, R> {
    fn expecting(self, version: i128) -> Self {
        self.of_version(version)
    }
}

impl<E: Entity, G: KeyGroup<Entity = E>> Expecting for UpdateStamped<E, G> {
    fn expecting(self, version: i128) -> Self {
        self.of_version(version)
    }
}
