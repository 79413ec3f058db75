//! Optimistic locks.

use aws_sdk_dynamodb::types::AttributeValue;
use dal::prelude::*;
use dal::{Error, Transaction, TransactionCause};

use super::domain::*;

#[tokio::test]
async fn each_write_counts_and_fills_the_item_in() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let mut task = task(1, None);
    task.create(&clinic).await.expect("created");
    assert_eq!(task.rev, 1);
    task.title = "other".to_owned();
    task.put(&clinic).await.expect("put");
    assert_eq!(task.rev, 2);
    task.patch(&clinic).set(Task::TITLE, "third").await.expect("patched");
    assert_eq!((task.rev, task.title.as_str()), (3, "third"));
    task.upsert(&clinic).await.expect("upserted");
    assert_eq!(task.rev, 4);
    let found = Task::get_task(&clinic, 1_u32).await.expect("read").expect("there");
    assert_eq!(found, task, "the item in the program is the one that is stored");
    let updated =
        Task::update(&clinic, task.key()).any_version().set_group(TaskGsi1Parts { owner: Some(7) }).await;
    assert_eq!(updated.expect("updated").rev, 5, "an update by key adds one");
}

#[tokio::test]
async fn of_two_writers_one_wins_and_the_other_sees_the_stored_item() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    task(1, None).create(&clinic).await.expect("created");
    let load = async || Task::get_task(&clinic, 1_u32).await.expect("read").expect("there");
    let (mut one, mut two) = (load().await, load().await);
    one.title = "one".to_owned();
    two.title = "two".to_owned();
    let (first, second) = tokio::join!(one.put(&clinic), two.put(&clinic));
    let (winner, lost) = match (first, second) {
        (Ok(()), Err(error)) => (&one, error),
        (Err(error), Ok(())) => (&two, error),
        both => panic!("one of two wins: {both:?}"),
    };
    let Error::VersionConflict(failed) = lost else { panic!("{lost}") };
    let stored: Task = failed.stored.expect("the stored item").decode().expect("decodes");
    assert_eq!(stored, *winner);
    let loser = if winner.title == "one" { &two } else { &one };
    assert_eq!(loser.rev, 1, "what was not written is not filled in");
    assert_eq!(load().await, *winner);
}

#[tokio::test]
async fn an_old_item_is_refused_on_every_path() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let mut new = task(1, Some(7));
    new.create(&clinic).await.expect("created");
    let mut old = new.clone();
    new.put(&clinic).await.expect("put");
    let before = stored(&dal).await;
    let conflict = |result: Result<(), Error>, what: &str| match result {
        Err(Error::VersionConflict(failed)) => {
            assert!(failed.stored.is_some(), "{what} gives the stored item")
        }
        other => panic!("{what}: {other:?}"),
    };
    conflict(old.put(&clinic).await, "put");
    conflict(old.patch(&clinic).set(Task::TITLE, "x").await, "patch");
    conflict(old.upsert(&clinic).await, "upsert");
    conflict(old.delete_loaded(&clinic).await, "delete_loaded");
    let mut moved = Task { id: 2, ..old.clone() };
    conflict(old.move_to(&clinic, &mut moved).await, "move_to");
    let group = TaskGsi1Parts { owner: None };
    let update = Task::update(&clinic, old.key()).expect_version(old.rev).set_group(group);
    conflict(update.await.map(drop), "update");
    conflict(Task::delete(&clinic, old.key()).expect_version(old.rev).await, "delete");
    let mut unseen = task(1, None);
    conflict(unseen.put(&clinic).await, "put of an item that was never loaded");
    assert_eq!(stored(&dal).await, before, "nothing was written");
    assert_eq!((old.rev, unseen.rev, moved.rev), (1, 0, 1));
}

#[tokio::test]
async fn a_delete_by_key_says_what_becomes_of_the_version() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let mut one = task(1, None);
    one.create(&clinic).await.expect("created");
    Task::delete(&clinic, one.key()).any_version().await.expect("deleted");
    assert!(stored(&dal).await.is_empty());
    one.create(&clinic).await.expect("created again");
    assert_eq!(one.rev, 1);
    Task::delete(&clinic, one.key()).expect_version(1_u32).await.expect("deleted");
    let gone = Task::delete(&clinic, one.key()).expect_version(1_u32).await;
    let Err(Error::VersionConflict(failed)) = gone else { panic!("{gone:?}") };
    assert!(failed.stored.is_none(), "there is no item any more");
    // The item that is deleted has the version that was loaded.
    one.create(&clinic).await.expect("created");
    one.delete_loaded(&clinic).await.expect("deleted");
    assert!(stored(&dal).await.is_empty());
    let late = one.put(&clinic).await;
    assert!(matches!(late, Err(Error::VersionConflict(_))), "a deleted item is not put back: {late:?}");
}

#[tokio::test]
async fn an_item_without_a_version_has_the_version_0() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let adopted = [
        ("PK", AttributeValue::S("TENANT#0000000001".into())),
        ("SK", AttributeValue::S("ACCOUNT#0000000001".into())),
        ("entity", AttributeValue::S("Account".into())),
        ("tenant_id", AttributeValue::N("1".into())),
        ("id", AttributeValue::N("1".into())),
        ("name", AttributeValue::S("adopted".into())),
        ("created_at", AttributeValue::S("2020-01-01T00:00:00Z".into())),
        ("updated_at", AttributeValue::N("1577836800000".into())),
    ];
    let put = dal.client().put_item().table_name(dal.table_name());
    let item = adopted.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    put.set_item(Some(item)).send().await.expect("put");
    let mut found = Account::get_account(&clinic, 1_u32).await.expect("read").expect("there");
    assert_eq!(found.rev, 0);
    let mut other = found.clone();
    found.put(&clinic).await.expect("the first writer wins");
    assert_eq!((found.rev, found.created_at.to_rfc3339()), (1, "2020-01-01T00:00:00+00:00".to_owned()));
    assert!(matches!(other.put(&clinic).await, Err(Error::VersionConflict(_))), "the second one does not");
}

#[tokio::test]
async fn a_version_that_its_type_cannot_count_is_refused() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let mut last = Task { rev: u32::MAX, ..task(1, None) };
    let error = last.put(&clinic).await.expect_err("there is no next version");
    assert!(matches!(&error, Error::Encode(_)) && error.to_string().contains("rev"), "{error}");
    assert!(stored(&dal).await.is_empty());
}

#[tokio::test]
async fn a_transaction_fills_its_items_in_when_it_is_done() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let (mut one, mut two, mut three) = (task(1, None), task(2, None), task(3, None));
    Transaction::new().add(one.create(&clinic)).add(two.create(&clinic)).await.expect("both");
    assert_eq!((one.rev, two.rev), (1, 1));
    let mut old = two.clone();
    two.put(&clinic).await.expect("put");
    old.title = "old".to_owned();
    let all = Transaction::new()
        .add(one.patch(&clinic).set(Task::TITLE, "patched"))
        .add(three.create(&clinic))
        .add(old.put(&clinic));
    let Err(Error::Transaction(failed)) = all.await else { panic!("it is cancelled") };
    let [reason] = failed.reasons.as_slice() else { panic!("{failed:?}") };
    assert_eq!(reason.position, 2);
    assert!(matches!(&reason.cause, TransactionCause::Refused(Error::VersionConflict(_))), "{reason:?}");
    assert_eq!((one.rev, one.title.as_str(), three.rev), (1, "task 1", 0), "nothing is filled in");
    let patch = one.patch(&clinic).set(Task::TITLE, "patched");
    Transaction::new().add(patch).add(three.create(&clinic)).await.expect("both");
    assert_eq!((one.rev, one.title.as_str(), three.rev), (2, "patched", 1));
    let found = Task::get_task(&clinic, 1_u32).await.expect("read").expect("there");
    assert_eq!(found, one);
}

/// A version does not tell an item from one that was made anew under its key: what index keys and guards are made of is
/// compared besides.
#[tokio::test]
async fn an_item_that_was_made_anew_is_not_taken_for_the_old_one_of_its_version() {
    let (dal, _) = table().await;
    let clinic = dal.tenant(1_u32);
    let mut old = account(1, None);
    old.create(&clinic).await.expect("created");
    Account::delete(&clinic, old.key()).any_version().await.expect("deleted");
    let mut new = account(1, Some("ann"));
    new.create(&clinic).await.expect("created anew");
    assert_eq!(old.rev, new.rev);
    let before = stored(&dal).await;

    let cleared = old.patch(&clinic).edit(Account::LOGIN, dal::Edit::Clear).await;
    assert!(matches!(cleared, Err(Error::Conflict(_))), "{cleared:?}");
    let taken = old.patch(&clinic).set(Account::LOGIN, "bob").await;
    assert!(matches!(taken, Err(Error::Conflict(_))), "{taken:?}");
    let deleted = old.delete_loaded(&clinic).await;
    assert!(matches!(deleted, Err(Error::Conflict(_))), "{deleted:?}");
    assert_eq!(stored(&dal).await, before, "nothing was written");
    // A replacement reads what is stored, and gives its guard up.
    old.put(&clinic).await.expect("put");
    assert_eq!(guards(&dal).await.len(), 0);
}
