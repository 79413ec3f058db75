//! The operations, through the SDK's own types.

mod support;

use std::collections::BTreeSet;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{
    ConditionCheck, Delete, Get, KeysAndAttributes, Put, PutRequest, ReturnConsumedCapacity, ReturnValue,
    ReturnValuesOnConditionCheckFailure, Tag, TimeToLiveSpecification, TimeToLiveStatus, TransactGetItem,
    TransactWriteItem, WriteRequest,
};
use support::{Item, TABLE, code, create_table, item, key, n, put, s, table, text};

async fn get(client: &Client, pk: &str, sk: &str) -> Option<Item> {
    let found = client.get_item().table_name(TABLE).set_key(Some(key(pk, sk))).send().await;
    found.expect("the item is read").item
}

fn write(item: Item) -> WriteRequest {
    let put = PutRequest::builder().set_item(Some(item)).build().expect("complete");
    WriteRequest::builder().put_request(put).build()
}

#[tokio::test]
async fn items_are_put_read_changed_and_deleted() {
    let client = table().await;
    let user = item([("PK", s("T#1")), ("SK", s("USER#1")), ("name", s("Noor")), ("visits", n(1))]);
    put(&client, user.clone()).await;
    assert_eq!(get(&client, "T#1", "USER#1").await, Some(user));
    assert_eq!(get(&client, "T#1", "USER#2").await, None);

    let changed = client
        .update_item()
        .table_name(TABLE)
        .set_key(Some(key("T#1", "USER#1")))
        .update_expression("SET visits = visits + :one REMOVE #name")
        .expression_attribute_names("#name", "name")
        .expression_attribute_values(":one", n(1))
        .return_values(ReturnValue::AllNew)
        .send()
        .await
        .expect("the item is updated")
        .attributes
        .expect("the new item");
    assert_eq!(changed, item([("PK", s("T#1")), ("SK", s("USER#1")), ("visits", n(2))]));

    let deleted = client
        .delete_item()
        .table_name(TABLE)
        .set_key(Some(key("T#1", "USER#1")))
        .return_values(ReturnValue::AllOld)
        .send()
        .await
        .expect("the item is deleted");
    assert_eq!(deleted.attributes, Some(changed));
    assert_eq!(get(&client, "T#1", "USER#1").await, None);
}

#[tokio::test]
async fn a_failed_condition_is_typed_and_gives_the_stored_item() {
    let client = table().await;
    let stored = item([("PK", s("T#1")), ("SK", s("A")), ("rev", n(3))]);
    put(&client, stored.clone()).await;

    let error = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(key("T#1", "A")))
        .condition_expression("attribute_not_exists(PK)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .send()
        .await
        .expect_err("the key exists")
        .into_service_error();
    let PutItemError::ConditionalCheckFailedException(failed) = error else { panic!("{error:?}") };
    assert_eq!(failed.item(), Some(&stored));
    assert_eq!(get(&client, "T#1", "A").await, Some(stored));
}

#[tokio::test]
async fn errors_have_their_types() {
    let client = dal_local::memory().await.expect("a database");
    let error = client.describe_table().table_name("absent").send().await.expect_err("no such table");
    assert!(error.into_service_error().is_resource_not_found_exception());

    create_table(&client).await;
    let limits = client.describe_limits().send().await;
    assert_eq!(code(limits), "UnknownOperationException");
    let query = client.query().table_name(TABLE).key_condition_expression("PK = :absent").send().await;
    assert_eq!(code(query), "ValidationException");
}

#[tokio::test]
async fn a_query_reads_its_range_in_order_and_in_pages() {
    let client = table().await;
    for number in 0..10 {
        put(&client, key("T#1", &format!("ITEM#{number}"))).await;
    }
    put(&client, key("T#1", "USER#1")).await;
    put(&client, key("T#2", "ITEM#1")).await;

    for forward in [true, false] {
        let mut start = None;
        let mut seen = Vec::new();
        let mut pages = 0;
        loop {
            let page = client
                .query()
                .table_name(TABLE)
                .key_condition_expression("PK = :pk AND begins_with(SK, :sk)")
                .expression_attribute_values(":pk", s("T#1"))
                .expression_attribute_values(":sk", s("ITEM#"))
                .scan_index_forward(forward)
                .limit(4)
                .set_exclusive_start_key(start)
                .send()
                .await
                .expect("a page");
            pages += 1;
            seen.extend(page.items().iter().map(|item| text(item, "SK").to_owned()));
            start = page.last_evaluated_key;
            if start.is_none() {
                break;
            }
        }
        let mut expected: Vec<_> = (0..10).map(|number| format!("ITEM#{number}")).collect();
        if !forward {
            expected.reverse();
        }
        assert_eq!(seen, expected);
        assert_eq!(pages, 3);
    }
}

#[tokio::test]
async fn index_pages_neither_lose_nor_repeat_items_with_equal_keys() {
    let client = table().await;
    for number in 0..23 {
        let tie = item([
            ("PK", s(format!("T#{}", number % 5))),
            ("SK", s(format!("ITEM#{number}"))),
            ("GSI1PK", s("all")),
            ("GSI1SK", s("same")),
        ]);
        put(&client, tie).await;
    }
    put(&client, key("T#1", "not in the index")).await;

    for (forward, limit) in [(true, 1), (true, 4), (false, 3), (false, 23)] {
        let mut pages = client
            .query()
            .table_name(TABLE)
            .index_name("GSI1")
            .key_condition_expression("GSI1PK = :all")
            .expression_attribute_values(":all", s("all"))
            .scan_index_forward(forward)
            .into_paginator()
            .page_size(limit)
            .send();
        let mut seen = Vec::new();
        while let Some(page) = pages.next().await {
            seen.extend(page.expect("a page").items().iter().map(|item| text(item, "SK").to_owned()));
        }
        assert_eq!(seen.len(), 23, "forward {forward}, {limit} a page");
        assert_eq!(BTreeSet::from_iter(seen).len(), 23, "forward {forward}, {limit} a page");
    }
}

#[tokio::test]
async fn a_start_key_outside_the_query_is_refused() {
    let client = table().await;
    let query = |start: Item| {
        client
            .query()
            .table_name(TABLE)
            .key_condition_expression("PK = :pk AND begins_with(SK, :sk)")
            .expression_attribute_values(":pk", s("T#1"))
            .expression_attribute_values(":sk", s("ITEM#"))
            .set_exclusive_start_key(Some(start))
            .send()
    };
    assert_eq!(code(query(key("T#1", "ITEM#5")).await), "no error");
    for start in [
        key("T#2", "ITEM#5"),
        key("T#1", "USER#5"),
        item([("PK", s("T#1"))]),
        item([("PK", s("T#1")), ("SK", n(1))]),
        item([("PK", s("T#1")), ("SK", s("ITEM#5")), ("GSI1PK", s("x"))]),
    ] {
        assert_eq!(code(query(start.clone()).await), "ValidationException", "{start:?}");
    }
}

#[tokio::test]
async fn a_page_ends_at_one_megabyte() {
    let client = table().await;
    for number in 0..30 {
        let large =
            item([("PK", s("T#1")), ("SK", s(format!("{number:02}"))), ("text", s("é".repeat(50_000)))]);
        put(&client, large).await;
    }
    let mut pages = client
        .query()
        .table_name(TABLE)
        .key_condition_expression("PK = :pk")
        .expression_attribute_values(":pk", s("T#1"))
        .into_paginator()
        .send();
    let mut counts = Vec::new();
    while let Some(page) = pages.next().await {
        let page = page.expect("a page");
        assert!(page.items().iter().all(|item| text(item, "text").chars().count() == 50_000));
        counts.push(page.count());
    }
    assert_eq!(counts.iter().sum::<i32>(), 30);
    assert!(counts.len() >= 3 && counts[0] <= 11, "{counts:?}");
}

#[tokio::test]
async fn batches_are_written_and_read_and_what_does_not_fit_is_given_back() {
    let client = table().await;
    for first in [0, 25] {
        let writes = (first..first + 25)
            .map(|number| {
                let mut large = key("B", &format!("{number:02}"));
                large.insert("text".into(), s("x".repeat(390_000)));
                write(large)
            })
            .collect();
        let out = client
            .batch_write_item()
            .request_items(TABLE, writes)
            .send()
            .await
            .expect("the batch is written");
        assert!(out.unprocessed_items.is_none_or(|left| left.is_empty()));
    }

    let keys = KeysAndAttributes::builder()
        .set_keys(Some((0..60).map(|number| key("B", &format!("{number:02}"))).collect()))
        .build()
        .expect("complete");
    let out = client.batch_get_item().request_items(TABLE, keys).send().await.expect("the batch is read");
    let found = out.responses().and_then(|tables| tables.get(TABLE)).map_or(0, Vec::len);
    let left =
        out.unprocessed_keys().and_then(|tables| tables.get(TABLE)).map_or(0, |keys| keys.keys().len());
    // 50 items of 390 KB are more than the 16 MB of one answer; ten keys have no item.
    assert!((1..50).contains(&found) && left > 0 && found + left >= 50, "{found} found, {left} left");

    let twice = vec![write(key("B", "00")), write(key("B", "00"))];
    let duplicates = client.batch_write_item().request_items(TABLE, twice).send().await;
    assert_eq!(code(duplicates), "ValidationException");
    let many = (0..26).map(|number| write(key("B", &number.to_string()))).collect();
    let too_many = client.batch_write_item().request_items(TABLE, many).send().await;
    assert_eq!(code(too_many), "ValidationException");
}

fn transact_put(item: Item) -> TransactWriteItem {
    let put = Put::builder()
        .table_name(TABLE)
        .set_item(Some(item))
        .condition_expression("attribute_not_exists(PK)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build()
        .expect("complete");
    TransactWriteItem::builder().put(put).build()
}

#[tokio::test]
async fn a_transaction_is_all_or_nothing_and_says_which_action_failed() {
    let client = table().await;
    put(&client, key("T#1", "taken")).await;
    let error = client
        .transact_write_items()
        .transact_items(transact_put(key("T#1", "new")))
        .transact_items(transact_put(key("T#1", "taken")))
        .send()
        .await
        .expect_err("the second key exists")
        .into_service_error();
    let TransactWriteItemsError::TransactionCanceledException(cancelled) = error else { panic!("{error:?}") };
    let codes: Vec<_> =
        cancelled.cancellation_reasons().iter().map(|reason| reason.code().unwrap_or("")).collect();
    assert_eq!(codes, ["None", "ConditionalCheckFailed"]);
    assert_eq!(cancelled.cancellation_reasons()[1].item(), Some(&key("T#1", "taken")));
    assert_eq!(get(&client, "T#1", "new").await, None);

    let check = ConditionCheck::builder()
        .table_name(TABLE)
        .set_key(Some(key("T#1", "absent")))
        .condition_expression("attribute_not_exists(PK)")
        .build()
        .expect("complete");
    let delete = Delete::builder().table_name(TABLE).set_key(Some(key("T#1", "taken"))).build();
    client
        .transact_write_items()
        .transact_items(transact_put(key("T#1", "new")))
        .transact_items(TransactWriteItem::builder().condition_check(check).build())
        .transact_items(TransactWriteItem::builder().delete(delete.expect("complete")).build())
        .send()
        .await
        .expect("the transaction");

    let read = |sk: &str| {
        let get = Get::builder().table_name(TABLE).set_key(Some(key("T#1", sk))).build();
        TransactGetItem::builder().get(get.expect("complete")).build()
    };
    let out = client
        .transact_get_items()
        .set_transact_items(Some(vec![read("taken"), read("new")]))
        .send()
        .await
        .expect("the transaction");
    let items: Vec<_> = out.responses().iter().map(|response| response.item().cloned()).collect();
    assert_eq!(items, [None, Some(key("T#1", "new"))]);
}

#[tokio::test]
async fn a_client_request_token_makes_a_transaction_idempotent() {
    let client = table().await;
    let send = |item: Item| {
        client.transact_write_items().client_request_token("one").transact_items(transact_put(item)).send()
    };
    send(key("T#1", "a")).await.expect("the transaction");
    send(key("T#1", "a")).await.expect("the same transaction, not run again");
    let other = send(key("T#1", "b")).await.expect_err("another transaction with its token");
    assert!(other.into_service_error().is_idempotent_parameter_mismatch_exception());
}

#[tokio::test]
async fn time_to_live_is_described() {
    let client = table().await;
    let status = async || {
        let out = client.describe_time_to_live().table_name(TABLE).send().await.expect("a description");
        let description = out.time_to_live_description.expect("a description");
        (description.time_to_live_status, description.attribute_name)
    };
    assert_eq!(status().await, (Some(TimeToLiveStatus::Disabled), None));
    let ttl = TimeToLiveSpecification::builder().enabled(true).attribute_name("expires_at").build();
    client
        .update_time_to_live()
        .table_name(TABLE)
        .time_to_live_specification(ttl.expect("complete"))
        .send()
        .await
        .expect("TTL is enabled");
    assert_eq!(status().await, (Some(TimeToLiveStatus::Enabled), Some("expires_at".to_owned())));
}

#[tokio::test]
async fn tags_and_partiql_are_there() {
    let client = table().await;
    let arn = client.describe_table().table_name(TABLE).send().await.expect("the table");
    let arn = arn.table().and_then(|table| table.table_arn()).expect("an ARN").to_owned();
    let tag = Tag::builder().key("stage").value("local").build().expect("complete");
    client.tag_resource().resource_arn(&arn).tags(tag.clone()).send().await.expect("the tag is set");
    let tags = client.list_tags_of_resource().resource_arn(&arn).send().await.expect("the tags");
    assert_eq!(tags.tags(), [tag]);

    put(&client, key("T#1", "a")).await;
    let out = client
        .execute_statement()
        .statement(format!("SELECT * FROM {TABLE} WHERE PK = ?"))
        .parameters(s("T#1"))
        .send()
        .await
        .expect("the statement");
    assert_eq!(out.items(), [key("T#1", "a")]);
}

#[tokio::test]
async fn consumed_capacity_is_counted_for_table_and_index() {
    let client = table().await;
    let indexed = item([("PK", s("a")), ("SK", s("b")), ("GSI1PK", s("c")), ("GSI1SK", s("d"))]);
    let capacity = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(indexed))
        .return_consumed_capacity(ReturnConsumedCapacity::Indexes)
        .send()
        .await
        .expect("the item is put")
        .consumed_capacity
        .expect("the capacity");
    assert_eq!(capacity.capacity_units(), Some(2.0));
    let of_index = capacity.global_secondary_indexes().and_then(|indexes| indexes.get("GSI1"));
    assert_eq!(of_index.and_then(|index| index.capacity_units()), Some(1.0));
}

#[tokio::test]
async fn limits_of_keys_and_items_are_kept() {
    let client = table().await;
    let attempt = |item: Item| client.put_item().table_name(TABLE).set_item(Some(item)).send();
    let with_text = |bytes: usize| {
        let mut item = key("a", "b");
        item.insert("t".into(), s("x".repeat(bytes)));
        item
    };
    // 400 KB less `PK`, `a`, `SK`, `b` and `t`.
    let most = 400 * 1024 - 7;
    for (item, expected) in [
        (key(&"x".repeat(2048), "a"), "no error"),
        (key(&"x".repeat(2049), "a"), "ValidationException"),
        (key("a", &"x".repeat(1024)), "no error"),
        (key("a", &"x".repeat(1025)), "ValidationException"),
        (key("", "a"), "ValidationException"),
        (key("a", ""), "ValidationException"),
        (with_text(most), "no error"),
        (with_text(most + 1), "ValidationException"),
    ] {
        let sizes: Vec<_> = item.iter().map(|(name, value)| (name, value.as_s().map(String::len))).collect();
        let sizes = format!("{sizes:?}");
        assert_eq!(code(attempt(item).await), expected, "{sizes}");
    }
    for key in [key(&"x".repeat(2049), "a"), key("a", &"x".repeat(1025)), key("", "a")] {
        let read = client.get_item().table_name(TABLE).set_key(Some(key)).send().await;
        assert_eq!(code(read), "ValidationException");
    }
    for value in [s(""), n(1)] {
        let indexed = item([("PK", s("a")), ("SK", s("b")), ("GSI1PK", value), ("GSI1SK", s("d"))]);
        assert_eq!(code(attempt(indexed).await), "ValidationException");
    }
}

#[tokio::test]
async fn conditions_that_dynamodb_refuses_are_refused() {
    let client = table().await;
    let query = || client.query().table_name(TABLE).expression_attribute_values(":pk", s("T#1"));
    let between = query()
        .key_condition_expression("PK = :pk AND SK BETWEEN :low AND :high")
        .expression_attribute_values(":low", s("b"))
        .expression_attribute_values(":high", s("a"))
        .send()
        .await;
    assert_eq!(code(between), "ValidationException");

    let consistent = query()
        .index_name("GSI1")
        .key_condition_expression("GSI1PK = :pk")
        .consistent_read(true)
        .send()
        .await;
    assert_eq!(code(consistent), "ValidationException");

    let filter = query().key_condition_expression("PK = :pk").filter_expression("SK = :pk").send().await;
    assert_eq!(code(filter), "ValidationException");
    let unused = query()
        .key_condition_expression("PK = :pk")
        .expression_attribute_values(":other", s("x"))
        .send()
        .await;
    assert_eq!(code(unused), "ValidationException");
}

#[tokio::test]
async fn sort_keys_are_in_the_order_of_their_bytes() {
    let client = table().await;
    let order = ["a", "a\0", "a\u{1}", "aa", "b", "é", "\u{ff5e}", "\u{1f600}"];
    for sk in order.iter().rev() {
        put(&client, key("T#1", sk)).await;
    }
    let out = client
        .query()
        .table_name(TABLE)
        .key_condition_expression("PK = :pk")
        .expression_attribute_values(":pk", s("T#1"))
        .send()
        .await
        .expect("the items");
    let seen: Vec<_> = out.items().iter().map(|item| text(item, "SK")).collect();
    assert_eq!(seen, order);
}
