//! Membership under a condition, an enum by its rank, a consistent get.

#[derive(SingleTable, Serialize, Deserialize)]
pub(crate) struct Call {
    pub(crate) tenant_id: TenantId,
    pub(crate) call_id: CallId,
    pub(crate) urgency: Urgency,
    pub(crate) received_at: DateTime<Utc>,
    status: CallStatus,
    phone: Option<String>,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CallStatus {
    Waiting,
    InProgress,
    Closed,
}
