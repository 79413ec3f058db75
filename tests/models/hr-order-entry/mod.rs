//! Human resources and order entry: one attribute, `Data`, is the sort key of two indexes for eleven entities, and most values live in keys only.

mod entities;

use chrono::NaiveDate;
use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, number, text};
use super::run::{Design, Example, Seen, one, seen};

pub struct HumanResources;

impl Design for HumanResources {
    type Table = HrOe;
    const NAME: &'static str = "hr-order-entry";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<HrOe>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Employee" => row.put::<Employee, _>(dal).await,
            "EmployeeConfidential" => row.put::<EmployeeConfidential, _>(dal).await,
            "EmployeeJob" => row.put::<EmployeeJob, _>(dal).await,
            "EmployeeWarehouse" => row.put::<EmployeeWarehouse, _>(dal).await,
            "RepQuarter" => row.put::<RepQuarter, _>(dal).await,
            "Customer" => row.put::<Customer, _>(dal).await,
            "Order" => row.value::<Order>().put(dal).shard(row.shard()).await,
            "OrderRep" => row.put::<OrderRep, _>(dal).await,
            "OrderItem" => row.value::<OrderItem>().put(dal).shard(row.shard()).await,
            "Product" => row.put::<Product, _>(dal).await,
            "ProductStock" => row.put::<ProductStock, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<HrOe>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        let day = |name: &str| p(name).parse::<NaiveDate>().expect("a date");
        Ok(Some(match pattern {
            "employee_details_by_id" => {
                let page = EmployeeDetailsById::employee_details_by_id(dal, p("employee_id")).await?;
                let items = page.into_items()?.into_iter().map(|item| match item {
                    EmployeeDetailsById::Employee(item) => one(&item),
                    EmployeeDetailsById::EmployeeConfidential(item) => one(&item),
                    EmployeeDetailsById::EmployeeJob(item) => one(&item),
                    EmployeeDetailsById::EmployeeWarehouse(item) => one(&item),
                    EmployeeDetailsById::RepQuarter(item) => one(&item),
                });
                items.collect()
            }
            "employee_by_name" => seen(Employee::employee_by_name(dal, p("name")).await?.into_items()?),
            "current_job_of_employee" => {
                seen(EmployeeJob::current_job_of_employee(dal, p("employee_id")).await?.into_items()?)
            }
            "orders_of_customer_in_date_range" => {
                let query = Order::orders_of_customer_in_date_range(dal, p("customer_id"));
                seen(query.range(day("from")..=day("to")).await?.into_items()?)
            }
            "orders_of_account_rep_by_date" => {
                let query = OrderRep::orders_of_account_rep_by_date(dal, p("account_rep_id"));
                seen(query.range(day("from")..=day("to")).await?.into_items()?)
            }
            "open_orders_in_date_range" => {
                let query = OpenOrdersInDateRange::open_orders_in_date_range(dal);
                let page = query.range(day("from")..=day("to")).await?;
                let items = page.into_items()?.into_iter().map(|item| match item {
                    OpenOrdersInDateRange::Order(item) => one(&item),
                    OpenOrdersInDateRange::OrderItem(item) => one(&item),
                });
                items.collect()
            }
            "employees_hired_since" => {
                let since: NaiveDate = p("since").parse().expect("a date");
                seen(EmployeeConfidential::employees_hired_since(dal).range(since..).await?.into_items()?)
            }
            "employees_of_warehouse" => {
                seen(EmployeeWarehouse::employees_of_warehouse(dal, p("warehouse_id")).await?.into_items()?)
            }
            "order_items_and_stock_of_product" => {
                let page =
                    OrderItemsAndStockOfProduct::order_items_and_stock_of_product(dal, p("product_id"))
                        .await?;
                let items = page.into_items()?.into_iter().map(|item| match item {
                    OrderItemsAndStockOfProduct::OrderItem(item) => one(&item),
                    OrderItemsAndStockOfProduct::Product(item) => one(&item),
                    OrderItemsAndStockOfProduct::ProductStock(item) => one(&item),
                });
                items.collect()
            }
            "customers_of_account_rep" => {
                let page = CustomersOfAccountRep::customers_of_account_rep(dal, p("account_rep_id")).await?;
                let items = page.into_items()?.into_iter().map(|item| match item {
                    CustomersOfAccountRep::Customer(item) => one(&item),
                    CustomersOfAccountRep::OrderRep(item) => one(&item),
                });
                items.collect()
            }
            "employees_with_job_title" => {
                seen(EmployeeJob::employees_with_job_title(dal, p("job_title")).await?.into_items()?)
            }
            "stock_by_product_and_warehouse" => {
                let key = ProductStockKey { warehouse_id: p("warehouse_id"), product_id: p("product_id") };
                seen(ProductStock::stock_by_product_and_warehouse(dal, key).await?)
            }
            "total_stock_of_product" => seen(Product::total_stock_of_product(dal, p("product_id")).await?),
            "reps_ranked_by_order_total" => {
                let (year, quarter) = (number(params, "year"), number(params, "quarter"));
                let year = u16::try_from(year).expect("a year");
                let quarter = u8::try_from(quarter).expect("a quarter");
                seen(RepQuarter::reps_ranked_by_order_total(dal, year, quarter).await?.into_items()?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(dal: &Dal<HrOe>, pattern: &str, example: &Example<'_>) -> Result<Option<()>, Error> {
        let (_, _, _) = (dal, pattern, example);
        Ok(None)
    }
}
