//! The first item with the SDK alone, from a canned answer.

mod canned;

use aws_sdk_dynamodb::types::AttributeValue;
use ulid::Ulid;

pub struct Item {
    pub tenant_id: Ulid,
    pub item_id: Ulid,
    pub title: String,
    pub rank: u64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(async {
        let (tenant_id, item_id) =
            (Ulid(0x0019_30bb_e411_07f9_f3a8_45c4_e916_501d), Ulid(0x0019_30bb_e46b_ffd1_7464_70bc_af3f_5e5d));
        let client = canned::client(include_str!("answer.json").to_owned());
        let get = client.get_item().table_name("clinic");
        let get = get.key("PK", AttributeValue::S(format!("TENANT#{tenant_id}")));
        let answer = get.key("SK", AttributeValue::S(format!("ITEM#{item_id}"))).send().await?;
        let map = answer.item.ok_or("there is no item")?;
        let text = |name: &str| map.get(name).and_then(|value| value.as_s().ok()).ok_or("an attribute is missing");
        let number = |name: &str| map.get(name).and_then(|value| value.as_n().ok()).ok_or("an attribute is missing");
        let item = Item {
            tenant_id: Ulid::from_string(text("tenant_id")?)?,
            item_id: Ulid::from_string(text("item_id")?)?,
            title: text("title")?.clone(),
            rank: number("rank")?.parse()?,
        };
        println!("{} {}", item.title, item.rank);
        Ok(())
    })
}
