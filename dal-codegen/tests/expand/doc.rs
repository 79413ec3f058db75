//! Attributes as serde names and reads them; a field whose name is a keyword; a `with` module in an index.

#[derive(SingleTable, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default = "Doc::empty")]
pub struct Doc {
    #[serde(rename = "tenant_id")]
    pub tenant_id: TenantId,
    pub doc_id: DocId,
    pub author_id: Option<UserId>,
    #[serde(rename = "t", alias = "title")]
    pub r#type: self::Result<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<super::Note>,
    #[serde(with = "crate::iso", default = "far")]
    pub due: Option<Date>,
    #[serde(rename = "expires_at", deserialize_with = "seconds")]
    pub expires: u64,
    #[serde(skip)]
    pub cached: Vec<u8>,
    #[serde(flatten)]
    pub rest: HashMap<String, String>,
    #[serde(serialize_with = "stars::write")]
    pub stars: u8,
}
