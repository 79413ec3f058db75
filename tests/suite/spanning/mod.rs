//! Patterns of transactions over several tables: each step in its own table, all of one tenant, and all or none.

use dal::prelude::*;
use dal::{Error, TransactionCause, TransactionFailed};
use serde::{Deserialize, Serialize};

use crate::support::{Log, fresh};

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Order {
    pub shop: String,
    pub number: u32,
    pub article: String,
    pub receipt: String,
    #[serde(default)]
    pub rev: u64,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Counter {
    pub shop: String,
    pub sold: u32,
    pub closed: Option<bool>,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Article {
    pub shop: String,
    pub article: String,
    pub barcode: String,
    pub left: u32,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Account {
    pub account: String,
    pub balance: u64,
    #[serde(default)]
    pub rev: u64,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Orders {
    Order(Order),
    Counter(Counter),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Stock {
    Article(Article),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Ledger {
    Account(Account),
}

const SHOP: &str = "s";

fn order(number: u32) -> Order {
    let (shop, article) = (SHOP.to_owned(), "pen".to_owned());
    Order { shop, number, article, receipt: format!("r{number}"), rev: 0 }
}

fn article(left: u32) -> Article {
    Article { shop: SHOP.to_owned(), article: "pen".to_owned(), barcode: "4711".to_owned(), left }
}

/// The three tables on one client, of which the other two are made.
async fn beside(orders: &Dal<Orders>) -> (Dal<Stock>, Dal<Ledger>) {
    let name = |what: &str| format!("{}-{what}", orders.table_name());
    let stock = orders.of::<Stock>().with_table_name(name("stock"));
    let ledger = orders.of::<Ledger>().with_table_name(name("ledger"));
    stock.create_table().await.unwrap();
    ledger.create_table().await.unwrap();
    (stock, ledger)
}

struct Shop {
    orders: Scope<Orders>,
    stock: Scope<Stock>,
    ledger: Dal<Ledger>,
    ann: Account,
}

impl Shop {
    /// Ten pens, a counter, and Ann's account of 100.
    async fn open(orders: &Dal<Orders>, stock: &Dal<Stock>, ledger: &Dal<Ledger>) -> Self {
        let mut ann = Account { account: "ann".to_owned(), balance: 100, rev: 0 };
        let shop = Self {
            orders: orders.tenant(SHOP),
            stock: stock.tenant(SHOP),
            ledger: ledger.clone(),
            ann: ann.clone(),
        };
        Counter { shop: SHOP.to_owned(), sold: 0, closed: None }.create(&shop.orders).await.unwrap();
        article(10).create(&shop.stock).await.unwrap();
        ann.create(ledger).await.unwrap();
        Self { ann, ..shop }
    }

    /// Orders, pens that are left, Ann's balance and its version, and what was sold.
    async fn state(&self) -> (usize, u32, u64, u64, u32) {
        let orders = Order::orders(&self.orders).await.unwrap().into_items().unwrap();
        let pens = Article::get_article(&self.stock, "pen").await.unwrap().unwrap();
        let ann = Account::get_account(&self.ledger, "ann").await.unwrap().unwrap();
        let counter = Counter::counter(&self.orders).await.unwrap().unwrap();
        (orders.len(), pens.left, ann.balance, ann.rev, counter.sold)
    }

    fn buy<'a>(&self, order: &'a mut Order, ann: &Account, count: u32, price: u64) -> dal::Transaction<'a> {
        Orders::buy(&self.orders, &self.stock, &self.ledger, order, ann, count, count, price)
    }
}

async fn shop() -> Shop {
    let orders = fresh::<Orders>().await;
    let (stock, ledger) = beside(&orders).await;
    Shop::open(&orders, &stock, &ledger).await
}

/// Why a transaction was refused: the position, the entity, and the error.
fn refused(result: Result<(), Error>) -> (usize, &'static str, Error) {
    let Err(Error::Transaction(failed)) = result else { panic!("{result:?}") };
    let TransactionFailed { mut reasons, .. } = *failed;
    assert_eq!(reasons.len(), 1, "{reasons:?}");
    let reason = reasons.remove(0);
    let TransactionCause::Refused(error) = reason.cause else { panic!("{:?}", reason.cause) };
    (reason.position, reason.entity, error)
}

#[tokio::test]
async fn each_step_is_in_its_own_table_and_all_are_one_request() {
    let (orders, log) = Log::of::<Orders>().await;
    let (stock, ledger) = beside(&orders).await;
    let shop = Shop::open(&orders, &stock, &ledger).await;
    log.take();
    let mut first = order(1);
    shop.buy(&mut first, &shop.ann, 3, 30).await.unwrap();
    let sent = log.take();
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert_eq!(sent[0].0, "TransactWriteItems");
    let actions = sent[0].1["TransactItems"].as_array().unwrap();
    let tables: Vec<(&str, String)> = actions
        .iter()
        .map(|action| {
            let (verb, body) = action.as_object().unwrap().iter().next().unwrap();
            (verb.as_str(), body["TableName"].as_str().unwrap().to_owned())
        })
        .collect();
    let [o, s, l] = [orders.table_name(), stock.table_name(), ledger.table_name()].map(str::to_owned);
    // The last one is the guard of the receipt, in the table of the order.
    let expected = [("Put", o.clone()), ("Update", s), ("Update", l), ("Update", o.clone()), ("Put", o)];
    assert_eq!(tables, expected);
    assert_eq!(first.rev, 1, "what dal fills in is filled in");
    assert_eq!(shop.state().await, (1, 7, 70, 2, 3));
}

#[tokio::test]
async fn what_one_table_refuses_is_done_in_none() {
    let shop = shop().await;
    // Too few pens.
    let (position, entity, error) = refused(shop.buy(&mut order(1), &shop.ann, 11, 1).await);
    assert_eq!((position, entity), (1, "Article"));
    assert!(matches!(error, Error::ConditionFailed(_)), "{error:?}");
    assert_eq!(shop.state().await, (0, 10, 100, 1, 0));
    shop.buy(&mut order(1), &shop.ann, 1, 1).await.unwrap();
    // An account as it was before: the version that is stored is another.
    let (position, entity, error) = refused(shop.buy(&mut order(2), &shop.ann, 1, 1).await);
    assert_eq!((position, entity), (2, "Account"));
    assert!(matches!(error, Error::VersionConflict(_)), "{error:?}");
    // The receipt is another order's: its guard is in the table of the orders.
    let ann = Account::get_account(&shop.ledger, "ann").await.unwrap().unwrap();
    let mut same = Order { receipt: "r1".to_owned(), ..order(3) };
    let (position, entity, error) = refused(shop.buy(&mut same, &ann, 1, 1).await);
    assert_eq!((position, entity), (0, "Order"));
    assert!(matches!(error, Error::NotUnique(_)), "{error:?}");
    assert_eq!((shop.state().await, same.rev), ((1, 9, 99, 2, 1), 0));
    // No money is left.
    shop.buy(&mut order(4), &ann, 1, 99).await.unwrap();
    let ann = Account::get_account(&shop.ledger, "ann").await.unwrap().unwrap();
    let (position, entity, error) = refused(shop.buy(&mut order(5), &ann, 1, 1).await);
    assert_eq!((position, entity), (2, "Account"));
    assert!(matches!(error, Error::ConditionFailed(_)), "{error:?}");
    assert_eq!(shop.state().await, (2, 8, 0, 3, 2));
    // The counter is not there, and so no order is counted that is none.
    let mut rich = Account { balance: 50, ..ann.clone() };
    rich.put(&shop.ledger).await.unwrap();
    let ann = Account::get_account(&shop.ledger, "ann").await.unwrap().unwrap();
    Counter::delete(&shop.orders, CounterKey {}).await.unwrap();
    let (position, entity, _) = refused(shop.buy(&mut order(2), &ann, 1, 1).await);
    assert_eq!((position, entity), (3, "Counter"));
}

/// The tables have the same tenants: scopes of two are refused before anything is sent.
#[tokio::test]
async fn no_step_reaches_another_tenant() {
    let (orders, log) = Log::of::<Orders>().await;
    let (stock, ledger) = beside(&orders).await;
    let own = Shop::open(&orders, &stock, &ledger).await;
    let foreign = Article { shop: "t".to_owned(), barcode: "1".to_owned(), ..article(10) };
    foreign.create(&stock.tenant("t")).await.unwrap();
    log.take();
    for hostile in ["t", "S", "s#", "s#ARTICLE", ""] {
        let scope = stock.tenant(hostile);
        let mut order = order(1);
        let bought =
            Orders::buy(&own.orders, &scope, &ledger, &mut order, &own.ann, 1_u32, 1_u32, 1_u64).await;
        let Err(Error::TenantMismatch(error)) = bought else { panic!("{bought:?}") };
        assert_eq!((error.entity, error.field), ("Article", "shop"));
    }
    // An item of another tenant, in the right scopes; and the other way round.
    let stocked = Stock::restock(&own.stock, &own.orders, &foreign).await;
    assert!(matches!(stocked, Err(Error::TenantMismatch(_))), "{stocked:?}");
    let stocked = Stock::restock(&stock.tenant("t"), &own.orders, &foreign).await;
    assert!(matches!(stocked, Err(Error::TenantMismatch(_))), "{stocked:?}");
    assert_eq!(log.take(), []);
    assert_eq!(own.state().await, (0, 10, 100, 1, 0));
    // In their own shop they are written, and the other shop is as it was.
    Counter { shop: "t".to_owned(), sold: 0, closed: None }.create(&orders.tenant("t")).await.unwrap();
    let more = Article { left: 99, ..foreign.clone() };
    Stock::restock(&stock.tenant("t"), &orders.tenant("t"), &more).await.unwrap();
    let found = Article::get_article(&stock.tenant("t"), "pen").await.unwrap().unwrap();
    assert_eq!((found.left, own.state().await), (99, (0, 10, 100, 1, 0)));
}

/// Values that no two items have are kept where their items are.
#[tokio::test]
async fn guards_are_in_the_table_of_their_item() {
    let shop = shop().await;
    let restock = async |article: &Article| Stock::restock(&shop.stock, &shop.orders, article).await;
    let other = Article { article: "cap".to_owned(), ..article(1) };
    let (position, entity, error) = refused(restock(&other).await);
    assert_eq!((position, entity), (0, "Article"));
    assert!(matches!(error, Error::NotUnique(_)), "{error:?}");
    // The pen gives its code up, and the cap takes it.
    restock(&Article { barcode: "4712".to_owned(), ..article(5) }).await.unwrap();
    restock(&other).await.unwrap();
    // Where the check of the other table fails, nothing moves.
    Counter { shop: SHOP.to_owned(), sold: 0, closed: Some(true) }.put(&shop.orders).await.unwrap();
    let (position, entity, _) = refused(restock(&Article { barcode: "4713".to_owned(), ..article(9) }).await);
    assert_eq!((position, entity), (1, "Counter"));
    let pen = Article::get_article(&shop.stock, "pen").await.unwrap().unwrap();
    assert_eq!((pen.barcode.as_str(), pen.left), ("4712", 5));
    Article { article: "tin".to_owned(), barcode: "4713".to_owned(), ..article(1) }
        .create(&shop.stock)
        .await
        .unwrap();
}

/// A method of a table without tenants takes the scope of the one that has them.
#[tokio::test]
async fn the_first_action_says_whose_method_it_is() {
    let shop = shop().await;
    let (ann, pen) = (AccountKey { account: "ann".to_owned() }, ArticleKey { article: "pen".to_owned() });
    Ledger::leave(&shop.ledger, &shop.stock, ann.clone(), pen.clone()).await.unwrap();
    assert_eq!(Account::get_account(&shop.ledger, "ann").await.unwrap(), None);
    assert_eq!(Article::get_article(&shop.stock, "pen").await.unwrap(), None);
    // Its code is free again.
    Article { article: "cap".to_owned(), ..article(1) }.create(&shop.stock).await.unwrap();
    // A table of another client cannot be in it.
    let elsewhere = fresh::<Ledger>().await;
    let mut rich = Account { account: "bob".to_owned(), balance: 1, rev: 0 };
    rich.create(&elsewhere).await.unwrap();
    let bob = AccountKey { account: "bob".to_owned() };
    let cap = ArticleKey { article: "cap".to_owned() };
    let spanned = Ledger::leave(&elsewhere, &shop.stock, bob, cap).await;
    assert!(matches!(spanned, Err(Error::Configuration(_))), "{spanned:?}");
}
