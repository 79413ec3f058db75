//! Many items at once: batches, on the engine under test and over a wire with faults.

mod faults;
mod get;
mod hydrate;
mod laws;
mod scan;
mod write;

use crate::domain::*;
use crate::support::*;

/// Items of one clinic.
fn items(count: u128) -> Vec<Item> {
    (0..count).map(|number| item(tenant_id(0), number, Some(user_id(number % 3)))).collect()
}

fn keys(numbers: impl IntoIterator<Item = u128>) -> Vec<ItemKey> {
    numbers.into_iter().map(|number| ItemKey { item_id: ItemId(ulid::Ulid::from(number + 1)) }).collect()
}
