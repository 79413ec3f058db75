//! How much room the items of an entity take: a guess by those before, so that a text is allocated once.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::schema::EntitySchema;

const LEAST: usize = 512;
/// What one large item takes is not kept ready for all that follow.
const MOST: usize = 16 * 1024;

/// Places for entities; two that share one guess worse, and nothing else.
static SIZES: [AtomicUsize; 64] = [const { AtomicUsize::new(LEAST) }; 64];
static OTHER: AtomicUsize = AtomicUsize::new(LEAST);

/// The guess about one entity's items.
#[derive(Clone, Copy)]
pub(crate) struct Room(&'static AtomicUsize);

/// The guess about the items of this entity.
pub(crate) fn of(entity: &'static EntitySchema) -> Room {
    // Six bits of the address, of which all have a say.
    let place = (std::ptr::from_ref(entity).addr() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58;
    Room(usize::try_from(place).ok().and_then(|place| SIZES.get(place)).unwrap_or(&OTHER))
}

impl Room {
    /// Bytes to begin with.
    pub(crate) fn get(self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Learns from an item: grows with the first larger one, and shrinks slowly.
    pub(crate) fn set(self, bytes: usize) {
        let known = self.get();
        let wanted = bytes + bytes / 8;
        let next = if wanted > known { wanted } else { known - (known - wanted) / 16 };
        let next = next.clamp(LEAST, MOST);
        if next != known {
            self.0.store(next, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guess_follows_the_items() {
        static ENTITY: EntitySchema = EntitySchema::EMPTY;
        let room = of(&ENTITY);
        room.set(2_000);
        assert!(room.get() >= 2_000, "one larger item is enough");
        room.set(300_000);
        assert_eq!(room.get(), MOST);
        for _ in 0..1_000 {
            room.set(700);
        }
        assert!((700..1_000).contains(&room.get()), "{}", room.get());
        room.set(1);
        assert!(room.get() >= LEAST);
    }
}
