//! The three limits of a query: items returned, items evaluated, requests made.

use dal::prelude::*;

use crate::domain::*;
use crate::support::*;

async fn ten(dal: &Dal<Invocacare>) -> Scope<Invocacare> {
    let clinic = dal.tenant(tenant_id(0));
    for number in 0..10 {
        item(tenant_id(0), number, None).create(&clinic).await.unwrap();
    }
    clinic
}

#[tokio::test]
async fn a_limit_is_items_returned_and_one_request_unless_more_are_allowed() {
    let (dal, log) = Log::table().await;
    let clinic = ten(&dal).await;
    log.take();
    let page = Item::list_items(&clinic).limit(7).page_size(3).await.unwrap();
    assert_eq!((page.len(), page.requests(), page.evaluated(), page.is_cut_short()), (3, 1, 3, true));
    let page = Item::list_items(&clinic).limit(7).page_size(3).requests(5).await.unwrap();
    assert_eq!((page.len(), page.requests(), page.evaluated(), page.is_cut_short()), (7, 3, 9, false));
    let rest =
        Item::list_items(&clinic).limit(7).page_size(3).requests(5).after(page.cursor()).await.unwrap();
    assert_eq!(
        rest.items().map(|item| item.title.clone()).collect::<Vec<_>>(),
        ["item 7", "item 8", "item 9"]
    );
    assert_eq!(rest.cursor(), None);
}

#[tokio::test]
async fn no_limit_reads_a_page_of_dynamodb_and_a_limit_of_none_reads_nothing() {
    let (dal, log) = Log::table().await;
    let clinic = ten(&dal).await;
    log.take();
    assert_eq!(Item::list_items(&clinic).await.unwrap().len(), 10);
    assert_eq!(log.take()[0].1.get("Limit"), None);
    assert_eq!(Item::list_items(&clinic).limit(0).await.unwrap().len(), 0);
    assert_eq!(log.take(), []);
}

#[tokio::test]
async fn a_stream_gives_all_items_or_as_many_as_its_limit() {
    let dal = table().await;
    let clinic = ten(&dal).await;
    for (limit, expected) in [(Some(4), 4), (Some(10), 10), (Some(99), 10), (None, 10)] {
        let mut query = Item::list_items(&clinic).page_size(3);
        if let Some(limit) = limit {
            query = query.limit(limit);
        }
        let (mut stream, mut seen) = (query.stream(), 0);
        while let Some(item) = stream.next().await {
            assert_eq!(item.unwrap().title, format!("item {seen}"));
            seen += 1;
        }
        assert_eq!(seen, expected, "{limit:?}");
        assert!(stream.next().await.is_none(), "an ended stream stays ended");
    }
}

#[tokio::test]
async fn a_large_list_is_read_over_pages_of_one_megabyte() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    for number in 0..40 {
        let large = Item { title: "x".repeat(100_000), ..item(tenant_id(0), number, None) };
        large.create(&clinic).await.unwrap();
    }
    let one = Item::list_items(&clinic).await.unwrap();
    assert!(one.len() < 40 && one.cursor().is_some());
    let all = Item::list_items(&clinic).requests(10).await.unwrap();
    assert_eq!((all.len(), all.cursor()), (40, None));
}
