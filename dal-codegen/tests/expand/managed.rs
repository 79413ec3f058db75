//! list: managed.yaml
#[derive(SingleTable, Serialize, Deserialize)]
pub struct User {
    pub tenant_id: Ulid,
    pub user_id: Ulid,
    pub email: Option<String>,
    pub name: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
pub struct Task {
    pub tenant_id: Ulid,
    pub task_id: Ulid,
    pub owner_id: Option<Ulid>,
    pub title: String,
    #[serde(default)]
    pub rev: u64,
    pub created_at: Option<DateTime<Utc>>,
    #[serde(rename = "touched")]
    pub updated_at: DateTime<Utc>,
}
