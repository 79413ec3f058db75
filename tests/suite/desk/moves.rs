//! Moves: an item under another primary key, in one transaction.

use dal::{Entity, Error, Transaction};

use super::*;
use crate::support::Log;

#[tokio::test]
async fn a_move_is_one_transaction_that_takes_the_item_and_its_index_entries_along() {
    let (dal, log) = Log::of::<Desk>().await;
    let scope = dal.tenant("d");
    let old = Task { mail: Some(text("a@b")), ..task("old") };
    old.create(&scope).await.unwrap();
    log.take();
    let new = Task { task: text("new"), rank: 8, ..old.clone() };
    old.move_to(&scope, &new).await.unwrap();
    let sent = log.take();
    assert_eq!(
        sent.iter().map(|(operation, _)| operation.as_str()).collect::<Vec<_>>(),
        ["TransactWriteItems"]
    );
    assert!(sent[0].1["ClientRequestToken"].as_str().unwrap().len() == 32);
    assert_eq!(raw(&dal, "TASK#old").await, None);
    assert_eq!(raw(&dal, "TASK#new").await.unwrap(), new.to_attribute_values(&scope).unwrap());
    let found = Task::by_owner(&scope, text("ann")).await.unwrap().into_items().unwrap();
    assert_eq!(found, std::slice::from_ref(&new));
    // Under the same key it is a put that loses nothing.
    let same = Task { title: text("other"), owner: None, ..new.clone() };
    new.move_to(&scope, &same).await.unwrap();
    assert_eq!(log.take().len(), 4, "two raw reads, a query and a put");
    assert_eq!(raw(&dal, "TASK#new").await.unwrap(), same.to_attribute_values(&scope).unwrap());
    assert!(matches!(new.move_to(&scope, &same).await, Err(Error::Conflict(_))), "it is not what was loaded");
}

#[tokio::test]
async fn a_move_that_cannot_be_made_leaves_everything_as_it_was() {
    let (dal, scope) = desk().await;
    let old = task("old");
    let new = Task { task: text("new"), ..old.clone() };
    let Err(Error::NotFound(failed)) = old.move_to(&scope, &new).await else { panic!("there is no item") };
    assert_eq!((failed.entity, failed.stored, failed.key.contains("TASK#old")), ("Task", None, true));
    assert_eq!(raw(&dal, "TASK#new").await, None);

    old.create(&scope).await.unwrap();
    let taken = Task { title: text("taken"), ..new.clone() };
    taken.create(&scope).await.unwrap();
    let Err(Error::AlreadyExists(failed)) = old.move_to(&scope, &new).await else {
        panic!("the key is taken")
    };
    assert_eq!(failed.stored.unwrap().decode::<Task>().unwrap(), taken);
    Task::delete(&scope, taken.key()).await.unwrap();

    // Any attribute that another writer changed since.
    let changed = old.patch(&scope).set(Task::DONE, 1_u32).await.unwrap();
    let Err(Error::Conflict(failed)) = old.move_to(&scope, &new).await else { panic!("it was changed") };
    assert_eq!(failed.stored.unwrap().decode::<Task>().unwrap(), changed);
    let refused = changed.move_to(&scope, &new).only_if(Task::RANK.gt(100_u32)).await;
    assert!(matches!(refused, Err(Error::ConditionFailed(_))), "{refused:?}");
    assert_eq!(raw(&dal, "TASK#old").await.unwrap(), changed.to_attribute_values(&scope).unwrap());
    assert_eq!(raw(&dal, "TASK#new").await, None);
    let foreign = Task { desk: text("e"), ..new };
    assert!(matches!(changed.move_to(&scope, &foreign).await, Err(Error::TenantMismatch(_))));
}

#[tokio::test]
async fn partial_writes_and_moves_join_a_transaction() {
    let (dal, scope) = desk().await;
    let (old, other) = (task("old"), task("other"));
    old.create(&scope).await.unwrap();
    other.create(&scope).await.unwrap();
    let new = Task { task: text("new"), ..old.clone() };
    let transaction = || {
        Transaction::new()
            .add(old.move_to(&scope, &new))
            .add(other.patch(&scope).set(Task::RANK, 9_u32))
            .add(note("n").upsert(&scope).add(Note::VIEWS, 1))
    };
    // All or none: a condition of one is in the way of the others.
    let refused = transaction().add(Task::check(&scope, task("third").key())).await;
    let Err(Error::Transaction(failed)) = refused else { panic!("{refused:?}") };
    assert!(matches!(failed.refused(), Some(Error::NotFound(_))) && failed.failed(3).is_some());
    assert_eq!(raw(&dal, "TASK#old").await.unwrap(), old.to_attribute_values(&scope).unwrap());
    transaction().await.unwrap();
    assert_eq!(raw(&dal, "TASK#old").await, None);
    assert_eq!(raw(&dal, "TASK#new").await.unwrap(), new.to_attribute_values(&scope).unwrap());
    let patched = Task { rank: 9, ..other.clone() };
    assert_eq!(raw(&dal, "TASK#other").await.unwrap(), patched.to_attribute_values(&scope).unwrap());
    assert_eq!(Note::get_note(&scope, text("n")).await.unwrap().unwrap().views, Some(1));
    // What was loaded before is old by now, and the conflict is the one of that action.
    let stale = Transaction::new()
        .add(Task::check(&scope, new.key()).only_if(Task::RANK.eq(5_u32)))
        .add(other.patch(&scope).set(Task::STATE, State::Waiting))
        .await;
    let Err(Error::Transaction(failed)) = stale else { panic!("{stale:?}") };
    assert!(matches!(failed.refused(), Some(Error::Conflict(failed)) if failed.stored.is_some()), "{failed}");
    assert_eq!(failed.reasons.iter().map(|reason| reason.position).collect::<Vec<_>>(), [1]);
}
