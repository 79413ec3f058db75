//! Writes whose future is dropped at any of its awaits: what is stored is as before or as after, guards and index keys
//! included, and the same write again makes it as after.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use dal::prelude::*;
use dal::{Error, Transaction};
use dal_local::faults::{Fault, Faults};

use super::domain::*;
use crate::support::NoTime;

type Writing = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;
type Step = fn(Scope<Kept>) -> Writing;

/// The output of a future that is dropped when it waits for the `patience`th time; `None` if it was.
async fn dropped_at<F: Future>(future: F, mut patience: u32) -> Option<F::Output> {
    let mut future = pin!(future);
    poll_fn(move |context| match future.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending if patience == 0 => Poll::Ready(None),
        Poll::Pending => {
            patience -= 1;
            Poll::Pending
        }
    })
    .await
}

/// A table with an account, a member and a task, and a wire on which each answer comes late: after each call that the
/// engine has carried out, the future waits.
async fn world() -> (Dal<Kept>, Faults) {
    let faults = Faults::by(|_| Some(Fault::Slow(Duration::from_millis(1))));
    faults.pause();
    let client = faults.client(&dal_local::memory().await.expect("an engine"));
    let config = client.config().to_builder().sleep_impl(NoTime).build();
    let dal: Dal<Kept> = Dal::new(Client::from_conf(config));
    dal.create_table().await.expect("a table");
    let dal = dal.with_clock(Hands::default());
    let clinic = dal.tenant(1_u32);
    account(1, Some("ann")).create(&clinic).await.expect("created");
    member(1, Some("ann@x.example"), Some("ann")).create(&clinic).await.expect("created");
    task(1, Some(7)).create(&clinic).await.expect("created");
    (dal, faults)
}

async fn loaded(clinic: &Scope<Kept>) -> Result<(Account, Member, Task), Error> {
    let account = Account::get_account(clinic, 1_u32).await?;
    let member = Member::get_member(clinic, 1_u32).await?;
    let task = Task::get_task(clinic, 1_u32).await?;
    Ok((account.expect("there"), member.expect("there"), task.expect("there")))
}

/// Writes of one and of several items; each loads what it writes over.
const WRITES: [(&str, Step); 16] = [
    ("create", |at| Box::pin(async move { account(2, Some("bob")).create(&at).await })),
    ("create of unique values", |at| {
        Box::pin(async move { member(2, Some("bob@x.example"), Some("bob")).create(&at).await })
    }),
    ("put of a new item", |at| Box::pin(async move { account(2, Some("bob")).put(&at).await })),
    ("put", |at| {
        Box::pin(async move {
            let (account, ..) = loaded(&at).await?;
            Account { login: Some("eve".to_owned()), ..account }.put(&at).await
        })
    }),
    ("put of unique values", |at| {
        Box::pin(async move {
            let (_, member, _) = loaded(&at).await?;
            Member { email: Some("eve@x.example".to_owned()), handle: None, ..member }.put(&at).await
        })
    }),
    ("put into another place of an index", |at| {
        Box::pin(async move {
            let (.., task) = loaded(&at).await?;
            Task { owner: Some(8), ..task }.put(&at).await
        })
    }),
    ("upsert", |at| {
        Box::pin(async move {
            let (account, ..) = loaded(&at).await?;
            Account { login: None, ..account }.upsert(&at).await.map(drop)
        })
    }),
    ("patch", |at| {
        Box::pin(async move {
            let (mut account, ..) = loaded(&at).await?;
            account.patch(&at).set(Account::LOGIN, "eve").await.map(drop)
        })
    }),
    ("patch of unique values", |at| {
        Box::pin(async move {
            let (_, member, _) = loaded(&at).await?;
            member.patch(&at).set(Member::EMAIL, "eve@x.example").remove(Member::HANDLE).await.map(drop)
        })
    }),
    ("update", |at| {
        Box::pin(async move {
            let key = TaskKey { id: 1 };
            let group = TaskGsi1Parts { owner: None };
            Task::update(&at, key).expect_version(1_u32).set_group(group).await.map(drop)
        })
    }),
    ("delete by key", |at| {
        Box::pin(async move { Account::delete(&at, AccountKey { id: 1 }).any_version().await })
    }),
    ("delete of unique values", |at| {
        Box::pin(async move { Member::delete(&at, MemberKey { id: 1 }).returning().await.map(drop) })
    }),
    ("delete of what was loaded", |at| {
        Box::pin(async move { loaded(&at).await?.0.delete_loaded(&at).await })
    }),
    ("move", |at| {
        Box::pin(async move {
            let (_, member, _) = loaded(&at).await?;
            member.move_to(&at, &Member { id: 3, ..member.clone() }).await
        })
    }),
    ("move of a version", |at| {
        Box::pin(async move {
            let (account, ..) = loaded(&at).await?;
            account.move_to(&at, &mut Account { id: 3, ..account.clone() }).await
        })
    }),
    ("transaction", |at| {
        Box::pin(async move {
            let (mut account, member, mut task) = loaded(&at).await?;
            let mut new = super::domain::account(2, Some("ann"));
            Transaction::new()
                .add(account.patch(&at).set(Account::LOGIN, "eve"))
                .add(member.delete_loaded(&at))
                .add(task.put(&at))
                .add(new.create(&at))
                .await
        })
    }),
];

#[tokio::test]
async fn what_is_dropped_at_any_await_was_done_as_a_whole_or_not_at_all() {
    for (name, write) in WRITES {
        let (dal, _) = world().await;
        let before = stored(&dal).await;
        write(dal.tenant(1_u32)).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        let after = stored(&dal).await;
        assert_ne!(before, after, "{name}");

        let (mut undone, mut done) = (0, 0);
        for patience in 0.. {
            assert!(patience < 200, "{name} comes to an end");
            let (dal, faults) = world().await;
            faults.resume();
            let ended = dropped_at(write(dal.tenant(1_u32)), patience).await;
            faults.pause();
            let found = stored(&dal).await;
            if found == before {
                undone += 1;
                write(dal.tenant(1_u32)).await.unwrap_or_else(|error| panic!("{name}, again: {error}"));
                assert_eq!(stored(&dal).await, after, "{name}, again after {patience} awaits");
            } else {
                assert_eq!(found, after, "{name} after {patience} awaits");
            }
            if let Some(ended) = ended {
                ended.unwrap_or_else(|error| panic!("{name}: {error}"));
                break;
            }
            done += u32::from(found == after);
        }
        // The last await is the one for the answer: by then it is done.
        assert!(done > 0, "{name}: {undone} times dropped before it was done, never after");
    }
}
