//! list: regions.yaml
//!
//! A tenant of two parts, an entity outside tenants, patterns with two parameters of one type.

#[derive(SingleTable, Serialize, Deserialize)]
pub struct Setting {
    pub name: String,
    pub value: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
pub struct Edge {
    pub region: String,
    pub tenant_id: Uuid,
    pub from: String,
    pub to: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
pub struct Level {
    pub region: String,
    pub tenant_id: Uuid,
    pub kind: String,
    pub at: i64,
}

#[derive(SingleTable)]
pub enum ByRegion {
    Setting(Setting),
    Edge(Edge),
    Level(Level),
}
