//! list: written.yaml

#[derive(SingleTable, Serialize, Deserialize)]
pub struct Brand {
    pub tenant_id: Ulid,
    pub brand_id: Ulid,
    pub name: String,
    pub status: String,
    pub note: Option<String>,
    pub likes: u32,
}

#[derive(SingleTable, Serialize, Deserialize)]
pub struct Like {
    pub tenant_id: Ulid,
    pub brand_id: Ulid,
    pub user_id: Ulid,
}

#[derive(SingleTable)]
pub enum Shop {
    Brand(Brand),
    Like(Like),
}
