//! Cursors: opaque, bound to their query, and refused by every other.

use dal::prelude::*;
use dal::{CursorError, Error};

use crate::domain::*;
use crate::support::*;

async fn filled(dal: &Dal<Invocacare>) -> Scope<Invocacare> {
    let clinic = dal.tenant(tenant_id(0));
    for number in 0..9 {
        item(tenant_id(0), number, Some(user_id(number % 2))).create(&clinic).await.unwrap();
    }
    for number in 0..3 {
        item(tenant_id(1), number, Some(user_id(number % 2)))
            .create(&dal.tenant(tenant_id(1)))
            .await
            .unwrap();
    }
    clinic
}

fn refused<T>(result: Result<T, Error>) -> Option<CursorError> {
    match result {
        Err(Error::Cursor(error)) => Some(error),
        _ => None,
    }
}

#[tokio::test]
async fn pages_of_every_size_give_each_item_once() {
    let dal = table().await;
    let clinic = filled(&dal).await;
    let all = Item::list_items(&clinic).await.unwrap().into_items().unwrap();
    let newest: Vec<_> = {
        let page = Item::items_by_owner(&clinic, user_id(0)).await.unwrap();
        page.items().map(|item| item.item_id).collect()
    };
    assert_eq!((all.len(), newest.len()), (9, 5));
    for size in 1..=10 {
        let (mut seen, mut cursor) = (Vec::new(), None);
        loop {
            let page = Item::list_items(&clinic).limit(size).after(cursor).await.unwrap();
            assert!(page.len() <= size as usize);
            cursor = page.cursor();
            seen.extend(page.into_items().unwrap());
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen, all, "limit {size}");
        let (mut seen, mut cursor) = (Vec::new(), None);
        loop {
            let page = Item::items_by_owner(&clinic, user_id(0))
                .limit(size)
                .page_size(2)
                .after(cursor)
                .await
                .unwrap();
            cursor = page.cursor();
            seen.extend(page.items().map(|item| item.item_id));
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen, newest, "limit {size} of the index");
    }
}

#[tokio::test]
async fn a_cursor_survives_text_and_json_and_hides_the_tenant() {
    let dal = table().await;
    let clinic = filled(&dal).await;
    let cursor = Item::list_items(&clinic).limit(2).await.unwrap().cursor().unwrap();
    let text: Cursor = cursor.to_string().parse().unwrap();
    let json: Cursor = serde_json::from_str(&serde_json::to_string(&cursor).unwrap()).unwrap();
    assert_eq!((&text, &json), (&cursor, &cursor));
    assert!(cursor.as_str().bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
    let page = Item::list_items(&clinic).after(text).await.unwrap();
    assert_eq!(page.items().next(), Some(&item(tenant_id(0), 2, Some(user_id(0)))));
}

#[tokio::test]
async fn a_cursor_of_another_tenant_pattern_parameter_range_or_direction_is_foreign() {
    let dal = table().await;
    let clinic = filled(&dal).await;
    let other = dal.tenant(tenant_id(1));
    let cursor = Item::items_by_owner(&clinic, user_id(0)).limit(1).await.unwrap().cursor().unwrap();
    let by_owner =
        |scope: &Scope<Invocacare>, owner| Item::items_by_owner(scope, owner).after(cursor.clone());
    assert!(by_owner(&clinic, user_id(0)).await.is_ok());
    assert_eq!(refused(by_owner(&other, user_id(0)).await), Some(CursorError::Foreign));
    assert_eq!(refused(by_owner(&clinic, user_id(1)).await), Some(CursorError::Foreign));
    assert_eq!(refused(by_owner(&clinic, user_id(0)).reverse().await), Some(CursorError::Foreign));
    assert_eq!(refused(by_owner(&clinic, user_id(0)).range(at(0)..).await), Some(CursorError::Foreign));
    assert_eq!(refused(Item::list_items(&clinic).after(cursor.clone()).await), Some(CursorError::Foreign));
    let elsewhere = dal.with_table_name("elsewhere").tenant(tenant_id(0));
    assert_eq!(refused(by_owner(&elsewhere, user_id(0)).await), Some(CursorError::Foreign));
}

#[tokio::test]
async fn a_forged_cursor_never_reads_a_foreign_item_and_never_panics() {
    let dal = table().await;
    let clinic = filled(&dal).await;
    let cursor =
        Item::items_by_owner(&clinic, user_id(0)).limit(1).await.unwrap().cursor().unwrap().to_string();
    for position in 0..cursor.len() {
        for replacement in ["A", "z", "_", "!"] {
            let mut forged = cursor.clone();
            forged.replace_range(position..=position, replacement);
            let query = Item::items_by_owner(&clinic, user_id(0)).after(forged.parse::<Cursor>().unwrap());
            if let Ok(page) = query.await {
                for item in page.items() {
                    assert_eq!((item.tenant_id, item.owner_id), (tenant_id(0), user_id(0)), "{forged}");
                }
            }
        }
    }
    let junk = Item::list_items(&clinic).after("not a cursor".parse::<Cursor>().unwrap()).await;
    assert_eq!(refused(junk), Some(CursorError::Malformed));
}

#[tokio::test]
async fn items_with_equal_index_keys_are_paged_without_loss() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let mut ties: Vec<Item> = (0..7).map(|number| item(tenant_id(0), number, Some(user_id(1)))).collect();
    for tie in &mut ties {
        tie.created_at = at(0);
        tie.create(&clinic).await.unwrap();
    }
    let mut stream = Item::items_by_owner(&clinic, user_id(1)).limit(100).page_size(2).stream();
    let mut seen = Vec::new();
    while let Some(item) = stream.next().await {
        seen.push(item.unwrap().item_id);
    }
    seen.reverse();
    assert_eq!(seen, ties.iter().map(|item| item.item_id).collect::<Vec<_>>());
}
