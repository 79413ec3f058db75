//! Types of key parts: newtypes of newtypes, enums, types of other crates, and foreign types by their text.

use std::net::Ipv4Addr;

use dal::Projection;
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/shapes/key_types.yaml")]
struct Number(u32);

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/shapes/key_types.yaml")]
struct LineNumber(Number);

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/shapes/key_types.yaml", display)]
struct Host(Ipv4Addr);

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "kebab-case")]
#[dal(patterns = "tests/shapes/key_types.yaml")]
enum Level {
    VeryLow,
    #[serde(rename = "mid")]
    Medium,
    High,
}

/// A newtype over an enum has its words.
#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/shapes/key_types.yaml")]
struct Urgency(Level);

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/shapes/key_types.yaml")]
struct Entry {
    tenant_id: uuid::Uuid,
    host: Host,
    line: LineNumber,
    level: Urgency,
    at: std::time::SystemTime,
    done: bool,
    digest: [u8; 4],
    title: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/shapes/key_types.yaml")]
enum Logs {
    Entry(Entry),
}

fn entry(line: u32, level: Level) -> Entry {
    Entry {
        tenant_id: uuid::Uuid::from_u128(1),
        host: Host(Ipv4Addr::LOCALHOST),
        line: LineNumber(Number(line)),
        level: Urgency(level),
        at: std::time::SystemTime::UNIX_EPOCH,
        done: true,
        digest: [0, 1, 254, 255],
        title: "t".into(),
    }
}

#[tokio::test]
async fn keys_decode_into_their_types() -> Result<(), dal::Error> {
    let logs = crate::table::<Logs>().await.tenant(uuid::Uuid::from_u128(1));
    let all = [entry(1, Level::High), entry(2, Level::VeryLow), entry(10, Level::Medium)];
    for entry in &all {
        entry.create(&logs).await?;
    }
    let found = Entry::entries(&logs, Host(Ipv4Addr::LOCALHOST)).await?.into_items()?;
    assert_eq!(found, all, "in the order of numbers");
    let by_level = Entry::entries_by_level(&logs).range(Urgency(Level::Medium)..).await?.into_items()?;
    assert_eq!(
        by_level.iter().map(|entry| (&entry.level.0, entry.done, entry.digest)).collect::<Vec<_>>(),
        [(&Level::Medium, true, [0, 1, 254, 255]), (&Level::High, true, [0, 1, 254, 255])],
        "in the order of ranks"
    );
    assert_eq!(by_level[0].key(), EntryKey { host: Host(Ipv4Addr::LOCALHOST), line: LineNumber(Number(10)) });
    Ok(())
}
