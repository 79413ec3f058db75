//! All works: what is measured, by whom it is done.

use std::hint::black_box;
use std::sync::LazyLock;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::put_item::{PutItem, PutItemInput};
use aws_smithy_runtime_api::client::interceptors::context::Input;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{SerializeRequest, SharedRequestSerializer};
use aws_smithy_types::config_bag::ConfigBag;
use dal::__private::{Part, PartSource};
use dal::prelude::*;
use tokio::runtime::{Builder, Runtime};

use crate::domain::{Line, Order, Shop, TABLE, customer, line, order, orders};
use crate::raw::{Raw, customer_map};
use crate::sdk::{self, Maps};
use crate::work::{Spec, Work};
use crate::{Map, Result, answers, canned, keys, ours};

#[expect(clippy::expect_used, reason = "without a runtime there is nothing to measure")]
static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().enable_time().build().expect("a runtime"));

/// Runs a call to its end.
///
/// # Panics
///
/// When it fails: a benchmark of failures measures nothing.
pub fn run<T>(call: impl Future<Output = Result<T>>) -> T {
    match RUNTIME.block_on(call) {
        Ok(value) => black_box(value),
        Err(error) => panic!("{error}"),
    }
}

fn good<T>(result: Result<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

/// The items of the orders as the table holds them.
pub fn maps(orders: &[Order]) -> Vec<Map> {
    orders.iter().map(|order| good(Raw::to_map(order))).collect()
}

/// The items of the orders as the index holds them.
fn projected(orders: &[Order]) -> Vec<Map> {
    const HELD: [&str; 7] = ["PK", "SK", "GSI1PK", "GSI1SK", "entity", "title", "total"];
    let mut maps = maps(orders);
    maps.iter_mut().for_each(|map| map.retain(|name, _| HELD.contains(&name.as_str())));
    maps
}

/// A customer, and so many orders.
fn collected(count: u32) -> Vec<Map> {
    std::iter::once(customer_map(&customer())).chain(maps(&orders(count))).collect()
}

/// The clients of the works, by what they are answered.
pub mod client {
    use super::*;

    pub fn written() -> Client {
        canned::client(answers::written())
    }

    pub fn all_written() -> Client {
        canned::client(answers::all_written())
    }

    pub fn item() -> Client {
        canned::client(answers::item(&good(Raw::to_map(&order(1)))))
    }

    pub fn page(items: u32) -> Client {
        canned::client(answers::page(&maps(&orders(items))))
    }

    pub fn projection(items: u32) -> Client {
        canned::client(answers::page(&projected(&orders(items))))
    }

    pub fn collection(items: u32) -> Client {
        canned::client(answers::page(&collected(items)))
    }
}

/// dal on a client.
pub fn shop(client: Client) -> Scope<Shop> {
    Dal::new(client).tenant(order(0).tenant_id)
}

/// The SDK's own serializer of a PutItem.
fn serializer() -> SharedRequestSerializer {
    let found = PutItem::new().config().and_then(|layer| layer.load::<SharedRequestSerializer>().cloned());
    found.unwrap_or_else(|| panic!("the SDK has no serializer"))
}

/// The body of a PutItem by the SDK's serializer.
fn body<M: Maps>(_: u32) -> Work {
    let (order, serializer, mut config) = (order(1), serializer(), ConfigBag::base());
    Work::repeat(move || {
        let input =
            PutItemInput::builder().table_name(TABLE).set_item(Some(good(M::to_map(black_box(&order)))));
        let input = Input::erase(good(input.build().map_err(Into::into)));
        black_box(good(
            serializer.serialize_input(input, &mut config).map_err(|error| error.to_string().into()),
        ));
    })
}

fn to_map<M: Maps>(_: u32) -> Work {
    let order = order(1);
    Work::repeat(move || {
        black_box(good(M::to_map(black_box(&order))));
    })
}

fn from_map<M: Maps>(_: u32) -> Work {
    let map = good(Raw::to_map(&order(1)));
    Work::feed(
        move || map.clone(),
        |map| {
            black_box(good(M::from_map(black_box(map))));
        },
    )
}

/// The works of whole calls, by a contender's functions over the handle that `$wrap` makes of a client.
macro_rules! calls {
    ($who:expr, $wrap:expr, $put:expr, $get:expr, $update:expr, $transaction:expr, $query:expr, $projection:expr,
     $collection:expr, $batch_write:expr $(,)?) => {{
        use $crate::domain::{order, orders};
        use $crate::work::{Spec, Work};
        use $crate::works::{BATCHES, COLLECTIONS, PAGES, PROJECTIONS, client, run};
        let who = $who;
        let mut works = vec![
            Spec::new("put_item", who, 1, |_| {
                let (at, order) = ($wrap(client::written()), order(1));
                Work::repeat(move || run($put(&at, &order)))
            }),
            Spec::new("get_item", who, 1, |_| {
                let (at, order) = ($wrap(client::item()), order(1));
                Work::repeat(move || drop(run($get(&at, &order))))
            }),
            Spec::new("update_item", who, 1, |_| {
                let (at, order) = ($wrap(client::written()), order(1));
                Work::repeat(move || run($update(&at, &order)))
            }),
            Spec::new("transaction_25", who, 25, |items| {
                let (at, orders) = ($wrap(client::all_written()), orders(items));
                Work::repeat(move || run($transaction(&at, &orders)))
            }),
        ];
        works.extend(PAGES.map(|(name, items)| {
            Spec::new(name, who, items, |items| {
                let (at, order) = ($wrap(client::page(items)), order(1));
                Work::repeat(move || drop(run($query(&at, &order))))
            })
        }));
        works.extend(PROJECTIONS.map(|(name, items)| {
            Spec::new(name, who, items, |items| {
                let (at, order) = ($wrap(client::projection(items)), order(1));
                Work::repeat(move || drop(run($projection(&at, &order))))
            })
        }));
        works.extend(COLLECTIONS.map(|(name, items)| {
            Spec::new(name, who, items, |items| {
                let (at, order) = ($wrap(client::collection(items)), order(1));
                Work::repeat(move || drop(run($collection(&at, &order))))
            })
        }));
        works.extend(BATCHES.map(|(name, items)| {
            Spec::new(name, who, items, |items| {
                let (at, orders) = ($wrap(client::all_written()), orders(items));
                Work::repeat(move || run($batch_write(&at, &orders)))
            })
        }));
        works
    }};
}
#[cfg(feature = "peers")]
pub(crate) use calls;

/// The works of a contender that converts maps.
fn map_works<M: Maps + 'static>(who: &'static str) -> Vec<Spec> {
    let mut works = calls!(
        who,
        std::convert::identity::<Client>,
        sdk::put::<M>,
        sdk::get::<M>,
        sdk::update,
        sdk::transaction::<M>,
        sdk::query::<M>,
        sdk::projection::<M>,
        sdk::collection::<M>,
        sdk::batch_write::<M>,
    );
    works.extend([
        Spec::new("body", who, 1, body::<M>),
        Spec::new("to_map", who, 1, to_map::<M>),
        Spec::new("from_map", who, 1, from_map::<M>),
    ]);
    works
}

pub(crate) const PAGES: [(&str, u32); 4] =
    [("query_1", 1), ("query_10", 10), ("query_100", 100), ("query_2500", 2_500)];
pub(crate) const PROJECTIONS: [(&str, u32); 1] = [("projection_100", 100)];
pub(crate) const COLLECTIONS: [(&str, u32); 1] = [("collection_10", 10)];
pub(crate) const BATCHES: [(&str, u32); 2] = [("batch_write_25", 25), ("batch_write_1000", 1_000)];

/// An order's line as a source of parts.
struct Parts<'a>(&'a Line);

impl PartSource for Parts<'_> {
    fn part(&self, number: u16) -> Option<Part<'_>> {
        dal::Entity::part(self.0, number)
    }
}

fn key_text(text: &mut String, line: &Line) {
    let template = Line::SCHEMA.sort.as_ref().map(|sort| sort.template);
    let Some(template) = template else { panic!("a line has a sort key") };
    good(template.write(&Parts(line), text).map_err(Into::into));
}

/// dal's works.
pub fn dals() -> Vec<Spec> {
    const DAL: &str = "dal";
    let mut works = vec![
        Spec::new("key_text", DAL, 1, |_| {
            let line = line();
            Work::repeat(move || {
                let mut text = String::new();
                key_text(&mut text, black_box(&line));
                black_box(text);
            })
        }),
        Spec::new("key_text_in_place", DAL, 1, |_| {
            let (line, mut text) = (line(), String::with_capacity(100));
            Work::repeat(move || {
                text.clear();
                key_text(&mut text, black_box(&line));
                black_box(&text);
            })
        }),
        Spec::new("body", DAL, 1, |_| {
            let (order, shop) = (order(1), shop(client::written()));
            // The item is written when the call is made, and sent when it is awaited.
            Work::repeat(move || drop(black_box(black_box(&order).put(&shop))))
        }),
        Spec::new("to_map", DAL, 1, |_| {
            let (order, shop) = (order(1), shop(client::written()));
            Work::repeat(move || {
                black_box(good(black_box(&order).to_attribute_values(&shop).map_err(Into::into)));
            })
        }),
        Spec::new("from_map", DAL, 1, |_| {
            let map = good(Raw::to_map(&order(1)));
            Work::feed(
                move || map.clone(),
                |map| {
                    black_box(good(Order::from_attribute_values(black_box(&map)).map_err(Into::into)));
                },
            )
        }),
    ];
    works.push(Spec::new("query_2500_borrowed", DAL, 2_500, |items| {
        let (order, shop) = (order(1), shop(client::page(items)));
        Work::repeat(move || {
            black_box(run(ours::query_borrowed(&shop, &order)));
        })
    }));
    works.extend(calls!(
        DAL,
        shop,
        ours::put,
        ours::get,
        ours::update,
        ours::transaction,
        ours::query,
        ours::projection,
        ours::collection,
        ours::batch_write,
    ));
    works
}

/// What nobody can go below: the SDK's own call without an item, and a clone of a result.
pub fn floors() -> Vec<Spec> {
    let mut works = ["put_item", "get_item"].map(|name| Spec::new(name, "empty", 1, empty)).to_vec();
    works.extend(PAGES.map(|(name, items)| {
        Spec::new(name, "clone", items, |items| {
            let orders = orders(items);
            Work::repeat(move || drop(black_box(black_box(&orders).clone())))
        })
    }));
    works
}

/// The SDK's own PutItem, without an item.
fn empty(_: u32) -> Work {
    let client = client::written();
    Work::repeat(move || {
        run(async {
            client.put_item().table_name(TABLE).send().await?;
            Ok(())
        });
    })
}

/// Maps and keys by hand, on the SDK alone.
pub fn raws() -> Vec<Spec> {
    let mut works = map_works::<Raw>("raw");
    works.push(Spec::new("key_text", "raw", 1, |_| {
        let line = line();
        Work::repeat(move || drop(black_box(keys::line(black_box(&line)))))
    }));
    works
}

/// The works of all contenders that this build has.
pub fn all() -> Vec<Spec> {
    let mut works = dals();
    works.extend(floors());
    works.extend(raws());
    #[cfg(feature = "peers")]
    {
        works.extend(map_works::<crate::peers::SerdeDynamo>("serde_dynamo"));
        works.extend(crate::peers::works());
    }
    // Items that borrow stand beside the same page, owned.
    let owned =
        works.iter().filter(|work| work.name == "query_2500" && matches!(work.who, "raw" | "serde_dynamo"));
    let owned: Vec<Spec> = owned.map(|work| work.called("query_2500_borrowed")).collect();
    works.extend(owned);
    works
}
