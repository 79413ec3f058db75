//! Verifying the table: a check for start-up, so that a program does not run on a table it does not know.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::{
    KeySchemaElement, KeyType, Projection, ProjectionType, TableDescription, TimeToLiveStatus,
};

use crate::entity::Table;
use crate::error::{Error, ServiceError};
use crate::handle::Dal;
use crate::schema::{IndexProjection, TableSchema};
use crate::wire::CallError;

impl<T: Table> Dal<T> {
    /// Checks that the table on the engine has the keys, indexes, projections and TTL of `patterns.yaml`.
    ///
    /// Indexes that `patterns.yaml` does not name are allowed: another program may use them. DescribeTable and
    /// DescribeTimeToLive; consumes no capacity.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] with all differences, [`Error::Service`] when the table is not there.
    pub async fn verify_table(&self) -> Result<(), Error> {
        let described = self.client().describe_table().table_name(self.table_name()).send().await;
        let table = described.map_err(|error| self.refused("DescribeTable", error))?.table;
        let mut differences = Vec::new();
        match &table {
            Some(table) => compare(T::SCHEMA, table, &mut differences),
            None => differences.push(format!("`{}` has no description", self.table_name())),
        }
        if let Some(ttl) = T::SCHEMA.ttl {
            differences.extend(self.compare_ttl(ttl).await?);
        }
        if differences.is_empty() { Ok(()) } else { Err(Error::Table(differences)) }
    }

    async fn compare_ttl(&self, expected: &str) -> Result<Option<String>, Error> {
        let described = self.client().describe_time_to_live().table_name(self.table_name()).send().await;
        let found = match described {
            Ok(described) => described.time_to_live_description,
            Err(error) => return Err(self.refused("DescribeTimeToLive", error)),
        };
        let enabled = found.filter(|ttl| {
            matches!(ttl.time_to_live_status, Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling))
        });
        Ok(match enabled.and_then(|ttl| ttl.attribute_name) {
            Some(name) if name == expected => None,
            Some(name) => Some(format!("its TTL attribute is `{name}`, not `{expected}`")),
            None => Some(format!("its TTL is not enabled; it should be `{expected}`")),
        })
    }

    pub(super) fn refused<E>(&self, operation: &'static str, error: SdkError<E>) -> Error
    where
        E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    {
        let source = CallError::from_sdk(operation, error);
        Error::Service(Box::new(ServiceError { operation, table: self.table_name().to_owned(), source }))
    }
}

fn compare(expected: &TableSchema, found: &TableDescription, differences: &mut Vec<String>) {
    let indexes = expected.indexes.iter().flat_map(|index| index.partition.iter().chain(index.sort));
    let names: BTreeSet<&str> =
        std::iter::once(expected.partition).chain(expected.sort).chain(indexes.copied()).collect();
    // An attribute that is not defined is the key of nothing: that is said below.
    for definition in found.attribute_definitions() {
        let (name, of) = (definition.attribute_name(), definition.attribute_type().as_str());
        if names.contains(name) && of != expected.type_of(name).as_str() {
            differences.push(format!("the key attribute `{name}` is {of}, not {}", expected.type_of(name)));
        }
    }
    compare_keys("its", &[expected.partition], expected.sort.as_slice(), found.key_schema(), differences);
    for index in expected.indexes {
        let is = |name: Option<&str>| name == Some(index.name);
        let other = if index.local {
            let found = found.local_secondary_indexes().iter().find(|other| is(other.index_name()));
            found.map(|other| (other.key_schema(), other.projection()))
        } else {
            let found = found.global_secondary_indexes().iter().find(|other| is(other.index_name()));
            found.map(|other| (other.key_schema(), other.projection()))
        };
        let Some((key_schema, projected)) = other else {
            let kind = if index.local { "local index" } else { "index" };
            differences.push(format!("the {kind} `{}` is missing", index.name));
            continue;
        };
        let whose = format!("the {} index's", index.name);
        compare_keys(&whose, index.partition, index.sort, key_schema, differences);
        // A deployed list may name keys, which every index holds anyway.
        let keys = index.partition.iter().chain(index.sort).copied().chain([expected.partition]);
        let keys: BTreeSet<&str> = keys.chain(expected.sort).collect();
        let found = projection(projected, &keys);
        let expected = match index.projection {
            IndexProjection::All => "all attributes".to_owned(),
            IndexProjection::Keys => "the keys only".to_owned(),
            IndexProjection::Include(names) => include(names.iter().copied(), &BTreeSet::new()),
        };
        if found != expected {
            differences.push(format!("the index `{}` projects {found}, not {expected}", index.name));
        }
    }
}

fn compare_keys(
    whose: &str,
    partition: &[&str],
    sort: &[&str],
    found: &[KeySchemaElement],
    differences: &mut Vec<String>,
) {
    for (what, kind, expected) in [("partition", KeyType::Hash, partition), ("sort", KeyType::Range, sort)] {
        let names: Vec<_> = found
            .iter()
            .filter(|key| *key.key_type() == kind)
            .map(KeySchemaElement::attribute_name)
            .collect();
        if names != expected {
            let list = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            differences.push(format!("{whose} {what} key is {}, not {}", list(&names), list(expected)));
        }
    }
}

fn projection(found: Option<&Projection>, keys: &BTreeSet<&str>) -> String {
    match found.and_then(Projection::projection_type) {
        Some(ProjectionType::All) => "all attributes".to_owned(),
        Some(ProjectionType::KeysOnly) => "the keys only".to_owned(),
        _ => {
            let names = found.map(Projection::non_key_attributes).unwrap_or_default();
            include(names.iter().map(String::as_str), keys)
        }
    }
}

fn include<'a>(names: impl IntoIterator<Item = &'a str>, keys: &BTreeSet<&str>) -> String {
    let names: BTreeSet<_> = names.into_iter().filter(|name| !keys.contains(name)).collect();
    if names.is_empty() {
        return "the keys only".to_owned();
    }
    format!("the keys and {}", names.into_iter().collect::<Vec<_>>().join(", "))
}
