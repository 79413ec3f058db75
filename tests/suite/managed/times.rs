//! Times that dal fills in.

use dal::prelude::*;

use super::domain::*;

#[tokio::test]
async fn times_come_from_the_clock() {
    let (dal, clock) = table().await;
    let clinic = dal.tenant(1_u32);
    let mut account = account(1, None);
    clock.set(10);
    account.create(&clinic).await.expect("created");
    assert_eq!((account.created_at, account.updated_at), (at(10), at(10)), "cut to what the kind holds");
    clock.set(20);
    account.put(&clinic).await.expect("put");
    assert_eq!((account.created_at, account.updated_at), (at(10), at(20)), "a put keeps the creation");
    clock.set(30);
    account.patch(&clinic).set(Account::NAME, "x").await.expect("patched");
    assert_eq!((account.created_at, account.updated_at), (at(10), at(30)));
    clock.set(40);
    let updated =
        Account::update(&clinic, account.key()).any_version().set(Account::NAME, "y").await.expect("updated");
    assert_eq!((updated.created_at, updated.updated_at), (at(10), at(40)));
    let mut account = updated;
    clock.set(50);
    account.upsert(&clinic).await.expect("upserted");
    assert_eq!((account.created_at, account.updated_at), (at(10), at(50)));
    let found = Account::get_account(&clinic, 1_u32).await.expect("read").expect("there");
    assert_eq!(found, account);
}

#[tokio::test]
async fn a_write_that_creates_sets_both_times() {
    let (dal, clock) = table().await;
    let clinic = dal.tenant(1_u32);
    clock.set(7);
    for (id, upsert) in [(1, false), (2, true)] {
        let mut new = account(id, None);
        if upsert {
            new.upsert(&clinic).await.expect("upserted");
        } else {
            new.put(&clinic).await.expect("put");
        }
        assert_eq!((new.created_at, new.updated_at, new.rev), (at(7), at(7), 1));
    }
}

#[tokio::test]
async fn integers_hold_seconds_and_an_upsert_keeps_the_stored_creation() {
    let (dal, clock) = table().await;
    let clinic = dal.tenant(1_u32);
    let new = || Stamped { tenant_id: 1, id: 1, text: "a".to_owned(), made_at: None, seen_at: 0 };
    clock.set(1_000);
    let mut first = new();
    first.create(&clinic).await.expect("created");
    assert_eq!((first.made_at, first.seen_at), (Some(4_000_000_001), 4_000_000_001));
    clock.set(9_999);
    let mut again = new();
    again.upsert(&clinic).await.expect("upserted");
    assert_eq!((again.made_at, again.seen_at), (Some(4_000_000_001), 4_000_000_009));
    // Without a version anybody may delete it.
    Stamped::delete(&clinic, again.key()).await.expect("deleted");
    assert!(stored(&dal).await.is_empty());
}

#[tokio::test]
async fn an_index_by_the_time_of_the_last_write_is_never_stale() {
    let (dal, clock) = table().await;
    let clinic = dal.tenant(1_u32);
    let mut tasks = [task(1, Some(7)), task(2, Some(7)), task(3, Some(7)), task(4, Some(7))];
    for (number, task) in tasks.iter_mut().enumerate() {
        clock.set(u64::try_from(number).expect("a small number"));
        task.create(&clinic).await.expect("created");
    }
    let order = async || -> Vec<u32> {
        let page = Task::tasks_of(&clinic, 7_u32).await.expect("a page");
        page.into_items().expect("all decode").into_iter().map(|task| task.id).collect()
    };
    assert_eq!(order().await, [4, 3, 2, 1]);
    let [one, two, three, _] = &mut tasks;
    clock.set(10);
    one.put(&clinic).await.expect("put");
    assert_eq!(order().await, [1, 4, 3, 2]);
    clock.set(20);
    two.patch(&clinic).set(Task::TITLE, "patched").await.expect("patched");
    assert_eq!(order().await, [2, 1, 4, 3]);
    clock.set(30);
    three.upsert(&clinic).await.expect("upserted");
    assert_eq!(order().await, [3, 2, 1, 4]);
    clock.set(40);
    Task::update(&clinic, TaskKey { id: 4 })
        .any_version()
        .set_group(TaskGsi1Parts { owner: Some(7) })
        .set(Task::TITLE, "updated")
        .await
        .expect("updated");
    assert_eq!(order().await, [4, 3, 2, 1]);
    // The keys say what the attributes say.
    for item in stored(&dal).await.into_values() {
        let touched = item["touched_at"].as_s().expect("text");
        let key = item["GSI1SK"].as_s().expect("text");
        let time = touched.trim_end_matches('Z');
        assert!(key.starts_with(time), "{key} is of {touched}");
    }
}

#[tokio::test]
async fn what_fails_fills_nothing_in() {
    let (dal, clock) = table().await;
    let clinic = dal.tenant(1_u32);
    let mut one = account(1, None);
    one.create(&clinic).await.expect("created");
    clock.set(99);
    let mut again = account(1, None);
    again.create(&clinic).await.expect_err("it is there already");
    assert_eq!(again, account(1, None));
    drop(one.put(&clinic));
    assert_eq!((one.rev, one.updated_at), (1, at(0)), "a write that is not awaited is none");
}
