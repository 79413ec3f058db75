//! The clinics of `examples/data/clinics.json`, as items.

use chrono::{DateTime, TimeDelta, Utc};
use dal::Ttl;
use dal::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    Call, Invocacare, Item, Message, ParticipantId, Participation, Shift, Subscription, TeamId, Tenant,
    TenantId, ThreadId, User,
};

/// One clinic with all that it keeps.
#[derive(Debug, Clone)]
pub struct Clinic {
    pub tenant: Tenant,
    pub subscription: Subscription,
    pub users: Vec<User>,
    pub items: Vec<Item>,
    pub calls: Vec<Call>,
    pub shifts: Vec<Shift>,
    pub messages: Vec<Message>,
    pub participations: Vec<Participation>,
}

impl Clinic {
    /// Writes it: each item with all its keys. What the table fills in is filled in here, too.
    pub async fn write(&mut self, at: &Scope<Invocacare>) -> Result<(), dal::Error> {
        self.tenant.create(at).await?;
        self.subscription.create(at).await?;
        for user in &self.users {
            user.create(at).await?;
        }
        for item in &self.items {
            item.create(at).await?;
        }
        for call in &self.calls {
            call.create(at).await?;
        }
        for shift in &self.shifts {
            shift.create(at).await?;
        }
        for message in &self.messages {
            message.create(at).await?;
        }
        for participation in &self.participations {
            participation.create(at).await?;
        }
        Ok(())
    }

    /// How many items the table holds of it.
    pub fn len(&self) -> usize {
        2 + self.users.len()
            + self.items.len()
            + self.calls.len()
            + self.shifts.len()
            + self.messages.len()
            + self.participations.len()
    }
}

#[derive(Deserialize)]
struct File {
    clinics: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    tenant_id: TenantId,
    name: String,
    city: String,
    status: super::TenantStatus,
    created_at: DateTime<Utc>,
    subscription: Value,
    users: Vec<Value>,
    items: Vec<Value>,
    calls: Vec<Value>,
    teams: Vec<Team>,
    threads: Vec<Thread>,
}

#[derive(Deserialize)]
struct Team {
    team_id: TeamId,
    shifts: Vec<Value>,
}

#[derive(Deserialize)]
struct Thread {
    thread_id: ThreadId,
    title: String,
    participants: Vec<ParticipantId>,
    last_message_at: DateTime<Utc>,
    messages: Vec<Value>,
}

/// How long a clinic keeps its messages.
const RETENTION: TimeDelta = TimeDelta::days(3650);

/// The clinics of the data file.
pub fn clinics() -> Result<Vec<Clinic>, serde_json::Error> {
    let file: File = serde_json::from_str(include_str!("../data/clinics.json"))?;
    file.clinics.into_iter().map(clinic).collect()
}

fn clinic(entry: Entry) -> Result<Clinic, serde_json::Error> {
    let Entry { tenant_id, name, city, status, created_at, .. } = entry;
    let tenant = serde_json::to_value(tenant_id)?;
    let mut shifts = Vec::new();
    for team in entry.teams {
        let team_id = serde_json::to_value(team.team_id)?;
        shifts.extend(all(team.shifts, &[("tenant_id", &tenant), ("team_id", &team_id)])?);
    }
    let (mut messages, mut participations) = (Vec::new(), Vec::new());
    for thread in entry.threads {
        let thread_id = serde_json::to_value(thread.thread_id)?;
        let written: Vec<Message> =
            all(thread.messages, &[("tenant_id", &tenant), ("thread_id", &thread_id)])?;
        messages.extend(written.into_iter().map(|message| Message {
            expires_at: Some(Ttl::from_epoch_seconds((message.sent_at + RETENTION).timestamp())),
            ..message
        }));
        participations.extend(thread.participants.into_iter().map(|participant_id| Participation {
            tenant_id,
            thread_id: thread.thread_id,
            participant_id,
            title: thread.title.clone(),
            last_message_at: thread.last_message_at,
        }));
    }
    Ok(Clinic {
        tenant: Tenant { tenant_id, name, city, status, created_at },
        subscription: one(entry.subscription, &[("tenant_id", &tenant)])?,
        users: all(entry.users, &[("tenant_id", &tenant)])?,
        items: all(entry.items, &[("tenant_id", &tenant)])?,
        calls: all(entry.calls, &[("tenant_id", &tenant)])?,
        shifts,
        messages,
        participations,
    })
}

fn all<T: DeserializeOwned>(
    values: Vec<Value>,
    also: &[(&str, &Value)],
) -> Result<Vec<T>, serde_json::Error> {
    values.into_iter().map(|value| one(value, also)).collect()
}

/// A value as a `T`, with the fields that the file gives once for the whole group.
fn one<T: DeserializeOwned>(value: Value, also: &[(&str, &Value)]) -> Result<T, serde_json::Error> {
    let mut fields: Map<String, Value> = serde_json::from_value(value)?;
    fields.extend(also.iter().map(|(name, value)| ((*name).to_owned(), (*value).clone())));
    serde_json::from_value(Value::Object(fields))
}
