//! With modyne.

use aws_sdk_dynamodb::Client;
use chrono::{DateTime, SecondsFormat, Utc};
use modyne::expr::KeyCondition;
use modyne::keys::{FullKey, Gsi1, Primary};
use modyne::{
    Aggregate as _, Entity, EntityDef, EntityExt as _, Projection, ProjectionExt as _, QueryInput,
    QueryInputExt as _, Table,
};
use serde::{Deserialize, Serialize};
use ulid::Ulid;

use crate::Result;

pub struct Clinic(Client);

impl Table for Clinic {
    const ENTITY_TYPE_ATTRIBUTE: &'static str = "entity";
    type PrimaryKey = Primary;
    type IndexKeys = Gsi1;
    fn table_name(&self) -> &str {
        "clinic"
    }
    fn client(&self) -> &Client {
        &self.0
    }
}

#[derive(EntityDef, Serialize, Deserialize)]
pub struct Item {
    pub tenant_id: Ulid,
    pub item_id: Ulid,
    pub owner_id: Option<Ulid>,
    pub title: String,
    pub created_at: DateTime<Utc>,
}

#[derive(Projection, Deserialize)]
#[entity(Item)]
pub struct OwnedItem {
    pub item_id: Ulid,
    pub title: String,
}

impl Entity for Item {
    type KeyInput<'a> = (Ulid, Ulid);
    type Table = Clinic;
    type IndexKeys = Option<Gsi1>;
    fn primary_key((tenant, item): Self::KeyInput<'_>) -> Primary {
        Primary { hash: format!("TENANT#{tenant}"), range: format!("ITEM#{item}") }
    }
    fn full_key(&self) -> FullKey<Primary, Self::IndexKeys> {
        FullKey {
            primary: Self::primary_key((self.tenant_id, self.item_id)),
            indexes: self.owner_id.map(|owner| {
                let time = self.created_at.to_rfc3339_opts(SecondsFormat::Millis, true);
                let range = format!("{time}#{}", self.item_id);
                Gsi1 { hash: format!("TENANT#{}#OWNER#{owner}", self.tenant_id), range }
            }),
        }
    }
}

pub struct ItemsByOwner {
    pub tenant: Ulid,
    pub owner: Ulid,
}

impl QueryInput for ItemsByOwner {
    const SCAN_INDEX_FORWARD: bool = false;
    type Index = Gsi1;
    type Aggregate = Vec<OwnedItem>;
    fn key_condition(&self) -> KeyCondition<Gsi1> {
        KeyCondition::in_partition(format!("TENANT#{}#OWNER#{}", self.tenant, self.owner))
    }
}

impl Item {
    pub async fn get_item(clinic: &Clinic, tenant: Ulid, item: Ulid) -> Result<Option<Self>> {
        let answer = Item::get((tenant, item)).execute(clinic).await?;
        Ok(answer.item.map(Item::from_item).transpose()?)
    }

    pub async fn items_by_owner(clinic: &Clinic, tenant: Ulid, owner: Ulid) -> Result<Vec<OwnedItem>> {
        let answer = ItemsByOwner { tenant, owner }.query().limit(50).execute(clinic).await?;
        let mut items = Vec::new();
        items.reduce(answer.items.unwrap_or_default())?;
        Ok(items)
    }
}
