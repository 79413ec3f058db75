use std::collections::BTreeMap;

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/online-shop/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Customer {
    #[serde(rename = "customer_id")]
    pub customer_id: String,
    pub email: String,
    pub name: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/online-shop/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Product {
    #[serde(rename = "product_id")]
    pub product_id: String,
    pub detail: BTreeMap<String, String>,
    pub price: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/online-shop/patterns.yaml")]
pub struct Warehouse {
    pub warehouse_id: String,
    #[serde(rename = "Address")]
    pub address: BTreeMap<String, String>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/online-shop/patterns.yaml")]
pub struct WarehouseItem {
    pub product_id: String,
    pub warehouse_id: String,
    #[serde(rename = "Quantity")]
    pub quantity: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/online-shop/patterns.yaml")]
pub struct Order {
    pub order_id: String,
    pub customer_id: String,
    #[serde(rename = "Date")]
    pub date: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/online-shop/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct OrderItem {
    #[serde(rename = "order_id")]
    pub order_id: String,
    #[serde(rename = "product_id")]
    pub product_id: String,
    #[serde(rename = "customer_id")]
    pub customer_id: String,
    #[serde(rename = "ordered_at")]
    pub ordered_at: String,
    pub price: String,
    pub quantity: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/online-shop/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Invoice {
    #[serde(rename = "order_id")]
    pub order_id: String,
    #[serde(rename = "invoice_id")]
    pub invoice_id: String,
    #[serde(rename = "customer_id")]
    pub customer_id: String,
    pub date: String,
    pub amount: String,
    pub detail: serde_json::Value,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/online-shop/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Shipment {
    #[serde(rename = "order_id")]
    pub order_id: String,
    #[serde(rename = "shipment_id")]
    pub shipment_id: String,
    #[serde(rename = "warehouse_id")]
    pub warehouse_id: String,
    pub address: BTreeMap<String, String>,
    #[serde(rename = "Type")]
    pub kind: String,
    pub date: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/online-shop/patterns.yaml")]
pub struct ShipmentItem {
    pub order_id: String,
    pub shipment_item_id: String,
    pub shipment_id: String,
    pub product_id: String,
    #[serde(rename = "Quantity")]
    pub quantity: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/online-shop/patterns.yaml")]
pub enum GetOrderDetailsByOrderId {
    Order(Order),
    OrderItem(OrderItem),
    Invoice(Invoice),
    Shipment(Shipment),
    ShipmentItem(ShipmentItem),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/online-shop/patterns.yaml")]
pub enum GetShipmentDetailsByShipmentId {
    Shipment(Shipment),
    ShipmentItem(ShipmentItem),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/online-shop/patterns.yaml")]
pub enum OnlineShop {
    Customer(Customer),
    Product(Product),
    Warehouse(Warehouse),
    WarehouseItem(WarehouseItem),
    Order(Order),
    OrderItem(OrderItem),
    Invoice(Invoice),
    Shipment(Shipment),
    ShipmentItem(ShipmentItem),
}
