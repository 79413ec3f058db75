//! With the SDK and serde_dynamo.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use serde_dynamo::aws_sdk_dynamodb_1::{from_item, from_items, to_item};
use ulid::Ulid;

use crate::{Map, Result};

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

impl Item {
    fn pk(tenant: Ulid) -> AttributeValue {
        AttributeValue::S(format!("TENANT#{tenant}"))
    }

    fn sk(item: Ulid) -> AttributeValue {
        AttributeValue::S(format!("ITEM#{item}"))
    }

    fn gsi1pk(tenant: Ulid, owner: Ulid) -> AttributeValue {
        AttributeValue::S(format!("TENANT#{tenant}#OWNER#{owner}"))
    }

    fn to_map(&self) -> Result<Map> {
        let mut map: Map = to_item(self)?;
        map.insert("PK".to_owned(), Self::pk(self.tenant_id));
        map.insert("SK".to_owned(), Self::sk(self.item_id));
        if let Some(owner) = self.owner_id {
            let time = self.created_at.to_rfc3339_opts(SecondsFormat::Millis, true);
            map.insert("GSI1PK".to_owned(), Self::gsi1pk(self.tenant_id, owner));
            map.insert("GSI1SK".to_owned(), AttributeValue::S(format!("{time}#{}", self.item_id)));
        }
        map.insert("entity".to_owned(), AttributeValue::S("Item".to_owned()));
        Ok(map)
    }

    pub async fn put(&self, client: &Client) -> Result<()> {
        client.put_item().table_name("clinic").set_item(Some(self.to_map()?)).send().await?;
        Ok(())
    }

    pub async fn get_item(client: &Client, tenant: Ulid, item: Ulid) -> Result<Option<Self>> {
        let get = client.get_item().table_name("clinic");
        let answer = get.key("PK", Self::pk(tenant)).key("SK", Self::sk(item)).send().await?;
        Ok(answer.item.map(from_item).transpose()?)
    }

    pub async fn items_by_owner(client: &Client, tenant: Ulid, owner: Ulid) -> Result<Vec<OwnedItem>> {
        let query =
            client.query().table_name("clinic").index_name("GSI1").scan_index_forward(false).limit(50);
        let query = query.key_condition_expression("GSI1PK = :pk");
        let answer = query.expression_attribute_values(":pk", Self::gsi1pk(tenant, owner)).send().await?;
        Ok(from_items(answer.items.unwrap_or_default())?)
    }
}
