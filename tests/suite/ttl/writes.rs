//! What is expired is in nobody's way: a lease or a record of an idempotent request can be made anew at once, although
//! DynamoDB deletes the old one only days later.

use dal::prelude::*;
use dal::{Error, Transaction, Ttl};

use super::everywhere::{NOW, Pass, PassKey, gate};

fn pass(pass_id: u32, gate: u32, seconds: i64) -> Pass {
    let at = i64::try_from(NOW).expect("small") + seconds;
    Pass { tenant_id: 1, pass_id, gate, expires_at: Some(Ttl::from_epoch_seconds(at)) }
}

#[tokio::test]
async fn a_create_takes_the_place_of_an_expired_item_only() {
    let (_, scope) = gate().await;
    let new = pass(1, 8, 60);
    assert_eq!(Pass::get_pass(&scope, 1_u32).await.unwrap(), None);
    new.create(&scope).await.unwrap();
    assert_eq!(Pass::get_pass(&scope, 1_u32).await.unwrap(), Some(new.clone()));
    // The whole item and its index entry are the new one's.
    let left = Pass::passes_at(&scope, 7_u32).include_expired().await.unwrap();
    assert_eq!(left.items().map(|pass| pass.pass_id).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(Pass::passes_at(&scope, 8_u32).await.unwrap().len(), 1);

    // One whose time is not over, and one without: the stored item comes back.
    for pass_id in [1, 2, 3] {
        let Err(Error::AlreadyExists(failed)) = pass(pass_id, 9, 90).create(&scope).await else {
            panic!("{pass_id} is there")
        };
        assert_eq!(failed.stored.unwrap().decode::<Pass>().unwrap().pass_id, pass_id);
    }
    // The second in which it ends is one in which it is over, to reads and writes alike.
    pass(4, 7, 0).create(&scope).await.unwrap();
    assert_eq!(Pass::get_pass(&scope, 4_u32).await.unwrap(), None);
    pass(4, 8, 60).create(&scope).await.unwrap();
    // A condition of the caller's holds as well.
    pass(5, 7, -1).create(&scope).await.unwrap();
    let refused = pass(5, 8, 60).create(&scope).only_if(Pass::GATE.ne(7_u32)).await;
    assert!(matches!(refused, Err(Error::AlreadyExists(_))), "{refused:?}");
    // To an update it is there until it is deleted, and can be given more time.
    let more = pass(5, 7, 60).expires_at;
    Pass::update(&scope, PassKey { pass_id: 5 })
        .edit(Pass::EXPIRES_AT, more.map_or(dal::Edit::Clear, dal::Edit::Set))
        .await
        .unwrap();
    assert_eq!(Pass::get_pass(&scope, 5_u32).await.unwrap(), Some(pass(5, 7, 60)));
}

#[tokio::test]
async fn moves_and_checks_see_no_expired_item() {
    let (_, scope) = gate().await;
    let moved = Pass { pass_id: 1, ..pass(2, 7, 1) };
    Transaction::new()
        .add(Pass::check(&scope, PassKey { pass_id: 1 }).absent())
        .add(pass(6, 7, 60).create(&scope))
        .await
        .unwrap();
    pass(2, 7, 1).move_to(&scope, &moved).await.unwrap();
    assert_eq!(Pass::get_pass(&scope, 1_u32).await.unwrap(), Some(moved));
    assert_eq!(Pass::get_pass(&scope, 2_u32).include_expired().await.unwrap(), None);
    let refused = pass(6, 7, 60).move_to(&scope, &pass(3, 7, 60)).await;
    assert!(matches!(refused, Err(Error::AlreadyExists(_))), "{refused:?}");
    let refused = Transaction::new().add(Pass::check(&scope, PassKey { pass_id: 3 }).absent()).await;
    assert!(matches!(refused, Err(Error::Transaction(_))), "{refused:?}");
}
