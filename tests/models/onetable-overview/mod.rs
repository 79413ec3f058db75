//! Accounts, users, products and invoices: a type attribute, text as it is in keys, and an index of keys alone.

mod entities;

use chrono::{DateTime, Utc};
use dal::Error;
use dal::prelude::*;
use dal::{BatchWrite, Transaction};
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, one, seen};

pub struct OneTable;

impl Design for OneTable {
    type Table = TestOverview;
    const NAME: &'static str = "onetable-overview";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<TestOverview>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Account" => row.put::<Account, _>(dal).await,
            "User" => row.put::<User, _>(dal).await,
            "Product" => row.put::<Product, _>(dal).await,
            "AccountNameUnique" => row.put::<AccountNameUnique, _>(dal).await,
            "Invoice" => row.put::<Invoice, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<TestOverview>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_user_by_email" => seen(
                User::get_user_by_email(dal, UserKey { account_id: p("account_id"), email: p("email") })
                    .await?,
            ),
            "get_user_by_name" => whole(User::get_user_by_name(dal, p("name")).hydrate().await?),
            "users_of_account" => seen(User::users_of_account(dal, p("account_id")).await?.into_items()?),
            "admins_of_account" => seen(
                User::users_of_account(dal, p("account_id"))
                    .filter(User::ROLE.eq("admin"))
                    .await?
                    .into_items()?,
            ),
            "users_with_balance_over" => {
                let min = params["min"].as_f64().expect("a number");
                seen(
                    User::users_of_account(dal, p("account_id"))
                        .filter(User::BALANCE.gt(min))
                        .await?
                        .into_items()?,
                )
            }
            "account_collection" => {
                let page = AccountCollection::account_collection(dal, p("account_id")).await?;
                let items = page.into_items()?.into_iter().map(|item| match item {
                    AccountCollection::Account(item) => one(&item),
                    AccountCollection::User(item) => one(&item),
                    AccountCollection::Invoice(item) => one(&item),
                });
                items.collect()
            }
            "page_users" => seen(User::page_users(dal, p("account_id")).await?.into_items()?),
            "invoices_between" => {
                let day = |name: &str| {
                    format!("{}T00:00:00Z", text(params, name)).parse::<DateTime<Utc>>().expect("a time")
                };
                whole(Invoice::invoices_between(dal).range(day("from")..day("to")).hydrate().await?)
            }
            "all_accounts" => whole(Account::all_accounts(dal).hydrate().await?),
            "all_users" => whole(User::all_users(dal).hydrate().await?),
            "all_invoices" => whole(Invoice::all_invoices(dal).hydrate().await?),
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<TestOverview>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        match pattern {
            "create_account" => {
                let account: Account = example.row("Account-1").value();
                let unique: AccountNameUnique = example.row("AccountNameUnique-1").value();
                Transaction::new().add(account.create(dal)).add(unique.create(dal)).await?;
            }
            "create_user" => {
                example.only().create::<User, _>(dal).await?;
            }
            "update_user" => {
                let User { account_id, email, .. } = example.only().value();
                let update = User::update(dal, UserKey { account_id, email })
                    .set(User::ROLE, text(example.params(), "role"));
                let update = update.set(User::ADDRESS.field::<String>("zip"), text(example.params(), "zip"));
                update.add(User::BALANCE, 5.0).await?;
            }
            "batch_create_users" => {
                let (one, two): (User, User) = (example.row("User-1").value(), example.row("User-2").value());
                BatchWrite::new().put(dal, &one).put(dal, &two).await?.complete()?;
            }
            "buy_product" => {
                let invoice: Invoice = example.row("Invoice-1").value();
                let User { account_id, email, .. } = example.row("User-1").value();
                let Account { id, .. } = example.row("Account-1").value();
                let user = User::update(dal, UserKey { account_id, email }).add(User::BALANCE, invoice.total);
                let account = Account::update(dal, AccountKey { id }).add(Account::BALANCE, invoice.total);
                Transaction::new().add(invoice.put(dal)).add(user).add(account).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}

/// The items of hydrated index entries.
fn whole<E: dal::Entity + serde::Serialize + serde::de::DeserializeOwned>(
    page: dal::Page<Option<E>>,
) -> Seen {
    page.into_items().map(|items| seen(items.into_iter().flatten())).unwrap_or_default()
}
