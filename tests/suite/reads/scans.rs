//! Scans that the list declares.

use super::*;

async fn filled() -> Dal<Shop> {
    let dal = fresh().await;
    for name in ["a", "b"] {
        let scope = dal.tenant(name);
        for number in 0..15_u32 {
            let status = if number % 5 == 0 { Status::Void } else { Status::Sent };
            Order { shop: name.to_owned(), ..order(number, 1, 0, status) }.create(&scope).await.unwrap();
            Note { shop: name.to_owned(), ..note(&format!("n{number}"), "t", 1, &[]) }
                .create(&scope)
                .await
                .unwrap();
        }
    }
    dal
}

#[tokio::test]
async fn pages_of_every_size_and_number_of_segments_give_each_item_once() {
    let dal = filled().await;
    let expected: BTreeSet<(String, u32)> =
        (0..15).flat_map(|number| [("a".to_owned(), number), ("b".to_owned(), number)]).collect();
    for segments in [1, 2, 3, 7] {
        for (limit, page_size) in
            [(None, None), (None, Some(4)), (Some(1), None), (Some(4), Some(3)), (Some(9), None)]
        {
            let (mut seen, mut cursor) = (Vec::new(), None);
            loop {
                let mut scan = Order::every_order(&dal).segments(segments).after(cursor);
                if let Some(limit) = limit {
                    scan = scan.limit(limit);
                }
                if let Some(size) = page_size {
                    scan = scan.page_size(size);
                }
                let page = scan.await.unwrap();
                assert!(limit.is_none_or(|limit| page.len() <= limit as usize));
                assert!(page.requests() <= u32::from(segments));
                cursor = page.cursor();
                seen.extend(page.into_items().unwrap().into_iter().map(|one| (one.shop, one.order)));
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(seen.len(), expected.len(), "{segments} segments, {limit:?}, {page_size:?}");
            assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }
    let mut stream = Order::every_order(&dal).segments(3).page_size(2).limit(10).stream();
    let mut count = 0;
    while let Some(one) = stream.next().await {
        one.unwrap();
        count += 1;
    }
    assert_eq!(count, 10, "the limit holds for the whole stream");
}

#[tokio::test]
async fn a_scan_of_an_index_evaluates_what_is_in_it() {
    let dal = filled().await;
    let page = Order::every_buyer(&dal).await.unwrap();
    assert_eq!((page.len(), page.evaluated()), (30, 30), "notes are not in the index");
    assert_eq!(page.into_items().unwrap()[0].buyer.len(), 2);
    let few = Order::every_buyer(&dal).limit(3).await.unwrap();
    assert_eq!(
        (few.len(), few.evaluated()),
        (3, 3),
        "nobody else is there, so no more is read than is wanted"
    );
    let void = Order::every_void(&dal).await.unwrap();
    assert_eq!((void.len(), void.evaluated()), (6, 60));
}

#[tokio::test]
async fn a_cursor_is_good_only_with_as_many_segments() {
    let dal = filled().await;
    let cursor = Order::every_order(&dal).segments(2).page_size(3).await.unwrap().cursor();
    let other = Order::every_order(&dal).segments(3).after(cursor.clone()).await;
    assert!(matches!(other, Err(Error::Cursor(CursorError::Foreign))), "{other:?}");
    let other = Order::every_void(&dal).segments(2).after(cursor).await;
    assert!(matches!(other, Err(Error::Cursor(CursorError::Foreign))), "{other:?}");
}
