//! Optimistic locking: two people change a clinic's subscription at once, and neither loses the other's change.
//!
//! ```sh
//! cargo run --example locking
//! ```

use chrono::{DateTime, Utc};
use dal::Error;
use dal::prelude::*;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

/// A clinic's billing state, as `examples/locking.yaml` has it: `rev` and `updated_at` are dal's to fill in.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[dal(patterns = "examples/locking.yaml")]
pub struct Subscription {
    pub tenant_id: Ulid,
    pub plan: String,
    pub seats: u32,
    pub rev: u64,
    pub updated_at: DateTime<Utc>,
}

/// A member of staff: no two of a clinic have one address.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[dal(patterns = "examples/locking.yaml")]
pub struct User {
    pub tenant_id: Ulid,
    pub user_id: Ulid,
    pub email: String,
}

#[derive(SingleTable)]
#[dal(patterns = "examples/locking.yaml")]
pub enum Clinic {
    Subscription(Subscription),
    User(User),
}

/// Adds seats to the subscription as it is stored, however often another writer is faster.
async fn add_seats(clinic: &Scope<Clinic>, mut mine: Subscription, more: u32) -> Result<u32, Error> {
    let mut attempts = 1;
    loop {
        mine.seats += more;
        match mine.put(clinic).await {
            Ok(()) => return Ok(attempts),
            // The error holds the item that is stored: no read is needed to decide anew.
            Err(Error::VersionConflict(failed)) => match failed.stored {
                Some(stored) => mine = stored.decode()?,
                None => return Err(Error::VersionConflict(failed)),
            },
            Err(other) => return Err(other),
        }
        attempts += 1;
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dal: Dal<Clinic> = Dal::new(dal_local::memory().await?);
    dal.create_table().await?;
    let tenant_id = Ulid::generate();
    let clinic = dal.tenant(tenant_id);

    let plan = "team".to_owned();
    let mut first = Subscription { tenant_id, plan, seats: 10, rev: 0, updated_at: DateTime::UNIX_EPOCH };
    first.create(&clinic).await?;
    println!("created: version {}, at {}", first.rev, first.updated_at);

    // Both loaded version 1.
    let (ann, bob) = (first.clone(), first);
    let (ann, bob) = tokio::join!(add_seats(&clinic, ann, 5), add_seats(&clinic, bob, 3));
    println!("ann wrote at her attempt {}, bob at his attempt {}", ann?, bob?);
    let stored = Subscription::get_subscription(&clinic).consistent().await?.ok_or("it is stored")?;
    println!("stored: {} seats, version {}", stored.seats, stored.rev);
    if (stored.seats, stored.rev) != (18, 3) {
        return Err("a change was lost".into());
    }

    // A delete says which version it means, or that any will do.
    let stale = Subscription::delete(&clinic, stored.key()).expect_version(1_u32).await;
    println!("delete of version 1: {}", stale.err().ok_or("version 1 is long gone")?);

    // A unique value: the second one is refused, whatever its case.
    let user = |email: &str| User { tenant_id, user_id: Ulid::generate(), email: email.to_owned() };
    user("ann@clinic.example").create(&clinic).await?;
    match user("Ann@Clinic.example").create(&clinic).await {
        Err(Error::NotUnique(taken)) => println!("refused: `{}` is taken", taken.attribute),
        other => return Err(format!("two users have one address: {other:?}").into()),
    }
    Ok(())
}
