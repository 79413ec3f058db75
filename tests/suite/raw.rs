//! Beside dal: keys as values, and items as the SDK's attribute values.

use dal::prelude::*;

use crate::domain::*;
use crate::support::*;

#[tokio::test]
async fn keys_are_values_and_come_back() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let key = ItemKey { item_id: item(tenant_id(0), 1, None).item_id };
    let values = Item::key_values(&clinic, &key).unwrap();
    assert_eq!(values.to_string(), format!("PK=TENANT#{} SK=ITEM#{}", tenant_id(0).0, key.item_id.0));
    let (_, sort) = values.sort.clone().unwrap();
    assert_eq!(Item::parse_key(&values.partition.1, Some(&sort)).unwrap(), key);
    assert!(User::parse_key(&values.partition.1, Some(&sort)).is_err());
    assert_eq!(format!("{key:?}"), format!("ItemKey {{ item_id: Ulid({}) }}", key.item_id.0.0));
    let set: std::collections::HashSet<ItemKey> = [key.clone(), key].into();
    assert_eq!(set.len(), 1);
}

#[tokio::test]
async fn attribute_values_are_what_a_put_writes() {
    let dal = table().await;
    let clinic = dal.tenant(tenant_id(0));
    let clinics = crate::domain::world::clinics().unwrap();
    let whole = item(tenant_id(0), 1, Some(user_id(1)));
    whole.create(&clinic).await.unwrap();
    let values = whole.to_attribute_values(&clinic).unwrap();
    let sort = format!("ITEM#{}", whole.item_id.0);
    let written = stored(&dal, &format!("TENANT#{}", tenant_id(0).0), &sort).await.unwrap();
    assert_eq!(written, values.clone().into_iter().collect());
    assert_eq!(Item::from_attribute_values(&values).unwrap(), whole);
    assert!(User::from_attribute_values(&values).is_err());
    for clinic in &clinics {
        let at = dal.tenant(clinic.tenant.tenant_id);
        for message in &clinic.messages {
            let values = message.to_attribute_values(&at).unwrap();
            assert_eq!(Message::from_attribute_values(&values).unwrap(), *message);
        }
    }
}
