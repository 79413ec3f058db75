//! Writes: whole items with all their keys, typed refusals, and updates that leave no index stale.

use dal::Error;
use dal::prelude::*;

use crate::domain::*;
use crate::support::*;

#[tokio::test]
async fn create_refuses_an_existing_key_with_the_stored_item() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let first = item(tenant_id(0), 1, Some(user_id(1)));
    first.create(&clinic).await.unwrap();
    let second = Item { title: "another".to_owned(), ..first.clone() };
    let Err(Error::AlreadyExists(failed)) = second.create(&clinic).await else { panic!("it exists") };
    assert_eq!((failed.entity, failed.maybe_applied, failed.stored_equals_sent), ("Item", false, None));
    assert!(failed.key.contains(&format!("SK=ITEM#{}", first.item_id.0)), "{}", failed.key);
    assert_eq!(failed.stored.as_ref().unwrap().decode::<Item>().unwrap(), first);
    assert!(failed.stored.unwrap().decode::<User>().is_err(), "it is no user");
    second.put(&clinic).await.unwrap();
    assert_eq!(Item::get_item(&clinic, first.item_id).await.unwrap().unwrap().title, "another");
}

#[tokio::test]
async fn an_item_is_stored_with_its_keys_its_entity_and_its_own_attributes() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let whole = item(tenant_id(0), 1, Some(user_id(1)));
    whole.create(&clinic).await.unwrap();
    let (partition, sort) = (format!("TENANT#{}", tenant_id(0).0), format!("ITEM#{}", whole.item_id.0));
    let attributes = stored(&dal, &partition, &sort).await.unwrap();
    let names: Vec<_> = attributes.keys().map(String::as_str).collect();
    let expected = [
        "GSI1PK",
        "GSI1SK",
        "PK",
        "SK",
        "created_at",
        "entity",
        "item_id",
        "owner_id",
        "status",
        "tenant_id",
        "title",
    ];
    assert_eq!(names, expected);
    assert_eq!(attributes["entity"].as_s().unwrap(), "Item");
    assert_eq!(attributes["GSI1PK"].as_s().unwrap(), &format!("{partition}#OWNER#{}", user_id(1).0));
    let sort = format!("{}#{}", at(1).format("%Y-%m-%dT%H:%M:%S%.3fZ"), whole.item_id.0);
    assert_eq!(attributes["GSI1SK"].as_s().unwrap(), &sort);
}

#[tokio::test]
async fn update_changes_what_is_set_and_gives_the_whole_item() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let before = item(tenant_id(0), 1, Some(user_id(1)));
    before.create(&clinic).await.unwrap();
    log.take();
    let key = before.key();
    let after =
        Item::update(&clinic, key.clone()).set(Item::TITLE, "new").set(Item::STATUS, "done").await.unwrap();
    assert_eq!(after, Item { title: "new".to_owned(), status: "done".to_owned(), ..before });
    let sent = log.take();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].0, "UpdateItem");
    assert!(!sent[0].1["UpdateExpression"].as_str().unwrap().contains("title"), "names are placeholders");
    let twice = Item::update(&clinic, key).set(Item::TITLE, "first").set(Item::TITLE, "last").await.unwrap();
    assert_eq!(twice.title, "last");
}

#[tokio::test]
async fn update_of_what_is_not_there_is_not_found_and_creates_nothing() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let key = item(tenant_id(0), 1, None).key();
    let Err(Error::NotFound(failed)) = Item::update(&clinic, key.clone()).set(Item::TITLE, "x").await else {
        panic!("there is no item")
    };
    assert_eq!((failed.entity, failed.stored), ("Item", None));
    assert_eq!(Item::get_item(&clinic, key.item_id).await.unwrap(), None);
}

#[tokio::test]
async fn a_group_moves_an_item_in_out_of_and_within_its_index() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let without = item(tenant_id(0), 1, None);
    without.create(&clinic).await.unwrap();
    let listed = async |owner| Item::items_by_owner(&clinic, owner).await.unwrap().len();
    let group = |owner_id| ItemGsi1Parts { owner_id, created_at: without.created_at };
    let update = |owner_id| Item::update(&clinic, without.key()).set_group(group(owner_id));

    assert_eq!(update(Some(user_id(1))).await.unwrap().owner_id, Some(user_id(1)));
    assert_eq!((listed(user_id(1)).await, listed(user_id(2)).await), (1, 0));
    update(Some(user_id(2))).set(Item::TITLE, "moved").await.unwrap();
    assert_eq!((listed(user_id(1)).await, listed(user_id(2)).await), (0, 1));
    let page = Item::items_by_owner(&clinic, user_id(2)).await.unwrap();
    assert_eq!(page.items().next().unwrap().title, "moved");
    assert_eq!(update(None).await.unwrap().owner_id, None);
    assert_eq!((listed(user_id(1)).await, listed(user_id(2)).await), (0, 0));
    let sort = format!("ITEM#{}", without.item_id.0);
    let attributes = stored(&dal, &format!("TENANT#{}", tenant_id(0).0), &sort).await.unwrap();
    assert!(
        ["GSI1PK", "GSI1SK", "owner_id"].iter().all(|name| !attributes.contains_key(*name)),
        "{attributes:?}"
    );
}

#[tokio::test]
async fn a_condition_moves_an_item_off_its_index() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let open = call(tenant_id(0), 1, Urgency::Urgent, CallStatus::Waiting);
    open.create(&clinic).await.unwrap();
    let update = |status| {
        let group = CallGsi1Parts { urgency: open.urgency, received_at: open.received_at, status };
        Call::update(&clinic, open.key()).set_group(group)
    };
    for (status, listed) in [(CallStatus::InProgress, 1), (CallStatus::Closed, 0), (CallStatus::Waiting, 1)] {
        assert_eq!(update(status).await.unwrap().status, status);
        assert_eq!(Call::open_calls(&clinic).await.unwrap().len(), listed, "{status:?}");
    }
}

#[tokio::test]
async fn delete_is_idempotent_unless_the_item_must_exist() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let gone = item(tenant_id(0), 1, Some(user_id(1)));
    gone.create(&clinic).await.unwrap();
    assert_eq!(Item::delete(&clinic, gone.key()).must_exist().returning().await.unwrap(), Some(gone.clone()));
    assert_eq!(Item::delete(&clinic, gone.key()).returning().await.unwrap(), None);
    Item::delete(&clinic, gone.key()).await.unwrap();
    let Err(Error::NotFound(failed)) = Item::delete(&clinic, gone.key()).must_exist().await else {
        panic!("gone")
    };
    assert_eq!(failed.entity, "Item");
    assert_eq!(Item::items_by_owner(&clinic, user_id(1)).await.unwrap().len(), 0);
}

#[tokio::test]
async fn operations_are_owned_futures_that_move_between_threads() {
    fn owned<F: IntoFuture + Send + 'static>(operation: F) -> F {
        operation
    }
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let one = item(tenant_id(0), 1, None);
    let create = owned(one.create(&clinic));
    tokio::spawn(create.into_future()).await.unwrap().unwrap();
    let get = owned(Item::get_item(&clinic, one.item_id));
    drop(clinic);
    assert_eq!(tokio::spawn(get.into_future()).await.unwrap().unwrap(), Some(one));
}
