//! Online shop: one overloaded table and two overloaded indexes; ids stand in keys only.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;
use serde_json::json;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, SeenItem, one, seen};

pub struct Shop;

impl Design for Shop {
    type Table = OnlineShop;
    const NAME: &'static str = "online-shop";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<OnlineShop>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Customer" => row.put::<Customer, _>(dal).await,
            "Product" => row.put::<Product, _>(dal).await,
            "Warehouse" => row.put::<Warehouse, _>(dal).await,
            "WarehouseItem" => row.put::<WarehouseItem, _>(dal).await,
            "Order" => row.put::<Order, _>(dal).await,
            "OrderItem" => row.put::<OrderItem, _>(dal).await,
            "Invoice" => row.put::<Invoice, _>(dal).await,
            "Shipment" => row.put::<Shipment, _>(dal).await,
            "ShipmentItem" => row.put::<ShipmentItem, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<OnlineShop>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        let period = || p("from")..=p("to");
        Ok(Some(match pattern {
            "get_customer_by_customer_id" => {
                seen(Customer::get_customer_by_customer_id(dal, p("customer_id")).await?)
            }
            "get_product_by_product_id" => {
                seen(Product::get_product_by_product_id(dal, p("product_id")).await?)
            }
            "get_warehouse_by_warehouse_id" => {
                seen(Warehouse::get_warehouse_by_warehouse_id(dal, p("warehouse_id")).await?)
            }
            "get_product_inventory_by_product_id" => {
                let query = WarehouseItem::get_product_inventory_by_product_id(dal, p("product_id"));
                seen(query.await?.into_items()?)
            }
            "get_order_details_by_order_id" => {
                let page =
                    GetOrderDetailsByOrderId::get_order_details_by_order_id(dal, p("order_id")).await?;
                let items = page.into_items()?.into_iter().map(|item| match item {
                    GetOrderDetailsByOrderId::Order(item) => one(&item),
                    GetOrderDetailsByOrderId::OrderItem(item) => one(&item),
                    GetOrderDetailsByOrderId::Invoice(item) => one(&item),
                    GetOrderDetailsByOrderId::Shipment(item) => one(&item),
                    GetOrderDetailsByOrderId::ShipmentItem(item) => one(&item),
                });
                items.collect()
            }
            "get_product_by_order_id" => {
                seen(OrderItem::get_product_by_order_id(dal, p("order_id")).await?.into_items()?)
            }
            "get_invoice_by_order_id" => {
                seen(Invoice::get_invoice_by_order_id(dal, p("order_id")).await?.into_items()?)
            }
            "get_shipment_by_order_id" => {
                seen(Shipment::get_shipment_by_order_id(dal, p("order_id")).await?.into_items()?)
            }
            "get_order_by_product_id_for_date_range" => {
                let query = OrderItem::get_order_by_product_id_for_date_range(dal, p("product_id"));
                seen(query.range(period()).await?.into_items()?)
            }
            "get_invoice_by_invoice_id" => {
                seen(Invoice::get_invoice_by_invoice_id(dal, p("invoice_id")).await?)
            }
            "get_shipment_details_by_shipment_id" => {
                let id = p("shipment_id");
                let page =
                    GetShipmentDetailsByShipmentId::get_shipment_details_by_shipment_id(dal, id).await?;
                let items = page.into_items()?.into_iter().map(|item| match item {
                    GetShipmentDetailsByShipmentId::Shipment(item) => one(&item),
                    GetShipmentDetailsByShipmentId::ShipmentItem(item) => one(&item),
                });
                items.collect()
            }
            "get_shipment_by_warehouse_id" => {
                seen(Shipment::get_shipment_by_warehouse_id(dal, p("warehouse_id")).await?.into_items()?)
            }
            "get_product_inventory_by_warehouse_id" => {
                let query = WarehouseItem::get_product_inventory_by_warehouse_id(dal, p("warehouse_id"));
                seen(query.await?.into_items()?)
            }
            "get_invoice_by_customer_id_for_date_range" => {
                let query = Invoice::get_invoice_by_customer_id_for_date_range(dal, p("customer_id"));
                seen(query.range(period()).await?.into_items()?)
            }
            "get_products_by_customer_id_for_date_range" => {
                let query = OrderItem::get_products_by_customer_id_for_date_range(dal, p("customer_id"));
                seen(query.range(period()).await?.into_items()?)
            }
            "get_payment_by_invoice_id" => {
                let payment = Invoice::get_payment_by_invoice_id(dal, p("invoice_id")).await?;
                let seen = payment.into_iter().map(|Payment { order_id, invoice_id, detail }| SeenItem {
                    entity: "Invoice",
                    value: json!([order_id, invoice_id, detail]),
                    published: |row| {
                        let Invoice { order_id, invoice_id, detail, .. } = row.value();
                        json!([order_id, invoice_id, detail])
                    },
                });
                seen.collect()
            }
            _ => return Ok(None),
        }))
    }

    async fn write(_: &Dal<OnlineShop>, _: &str, _: &Example<'_>) -> Result<Option<()>, Error> {
        Ok(None)
    }
}
