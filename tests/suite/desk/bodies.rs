//! The bodies that are sent, beside those of the SDK's own client for the same input, over arbitrary items.
//!
//! The SDK's side is written by hand here: its attribute values and keys come from no function of dal's. Where dal writes an
//! expression, the SDK's side is given its text and names, and the values.

use std::future::IntoFuture;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{
    Delete, DeleteRequest, Put, PutRequest, ReturnConsumedCapacity, ReturnValue,
    ReturnValuesOnConditionCheckFailure, TransactWriteItem, WriteRequest,
};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use dal::{BatchWrite, Entity, Transaction};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;
use serde_json::Value as Json;

use super::*;

/// Answers everything with an empty object, and keeps the last body.
#[derive(Clone, Debug, Default)]
struct Capture(Arc<Mutex<String>>);

impl HttpConnector for Capture {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let body = request.body().bytes().expect("a body in memory").to_vec();
        *self.0.lock().expect("no test panics here") = String::from_utf8(body).expect("UTF-8");
        HttpConnectorFuture::ready(Ok(HttpResponse::new(
            200.try_into().expect("a status"),
            SdkBody::from("{}"),
        )))
    }
}

impl HttpClient for Capture {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

/// A client that sends nowhere, and what it would have sent.
struct Wire {
    client: Client,
    scope: Scope<Desk>,
    sent: Capture,
    runtime: tokio::runtime::Runtime,
}

impl Wire {
    fn new() -> Self {
        let sent = Capture::default();
        let config = aws_sdk_dynamodb::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("eu-central-1"))
            .credentials_provider(Credentials::new("key", "secret", None, None, "tests"))
            .http_client(sent.clone());
        let client = Client::from_conf(config.build());
        let scope = Dal::new(client.clone()).tenant("d");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        Self { client, scope, sent, runtime }
    }

    /// The body that is sent meanwhile. What becomes of the answer is no matter here: nothing is in it.
    fn body<F: IntoFuture>(&self, call: F) -> Json {
        self.sent.0.lock().expect("no test panics here").clear();
        self.runtime.block_on(async { drop(call.await) });
        serde_json::from_str(&self.sent.0.lock().expect("no test panics here")).expect("a body was sent")
    }
}

/// A law over as many cases as `DAL_LAW_CASES` says; each is two calls of a client.
fn config() -> ProptestConfig {
    let cases = std::env::var("DAL_LAW_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn law<S: Strategy>(values: S, test: impl Fn(&Wire, S::Value) -> Result<(), TestCaseError>) {
    let wire = Wire::new();
    let mut runner = prop::test_runner::TestRunner::new(config());
    if let Err(error) = runner.run(&values, |value| test(&wire, value)) {
        panic!("{error}");
    }
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z #0-9]{0,12}", "[\"\\\\\n\t\u{0}\u{1f}é\u{2028}😀/$%a]{0,8}", any::<String>()]
}

/// A text for a key.
fn name() -> impl Strategy<Value = String> {
    words().prop_filter("a key", |text| !text.is_empty() && text.len() < 300)
}

prop_compose! {
    fn any_note()(
        note in name(), title in words(), body in proptest::option::of(words()), stars in any::<u8>(),
        balance in any::<i64>(), weight in any::<i32>(), views in any::<Option<u32>>(),
        (city, zip, floors) in (words(), proptest::option::of(words()), vec(any::<u8>(), 0..4)),
        lines in vec(words(), 0..4), log in proptest::option::of(vec(words(), 0..3)),
        (prices, tags) in (btree_map(words(), any::<u64>(), 0..4), btree_set(words(), 0..4)),
        (years, blob) in (proptest::option::of(btree_set(any::<u16>(), 1..4)), vec(any::<u8>(), 0..20)),
        seen_by in proptest::option::of(words()),
    ) -> Note {
        let address = Address { city, zip, floors };
        // A float that has the same text everywhere.
        let weight = f64::from(weight) / 8.0;
        Note {
            desk: text("d"), note, title, body, stars, balance, weight, views, address, lines, log, prices, tags, years,
            blob, seen_by,
        }
    }
}

prop_compose! {
    fn any_task()(
        task in name(), title in words(), owner in proptest::option::of(name()), rank in any::<u32>(),
        state in prop::sample::select(vec![State::Open, State::Waiting, State::Closed]),
        mail in proptest::option::of(name()), done in any::<Option<u32>>(),
    ) -> Task {
        Task { desk: text("d"), task, title, owner, rank, state, mail, done }
    }
}

fn s(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn n(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

fn list(values: impl IntoIterator<Item = AttributeValue>) -> AttributeValue {
    AttributeValue::L(values.into_iter().collect())
}

fn map(entries: impl IntoIterator<Item = (String, AttributeValue)>) -> AttributeValue {
    AttributeValue::M(entries.into_iter().collect())
}

/// Text in a key: what is at most `$` stands as `$` and two digits.
fn key_text(text: &str) -> String {
    let escape = |c: char| if c <= '$' { format!("${:02X}", c as u32) } else { c.to_string() };
    text.chars().map(escape).collect()
}

fn note_key(of: &Note) -> Attributes {
    let sort = format!("NOTE#{}", key_text(&of.note));
    [(text("PK"), s("DESK#d")), (text("SK"), s(sort))].into()
}

fn task_key(of: &Task) -> Attributes {
    let sort = format!("TASK#{}", key_text(&of.task));
    [(text("PK"), s("DESK#d")), (text("SK"), s(sort))].into()
}

fn null_or(value: Option<AttributeValue>) -> AttributeValue {
    value.unwrap_or(AttributeValue::Null(true))
}

fn note_map(of: &Note) -> Attributes {
    let mut item = note_key(of);
    let mut put = |name: &str, value: AttributeValue| drop(item.insert(text(name), value));
    put("kind", s("Note"));
    put("desk", s(&of.desk));
    put("note", s(&of.note));
    put("title", s(&of.title));
    put("stars", n(of.stars));
    put("balance", n(of.balance));
    put("weight", n(of.weight));
    let address = [
        (text("city"), s(&of.address.city)),
        (text("zip"), null_or(of.address.zip.as_ref().map(s))),
        (text("floors"), list(of.address.floors.iter().map(n))),
    ];
    put("address", map(address));
    put("lines", list(of.lines.iter().map(s)));
    put("prices", map(of.prices.iter().map(|(name, price)| (name.clone(), n(price)))));
    put("blob", AttributeValue::B(Blob::new(of.blob.clone())));
    of.body.iter().for_each(|body| put("body", s(body)));
    of.views.iter().for_each(|views| put("views", n(views)));
    of.log.iter().for_each(|log| put("log", list(log.iter().map(s))));
    of.seen_by.iter().for_each(|by| put("seenBy", s(by)));
    if !of.tags.is_empty() {
        put("tags", AttributeValue::Ss(of.tags.iter().cloned().collect()));
    }
    of.years
        .iter()
        .for_each(|years| put("years", AttributeValue::Ns(years.iter().map(u16::to_string).collect())));
    item
}

fn task_map(of: &Task) -> Attributes {
    let mut item = task_key(of);
    let mut put = |name: &str, value: AttributeValue| drop(item.insert(text(name), value));
    let (task, rank) = (key_text(&of.task), of.rank);
    let (rank_of_state, state) = match of.state {
        State::Open => (0, "open"),
        State::Waiting => (1, "waiting"),
        State::Closed => (2, "closed"),
    };
    put("kind", s("Task"));
    put("desk", s(&of.desk));
    put("task", s(&of.task));
    put("title", s(&of.title));
    put("rank", n(of.rank));
    put("state", s(state));
    of.done.iter().for_each(|done| put("done", n(done)));
    if let Some(owner) = &of.owner {
        put("owner", s(owner));
        put("GSI1PK", s(format!("DESK#d#OWNER#{}", key_text(owner))));
        put("GSI1SK", s(format!("{rank:010}#{task}")));
    }
    if of.state != State::Closed {
        put("GSI2PK", s("DESK#d#BOARD"));
        put("GSI2SK", s(format!("{rank_of_state}#{rank:010}#{task}")));
    }
    if let Some(mail) = &of.mail {
        put("eMail", s(mail));
        put("GSI3PK", s(format!("DESK#d#MAIL#{}", key_text(mail))));
    }
    item
}

/// The names that an expression was given.
fn names(body: &Json) -> HashMap<String, String> {
    serde_json::from_value(body["ExpressionAttributeNames"].clone()).unwrap_or_default()
}

fn expression(body: &Json, member: &str) -> Option<String> {
    body[member].as_str().map(str::to_owned)
}

/// Values by their placeholders, in order.
fn values(of: impl IntoIterator<Item = AttributeValue>) -> Option<Attributes> {
    let named: Attributes = of.into_iter().enumerate().map(|(at, value)| (format!(":{at}"), value)).collect();
    Some(named).filter(|named| !named.is_empty())
}

/// Sets have no order.
fn sorted(mut body: Json) -> Json {
    fn sort(json: &mut Json) {
        match json {
            Json::Object(members) => members.iter_mut().for_each(|(name, value)| match value {
                Json::Array(elements) if matches!(name.as_str(), "SS" | "NS" | "BS") => {
                    elements.sort_by_key(Json::to_string);
                }
                other => sort(other),
            }),
            Json::Array(elements) => elements.iter_mut().for_each(sort),
            _ => {}
        }
    }
    sort(&mut body);
    body
}

const TOTAL: ReturnConsumedCapacity = ReturnConsumedCapacity::Total;
const ALL_OLD: ReturnValuesOnConditionCheckFailure = ReturnValuesOnConditionCheckFailure::AllOld;

#[test]
fn put_item() {
    law((any_note(), any_task()), |wire, (note, task)| {
        let put = |item| {
            wire.client.put_item().table_name("desk").set_item(Some(item)).return_consumed_capacity(TOTAL)
        };
        prop_assert_eq!(
            sorted(wire.body(note.put(&wire.scope))),
            sorted(wire.body(put(note_map(&note)).send()))
        );
        prop_assert_eq!(wire.body(task.put(&wire.scope)), wire.body(put(task_map(&task)).send()));
        let ours = wire.body(task.create(&wire.scope));
        let sdks = put(task_map(&task))
            .condition_expression("attribute_not_exists(#0)")
            .expression_attribute_names("#0", "PK")
            .return_values_on_condition_check_failure(ALL_OLD);
        prop_assert_eq!(ours, wire.body(sdks.send()));
        Ok(())
    });
}

#[test]
fn update_item() {
    law((any_note(), name(), any::<i64>(), any::<u64>()), |wire, (note, entry, delta, price)| {
        let update = Note::update(&wire.scope, note.key())
            .set(Note::TITLE, note.title.as_str())
            .set(Note::BLOB, note.blob.clone())
            .add(Note::BALANCE, delta)
            .set(Note::PRICES.entry(entry.clone()), price)
            .append(Note::LINES, note.lines.clone())
            .remove(Note::SEEN_BY);
        let ours = sorted(wire.body(update));
        // Nothing is appended where there is nothing to append.
        let lines = (!note.lines.is_empty()).then(|| list(note.lines.iter().map(s)));
        let given = [s(&note.title), AttributeValue::B(Blob::new(note.blob.clone())), n(delta), n(price)];
        let mut wanted: Vec<Json> = Vec::new();
        let sent: &serde_json::Map<String, Json> =
            ours["ExpressionAttributeValues"].as_object().expect("there are values");
        for value in given.into_iter().chain(lines) {
            let sdks = wire.client.update_item().table_name("desk").key("PK", value);
            wanted.push(sorted(wire.body(sdks.send()))["Key"]["PK"].take());
        }
        for value in &wanted {
            prop_assert!(sent.values().any(|sent| sent == value), "{value} is not in {ours}");
        }
        // The rest of the body, with those values where dal put them.
        let values: Attributes = sent.keys().map(|name| (name.clone(), s("x"))).collect();
        let sdks = wire
            .client
            .update_item()
            .table_name("desk")
            .set_key(Some(note_key(&note)))
            .set_update_expression(expression(&ours, "UpdateExpression"))
            .set_condition_expression(expression(&ours, "ConditionExpression"))
            .set_expression_attribute_names(Some(names(&ours)))
            .set_expression_attribute_values(Some(values))
            .return_values(ReturnValue::AllNew)
            .return_values_on_condition_check_failure(ALL_OLD)
            .return_consumed_capacity(TOTAL);
        let mut sdks = wire.body(sdks.send());
        sdks["ExpressionAttributeValues"] = ours["ExpressionAttributeValues"].clone();
        prop_assert_eq!(ours, sdks);
        Ok(())
    });
}

#[test]
fn query_get_and_delete() {
    law((any_task(), 1..1_000_u32), |wire, (task, limit)| {
        let owner = task.owner.clone().unwrap_or_else(|| text("ann"));
        let ours = wire.body(Task::by_owner(&wire.scope, owner.clone()).limit(limit).reverse());
        let query = wire
            .client
            .query()
            .table_name("desk")
            .index_name("GSI1")
            .set_key_condition_expression(expression(&ours, "KeyConditionExpression"))
            .set_expression_attribute_names(Some(names(&ours)))
            .set_expression_attribute_values(values([s(format!("DESK#d#OWNER#{}", key_text(&owner)))]))
            .limit(i32::try_from(limit).expect("a small limit"))
            .scan_index_forward(false)
            .return_consumed_capacity(TOTAL);
        prop_assert_eq!(ours, wire.body(query.send()));

        let get = wire.client.get_item().table_name("desk").set_key(Some(task_key(&task)));
        let get = get.return_consumed_capacity(TOTAL);
        prop_assert_eq!(wire.body(Task::get_task(&wire.scope, task.task.clone())), wire.body(get.send()));

        let delete = wire.client.delete_item().table_name("desk").set_key(Some(task_key(&task)));
        let delete = delete.return_consumed_capacity(TOTAL);
        prop_assert_eq!(wire.body(Task::delete(&wire.scope, task.key())), wire.body(delete.send()));
        Ok(())
    });
}

#[test]
fn batches_and_transactions() {
    let distinct = (vec(any_note(), 0..4), any_task(), any_task());
    let distinct = distinct.prop_filter("keys differ", |(notes, one, other)| {
        let names: std::collections::BTreeSet<&str> = notes.iter().map(|note| note.note.as_str()).collect();
        names.len() == notes.len() && one.task != other.task
    });
    law(distinct, |wire, (notes, put, delete)| {
        let batch = BatchWrite::new()
            .put_all(&wire.scope, &notes)
            .put(&wire.scope, &put)
            .delete(&wire.scope, delete.key());
        let ours = sorted(wire.body(batch));
        let written = |item| {
            let put = PutRequest::builder().set_item(Some(item)).build().expect("an item");
            WriteRequest::builder().put_request(put).build()
        };
        let key = DeleteRequest::builder().set_key(Some(task_key(&delete))).build().expect("a key");
        let writes = notes.iter().map(note_map).chain([task_map(&put)]).map(written);
        let writes = writes.chain([WriteRequest::builder().delete_request(key).build()]).collect();
        let sdks =
            wire.client.batch_write_item().request_items("desk", writes).return_consumed_capacity(TOTAL);
        prop_assert_eq!(ours, sorted(wire.body(sdks.send())));

        let all = Transaction::new().add_all(notes.iter().map(|note| note.create(&wire.scope)));
        let all = all.add(put.put(&wire.scope)).add(Task::delete(&wire.scope, delete.key()));
        let ours = sorted(wire.body(all));
        let created = |item| {
            let put = Put::builder()
                .table_name("desk")
                .set_item(Some(item))
                .condition_expression("attribute_not_exists(#0)")
                .expression_attribute_names("#0", "PK")
                .return_values_on_condition_check_failure(ALL_OLD);
            TransactWriteItem::builder().put(put.build().expect("an item")).build()
        };
        let replaced =
            Put::builder().table_name("desk").set_item(Some(task_map(&put))).build().expect("an item");
        let deleted =
            Delete::builder().table_name("desk").set_key(Some(task_key(&delete))).build().expect("a key");
        let members = notes.iter().map(note_map).map(created);
        let members = members.chain([
            TransactWriteItem::builder().put(replaced).build(),
            TransactWriteItem::builder().delete(deleted).build(),
        ]);
        let sdks = wire
            .client
            .transact_write_items()
            .set_transact_items(Some(members.collect()))
            .set_client_request_token(expression(&ours, "ClientRequestToken"))
            .return_consumed_capacity(TOTAL);
        let mut sdks = sorted(wire.body(sdks.send()));
        if ours["ClientRequestToken"].is_null() {
            sdks.as_object_mut().expect("an object").remove("ClientRequestToken");
        }
        prop_assert_eq!(ours, sdks);
        Ok(())
    });
}
