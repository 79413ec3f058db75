//! A collection: a clinic's record and its billing, in one Query, as one struct.
//!
//! ```sh
//! cargo run --example collection
//! ```

mod domain;

use std::error::Error;

use dal::prelude::*;
use domain::world;
use domain::*;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let dal: Dal<Invocacare> = Dal::new(dal_local::memory().await?);
    dal.create_table().await?;
    let mut clinic = world::clinics()?.into_iter().next().ok_or("the data file holds no clinic")?;
    let at = dal.tenant(clinic.tenant.tenant_id);

    // Nothing is there yet: the collection is `None`, not a struct of blanks.
    assert_eq!(Overview::overview(&at).await?, None);

    // The record alone: the subscription is optional, because the struct says so.
    clinic.tenant.create(&at).await?;
    let Overview { tenant, subscription } = Overview::overview(&at).await?.ok_or("the clinic was written")?;
    println!("{} in {}, subscription: {subscription:?}", tenant.name, tenant.city);

    // Both, in one request. Users and items stand in the same partition, and are not read.
    clinic.subscription.create(&at).await?;
    for user in &clinic.users {
        user.create(&at).await?;
    }
    let overview = Overview::overview(&at).await?.ok_or("the clinic was written")?;
    let subscription = overview.subscription.ok_or("the subscription was written")?;
    println!("{}: plan {}, {} seats", overview.tenant.name, subscription.plan, subscription.seats);
    Ok(())
}
