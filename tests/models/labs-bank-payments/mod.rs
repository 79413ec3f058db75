//! Payments and transactions of accounts: two tables of natural keys, and indexes spread over shards.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;
use serde_json::Value;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, seen};

pub struct Bank;

impl Design for Bank {
    type Table = PaymentScheduler;
    const NAME: &'static str = "labs-bank-payments";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn create(dal: &Dal<PaymentScheduler>) -> Result<(), Error> {
        dal.create_table().await?;
        dal.of::<TransactionHistory>().create_table().await?;
        Ok(())
    }

    async fn store(dal: &Dal<PaymentScheduler>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "ScheduledPayment" => row.value::<ScheduledPayment>().put(dal).shard(row.shard()).await,
            "Transaction" => {
                let history = dal.of::<TransactionHistory>();
                row.value::<Transaction>().put(&history).shard(row.shard()).await
            }
            other => panic!("no entity {other}"),
        }
    }

    async fn read(
        dal: &Dal<PaymentScheduler>,
        pattern: &str,
        params: &Values,
    ) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "payments_of_account_next_90_days" => seen(
                ScheduledPayment::payments_of_account_next_90_days(dal, p("account_id"))
                    .range(p("now")..=p("now_plus_90_days"))
                    .await?
                    .into_items()?,
            ),
            "payments_by_status_and_date" => {
                let status: Status = serde_json::from_value(Value::String(p("status"))).expect("a status");
                let query = ScheduledPayment::payments_by_status_and_date(dal, status, p("date"));
                seen(query.await?.into_items()?)
            }
            "transactions_by_date" => seen(
                Transaction::transactions_by_date(&dal.of::<TransactionHistory>(), p("date"))
                    .await?
                    .into_items()?,
            ),
            "transactions_of_account" => seen(
                Transaction::transactions_of_account(&dal.of::<TransactionHistory>(), p("account_id"))
                    .range(p("from")..=p("to"))
                    .await?
                    .into_items()?,
            ),
            "transaction_by_id" => seen(
                Transaction::transaction_by_id(&dal.of::<TransactionHistory>(), p("transaction_id"))
                    .await?
                    .into_items()?,
            ),
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<PaymentScheduler>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        match pattern {
            "insert_scheduled_payment" => {
                let row = example.only();
                row.value::<ScheduledPayment>().create(dal).shard(row.shard()).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
