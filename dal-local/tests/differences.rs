//! Where the engine differs from Amazon DynamoDB. Each test pins what the *engine* does, so that a
//! release of it which changes this is noticed and the crate's documentation is corrected.

mod support;

use aws_sdk_dynamodb::types::{
    AttributeDefinition, KeySchemaElement, KeyType, PutRequest, ScalarAttributeType,
};
use aws_sdk_dynamodb::types::{
    BillingMode, ReturnConsumedCapacity, TableStatus, TimeToLiveSpecification, TimeToLiveStatus, WriteRequest,
};
use support::{TABLE, code, item, key, put, s, table};

/// DynamoDB: `ValidationException`, "Size limit exceeded for Index Key …".
#[tokio::test]
async fn keys_of_an_index_may_be_too_long() {
    let client = table().await;
    for (partition, sort) in [(2049, 1), (1, 1025)] {
        let long = item([
            ("PK", s("a")),
            ("SK", s("b")),
            ("GSI1PK", s("x".repeat(partition))),
            ("GSI1SK", s("x".repeat(sort))),
        ]);
        let put = client.put_item().table_name(TABLE).set_item(Some(long)).send().await;
        assert_eq!(code(put), "no error", "{partition} and {sort} bytes");
    }
}

/// DynamoDB: `ValidationException`, "cannot contain an empty string value".
#[tokio::test]
async fn a_query_may_ask_for_an_empty_key() {
    let client = table().await;
    for (condition, pk, sk) in [
        ("PK = :pk AND SK = :sk", "", "a"),
        ("PK = :pk AND SK = :sk", "a", ""),
        ("PK = :pk AND begins_with(SK, :sk)", "a", ""),
    ] {
        let query = client
            .query()
            .table_name(TABLE)
            .key_condition_expression(condition)
            .expression_attribute_values(":pk", s(pk))
            .expression_attribute_values(":sk", s(sk))
            .send()
            .await;
        assert_eq!(code(query), "no error", "{condition} with {pk:?} and {sk:?}");
    }
}

/// DynamoDB: `ValidationException`, as in a key condition and in a write's condition.
#[tokio::test]
async fn a_filter_may_have_its_bounds_swapped() {
    let client = table().await;
    put(&client, item([("PK", s("a")), ("SK", s("b")), ("price", s("5"))])).await;
    let out = client
        .query()
        .table_name(TABLE)
        .key_condition_expression("PK = :pk")
        .filter_expression("price BETWEEN :low AND :high")
        .expression_attribute_values(":pk", s("a"))
        .expression_attribute_values(":low", s("9"))
        .expression_attribute_values(":high", s("1"))
        .send()
        .await
        .expect("no error");
    assert_eq!((out.count(), out.scanned_count()), (0, 1));
}

/// DynamoDB: reads of an index, and reads that are not consistent, may be behind the write.
#[tokio::test]
async fn an_index_is_never_behind() {
    let client = table().await;
    for number in 0..20 {
        let sk = format!("{number:02}");
        put(&client, item([("PK", s("a")), ("SK", s(&sk)), ("GSI1PK", s("g")), ("GSI1SK", s(&sk))])).await;
        let out = client
            .query()
            .table_name(TABLE)
            .index_name("GSI1")
            .key_condition_expression("GSI1PK = :g")
            .expression_attribute_values(":g", s("g"))
            .send()
            .await
            .expect("a query");
        assert_eq!(out.count(), number + 1);
    }
}

/// DynamoDB: `CREATING` for seconds; `ENABLING` for up to an hour, and a second request refused.
#[tokio::test]
async fn tables_and_time_to_live_are_ready_at_once() {
    let client = dal_local::memory().await.expect("a database");
    let attribute = AttributeDefinition::builder()
        .attribute_name("PK")
        .attribute_type(ScalarAttributeType::S)
        .build()
        .expect("complete");
    let part =
        KeySchemaElement::builder().attribute_name("PK").key_type(KeyType::Hash).build().expect("complete");
    client
        .create_table()
        .table_name(TABLE)
        .attribute_definitions(attribute)
        .key_schema(part)
        .billing_mode(BillingMode::PayPerRequest)
        .send()
        .await
        .expect("the table is created");
    let out = client.describe_table().table_name(TABLE).send().await.expect("the table");
    assert_eq!(out.table().and_then(|table| table.table_status()), Some(&TableStatus::Active));

    for _ in 0..2 {
        let ttl = TimeToLiveSpecification::builder().enabled(true).attribute_name("ttl").build();
        let enabled = client
            .update_time_to_live()
            .table_name(TABLE)
            .time_to_live_specification(ttl.expect("complete"))
            .send()
            .await;
        assert_eq!(code(enabled), "no error");
        let out = client.describe_time_to_live().table_name(TABLE).send().await.expect("a description");
        let status = out.time_to_live_description().and_then(|ttl| ttl.time_to_live_status());
        assert_eq!(status, Some(&TimeToLiveStatus::Enabled));
    }
}

/// DynamoDB: sometimes none, if the page ends with the last item.
#[tokio::test]
async fn a_full_page_always_has_a_last_evaluated_key() {
    let client = table().await;
    put(&client, key("a", "b")).await;
    let query = || {
        client
            .query()
            .table_name(TABLE)
            .key_condition_expression("PK = :pk")
            .expression_attribute_values(":pk", s("a"))
            .limit(1)
    };
    let out = query().send().await.expect("a page");
    let last = out.last_evaluated_key;
    assert_eq!(last, Some(key("a", "b")));
    let out = query().set_exclusive_start_key(last).send().await.expect("a page");
    assert_eq!((out.count(), out.last_evaluated_key), (0, None));
}

/// DynamoDB: a request of more than 16 MB is refused. A byte below 32 takes six in JSON.
#[tokio::test]
async fn a_request_may_be_too_large() {
    let client = table().await;
    let writes: Vec<_> = (0..8)
        .map(|number| {
            let mut large = key("a", &number.to_string());
            large.insert("text".into(), s("\u{1}".repeat(400_000)));
            let put = PutRequest::builder().set_item(Some(large)).build().expect("complete");
            WriteRequest::builder().put_request(put).build()
        })
        .collect();
    let out = client.batch_write_item().request_items(TABLE, writes).send().await;
    assert_eq!(code(out), "no error");
}

/// DynamoDB: partitions throttle beyond 3,000 read units a second.
#[tokio::test]
async fn nothing_is_throttled() {
    let client = table().await;
    let mut large = key("a", "b");
    large.insert("text".into(), s("x".repeat(400_000)));
    put(&client, large).await;
    let mut units = 0.0;
    while units < 6_000.0 {
        let out = client
            .get_item()
            .table_name(TABLE)
            .set_key(Some(key("a", "b")))
            .consistent_read(true)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .expect("no throttling");
        let used = out.consumed_capacity().and_then(|capacity| capacity.capacity_units()).unwrap_or(0.0);
        assert!(used >= 90.0, "{used} units for a consistent read of 400 KB");
        units += used;
    }
}
