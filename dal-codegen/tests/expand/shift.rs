//! Queries of the table, a range, the latest of a range; an index that stores all, by day, where a field is present.

#[derive(SingleTable, Serialize, Deserialize)]
struct Shift {
    tenant_id: TenantId,
    team_id: TeamId,
    starts_at: DateTime<Utc>,
    note: Option<String>,
    expires_at: Option<Ttl>,
}
