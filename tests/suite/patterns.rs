//! Every declared pattern: what it sends, and what it gives.

use chrono::TimeDelta;
use dal::prelude::*;
use serde_json::json;

use crate::domain::*;
use crate::support::*;

fn expression(body: &serde_json::Value) -> String {
    let mut text = body["KeyConditionExpression"].as_str().expect("a key condition").to_owned();
    for (name, attribute) in body["ExpressionAttributeNames"].as_object().expect("names") {
        text = text.replace(name, attribute.as_str().expect("a name"));
    }
    for (name, value) in body["ExpressionAttributeValues"].as_object().into_iter().flatten() {
        text = text.replace(name, value["S"].as_str().expect("text"));
    }
    text
}

fn ulid(number: u128) -> String {
    ulid::Ulid::from(number).to_string()
}

#[tokio::test]
async fn a_get_is_one_get_item_by_the_full_key() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let (there, none) = (item(tenant_id(0), 4, None), item(tenant_id(0), 5, None));
    there.create(&clinic).await.unwrap();
    log.take();
    assert_eq!(Item::get_item(&clinic, there.item_id).await.unwrap(), Some(there));
    assert_eq!(Item::get_item(&clinic, none.item_id).await.unwrap(), None);
    let sent = log.take();
    assert_eq!(sent.len(), 2);
    let (operation, body) = &sent[0];
    assert_eq!(operation, "GetItem");
    let (partition, sort) = (format!("TENANT#{}", ulid(1)), format!("ITEM#{}", ulid(5)));
    assert_eq!(body["Key"], json!({ "PK": { "S": partition }, "SK": { "S": sort } }));
    assert_eq!(body["TableName"], dal.table_name());
    assert_eq!(body["ReturnConsumedCapacity"], "TOTAL");
}

#[tokio::test]
async fn a_collection_is_one_query_and_one_struct() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    assert_eq!(Overview::overview(&clinic).await.unwrap(), None);
    let tenant = Tenant {
        tenant_id: tenant_id(0),
        name: "Harbour Lane".to_owned(),
        city: "Portland".to_owned(),
        status: TenantStatus::Active,
        created_at: at(0),
    };
    tenant.create(&clinic).await.unwrap();
    let alone = Overview { tenant: tenant.clone(), subscription: None };
    assert_eq!(Overview::overview(&clinic).await.unwrap(), Some(alone));
    let mut subscription = Subscription {
        tenant_id: tenant_id(0),
        plan: "group".to_owned(),
        seats: 25,
        price: "449.00".to_owned(),
        currency: "USD".to_owned(),
        renews_on: chrono::NaiveDate::from_ymd_opt(2027, 4, 12).unwrap(),
        rev: 0,
    };
    subscription.create(&clinic).await.unwrap();
    item(tenant_id(0), 1, None).create(&clinic).await.unwrap();
    log.take();
    let both = Overview { tenant, subscription: Some(subscription) };
    assert_eq!(Overview::overview(&clinic).await.unwrap(), Some(both));
    let sent = log.take();
    assert_eq!(sent.len(), 1);
    assert_eq!(expression(&sent[0].1), format!("PK = TENANT#{} AND begins_with(SK, TENANT)", ulid(1)));
}

#[tokio::test]
async fn a_list_gives_its_own_entity_and_no_other() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let items: Vec<Item> = (0..5).map(|number| item(tenant_id(0), number, None)).collect();
    for item in &items {
        item.create(&clinic).await.unwrap();
    }
    call(tenant_id(0), 1, Urgency::Urgent, CallStatus::Waiting).create(&clinic).await.unwrap();
    message(tenant_id(0), 1, 1).create(&clinic).await.unwrap();
    log.take();
    let page = Item::list_items(&clinic).await.unwrap();
    assert_eq!(page.cursor(), None);
    assert!(page.consumed_capacity() > 0.0);
    assert_eq!(page.into_items().unwrap(), items);
    let sent = log.take();
    assert_eq!(sent.len(), 1);
    assert_eq!(expression(&sent[0].1), format!("PK = TENANT#{} AND begins_with(SK, ITEM#)", ulid(1)));
}

#[tokio::test]
async fn items_of_an_owner_are_newest_first_and_those_without_are_not_indexed() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    for number in 0..6 {
        let owner = [Some(user_id(1)), Some(user_id(2)), None][usize::try_from(number % 3).unwrap()];
        item(tenant_id(0), number, owner).create(&clinic).await.unwrap();
    }
    log.take();
    let page = Item::items_by_owner(&clinic, user_id(1)).await.unwrap();
    let found: Vec<_> = page.items().map(|item| (item.item_id, item.owner_id, item.title.as_str())).collect();
    let expected =
        [3, 0].map(|number| (item(tenant_id(0), number, None).item_id, user_id(1), format!("item {number}")));
    assert_eq!(
        found,
        expected.iter().map(|(id, owner, title)| (*id, *owner, title.as_str())).collect::<Vec<_>>()
    );
    assert_eq!(page.items().next().unwrap().created_at, at(3));
    let (_, body) = log.take().remove(0);
    assert_eq!(body["IndexName"], "GSI1");
    assert_eq!(body["ScanIndexForward"], false);
    assert_eq!(body["Limit"], 50);
    assert_eq!(expression(&body), format!("GSI1PK = TENANT#{}#OWNER#{}", ulid(1), ulid(2)));

    let without = stored(&dal, &format!("TENANT#{}", ulid(1)), &format!("ITEM#{}", ulid(3))).await.unwrap();
    assert!(!without.contains_key("GSI1PK") && !without.contains_key("GSI1SK"), "{without:?}");
    assert!(!without.contains_key("owner_id"), "an absent owner is no attribute: {without:?}");
}

#[tokio::test]
async fn a_range_takes_every_kind_of_bound() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    for number in 0..5 {
        item(tenant_id(0), number, Some(user_id(1))).create(&clinic).await.unwrap();
    }
    let numbers = async |query: dal::Query<ItemItemsByOwner>| {
        let page = query.await.unwrap();
        page.into_items().unwrap().iter().map(|item| item.item_id.0.0 - 1).collect::<Vec<_>>()
    };
    let query = || Item::items_by_owner(&clinic, user_id(1));
    assert_eq!(numbers(query().range(at(1)..at(3))).await, [2, 1]);
    assert_eq!(numbers(query().range(at(1)..=at(3))).await, [3, 2, 1]);
    assert_eq!(numbers(query().range(at(3)..)).await, [4, 3]);
    assert_eq!(numbers(query().range(..at(2))).await, [1, 0]);
    assert_eq!(numbers(query().range(..=at(2))).await, [2, 1, 0]);
    assert_eq!(numbers(query().range(..)).await, [4, 3, 2, 1, 0]);
    let excluded = (std::ops::Bound::Excluded(at(1)), std::ops::Bound::Excluded(at(4)));
    assert_eq!(numbers(query().range(excluded)).await, [3, 2]);
    assert_eq!(numbers(query().range(at(3)..at(3))).await, []);
    assert_eq!(numbers(query().range(at(4)..at(1))).await, []);
    assert_eq!(numbers(query().range(at(1)..at(3)).reverse()).await, [1, 2]);
}

#[tokio::test]
async fn an_empty_range_sends_nothing() {
    let (dal, log) = Log::table().await;
    let page = Item::items_by_owner(&dal.tenant(tenant_id(0)), user_id(1)).range(at(4)..at(1)).await.unwrap();
    assert!(page.is_empty() && page.cursor().is_none());
    assert_eq!(page.requests(), 0);
    assert_eq!(log.take(), []);
}

#[tokio::test]
async fn all_tenants_are_listed_across_tenants_newest_first() {
    let dal = table().await;
    for number in 0..3 {
        let id = tenant_id(number);
        let tenant = Tenant {
            tenant_id: id,
            name: format!("clinic {number}"),
            city: "Leeds".to_owned(),
            status: TenantStatus::Trial,
            created_at: at(i64::try_from(number).unwrap()),
        };
        tenant.create(&dal.tenant(id)).await.unwrap();
    }
    let page = Tenant::list_tenants(&dal).await.unwrap();
    let found: Vec<_> = page.items().map(|tenant| (tenant.tenant_id, tenant.name.as_str())).collect();
    assert_eq!(found, [(tenant_id(2), "clinic 2"), (tenant_id(1), "clinic 1"), (tenant_id(0), "clinic 0")]);
    assert_eq!(page.items().next().unwrap().status, TenantStatus::Trial);
}

#[tokio::test]
async fn open_calls_are_by_urgency_then_time_and_closed_ones_are_not_indexed() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let calls = [
        (0, Urgency::Routine, CallStatus::Waiting),
        (1, Urgency::Emergency, CallStatus::InProgress),
        (2, Urgency::Urgent, CallStatus::Closed),
        (3, Urgency::Urgent, CallStatus::Waiting),
        (4, Urgency::Emergency, CallStatus::Waiting),
    ];
    for (number, urgency, status) in calls {
        call(tenant_id(0), number, urgency, status).create(&clinic).await.unwrap();
    }
    let numbers = |page: Page<CallOnGsi1>| {
        page.into_items().unwrap().iter().map(|call| call.call_id.0.0 - 1).collect::<Vec<_>>()
    };
    assert_eq!(numbers(Call::open_calls(&clinic).await.unwrap()), [1, 4, 3, 0]);
    assert_eq!(numbers(Call::open_calls(&clinic).range(..=Urgency::Urgent).await.unwrap()), [1, 4, 3]);
    assert_eq!(numbers(Call::open_calls(&clinic).range(Urgency::Urgent..).await.unwrap()), [3, 0]);
    let all = Call::open_calls(&clinic).await.unwrap().into_items().unwrap();
    assert_eq!((all[0].urgency, all[0].status), (Urgency::Emergency, CallStatus::InProgress));
}

#[tokio::test]
async fn shifts_are_found_between_times_and_the_last_one_is_on_call() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let team = TeamId(ulid::Ulid::from(9_u128));
    let whole = chrono::DateTime::from_timestamp(1_796_000_000, 0).unwrap();
    for (team, hours) in [(team, 0), (team, 8), (team, 16), (TeamId(ulid::Ulid::from(10_u128)), 8)] {
        let starts_at = whole + TimeDelta::hours(hours);
        let user_id = user_id(u128::try_from(hours).unwrap());
        let shift = Shift {
            tenant_id: tenant_id(0),
            team_id: team,
            starts_at,
            ends_at: starts_at + TimeDelta::hours(7),
            user_id,
        };
        shift.create(&clinic).await.unwrap();
    }
    let hour = |hours: i64| whole + TimeDelta::hours(hours);
    let between =
        Shift::team_schedule(&clinic, team).range(hour(8)..hour(16)).await.unwrap().into_items().unwrap();
    assert_eq!(between.iter().map(|shift| shift.starts_at).collect::<Vec<_>>(), [hour(8)]);
    let on_call = async |now| Shift::on_call_at(&clinic, team).range(..=now).await.unwrap();
    assert_eq!(on_call(hour(9)).await.unwrap().user_id, user_id(8));
    assert_eq!(on_call(hour(8)).await.unwrap().user_id, user_id(8));
    assert_eq!(on_call(hour(100)).await.unwrap().user_id, user_id(16));
    assert_eq!(on_call(hour(-1)).await, None);
    let got = Shift::get_shift(&clinic, team, hour(16)).await.unwrap().unwrap();
    assert_eq!(got.user_id, user_id(16));
}

#[tokio::test]
async fn messages_of_a_thread_come_newest_first_a_page_at_a_time() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    for minutes in 0..30 {
        message(tenant_id(0), 1, minutes).create(&clinic).await.unwrap();
        message(tenant_id(0), 2, minutes).create(&clinic).await.unwrap();
    }
    log.take();
    let thread = ThreadId(ulid::Ulid::from(1_u128));
    let first = Message::messages(&clinic, thread).await.unwrap();
    assert_eq!((first.len(), first.requests()), (25, 1));
    let second = Message::messages(&clinic, thread).after(first.cursor()).await.unwrap();
    assert_eq!((second.len(), second.cursor()), (5, None));
    assert_eq!(log.take().len(), 2);
    let bodies: Vec<_> = first.items().chain(second.items()).map(|message| message.body.clone()).collect();
    assert_eq!(bodies, (0..30).rev().map(|minutes| format!("message {minutes}")).collect::<Vec<_>>());
}

#[tokio::test]
async fn the_inbox_of_a_participant_holds_his_threads_newest_first() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    for (thread, participant, minutes) in [(1_u128, 1_u128, 5), (2, 1, 9), (3, 2, 7), (2, 2, 9)] {
        let with = Participation {
            tenant_id: tenant_id(0),
            thread_id: ThreadId(ulid::Ulid::from(thread)),
            participant_id: ParticipantId(ulid::Ulid::from(participant)),
            title: format!("thread {thread}"),
            last_message_at: at(minutes),
        };
        with.create(&clinic).await.unwrap();
    }
    let inbox = Participation::inbox(&clinic, ParticipantId(ulid::Ulid::from(1_u128))).await.unwrap();
    let titles: Vec<_> = inbox.items().map(|with| with.title.as_str()).collect();
    assert_eq!(titles, ["thread 2", "thread 1"]);
    let participants =
        Participation::participants(&clinic, ThreadId(ulid::Ulid::from(2_u128))).await.unwrap();
    assert_eq!(participants.len(), 2);
}
