use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use dal::Ttl;
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub struct Entity {
    pub ns: String,
    pub entity_id: String,
    pub name: String,
    pub parent_id: Option<String>,
    pub cascade: bool,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub struct Bucket {
    pub ns: String,
    pub entity_id: String,
    pub resource: String,
    #[serde(rename = "shard")]
    pub bucket_shard: u16,
    pub shard_count: u16,
    pub b_rpm_tk: i64,
    pub b_rpm_cp: i64,
    pub rf: u64,
    pub ttl: Option<Ttl>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub struct UsageSnapshot {
    pub ns: String,
    pub entity_id: String,
    pub resource: String,
    pub window: DateTime<Utc>,
    pub total: u64,
    pub ttl: Ttl,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub struct EntityConfig {
    pub ns: String,
    pub entity_id: String,
    pub resource: String,
    pub l_rpm_cp: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub struct ResourceConfig {
    pub ns: String,
    pub resource: String,
    pub l_rpm_cp: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub struct SystemConfig {
    pub ns: String,
    pub on_unavailable: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub struct ResourceRegistry {
    pub ns: String,
    #[serde(with = "dal::string_set")]
    pub resources: BTreeSet<String>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub struct Version {
    pub ns: String,
    pub schema_version: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub struct AuditEvent {
    pub ns: String,
    pub entity_id: String,
    pub event_id: String,
    pub action: String,
    pub timestamp: String,
    pub ttl: Ttl,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub struct NamespaceByName {
    pub namespace_name: String,
    pub namespace_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub struct NamespaceById {
    pub namespace_name: String,
    pub namespace_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub enum RateLimits {
    Entity(Entity),
    Bucket(Bucket),
    UsageSnapshot(UsageSnapshot),
    EntityConfig(EntityConfig),
    ResourceConfig(ResourceConfig),
    SystemConfig(SystemConfig),
    ResourceRegistry(ResourceRegistry),
    Version(Version),
    AuditEvent(AuditEvent),
    NamespaceByName(NamespaceByName),
    NamespaceById(NamespaceById),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/rate-limiter/patterns.yaml")]
pub enum ItemsOfNamespace {
    Entity(EntityOnGsi4),
    Bucket(BucketOnGsi4),
}
