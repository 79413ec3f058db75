//! Records of streams as changes of the table's entities.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::types::{StreamSpecification, StreamViewType};
use dal::__private::aws_lambda_events::event::dynamodb::{Event, EventRecord};
use dal::__private::aws_sdk_dynamodbstreams::types::ShardIteratorType;
use dal::prelude::*;
use dal::{Change, ChangeKind, Error, ItemProblem};
use serde_json::{Value, json};

#[path = "../examples/domain/mod.rs"]
mod domain;

use domain::*;

fn tenant_id(number: u128) -> TenantId {
    TenantId(ulid::Ulid::from(number + 1))
}

fn user_id(number: u128) -> UserId {
    UserId(ulid::Ulid::from(number + 1))
}

fn item(tenant_id: TenantId, number: u128, owner_id: Option<UserId>) -> Item {
    Item {
        tenant_id,
        item_id: ItemId(ulid::Ulid::from(number + 1)),
        owner_id,
        title: format!("item {number}"),
        status: "open".to_owned(),
        created_at: chrono::DateTime::from_timestamp_millis(1_796_000_000_000).unwrap(),
    }
}

/// What a Lambda function receives, around records of which each is an event and the members of its change.
fn event(records: Value) -> Vec<EventRecord> {
    let records: Vec<_> = records
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
        .map(|(number, record)| {
            let mut change = record["change"].clone();
            change["SizeBytes"] = json!(100);
            change["SequenceNumber"] = json!(format!("{number}00"));
            json!({
                "eventID": format!("id-{number}"),
                "eventName": record["event"],
                "eventVersion": "1.1",
                "eventSource": "aws:dynamodb",
                "awsRegion": "us-east-1",
                "userIdentity": record["by"],
                "dynamodb": change,
            })
        })
        .collect();
    let event: Event = serde_json::from_value(json!({ "Records": records })).unwrap();
    event.records
}

/// An item as DynamoDB JSON, as a put writes it.
async fn stored_json(item: &Item) -> Value {
    let put = Arc::new(Mutex::new(Value::Null));
    let to = put.clone();
    let engine = dal_local::Engine::memory().unwrap().observe(move |call| {
        if call.operation == "PutItem" {
            *to.lock().unwrap() = serde_json::from_slice(&call.request).unwrap();
        }
    });
    let dal: Dal<Invocacare> = Dal::new(engine.client());
    dal.create_table().await.unwrap();
    item.put(&dal.tenant(item.tenant_id)).await.unwrap();
    let put = put.lock().unwrap();
    put["Item"].clone()
}

fn keys(item: &Value) -> Value {
    json!({ "PK": item["PK"], "SK": item["SK"] })
}

#[tokio::test]
async fn records_of_lambda_are_typed_changes() {
    let old = item(tenant_id(0), 1, Some(user_id(1)));
    let new = Item { title: "new \"title\" \u{1f980}".to_owned(), owner_id: None, ..old.clone() };
    let (before, after) = (stored_json(&old).await, stored_json(&new).await);
    let ttl = json!({ "type": "Service", "principalId": "dynamodb.amazonaws.com" });
    let at = json!(1_700_000_000.0);
    let records = event(json!([
        { "event": "INSERT", "change": { "Keys": keys(&before), "NewImage": before, "ApproximateCreationDateTime": at } },
        { "event": "MODIFY", "change": { "Keys": keys(&before), "OldImage": before, "NewImage": after } },
        { "event": "REMOVE", "change": { "Keys": keys(&before), "OldImage": after } },
        { "event": "REMOVE", "by": ttl, "change": { "Keys": keys(&before), "OldImage": after } },
        { "event": "MODIFY", "change": { "Keys": keys(&before) } },
    ]));
    let changes: Vec<_> =
        records.iter().map(|record| Change::<Invocacare>::from_lambda(record).unwrap()).collect();
    let kinds: Vec<_> = changes.iter().map(|change| change.kind).collect();
    use ChangeKind::{Deleted, Expired, Inserted, Modified};
    assert_eq!(kinds, [Inserted, Modified, Deleted, Expired, Modified]);
    assert_eq!(changes[0].created_at, Some(SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000)));
    assert_eq!(changes[1].created_at, None);
    assert_eq!(changes[2].sequence_number.as_deref(), Some("200"));
    assert_eq!(changes[3].event_id.as_deref(), Some("id-3"));
    assert_eq!(
        changes[0].key.to_string(),
        format!("PK=TENANT#{} SK=ITEM#{}", old.tenant_id.0, old.item_id.0)
    );
    let (old, new) = (Invocacare::Item(old), Invocacare::Item(new));
    let images: Vec<_> = changes.into_iter().map(|change| change.into_images().unwrap()).collect();
    // The new item is in no index: it has no key of one, and decodes all the same.
    let expected = [
        (None, Some(old.clone())),
        (Some(old), Some(new.clone())),
        (Some(new.clone()), None),
        (Some(new), None),
        (None, None),
    ];
    assert_eq!(images, expected);
}

#[tokio::test]
async fn an_image_that_cannot_be_read_costs_neither_the_other_nor_the_record() {
    let whole = item(tenant_id(0), 1, None);
    let good = stored_json(&whole).await;
    let (mut broken, mut alien) = (good.clone(), good.clone());
    broken["title"] = json!({ "N": "5" });
    alien["entity"] = json!({ "S": "Alien" });
    let records = event(json!([
        { "event": "MODIFY", "change": { "Keys": keys(&good), "OldImage": broken, "NewImage": good } },
        { "event": "MODIFY", "change": { "Keys": keys(&good), "OldImage": alien, "NewImage": broken } },
        { "event": "MERGE", "change": { "Keys": keys(&good) } },
        { "event": "INSERT", "change": { "Keys": { "id": { "S": "1" } } } },
    ]));
    let change = Change::<Invocacare>::from_lambda(&records[0]).unwrap();
    assert_eq!(change.new, Some(Ok(Invocacare::Item(whole))));
    assert_eq!(change.old.clone().unwrap().unwrap_err().attribute.as_deref(), Some("title"));
    let change = Change::<Invocacare>::from_lambda(&records[1]).unwrap();
    let Err(Error::Items(errors)) = change.into_images() else { panic!("neither can be read") };
    assert_eq!(errors.len(), 2);
    assert_eq!(errors[0].problem, ItemProblem::UnknownEntity(Some("Alien".to_owned())));
    for (number, text) in [(2, "eventName"), (3, "Keys")] {
        let error = Change::<Invocacare>::from_lambda(&records[number]).unwrap_err();
        assert!(
            matches!(&error, Error::Items(errors) if errors[0].attribute.as_deref() == Some(text)),
            "{error}"
        );
    }
}

/// A table with a stream on the embedded engine, and the records of what was written to it.
async fn records(
    engine: &dal_local::Engine,
    arn: &str,
) -> Vec<dal::__private::aws_sdk_dynamodbstreams::types::Record> {
    use dal::__private::aws_sdk_dynamodbstreams::config::{BehaviorVersion, Credentials, Region};
    let config = dal::__private::aws_sdk_dynamodbstreams::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .http_client(engine.clone())
        .endpoint_url("http://engine.invalid")
        .region(Region::from_static("local"))
        .credentials_provider(Credentials::new("x", "x", None, None, "test"))
        .build();
    let client = dal::__private::aws_sdk_dynamodbstreams::Client::from_conf(config);
    let stream = client.describe_stream().stream_arn(arn).send().await.unwrap();
    let mut records = Vec::new();
    for shard in stream.stream_description().unwrap().shards() {
        let iterator = client
            .get_shard_iterator()
            .stream_arn(arn)
            .set_shard_id(shard.shard_id.clone())
            .shard_iterator_type(ShardIteratorType::TrimHorizon);
        let iterator = iterator.send().await.unwrap().shard_iterator;
        let page = client.get_records().set_shard_iterator(iterator).send().await.unwrap();
        records.extend(page.records.unwrap_or_default());
    }
    records
}

#[tokio::test]
async fn records_of_the_sdk_are_typed_changes() {
    let engine = dal_local::Engine::memory().unwrap();
    let dal: Dal<Invocacare> = Dal::new(engine.client());
    dal.create_table().await.unwrap();
    let stream = StreamSpecification::builder()
        .stream_enabled(true)
        .stream_view_type(StreamViewType::NewAndOldImages)
        .build()
        .unwrap();
    let update = dal.client().update_table().table_name(dal.table_name()).stream_specification(stream);
    update.send().await.unwrap();
    let described = dal.client().describe_table().table_name(dal.table_name()).send().await.unwrap();
    let arn = described.table.unwrap().latest_stream_arn.unwrap();

    let clinic = dal.tenant(tenant_id(0));
    let old = item(tenant_id(0), 1, Some(user_id(1)));
    let new = Item { title: "new".to_owned(), owner_id: None, ..old.clone() };
    old.create(&clinic).await.unwrap();
    new.put(&clinic).await.unwrap();
    Item::delete(&clinic, old.key()).await.unwrap();

    let records = records(&engine, &arn).await;
    let changes: Vec<_> =
        records.iter().map(|record| Change::<Invocacare>::from_stream(record).unwrap()).collect();
    let kinds: Vec<_> = changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [ChangeKind::Inserted, ChangeKind::Modified, ChangeKind::Deleted]);
    assert!(changes.iter().all(|change| change.sequence_number.is_some()));
    let (old, new) = (Invocacare::Item(old), Invocacare::Item(new));
    let images: Vec<_> = changes.into_iter().map(|change| change.into_images().unwrap()).collect();
    assert_eq!(images, [(None, Some(old.clone())), (Some(old), Some(new.clone())), (Some(new), None)]);
}

#[test]
fn every_type_of_attribute_is_read_from_the_sdk() {
    use dal::__private::aws_sdk_dynamodbstreams::primitives::Blob;
    use dal::__private::aws_sdk_dynamodbstreams::types::AttributeValue::{
        B, Bool, Bs, L, M, N, Ns, Null, S, Ss,
    };
    use dal::__private::aws_sdk_dynamodbstreams::types::{OperationType, Record, StreamRecord};
    let name = |text: &str| text.to_owned();
    // An item of no entity: its error tells the key, which was read from the same text as all the rest.
    let all = L(vec![
        S(name("a\"\\\u{1}é")),
        N(name("-1.5e3")),
        B(Blob::new([0, 255])),
        Bool(true),
        Bool(false),
        Null(true),
        M([(name("k\"k"), L(Vec::new()))].into()),
        Ss(vec![name("a"), name("b")]),
        Ns(vec![name("1"), name("2")]),
        Bs(vec![Blob::new([1]), Blob::new([2])]),
    ]);
    let mut item: std::collections::HashMap<_, _> =
        [(name("PK"), S(name("X"))), (name("SK"), S(name("Y"))), (name("all"), all)].into();
    let record = |item: &std::collections::HashMap<_, _>| {
        let change =
            StreamRecord::builder().set_keys(Some(item.clone())).set_new_image(Some(item.clone())).build();
        let record = Record::builder().event_name(OperationType::Insert).dynamodb(change).build();
        Change::<Invocacare>::from_stream(&record).unwrap()
    };
    let unknown = record(&item).new.unwrap().unwrap_err();
    assert_eq!(unknown.problem, ItemProblem::UnknownEntity(None));
    assert_eq!(unknown.key, "PK=X SK=Y");

    // A whole item among them decodes.
    let tenant = tenant_id(0).0;
    let texts = [
        ("PK", format!("TENANT#{tenant}")),
        ("SK", format!("USER#{}", user_id(1).0)),
        ("entity", name("User")),
        ("tenant_id", tenant.to_string()),
        ("user_id", user_id(1).0.to_string()),
        ("name", name("user 1")),
        ("email", name("user1@example.com")),
        ("role", name("nurse")),
    ];
    item.extend(texts.map(|(attribute, text)| (name(attribute), S(text))));
    assert_eq!(
        record(&item).new,
        Some(Ok(Invocacare::User(User {
            tenant_id: tenant_id(0),
            user_id: user_id(1),
            name: name("user 1"),
            email: name("user1@example.com"),
            role: name("nurse"),
        })))
    );
}
