//! The calls with dynamodb-facade, by the client that each call is given.

use std::hint::black_box;

use aws_sdk_dynamodb::Client;
use dynamodb_facade::explicit_client::{DynamoDBItemOp as _, dynamodb_batch_write};
use dynamodb_facade::{
    DynamoDBItem as _, DynamoDBItemBatchOp as _, DynamoDBItemTransactOp as _, HasAttribute, Item,
    KeyCondition, KeyId, QueryRequest, StringAttribute, Update, attribute_definitions, dynamodb_item,
    index_definitions, table_definitions,
};
use ulid::Ulid;

use crate::domain::{Customer, Order, TABLE, order};
use crate::raw::Raw;
use crate::sdk::Maps as _;
use crate::verify::{reads, same};
use crate::work::{Spec, Work};
use crate::works::calls;
use crate::{Map, Result, Summary, keys};

attribute_definitions! {
    Pk { "PK": StringAttribute }
    Sk { "SK": StringAttribute }
    Gsi1Pk { "GSI1PK": StringAttribute }
    Gsi1Sk { "GSI1SK": StringAttribute }
    Kind { "entity": StringAttribute }
}

table_definitions! {
    Shop {
        type PartitionKey = Pk;
        type SortKey = Sk;
        fn table_name() -> String { TABLE.to_owned() }
    }
}

index_definitions! {
    #[table = Shop]
    Gsi1 {
        type PartitionKey = Gsi1Pk;
        type SortKey = Gsi1Sk;
        fn index_name() -> String { "GSI1".to_owned() }
    }
}

dynamodb_item! {
    #[table = Shop]
    Customer {
        #[partition_key]
        Pk {
            fn attribute_id(&self) -> (Ulid, Ulid) { (self.tenant_id, self.customer_id) }
            fn attribute_value(id) -> String { format!("TENANT#{}#CUSTOMER#{}", id.0, id.1) }
        }
        #[sort_key]
        Sk { const VALUE: &'static str = "CUSTOMER"; }
        Kind { const VALUE: &'static str = "Customer"; }
    }
}

dynamodb_item! {
    #[table = Shop]
    Order {
        #[partition_key]
        Pk {
            fn attribute_id(&self) -> (Ulid, Ulid) { (self.tenant_id, self.customer_id) }
            fn attribute_value(id) -> String { format!("TENANT#{}#CUSTOMER#{}", id.0, id.1) }
        }
        #[sort_key]
        Sk {
            fn attribute_id(&self) -> Ulid { self.order_id }
            fn attribute_value(id) -> String { format!("ORDER#{id}") }
        }
        Gsi1Pk {
            fn attribute_id(&self) -> &'id Order { self }
            fn attribute_value(id) -> String { keys::gsi1pk(id) }
        }
        Gsi1Sk {
            fn attribute_id(&self) -> &'id Order { self }
            fn attribute_value(id) -> String { keys::gsi1sk(id) }
        }
        Kind { const VALUE: &'static str = "Order"; }
    }
}

async fn put(client: &Client, order: &Order) -> Result<()> {
    Ok(order.put(client.clone()).await?)
}

async fn get(client: &Client, order: &Order) -> Result<Option<Order>> {
    let key = KeyId::pk((order.tenant_id, order.customer_id)).sk(order.order_id);
    Ok(Order::get(client.clone(), key).await?)
}

async fn update(client: &Client, order: &Order) -> Result<()> {
    let key = KeyId::pk((order.tenant_id, order.customer_id)).sk(order.order_id);
    let set = Update::combine([
        Update::set("title", order.title.as_str()),
        Update::set("status", order.status.as_str()),
        Update::set("placed_at", keys::time(order.placed_at)),
        Update::set("GSI1PK", <Order as HasAttribute<Gsi1Pk>>::attribute_value(order)),
        Update::set("GSI1SK", <Order as HasAttribute<Gsi1Sk>>::attribute_value(order)),
    ]);
    Ok(Order::update_by_id(client.clone(), key, set).exists().return_none().await?)
}

async fn query(client: &Client, order: &Order) -> Result<Vec<Order>> {
    let condition = Order::key_condition((order.tenant_id, order.customer_id)).sk_begins_with("ORDER#");
    Ok(Order::query(client.clone(), condition).all().await?)
}

async fn projection(client: &Client, order: &Order) -> Result<Vec<Summary>> {
    let condition = KeyCondition::pk(keys::gsi1pk(order));
    let items = QueryRequest::<Shop>::index_with_client::<Gsi1>(client.clone(), condition).all().await?;
    let summary = |item: Item<Shop>| {
        let text = |text: Option<&str>| text.map(str::to_owned).ok_or("a key is missing");
        let keys = [
            item.pk().to_owned(),
            item.sk().to_owned(),
            text(item.attribute::<Gsi1Pk>())?,
            text(item.attribute::<Gsi1Sk>())?,
        ];
        let mut map = item.into_inner();
        let (title, total) = (map.remove("title"), map.remove("total"));
        let title = title.and_then(|title| title.as_s().ok().cloned()).ok_or("there is no title")?;
        let total = total.and_then(|total| total.as_n().ok().cloned()).ok_or("there is no total")?;
        Summary::of([&keys[0], &keys[1], &keys[2], &keys[3]], title, total.parse()?)
    };
    items.into_iter().map(summary).collect()
}

async fn collection(client: &Client, order: &Order) -> Result<(Customer, Vec<Order>)> {
    let condition = Order::key_condition((order.tenant_id, order.customer_id));
    let items = QueryRequest::<Shop>::with_client(client.clone(), condition).all().await?;
    let (mut customer, mut orders) = (None, Vec::new());
    for item in items {
        match item.attribute::<Kind>() {
            Some("Customer") => customer = Some(Customer::try_from_item(item)?),
            Some("Order") => orders.push(Order::try_from_item(item)?),
            other => return Err(format!("an item is {other:?}").into()),
        }
    }
    Ok((customer.ok_or("there is no customer")?, orders))
}

async fn batch_write(client: &Client, orders: &[Order]) -> Result<()> {
    let puts = orders.iter().map(|order| order.batch_put()).collect();
    Ok(dynamodb_batch_write::<Shop>(client.clone(), puts).await?)
}

async fn transaction(client: &Client, orders: &[Order]) -> Result<()> {
    let add = |transaction: aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder, order: &Order| {
        transaction.transact_items(order.transact_put().not_exists().build())
    };
    orders.iter().fold(client.transact_write_items(), add).send().await?;
    Ok(())
}

/// An order as dynamodb-facade writes it: for `to_map`.
pub(super) fn to_map(order: &Order) -> Map {
    order.to_item().into_inner()
}

/// What reads orders as dynamodb-facade does: for `from_map`.
pub(super) fn from_map(map: Map, order: Order) -> Work {
    Work::feed(
        move || Item::<Shop>::minimal_from(&order).with_attributes(map.clone()),
        |item| match Order::try_from_item(black_box(item)) {
            Ok(order) => drop(black_box(order)),
            Err(error) => panic!("{error}"),
        },
    )
}

/// What it writes and reads is what all do.
pub(super) fn verify() -> Result<()> {
    same("facade", &to_map(&order(1)), &Raw::to_map(&order(1))?)?;
    reads!("facade", std::convert::identity::<Client>, get, query, projection, collection);
    Ok(())
}

pub(super) fn works() -> Vec<Spec> {
    calls!(
        "facade",
        std::convert::identity::<Client>,
        put,
        get,
        update,
        transaction,
        query,
        projection,
        collection,
        batch_write,
    )
}
