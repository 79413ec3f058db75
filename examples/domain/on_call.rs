//! On-call scheduling: who answers for a team, and when.

use chrono::{DateTime, Utc};
use dal::prelude::*;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

use super::{TenantId, UserId};

/// Names a team.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TeamId(pub Ulid);

/// One person on call for a team. Shifts of a team do not overlap.
#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Shift {
    pub tenant_id: TenantId,
    pub team_id: TeamId,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub user_id: UserId,
}
