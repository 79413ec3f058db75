//! With dynamodb-facade. Its items are in an index by attributes that they always have: an item without an owner has an
//! empty one, which DynamoDB would refuse.

use aws_sdk_dynamodb::Client;
use chrono::{DateTime, SecondsFormat, Utc};
use dynamodb_facade::explicit_client::DynamoDBItemOp as _;
use dynamodb_facade::{
    KeyId, QueryRequest, StringAttribute, attribute_definitions, dynamodb_item, index_definitions,
    table_definitions,
};
use serde::{Deserialize, Serialize};
use ulid::Ulid;

use crate::Result;

attribute_definitions! {
    Pk { "PK": StringAttribute }
    Sk { "SK": StringAttribute }
    Gsi1Pk { "GSI1PK": StringAttribute }
    Gsi1Sk { "GSI1SK": StringAttribute }
    Kind { "entity": StringAttribute }
}

table_definitions! {
    Clinic {
        type PartitionKey = Pk;
        type SortKey = Sk;
        fn table_name() -> String { "clinic".to_owned() }
    }
}

index_definitions! {
    #[table = Clinic]
    Gsi1 {
        type PartitionKey = Gsi1Pk;
        type SortKey = Gsi1Sk;
        fn index_name() -> String { "GSI1".to_owned() }
    }
}

#[derive(Serialize, Deserialize)]
pub struct Item {
    pub tenant_id: Ulid,
    pub item_id: Ulid,
    pub owner_id: Option<Ulid>,
    pub title: String,
    pub created_at: DateTime<Utc>,
}

#[derive(Deserialize)]
pub struct OwnedItem {
    #[serde(rename = "SK")]
    pub sk: String,
    pub title: String,
}

dynamodb_item! {
    #[table = Clinic]
    Item {
        #[partition_key]
        Pk {
            fn attribute_id(&self) -> Ulid { self.tenant_id }
            fn attribute_value(id) -> String { format!("TENANT#{id}") }
        }
        #[sort_key]
        Sk {
            fn attribute_id(&self) -> Ulid { self.item_id }
            fn attribute_value(id) -> String { format!("ITEM#{id}") }
        }
        Gsi1Pk {
            fn attribute_id(&self) -> (Ulid, Option<Ulid>) { (self.tenant_id, self.owner_id) }
            fn attribute_value(id) -> String {
                id.1.map(|owner| format!("TENANT#{}#OWNER#{owner}", id.0)).unwrap_or_default()
            }
        }
        Gsi1Sk {
            fn attribute_id(&self) -> (DateTime<Utc>, Ulid) { (self.created_at, self.item_id) }
            fn attribute_value(id) -> String {
                format!("{}#{}", id.0.to_rfc3339_opts(SecondsFormat::Millis, true), id.1)
            }
        }
        Kind { const VALUE: &'static str = "Item"; }
    }
}

impl Item {
    pub async fn get_item(client: &Client, tenant: Ulid, item: Ulid) -> Result<Option<Self>> {
        Ok(Item::get(client.clone(), KeyId::pk(tenant).sk(item)).await?)
    }

    pub async fn items_by_owner(client: &Client, tenant: Ulid, owner: Ulid) -> Result<Vec<OwnedItem>> {
        let condition = Item::index_key_condition::<Gsi1>((tenant, Some(owner)));
        let query = QueryRequest::<Clinic>::index_with_client::<Gsi1>(client.clone(), condition);
        let items = query.reverse().limit(50).all().await?;
        let read = |item: dynamodb_facade::Item<Clinic>| Ok(serde_dynamo::from_item(item.into_inner())?);
        items.into_iter().map(read).collect()
    }
}
