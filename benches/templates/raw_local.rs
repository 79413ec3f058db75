//! The first item with the SDK alone, from the embedded engine.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType,
};
use ulid::Ulid;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(async {
        let client = dal_local::memory().await?;
        let mut table = client.create_table().table_name("clinic").billing_mode(BillingMode::PayPerRequest);
        for (name, of) in [("PK", KeyType::Hash), ("SK", KeyType::Range)] {
            let attribute =
                AttributeDefinition::builder().attribute_name(name).attribute_type(ScalarAttributeType::S);
            table = table.attribute_definitions(attribute.build()?);
            table = table.key_schema(KeySchemaElement::builder().attribute_name(name).key_type(of).build()?);
        }
        table.send().await?;
        let (tenant_id, item_id) = (Ulid(1 << 100), Ulid(1 << 101));
        let (pk, sk) =
            (AttributeValue::S(format!("TENANT#{tenant_id}")), AttributeValue::S(format!("ITEM#{item_id}")));
        let put = client.put_item().table_name("clinic").item("PK", pk.clone()).item("SK", sk.clone());
        put.item("tenant_id", AttributeValue::S(tenant_id.to_string()))
            .item("item_id", AttributeValue::S(item_id.to_string()))
            .item("title", AttributeValue::S("Renew the insurance".to_owned()))
            .item("rank", AttributeValue::N("7".to_owned()))
            .condition_expression("attribute_not_exists(PK)")
            .send()
            .await?;
        let answer = client.get_item().table_name("clinic").key("PK", pk).key("SK", sk).send().await?;
        let map = answer.item.ok_or("there is no item")?;
        let title = map.get("title").and_then(|value| value.as_s().ok()).ok_or("there is no title")?;
        let rank: u64 =
            map.get("rank").and_then(|value| value.as_n().ok()).ok_or("there is no rank")?.parse()?;
        println!("{title} {rank}");
        Ok(())
    })
}
