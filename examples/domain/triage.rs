//! Call triage: a clinic's phone line.

use chrono::{DateTime, Utc};
use dal::prelude::*;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

use super::TenantId;

/// Names a call.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CallId(pub Ulid);

/// How soon a call must be answered; in the order of the board.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Urgency {
    Emergency,
    Urgent,
    Routine,
}

/// Where a call stands; it is on the board until it is closed.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum CallStatus {
    Waiting,
    InProgress,
    Closed,
}

/// A call to the clinic.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Call {
    pub tenant_id: TenantId,
    pub call_id: CallId,
    /// The caller.
    pub name: String,
    pub phone: String,
    pub complaint: String,
    pub urgency: Urgency,
    pub status: CallStatus,
    pub received_at: DateTime<Utc>,
}
