//! One clinic never sees, and never changes, what another keeps.

use dal::Error;
use dal::prelude::*;

use crate::domain::*;
use crate::support::*;

#[tokio::test]
async fn an_item_of_another_tenant_is_refused_before_it_is_sent() {
    let (dal, log) = Log::table().await;
    let other = dal.tenant(tenant_id(1));
    for result in
        [item(tenant_id(0), 1, None).create(&other).await, item(tenant_id(0), 1, None).put(&other).await]
    {
        let Err(Error::TenantMismatch(error)) = result else { panic!("{result:?}") };
        assert_eq!((error.entity, error.field), ("Item", "tenant_id"));
    }
    assert_eq!(log.take(), []);
}

#[tokio::test]
async fn the_same_ids_in_two_tenants_are_two_items() {
    let dal = table().await;
    let (one, two) = (dal.tenant(tenant_id(0)), dal.tenant(tenant_id(1)));
    item(tenant_id(0), 1, Some(user_id(1))).create(&one).await.unwrap();
    item(tenant_id(1), 1, Some(user_id(1))).create(&two).await.unwrap();
    let key = item(tenant_id(0), 1, None).item_id;
    let changed = Item::update(&two, ItemKey { item_id: key }).set(Item::TITLE, "theirs").await.unwrap();
    assert_eq!(changed.tenant_id, tenant_id(1));
    assert_eq!(Item::get_item(&one, key).await.unwrap().unwrap().title, "item 1");
    for (scope, title) in [(&one, "item 1"), (&two, "theirs")] {
        let page = Item::items_by_owner(scope, user_id(1)).await.unwrap();
        assert_eq!(page.items().map(|item| item.title.as_str()).collect::<Vec<_>>(), [title]);
    }
    Item::delete(&one, ItemKey { item_id: key }).await.unwrap();
    assert_eq!(Item::get_item(&one, key).await.unwrap(), None);
    assert!(Item::get_item(&two, key).await.unwrap().is_some());
}
