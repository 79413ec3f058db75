//! Lists of constants: several queries that answer as one, in the order of one list.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::*;

/// What one list of all would give: by time, then by number; those of an equal key in the order of the queries.
fn merged(orders: &[Order], wanted: &[Status], range: (u16, u16), descending: bool) -> Vec<u32> {
    let lane = |order: &Order| {
        let status = wanted.iter().position(|status| *status == order.status).unwrap();
        (status, order.lane)
    };
    let mut found: Vec<&Order> = orders
        .iter()
        .filter(|one| wanted.contains(&one.status) && one.lane < 3 && one.buyer.is_some())
        .filter(|one| (range.0..=range.1).contains(&one.at))
        .collect();
    found.sort_by_key(|one| ((one.at, one.order), lane(one)));
    if descending {
        found.reverse();
    }
    found.into_iter().map(|one| one.order).collect()
}

fn numbers(page: Page<OrderOnByStatus>) -> Vec<u32> {
    page.into_items().unwrap().into_iter().map(|one| one.order).collect()
}

const TWO: [Status; 2] = [Status::Open, Status::Paid];

/// Pages of every size, forward and backward, give each item of the merged list once, and in its place.
#[test]
fn pages_of_every_size_give_the_merged_list() {
    let statuses =
        prop_oneof![Just(Status::Open), Just(Status::Paid), Just(Status::Sent), Just(Status::Void)];
    let orders = prop::collection::vec((0..40_u16, 0..4_u8, statuses, any::<bool>()), 0..40);
    let strategy =
        (orders, 1..8_u32, prop::option::of(1..6_u32), any::<bool>(), 0..40_u16, 0..40_u16, 1..4_u32);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
    #[allow(clippy::type_complexity, reason = "what the strategy draws")]
    let law = |(drawn, limit, page_size, descending, one, other, requests): (
        Vec<(u16, u8, Status, bool)>,
        u32,
        Option<u32>,
        bool,
        u16,
        u16,
        u32,
    )| {
        let orders: Vec<Order> = drawn
            .into_iter()
            .zip(0_u32..)
            .map(|((at, lane, status, sold), number)| {
                let made = order(number, at, lane, status);
                Order { buyer: made.buyer.filter(|_| sold), ..made }
            })
            .collect();
        let range = (one.min(other), one.max(other));
        runtime.block_on(async {
            let (_, scope) = shop().await;
            for order in &orders {
                order.create(&scope).await.unwrap();
            }
            let expected = merged(&orders, &TWO, range, descending);
            let (mut seen, mut cursor, mut rounds) = (Vec::new(), None, 0);
            loop {
                let mut query = Order::by_two_statuses(&scope)
                    .range(range.0..=range.1)
                    .limit(limit)
                    .requests(requests)
                    .after(cursor);
                if let Some(size) = page_size {
                    query = query.page_size(size);
                }
                if descending {
                    query = query.reverse();
                }
                let page = query.await.unwrap();
                assert!(page.len() <= limit as usize, "{} of {limit}", page.len());
                assert!(page.requests() <= 6 * requests, "six queries of {requests} each");
                let full = page.len() == limit as usize || page.cursor().is_none();
                assert!(full || page.is_cut_short(), "a short page says so");
                cursor = page.cursor();
                seen.extend(numbers(page));
                rounds += 1;
                assert!(rounds < 500, "it ends");
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(seen, expected);
            let mut query = Order::by_two_statuses(&scope).range(range.0..=range.1);
            if descending {
                query = query.reverse();
            }
            let all = query.await.unwrap();
            assert_eq!(all.cursor(), None);
            assert_eq!(numbers(all), expected, "without a limit one page is all");
        });
        Ok(())
    };
    runner.run(&strategy, law).unwrap();
}

#[tokio::test]
async fn the_last_of_all_queries_is_one_item() {
    let (_, scope) = shop().await;
    assert!(Order::last_by_statuses(&scope).await.unwrap().is_none());
    for (number, at, status) in
        [(1, 5, Status::Open), (2, 9, Status::Paid), (3, 7, Status::Sent), (4, 99, Status::Void)]
    {
        order(number, at, number as u8 % 3, status).create(&scope).await.unwrap();
    }
    assert_eq!(Order::last_by_statuses(&scope).await.unwrap().unwrap().order, 2);
    // An item whose TTL is over is looked past.
    let over = Ttl::from_epoch_seconds(1);
    Order { expires: Some(over), ..order(5, 50, 0, Status::Open) }.create(&scope).await.unwrap();
    assert_eq!(Order::last_by_statuses(&scope).await.unwrap().unwrap().order, 2);
}

#[tokio::test]
async fn a_cursor_over_several_queries_reads_nothing_foreign() {
    let (dal, scope) = shop().await;
    for number in 0..12_u32 {
        let status = TWO[number as usize % 2];
        order(number, number as u16, number as u8 % 3, status).create(&scope).await.unwrap();
    }
    let other = dal.tenant("b");
    Order { shop: "b".to_owned(), ..order(99, 3, 0, Status::Open) }.create(&other).await.unwrap();
    let cursor = Order::by_two_statuses(&scope).limit(5).await.unwrap().cursor().unwrap();
    for refused in [
        Order::by_two_statuses(&other).limit(5).after(cursor.clone()).await,
        Order::by_two_statuses(&scope).reverse().limit(5).after(cursor.clone()).await,
        Order::by_two_statuses(&scope).range(1..4).limit(5).after(cursor.clone()).await,
    ] {
        assert!(matches!(refused, Err(Error::Cursor(CursorError::Foreign))), "{refused:?}");
    }
    // Any other text behind the right fingerprint reads the same items, or is refused.
    use base64::Engine;
    let engine = base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let bytes = engine.decode(cursor.as_str()).unwrap();
    let own: BTreeSet<u32> = (0..12).collect();
    for place in 9..bytes.len() {
        for flip in [1_u8, 32, 128] {
            let mut forged = bytes.clone();
            forged[place] ^= flip;
            let forged: Cursor = engine.encode(forged).into();
            match Order::by_two_statuses(&scope).after(forged).await {
                Ok(page) => assert!(numbers(page).iter().all(|number| own.contains(number))),
                Err(Error::Cursor(_) | Error::Key(_)) => {}
                Err(other) => panic!("byte {place}: {other}"),
            }
        }
    }
    let mut stream = Order::by_two_statuses(&scope).limit(9).page_size(2).stream();
    let mut seen = Vec::new();
    while let Some(one) = stream.next().await {
        seen.push(one.unwrap().order);
    }
    assert_eq!(seen, (0..9).collect::<Vec<_>>(), "a stream goes on over pages");
}
