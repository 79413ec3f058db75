//! Values that no two items have.

use std::sync::{Arc, Mutex};

use dal::prelude::*;
use dal::{Error, Transaction, Ttl};
use dal_local::faults::Faults;

use super::domain::*;

/// The ways to write the whole of a member over what is stored.
#[derive(Clone, Copy, Debug)]
enum By {
    Put,
    Patch,
    Upsert,
    Transaction,
}

/// Writes `new` over the member that was loaded as `old`.
async fn write(by: By, clinic: &Scope<Kept>, old: &Member, new: &Member) -> Result<(), Error> {
    let patch = || {
        let set = |email: &Option<String>| email.clone().map_or(dal::Edit::Clear, dal::Edit::Set);
        let patch = old.patch(clinic).set(Member::NAME, new.name.clone());
        patch.edit(Member::EMAIL, set(&new.email)).edit(Member::HANDLE, set(&new.handle))
    };
    match by {
        By::Put => new.put(clinic).await,
        By::Patch => patch().await.map(|patched| assert_eq!(patched, *new, "a patch gives the item")),
        By::Upsert => new.upsert(clinic).await.map(|stored| assert_eq!(stored, *new)),
        By::Transaction => {
            let other = Stamped { tenant_id: 1, id: 9, text: String::new(), made_at: None, seen_at: 0 };
            let mut other = other;
            Transaction::new().add(other.put(clinic)).add(patch()).await
        }
    }
}

const EMAIL_A: (&str, &str) = ("TENANT#0000000001#EMAIL#a@x.example", "MEMBER#0000000001");
const EMAIL_B: (&str, &str) = ("TENANT#0000000001#EMAIL#b@x.example", "MEMBER#0000000001");

#[tokio::test]
async fn guards_follow_all_transitions_on_all_paths() {
    let a = Some("A@x.example");
    let b = Some("b@X.example");
    for by in [By::Put, By::Patch, By::Upsert, By::Transaction] {
        let (dal, _) = table().await;
        let clinic = dal.tenant(1_u32);
        let mut now = member(1, None, None);
        now.create(&clinic).await.expect("created");
        assert_eq!(guards(&dal).await, these(&[]));
        // none → some, some → the same, some → other, other case of the same, some → none, none → none.
        let steps = [
            (a, vec![EMAIL_A]),
            (a, vec![EMAIL_A]),
            (b, vec![EMAIL_B]),
            (Some("B@x.example"), vec![EMAIL_B]),
            (None, vec![]),
            (None, vec![]),
            (b, vec![EMAIL_B]),
        ];
        for (number, (email, wanted)) in steps.into_iter().enumerate() {
            let mut new = member(1, email, None);
            new.name = format!("step {number}");
            write(by, &clinic, &now, &new).await.unwrap_or_else(|error| panic!("{by:?} {number}: {error}"));
            assert_eq!(guards(&dal).await, these(&wanted), "{by:?} {number}");
            let found = Member::get_member(&clinic, 1_u32).await.expect("read").expect("there");
            assert_eq!(found, new, "{by:?} {number}");
            now = new;
        }
        Member::delete(&clinic, now.key()).await.expect("deleted");
        assert_eq!(guards(&dal).await, these(&[]), "{by:?}");
    }
}

#[tokio::test]
async fn a_taken_value_is_refused_on_all_paths_and_the_error_names_it() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    member(1, Some("a@x.example"), Some("ann")).create(&clinic).await.expect("created");
    let loaded = member(2, Some("b@x.example"), None);
    loaded.create(&clinic).await.expect("created");
    let before = stored(&dal).await;
    let taken = |result: Result<(), Error>, attribute: &str, what: &str| match result {
        Err(Error::NotUnique(taken)) => {
            assert_eq!((taken.entity, taken.attribute), ("Member", attribute), "{what}");
            assert!(
                taken.key.contains("MEMBER#0000000002") || taken.key.contains("MEMBER#0000000003"),
                "{taken:?}"
            );
        }
        other => panic!("{what}: {other:?}"),
    };
    taken(member(3, Some("A@X.example"), None).create(&clinic).await, "email", "create");
    taken(member(3, Some("a@x.example"), None).put(&clinic).await, "email", "put of a new item");
    let new = member(2, Some("a@x.example"), None);
    for by in [By::Put, By::Patch, By::Upsert] {
        taken(write(by, &clinic, &loaded, &new).await, "email", &format!("{by:?}"));
    }
    taken(member(2, None, Some("ann")).put(&clinic).await, "handle", "another attribute");
    taken(loaded.move_to(&clinic, &member(3, Some("a@x.example"), None)).await, "email", "move");
    // In a transaction of the caller's, the reason is the caller's action.
    let transaction = Transaction::new()
        .add(member(4, Some("d@x.example"), None).create(&clinic))
        .add(member(3, Some("a@x.example"), None).create(&clinic));
    let Err(Error::Transaction(failed)) = transaction.await else { panic!("it is cancelled") };
    let [reason] = failed.reasons.as_slice() else { panic!("{failed:?}") };
    assert_eq!(reason.position, 1);
    let dal::TransactionCause::Refused(Error::NotUnique(taken)) = &reason.cause else { panic!("{reason:?}") };
    assert_eq!(taken.attribute, "email");
    assert_eq!(stored(&dal).await, before, "nothing was written");
    assert!(Error::NotUnique(Box::new((**taken).clone())).to_string().contains("`email`"));
}

#[tokio::test]
async fn values_are_unique_in_their_tenant_or_over_all() {
    let (dal, _) = table().await;
    let (one, two) = (dal.tenant(1_u32), dal.tenant(2_u32));
    member(1, Some("a@x.example"), Some("ann")).create(&one).await.expect("created");
    let other = |handle| Member { tenant_id: 2, ..member(1, Some("a@x.example"), handle) };
    let error = other(Some("ann")).create(&two).await.expect_err("a handle is everybody's");
    assert!(matches!(&error, Error::NotUnique(taken) if taken.attribute == "handle"), "{error}");
    other(Some("bob")).create(&two).await.expect("the same address in another clinic");
    assert_eq!(guards(&dal).await.len(), 4);
}

#[tokio::test]
async fn a_value_that_was_given_up_is_free() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let a = Some("a@x.example");
    let first = member(1, a, None);
    first.create(&clinic).await.expect("created");
    Member::delete(&clinic, first.key()).must_exist().await.expect("deleted");
    member(2, a, None).create(&clinic).await.expect("free");
    let taken = Member::delete(&clinic, MemberKey { id: 2 }).returning().await.expect("deleted");
    assert_eq!(taken, Some(member(2, a, None)));
    member(3, a, None).create(&clinic).await.expect("free");
    member(3, None, None).put(&clinic).await.expect("given up");
    member(4, a, None).create(&clinic).await.expect("free");
    assert_eq!(guards(&dal).await, these(&[(EMAIL_A.0, "MEMBER#0000000004")]));
    member(4, a, None).delete_loaded(&clinic).await.expect("deleted");
    assert_eq!(stored(&dal).await.len(), 1, "the third member, without an address");
    assert!(Member::delete(&clinic, first.key()).returning().await.expect("nothing to delete").is_none());
}

#[tokio::test]
async fn a_delete_and_a_create_can_hand_a_value_over_in_one_transaction() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let old = member(1, Some("a@x.example"), Some("ann"));
    let new = member(2, Some("A@x.example"), None);
    old.create(&clinic).await.expect("created");
    let error = Transaction::new().add(new.create(&clinic)).await.expect_err("it is taken");
    assert!(matches!(error, Error::Transaction(_)), "{error}");
    let handover = Transaction::new().add(Member::delete(&clinic, old.key())).add(new.create(&clinic));
    handover.await.expect("both");
    assert_eq!(guards(&dal).await, these(&[(EMAIL_A.0, "MEMBER#0000000002")]));
    // Two that take it cannot both have it, and nothing is sent.
    let c = Some("c@x.example");
    let both =
        Transaction::new().add(member(3, c, None).create(&clinic)).add(member(4, c, None).put(&clinic));
    assert!(matches!(both.await, Err(Error::NotUnique(taken)) if taken.attribute == "email"));
}

#[tokio::test]
async fn a_move_takes_its_guards_along() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let old = member(1, Some("a@x.example"), Some("ann"));
    old.create(&clinic).await.expect("created");
    let new = Member { id: 2, handle: Some("bob".to_owned()), ..old.clone() };
    old.move_to(&clinic, &new).await.expect("moved");
    let wanted = these(&[(EMAIL_A.0, "MEMBER#0000000002"), ("HANDLE#bob", "MEMBER#0000000002")]);
    assert_eq!(guards(&dal).await, wanted);
}

#[tokio::test]
async fn several_fields_are_unique_together_and_only_when_all_are_there() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let seated =
        |id, room: Option<&str>, seat| Account { room: room.map(str::to_owned), seat, ..account(id, None) };
    seated(1, Some("A"), Some(1)).create(&clinic).await.expect("created");
    seated(2, Some("A"), None).create(&clinic).await.expect("no seat");
    seated(3, Some("A"), None).create(&clinic).await.expect("no seat");
    seated(4, Some("A"), Some(2)).create(&clinic).await.expect("another seat");
    let mut fifth = seated(5, Some("A"), Some(1));
    let error = fifth.create(&clinic).await.expect_err("the seat is taken");
    assert!(matches!(&error, Error::NotUnique(taken) if taken.attribute == "seat"), "{error}");
    assert_eq!(fifth.rev, 0, "nothing is filled in");
    let mut first = Account::get_account(&clinic, 1_u32).await.expect("read").expect("there");
    first.patch(&clinic).remove(Account::SEAT).await.expect("patched");
    assert_eq!((first.rev, first.seat), (2, None));
    fifth.create(&clinic).await.expect("free now");
    let seats: Vec<String> = guards(&dal).await.into_keys().collect();
    assert_eq!(seats.len(), 2, "{seats:?}");
    fifth.delete_loaded(&clinic).await.expect("deleted");
    assert_eq!(guards(&dal).await.len(), 1);
}

#[tokio::test]
async fn versions_and_unique_values_go_together() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let mut one = account(1, Some("Ann"));
    one.create(&clinic).await.expect("created");
    let mut old = one.clone();
    one.login = Some("bob".to_owned());
    one.put(&clinic).await.expect("put");
    old.login = Some("carl".to_owned());
    assert!(matches!(old.put(&clinic).await, Err(Error::VersionConflict(_))));
    assert!(matches!(old.patch(&clinic).remove(Account::LOGIN).await, Err(Error::VersionConflict(_))));
    assert!(matches!(old.delete_loaded(&clinic).await, Err(Error::VersionConflict(_))));
    let key = AccountKey { id: 1 };
    assert!(matches!(
        Account::delete(&clinic, key).expect_version(1_u32).await,
        Err(Error::VersionConflict(_))
    ));
    assert_eq!(guards(&dal).await, these(&[("TENANT#0000000001#LOGIN#bob", "ACCOUNT#0000000001")]));
    Account::delete(&clinic, AccountKey { id: 1 }).any_version().await.expect("deleted");
    assert!(stored(&dal).await.is_empty());
}

#[tokio::test]
async fn what_an_expired_or_lost_item_left_behind_is_free() {
    let (dal, clock) = table().await;
    let clinic = dal.tenant(1_u32);
    let a = Some("a@x.example");
    clock.set(0);
    let expiring =
        Member { expires_at: Some(Ttl::from_epoch_seconds(4_000_000_010)), ..member(1, a, Some("ann")) };
    expiring.create(&clinic).await.expect("created");
    clock.set(9_000);
    let error = member(2, a, None).create(&clinic).await.expect_err("it is not over yet");
    assert!(matches!(error, Error::NotUnique(_)), "{error}");
    // DynamoDB deletes expired items within days, and only those: their guards stay. Until then they are hidden.
    clock.set(10_000);
    member(2, a, None).create(&clinic).await.expect("free");
    assert_eq!(
        guards(&dal).await,
        these(&[(EMAIL_A.0, "MEMBER#0000000002")]),
        "with all that the expired item held"
    );
    assert_eq!(stored(&dal).await.len(), 2, "the expired item is gone");
    // An item that was deleted by other means.
    let raw = dal.client().delete_item().table_name(dal.table_name());
    let text = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned());
    let raw = raw.key("PK", text("TENANT#0000000001")).key("SK", text("MEMBER#0000000002"));
    raw.send().await.expect("deleted");
    member(3, a, None).put(&clinic).await.expect("free");
    assert_eq!(guards(&dal).await, these(&[(EMAIL_A.0, "MEMBER#0000000003")]));
}

#[tokio::test]
async fn an_expired_item_is_replaced_with_its_guards() {
    let (dal, clock) = table().await;
    let clinic = dal.tenant(1_u32);
    let (a, b) = (Some("a@x.example"), Some("b@x.example"));
    clock.set(0);
    let expires_at = Some(Ttl::from_epoch_seconds(4_000_000_010));
    Member { expires_at, ..member(1, a, Some("ann")) }.create(&clinic).await.expect("created");
    clock.set(10_000);
    member(1, b, Some("ann")).create(&clinic).await.expect("its time is over");
    // The address that the old one had is free.
    member(2, a, None).create(&clinic).await.expect("free");
    let wanted = [EMAIL_A.0, EMAIL_B.0, "HANDLE#ann"].into_iter().zip([
        "MEMBER#0000000002",
        "MEMBER#0000000001",
        "MEMBER#0000000001",
    ]);
    assert_eq!(guards(&dal).await, these(&wanted.collect::<Vec<_>>()));
    let error = member(1, a, None).create(&clinic).await.expect_err("the new one is there");
    assert!(matches!(error, Error::AlreadyExists(_)), "{error}");
}

#[tokio::test]
async fn a_token_stands_for_one_body() {
    let (dal, clock) = table().await;
    let sent: Arc<Mutex<Vec<serde_json::Value>>> = Arc::default();
    let log = sent.clone();
    let faults = Faults::by(move |attempt| {
        if attempt.operation == "TransactWriteItems" {
            log.lock().expect("no panic").push(serde_json::from_slice(attempt.body).expect("JSON"));
        }
        None
    });
    let client = faults.client(dal.client());
    let dal = Dal::<Kept>::new(client).with_table_name(dal.table_name()).with_clock(clock.clone());
    let clinic = dal.tenant(1_u32);
    clock.set(0);
    let expires_at = Some(Ttl::from_epoch_seconds(4_000_000_010));
    Member { expires_at, ..member(1, Some("a@x.example"), None) }.create(&clinic).await.expect("created");
    clock.set(10_000);
    sent.lock().expect("no panic").clear();
    let own = member(2, Some("a@x.example"), None);
    Transaction::new().add(own.create(&clinic)).token("registration-7").await.expect("taken over");
    let sent = sent.lock().expect("no panic").clone();
    let tokens: Vec<_> =
        sent.iter().map(|body| body["ClientRequestToken"].as_str().expect("a token")).collect();
    assert_eq!((tokens.len(), tokens[0]), (2, "registration-7"));
    assert!(tokens[1] != tokens[0] && tokens[1].len() <= 36, "{tokens:?}");
}

#[tokio::test]
async fn a_guard_of_another_item_is_left_alone() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let a = Some("a@x.example");
    member(1, a, None).create(&clinic).await.expect("created");
    // An item with the same value that was written by other means.
    let other = member(2, a, None).to_attribute_values(&clinic).expect("attributes");
    dal.client().put_item().table_name(dal.table_name()).set_item(Some(other)).send().await.expect("put");
    member(2, Some("b@x.example"), None).put(&clinic).await.expect("it may change");
    let wanted = these(&[EMAIL_A, (EMAIL_B.0, "MEMBER#0000000002")]);
    assert_eq!(guards(&dal).await, wanted);
    Member::delete(&clinic, MemberKey { id: 2 }).await.expect("and go");
    assert_eq!(guards(&dal).await, these(&[EMAIL_A]));
}

#[tokio::test]
async fn guards_are_no_items_of_lists_and_are_named_when_they_are_decoded() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let one = member(1, Some("a@x.example"), Some("ann"));
    one.create(&clinic).await.expect("created");
    let mut scan = dal.scan("a test looks at everything").stream();
    let mut all = Vec::new();
    while let Some(item) = scan.next().await {
        all.push(item.expect("guards are left out"));
    }
    assert_eq!(all, [Kept::Member(one.clone())]);
    let page = Member::list_members(&clinic).await.expect("a page");
    assert_eq!(page.into_items().expect("all decode"), [one]);
    for ((_, sort), item) in stored(&dal).await {
        let item = item.into_iter().collect();
        let decoded = Member::from_attribute_values(&item);
        let guard = dal::Guard::of(&item);
        if sort == "$UNIQUE" {
            let guard = guard.expect("a guard");
            assert_eq!(guard.entity, "Member");
            assert!(["email", "handle"].contains(&guard.attribute.as_str()));
            assert_eq!(guard.owner["SK"].as_s().map(String::as_str), Ok("MEMBER#0000000001"));
            let error = decoded.expect_err("a guard is no member").to_string();
            assert!(error.contains("guard"), "{error}");
        } else {
            assert!(guard.is_none() && decoded.is_ok());
        }
    }
}

#[tokio::test]
async fn two_writers_of_one_value_cannot_both_have_it() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let mut tasks = Vec::new();
    for id in 1..=8 {
        let clinic = clinic.clone();
        tasks.push(tokio::spawn(async move { member(id, Some("a@x.example"), None).create(&clinic).await }));
    }
    let mut won = 0;
    for task in tasks {
        match task.await.expect("no panic") {
            Ok(()) => won += 1,
            Err(Error::NotUnique(_)) => {}
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!((won, guards(&dal).await.len(), stored(&dal).await.len()), (1, 1, 2));
}

#[tokio::test]
async fn a_write_that_changes_no_value_is_one_call_beside_its_read() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let one = member(1, Some("a@x.example"), None);
    one.create(&clinic).await.expect("created");
    // An update of another attribute does not touch guards.
    let updated = Member::update(&clinic, one.key()).set(Member::NAME, "other").await.expect("updated");
    assert_eq!(updated.name, "other");
    assert_eq!(guards(&dal).await, these(&[EMAIL_A]));
}
