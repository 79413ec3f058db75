//! The calls with modyne.

use aws_sdk_dynamodb::Client;
use modyne::expr::{Condition, KeyCondition, Update};
use modyne::keys::{FullKey, Gsi1, Primary};
use modyne::model::{BatchWrite, TransactWrite};
use modyne::{
    Aggregate, Entity, EntityDef, EntityExt as _, EntityTypeNameRef, Item, ProjectionExt as _, QueryInput,
    QueryInputExt as _, Table, projections, read_projection,
};
use ulid::Ulid;

use crate::domain::{Customer, Order, TABLE, order};
use crate::raw::Raw;
use crate::sdk::Maps as _;
use crate::verify::{reads, same};
use crate::work::Spec;
use crate::works::calls;
use crate::{Map, Result, Summary, keys};

pub struct Shop(Client);

impl Table for Shop {
    const ENTITY_TYPE_ATTRIBUTE: &'static str = "entity";
    type PrimaryKey = Primary;
    type IndexKeys = Gsi1;

    fn table_name(&self) -> &str {
        TABLE
    }

    fn client(&self) -> &Client {
        &self.0
    }
}

// What `#[derive(EntityDef)]` writes.
impl EntityDef for Order {
    const ENTITY_TYPE: &'static EntityTypeNameRef = EntityTypeNameRef::from_static("Order");
    const PROJECTED_ATTRIBUTES: &'static [&'static str] = &[
        "tenant_id",
        "customer_id",
        "order_id",
        "status",
        "placed_at",
        "updated_at",
        "title",
        "total",
        "quantity",
        "address",
        "tags",
        "note",
    ];
}

impl EntityDef for Customer {
    const ENTITY_TYPE: &'static EntityTypeNameRef = EntityTypeNameRef::from_static("Customer");
    const PROJECTED_ATTRIBUTES: &'static [&'static str] = &["tenant_id", "customer_id", "name", "email"];
}

impl Entity for Order {
    type KeyInput<'a> = (Ulid, Ulid, Ulid);
    type Table = Shop;
    type IndexKeys = Gsi1;

    fn primary_key((tenant, customer, order): Self::KeyInput<'_>) -> Primary {
        Primary { hash: format!("TENANT#{tenant}#CUSTOMER#{customer}"), range: format!("ORDER#{order}") }
    }

    fn full_key(&self) -> FullKey<Primary, Gsi1> {
        FullKey {
            primary: Self::primary_key((self.tenant_id, self.customer_id, self.order_id)),
            indexes: Gsi1 { hash: keys::gsi1pk(self), range: keys::gsi1sk(self) },
        }
    }
}

impl Entity for Customer {
    type KeyInput<'a> = (Ulid, Ulid);
    type Table = Shop;
    type IndexKeys = ();

    fn primary_key((tenant, customer): Self::KeyInput<'_>) -> Primary {
        Primary { hash: format!("TENANT#{tenant}#CUSTOMER#{customer}"), range: "CUSTOMER".to_owned() }
    }

    fn full_key(&self) -> FullKey<Primary, ()> {
        Self::primary_key((self.tenant_id, self.customer_id)).into()
    }
}

fn key(order: &Order) -> (Ulid, Ulid, Ulid) {
    (order.tenant_id, order.customer_id, order.order_id)
}

async fn put(shop: &Shop, order: &Order) -> Result<()> {
    order.clone().put().execute(shop).await?;
    Ok(())
}

async fn get(shop: &Shop, order: &Order) -> Result<Option<Order>> {
    let answer = Order::get(key(order)).execute(shop).await?;
    Ok(answer.item.map(Order::from_item).transpose()?)
}

async fn update(shop: &Shop, order: &Order) -> Result<()> {
    let set = "SET #title = :title, #status = :status, #placed_at = :placed_at, GSI1PK = :pk, GSI1SK = :sk";
    let set = Update::new(set)
        .name("#title", "title")
        .name("#status", "status")
        .name("#placed_at", "placed_at")
        .value(":title", &order.title)
        .value(":status", order.status)
        .value(":placed_at", order.placed_at)
        .value(":pk", keys::gsi1pk(order))
        .value(":sk", keys::gsi1sk(order));
    let exists = Condition::new("attribute_exists(PK)");
    Order::update(key(order)).expression(set).condition(exists).execute(shop).await?;
    Ok(())
}

struct Orders<'a>(&'a Order);

impl QueryInput for Orders<'_> {
    type Index = Primary;
    type Aggregate = Vec<Order>;

    fn key_condition(&self) -> KeyCondition<Primary> {
        KeyCondition::in_partition(keys::pk(self.0)).begins_with("ORDER#")
    }
}

async fn query(shop: &Shop, order: &Order) -> Result<Vec<Order>> {
    let answer = Orders(order).query().execute(shop).await?;
    let mut orders = Vec::new();
    orders.reduce(answer.items.unwrap_or_default())?;
    Ok(orders)
}

/// What the index holds.
#[derive(serde::Deserialize)]
struct Projected {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    #[serde(rename = "GSI1PK")]
    gsi1pk: String,
    #[serde(rename = "GSI1SK")]
    gsi1sk: String,
    title: String,
    total: i64,
}

// What `#[derive(Projection)]` writes.
impl modyne::Projection for Projected {
    const PROJECTED_ATTRIBUTES: &'static [&'static str] = &["PK", "SK", "GSI1PK", "GSI1SK", "title", "total"];
    type Entity = Order;
}

struct OfStatus<'a>(&'a Order);

impl QueryInput for OfStatus<'_> {
    type Index = Gsi1;
    type Aggregate = Vec<Projected>;

    fn key_condition(&self) -> KeyCondition<Gsi1> {
        KeyCondition::in_partition(keys::gsi1pk(self.0))
    }
}

async fn projection(shop: &Shop, order: &Order) -> Result<Vec<Summary>> {
    let answer = OfStatus(order).query().execute(shop).await?;
    let mut found: Vec<Projected> = Vec::new();
    found.reduce(answer.items.unwrap_or_default())?;
    let summary = |Projected { pk, sk, gsi1pk, gsi1sk, title, total }| {
        Summary::of([&pk, &sk, &gsi1pk, &gsi1sk], title, total)
    };
    found.into_iter().map(summary).collect()
}

projections! {
    enum Found {
        Customer,
        Order,
    }
}

#[derive(Default)]
struct CustomerWithOrders {
    customer: Option<Customer>,
    orders: Vec<Order>,
}

impl Aggregate for CustomerWithOrders {
    type Projections = Found;

    fn merge(&mut self, item: Item) -> Result<(), modyne::Error> {
        match read_projection!(item)? {
            Found::Customer(customer) => self.customer = Some(customer),
            Found::Order(order) => self.orders.push(order),
        }
        Ok(())
    }
}

struct OfCustomer<'a>(&'a Order);

impl QueryInput for OfCustomer<'_> {
    type Index = Primary;
    type Aggregate = CustomerWithOrders;

    fn key_condition(&self) -> KeyCondition<Primary> {
        KeyCondition::in_partition(keys::pk(self.0))
    }
}

async fn collection(shop: &Shop, order: &Order) -> Result<(Customer, Vec<Order>)> {
    let answer = OfCustomer(order).query().execute(shop).await?;
    let mut found = CustomerWithOrders::default();
    found.reduce(answer.items.unwrap_or_default())?;
    Ok((found.customer.ok_or("there is no customer")?, found.orders))
}

/// modyne splits no batch.
async fn batch_write(shop: &Shop, orders: &[Order]) -> Result<()> {
    for chunk in orders.chunks(25) {
        let batch = chunk.iter().fold(BatchWrite::new(), |batch, order| batch.operation(order.clone().put()));
        batch.execute(shop).await?;
    }
    Ok(())
}

async fn transaction(shop: &Shop, orders: &[Order]) -> Result<()> {
    let add = |transaction: TransactWrite, order: &Order| transaction.operation(order.clone().create());
    orders.iter().fold(TransactWrite::new(), add).execute(shop).await?;
    Ok(())
}

/// An order as modyne writes it: for `to_map`.
pub(super) fn to_map(order: &Order) -> Map {
    order.clone().into_item()
}

/// An order as modyne reads it: for `from_map`.
pub(super) fn from_map(map: Map) -> Result<Order> {
    Ok(Order::from_item(map)?)
}

/// What it writes and reads is what all do.
pub(super) fn verify() -> Result<()> {
    same("modyne", &to_map(&order(1)), &Raw::to_map(&order(1))?)?;
    reads!("modyne", Shop, get, query, projection, collection);
    Ok(())
}

pub(super) fn works() -> Vec<Spec> {
    calls!("modyne", Shop, put, get, update, transaction, query, projection, collection, batch_write)
}
