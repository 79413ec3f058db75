//! Partial writes: a condition between two writers, a patch that moves an item between indexes, an upsert, and a move to
//! another primary key.
//!
//! ```sh
//! cargo run --example changes
//! ```

mod domain;

use std::error::Error;

use chrono::TimeDelta;
use dal::prelude::*;
use domain::world;
use domain::*;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let dal: Dal<Invocacare> = Dal::new(dal_local::memory().await?);
    dal.create_table().await?;
    let clinics = world::clinics()?;
    let clinic = clinics.first().ok_or("the data file holds no clinic")?;
    let at = dal.tenant(clinic.tenant.tenant_id);

    // Two nurses see the same waiting call. A patch writes the board's key with the status; the condition lets one of them
    // have it.
    let waiting = clinic.calls.iter().find(|call| call.status == CallStatus::Waiting);
    let call = waiting.ok_or("nobody waits")?;
    call.create(&at).await?;
    let take = || call.patch(&at).set(Call::STATUS, CallStatus::InProgress);
    let taken = take().only_if(Call::STATUS.eq(CallStatus::Waiting)).await?;
    println!("{}: {:?}", taken.name, taken.status);
    match take().only_if(Call::STATUS.eq(CallStatus::Waiting)).await {
        Err(dal::Error::ConditionFailed(failed)) => {
            let stored = failed.stored.ok_or("a failed condition gives the stored item")?.decode::<Call>()?;
            println!("the second nurse finds it {:?}", stored.status);
        }
        _ => return Err("two nurses took one call".into()),
    }
    // A status is no part of the board's sort key, but decides whether the call is on the board at all.
    taken.patch(&at).set(Call::STATUS, CallStatus::Closed).await?;
    println!("{} calls on the board", Call::open_calls(&at).await?.len());
    // What was loaded before is old by now: a change of what its key is made of is refused, and nothing is stale.
    match taken.patch(&at).set(Call::URGENCY, Urgency::Emergency).await {
        Err(dal::Error::Conflict(_)) => println!("a patch of what another writer changed is a conflict"),
        _ => return Err("a key was made of what is no longer so".into()),
    }

    // An upsert creates or replaces; what another part of the program set first is kept.
    clinic.tenant.upsert(&at).await?;
    let renamed = Tenant { name: "New name".to_owned(), city: "Nowhere".to_owned(), ..clinic.tenant.clone() };
    let stored = renamed.upsert(&at).keep(Tenant::CITY).await?;
    println!("{} in {}", stored.name, stored.city);

    // The beginning of a shift is in its primary key: another one is another item, and the move is one transaction.
    let shift = clinic.shifts.first().ok_or("nobody is on call")?;
    shift.create(&at).await?;
    let later = Shift { starts_at: shift.starts_at + TimeDelta::hours(1), ..shift.clone() };
    shift.move_to(&at, &later).await?;
    let schedule = Shift::team_schedule(&at, shift.team_id).await?.into_items()?;
    println!("{} shift, which starts at {}", schedule.len(), later.starts_at);

    // A filter narrows what a key condition found. It saves no capacity.
    for item in &clinic.items {
        item.create(&at).await?;
    }
    let done = Item::list_items(&at).filter(Item::STATUS.ne("open") & Item::OWNER_ID.exists()).await?;
    println!(
        "{} items were read to find {} that have an owner and are not open",
        done.evaluated(),
        done.len()
    );
    Ok(())
}
