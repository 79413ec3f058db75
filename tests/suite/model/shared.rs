//! Items that every task changes: each change is made from what was loaded, and none is lost.
//!
//! A change gives an item a title that nobody gave it before, if it has the title that was loaded. So the changes of an item
//! are links of a chain: two that go from one title, or one that is not reached from the first, are a lost update.

use std::collections::BTreeMap;

use dal::Error;
use dal::prelude::*;

use super::{Task, is_service};
use crate::domain::*;
use crate::support::*;

/// How many items are everybody's.
const ITEMS: u128 = 3;
/// The first of their numbers: no task has places there.
const FIRST: u128 = 1_000_000;

/// A change of one item from one title to another.
#[derive(Clone, Debug)]
pub(super) struct Link {
    item: u128,
    from: String,
    /// How the change left it, all attributes.
    to: Item,
    /// Whether it was made for sure.
    sure: bool,
}

fn first(number: u128) -> Item {
    Item { title: "first".to_owned(), ..item(tenant_id(0), FIRST + number, Some(user_id(1))) }
}

/// Writes them.
pub(super) async fn write(dal: &Dal<Invocacare>) {
    for number in 0..ITEMS {
        first(number).create(&dal.tenant(tenant_id(0))).await.expect("created");
    }
}

impl Task {
    /// Loads one of them and patches it: its title, and often the owner, of whom its index key is made.
    pub(super) async fn change_shared(&mut self) {
        let number = u128::from(self.random.below(3));
        let scope = self.dal.tenant(tenant_id(0));
        let loaded = match Item::get_item(&scope, first(number).item_id).consistent().await {
            Ok(loaded) => loaded.expect("nobody deletes it"),
            Err(error) => {
                assert!(is_service(&error), "{error:?}");
                return self.count("failed calls");
            }
        };
        let owner = self.random.chance(0.7).then(|| user_id(u128::from(self.random.below(4))));
        let title = format!("{:016x}{:016x}", self.random.next(), self.random.next());
        let to = Item { title: title.clone(), owner_id: owner, ..loaded.clone() };
        let patch = loaded
            .patch(&scope)
            .set(Item::TITLE, title)
            .edit(Item::OWNER_ID, owner.map_or(dal::Edit::Clear, dal::Edit::Set))
            .only_if(Item::TITLE.eq(loaded.title.clone()));
        let link = |sure| Link { item: number, from: loaded.title.clone(), to: to.clone(), sure };
        match patch.await {
            Ok(patched) => {
                assert_eq!(patched, to);
                self.links.push(link(true));
            }
            Err(Error::ConditionFailed(failed) | Error::Conflict(failed)) => {
                self.count("lost a race");
                // An attempt of this call can have been the winner.
                if failed.maybe_applied {
                    self.links.push(link(false));
                }
            }
            Err(error) => {
                assert!(is_service(&error), "{error:?}");
                self.count("failed calls");
                self.links.push(link(false));
            }
        }
    }
}

/// What is stored at the end: the end of a chain that has every change that was made for sure.
pub(super) async fn settled(dal: &Dal<Invocacare>, links: &[Link]) -> Vec<Invocacare> {
    let mut items = Vec::new();
    for number in 0..ITEMS {
        let scope = dal.tenant(tenant_id(0));
        let stored = Item::get_item(&scope, first(number).item_id).consistent().await.expect("an answer");
        let stored = stored.expect("nobody deletes it");
        let own: Vec<&Link> = links.iter().filter(|link| link.item == number).collect();
        let mut by_title: BTreeMap<&str, &Link> = BTreeMap::new();
        for link in &own {
            assert!(by_title.insert(&link.to.title, link).is_none(), "a title is given once");
        }
        // From the end to the beginning.
        let mut chain = Vec::new();
        let mut at = stored.title.as_str();
        while at != "first" {
            let link = by_title.remove(at).unwrap_or_else(|| panic!("nobody made {stored:?} of {at}"));
            chain.push(link);
            at = &link.from;
        }
        let lost: Vec<_> = by_title.values().filter(|link| link.sure).collect();
        assert!(lost.is_empty(), "lost updates: {lost:?}");
        assert!(chain.len() > own.len() / 3, "most changes are made: {} of {}", chain.len(), own.len());
        assert_eq!(chain.first().map_or(&first(number), |link| &link.to), &stored);
        println!("{:>7} changes in the chain of shared item {number}", chain.len());
        items.push(Invocacare::Item(stored));
    }
    items
}
