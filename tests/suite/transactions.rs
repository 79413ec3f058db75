//! Transactions: all or none, over entities, tenants and tables.

use dal::prelude::*;
use dal::{BatchGet, Error, Transaction, TransactionCause, TransactionGet};

use crate::domain::*;
use crate::support::*;

#[tokio::test]
async fn actions_of_several_entities_are_one_request_and_all_are_done() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let (old, kept) = (item(tenant_id(0), 1, Some(user_id(1))), item(tenant_id(0), 2, None));
    old.create(&clinic).await.unwrap();
    kept.create(&clinic).await.unwrap();
    log.take();
    let new = item(tenant_id(0), 3, Some(user_id(1)));
    Transaction::new()
        .add(new.create(&clinic))
        .add(user(1).create(&clinic))
        .add(Item::update(&clinic, kept.key()).set(Item::TITLE, "kept"))
        .add(Item::delete(&clinic, old.key()).must_exist())
        .add(User::check(&clinic, user(9).key()).absent())
        .await
        .unwrap();
    let sent = log.take();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].0, "TransactWriteItems");
    let members = sent[0].1["TransactItems"].as_array().unwrap();
    let verbs: Vec<_> =
        members.iter().flat_map(|member| member.as_object().unwrap().keys().map(String::as_str)).collect();
    // The last one keeps the user's address unique.
    assert_eq!(verbs, ["Put", "Put", "Update", "Delete", "ConditionCheck", "Put"]);

    let owned = Item::items_by_owner(&clinic, user_id(1)).await.unwrap();
    assert_eq!(owned.items().map(|item| item.item_id).collect::<Vec<_>>(), [new.item_id]);
    let titles = Item::list_items(&clinic).await.unwrap().into_items().unwrap();
    assert_eq!(titles.iter().map(|item| item.title.as_str()).collect::<Vec<_>>(), ["kept", "item 3"]);
    assert_eq!(User::get_user(&clinic, user_id(1)).await.unwrap(), Some(user(1)));
}

#[tokio::test]
async fn what_cancels_it_names_the_action_and_its_stored_item_and_nothing_is_done() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let there = item(tenant_id(0), 1, None);
    there.create(&clinic).await.unwrap();
    let again = Item { title: "again".to_owned(), ..there.clone() };
    let error = Transaction::new()
        .add(user(1).create(&clinic))
        .add(again.create(&clinic))
        .add(Item::update(&clinic, item(tenant_id(0), 7, None).key()).set(Item::TITLE, "x"))
        .add(User::check(&clinic, user(3).key()))
        .await
        .unwrap_err();
    let Error::Transaction(failed) = &error else { panic!("{error:?}") };
    assert_eq!(failed.reasons.iter().map(|reason| reason.position).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(failed.failed(0).is_none());
    let exists = failed.failed(1).unwrap();
    let TransactionCause::Refused(Error::AlreadyExists(refused)) = &exists.cause else {
        panic!("{exists:?}")
    };
    assert_eq!((refused.entity, refused.maybe_applied), ("Item", false));
    assert_eq!(refused.stored.as_ref().unwrap().decode::<Item>().unwrap(), there);
    for (position, entity) in [(2, "Item"), (3, "User")] {
        let missing = failed.failed(position).unwrap();
        assert_eq!(missing.entity, entity);
        assert!(matches!(&missing.cause, TransactionCause::Refused(Error::NotFound(_))), "{missing:?}");
    }
    assert!(matches!(failed.refused(), Some(Error::AlreadyExists(_))));
    assert!(!failed.conflict() && !error.is_retryable());
    let text = error.to_string();
    assert!(text.contains("action 1: the `Item`") && text.contains("already exists"), "{text}");
    assert!(text.contains("action 3: the `User`") && text.contains("does not exist"), "{text}");

    assert_eq!(User::get_user(&clinic, user_id(1)).await.unwrap(), None);
    assert_eq!(Item::get_item(&clinic, there.item_id).await.unwrap(), Some(there));
}

#[tokio::test]
async fn it_spans_tenants_and_tables_of_one_client() {
    let dal = table().await;
    let other = dal.of::<Invocacare>().with_table_name(format!("{}-other", dal.table_name()));
    other.create_table().await.unwrap();
    let own = item(tenant_id(0), 1, None);
    let foreign = item(tenant_id(1), 1, None);
    Transaction::new()
        .add(own.create(&dal.tenant(tenant_id(0))))
        .add(foreign.create(&dal.tenant(tenant_id(1))))
        .add(own.create(&other.tenant(tenant_id(0))))
        .await
        .unwrap();
    let gets = (
        Item::get_item(&dal.tenant(tenant_id(0)), own.item_id),
        Item::get_item(&dal.tenant(tenant_id(1)), foreign.item_id),
        Item::get_item(&other.tenant(tenant_id(0)), own.item_id),
        Item::get_item(&other.tenant(tenant_id(1)), own.item_id),
    );
    let expected = (Some(own.clone()), Some(foreign), Some(own), None);
    assert_eq!(TransactionGet::new(gets.clone()).await.unwrap(), expected);
    assert_eq!(BatchGet::new(gets).await.unwrap().into_items().unwrap(), expected);
}

#[tokio::test]
async fn reads_keep_their_positions_and_what_is_missing_is_none() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let own = item(tenant_id(0), 2, None);
    own.create(&clinic).await.unwrap();
    user(1).create(&clinic).await.unwrap();
    log.take();
    let get = |number| Item::get_item(&clinic, item(tenant_id(0), number, None).item_id);
    let many = vec![get(1), get(2), get(3), get(2)];
    let (found, one) = TransactionGet::new((many, User::get_user(&clinic, user_id(1)))).await.unwrap();
    assert_eq!(found, [None, Some(own.clone()), None, Some(own)]);
    assert_eq!(one, Some(user(1)));
    let sent = log.take();
    assert_eq!((sent.len(), sent[0].0.as_str()), (1, "TransactGetItems"));
    assert_eq!(
        sent[0].1["TransactItems"].as_array().unwrap().len(),
        4,
        "a key given twice is asked for once"
    );

    let none: Vec<Option<Item>> = TransactionGet::new(Vec::<dal::Get<Item>>::new()).await.unwrap();
    assert_eq!(none, []);
    let Err(Error::OverLimit(over)) = TransactionGet::new((0..101).map(get).collect::<Vec<_>>()).await else {
        panic!("too many")
    };
    assert_eq!((over.operation, over.what, over.limit), ("TransactGetItems", "items", 100));
    assert_eq!(log.take(), []);
}

#[tokio::test]
async fn a_token_is_carried_out_once_and_each_await_has_its_own() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let own = item(tenant_id(0), 1, None);
    for _ in 0..2 {
        // The second would find the first one's item, were it carried out.
        Transaction::new().add(own.create(&clinic)).token("registration-7").await.unwrap();
    }
    let mut tokens = Vec::new();
    for number in 2..4 {
        Transaction::new().add(item(tenant_id(0), number, None).create(&clinic)).await.unwrap();
    }
    for (_, body) in log.take() {
        tokens.push(body["ClientRequestToken"].as_str().unwrap().to_owned());
    }
    assert_eq!(tokens[..2], ["registration-7", "registration-7"]);
    assert!(tokens[2] != tokens[3] && tokens[2..].iter().all(|token| token.len() == 32), "{tokens:?}");
}

#[tokio::test]
async fn a_named_transaction_is_a_method_of_the_table_with_a_parameter_for_each_action() {
    let (dal, log) = Log::table().await;
    let world = crate::domain::world::clinics().unwrap();
    let (clinic, at) = (&world[0], dal.tenant(world[0].tenant.tenant_id));
    let register = async |subscription: &mut Subscription| {
        Invocacare::register_clinic(&at, &clinic.tenant, subscription, &clinic.users[0]).await
    };
    let mut subscription = clinic.subscription.clone();
    register(&mut subscription).await.unwrap();
    assert_eq!(log.take().len(), 1);
    assert_eq!(subscription.rev, 1, "what dal fills in is filled in");
    let overview = Overview::overview(&at).await.unwrap().unwrap();
    assert_eq!(overview.tenant, clinic.tenant);
    assert_eq!(overview.subscription.as_ref(), Some(&subscription));
    assert_eq!(User::list_users(&at).await.unwrap().into_items().unwrap(), clinic.users[..1]);

    let mut second = clinic.subscription.clone();
    let Err(Error::Transaction(failed)) = register(&mut second).await else { panic!("it is registered") };
    assert_eq!(second, clinic.subscription, "what was not written is as it was");
    assert_eq!(
        failed.reasons.iter().map(|reason| reason.entity).collect::<Vec<_>>(),
        ["Tenant", "Subscription", "User"]
    );
    // It takes more actions, as any other.
    let more = Invocacare::register_clinic(&at, &clinic.tenant, &mut second, &clinic.users[0]);
    assert_eq!(more.add(User::delete(&dal.tenant(tenant_id(7)), user(3).key())).len(), 4);
    let foreign = Invocacare::register_clinic(
        &dal.tenant(tenant_id(7)),
        &clinic.tenant,
        &mut subscription,
        &clinic.users[0],
    );
    assert!(matches!(foreign.await, Err(Error::TenantMismatch(_))));
}
