//! Forged cursors of every paged query of InvocaCare's list inside a tenant: who may send a request can compute its
//! fingerprint. What stands behind it is then his to choose, and must not matter.

use super::attack::{Read, Reads, Tally, flip_all, forge_all, page};
use super::*;

impl Reads for Scope<Adversary> {
    const QUERIES: usize = 9;
    const NATIVE: bool = false;

    async fn read(&self, number: usize, after: Option<Cursor>, limit: u32) -> Read {
        let id = Ulid::from(7_u128);
        match number {
            0 => page(User::list_users(self), after, limit).await,
            1 => page(Item::list_items(self), after, limit).await,
            2 => page(Item::items_by_owner(self, id), after, limit).await,
            3 => {
                let range = at() + TimeDelta::minutes(1)..at() + TimeDelta::minutes(4);
                page(Item::items_by_owner(self, id).range(range), after, limit).await
            }
            4 => page(Call::open_calls(self), after, limit).await,
            5 => {
                page(Shift::team_schedule(self, id).range(..at() + TimeDelta::minutes(4)), after, limit).await
            }
            6 => page(Message::messages(self, id), after, limit).await,
            7 => page(Participation::participants(self, id), after, limit).await,
            _ => page(Participation::inbox(self, id).reverse(), after, limit).await,
        }
    }
}

/// Some of everything, most of it within what the queries read, and some beside it.
async fn fill(scope: &Scope<Adversary>, tenant: &str) -> Result<(), Error> {
    for number in 0..6_u32 {
        let mut world = world(tenant, tenant);
        let (id, minutes) = (Ulid::from(u128::from(number) + 1), TimeDelta::minutes(number.into()));
        let at = at() + minutes;
        let group = Ulid::from(if number == 5 { 8 } else { 7_u128 });
        (world.user.user_id, world.item.item_id, world.call.call_id) = (id, id, id);
        world.user.email = format!("{number}@x.example");
        (world.item.owner_id, world.item.created_at) = (Some(group), at);
        (world.call.received_at, world.shift.team_id, world.shift.starts_at) = (at, group, at);
        (world.participation.thread_id, world.participation.participant_id) = (id, group);
        world.participation.last_message_at = at;
        for message in &mut world.messages {
            (message.thread_id, message.message_id) = (group, id);
            message.put(scope).await?;
        }
        world.user.put(scope).await?;
        world.item.put(scope).await?;
        world.call.put(scope).await?;
        world.shift.put(scope).await?;
        world.participation.put(scope).await?;
        // And one of many in a thread.
        (world.participation.thread_id, world.participation.participant_id) = (group, id);
        world.participation.put(scope).await?;
    }
    let mut world = world(tenant, tenant);
    world.tenant.put(scope).await?;
    world.subscription.put(scope).await
}

#[tokio::test]
async fn whatever_stands_behind_a_right_fingerprint_reads_nothing_foreign() {
    let mut tally = Tally::default();
    let pairs = [("a", "a#"), ("ab", "a"), ("é", "e\u{301}")];
    for (one, other) in pairs.into_iter().take(scaled(pairs.len(), 1)) {
        let dal: Dal<Adversary> = fresh().await;
        let (mine, theirs) = (dal.tenant(one), dal.tenant(other));
        fill(&mine, one).await.unwrap();
        fill(&theirs, other).await.unwrap();
        forge_all(&mine, &theirs, other, &mut tally).await;
    }
    // Some are good enough to be read behind, and most are not.
    assert!(tally.read > 200 && tally.refused > 1_000, "{} read, {} refused", tally.read, tally.refused);
}

#[tokio::test]
async fn every_bit_of_a_cursor_flipped_reads_nothing_foreign() {
    let dal: Dal<Adversary> = fresh().await;
    let (mine, theirs) = (dal.tenant("a"), dal.tenant("a#"));
    fill(&mine, "a").await.unwrap();
    fill(&theirs, "a#").await.unwrap();
    let mut tally = Tally::default();
    flip_all(&mine, &mut tally).await;
    assert!(tally.read > 200 && tally.refused > 200, "{} read, {} refused", tally.read, tally.refused);
}
