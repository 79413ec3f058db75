//! Secure messaging: threads between patients and staff.

use chrono::{DateTime, Utc};
use dal::Ttl;
use dal::prelude::*;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

use super::TenantId;

/// Names a thread.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ThreadId(pub Ulid);

/// Names a message.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MessageId(pub Ulid);

/// Names a person who takes part in threads: a patient, or a member of staff.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ParticipantId(pub Ulid);

/// One message of a thread.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Message {
    pub tenant_id: TenantId,
    pub thread_id: ThreadId,
    pub sent_at: DateTime<Utc>,
    pub message_id: MessageId,
    pub sender_id: ParticipantId,
    pub body: String,
    /// When the clinic's retention ends.
    pub expires_at: Option<Ttl>,
}

/// A person in a thread, with what the inbox shows of it.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Participation {
    pub tenant_id: TenantId,
    pub thread_id: ThreadId,
    pub participant_id: ParticipantId,
    pub title: String,
    pub last_message_at: DateTime<Utc>,
}
