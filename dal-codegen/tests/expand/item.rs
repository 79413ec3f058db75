//! The measured case: one entity with an index and two patterns.

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Item {
    pub tenant_id: TenantId,
    pub item_id: ItemId,
    pub owner_id: Option<UserId>,
    pub title: String,
    pub created_at: DateTime<Utc>,
}
