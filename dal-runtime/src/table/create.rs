//! Creating the table: for development, demonstrations and tests. Deployed tables come from your infrastructure's code.

use std::time::Duration;

use aws_sdk_dynamodb::client::Waiters;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, LocalSecondaryIndex,
    Projection, ProjectionType, ScalarAttributeType, TimeToLiveSpecification,
};

use dal_key::AttributeType;

use crate::entity::Table;
use crate::error::Error;
use crate::handle::Dal;
use crate::schema::{IndexProjection, TableIndex, TableSchema};

/// How long a new table may take to become active.
const PATIENCE: Duration = Duration::from_secs(120);

impl<T: Table> Dal<T> {
    /// Creates the table with its indexes and its TTL, on demand capacity, and waits until it is active (120 seconds at most).
    ///
    /// A table of that name that is already there is [verified](Dal::verify_table) instead. CreateTable,
    /// DescribeTable and UpdateTimeToLive.
    ///
    /// # Errors
    ///
    /// [`Error::Service`] when DynamoDB refuses, [`Error::Table`] when there is another table of that name.
    pub async fn create_table(&self) -> Result<(), Error> {
        let schema = T::SCHEMA;
        let mut create = self
            .client()
            .create_table()
            .table_name(self.table_name())
            .billing_mode(BillingMode::PayPerRequest)
            .set_attribute_definitions(Some(definitions(schema)?))
            .set_key_schema(Some(keys([schema.partition], schema.sort)?));
        for index in schema.indexes {
            create = if index.local {
                create.local_secondary_indexes(local_index(index)?)
            } else {
                create.global_secondary_indexes(global_index(index)?)
            };
        }
        match create.send().await {
            Ok(_) => {}
            Err(SdkError::ServiceError(refused)) if refused.err().is_resource_in_use_exception() => {
                return self.verify_table().await;
            }
            Err(error) => return Err(self.refused("CreateTable", error)),
        }
        self.wait_until_active().await?;
        self.enable_ttl().await
    }

    async fn wait_until_active(&self) -> Result<(), Error> {
        let wait = self.client().wait_until_table_exists().table_name(self.table_name());
        let waited = wait.wait(PATIENCE).await;
        waited
            .map(drop)
            .map_err(|error| Error::Table(vec![format!("`{}` is not active: {error}", self.table_name())]))
    }

    async fn enable_ttl(&self) -> Result<(), Error> {
        let Some(ttl) = T::SCHEMA.ttl else { return Ok(()) };
        let specification = TimeToLiveSpecification::builder().attribute_name(ttl).enabled(true).build();
        let specification = specification.map_err(|error| Error::Configuration(error.to_string()))?;
        let update = self.client().update_time_to_live().table_name(self.table_name());
        let sent = update.time_to_live_specification(specification).send().await;
        sent.map(drop).map_err(|error| self.refused("UpdateTimeToLive", error))
    }
}

fn definitions(schema: &TableSchema) -> Result<Vec<AttributeDefinition>, Error> {
    let mut names = vec![schema.partition];
    names.extend(schema.sort);
    names.extend(schema.indexes.iter().flat_map(|index| index.partition.iter().chain(index.sort)));
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(*name));
    let define = |name: &&str| {
        let of = match schema.type_of(name) {
            AttributeType::S => ScalarAttributeType::S,
            AttributeType::N => ScalarAttributeType::N,
            AttributeType::B => ScalarAttributeType::B,
        };
        AttributeDefinition::builder().attribute_name(*name).attribute_type(of).build()
    };
    names
        .iter()
        .map(define)
        .collect::<Result<_, _>>()
        .map_err(|error| Error::Configuration(error.to_string()))
}

fn keys<'a>(
    partition: impl IntoIterator<Item = &'a str>,
    sort: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<KeySchemaElement>, Error> {
    let partition = partition.into_iter().map(|name| (name, KeyType::Hash));
    let keys = partition.chain(sort.into_iter().map(|name| (name, KeyType::Range)));
    keys.map(|(name, kind)| KeySchemaElement::builder().attribute_name(name).key_type(kind).build())
        .collect::<Result<_, _>>()
        .map_err(|error| Error::Configuration(error.to_string()))
}

fn projection(index: &TableIndex) -> Projection {
    let projection = match index.projection {
        IndexProjection::All => Projection::builder().projection_type(ProjectionType::All),
        IndexProjection::Keys => Projection::builder().projection_type(ProjectionType::KeysOnly),
        IndexProjection::Include(names) => Projection::builder()
            .projection_type(ProjectionType::Include)
            .set_non_key_attributes(Some(names.iter().map(|name| (*name).to_owned()).collect())),
    };
    projection.build()
}

fn index_keys(index: &TableIndex) -> Result<Vec<KeySchemaElement>, Error> {
    keys(index.partition.iter().copied(), index.sort.iter().copied())
}

fn global_index(index: &TableIndex) -> Result<GlobalSecondaryIndex, Error> {
    GlobalSecondaryIndex::builder()
        .index_name(index.name)
        .set_key_schema(Some(index_keys(index)?))
        .projection(projection(index))
        .build()
        .map_err(|error| Error::Configuration(error.to_string()))
}

fn local_index(index: &TableIndex) -> Result<LocalSecondaryIndex, Error> {
    LocalSecondaryIndex::builder()
        .index_name(index.name)
        .set_key_schema(Some(index_keys(index)?))
        .projection(projection(index))
        .build()
        .map_err(|error| Error::Configuration(error.to_string()))
}
