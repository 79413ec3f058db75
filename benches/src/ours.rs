//! The calls with dal.

use dal::prelude::*;
use dal::{BatchWrite, Transaction};

use crate::domain::{CustomerWithOrders, Order, OrderGsi1Parts, OrderKey, OrderOnGsi1, OrderRef, Shop};
use crate::{Result, Summary};

fn key(order: &Order) -> OrderKey {
    OrderKey { customer_id: order.customer_id, order_id: order.order_id }
}

/// PutItem.
pub async fn put(shop: &Scope<Shop>, order: &Order) -> Result<()> {
    Ok(order.put(shop).await?)
}

/// GetItem.
pub async fn get(shop: &Scope<Shop>, order: &Order) -> Result<Option<Order>> {
    Ok(Order::get_order(shop, key(order)).await?)
}

/// UpdateItem: one attribute, and two that feed the keys of the index, with those keys.
pub async fn update(shop: &Scope<Shop>, order: &Order) -> Result<()> {
    let index = OrderGsi1Parts { status: order.status, placed_at: order.placed_at };
    let update = Order::update(shop, key(order)).set(Order::TITLE, order.title.as_str()).set_group(index);
    Ok(update.returning_nothing().await?)
}

/// Query: a page of the orders of a customer.
pub async fn query(shop: &Scope<Shop>, order: &Order) -> Result<Vec<Order>> {
    Ok(Order::orders(shop, order.customer_id).await?.into_items()?)
}

/// Query: a page of the orders of a customer, which borrow from it; how many there are, and what they come to.
pub async fn query_borrowed(shop: &Scope<Shop>, order: &Order) -> Result<(usize, i64)> {
    let page = Order::orders(shop, order.customer_id).raw().await?;
    let orders: Vec<OrderRef<'_>> = page.items().collect::<std::result::Result<_, _>>()?;
    Ok((orders.len(), orders.iter().map(|order| order.total).sum()))
}

/// Query of the index: a page of what it holds of the orders of a status.
pub async fn projection(shop: &Scope<Shop>, order: &Order) -> Result<Vec<OrderOnGsi1>> {
    Ok(Order::orders_by_status(shop, order.status).await?.into_items()?)
}

/// Query: a customer and the orders.
pub async fn collection(shop: &Scope<Shop>, order: &Order) -> Result<CustomerWithOrders> {
    let found = CustomerWithOrders::customer_with_orders(shop, order.customer_id).await?;
    Ok(found.ok_or("there is no customer")?)
}

/// BatchWriteItem, 25 items a request.
pub async fn batch_write(shop: &Scope<Shop>, orders: &[Order]) -> Result<()> {
    Ok(BatchWrite::new().put_all(shop, orders).await?.complete()?)
}

/// TransactWriteItems of puts that must not replace anything.
pub async fn transaction(shop: &Scope<Shop>, orders: &[Order]) -> Result<()> {
    Ok(Transaction::new().add_all(orders.iter().map(|order| order.create(shop))).await?)
}

impl From<OrderOnGsi1> for Summary {
    fn from(of: OrderOnGsi1) -> Self {
        let OrderOnGsi1 { tenant_id, customer_id, order_id, status, placed_at, title, total } = of;
        Self { tenant_id, customer_id, order_id, status, placed_at, title, total }
    }
}
