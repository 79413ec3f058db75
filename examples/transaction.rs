//! A transaction: a clinic registers with its record, its billing and its first user, or not at all.
//!
//! ```sh
//! cargo run --example transaction
//! ```

mod domain;

use std::error::Error;

use dal::prelude::*;
use dal::{Transaction, TransactionGet};
use domain::world::{self, Clinic};
use domain::*;

/// One TransactWriteItems, as `patterns.yaml` names it: the clinic, its billing, its first user, and the guard that keeps the
/// user's address unique in the clinic. The subscription's version is filled in when all is done.
fn register<'a>(dal: &Dal<Invocacare>, clinic: &'a mut Clinic, user: &User) -> Transaction<'a> {
    let at = dal.tenant(clinic.tenant.tenant_id);
    Invocacare::register_clinic(&at, &clinic.tenant, &mut clinic.subscription, user)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let dal: Dal<Invocacare> = Dal::new(dal_local::memory().await?);
    dal.create_table().await?;
    let mut clinic = world::clinics()?.into_iter().next().ok_or("the data file holds no clinic")?;
    let at = dal.tenant(clinic.tenant.tenant_id);
    let [user, second, ..] = clinic.users.as_slice() else {
        return Err("the clinic has no two users".into());
    };
    let (user, second) = (user.clone(), second.clone());

    // Somebody wrote the subscription before: nothing of the registration is done, and the error says which action met it.
    clinic.subscription.clone().create(&at).await?;
    match register(&dal, &mut clinic, &user).await {
        Err(dal::Error::Transaction(failed)) => {
            println!("{failed}");
            assert!(failed.failed(0).is_none() && failed.failed(1).is_some());
        }
        other => return Err(format!("the subscription was there before: {other:?}").into()),
    }
    assert_eq!(Tenant::get_tenant(&at).await?, None);

    Subscription::delete(&at, clinic.subscription.key()).expect_version(1_u32).await?;
    register(&dal, &mut clinic, &user).await?;
    println!("registered; the subscription is version {}", clinic.subscription.rev);

    // Reads of several entities, as they are at one point in time; what is not there is `None`.
    let gets =
        (Tenant::get_tenant(&at), User::get_user(&at, user.user_id), User::get_user(&at, second.user_id));
    let (tenant, first, none) = TransactionGet::new(gets).await?;
    let (tenant, first) = (tenant.ok_or("registered")?, first.ok_or("registered")?);
    println!("{} is registered; its first user is {}", tenant.name, first.name);
    assert_eq!(none, None);

    // A user comes only to a clinic that there is: a check writes nothing, and holds for the whole transaction.
    let join = |user: &User| {
        let at = dal.tenant(user.tenant_id);
        Transaction::new().add(Tenant::check(&at, clinic.tenant.key())).add(user.create(&at))
    };
    join(&second).await?;

    // Nobody of a clinic gets the address of another one, whatever its case.
    let same =
        User { user_id: UserId(ulid::Ulid::from(7_u128)), email: user.email.to_uppercase(), ..user.clone() };
    match same.create(&at).await {
        Err(dal::Error::NotUnique(taken)) => println!("refused: {taken}"),
        other => return Err(format!("two users have one address: {other:?}").into()),
    }
    let elsewhere = User { tenant_id: TenantId(ulid::Ulid::from(9_u128)), ..second.clone() };
    let refused = join(&elsewhere).await;
    println!("{}", refused.err().ok_or("there is no such clinic")?);
    Ok(())
}
