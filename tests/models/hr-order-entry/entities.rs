use chrono::NaiveDate;
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub struct Employee {
    pub employee_id: String,
    pub name: String,
    pub alias: String,
    pub phone: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub struct EmployeeConfidential {
    pub employee_id: String,
    pub hire_date: NaiveDate,
    pub salary: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub struct EmployeeJob {
    pub employee_id: String,
    pub version: u16,
    pub job_title: String,
    pub start_date: NaiveDate,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub struct EmployeeWarehouse {
    pub employee_id: String,
    pub warehouse_id: String,
    pub name: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub struct RepQuarter {
    pub employee_id: String,
    pub year: u16,
    pub quarter: u8,
    pub order_total: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub struct Customer {
    pub customer_id: String,
    pub account_rep_id: String,
    pub customer_name: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub struct Order {
    pub order_id: String,
    pub customer_id: String,
    pub status: Status,
    pub order_date: NaiveDate,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub struct OrderRep {
    pub order_id: String,
    pub account_rep_id: String,
    pub status: Status,
    pub order_date: NaiveDate,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub struct OrderItem {
    pub order_id: String,
    pub product_id: String,
    pub status: Status,
    pub order_date: NaiveDate,
    pub quantity: u32,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub struct Product {
    pub product_id: String,
    pub product_name: String,
    #[serde(rename = "totalQuantity")]
    pub total_quantity: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub struct ProductStock {
    pub warehouse_id: String,
    pub product_id: String,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    Open,
    Pending,
    Fulfilled,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub enum EmployeeDetailsById {
    Employee(Employee),
    EmployeeConfidential(EmployeeConfidential),
    EmployeeJob(EmployeeJob),
    EmployeeWarehouse(EmployeeWarehouse),
    RepQuarter(RepQuarter),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub enum OrderItemsAndStockOfProduct {
    OrderItem(OrderItem),
    Product(Product),
    ProductStock(ProductStock),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub enum CustomersOfAccountRep {
    Customer(Customer),
    OrderRep(OrderRep),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub enum OpenOrdersInDateRange {
    Order(Order),
    OrderItem(OrderItem),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/hr-order-entry/patterns.yaml")]
pub enum HrOe {
    Employee(Employee),
    EmployeeConfidential(EmployeeConfidential),
    EmployeeJob(EmployeeJob),
    EmployeeWarehouse(EmployeeWarehouse),
    RepQuarter(RepQuarter),
    Customer(Customer),
    Order(Order),
    OrderRep(OrderRep),
    OrderItem(OrderItem),
    Product(Product),
    ProductStock(ProductStock),
}
