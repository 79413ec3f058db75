//! Rate limiter of many tenants: a namespace and a slash begin every partition; indexes of keys alone.

#[allow(clippy::self_named_constructors, reason = "a published pattern has the name of its entity")]
mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;
use serde_json::json;

use super::data::{Row, Values, number, text};
use super::run::{Design, Example, Seen, SeenItem, one, seen};

pub struct Limiter;

impl Design for Limiter {
    type Table = RateLimits;
    const NAME: &'static str = "rate-limiter";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<RateLimits>, row: &Row) -> Result<(), Error> {
        let tenant = || dal.tenant(row.text("ns").to_owned());
        match row.entity.as_str() {
            "Entity" => row.put::<Entity, _>(&tenant()).await,
            "Bucket" => row.put::<Bucket, _>(&tenant()).await,
            "UsageSnapshot" => row.put::<UsageSnapshot, _>(&tenant()).await,
            "EntityConfig" => row.put::<EntityConfig, _>(&tenant()).await,
            "ResourceConfig" => row.put::<ResourceConfig, _>(&tenant()).await,
            "SystemConfig" => row.put::<SystemConfig, _>(&tenant()).await,
            "ResourceRegistry" => row.put::<ResourceRegistry, _>(&tenant()).await,
            "Version" => row.put::<Version, _>(&tenant()).await,
            "AuditEvent" => row.put::<AuditEvent, _>(&tenant()).await,
            "NamespaceByName" => row.put::<NamespaceByName, _>(dal).await,
            "NamespaceById" => row.put::<NamespaceById, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<RateLimits>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        match pattern {
            "namespace_by_name" => {
                let found = NamespaceByName::namespace_by_name(dal, p("namespace_name")).await?;
                return Ok(Some(seen(found)));
            }
            "namespace_by_id" => {
                let found = NamespaceById::namespace_by_id(dal, p("namespace_id")).await?;
                return Ok(Some(seen(found)));
            }
            _ => {}
        }
        let tenant = &dal.tenant(p("ns"));
        Ok(Some(match pattern {
            "get_entity" => seen(Entity::get_entity(tenant, p("entity_id")).await?),
            "get_bucket" => {
                let bucket_shard = number(params, "shard").try_into().expect("a small number");
                let key = BucketKey { entity_id: p("entity_id"), resource: p("resource"), bucket_shard };
                seen(Bucket::get_bucket(tenant, key).await?)
            }
            "batch_get_buckets" => {
                let keys = [0, 1].map(|bucket_shard| BucketKey {
                    entity_id: "user-123".to_owned(),
                    resource: "gpt-4".to_owned(),
                    bucket_shard,
                });
                seen(Bucket::batch_get_buckets(tenant, keys).await?.into_items()?.into_iter().flatten())
            }
            "batch_get_configs" => {
                let (entity_id, resource) = (p("entity_id"), p("resource"));
                let own = EntityConfigKey { entity_id, resource: resource.clone() };
                let found = RateLimits::batch_get_configs(
                    tenant,
                    own,
                    ResourceConfigKey { resource },
                    SystemConfigKey {},
                );
                let (entity, resource, system) = found.await?.into_items()?;
                let items = entity.map(|item| one(&item)).into_iter();
                let items = items.chain(resource.map(|item| one(&item)));
                items.chain(system.map(|item| one(&item))).collect()
            }
            "get_children" => seen(Entity::get_children(tenant, p("parent_id")).await?.into_items()?),
            "resource_capacity" => {
                seen(Bucket::resource_capacity(tenant, p("resource")).await?.into_items()?)
            }
            "list_resources_with_defaults" => {
                seen(ResourceRegistry::list_resources_with_defaults(tenant).await?)
            }
            "get_version" => seen(Version::get_version(tenant).await?),
            "audit_events" => seen(AuditEvent::audit_events(tenant, p("entity_id")).await?.into_items()?),
            "usage_of_entity" => {
                seen(UsageSnapshot::usage_of_entity(tenant, p("entity_id")).await?.into_items()?)
            }
            "usage_of_resource" => {
                seen(UsageSnapshot::usage_of_resource(tenant, p("resource")).await?.into_items()?)
            }
            "get_system_config" => seen(SystemConfig::get_system_config(tenant).await?),
            "get_resource_config" => seen(ResourceConfig::get_resource_config(tenant, p("resource")).await?),
            "get_entity_config" => {
                let key = EntityConfigKey { entity_id: p("entity_id"), resource: p("resource") };
                seen(EntityConfig::get_entity_config(tenant, key).await?)
            }
            "entities_with_custom_limits" => {
                let page = EntityConfig::entities_with_custom_limits(tenant, p("resource")).await?;
                let keys = page.into_items()?.into_iter().map(|item| SeenItem {
                    entity: "EntityConfig",
                    value: json!([item.ns, item.entity_id, item.resource]),
                    published: |row| json!([row.text("ns"), row.text("entity_id"), row.text("resource")]),
                });
                keys.collect()
            }
            "get_buckets_of_entity" => {
                seen(Bucket::get_buckets_of_entity(tenant, p("entity_id")).await?.into_items()?)
            }
            "items_of_namespace" => {
                let page = ItemsOfNamespace::items_of_namespace(tenant).await?;
                let keys = page.into_items()?.into_iter().map(|item| match item {
                    ItemsOfNamespace::Entity(item) => SeenItem {
                        entity: "Entity",
                        value: json!([item.ns, item.entity_id]),
                        published: |row| json!([row.text("ns"), row.text("entity_id")]),
                    },
                    ItemsOfNamespace::Bucket(item) => SeenItem {
                        entity: "Bucket",
                        value: json!([item.entity_id, item.resource, item.bucket_shard]),
                        published: |row| {
                            let Bucket { entity_id, resource, bucket_shard, .. } = row.value();
                            json!([entity_id, resource, bucket_shard])
                        },
                    },
                });
                keys.collect()
            }
            _ => return Ok(None),
        }))
    }

    async fn write(dal: &Dal<RateLimits>, pattern: &str, example: &Example<'_>) -> Result<Option<()>, Error> {
        match pattern {
            "speculative_consume" => {
                let bucket: Bucket = example.row("Bucket-1").value();
                let amount = i64::try_from(number(example.params(), "amount")).expect("a small number");
                let key = bucket.key();
                let params = BucketSpeculativeConsumeParams { amount: amount.into(), at_least: amount };
                Bucket::speculative_consume(&dal.tenant(bucket.ns), key, params).await?;
            }
            "create_entity" => {
                let entity: Entity = example.row("Entity-2").value();
                let audit: AuditEvent = example.row("AuditEvent-1").value();
                RateLimits::create_entity(&dal.tenant(entity.ns.clone()), &entity, &audit).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
