//! Batch get: any number of keys, at their positions.

use dal::prelude::*;
use dal::{BatchGet, Error, Ttl};

use super::{items, keys};
use crate::domain::*;
use crate::support::*;

async fn filled(count: u128) -> (Dal<Invocacare>, Log, Vec<Item>) {
    let (dal, log) = Log::table().await;
    let items = items(count);
    let written = dal::BatchWrite::new().put_all(&dal.tenant(tenant_id(0)), &items).await.unwrap();
    written.complete().unwrap();
    log.take();
    (dal, log, items)
}

/// How many keys each request asked for.
fn asked(log: &Log) -> Vec<usize> {
    let mut sizes = Vec::new();
    for (operation, body) in log.take() {
        assert_eq!(operation, "BatchGetItem");
        let tables = body["RequestItems"].as_object().unwrap();
        sizes.push(tables.values().map(|table| table["Keys"].as_array().unwrap().len()).sum());
    }
    sizes.sort_unstable();
    sizes
}

#[tokio::test]
async fn items_stand_at_the_positions_of_their_keys_and_what_is_missing_is_none() {
    let (dal, log, items) = filled(130).await;
    let clinic = dal.tenant(tenant_id(0));
    let wanted: Vec<u128> = (0..260).rev().step_by(1).collect();
    let found = Item::batch_get(&clinic, keys(wanted.clone())).await.unwrap();
    assert!(found.is_complete() && found.cause().is_none() && found.unprocessed().is_empty());
    assert_eq!(
        (found.progress().done, found.progress().total, found.progress().requests),
        (260, Some(260), 3)
    );
    let expected: Vec<_> =
        wanted.iter().map(|number| items.get(usize::try_from(*number).unwrap()).cloned()).collect();
    assert_eq!(found.into_items().unwrap(), expected);
    assert_eq!(asked(&log), [60, 100, 100]);
}

#[tokio::test]
async fn nothing_asked_for_is_nothing_sent() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    assert_eq!(Item::batch_get(&clinic, []).await.unwrap().into_items().unwrap(), []);
    let (users, items) = BatchGet::new((Vec::<dal::Get<User>>::new(), Vec::<dal::Get<Item>>::new()))
        .await
        .unwrap()
        .into_items()
        .unwrap();
    assert!(users.is_empty() && items.is_empty());
    assert_eq!(log.take(), []);
}

#[tokio::test]
async fn a_key_given_twice_is_asked_for_once_and_answered_at_each_position() {
    let (dal, log, items) = filled(2).await;
    let clinic = dal.tenant(tenant_id(0));
    // Far apart, so that a check of each request alone would not see it.
    let numbers: Vec<u128> = (0..150).chain(0..150).collect();
    let found = Item::batch_get(&clinic, keys(numbers)).await.unwrap().into_items().unwrap();
    assert_eq!(asked(&log), [50, 100]);
    assert_eq!((&found[0], &found[150]), (&Some(items[0].clone()), &Some(items[0].clone())));
    assert_eq!((&found[1], &found[151]), (&Some(items[1].clone()), &Some(items[1].clone())));
    assert_eq!(found.iter().flatten().count(), 4);
}

#[tokio::test]
async fn several_entities_and_tenants_are_one_request_and_keep_their_shape() {
    let (dal, log) = Log::table().await;
    let (one, other) = (dal.tenant(tenant_id(0)), dal.tenant(tenant_id(1)));
    let own = item(tenant_id(0), 1, None);
    let foreign = item(tenant_id(1), 1, None);
    own.create(&one).await.unwrap();
    foreign.create(&other).await.unwrap();
    log.take();
    let gets = (
        Item::get_item(&one, own.item_id),
        User::get_user(&one, user_id(9)),
        vec![
            Item::get_item(&other, foreign.item_id),
            Item::get_item(&other, item(tenant_id(1), 7, None).item_id),
        ],
    );
    let (first, user, many) = BatchGet::new(gets).await.unwrap().into_items().unwrap();
    assert_eq!((first, user, many), (Some(own), None, vec![Some(foreign), None]));
    assert_eq!(asked(&log), [4]);
}

#[tokio::test]
async fn consistent_reads_say_so_and_the_two_kinds_are_not_mixed() {
    let (dal, log, items) = filled(3).await;
    let clinic = dal.tenant(tenant_id(0));
    let found = Item::batch_get(&clinic, keys(0..3)).consistent().await.unwrap().into_items().unwrap();
    assert_eq!(found.iter().flatten().count(), 3);
    let sent = log.take();
    assert_eq!(sent[0].1["RequestItems"][dal.table_name()]["ConsistentRead"], true);

    let gets = vec![
        Item::get_item(&clinic, items[0].item_id),
        Item::get_item(&clinic, items[1].item_id).consistent(),
        Item::get_item(&clinic, items[2].item_id),
    ];
    let found = BatchGet::new(gets).await.unwrap().into_items().unwrap();
    assert_eq!(found.into_iter().flatten().collect::<Vec<_>>(), items);
    assert_eq!(asked(&log), [1, 2]);
}

#[tokio::test]
async fn an_item_whose_ttl_is_over_is_none_unless_asked_for() {
    let (dal, _log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let mut message = message(tenant_id(0), 1, 1);
    message.expires_at = Some(Ttl::from_epoch_seconds(1_000));
    message.put(&clinic).await.unwrap();
    let hidden = Message::batch_get(&clinic, [message.key()]).await.unwrap().into_items().unwrap();
    assert_eq!(hidden, [None]);
    let shown = Message::batch_get(&clinic, [message.key()]).include_expired().await.unwrap();
    assert_eq!(shown.into_items().unwrap(), [Some(message)]);
}

#[tokio::test]
async fn an_item_that_does_not_decode_costs_none_of_the_others() {
    use aws_sdk_dynamodb::types::AttributeValue::N;
    let (dal, _log, items) = filled(3).await;
    let clinic = dal.tenant(tenant_id(0));
    let mut attributes = items[1].to_attribute_values(&clinic).unwrap();
    attributes.insert("title".to_owned(), N("5".to_owned()));
    dal.client().put_item().table_name(dal.table_name()).set_item(Some(attributes)).send().await.unwrap();

    let each = Item::batch_get(&clinic, keys(0..4)).await.unwrap().into_each();
    assert_eq!(each[0].as_ref().unwrap().as_ref(), Some(&items[0]));
    let Err(Error::Items(errors)) = &each[1] else { panic!("{:?}", each[1]) };
    assert_eq!((errors[0].entity, errors[0].attribute.as_deref()), (Some("Item"), Some("title")));
    assert_eq!((each[2].as_ref().unwrap().as_ref(), each[3].as_ref().unwrap()), (Some(&items[2]), &None));
    let all = Item::batch_get(&clinic, keys(0..4)).await.unwrap().into_items();
    assert!(matches!(all, Err(Error::Items(errors)) if errors.len() == 1));
}

#[tokio::test]
async fn a_key_that_cannot_be_is_refused_before_anything_is_sent() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let fine = chrono::TimeDelta::microseconds(1);
    let bad = ShiftKey { team_id: TeamId(ulid::Ulid::from(1_u128)), starts_at: at(0) + fine };
    let Err(Error::Key(error)) = Shift::batch_get(&clinic, [bad]).await else { panic!("a key error") };
    assert_eq!((error.entity, error.field), ("Shift", Some("starts_at")));
    assert_eq!(log.take(), []);
}
