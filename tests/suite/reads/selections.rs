//! Less than whole items, and whole items behind index entries.

use super::*;
use crate::support::Log;

#[tokio::test]
async fn a_selection_holds_the_key_and_what_was_asked() {
    let (_, scope) = shop().await;
    for number in 0..5_u32 {
        order(number, number as u16, 0, Status::Paid).create(&scope).await.unwrap();
    }
    let page = Order::totals(&scope).limit(3).await.unwrap();
    let cursor = page.cursor();
    let found: Vec<(u32, u64, Status)> =
        page.into_items().unwrap().into_iter().map(|one| (one.order, one.total, one.status)).collect();
    assert_eq!(found, [(0, 0, Status::Paid), (1, 10, Status::Paid), (2, 20, Status::Paid)]);
    let rest = Order::totals(&scope).after(cursor).await.unwrap().into_items().unwrap();
    assert_eq!(rest.iter().map(|one| one.order).collect::<Vec<_>>(), [3, 4]);
    let of_buyer = Order::buyer_totals(&scope, "b1").range(..=3).await.unwrap().into_items().unwrap();
    assert_eq!(of_buyer.iter().map(|one| (one.at, one.total)).collect::<Vec<_>>(), [(3, 30), (1, 10)]);
    use dal::Projection as _;
    assert_eq!(of_buyer[0].key(), OrderKey { order: 3 });
}

#[tokio::test]
async fn dynamodb_is_asked_for_no_more_than_is_selected() {
    let (dal, log) = Log::of::<Shop>().await;
    let scope = dal.tenant("a");
    order(1, 1, 0, Status::Open).create(&scope).await.unwrap();
    log.take();
    drop(Order::totals(&scope).await.unwrap());
    let (_, sent) = log.take().remove(0);
    let projection = sent["ProjectionExpression"].as_str().unwrap();
    let names = &sent["ExpressionAttributeNames"];
    let mut asked: Vec<&str> =
        projection.split(", ").map(|placeholder| names[placeholder].as_str().unwrap()).collect();
    asked.sort_unstable();
    assert_eq!(asked, ["PK", "SK", "expires", "status", "total"]);
}

#[tokio::test]
async fn a_hydrated_query_gives_whole_items_in_the_order_of_the_index() {
    let (_, scope) = shop().await;
    for number in 0..6_u32 {
        let status = if number % 2 == 0 { Status::Open } else { Status::Paid };
        order(number, 100 - number as u16, 0, status).create(&scope).await.unwrap();
    }
    let page = Order::whole_open(&scope).limit(2).await.unwrap();
    assert_eq!((page.len(), page.gone(), page.requests()), (2, 0, 2), "a query and a batch");
    let cursor = page.cursor();
    let found = page.into_items().unwrap();
    assert_eq!(found, [order(4, 96, 0, Status::Open), order(2, 98, 0, Status::Open)]);
    let rest = Order::whole_open(&scope).after(cursor).await.unwrap().into_items().unwrap();
    assert_eq!(rest, [order(0, 100, 0, Status::Open)]);
    let both = Order::whole_of_two(&scope).await.unwrap().into_items().unwrap();
    assert_eq!(both.iter().map(|one| one.order).collect::<Vec<_>>(), [5, 4, 3, 2, 1, 0], "merged, and whole");
    assert_eq!(both[0], order(5, 95, 0, Status::Paid));
}
