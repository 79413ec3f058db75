//! The main job: InvocaCare on one table.
//!
//! It creates the table, writes the clinics of `examples/data/clinics.json`, runs every pattern that `patterns.yaml`
//! declares, and prints what was sent for each. It runs on the engine inside the process, or on the server that
//! `AWS_ENDPOINT_URL_DYNAMODB` names.
//!
//! ```sh
//! cargo run --example invocacare
//! ```

mod domain;
mod report;

use std::error::Error;

use chrono::{TimeDelta, Utc};
use dal::prelude::*;
use domain::world::{self, Clinic};
use domain::*;
use report::Report;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let report = Report::install()?;
    let dal: Dal<Invocacare> = match std::env::var_os("AWS_ENDPOINT_URL_DYNAMODB") {
        Some(_) => Dal::connect().await?.with_table_name(format!("invocacare-{}", ulid::Ulid::generate())),
        None => Dal::new(dal_local::memory().await?),
    };
    dal.create_table().await?;

    let mut clinics = world::clinics()?;
    for clinic in &mut clinics {
        clinic.write(&dal.tenant(clinic.tenant.tenant_id)).await?;
    }
    let items: usize = clinics.iter().map(Clinic::len).sum();
    println!("{} clinics, {items} items in the table `{}`\n", clinics.len(), dal.table_name());

    let [first, second, ..] = clinics.as_slice() else {
        return Err("the data file holds fewer than two clinics".into());
    };
    report.start();
    let seen = run_every_pattern(&dal, first).await?;
    report.print();

    let foreign = look_from(&dal.tenant(second.tenant.tenant_id), first).await?;
    println!("\n{} sees {seen} of its own items through these patterns.", first.tenant.name);
    println!("{} sees {foreign} of them.", second.tenant.name);
    if foreign != 0 {
        return Err("a clinic saw another clinic's items".into());
    }
    Ok(())
}

/// Runs every declared pattern for one clinic, and counts the items.
async fn run_every_pattern(dal: &Dal<Invocacare>, clinic: &Clinic) -> Result<usize, Box<dyn Error>> {
    let at = dal.tenant(clinic.tenant.tenant_id);
    let sample = Sample::of(clinic).ok_or("the clinic lacks a record of some entity")?;

    let listed = Tenant::list_tenants(dal).await?.into_items()?;
    let newest = listed.first().map_or("none", |tenant| tenant.name.as_str());
    println!("The operator console lists {} clinics, the newest first: {newest}.\n", listed.len());
    let mut seen = look_from(&at, clinic).await?;

    // The board is empty of calls that were closed: closing one takes it off the index.
    let board = Call::open_calls(&at).await?;
    if let Some(call) = board.into_items()?.into_iter().next() {
        let closed = CallGsi1Parts {
            urgency: call.urgency,
            status: CallStatus::Closed,
            received_at: call.received_at,
        };
        Call::update(&at, CallKey { call_id: call.call_id }).set_group(closed).await?;
        seen += Call::open_calls(&at).await?.len();
    }
    let now = sample.shift.starts_at + TimeDelta::hours(1);
    let on_call = Shift::on_call_at(&at, sample.shift.team_id).range(..=now).await?;
    let on_call = on_call.filter(|shift| shift.ends_at > now).ok_or("nobody is on call")?;
    assert_eq!(on_call.user_id, sample.shift.user_id);
    Ok(seen)
}

/// Asks for a clinic's items, by that clinic's own ids, from any clinic's scope; counts what comes back.
async fn look_from(at: &Scope<Invocacare>, clinic: &Clinic) -> Result<usize, Box<dyn Error>> {
    let Sample { user, item, call, shift, message, participation } =
        Sample::of(clinic).ok_or("the clinic lacks a record of some entity")?;
    let mine = |tenant_id| usize::from(tenant_id == clinic.tenant.tenant_id);
    let mut seen = 0;

    seen += Tenant::get_tenant(at).await?.map_or(0, |tenant| mine(tenant.tenant_id));
    seen += Overview::overview(at).await?.map_or(0, |overview| mine(overview.tenant.tenant_id));

    seen += User::get_user(at, user.user_id).await?.map_or(0, |user| mine(user.tenant_id));
    for user in User::list_users(at).await? {
        seen += mine(user?.tenant_id);
    }

    seen += Item::get_item(at, item.item_id).await?.map_or(0, |item| mine(item.tenant_id));
    for item in Item::list_items(at).await? {
        seen += mine(item?.tenant_id);
    }
    if let Some(owner) = item.owner_id {
        for item in Item::items_by_owner(at, owner).range(item.created_at - TimeDelta::days(365)..).await? {
            seen += mine(item?.tenant_id);
        }
    }

    seen += Call::get_call(at, call.call_id).await?.map_or(0, |call| mine(call.tenant_id));
    for call in Call::open_calls(at).range(..=Urgency::Urgent).await? {
        seen += mine(call?.tenant_id);
    }

    seen +=
        Shift::get_shift(at, shift.team_id, shift.starts_at).await?.map_or(0, |shift| mine(shift.tenant_id));
    let week = shift.starts_at..shift.starts_at + TimeDelta::days(7);
    for shift in Shift::team_schedule(at, shift.team_id).range(week).await? {
        seen += mine(shift?.tenant_id);
    }
    seen += Shift::on_call_at(at, shift.team_id)
        .range(..=Utc::now())
        .await?
        .map_or(0, |shift| mine(shift.tenant_id));

    let mut cursor = None;
    loop {
        let page = Message::messages(at, message.thread_id).limit(5).after(cursor).await?;
        cursor = page.cursor();
        for message in page {
            seen += mine(message?.tenant_id);
        }
        if cursor.is_none() {
            break;
        }
    }
    for participation in Participation::participants(at, message.thread_id).await? {
        seen += mine(participation?.tenant_id);
    }
    for participation in Participation::inbox(at, participation.participant_id).await? {
        seen += mine(participation?.tenant_id);
    }
    Ok(seen)
}

/// One record of each entity of a clinic.
struct Sample<'a> {
    user: &'a User,
    item: &'a Item,
    call: &'a Call,
    shift: &'a Shift,
    message: &'a Message,
    participation: &'a Participation,
}

impl<'a> Sample<'a> {
    fn of(clinic: &'a Clinic) -> Option<Self> {
        let message = clinic.messages.first()?;
        Some(Self {
            user: clinic.users.first()?,
            item: clinic.items.iter().find(|item| item.owner_id.is_some())?,
            call: clinic.calls.first()?,
            shift: clinic.shifts.first()?,
            message,
            participation: clinic.participations.iter().find(|with| with.thread_id == message.thread_id)?,
        })
    }
}
