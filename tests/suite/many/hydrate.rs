//! Hydrate: whole items in the order of an index.

use dal::prelude::*;

use super::items;
use crate::domain::*;
use crate::support::*;

#[tokio::test]
async fn whole_items_stand_at_the_places_of_their_index_entries() {
    let (dal, log) = Log::table().await;
    let clinic = dal.tenant(tenant_id(0));
    let items = items(30);
    dal::BatchWrite::new().put_all(&clinic, &items).await.unwrap().complete().unwrap();
    log.take();
    let mut owned: Vec<_> = items.iter().filter(|item| item.owner_id == Some(user_id(1))).cloned().collect();
    owned.reverse();

    let page = Item::items_by_owner(&clinic, user_id(1)).limit(4).hydrate().await.unwrap();
    let operations: Vec<_> = log.take().into_iter().map(|(operation, _)| operation).collect();
    assert_eq!((operations, page.requests()), (vec!["Query".to_owned(), "BatchGetItem".to_owned()], 2));
    let cursor = page.cursor();
    let first: Vec<_> = page.into_items().unwrap().into_iter().flatten().collect();
    assert_eq!(first, owned[..4]);

    let rest = Item::items_by_owner(&clinic, user_id(1)).after(cursor).hydrate().consistent().await.unwrap();
    assert_eq!(rest.into_items().unwrap().into_iter().flatten().collect::<Vec<_>>(), owned[4..]);
    assert_eq!(log.take()[1].1["RequestItems"][dal.table_name()]["ConsistentRead"], true);

    let none = Item::items_by_owner(&clinic, user_id(9)).hydrate().await.unwrap();
    assert!(none.is_empty() && log.take().len() == 1, "nothing to read is nothing sent");
}

#[tokio::test]
async fn an_item_of_every_tenant_is_its_own() {
    let dal = table().await;
    let tenants: Vec<_> = (0..3)
        .map(|number| Tenant {
            tenant_id: tenant_id(number),
            name: format!("clinic {number}"),
            city: "Salem".to_owned(),
            status: TenantStatus::Active,
            created_at: at(i64::try_from(number).unwrap()),
        })
        .collect();
    for tenant in &tenants {
        tenant.create(&dal.tenant(tenant.tenant_id)).await.unwrap();
    }
    let page = Tenant::list_tenants(&dal).hydrate().await.unwrap();
    let whole: Vec<_> = page.into_items().unwrap().into_iter().flatten().collect();
    assert_eq!(whole, tenants.into_iter().rev().collect::<Vec<_>>());
}

#[tokio::test]
async fn an_item_that_was_deleted_or_left_the_index_meanwhile_is_none_in_its_place() {
    let engine = dal_local::Engine::memory().unwrap();
    let dal: Dal<Invocacare> = Dal::new(engine.client());
    dal.create_table().await.unwrap();
    let clinic = dal.tenant(tenant_id(0));
    let items: Vec<_> = (0..4).map(|number| item(tenant_id(0), number, Some(user_id(1)))).collect();
    for item in &items {
        item.create(&clinic).await.unwrap();
    }
    let stale = stale_index(&engine, &items).await;
    let page = Item::items_by_owner(&stale.tenant(tenant_id(0)), user_id(1)).hydrate().await.unwrap();
    let found = page.into_items().unwrap();
    assert_eq!(found, [Some(items[3].clone()), None, None, Some(items[0].clone())]);
}

/// The table seen through a wire on which, behind each query, one item is deleted and another gets another owner.
async fn stale_index(engine: &dal_local::Engine, items: &[Item]) -> Dal<Invocacare> {
    let (handle, gone, moved) = (tokio::runtime::Handle::current(), items[1].clone(), items[2].clone());
    let other: Dal<Invocacare> = Dal::new(engine.client());
    let observed = engine.clone().observe(move |call| {
        if call.operation == "Query" {
            let clinic = other.tenant(gone.tenant_id);
            let (gone, moved) = (gone.clone(), moved.clone());
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    handle.block_on(async {
                        Item::delete(&clinic, gone.key()).await.unwrap();
                        Item { owner_id: Some(user_id(2)), ..moved }.put(&clinic).await.unwrap();
                    });
                });
            });
        }
    });
    Dal::new(observed.client())
}
