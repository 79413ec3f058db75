//! Raw pages: items read into types that borrow from the page.

use std::borrow::Cow;
use std::time::{Duration, UNIX_EPOCH};

use aws_sdk_dynamodb::types::AttributeValue::S;
use chrono::{DateTime, Utc};
use dal::prelude::*;
use dal::{FixedClock, ItemProblem, RawPage, Ttl};
use serde::Deserialize;

use crate::domain::*;
use crate::support::*;

#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Line<'a> {
    item_id: ItemId,
    #[serde(borrow)]
    title: Cow<'a, str>,
    status: &'a str,
    created_at: DateTime<Utc>,
}

fn line(of: &Item) -> Line<'_> {
    let (title, status) = (Cow::Borrowed(of.title.as_str()), of.status.as_str());
    Line { item_id: of.item_id, title, status, created_at: of.created_at }
}

#[tokio::test]
async fn a_raw_page_is_the_page_and_its_items_borrow() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let mut items: Vec<_> = (0..7).map(|number| item(tenant_id(0), number, None)).collect();
    items[2].title = "with \"quotes\" and \\ and é".to_owned();
    for item in &items {
        item.create(&clinic).await.unwrap();
    }
    log.take();
    let raw = Item::list_items(&clinic).limit(5).raw().await.unwrap();
    let owned = Item::list_items(&clinic).limit(5).await.unwrap();
    let sent = log.take();
    assert_eq!(sent[0], sent[1], "the same query");
    assert_eq!(raw.cursor(), owned.cursor());
    assert_eq!(
        (
            raw.len(),
            raw.is_empty(),
            raw.requests(),
            raw.evaluated(),
            raw.consumed_capacity(),
            raw.is_cut_short()
        ),
        (5, false, 1, owned.evaluated(), owned.consumed_capacity(), false)
    );
    let lines: Vec<Line<'_>> = raw.items().map(Result::unwrap).collect();
    assert_eq!(lines, items[..5].iter().map(line).collect::<Vec<_>>());
    let borrowed = |line: &Line<'_>| matches!(line.title, Cow::Borrowed(_));
    assert_eq!(
        lines.iter().map(borrowed).collect::<Vec<_>>(),
        [true, true, false, true, true],
        "JSON escapes quotes"
    );
    // As often as one likes, and as anything.
    let whole: Vec<Item> = raw.items().map(Result::unwrap).collect();
    assert_eq!(whole, items[..5]);

    // A cursor is good for both.
    let rest = Item::list_items(&clinic).after(raw.cursor()).await.unwrap().into_items().unwrap();
    assert_eq!(rest, items[5..]);
    let rest = Item::list_items(&clinic).after(owned.cursor()).raw().await.unwrap();
    assert_eq!(
        rest.items::<Line<'_>>().map(Result::unwrap).collect::<Vec<_>>(),
        items[5..].iter().map(line).collect::<Vec<_>>()
    );
    assert_eq!(rest.cursor(), None);
    assert_eq!(Item::list_items(&clinic).limit(0).raw().await.unwrap().len(), 0);
}

#[tokio::test]
async fn what_needs_unescaping_is_an_error_where_only_a_borrowed_text_will_do() {
    #[derive(Debug, Deserialize)]
    struct Title<'a> {
        title: &'a str,
    }
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    for (number, title) in [(0, "plain"), (1, "a \"quoted\" one")] {
        Item { title: title.to_owned(), ..item(tenant_id(0), number, None) }.create(&clinic).await.unwrap();
    }
    let raw = Item::list_items(&clinic).raw().await.unwrap();
    let read: Vec<_> = raw.items::<Title<'_>>().collect();
    assert_eq!(read[0].as_ref().unwrap().title, "plain");
    let error = read[1].as_ref().unwrap_err();
    assert_eq!((error.entity, error.attribute.as_deref()), (Some("Item"), Some("title")));
    assert!(error.to_string().contains("borrowed"), "{error}");
}

#[tokio::test]
async fn columns_of_dals_own_are_not_seen() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only that they are all is asked")]
    struct All<'a> {
        tenant_id: &'a str,
        item_id: &'a str,
        owner_id: Option<&'a str>,
        title: &'a str,
        status: &'a str,
        created_at: &'a str,
    }
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    item(tenant_id(0), 1, Some(user_id(1))).create(&clinic).await.unwrap();
    let raw = Item::list_items(&clinic).raw().await.unwrap();
    let all = raw.items::<All<'_>>().next().unwrap().unwrap();
    assert_eq!(all.item_id, ulid::Ulid::from(2_u128).to_string());
}

/// What is given and what is an error in its place, as the pattern itself has it.
async fn alike<P: dal::QueryPattern>(query: impl Fn() -> dal::Query<P>) -> Vec<Option<ItemProblem>> {
    let (owned, raw) = (query().await.unwrap(), query().raw().await.unwrap());
    assert_eq!((owned.len(), owned.cursor()), (raw.len(), raw.cursor()));
    let raw: Vec<_> =
        raw.items::<serde::de::IgnoredAny>().map(|row| row.err().map(|error| error.problem)).collect();
    let owned: Vec<_> = owned.into_iter().map(|row| row.err().map(|error| error.problem)).collect();
    assert_eq!(raw, owned);
    raw
}

#[tokio::test]
async fn another_tenants_items_and_other_entities_are_refused_as_in_a_page() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    for number in [0, 2, 4] {
        item(tenant_id(0), number, Some(user_id(0))).create(&clinic).await.unwrap();
    }
    // Under this tenant's key, among its items, and another tenant's by its attribute; and one of no entity.
    for (number, name, value) in
        [(1, "tenant_id", tenant_id(1).0.to_string()), (3, "entity", "Invoice".to_owned())]
    {
        let mut attributes =
            item(tenant_id(0), number, Some(user_id(0))).to_attribute_values(&clinic).unwrap();
        attributes.insert(name.to_owned(), S(value));
        dal.client().put_item().table_name(dal.table_name()).set_item(Some(attributes)).send().await.unwrap();
    }
    let found = alike(|| Item::list_items(&clinic)).await;
    let unknown = ItemProblem::UnknownEntity(Some("Invoice".to_owned()));
    assert_eq!(found, [None, Some(ItemProblem::OtherTenant), None, Some(unknown), None]);
    // The index holds neither, and gives what the table's page of it gives.
    assert_eq!(alike(|| Item::items_by_owner(&clinic, user_id(0))).await.len(), 5);
    // Nothing of another tenant's own partition.
    item(tenant_id(1), 9, Some(user_id(0))).create(&dal.tenant(tenant_id(1))).await.unwrap();
    assert_eq!(alike(|| Item::list_items(&clinic)).await.len(), 5);
}

#[tokio::test]
async fn an_index_is_read_with_what_it_holds() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Title<'a> {
        title: &'a str,
    }
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    for number in 0..3 {
        item(tenant_id(0), number, Some(user_id(7))).create(&clinic).await.unwrap();
    }
    let raw: RawPage<_> = Item::items_by_owner(&clinic, user_id(7)).range(at(1)..).raw().await.unwrap();
    let titles: Vec<_> = raw.items::<Title<'_>>().map(|row| row.unwrap().title).collect();
    assert_eq!(titles, ["item 2", "item 1"]);
    assert!(format!("{raw:?}").contains("items_by_owner"));
}

#[tokio::test]
async fn expired_items_are_hidden() {
    // Far ahead: an engine that deletes what is expired goes by its own clock.
    let seconds = |minutes: u32| 4_000_000_000 + 60 * i64::from(minutes);
    let now = UNIX_EPOCH + Duration::from_secs(seconds(100).unsigned_abs());
    let dal = table().await.with_clock(FixedClock(now));
    let clinic = dal.tenant(tenant_id(0));
    for (minutes, expires) in [(0, Some(99)), (1, Some(101)), (2, None)] {
        let expires_at = expires.map(|minutes| Ttl::from_epoch_seconds(seconds(minutes)));
        Message { expires_at, ..message(tenant_id(0), 1, minutes) }.create(&clinic).await.unwrap();
    }
    #[derive(Deserialize)]
    struct Body<'a> {
        body: &'a str,
    }
    let thread = ThreadId(ulid::Ulid::from(1_u128));
    let raw = Message::messages(&clinic, thread).raw().await.unwrap();
    let bodies: Vec<_> = raw.items::<Body<'_>>().map(|row| row.unwrap().body).collect();
    assert_eq!((bodies, raw.evaluated()), (vec!["message 2", "message 1"], 3));
    assert_eq!(Message::messages(&clinic, thread).include_expired().raw().await.unwrap().len(), 3);
    // Looking past hidden ones over several requests: items of several answers in one page.
    let raw =
        Message::messages(&clinic, thread).reverse().page_size(1).limit(2).requests(9).raw().await.unwrap();
    let bodies: Vec<_> = raw.items::<Body<'_>>().map(|row| row.unwrap().body).collect();
    assert_eq!((bodies, raw.requests()), (vec!["message 1", "message 2"], 3));
}

#[test]
fn it_can_be_spawned_and_sent() {
    fn sendable<T: Send + Sync>(_: &T) {}
    fn page<P: dal::QueryPattern>(page: &RawPage<P>) {
        sendable(page);
    }
    let _ = page::<ItemListItems>;
    fn future<P: dal::QueryPattern>(query: dal::Query<P>) -> impl Send {
        std::future::IntoFuture::into_future(query.raw())
    }
    let _ = future::<ItemListItems>;
}
