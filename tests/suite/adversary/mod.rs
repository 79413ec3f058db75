//! Two tenants whose names are chosen to break out: each sees exactly its own, through every operation.

mod attack;
mod domain;
mod forged;
mod native;
pub mod several;

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use dal::__private::{Part, PartSource};
use dal::prelude::*;
use dal::{BatchWrite, Entity, Error, Transaction, TransactionGet};
use domain::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use ulid::Ulid;

use crate::support::{fresh, scaled};

/// How many pairs of tenants have their keys compared.
const PAIRS: usize = 10_000;
/// How many pairs run every operation on the engine.
const ON_THE_ENGINE: usize = 200;
/// How many where each call crosses a socket.
const ON_A_SERVER: usize = 10;

fn at() -> DateTime<Utc> {
    DateTime::from_timestamp(1_796_000_000, 0).expect("a time")
}

/// What an adversary would call himself.
fn name() -> impl Strategy<Value = String> {
    let fragments = prop_oneof![
        Just("#"),
        Just("$"),
        Just("$23"),
        Just("TENANT#"),
        Just("#OWNER#"),
        Just("#TRIAGE"),
        Just("OWNER"),
        Just("a"),
        Just("acme"),
        Just(" "),
        Just("\0"),
        Just("\u{10FFFF}"),
        Just("é"),
        Just("e\u{301}"),
        Just("\u{FFFD}"),
        Just("\u{D7FF}"),
        Just("\u{E000}"),
        Just("\""),
        Just("\\"),
        Just("{tenant_id}"),
        Just("ITEM#"),
        Just("%23"),
    ];
    prop_oneof![
        8 => proptest::collection::vec(fragments, 1..5).prop_map(|parts| parts.concat()),
        4 => any::<String>(),
        1 => Just(String::new()),
        1 => Just("x".repeat(1024)),
        1 => Just("#".repeat(700)),
        1 => Just("\u{10FFFF}".repeat(256)),
    ]
}

/// Two names, most often near to each other: one the beginning of the other, or the other with a delimiter behind.
fn pair() -> impl Strategy<Value = (String, String)> {
    prop_oneof![
        (name(), name()),
        (name(), name()).prop_map(|(one, more)| (one.clone(), one + &more)),
        (name(), name()).prop_map(|(one, more)| (one.clone(), format!("{one}#{more}"))),
        (name(), name()).prop_map(|(one, more)| (one.clone(), more + &one)),
    ]
    .prop_filter("two tenants", |(one, other)| one != other)
}

fn pairs(count: usize) -> Vec<(String, String)> {
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    (0..count).map(|_| pair().new_tree(&mut runner).expect("a pair").current()).collect()
}

/// One item of every entity, with the same ids for every tenant; what can be told apart holds the tenant's mark.
struct World {
    tenant: Tenant,
    subscription: Subscription,
    user: User,
    item: Item,
    call: Call,
    shift: Shift,
    messages: Vec<Message>,
    participation: Participation,
}

fn world(tenant_id: &str, mark: &str) -> World {
    let id = Ulid::from(7_u128);
    let (tenant_id, mark) = (tenant_id.to_owned(), mark.to_owned());
    let message = |minutes| Message {
        tenant_id: tenant_id.clone(),
        thread_id: id,
        sent_at: at() + TimeDelta::minutes(minutes),
        message_id: id,
        body: mark.clone(),
        expires_at: None,
    };
    World {
        tenant: Tenant {
            tenant_id: tenant_id.clone(),
            name: mark.clone(),
            status: TenantStatus::Active,
            created_at: at(),
        },
        subscription: Subscription { tenant_id: tenant_id.clone(), plan: mark.clone(), rev: 0 },
        // One address, which is unique in each clinic.
        user: User {
            tenant_id: tenant_id.clone(),
            user_id: id,
            name: mark.clone(),
            email: "ann@x.example".to_owned(),
        },
        item: Item {
            tenant_id: tenant_id.clone(),
            item_id: id,
            owner_id: Some(id),
            title: mark.clone(),
            created_at: at(),
        },
        call: Call {
            tenant_id: tenant_id.clone(),
            call_id: id,
            name: mark.clone(),
            urgency: Urgency::Urgent,
            status: CallStatus::Waiting,
            received_at: at(),
        },
        shift: Shift { tenant_id: tenant_id.clone(), team_id: id, starts_at: at(), user_id: ulid(&mark) },
        messages: (0..3).map(message).collect(),
        participation: Participation {
            tenant_id: tenant_id.clone(),
            thread_id: id,
            participant_id: id,
            title: mark.clone(),
            last_message_at: at(),
        },
    }
}

/// A mark as an id, for entities without a text of their own.
fn ulid(mark: &str) -> Ulid {
    Ulid::from(mark.bytes().fold(1_u128, |sum, byte| sum * 257 + u128::from(byte)))
}

impl World {
    async fn write(&self, scope: &Scope<Adversary>) -> Result<(), Error> {
        let mut subscription = self.subscription.clone();
        Adversary::register_clinic(scope, &self.tenant, &mut subscription, &self.user).await?;
        self.item.create(scope).await?;
        self.call.upsert(scope).await?;
        self.shift.create(scope).await?;
        BatchWrite::new().put_all(scope, &self.messages).await?.complete()?;
        Transaction::new().add(self.participation.put(scope)).await?;
        Ok(())
    }

    /// Every partition that an item of the tenant stands in, of the table and of the index, but for the crossing one.
    fn partitions(&self, scope: &Scope<Adversary>) -> Result<BTreeSet<String>, Error> {
        let mut partitions = BTreeSet::new();
        fn add<E: Entity>(to: &mut BTreeSet<String>, item: &E, at: &E::Handle<Adversary>) -> Result<(), Error>
        where
            Adversary: dal::Holds<E>,
        {
            let attributes = item.to_attribute_values(at)?;
            let keys =
                ["PK", "GSI1PK"].into_iter().filter_map(|name| attributes.get(name)?.as_s().ok().cloned());
            to.extend(keys.filter(|text| text != "TENANTS"));
            Ok(())
        }
        add(&mut partitions, &self.tenant, scope)?;
        add(&mut partitions, &self.subscription, scope)?;
        add(&mut partitions, &self.user, scope)?;
        add(&mut partitions, &self.item, scope)?;
        add(&mut partitions, &self.call, scope)?;
        add(&mut partitions, &self.shift, scope)?;
        add(&mut partitions, &self.messages[0], scope)?;
        add(&mut partitions, &self.participation, scope)?;
        // The guard of the user's address has a partition of its own.
        let guard = User::SCHEMA.unique[0].key.template.value(&PartsOf(&self.user));
        partitions.extend(guard.expect("the tenant's name is usable").as_s().map(str::to_owned));
        Ok(partitions)
    }
}

/// An item's fields, as keys take them.
struct PartsOf<'a, E>(&'a E);

impl<E: Entity> PartSource for PartsOf<'_, E> {
    fn part(&self, number: u16) -> Option<Part<'_>> {
        self.0.part(number)
    }
}

/// Everything that writes, at the keys that each tenant has: on what the tenant itself has stored.
async fn change_everything(at: &Scope<Adversary>) -> Result<(), Error> {
    let id = Ulid::from(7_u128);
    let there = "stored in the tenant itself";
    let tenant = Tenant::get_tenant(at).await?.expect(there);
    let mut subscription = Overview::overview(at).await?.expect(there).subscription.expect(there);
    let user = User::get_user(at, id).await?.expect(there);
    let item = Item::get_item(at, id).await?.expect(there);
    let call = Call::get_call(at, id).await?.expect(there);
    let shift = Shift::get_shift(at, id, self::at()).await?.expect(there);
    let messages = Message::messages(at, id).await?.into_items()?;
    let with = Participation::participants(at, id).await?.into_items()?;

    tenant.patch(at).set(Tenant::NAME, "changed").await?;
    subscription.plan = "changed".to_owned();
    subscription.put(at).await?;
    let second = User { user_id: Ulid::from(8_u128), ..user.clone() };
    let taken = second.create(at).await;
    assert!(matches!(taken, Err(Error::NotUnique(_))), "its own user has the address: {taken:?}");
    user.patch(at).set(User::EMAIL, "bob@x.example").await?;
    second.create(at).await?;
    User { email: "eve@x.example".to_owned(), ..second }.put(at).await?;
    let key = item.key();
    Item::update(at, key.clone()).set(Item::TITLE, "changed").await?;
    let group = ItemGsi1Parts { owner_id: Some(Ulid::from(8_u128)), created_at: self::at() };
    Item::update(at, key).set_group(group).await?;
    call.patch(at).set(Call::STATUS, CallStatus::Closed).await?;
    shift.move_to(at, &Shift { starts_at: self::at() - TimeDelta::hours(1), ..shift.clone() }).await?;
    let later = Participation { last_message_at: self::at() + TimeDelta::hours(1), ..with[0].clone() };
    later.upsert(at).await?;
    let changed = Message { body: "changed".to_owned(), ..messages[0].clone() };
    BatchWrite::new().put(at, &changed).delete(at, messages[1].key()).await?.complete()?;
    Transaction::new()
        .add(Tenant::check(at, tenant.key()))
        .add(Message::delete(at, messages[2].key()))
        .add(Item::delete(at, item.key()))
        .await?;
    let found = Item::batch_get(at, [item.key()]).await?.into_items()?;
    assert_eq!(found, [None]);
    let (user, call) = TransactionGet::new((User::get_user(at, id), Call::get_call(at, id))).await?;
    let (user, call) = (user.expect(there), call.expect(there));
    assert_eq!((user.email.as_str(), call.status), ("bob@x.example", CallStatus::Closed));
    let inbox = Participation::inbox(at, id).hydrate().await?.into_items()?;
    assert_eq!(inbox, [Some(later)]);

    // And all of it goes, guards included.
    Tenant::delete(at, tenant.key()).must_exist().await?;
    subscription.delete_loaded(at).await?;
    user.delete_loaded(at).await?;
    User::delete(at, UserKey { user_id: Ulid::from(8_u128) }).must_exist().await?;
    call.delete_loaded(at).await?;
    Shift::delete(at, ShiftKey { team_id: id, starts_at: self::at() - TimeDelta::hours(1) })
        .must_exist()
        .await?;
    BatchWrite::new().delete(at, messages[0].key()).delete(at, with[0].key()).await?.complete()
}

/// Whatever would write an item of another tenant is refused.
async fn foreign_items_are_refused(name: &str, at: &Scope<Adversary>) {
    let World { tenant, mut subscription, user, item, call, shift, messages, participation } =
        world(name, "x");
    let moved = Shift { starts_at: self::at() - TimeDelta::hours(1), ..shift.clone() };
    let own = Adversary::register_clinic(at, &tenant, &mut subscription.clone(), &user).await;
    let refused = [
        own,
        tenant.create(at).await,
        subscription.put(at).await,
        user.create(at).await,
        user.put(at).await,
        user.patch(at).set(User::NAME, "y").await.map(drop),
        user.delete_loaded(at).await,
        item.put(at).await,
        item.upsert(at).await.map(drop),
        call.patch(at).set(Call::STATUS, CallStatus::Closed).await.map(drop),
        shift.move_to(at, &moved).await,
        BatchWrite::new().put_all(at, &messages).await.map(drop),
        Transaction::new().add(participation.put(at)).await,
    ];
    for (number, result) in refused.into_iter().enumerate() {
        assert!(matches!(result, Err(Error::TenantMismatch(_))), "{number}: {result:?}");
    }
}

/// How many items and guards the table holds, whoever's they are.
async fn stored(dal: &Dal<Adversary>) -> usize {
    let scan = dal.client().scan().table_name(dal.table_name()).consistent_read(true);
    scan.send().await.expect("a scan").items().len()
}

/// The marks that a tenant sees through every read, and how many items.
async fn see(scope: &Scope<Adversary>) -> Result<(BTreeSet<String>, usize), Error> {
    let id = Ulid::from(7_u128);
    let mut marks = Vec::new();
    marks.extend(Tenant::get_tenant(scope).await?.map(|tenant| tenant.name));
    if let Some(overview) = Overview::overview(scope).await? {
        marks.push(overview.tenant.name);
        marks.extend(overview.subscription.map(|subscription| subscription.plan));
    }
    marks.extend(User::get_user(scope, id).await?.map(|user| user.name));
    marks.extend(User::list_users(scope).await?.into_items()?.into_iter().map(|user| user.name));
    marks.extend(Item::get_item(scope, id).await?.map(|item| item.title));
    marks.extend(Item::list_items(scope).await?.into_items()?.into_iter().map(|item| item.title));
    let owned = Item::items_by_owner(scope, id).range(at()..).await?.into_items()?;
    marks.extend(owned.into_iter().map(|item| item.title));
    marks.extend(Call::get_call(scope, id).await?.map(|call| call.name));
    let open = Call::open_calls(scope).range(Urgency::Emergency..).await?.into_items()?;
    marks.extend(open.into_iter().map(|call| call.name));
    let shifts = Shift::team_schedule(scope, id).range(..=at()).await?.into_items()?.into_iter();
    let shifts =
        shifts.chain(Shift::get_shift(scope, id, at()).await?).chain(Shift::on_call_at(scope, id).await?);
    let mut shifts: Vec<Ulid> = shifts.map(|shift| shift.user_id).collect();
    let mut stream = Message::messages(scope, id).limit(10).page_size(1).stream();
    while let Some(message) = stream.next().await {
        marks.push(message?.body);
    }
    let with = Participation::participants(scope, id).await?.into_items()?;
    marks.extend(with.into_iter().map(|with| with.title));
    let inbox = Participation::inbox(scope, id).await?.into_items()?;
    marks.extend(inbox.into_iter().map(|with| with.title));
    let count = marks.len() + shifts.len();
    shifts.dedup();
    marks.extend(
        shifts.into_iter().map(|shift| if shift == ulid("one") { "one" } else { "other" }.to_owned()),
    );
    Ok((marks.into_iter().collect(), count))
}

/// How many items a tenant of one [`World`] sees through all reads.
const SEEN: usize = 3 + 2 + 3 + 2 + 3 + 3 + 2;

/// Whether a tenant's name cannot be used at all: it is empty, or makes a key too long.
fn unusable(error: &Error) -> bool {
    match error {
        Error::Key(error) => {
            matches!(error.problem, dal::KeyProblem::Empty | dal::KeyProblem::TooLong { .. })
        }
        _ => false,
    }
}

/// What a list says of keys and patterns, without the kind of a tenant's id.
fn said(path: &str) -> Vec<String> {
    let loaded = dal_spec::load(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
    let plan = loaded.plan.expect("the list has no mistake");
    let entity = |entity: &dal_spec::plan::EntityPlan| {
        let texts = |templates: &[dal_spec::plan::TemplatePlan]| -> Vec<String> {
            templates.iter().map(|template| template.text.clone()).collect()
        };
        let indexes: Vec<_> = entity
            .memberships
            .iter()
            .map(|own| {
                let conditions = own.when.len();
                format!("{} {:?} {:?} {conditions}", own.index, texts(&own.partition), texts(&own.sort))
            })
            .collect();
        let (sort, unique) = (entity.sort.as_ref().map(|sort| &sort.text), &entity.unique);
        let unique: Vec<_> = unique.iter().map(|unique| unique.template.text.as_str()).collect();
        let version = entity.managed.version.is_some();
        format!("{}: {} {sort:?} {indexes:?} {unique:?} {version}", entity.name, entity.partition.text)
    };
    let pattern = |pattern: &dal_spec::plan::PatternPlan| {
        let entities: Vec<_> = pattern.entities.iter().map(|entity| &plan.entities[*entity].name).collect();
        format!("{}: {entities:?}", pattern.name)
    };
    let mut said: Vec<_> =
        plan.entities.iter().map(entity).chain(plan.patterns.iter().map(pattern)).collect();
    said.sort();
    said
}

#[test]
fn the_list_is_that_of_invocacare() {
    assert_eq!(said("tests/suite/adversary/patterns.yaml"), said("patterns.yaml"));
}

#[tokio::test]
async fn no_two_tenants_share_a_partition() {
    let dal: Dal<Adversary> = Dal::new(dal_local::memory().await.unwrap());
    let mut compared = 0;
    for (one, other) in pairs(PAIRS) {
        let keys = |name: &str| world(name, "x").partitions(&dal.tenant(name));
        match (keys(&one), keys(&other)) {
            (Ok(mine), Ok(theirs)) => {
                assert!(
                    mine.is_disjoint(&theirs),
                    "{one:?} and {other:?} share {:?}",
                    mine.intersection(&theirs)
                );
                assert!(mine.len() >= 5, "{mine:?}");
                compared += 1;
            }
            (Err(error), _) | (_, Err(error)) => assert!(unusable(&error), "{error}"),
        }
    }
    assert!(compared > PAIRS / 2, "most names are usable: {compared}");
}

#[tokio::test]
async fn each_tenant_sees_exactly_its_own_through_every_operation() {
    let mut ran = 0;
    let tried = scaled(ON_THE_ENGINE, ON_A_SERVER);
    for (one, other) in pairs(tried) {
        let dal: Dal<Adversary> = fresh().await;
        let (mine, theirs) = (dal.tenant(one.as_str()), dal.tenant(other.as_str()));
        let mut usable = true;
        for (scope, name, mark) in [(&mine, &one, "one"), (&theirs, &other, "other")] {
            if let Err(error) = world(name, mark).write(scope).await {
                assert!(unusable(&error), "{name:?}: {error}");
                usable = false;
            }
        }
        if !usable {
            continue;
        }
        ran += 1;
        for (scope, mark) in [(&mine, "one"), (&theirs, "other")] {
            let (marks, count) = see(scope).await.unwrap();
            assert_eq!(marks, BTreeSet::from([mark.to_owned()]), "{one:?} and {other:?}");
            assert_eq!(count, SEEN, "{one:?} and {other:?}");
        }
        foreign_items_are_refused(&one, &theirs).await;
        let listed = Tenant::list_tenants(&dal).await.unwrap().into_items().unwrap();
        let names: BTreeSet<_> = listed.into_iter().map(|tenant| tenant.tenant_id).collect();
        assert_eq!(names, BTreeSet::from([one.clone(), other.clone()]));

        // Each tenant has ten items and the guard of an address. What one of them does to all of its own is nothing to the other.
        assert_eq!(stored(&dal).await, 22, "{one:?} and {other:?}");
        change_everything(&theirs).await.unwrap_or_else(|error| panic!("{one:?} and {other:?}: {error}"));
        assert_eq!(stored(&dal).await, 11, "{one:?} and {other:?}");
        assert_eq!(see(&theirs).await.unwrap(), (BTreeSet::new(), 0), "{one:?} and {other:?}");
        assert_eq!(
            see(&mine).await.unwrap(),
            (BTreeSet::from(["one".to_owned()]), SEEN),
            "{one:?} and {other:?}"
        );
    }
    assert!(ran > tried / 2, "most names are usable: {ran}");
}

#[tokio::test]
async fn a_cursor_with_another_tenants_parts_spliced_in_reads_nothing_foreign() {
    let mut spliced = 0;
    for (one, other) in pairs(scaled(60, 10)) {
        let dal: Dal<Adversary> = fresh().await;
        let (mine, theirs) = (dal.tenant(one.as_str()), dal.tenant(other.as_str()));
        if world(&one, "one").write(&mine).await.is_err()
            || world(&other, "other").write(&theirs).await.is_err()
        {
            continue;
        }
        let id = Ulid::from(7_u128);
        let cursor = async |scope: &Scope<Adversary>| {
            Message::messages(scope, id).limit(1).await.unwrap().cursor().unwrap()
        };
        let (own, foreign) = (cursor(&mine).await, cursor(&theirs).await);
        let (own, foreign) = (own.to_string(), foreign.to_string());
        // The head of one, the tail of the other, cut anywhere: the fingerprint of mine with the position of theirs among them.
        for cut in 0..own.len().min(foreign.len()) {
            let forged: Cursor = format!("{}{}", &own[..cut], &foreign[cut..]).parse().unwrap();
            if let Ok(page) = Message::messages(&mine, id).after(forged).await {
                spliced += 1;
                assert!(page.items().all(|message| message.tenant_id == one), "{one:?} and {other:?}");
            }
        }
    }
    assert!(spliced > 0, "some splices are whole cursors");
}
