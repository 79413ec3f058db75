//! The entities of InvocaCare as the model makes, changes and reads them: one arm an entity in each function.

use chrono::{DateTime, TimeDelta, Utc};
use dal::prelude::*;
use dal::{Error, Ttl};
use ulid::Ulid;

use super::random::Random;
use crate::domain::*;
use crate::support::{at, tenant_id};

/// How many entities there are.
pub const KINDS: usize = 8;

/// Runs the same code for the item of any entity.
macro_rules! each {
    ($any:expr, $item:ident => $body:expr) => {
        match $any {
            Invocacare::Tenant($item) => $body,
            Invocacare::Subscription($item) => $body,
            Invocacare::User($item) => $body,
            Invocacare::Item($item) => $body,
            Invocacare::Call($item) => $body,
            Invocacare::Shift($item) => $body,
            Invocacare::Message($item) => $body,
            Invocacare::Participation($item) => $body,
        }
    };
}
pub(super) use each;

/// An item's place: what its primary key is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub kind: usize,
    pub tenant: u128,
    pub number: u128,
}

fn time(random: &mut Random) -> DateTime<Utc> {
    at(i64::try_from(random.below(100_000)).expect("small")) + TimeDelta::milliseconds(7)
}

/// One of a few, so that items of several tasks meet in one index partition.
fn person(random: &mut Random) -> Ulid {
    Ulid::from(u128::from(random.below(5)) + 1)
}

fn words(random: &mut Random) -> String {
    ["", "a", "needs attention", "über #1$", "\"quoted\"\n", "日本"][random.index(6)].to_owned()
}

/// One of a few, in either case: users of several tasks want the same one.
fn address(random: &mut Random) -> String {
    let (number, name) = (random.below(20), ["user", "User"][random.index(2)]);
    format!("{name}{number}@clinic.example")
}

/// What an item's version is, or would be the first time it is written.
pub fn version(item: Option<&Invocacare>) -> u64 {
    match item {
        Some(Invocacare::Subscription(item)) => item.rev,
        _ => 0,
    }
}

/// The item with that version, where it has one.
pub fn written(item: &Invocacare, version: u64) -> Invocacare {
    match item.clone() {
        Invocacare::Subscription(item) => Invocacare::Subscription(Subscription { rev: version, ..item }),
        other => other,
    }
}

/// Makes `new` a change of what was loaded.
pub fn loaded(new: &mut Invocacare, old: Option<&Invocacare>) {
    *new = written(new, version(old));
}

/// What [`update`] does not set is as it is stored.
pub fn keep(old: &Invocacare, new: &mut Invocacare) {
    match (old, new) {
        (Invocacare::Call(old), Invocacare::Call(new)) => new.phone.clone_from(&old.phone),
        // A unique value is changed by a write that knows the old one.
        (Invocacare::User(old), Invocacare::User(new)) => new.email.clone_from(&old.email),
        _ => {}
    }
}

/// What [`patch`] does not set is as it is stored.
pub fn unpatched(old: &Invocacare, new: &mut Invocacare) {
    match (old, new) {
        (Invocacare::Tenant(old), Invocacare::Tenant(new)) => new.name.clone_from(&old.name),
        (Invocacare::Subscription(old), Invocacare::Subscription(new)) => {
            *new = Subscription { plan: new.plan.clone(), seats: new.seats, rev: new.rev, ..old.clone() };
        }
        (Invocacare::User(old), Invocacare::User(new)) => new.role.clone_from(&old.role),
        // Half of what an index key is made of.
        (Invocacare::Item(old), Invocacare::Item(new)) => new.created_at = old.created_at,
        (Invocacare::Call(old), Invocacare::Call(new)) => {
            *new = Call { status: new.status, complaint: new.complaint.clone(), ..old.clone() };
        }
        (Invocacare::Shift(old), Invocacare::Shift(new)) => new.ends_at = old.ends_at,
        (Invocacare::Message(old), Invocacare::Message(new)) => new.sender_id = old.sender_id,
        _ => {}
    }
}

/// Patches the loaded item to be `new`.
pub async fn patch(
    loaded: &mut Invocacare,
    new: &Invocacare,
    at: &Scope<Invocacare>,
) -> Result<Invocacare, Error> {
    Ok(match (loaded, new.clone()) {
        (Invocacare::Tenant(loaded), Invocacare::Tenant(new)) => {
            let patch = loaded.patch(at).set(Tenant::CITY, new.city).set(Tenant::STATUS, new.status);
            Invocacare::Tenant(patch.set(Tenant::CREATED_AT, new.created_at).await?)
        }
        (Invocacare::Subscription(loaded), Invocacare::Subscription(new)) => {
            let patch = loaded.patch(at).set(Subscription::PLAN, new.plan);
            patch.set(Subscription::SEATS, new.seats).await?;
            Invocacare::Subscription(loaded.clone())
        }
        (Invocacare::User(loaded), Invocacare::User(new)) => {
            let patch = loaded.patch(at).set(User::NAME, new.name).set(User::EMAIL, new.email);
            Invocacare::User(patch.await?)
        }
        (Invocacare::Item(loaded), Invocacare::Item(new)) => {
            let patch = loaded.patch(at).set(Item::TITLE, new.title).set(Item::STATUS, new.status);
            let owner = new.owner_id.map_or(dal::Edit::Clear, dal::Edit::Set);
            Invocacare::Item(patch.edit(Item::OWNER_ID, owner).await?)
        }
        (Invocacare::Call(loaded), Invocacare::Call(new)) => {
            let patch = loaded.patch(at).set(Call::STATUS, new.status).set(Call::COMPLAINT, new.complaint);
            Invocacare::Call(patch.await?)
        }
        (Invocacare::Shift(loaded), Invocacare::Shift(new)) => {
            Invocacare::Shift(loaded.patch(at).set(Shift::USER_ID, new.user_id).await?)
        }
        (Invocacare::Message(loaded), Invocacare::Message(new)) => {
            let expiry = new.expires_at.map_or(dal::Edit::Clear, dal::Edit::Set);
            let patch = loaded.patch(at).set(Message::BODY, new.body).edit(Message::EXPIRES_AT, expiry);
            Invocacare::Message(patch.await?)
        }
        (Invocacare::Participation(loaded), Invocacare::Participation(new)) => {
            let patch = loaded.patch(at).set(Participation::TITLE, new.title);
            Invocacare::Participation(patch.set(Participation::LAST_MESSAGE_AT, new.last_message_at).await?)
        }
        (loaded, new) => panic!("{loaded:?} and {new:?} are of one place"),
    })
}

/// Writes the whole item, whether there is one or not.
pub async fn upsert(new: &mut Invocacare, at: &Scope<Invocacare>) -> Result<Invocacare, Error> {
    Ok(match new {
        Invocacare::Tenant(item) => Invocacare::Tenant(item.upsert(at).await?),
        Invocacare::Subscription(item) => {
            item.upsert(at).await?;
            Invocacare::Subscription(item.clone())
        }
        Invocacare::User(item) => Invocacare::User(item.upsert(at).await?),
        Invocacare::Item(item) => Invocacare::Item(item.upsert(at).await?),
        Invocacare::Call(item) => Invocacare::Call(item.upsert(at).await?),
        Invocacare::Shift(item) => Invocacare::Shift(item.upsert(at).await?),
        Invocacare::Message(item) => Invocacare::Message(item.upsert(at).await?),
        Invocacare::Participation(item) => Invocacare::Participation(item.upsert(at).await?),
    })
}

impl Place {
    /// A new item in this place, of random attributes.
    pub fn item(self, random: &mut Random) -> Invocacare {
        let tenant_id = tenant_id(self.tenant);
        let id = Ulid::from(self.number);
        let thread_id = ThreadId(Ulid::from(self.number % 3 + 1));
        match self.kind {
            0 => Invocacare::Tenant(Tenant {
                tenant_id,
                name: words(random),
                city: words(random),
                status: [TenantStatus::Trial, TenantStatus::Active, TenantStatus::Suspended][random.index(3)],
                created_at: time(random),
            }),
            1 => Invocacare::Subscription(Subscription {
                tenant_id,
                plan: words(random),
                seats: u32::try_from(random.below(1_000)).expect("small"),
                price: "10.00".to_owned(),
                currency: "USD".to_owned(),
                renews_on: time(random).date_naive(),
                rev: 0,
            }),
            2 => Invocacare::User(User {
                tenant_id,
                user_id: UserId(id),
                name: words(random),
                email: address(random),
                role: words(random),
            }),
            3 => Invocacare::Item(Item {
                tenant_id,
                item_id: ItemId(id),
                owner_id: random.chance(0.7).then(|| UserId(person(random))),
                title: words(random),
                status: words(random),
                created_at: time(random),
            }),
            4 => Invocacare::Call(Call {
                tenant_id,
                call_id: CallId(id),
                name: words(random),
                phone: "+1 503-555-0100".to_owned(),
                complaint: words(random),
                urgency: [Urgency::Emergency, Urgency::Urgent, Urgency::Routine][random.index(3)],
                status: [CallStatus::Waiting, CallStatus::InProgress, CallStatus::Closed][random.index(3)],
                received_at: time(random),
            }),
            5 => Invocacare::Shift(Shift {
                tenant_id,
                team_id: TeamId(Ulid::from(self.number % 3 + 1)),
                starts_at: at(i64::try_from(self.number).expect("small")),
                ends_at: time(random),
                user_id: UserId(person(random)),
            }),
            6 => Invocacare::Message(Message {
                tenant_id,
                thread_id,
                sent_at: at(i64::try_from(self.number / 7).expect("small")),
                message_id: MessageId(id),
                sender_id: ParticipantId(person(random)),
                body: words(random),
                // Far from now: what is expired is hidden, and that is another test.
                expires_at: random.chance(0.5).then(|| Ttl::from_epoch_seconds(4_000_000_000)),
            }),
            _ => Invocacare::Participation(Participation {
                tenant_id,
                thread_id,
                participant_id: ParticipantId(id),
                title: words(random),
                last_message_at: time(random),
            }),
        }
    }
}

/// Updates the item in the place of `new` to be `new`: every attribute and group that an update can set.
pub async fn update(new: &Invocacare, at: &Scope<Invocacare>) -> Result<Invocacare, Error> {
    Ok(match new.clone() {
        Invocacare::Tenant(new) => {
            let update =
                Tenant::update(at, new.key()).set(Tenant::NAME, new.name).set(Tenant::CITY, new.city);
            let group = TenantGsi1Parts { created_at: new.created_at };
            Invocacare::Tenant(update.set(Tenant::STATUS, new.status).set_group(group).await?)
        }
        Invocacare::Subscription(new) => {
            let update =
                Subscription::update(at, new.key()).expect_version(new.rev).set(Subscription::PLAN, new.plan);
            let update = update.set(Subscription::SEATS, new.seats);
            Invocacare::Subscription(update.set(Subscription::RENEWS_ON, new.renews_on).await?)
        }
        Invocacare::User(new) => {
            let update = User::update(at, new.key()).set(User::NAME, new.name);
            Invocacare::User(update.set(User::ROLE, new.role).await?)
        }
        Invocacare::Item(new) => {
            let update =
                Item::update(at, new.key()).set(Item::TITLE, new.title).set(Item::STATUS, new.status);
            let group = ItemGsi1Parts { owner_id: new.owner_id, created_at: new.created_at };
            Invocacare::Item(update.set_group(group).await?)
        }
        Invocacare::Call(new) => {
            let update = Call::update(at, new.key()).set(Call::NAME, new.name);
            let group =
                CallGsi1Parts { urgency: new.urgency, received_at: new.received_at, status: new.status };
            Invocacare::Call(update.set(Call::COMPLAINT, new.complaint).set_group(group).await?)
        }
        Invocacare::Shift(new) => {
            let update = Shift::update(at, new.key()).set(Shift::ENDS_AT, new.ends_at);
            Invocacare::Shift(update.set(Shift::USER_ID, new.user_id).await?)
        }
        Invocacare::Message(new) => {
            let update = Message::update(at, new.key()).set(Message::BODY, new.body);
            let update = match new.expires_at {
                Some(time) => update.set(Message::EXPIRES_AT, time),
                None => update.remove(Message::EXPIRES_AT),
            };
            Invocacare::Message(update.set(Message::SENDER_ID, new.sender_id).await?)
        }
        Invocacare::Participation(new) => {
            let update = Participation::update(at, new.key()).set(Participation::TITLE, new.title);
            let group = ParticipationGsi1Parts { last_message_at: new.last_message_at };
            Invocacare::Participation(update.set_group(group).await?)
        }
    })
}

/// All items that the table's lists give of the entity and tenant of `like`, and of its partition where it has one.
pub async fn list(like: &Invocacare, at: &Scope<Invocacare>, page: u32) -> Result<Vec<Invocacare>, Error> {
    async fn all<P: dal::QueryPattern>(
        query: dal::Query<P>,
        page: u32,
        any: fn(P::Item) -> Invocacare,
    ) -> Result<Vec<Invocacare>, Error> {
        let mut stream = query.limit(u32::MAX).page_size(page).stream();
        let mut items = Vec::new();
        while let Some(item) = stream.next().await {
            items.push(any(item?));
        }
        Ok(items)
    }
    Ok(match like.clone() {
        Invocacare::Tenant(_) => Tenant::get_tenant(at).await?.map(Invocacare::Tenant).into_iter().collect(),
        Invocacare::Subscription(_) => Vec::new(),
        Invocacare::User(_) => all(User::list_users(at), page, Invocacare::User).await?,
        Invocacare::Item(_) => all(Item::list_items(at), page, Invocacare::Item).await?,
        Invocacare::Call(like) => {
            Call::get_call(at, like.call_id).await?.map(Invocacare::Call).into_iter().collect()
        }
        Invocacare::Shift(like) => {
            all(Shift::team_schedule(at, like.team_id), page, Invocacare::Shift).await?
        }
        Invocacare::Message(like) => {
            all(Message::messages(at, like.thread_id), page, Invocacare::Message).await?
        }
        Invocacare::Participation(like) => {
            all(Participation::participants(at, like.thread_id), page, Invocacare::Participation).await?
        }
    })
}

/// Whether [`list`] of `like` gives `item`, if it is stored.
pub fn is_listed(like: &Invocacare, item: &Invocacare) -> bool {
    match (like, item) {
        (Invocacare::Tenant(like), Invocacare::Tenant(item)) => like.tenant_id == item.tenant_id,
        (Invocacare::User(like), Invocacare::User(item)) => like.tenant_id == item.tenant_id,
        (Invocacare::Item(like), Invocacare::Item(item)) => like.tenant_id == item.tenant_id,
        (Invocacare::Call(like), Invocacare::Call(item)) => {
            like.key() == item.key() && like.tenant_id == item.tenant_id
        }
        (Invocacare::Shift(like), Invocacare::Shift(item)) => {
            (like.tenant_id, like.team_id) == (item.tenant_id, item.team_id)
        }
        (Invocacare::Message(like), Invocacare::Message(item)) => {
            (like.tenant_id, like.thread_id) == (item.tenant_id, item.thread_id)
        }
        (Invocacare::Participation(like), Invocacare::Participation(item)) => {
            (like.tenant_id, like.thread_id) == (item.tenant_id, item.thread_id)
        }
        _ => false,
    }
}
