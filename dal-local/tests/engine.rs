//! The engine as such: databases of their own, files, observers, and what crosses the wire.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::operation::RequestId;
use aws_sdk_dynamodb::types::TimeToLiveSpecification;
use aws_sdk_dynamodb::{Client, Config};
use aws_smithy_runtime_api::client::http::HttpConnector;
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use dal_local::{Call, Engine, Error};
use support::{TABLE, code, create_table, item, key, n, put, s, table};

/// A path of the test's own, with nothing there.
fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder.join("clinics.db")
}

async fn count(client: &Client) -> i32 {
    client.scan().table_name(TABLE).send().await.expect("a scan").count()
}

#[tokio::test]
async fn databases_in_memory_do_not_see_each_other() {
    let (one, other) = (table().await, table().await);
    put(&one, key("T#1", "a")).await;
    assert_eq!((count(&one).await, count(&other).await), (1, 0));
}

#[tokio::test]
async fn clients_of_one_engine_share_its_database_and_outlive_it() {
    let engine = Engine::memory().expect("a database");
    let (one, other) = (engine.client(), engine.clone().client());
    drop(engine);
    create_table(&one).await;
    put(&one, key("T#1", "a")).await;
    assert_eq!(count(&other).await, 1);
}

#[tokio::test]
async fn a_file_keeps_its_tables_and_items() {
    let path = path("keeps");
    let client = dal_local::file(&path).await.expect("a new file");
    create_table(&client).await;
    put(&client, item([("PK", s("T#1")), ("SK", s("a")), ("GSI1PK", s("g")), ("GSI1SK", s("1"))])).await;
    drop(client);
    assert!(path.is_file());

    let client = dal_local::file(&path).await.expect("the file again");
    assert_eq!(count(&client).await, 1);
    let out = client
        .query()
        .table_name(TABLE)
        .index_name("GSI1")
        .key_condition_expression("GSI1PK = :g")
        .expression_attribute_values(":g", s("g"))
        .send()
        .await
        .expect("a query of the index");
    assert_eq!(out.count(), 1);
}

#[tokio::test]
async fn a_path_that_cannot_be_opened_is_an_error_that_says_why() {
    let fine = path("refused");
    let folder = fine.parent().expect("a folder").to_path_buf();
    let other = folder.join("notes.txt");
    fs::write(&other, "These are notes, and no database at all.".repeat(200)).expect("a file");

    for (path, reason) in [
        (folder.join("absent").join("clinics.db"), "there is no folder"),
        (folder.clone(), "it is a folder"),
        (other.clone(), "it is not a SQLite database"),
        (PathBuf::new(), "empty path"),
    ] {
        let error = dal_local::file(&path).await.expect_err("no database there");
        let text = error.to_string();
        let Error::Open { path: named, .. } = error else { panic!("{error:?}") };
        assert_eq!(named, path);
        assert!(text.contains(reason) && text.contains(&path.display().to_string()), "{text}");
    }
    assert!(fs::read_to_string(other).expect("the notes").starts_with("These are notes"));
}

#[tokio::test]
async fn names_that_mean_something_to_sqlite_are_files_here() {
    let folder = path("names").parent().expect("a folder").to_path_buf();
    let name = folder.join("file:clinics.db?mode=memory");
    drop(dal_local::file(&name).await.expect("a file with that name"));
    assert!(name.is_file());
}

#[test]
fn a_file_works_without_a_runtime_to_lend_a_thread() {
    let path = path("no-runtime");
    let engine = Engine::file(&path).expect("a new file");
    let text = format!("{engine:?}");
    assert!(text.contains("clinics.db"), "{text}");
    assert_eq!(engine.delete_expired().expect("a sweep"), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn tasks_work_at_the_same_time() {
    let in_file = Engine::file(path("tasks")).expect("a new file").client();
    for client in [dal_local::memory().await.expect("a database"), in_file] {
        create_table(&client).await;
        put(&client, item([("PK", s("T#1")), ("SK", s("counter")), ("value", n(0))])).await;
        let tasks: Vec<_> = (0..8)
            .map(|task| {
                let client = client.clone();
                tokio::spawn(async move {
                    for number in 0..10 {
                        put(&client, key("T#1", &format!("{task}-{number}"))).await;
                        client
                            .update_item()
                            .table_name(TABLE)
                            .set_key(Some(key("T#1", "counter")))
                            .update_expression("ADD #value :one")
                            .expression_attribute_names("#value", "value")
                            .expression_attribute_values(":one", n(1))
                            .send()
                            .await
                            .expect("the counter is raised");
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.expect("the task");
        }
        assert_eq!(count(&client).await, 81);
        let counter = client.get_item().table_name(TABLE).set_key(Some(key("T#1", "counter"))).send().await;
        assert_eq!(counter.expect("the counter").item().and_then(|item| item.get("value")), Some(&n(80)));
    }
}

#[tokio::test]
async fn an_observer_sees_each_call_byte_for_byte() {
    let calls = Arc::new(Mutex::new(Vec::<Call>::new()));
    let seen = Arc::clone(&calls);
    let unobserved = Engine::memory().expect("a database");
    let engine = unobserved.clone().observe(move |call| seen.lock().expect("calls").push(call.clone()));
    let client = engine.client();
    create_table(&client).await;
    put(&client, key("T#1", "é")).await;
    let error = client.get_item().table_name(TABLE).send().await;
    assert_eq!(code(error), "ValidationException");
    assert_eq!(count(&unobserved.client()).await, 1);

    let calls = calls.lock().expect("calls");
    let short: Vec<_> = calls.iter().map(|call| (call.operation.as_str(), call.status)).collect();
    assert_eq!(short, [("CreateTable", 200), ("PutItem", 200), ("GetItem", 400)]);
    let sent = String::from_utf8(calls[1].request.clone()).expect("UTF-8");
    assert!(sent.contains(r#""TableName":"clinics""#) && sent.contains(r#"{"S":"é"}"#), "{sent}");
    assert_eq!(calls[1].response, b"{}");
    assert!(String::from_utf8_lossy(&calls[2].response).contains("#ValidationException"));
    let text = format!("{:?}", calls[1]);
    assert!(text.contains("clinics"), "bodies are shown as text: {text}");
}

#[tokio::test]
async fn every_answer_has_an_id_of_its_own() {
    let client = table().await;
    let mut ids = BTreeSet::new();
    for _ in 0..5 {
        let out = client.list_tables().send().await.expect("the tables");
        ids.insert(out.request_id().expect("an id").to_owned());
        let error = client.describe_table().table_name("absent").send().await.expect_err("no such table");
        ids.insert(error.request_id().expect("an id").to_owned());
    }
    assert_eq!(ids.len(), 10);
}

async fn sent(engine: &Engine, target: Option<&'static str>, body: SdkBody) -> HttpResponse {
    let mut request = HttpRequest::new(body);
    if let Some(target) = target {
        request.headers_mut().insert("x-amz-target", target);
    }
    engine.call(request).await.expect("an answer")
}

#[tokio::test]
async fn a_streamed_request_body_is_read_to_its_end() {
    let engine = Engine::memory().expect("a database");
    create_table(&engine.client()).await;
    let path = path("streamed").with_extension("json");
    let long = "x".repeat(300_000);
    let body = format!(
        r#"{{"TableName":"clinics","Item":{{"PK":{{"S":"a"}},"SK":{{"S":"b"}},"t":{{"S":"{long}"}}}}}}"#
    );
    fs::write(&path, body).expect("the body");
    let body = ByteStream::from_path(&path).await.expect("a stream").into_inner();
    assert!(body.bytes().is_none(), "the body must not be in memory for this test");

    let response = sent(&engine, Some("DynamoDB_20120810.PutItem"), body).await;
    assert_eq!(response.status().as_u16(), 200);
    assert_eq!(response.headers().get("content-type"), Some("application/x-amz-json-1.0"));
    let stored = engine.client().get_item().table_name(TABLE).set_key(Some(key("a", "b"))).send().await;
    assert_eq!(stored.expect("the item").item().and_then(|item| item.get("t")), Some(&s(long)));
}

#[tokio::test]
async fn a_request_without_a_known_target_is_an_unknown_operation() {
    let engine = Engine::memory().expect("a database");
    for target in [None, Some("PutItem"), Some("DynamoDB_20120810."), Some("DynamoDB_20120810.Nonsense")] {
        let response = sent(&engine, target, SdkBody::from("{}")).await;
        assert_eq!(response.status().as_u16(), 400, "{target:?}");
        let body = response.body().bytes().unwrap_or_default();
        assert!(String::from_utf8_lossy(body).contains("#UnknownOperationException"), "{target:?}");
    }
}

#[tokio::test]
async fn settings_of_ones_own_do_not_make_a_client_leave_the_process() {
    let engine = Engine::memory().expect("a database");
    let client = engine.client_with(
        Config::builder()
            .endpoint_url("http://192.0.2.1:8000")
            .app_name(aws_sdk_dynamodb::config::AppName::new("clinics").expect("a name")),
    );
    create_table(&client).await;
    assert_eq!(client.config().app_name().map(AsRef::as_ref), Some("clinics"));
    assert_eq!(count(&engine.client()).await, 0);
}

#[tokio::test]
async fn expired_items_go_when_they_are_told_to() {
    let engine = Engine::memory().expect("a database");
    let client = engine.client();
    create_table(&client).await;
    let ttl = TimeToLiveSpecification::builder().enabled(true).attribute_name("expires_at").build();
    client
        .update_time_to_live()
        .table_name(TABLE)
        .time_to_live_specification(ttl.expect("complete"))
        .send()
        .await
        .expect("TTL is enabled");
    put(&client, item([("PK", s("a")), ("SK", s("past")), ("expires_at", n(1_000_000_000))])).await;
    put(&client, item([("PK", s("a")), ("SK", s("future")), ("expires_at", n(99_999_999_999_u64))])).await;
    put(&client, key("a", "for ever")).await;
    assert_eq!(count(&client).await, 3);
    assert_eq!(engine.delete_expired().expect("a sweep"), 1);
    assert_eq!(count(&client).await, 2);
}
