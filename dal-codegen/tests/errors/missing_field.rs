#[derive(SingleTable)]
pub struct Item {
    pub tenant_id: TenantId,
    pub id: ItemId,
    pub owner_id: Option<UserId>,
    pub created_at: DateTime<Utc>,
    pub state: State,
    pub title: String,
}
