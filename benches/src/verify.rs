//! That the contenders do the same: what they write and read is compared before anything is measured.

use std::fmt::Debug;

use dal::prelude::*;

use crate::domain::{Line, customer, line, order, orders};
use crate::raw::Raw;
use crate::sdk::{self, Maps};
use crate::works::{client, run, shop};
use crate::{Result, Summary, keys, ours};

/// Fails where two contenders differ.
pub(crate) fn same<T: PartialEq + Debug>(what: &str, one: &T, other: &T) -> Result<()> {
    if one == other {
        return Ok(());
    }
    Err(format!("{what}: the contenders differ\n{one:?}\n{other:?}").into())
}

pub(crate) fn expected() -> Vec<Summary> {
    let summary = |of: crate::domain::Order| Summary {
        tenant_id: of.tenant_id,
        customer_id: of.customer_id,
        order_id: of.order_id,
        status: of.status,
        placed_at: of.placed_at,
        title: of.title,
        total: of.total,
    };
    orders(10).into_iter().map(summary).collect()
}

/// What is read by a contender's functions over the handle that `$wrap` makes of a client.
macro_rules! reads {
    ($who:expr, $wrap:expr, $get:expr, $query:expr, $projection:expr, $collection:expr $(,)?) => {{
        use $crate::domain::{customer, order, orders};
        use $crate::verify::same;
        use $crate::works::{client, run};
        same($who, &run($get(&$wrap(client::item()), &order(1))), &Some(order(1)))?;
        same($who, &run($query(&$wrap(client::page(10)), &order(1))), &orders(10))?;
        same(
            $who,
            &run($projection(&$wrap(client::projection(10)), &order(1))),
            &$crate::verify::expected(),
        )?;
        same($who, &run($collection(&$wrap(client::collection(10)), &order(1))), &(customer(), orders(10)))?;
    }};
}
#[cfg(feature = "peers")]
pub(crate) use reads;

/// What a contender that converts maps writes and reads.
pub(crate) fn maps<M: Maps>(who: &str) -> Result<()> {
    for number in 0..10 {
        let order = order(number);
        same(who, &M::to_map(&order)?, &Raw::to_map(&order)?)?;
        same(who, &M::from_map(Raw::to_map(&order)?)?, &order)?;
    }
    reads!(
        who,
        std::convert::identity::<aws_sdk_dynamodb::Client>,
        sdk::get::<M>,
        sdk::query::<M>,
        sdk::projection::<M>,
        sdk::collection::<M>,
    );
    Ok(())
}

/// Compares all contenders of this build.
///
/// # Errors
///
/// When two of them differ.
pub fn all() -> Result<()> {
    let at = shop(client::written());
    for number in 0..10 {
        let order = order(number);
        same("dal", &order.to_attribute_values(&at)?, &Raw::to_map(&order)?)?;
        same("dal", &crate::domain::Order::from_attribute_values(&Raw::to_map(&order)?)?, &order)?;
    }
    let key = Line::key_values(&at, &line().key())?;
    let sort = key.sort.as_ref().and_then(|(_, value)| value.as_s()).map(str::to_owned);
    same("key", &sort, &Some(keys::line(&line())))?;
    same("dal", &run(ours::get(&shop(client::item()), &order(1))), &Some(order(1)))?;
    same("dal", &run(ours::query(&shop(client::page(10)), &order(1))), &orders(10))?;
    let projected = run(ours::projection(&shop(client::projection(10)), &order(1)));
    same("dal", &projected.into_iter().map(Summary::from).collect(), &expected())?;
    let collected = run(ours::collection(&shop(client::collection(10)), &order(1)));
    same("dal", &(collected.customer, collected.orders), &(customer(), orders(10)))?;
    maps::<Raw>("raw")?;
    #[cfg(feature = "peers")]
    crate::peers::verify()?;
    Ok(())
}
