//! The calls as one writes them with the SDK alone: for contenders that only convert items to and from its maps.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{AttributeValue, Put, PutRequest, TransactWriteItem, WriteRequest};

use crate::domain::{Customer, Order, TABLE};
use crate::keys;
use crate::{Map, Result, Summary};

/// How items become maps of the SDK's and back.
pub trait Maps {
    /// An order with all its keys.
    fn to_map(order: &Order) -> Result<Map>;
    /// An order.
    fn from_map(map: Map) -> Result<Order>;
    /// A customer.
    fn customer(map: Map) -> Result<Customer>;
    /// An order as the index holds it.
    fn summary(map: Map) -> Result<Summary>;
}

fn text(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// PutItem.
pub async fn put<M: Maps>(client: &Client, order: &Order) -> Result<()> {
    client.put_item().table_name(TABLE).set_item(Some(M::to_map(order)?)).send().await?;
    Ok(())
}

/// GetItem.
pub async fn get<M: Maps>(client: &Client, order: &Order) -> Result<Option<Order>> {
    let get = client.get_item().table_name(TABLE);
    let answer = get.key("PK", text(keys::pk(order))).key("SK", text(keys::sk(order))).send().await?;
    answer.item.map(M::from_map).transpose()
}

/// UpdateItem: one attribute, and two that feed the keys of the index, with those keys.
pub async fn update(client: &Client, order: &Order) -> Result<()> {
    let update = client.update_item().table_name(TABLE);
    update
        .key("PK", text(keys::pk(order)))
        .key("SK", text(keys::sk(order)))
        .update_expression(
            "SET #title = :title, #status = :status, #placed_at = :placed_at, #pk = :pk, #sk = :sk",
        )
        .condition_expression("attribute_exists(#table_pk)")
        .expression_attribute_names("#title", "title")
        .expression_attribute_names("#status", "status")
        .expression_attribute_names("#placed_at", "placed_at")
        .expression_attribute_names("#pk", "GSI1PK")
        .expression_attribute_names("#sk", "GSI1SK")
        .expression_attribute_names("#table_pk", "PK")
        .expression_attribute_values(":title", text(order.title.clone()))
        .expression_attribute_values(":status", text(order.status.as_str()))
        .expression_attribute_values(":placed_at", text(keys::time(order.placed_at)))
        .expression_attribute_values(":pk", text(keys::gsi1pk(order)))
        .expression_attribute_values(":sk", text(keys::gsi1sk(order)))
        .send()
        .await?;
    Ok(())
}

async fn page(client: &Client, order: &Order, begins: &str) -> Result<Vec<Map>> {
    let query = client.query().table_name(TABLE);
    let answer = query
        .key_condition_expression("PK = :pk AND begins_with(SK, :sk)")
        .expression_attribute_values(":pk", text(keys::pk(order)))
        .expression_attribute_values(":sk", text(begins))
        .send()
        .await?;
    Ok(answer.items.unwrap_or_default())
}

/// Query: a page of the orders of a customer.
pub async fn query<M: Maps>(client: &Client, order: &Order) -> Result<Vec<Order>> {
    page(client, order, "ORDER#").await?.into_iter().map(M::from_map).collect()
}

/// Query of the index: a page of what it holds of the orders of a status.
pub async fn projection<M: Maps>(client: &Client, order: &Order) -> Result<Vec<Summary>> {
    let query = client.query().table_name(TABLE).index_name("GSI1").key_condition_expression("GSI1PK = :pk");
    let answer = query.expression_attribute_values(":pk", text(keys::gsi1pk(order))).send().await?;
    answer.items.unwrap_or_default().into_iter().map(M::summary).collect()
}

/// Query: a customer and the orders.
pub async fn collection<M: Maps>(client: &Client, order: &Order) -> Result<(Customer, Vec<Order>)> {
    let query = client.query().table_name(TABLE).key_condition_expression("PK = :pk");
    let answer = query.expression_attribute_values(":pk", text(keys::pk(order))).send().await?;
    let (mut customer, mut orders) = (None, Vec::new());
    for map in answer.items.unwrap_or_default() {
        match map.get("entity").and_then(|entity| entity.as_s().ok()).map(String::as_str) {
            Some("Customer") => customer = Some(M::customer(map)?),
            Some("Order") => orders.push(M::from_map(map)?),
            other => return Err(format!("an item is {other:?}").into()),
        }
    }
    Ok((customer.ok_or("there is no customer")?, orders))
}

/// BatchWriteItem, 25 items a request, one request after the other.
pub async fn batch_write<M: Maps>(client: &Client, orders: &[Order]) -> Result<()> {
    for chunk in orders.chunks(25) {
        let mut writes = Vec::with_capacity(chunk.len());
        for order in chunk {
            let put = PutRequest::builder().set_item(Some(M::to_map(order)?)).build()?;
            writes.push(WriteRequest::builder().put_request(put).build());
        }
        let answer = client.batch_write_item().request_items(TABLE, writes).send().await?;
        if answer.unprocessed_items.is_some_and(|left| !left.is_empty()) {
            return Err("some were not written".into());
        }
    }
    Ok(())
}

/// TransactWriteItems of puts that must not replace anything.
pub async fn transaction<M: Maps>(client: &Client, orders: &[Order]) -> Result<()> {
    let mut transaction = client.transact_write_items();
    for order in orders {
        let put = Put::builder().table_name(TABLE).set_item(Some(M::to_map(order)?));
        let put = put.condition_expression("attribute_not_exists(PK)").build()?;
        transaction = transaction.transact_items(TransactWriteItem::builder().put(put).build());
    }
    transaction.send().await?;
    Ok(())
}
