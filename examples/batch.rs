//! A thousand items at once, while DynamoDB leaves half of each request undone: a progress bar, and nothing lost.
//!
//! ```sh
//! cargo run --example batch
//! ```

mod domain;

use std::error::Error;
use std::io::Write as _;

use chrono::{DateTime, TimeDelta};
use dal::prelude::*;
use dal::{BatchWrite, Progress};
use dal_local::faults::{Fault, Faults, Plan, Throttle};
use domain::*;
use ulid::Ulid;

/// Redraws a line: how much is done, and what was sent again.
fn draw(what: &str, progress: Progress) {
    let total = progress.total.unwrap_or(progress.done).max(1);
    let filled = 40 * progress.done / total;
    let (done, retries) = (progress.done, progress.retries);
    print!("\r{what} [{:-<40}] {done:>4} of {total}, {retries} sent again ", "#".repeat(filled));
    let _ = std::io::stdout().flush();
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // Most requests are throttled, or done in part: what is left comes back as unprocessed.
    let busy =
        [Fault::Unprocessed { processed: 9 }, Fault::Throttled(Throttle::ProvisionedThroughputExceeded)];
    let faults = Faults::planned(Plan::new(7).only(busy).share(0.6));
    faults.pause();
    let dal: Dal<Invocacare> = Dal::new(faults.client(&dal_local::memory().await?));
    dal.create_table().await?;
    faults.resume();

    let tenant_id = TenantId(Ulid::from(1_u128));
    let clinic = dal.tenant(tenant_id);
    let start = DateTime::from_timestamp_millis(1_796_000_000_000).ok_or("a time")?;
    let items: Vec<Item> = (0..1_000_u32)
        .map(|number| Item {
            tenant_id,
            item_id: ItemId(Ulid::from(u128::from(number) + 1)),
            owner_id: None,
            title: format!("Device {number}"),
            status: "open".to_owned(),
            created_at: start + TimeDelta::minutes(number.into()),
        })
        .collect();

    let written =
        BatchWrite::new().put_all(&clinic, &items).on_progress(|progress| draw("writing", progress)).await?;
    println!();
    // Had DynamoDB done nothing for 30 seconds, the rest would be here, typed, to be resumed.
    assert_eq!(written.unprocessed().count(), 0);
    written.complete()?;

    // Every second key of those, and one that is not there.
    let mut keys: Vec<ItemKey> = items.iter().step_by(2).map(|item| item.key()).collect();
    keys.push(ItemKey { item_id: ItemId(Ulid::from(5_000_u128)) });
    let found = Item::batch_get(&clinic, keys).on_progress(|progress| draw("reading", progress)).await?;
    println!();
    let found = found.into_items()?;
    assert!(found.iter().flatten().eq(items.iter().step_by(2)), "each item at the position of its key");
    assert_eq!(found.last(), Some(&None));

    let deleted = BatchWrite::new().delete_all(&clinic, items.iter().map(|item| item.key()));
    deleted.on_progress(|progress| draw("deleting", progress)).await?.complete()?;
    println!("\n{}", faults.report());
    Ok(())
}
