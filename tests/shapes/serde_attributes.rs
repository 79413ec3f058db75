//! What serde's attributes do to names and to presence.

use std::collections::HashMap;

use dal::prelude::*;
use serde::{Deserialize, Serialize};

/// As AWS writes it, with all that the container can say.
#[derive(SingleTable, Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
#[dal(patterns = "tests/shapes/serde_attributes.yaml")]
struct Strict {
    tenant_id: String,
    strict_id: String,
    #[serde(rename = "o")]
    owner_id: Option<String>,
    #[serde(alias = "Heading")]
    title: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(alias = "Remark")]
    note: Option<String>,
    #[serde(default = "seven")]
    weight: u32,
    #[serde(skip)]
    cached: Option<u32>,
    #[serde(with = "reversed")]
    code: String,
    #[serde(default, with = "dal::ttl::option")]
    expires_at: Option<std::time::SystemTime>,
}

fn seven() -> u32 {
    7
}

mod reversed {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&text.chars().rev().collect::<String>())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
        Ok(String::deserialize(from)?.chars().rev().collect())
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Address {
    street: String,
    city: String,
}

/// What flattens must see neither keys nor dal's own attributes.
#[derive(SingleTable, Serialize, Deserialize, Debug, PartialEq)]
#[dal(patterns = "tests/shapes/serde_attributes.yaml")]
struct Loose {
    tenant_id: String,
    loose_id: String,
    #[serde(flatten)]
    address: Address,
    #[serde(flatten)]
    rest: HashMap<String, String>,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/shapes/serde_attributes.yaml")]
enum Clinic {
    Strict(Strict),
    Loose(Loose),
}

fn strict() -> Strict {
    Strict {
        tenant_id: "t".into(),
        strict_id: "1".into(),
        owner_id: Some("ann".into()),
        title: "A title".into(),
        tags: Vec::new(),
        note: None,
        weight: 3,
        cached: None,
        code: "abc".into(),
        expires_at: None,
    }
}

#[tokio::test]
async fn names_and_presence() -> Result<(), dal::Error> {
    let clinic = crate::table::<Clinic>().await.tenant("t");
    strict().create(&clinic).await?;
    let stored = strict().to_attribute_values(&clinic)?;
    let mut names: Vec<&str> = stored.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["Code", "GSI1PK", "GSI1SK", "PK", "SK", "StrictId", "TenantId", "Title", "Weight", "entity", "o"]
    );
    assert_eq!(stored["Code"].as_s().map(String::as_str), Ok("cba"));
    assert_eq!(Strict::get_strict(&clinic, "1").await?, Some(strict()));
    let by_owner = Strict::strict_by_owner(&clinic, "ann").await?;
    let found: Vec<(&str, &str)> =
        by_owner.items().map(|item| (item.title.as_str(), item.code.as_str())).collect();
    assert_eq!(found, [("A title", "abc")]);
    Ok(())
}

/// An alias is for reads: of the whole item, and of what an index stores.
#[tokio::test]
async fn an_item_of_an_older_name_is_read() -> Result<(), dal::Error> {
    let client = dal_local::memory().await.expect("an engine in memory");
    let dal: Dal<Clinic> = Dal::new(client.clone());
    dal.create_table().await?;
    let clinic = dal.tenant("t");
    let mut attributes = strict().to_attribute_values(&clinic)?;
    let title = attributes.remove("Title").expect("a title");
    attributes.insert("Heading".to_owned(), title);
    client.put_item().table_name("clinic").set_item(Some(attributes)).send().await.expect("a put");
    assert_eq!(Strict::get_strict(&clinic, "1").await?, Some(strict()));
    let by_owner = Strict::strict_by_owner(&clinic, "ann").await?.into_items()?;
    assert_eq!(by_owner.iter().map(|item| item.title.as_str()).collect::<Vec<_>>(), ["A title"]);
    Ok(())
}

#[tokio::test]
async fn updates_write_as_serde_does() -> Result<(), dal::Error> {
    let clinic = crate::table::<Clinic>().await.tenant("t");
    strict().create(&clinic).await?;
    let key = StrictKey { strict_id: "1".into() };
    let changed = Strict::update(&clinic, key).set(Strict::CODE, "xyz").set(Strict::NOTE, "n").await?;
    assert_eq!((changed.code.as_str(), changed.note.as_deref()), ("xyz", Some("n")));
    assert_eq!(changed.to_attribute_values(&clinic)?["Code"].as_s().map(String::as_str), Ok("zyx"));
    Ok(())
}

#[tokio::test]
async fn flattened_maps_hold_nothing_of_dals() -> Result<(), dal::Error> {
    let clinic = crate::table::<Clinic>().await.tenant("t");
    let loose = Loose {
        tenant_id: "t".into(),
        loose_id: "1".into(),
        address: Address { street: "Main".into(), city: "Ulm".into() },
        rest: HashMap::from([("colour".into(), "red".into())]),
    };
    loose.create(&clinic).await?;
    assert_eq!(Loose::get_loose(&clinic, "1").await?, Some(loose));
    Ok(())
}
