//! Calls through the real SDK client over a canned connector.

mod canned;

use std::collections::BTreeSet;
use std::error::Error as _;

use aws_sdk_dynamodb::config::{BehaviorVersion, Region};
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItemInput;
use aws_sdk_dynamodb::operation::get_item::{GetItemInput, GetItemOutput};
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::types::AttributeValue;
use aws_sdk_dynamodb::{Client, Config};
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::interceptors::Intercept;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeSerializationInterceptorContextMut, FinalizerInterceptorContextMut, Output,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::ConfigBag;
use canned::{Canned, Connector, error, ok};
use dal_runtime::wire::{
    BatchGetItem, BatchWriteItem, Caller, DeleteItem, Failure, GetItem, Op, PutItem, Query, Scan,
    TransactGetItems, TransactWriteItems, UpdateItem, call,
};
use serde_json::json;

#[tokio::test]
async fn what_is_sent() {
    let connector = Connector::new([ok(r#"{"Item":{"PK":{"S":"a"},"n":{"N":"7"}}}"#)]);
    let body = br#"{"Key":{"PK":{"S":"a"}},"ReturnConsumedCapacity":"TOTAL""#.to_vec();
    let answer = call::<GetItem>(&Caller::of(&connector.client()), "table-1", body).await.unwrap();

    assert_eq!((answer.attempts(), answer.request_id()), (1, Some("request-1")));
    let view = answer.view().unwrap();
    assert_eq!(view.item.unwrap().text("PK").unwrap().as_deref(), Some("a"));
    assert_eq!(view.item.unwrap().number("n").unwrap().as_deref(), Some("7"));

    let sent = connector.sent().remove(0);
    let expected =
        json!({"Key": {"PK": {"S": "a"}}, "ReturnConsumedCapacity": "TOTAL", "TableName": "table-1"});
    assert_eq!(sent.json(), expected);
    assert_eq!(sent.header("content-type"), Some("application/x-amz-json-1.0"));
    assert_eq!(sent.header("x-amz-target"), Some("DynamoDB_20120810.GetItem"));
    assert_eq!(sent.header("content-length"), Some(sent.body.len().to_string().as_str()));
    assert!(sent.header("authorization").unwrap().contains("SignedHeaders=content-length;content-type;host"));
    assert!(sent.header("user-agent").is_some());
}

/// The same headers as the SDK's own request, apart from those that differ by time and call.
#[tokio::test]
async fn the_headers_are_the_sdks() {
    for alone in [false, true] {
        let connector = Connector::new([ok("{}"), ok("{}")]);
        let client = if alone { connector.client_alone() } else { connector.client() };
        headers_are_the_sdks(&connector, client).await;
    }
}

async fn headers_are_the_sdks(connector: &Connector, client: Client) {
    call::<GetItem>(&Caller::of(&client), "t", br#"{"Key":{"PK":{"S":"a"}}"#.to_vec()).await.unwrap();
    client.get_item().table_name("t").key("PK", AttributeValue::S("a".into())).send().await.unwrap();
    let [ours, sdks] = &connector.sent()[..] else { panic!("two requests") };
    let names = |sent: &canned::Sent| {
        let mut names: Vec<_> = sent.headers.iter().map(|(name, _)| name.clone()).collect();
        names.sort();
        names
    };
    assert_eq!(names(ours), names(sdks));
    assert_eq!(ours.json(), sdks.json());
}

async fn target<O: Op>(table: &str, body: &str) -> (Option<String>, serde_json::Value) {
    let connector = Connector::new([ok("{}")]);
    call::<O>(&Caller::of(&connector.client()), table, body.as_bytes().to_vec()).await.unwrap();
    let sent = connector.sent().remove(0);
    assert_eq!(sent.header("content-length"), Some(sent.body.len().to_string().as_str()));
    (sent.header("x-amz-target").map(String::from), sent.json())
}

#[tokio::test]
async fn every_operation() {
    macro_rules! one_table {
        ($($op:ident)*) => {$(
            let (name, body) = target::<$op>("t \"quoted\"", "{").await;
            assert_eq!(name.as_deref(), Some(concat!("DynamoDB_20120810.", stringify!($op))));
            assert_eq!(body, json!({"TableName": "t \"quoted\""}));
            assert!($op::TABLE_NAME);
        )*};
    }
    one_table!(GetItem PutItem UpdateItem DeleteItem Query Scan);
    macro_rules! tables {
        ($($op:ident)*) => {$(
            let (name, body) = target::<$op>("t", r#"{"Whatever":["is","there"]}"#).await;
            assert_eq!(name.as_deref(), Some(concat!("DynamoDB_20120810.", stringify!($op))));
            assert_eq!(body, json!({"Whatever": ["is", "there"]}));
            assert!(!$op::TABLE_NAME);
        )*};
    }
    tables!(BatchGetItem BatchWriteItem TransactGetItems TransactWriteItems);
}

#[tokio::test]
async fn attempts_are_counted_and_resent_whole() {
    let connector =
        Connector::new([error(500, "InternalServerError", ""), Canned::BrokenConnection, ok("{}")]);
    let answer =
        call::<PutItem>(&Caller::of(&connector.client()), "t", br#"{"Item":{}"#.to_vec()).await.unwrap();
    assert_eq!((answer.attempts(), answer.request_id()), (3, Some("request-3")));
    let bodies: Vec<_> = connector.sent().into_iter().map(|sent| sent.body).collect();
    assert_eq!(bodies, [r#"{"Item":{},"TableName":"t"}"#; 3]);
}

#[tokio::test]
async fn a_failed_condition_gives_the_stored_item() {
    let item = r#","message":"The conditional request failed","Item":{"PK":{"S":"a"},"v":{"N":"3"}}"#;
    let failed = || error(400, "ConditionalCheckFailedException", item);
    let connector = Connector::new([error(500, "InternalServerError", ""), failed(), failed(), failed()]);
    let client = connector.client();
    let caught = call::<PutItem>(&Caller::of(&client), "t", b"{".to_vec()).await.unwrap_err();
    assert_eq!(caught.attempts(), 2);
    assert_eq!(caught.request_id(), Some("request-2"));
    assert_eq!(caught.message(), "The conditional request failed");
    assert_eq!(caught.operation(), "PutItem");
    assert!(!caught.is_transient());
    let source = caught.source().unwrap().downcast_ref::<SdkError<PutItemError>>().unwrap();
    assert!(source.as_service_error().unwrap().is_conditional_check_failed_exception());
    assert!(caught.to_string().contains("PutItem: the condition failed"), "{caught}");
    let Failure::ConditionFailed { item: Some(item) } = caught.into_failure() else { panic!("no item") };
    assert_eq!(item["v"], AttributeValue::N("3".into()));

    for caught in [
        call::<UpdateItem>(&Caller::of(&client), "t", b"{".to_vec()).await.unwrap_err(),
        call::<DeleteItem>(&Caller::of(&client), "t", b"{".to_vec()).await.unwrap_err(),
    ] {
        assert!(matches!(caught.failure(), Failure::ConditionFailed { item: Some(_) }), "{caught}");
        assert_eq!(caught.attempts(), 1);
    }
}

#[tokio::test]
async fn a_cancelled_transaction_gives_its_reasons() {
    let rest = r#","Message":"Transaction cancelled","CancellationReasons":[{"Code":"None"},
        {"Code":"ConditionalCheckFailed","Message":"no","Item":{"PK":{"S":"b"}}}]"#;
    let connector = Connector::new([
        error(400, "TransactionCanceledException", rest),
        error(400, "TransactionCanceledException", rest),
    ]);
    let client = connector.client();
    for caught in [
        call::<TransactWriteItems>(&Caller::of(&client), "t", b"{}".to_vec()).await.unwrap_err(),
        call::<TransactGetItems>(&Caller::of(&client), "t", b"{}".to_vec()).await.unwrap_err(),
    ] {
        let Failure::TransactionCanceled { reasons } = caught.into_failure() else { panic!("other failure") };
        assert_eq!(reasons.len(), 2);
        assert_eq!((&reasons[0].code, &reasons[0].item), (&None, &None));
        assert_eq!(reasons[1].code.as_deref(), Some("ConditionalCheckFailed"));
        assert_eq!(reasons[1].message.as_deref(), Some("no"));
        assert_eq!(reasons[1].item.as_ref().unwrap()["PK"], AttributeValue::S("b".into()));
    }
}

#[tokio::test]
async fn failures_by_code() {
    let cases = [
        (400, "ProvisionedThroughputExceededException", Failure::Throttled, 3),
        (400, "RequestLimitExceeded", Failure::Throttled, 3),
        (400, "ThrottlingException", Failure::Throttled, 3),
        (400, "ResourceNotFoundException", Failure::TableMissing, 1),
        (400, "ItemCollectionSizeLimitExceededException", Failure::ItemCollectionTooLarge, 1),
        (400, "TransactionConflictException", Failure::TransactionConflict, 1),
        (400, "ValidationException", Failure::Validation, 1),
        (400, "AccessDeniedException", Failure::AccessDenied, 1),
        (400, "UnrecognizedClientException", Failure::AccessDenied, 1),
        (400, "IdempotentParameterMismatchException", Failure::TokenReused, 1),
        (500, "InternalServerError", Failure::Internal, 3),
        (503, "ServiceUnavailable", Failure::Internal, 3),
        (400, "NewException", Failure::Other { code: Some("NewException".into()) }, 1),
    ];
    for (status, code, failure, attempts) in cases {
        let connector = Connector::new(vec![error(status, code, r#","message":"so it is""#); 3]);
        let caught = call::<PutItem>(&Caller::of(&connector.client()), "t", b"{".to_vec()).await.unwrap_err();
        assert_eq!((caught.failure(), caught.attempts()), (&failure, attempts), "{code}");
        assert_eq!(caught.message(), "so it is", "{code}");
        assert_eq!(connector.sent().len(), attempts as usize, "{code}");
    }
}

#[tokio::test]
async fn failures_without_an_answer() {
    let connector =
        Connector::new([Canned::BrokenConnection, Canned::BrokenConnection, Canned::BrokenConnection]);
    let caught = call::<GetItem>(&Caller::of(&connector.client()), "t", b"{".to_vec()).await.unwrap_err();
    assert_eq!((caught.failure(), caught.attempts()), (&Failure::Dispatch, 3));
    assert!(caught.message().contains("the connection broke"), "{caught}");
    assert!(caught.is_transient());

    let connector = Connector::new([Canned::Never, Canned::Never, Canned::Never]);
    let caught = call::<GetItem>(&Caller::of(&connector.client()), "t", b"{".to_vec()).await.unwrap_err();
    assert_eq!((caught.failure(), caught.attempts()), (&Failure::Timeout, 3), "{caught}");

    // No region, no endpoint: nothing is sent.
    let connector = Connector::new([ok("{}")]);
    let client = connector.client_with(|config| {
        let mut config = config;
        config.set_region(None);
        config
    });
    let caught = call::<GetItem>(&Caller::of(&client), "t", b"{".to_vec()).await.unwrap_err();
    assert!(matches!(caught.failure(), Failure::Construction | Failure::Dispatch), "{caught:?}");
    assert!(connector.sent().is_empty());

    // Nobody to ask for credentials.
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("eu-central-1"))
        .http_client(connector.clone());
    let client = Client::from_conf(config.build());
    let caught = call::<GetItem>(&Caller::of(&client), "t", b"{".to_vec()).await.unwrap_err();
    assert_eq!(caught.failure(), &Failure::AccessDenied, "{caught:?}");
    assert!(connector.sent().is_empty());
}

#[tokio::test]
async fn unreadable_answers() {
    // Errors that are no JSON, or have no code, are failures of their status.
    let cases = [
        (400, "<html>", Failure::Other { code: None }),
        (502, "<html>", Failure::Internal),
        (429, "", Failure::Throttled),
        (400, "{}", Failure::Other { code: None }),
    ];
    for (status, body, failure) in cases {
        let connector = Connector::new(vec![Canned::Answer(status, body.into()); 3]);
        let caught = call::<GetItem>(&Caller::of(&connector.client()), "t", b"{".to_vec()).await.unwrap_err();
        assert_eq!(caught.failure(), &failure, "{status} {body}: {caught:?}");
    }
    // A successful answer that is cut off is an error of the view.
    let connector = Connector::new([ok(r#"{"Items":[{"PK":{"S":"a"}},{"PK""#)]);
    let answer = call::<Query>(&Caller::of(&connector.client()), "t", b"{".to_vec()).await.unwrap();
    assert!(answer.view().unwrap_err().to_string().contains("ends at byte"));
}

/// Renames the table in every input it knows.
#[derive(Debug)]
struct Rename;

impl Intercept for Rename {
    fn name(&self) -> &'static str {
        "Rename"
    }

    fn modify_before_serialization(
        &self,
        context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(input) = context.input_mut().downcast_mut::<GetItemInput>() {
            assert_eq!(input.table_name.as_deref(), Some("t"));
            input.table_name = Some("renamed \\ \u{1}".into());
        }
        if let Some(input) = context.input_mut().downcast_mut::<BatchWriteItemInput>() {
            input.request_items = Some([(String::from("renamed"), vec![])].into());
        }
        Ok(())
    }
}

#[tokio::test]
async fn an_interceptor_renames_the_table() {
    let connector = Connector::new([ok("{}")]);
    let client = connector.client_with(|config| config.interceptor(Rename));
    call::<GetItem>(&Caller::of(&client), "t", br#"{"Key":{}"#.to_vec()).await.unwrap();
    assert_eq!(connector.sent()[0].json(), json!({"Key": {}, "TableName": "renamed \\ \u{1}"}));

    // In a batch the names are inside the body: better no request than one to the wrong table.
    let caught = call::<BatchWriteItem>(&Caller::of(&client), "t", b"{}".to_vec()).await.unwrap_err();
    assert_eq!((caught.failure(), caught.attempts()), (&Failure::Construction, 0));
    assert!(caught.message().contains("changed the tables"), "{caught}");
    assert_eq!(connector.sent().len(), 1);
}

/// Supplies an output of its own, as a cache or a fallback would.
#[derive(Debug)]
struct Supply {
    empty: bool,
}

impl Intercept for Supply {
    fn name(&self) -> &'static str {
        "Supply"
    }

    fn modify_before_attempt_completion(
        &self,
        context: &mut FinalizerInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let mut output = GetItemOutput::builder();
        if !self.empty {
            output = output.item("PK", AttributeValue::S("mine".into()));
        }
        if let Some(slot) = context.output_or_error_mut() {
            *slot = Ok(Output::erase(output.build()));
        }
        Ok(())
    }
}

#[tokio::test]
async fn an_interceptor_supplies_the_output() {
    // Over a failed answer: there is no body of ours, and no panic for lack of it.
    let connector = Connector::new([error(400, "ValidationException", "")]);
    let client = connector.client_with(|config| config.interceptor(Supply { empty: true }));
    let caught = call::<GetItem>(&Caller::of(&client), "t", b"{".to_vec()).await.unwrap_err();
    assert_eq!(caught.failure(), &Failure::Answer);
    assert!(caught.message().contains("supplied the output"), "{caught}");

    // Over a good answer: its output would be lost.
    let connector = Connector::new([ok("{}")]);
    let client = connector.client_with(|config| config.interceptor(Supply { empty: false }));
    let caught = call::<GetItem>(&Caller::of(&client), "t", b"{".to_vec()).await.unwrap_err();
    assert!(caught.message().contains("replaced the output"), "{caught}");
}

#[test]
fn calls_can_be_spawned() {
    fn sendable<T: Send>(_: T) {}
    let caller = Caller::of(&Connector::default().client());
    sendable(call::<GetItem>(&caller, "t", Vec::new()));
    sendable(call::<BatchWriteItem>(&caller, "t", Vec::new()));
}

/// An HTTP client that first calls through another client of dal's, inside of the poll of the outer call.
#[derive(Clone, Debug)]
struct AfterAnother(Caller, Connector);

impl HttpConnector for AfterAnother {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let Self(inner, outer) = self.clone();
        HttpConnectorFuture::new(async move {
            call::<GetItem>(&inner, "keys", br#"{"Key":{"PK":{"S":"inner"}}"#.to_vec()).await.unwrap();
            tokio::task::yield_now().await;
            HttpConnector::call(&outer, request).await
        })
    }
}

impl HttpClient for AfterAnother {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

#[tokio::test]
async fn a_call_inside_of_another_has_its_own_body() {
    let (keys, outer) = (Connector::new([ok("{}")]), Connector::new([ok(r#"{"Count":1}"#)]));
    let around = AfterAnother(Caller::of(&keys.client()), outer.clone());
    let caller =
        Caller::of(&Client::from_conf(outer.client().config().to_builder().http_client(around).build()));
    let never_polled = call::<GetItem>(&caller, "t2", br#"{"Key":{"PK":{"S":"none"}}"#.to_vec());
    drop(never_polled);
    let body = br#"{"KeyConditionExpression":"outer""#.to_vec();
    assert_eq!(call::<Query>(&caller, "t", body).await.unwrap().view().unwrap().count, 1);
    assert_eq!(keys.sent()[0].json(), json!({"Key": {"PK": {"S": "inner"}}, "TableName": "keys"}));
    assert_eq!(outer.sent()[0].json(), json!({"KeyConditionExpression": "outer", "TableName": "t"}));
}

/// Many calls at once on one thread, each polled in turns with the others.
#[tokio::test]
async fn calls_in_turns_have_their_own_bodies() {
    let connector = Connector::new((0..50).map(|_| ok("{}")));
    let caller = Caller::of(&connector.client());
    let calls = (0..50).map(|number| {
        let (caller, body) = (caller.clone(), format!(r#"{{"Key":{{"PK":{{"S":"{number}"}}}}"#).into_bytes());
        tokio::spawn(async move {
            tokio::task::yield_now().await;
            call::<GetItem>(&caller, &format!("table{number}"), body).await
        })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap().unwrap();
    }
    let mut numbers = BTreeSet::new();
    for sent in connector.sent() {
        let json = sent.json();
        let number = json["Key"]["PK"]["S"].as_str().unwrap();
        assert_eq!(json["TableName"], format!("table{number}"));
        numbers.insert(number.to_owned());
    }
    assert_eq!(numbers.len(), 50);
}

/// A client whose HTTP client or credentials cannot be shared is used itself, and no other is made of it.
#[tokio::test]
async fn a_client_alone_is_used_itself() {
    let connector = Connector::new([error(500, "InternalServerError", ""), ok(r#"{"Count":2}"#)]);
    let caller = Caller::of(&connector.client_alone());
    let answer = call::<Query>(&caller, "t", br#"{"KeyConditionExpression":"k""#.to_vec()).await.unwrap();
    assert_eq!((answer.attempts(), answer.view().unwrap().count), (2, 2));
    let sent = connector.sent();
    assert_eq!(sent[0].json(), json!({"KeyConditionExpression": "k", "TableName": "t"}));
    assert_eq!(sent[0].json(), sent[1].json());
}
