//! With aws-dynamo-derive: texts in place of ids, options and times, which it does not know.

// Its expansion uses the bare name.
use std::collections::HashMap;

use aws_dynamo_derive::Table;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;

use crate::Result;

#[derive(Table)]
#[aws_dynamo(table_name = "clinic")]
pub struct Item {
    #[aws_dynamo(hash_key)]
    pub pk: String,
    #[aws_dynamo(range_key)]
    pub sk: String,
    #[aws_dynamo(global_secondary_index(index_name = "GSI1", hash_key))]
    pub gsi1pk: String,
    #[aws_dynamo(global_secondary_index(index_name = "GSI1", range_key))]
    pub gsi1sk: String,
    pub entity: String,
    pub tenant_id: String,
    pub item_id: String,
    pub owner_id: String,
    pub title: String,
    pub created_at: String,
}

impl Item {
    pub fn new(tenant: &str, item: &str, owner: &str, title: &str, time: &str) -> Self {
        Self {
            pk: format!("TENANT#{tenant}"),
            sk: format!("ITEM#{item}"),
            gsi1pk: format!("TENANT#{tenant}#OWNER#{owner}"),
            gsi1sk: format!("{time}#{item}"),
            entity: "Item".to_owned(),
            tenant_id: tenant.to_owned(),
            item_id: item.to_owned(),
            owner_id: owner.to_owned(),
            title: title.to_owned(),
            created_at: time.to_owned(),
        }
    }

    pub async fn put(&self, client: &Client) -> Result<()> {
        self.put_item(client.put_item()).send().await?;
        Ok(())
    }

    pub async fn get_item(client: &Client, tenant: &str, item: &str) -> Result<Option<Self>> {
        let key = ItemPrimaryKey { pk: format!("TENANT#{tenant}"), sk: format!("ITEM#{item}") };
        let get = client.get_item().table_name(Self::get_table_name());
        let answer = get.set_key(Some(Self::get_primary_keys(key))).send().await?;
        let read = |item| Self::try_from(item).map_err(|value| format!("not an item: {value:?}").into());
        answer.item.map(read).transpose()
    }

    pub async fn items_by_owner(client: &Client, tenant: &str, owner: &str) -> Result<Vec<String>> {
        let query = client.query().table_name(Self::get_table_name()).index_name("GSI1");
        let query = query.scan_index_forward(false).limit(50).key_condition_expression("gsi1pk = :pk");
        let pk = AttributeValue::S(format!("TENANT#{tenant}#OWNER#{owner}"));
        let answer = query.expression_attribute_values(":pk", pk).send().await?;
        let title =
            |item: &HashMap<String, AttributeValue>| item.get("title").and_then(|t| t.as_s().ok()).cloned();
        Ok(answer.items().iter().filter_map(title).collect())
    }
}
