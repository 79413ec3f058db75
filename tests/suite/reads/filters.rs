//! Filters that the list declares.

use super::*;

#[tokio::test]
async fn a_declared_filter_holds_whatever_its_caller_adds() {
    let (_, scope) = shop().await;
    for number in 0..20_u32 {
        let status = if number % 4 == 0 { Status::Void } else { Status::Open };
        order(number, 0, 0, status).create(&scope).await.unwrap();
    }
    let found =
        |page: Page<Order>| page.into_items().unwrap().iter().map(|one| one.order).collect::<Vec<_>>();
    let page = Order::dear_orders(&scope, 150_u64).await.unwrap();
    assert_eq!(page.evaluated(), 20, "what is left out was read");
    assert_eq!(found(page), [15, 17, 18, 19]);
    let more = Order::dear_orders(&scope, 150_u64).filter(Order::ORDER.lt(18_u32)).await.unwrap();
    assert_eq!(found(more), [15, 17]);
    let mut seen = Vec::new();
    let mut cursor = None;
    loop {
        let page = Order::dear_orders(&scope, 50_u64).limit(2).page_size(3).after(cursor).await.unwrap();
        assert!(page.len() <= 2);
        cursor = page.cursor();
        seen.extend(found(page));
        if cursor.is_none() {
            break;
        }
    }
    let expected: Vec<u32> = (5..20).filter(|number| number % 4 != 0).collect();
    assert_eq!(seen, expected);
    assert_eq!(
        Order::first_dear(&scope, 111_u64).await.unwrap().unwrap().order,
        12,
        "it looks past the others"
    );
    let cursor = Order::dear_orders(&scope, 50_u64).limit(2).await.unwrap().cursor();
    let other = Order::dear_orders(&scope, 60_u64).limit(2).after(cursor).await;
    assert!(matches!(other, Err(Error::Cursor(CursorError::Foreign))), "{other:?}");
}

#[tokio::test]
async fn every_form_of_a_condition_reaches_the_engine() {
    let (_, scope) = shop().await;
    for one in [
        note("a", "to be found", 1, &["x"]),
        note("b", "to be", 2, &["x"]),
        note("c", "other", 3, &["x"]),
        note("d", "other, but more than twenty letters", 5, &["x", "y"]),
        note("e", "to be found", 1, &["y"]),
    ] {
        one.create(&scope).await.unwrap();
    }
    let found = |tag: &str, start: &str| {
        let params = NoteFoundNotesParams { tag: tag.to_owned(), start: start.to_owned() };
        let query = Note::found_notes(&scope, params);
        async {
            query.await.unwrap().into_items().unwrap().into_iter().map(|note| note.note).collect::<Vec<_>>()
        }
    };
    assert_eq!(found("x", "to be").await, ["a", "d"]);
    assert_eq!(found("y", "to be").await, ["d", "e"]);
    assert_eq!(found("x", "oth").await, ["c", "d"]);
    assert_eq!(found("z", "to").await, [] as [&str; 0]);
}
