//! Subscriptions and receipts: two indexes over fields, and projections that name the table's keys.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, seen};

pub struct Payments;

impl Design for Payments {
    type Table = ReoccuringPayments;
    const NAME: &'static str = "recurring-payments";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<ReoccuringPayments>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Subscription" => row.put::<Subscription, _>(dal).await,
            "Receipt" => row.put::<Receipt, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(
        dal: &Dal<ReoccuringPayments>,
        pattern: &str,
        params: &Values,
    ) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_due_reminders_by_date" => {
                let page =
                    Subscription::get_due_reminders_by_date(dal, p("next_reminder_date")).hydrate().await?;
                seen(page.into_items()?.into_iter().flatten())
            }
            "get_due_payments_by_date" => {
                let page =
                    Subscription::get_due_payments_by_date(dal, p("next_payment_date")).hydrate().await?;
                seen(page.into_items()?.into_iter().flatten())
            }
            "get_subscriptions_by_account" => {
                seen(Subscription::get_subscriptions_by_account(dal, p("account_id")).await?.into_items()?)
            }
            "get_receipts_by_account" => {
                seen(Receipt::get_receipts_by_account(dal, p("account_id")).await?.into_items()?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<ReoccuringPayments>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        match pattern {
            "create_subscription" => {
                example.only().put::<Subscription, _>(dal).await?;
            }
            "create_receipt" => {
                example.only().put::<Receipt, _>(dal).await?;
            }
            "update_subscription" => {
                let loaded: Subscription = example.only().value();
                let patch = loaded
                    .patch(dal)
                    .set(Subscription::NEXT_REMINDER_DATE, example.to::<String>("NextReminderDate"));
                patch.set(Subscription::NEXT_PAYMENT_DATE, example.to::<String>("NextPaymentDate")).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
