//! Maps written by hand, attribute by attribute.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use ulid::Ulid;

use crate::domain::{Address, Customer, Order, Status};
use crate::sdk::Maps;
use crate::{Map, Result, Summary, keys};

/// The contender.
#[derive(Debug)]
pub struct Raw;

fn s(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn n(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

fn take(map: &mut Map, name: &str) -> Result<AttributeValue> {
    map.remove(name).ok_or_else(|| format!("`{name}` is missing").into())
}

fn text(map: &mut Map, name: &str) -> Result<String> {
    match take(map, name)? {
        AttributeValue::S(text) => Ok(text),
        other => Err(format!("`{name}` is {other:?}").into()),
    }
}

fn number(map: &mut Map, name: &str) -> Result<String> {
    match take(map, name)? {
        AttributeValue::N(digits) => Ok(digits),
        other => Err(format!("`{name}` is {other:?}").into()),
    }
}

fn ulid(map: &mut Map, name: &str) -> Result<Ulid> {
    Ok(Ulid::from_string(&text(map, name)?)?)
}

fn time(map: &mut Map, name: &str) -> Result<DateTime<Utc>> {
    Ok(DateTime::parse_from_rfc3339(&text(map, name)?)?.to_utc())
}

fn status(text: &str) -> Result<Status> {
    match text {
        "open" => Ok(Status::Open),
        "paid" => Ok(Status::Paid),
        "shipped" => Ok(Status::Shipped),
        other => Err(format!("{other:?} is no status").into()),
    }
}

impl Maps for Raw {
    fn to_map(order: &Order) -> Result<Map> {
        let address = Map::from([
            ("street".to_owned(), s(&order.address.street)),
            ("city".to_owned(), s(&order.address.city)),
            ("postcode".to_owned(), s(&order.address.postcode)),
            ("country".to_owned(), s(&order.address.country)),
        ]);
        let mut map = Map::with_capacity(17);
        map.insert("PK".to_owned(), s(keys::pk(order)));
        map.insert("SK".to_owned(), s(keys::sk(order)));
        map.insert("GSI1PK".to_owned(), s(keys::gsi1pk(order)));
        map.insert("GSI1SK".to_owned(), s(keys::gsi1sk(order)));
        map.insert("entity".to_owned(), s("Order"));
        map.insert("tenant_id".to_owned(), s(order.tenant_id.to_string()));
        map.insert("customer_id".to_owned(), s(order.customer_id.to_string()));
        map.insert("order_id".to_owned(), s(order.order_id.to_string()));
        map.insert("status".to_owned(), s(order.status.as_str()));
        map.insert("placed_at".to_owned(), s(keys::time(order.placed_at)));
        map.insert("updated_at".to_owned(), s(keys::time(order.updated_at)));
        map.insert("title".to_owned(), s(&order.title));
        map.insert("total".to_owned(), n(order.total));
        map.insert("quantity".to_owned(), n(order.quantity));
        map.insert("address".to_owned(), AttributeValue::M(address));
        map.insert("tags".to_owned(), AttributeValue::L(order.tags.iter().map(s).collect()));
        if let Some(note) = &order.note {
            map.insert("note".to_owned(), s(note));
        }
        Ok(map)
    }

    fn from_map(mut map: Map) -> Result<Order> {
        let map = &mut map;
        let mut address = match take(map, "address")? {
            AttributeValue::M(address) => address,
            other => return Err(format!("`address` is {other:?}").into()),
        };
        let tags = match take(map, "tags")? {
            AttributeValue::L(tags) => tags,
            other => return Err(format!("`tags` is {other:?}").into()),
        };
        let tag = |tag| match tag {
            AttributeValue::S(tag) => Ok(tag),
            other => Err(format!("a tag is {other:?}").into()),
        };
        Ok(Order {
            tenant_id: ulid(map, "tenant_id")?,
            customer_id: ulid(map, "customer_id")?,
            order_id: ulid(map, "order_id")?,
            status: status(&text(map, "status")?)?,
            placed_at: time(map, "placed_at")?,
            updated_at: time(map, "updated_at")?,
            title: text(map, "title")?,
            total: number(map, "total")?.parse()?,
            quantity: number(map, "quantity")?.parse()?,
            address: Address {
                street: text(&mut address, "street")?,
                city: text(&mut address, "city")?,
                postcode: text(&mut address, "postcode")?,
                country: text(&mut address, "country")?,
            },
            tags: tags.into_iter().map(tag).collect::<Result<_>>()?,
            note: if map.contains_key("note") { Some(text(map, "note")?) } else { None },
        })
    }

    fn customer(mut map: Map) -> Result<Customer> {
        let map = &mut map;
        Ok(Customer {
            tenant_id: ulid(map, "tenant_id")?,
            customer_id: ulid(map, "customer_id")?,
            name: text(map, "name")?,
            email: text(map, "email")?,
        })
    }

    fn summary(mut map: Map) -> Result<Summary> {
        let map = &mut map;
        Summary::of(
            [&text(map, "PK")?, &text(map, "SK")?, &text(map, "GSI1PK")?, &text(map, "GSI1SK")?],
            text(map, "title")?,
            number(map, "total")?.parse()?,
        )
    }
}

/// A customer with the keys.
pub fn customer_map(customer: &Customer) -> Map {
    Map::from([
        ("PK".to_owned(), s(format!("TENANT#{}#CUSTOMER#{}", customer.tenant_id, customer.customer_id))),
        ("SK".to_owned(), s("CUSTOMER")),
        ("entity".to_owned(), s("Customer")),
        ("tenant_id".to_owned(), s(customer.tenant_id.to_string())),
        ("customer_id".to_owned(), s(customer.customer_id.to_string())),
        ("name".to_owned(), s(&customer.name)),
        ("email".to_owned(), s(&customer.email)),
    ])
}

impl Summary {
    /// From the texts of the keys, `PK`, `SK`, `GSI1PK` and `GSI1SK`, and the attributes.
    pub(crate) fn of(keys: [&str; 4], title: String, total: i64) -> Result<Self> {
        let [pk, sk, gsi1pk, gsi1sk] = keys;
        let (tenant, customer) = pk
            .strip_prefix("TENANT#")
            .and_then(|rest| rest.split_once("#CUSTOMER#"))
            .ok_or("`PK` is another key")?;
        let (_, status_of) = gsi1pk.split_once("#STATUS#").ok_or("`GSI1PK` is another key")?;
        let (placed_at, _) = gsi1sk.split_once('#').ok_or("`GSI1SK` is another key")?;
        Ok(Self {
            tenant_id: Ulid::from_string(tenant)?,
            customer_id: Ulid::from_string(customer)?,
            order_id: Ulid::from_string(sk.strip_prefix("ORDER#").ok_or("`SK` is another key")?)?,
            status: status(status_of)?,
            placed_at: DateTime::parse_from_rfc3339(placed_at)?.to_utc(),
            title,
            total,
        })
    }
}
