//! The texts of keys as one writes them by hand.

use chrono::{DateTime, SecondsFormat, Utc};

use crate::domain::{Line, Order};

/// A time in attributes and keys.
pub fn time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// The partition key of an order.
pub fn pk(order: &Order) -> String {
    format!("TENANT#{}#CUSTOMER#{}", order.tenant_id, order.customer_id)
}

/// Its sort key.
pub fn sk(order: &Order) -> String {
    format!("ORDER#{}", order.order_id)
}

/// Its partition key in the index.
pub fn gsi1pk(order: &Order) -> String {
    format!("TENANT#{}#STATUS#{}", order.tenant_id, order.status.as_str())
}

/// Its sort key in the index.
pub fn gsi1sk(order: &Order) -> String {
    format!("{}#{}", time(order.placed_at), order.order_id)
}

/// The sort key of a line: three parts.
pub fn line(line: &Line) -> String {
    format!("ORDER#{}#LINE#{:010}#{}", line.order_id, line.number, line.sku)
}
