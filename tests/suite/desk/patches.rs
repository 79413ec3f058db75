//! Patches: any attribute of a loaded item, under the condition that its keys are still made of what was loaded.

use dal::{Edit, Entity, Error};

use super::*;
use crate::support::Log;

async fn put(task: &Task, scope: &Scope<Desk>) -> Task {
    task.create(scope).await.unwrap();
    Task::get_task(scope, task.task.clone()).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_patch_moves_an_item_into_out_of_and_within_its_indexes() {
    let (dal, scope) = desk().await;
    let mut loaded = put(&task("t"), &scope).await;
    for change in 0..7 {
        let patch = loaded.patch(&scope);
        let (patched, expected) = match change {
            0 => (patch.set(Task::RANK, 9_u32), Task { rank: 9, ..loaded.clone() }),
            1 => (patch.remove(Task::OWNER), Task { owner: None, ..loaded.clone() }),
            2 => (patch.set(Task::STATE, State::Closed), Task { state: State::Closed, ..loaded.clone() }),
            3 => (
                patch.set(Task::OWNER, "bob").set(Task::TITLE, "t"),
                Task { owner: Some(text("bob")), title: text("t"), ..loaded.clone() },
            ),
            4 => (patch.set(Task::MAIL, "a@b"), Task { mail: Some(text("a@b")), ..loaded.clone() }),
            5 => (
                patch.edit(Task::MAIL, Edit::Clear).add(Task::DONE, 3),
                Task { mail: None, done: Some(3), ..loaded.clone() },
            ),
            _ => (patch.set(Task::STATE, State::Waiting), Task { state: State::Waiting, ..loaded.clone() }),
        };
        loaded = patched.await.unwrap();
        assert_eq!(loaded, expected, "change {change}");
        assert_eq!(
            raw(&dal, "TASK#t").await.unwrap(),
            loaded.to_attribute_values(&scope).unwrap(),
            "change {change}"
        );
    }
    assert_eq!(Task::board(&scope).await.unwrap().len(), 1);
    assert_eq!(Task::by_owner(&scope, text("bob")).await.unwrap().len(), 1);
}

/// Two writers, one after the other: without its condition, the second leaves a key that is made of what the first changed.
#[tokio::test]
async fn a_patch_of_what_another_writer_changed_is_a_conflict_and_without_its_condition_a_stale_key() {
    let (dal, log) = Log::of::<Desk>().await;
    let scope = dal.tenant("d");
    let loaded = put(&task("t"), &scope).await;
    let other = loaded.patch(&scope).set(Task::OWNER, "bob").await.unwrap();
    assert_eq!(other.owner.as_deref(), Some("bob"));
    log.take();
    let Err(Error::Conflict(failed)) = loaded.patch(&scope).set(Task::RANK, 9_u32).await else {
        panic!("the owner, of which the key is made, was changed")
    };
    assert_eq!(failed.stored.unwrap().decode::<Task>().unwrap(), other);
    let after = raw(&dal, "TASK#t").await.unwrap();
    assert_eq!(after, other.to_attribute_values(&scope).unwrap(), "nothing was written");

    // The same update without its condition.
    let (_, sent) = log.take().into_iter().find(|(operation, _)| operation == "UpdateItem").unwrap();
    let conditions = sent["ConditionExpression"].as_str().unwrap();
    let names = sent["ExpressionAttributeNames"].as_object().unwrap();
    let values = sent["ExpressionAttributeValues"].as_object().unwrap();
    let expression = sent["UpdateExpression"].as_str().unwrap();
    assert!(conditions.contains('='), "{conditions}");
    let used = |placeholder: &str| {
        expression
            .split(|letter: char| !"#:".contains(letter) && !letter.is_ascii_digit())
            .any(|word| word == placeholder)
    };
    let mut update = dal.client().update_item().table_name(dal.table_name()).update_expression(expression);
    update = update.key("PK", AttributeValue::S(text("DESK#d"))).key("SK", AttributeValue::S(text("TASK#t")));
    for (placeholder, name) in names.iter().filter(|(placeholder, _)| used(placeholder)) {
        update = update.expression_attribute_names(placeholder, name.as_str().unwrap());
    }
    for (placeholder, value) in values.iter().filter(|(placeholder, _)| used(placeholder)) {
        let (tag, value) = value.as_object().unwrap().iter().next().unwrap();
        let value = text(value.as_str().unwrap());
        let value = if tag == "N" { AttributeValue::N(value) } else { AttributeValue::S(value) };
        update = update.expression_attribute_values(placeholder, value);
    }
    update.send().await.unwrap();
    let stale = raw(&dal, "TASK#t").await.unwrap();
    let found = Task::from_attribute_values(&stale).unwrap();
    assert_eq!((found.owner.as_deref(), found.rank), (Some("bob"), 9));
    assert_ne!(stale["GSI1PK"], found.to_attribute_values(&scope).unwrap()["GSI1PK"], "the key names ann");
}

#[tokio::test]
async fn only_what_the_keys_are_made_of_is_compared() {
    let (dal, scope) = desk().await;
    let loaded = put(&task("t"), &scope).await;
    // Another attribute, and another group, may change meanwhile.
    loaded.patch(&scope).set(Task::TITLE, "theirs").set(Task::MAIL, "a@b").await.unwrap();
    let got = loaded.patch(&scope).set(Task::RANK, 9_u32).await.unwrap();
    let expected = Task { title: text("theirs"), mail: Some(text("a@b")), rank: 9, ..loaded.clone() };
    assert_eq!(got, expected);
    // What the patch sets may change meanwhile, too: its keys are written, also where they are those that were loaded.
    got.patch(&scope).set(Task::OWNER, "bob").await.unwrap();
    let got = got.patch(&scope).set(Task::OWNER, "ann").await.unwrap();
    assert_eq!(raw(&dal, "TASK#t").await.unwrap(), got.to_attribute_values(&scope).unwrap());
    // None is compared, too.
    let without = got.patch(&scope).remove(Task::OWNER).await.unwrap();
    without.patch(&scope).set(Task::OWNER, "eve").await.unwrap();
    let conflict = without.patch(&scope).set(Task::RANK, 1_u32).await;
    assert!(matches!(conflict, Err(Error::Conflict(_))), "{conflict:?}");
    // A patch of nothing that feeds a key compares nothing.
    assert_eq!(without.patch(&scope).set(Task::TITLE, "x").await.unwrap().owner.as_deref(), Some("eve"));
}

#[tokio::test]
async fn the_reasons_of_a_refused_patch_are_told_apart() {
    let (dal, log) = Log::of::<Desk>().await;
    let scope = dal.tenant("d");
    let loaded = put(&task("t"), &scope).await;
    let refused = loaded.patch(&scope).set(Task::RANK, 1_u32).only_if(Task::DONE.exists()).await;
    assert!(matches!(refused, Err(Error::ConditionFailed(_))), "{refused:?}");
    log.take();
    // What would not read back is refused before it is sent.
    let refused = loaded.patch(&scope).remove(Task::RANK).await;
    let Err(Error::Encode(error)) = refused else { panic!("{refused:?}") };
    assert!(error.to_string().contains("rank"), "{error}");
    let foreign = Task { desk: text("e"), ..loaded.clone() };
    assert!(matches!(foreign.patch(&scope).set(Task::RANK, 1_u32).await, Err(Error::TenantMismatch(_))));
    assert!(matches!(loaded.patch(&scope).set(Task::OWNER, "").await, Err(Error::Key(_))));
    assert_eq!(log.take(), []);
    Task::delete(&scope, loaded.key()).await.unwrap();
    let refused = loaded.patch(&scope).set(Task::RANK, 1_u32).await;
    assert!(matches!(refused, Err(Error::NotFound(_))), "{refused:?}");
    assert_eq!(raw(&dal, "TASK#t").await, None, "nothing is created");
}
