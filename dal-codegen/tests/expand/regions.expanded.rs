//! list: regions.yaml
//!
//! A tenant of two parts, an entity outside tenants, patterns with two parameters of one type.
#[derive(Serialize, Deserialize)]
pub struct Setting {
    pub name: String,
    pub value: String,
}
/// The key of [`Setting`]: `SETTINGS` and `SETTING#{name}`.
pub struct SettingKey {
    /// The `name` of the [`Setting`].
    pub name: String,
}
const _: () = {
    use ::dal::__private as _dal;
    use ::core::convert::Into as _;
    impl Setting {
        /// The attribute `name`, of the primary key.
        pub const NAME: _dal::Attr<Self, String, _dal::Primary> = _dal::attr("name");
        /// The attribute `value`.
        pub const VALUE: _dal::Attr<Self, String> = _dal::attr("value");
        /// The access pattern `get_setting`.
        ///
        /// One `GetItem`: `PK = SETTINGS`, `SK = SETTING#{name}`. 0.5 RCU per 4 KB of the item, 1 if consistent.
        /// Reads across tenants: Settings of the product, for all tenants.
        pub fn get_setting<T: _dal::Holds<Self>>(
            dal: &_dal::Dal<T>,
            name: impl ::core::convert::Into<String>,
        ) -> _dal::Get<Self> {
            _dal::Get::new(dal, "get_setting", SettingKey { name: name.into() })
        }
    }
    #[automatically_derived]
    impl _dal::Entity for Setting {
        type Key = SettingKey;
        type Handle<T: _dal::Holds<Self>> = _dal::Dal<T>;
        type Attributes = _dal::Serde;
        type Writes = _dal::Plain;
        const SCHEMA: &'static _dal::EntitySchema = {
            use _dal::{*, Kind::*};
            use ::core::option::Option::{None, Some};
            &EntitySchema {
                name: "Setting",
                type_attribute: None,
                fields: &["name"],
                tenant_fields: 0,
                primary_fields: 1,
                partition: key("PK", &[Lit("SETTINGS")]),
                sort: Some(key("SK", &[Lit("SETTING#"), seg(0, Text(None))])),
                indexes: &[],
                hidden: &["PK", "SK"],
                fingerprint: 3284195070867049924,
                ..EntitySchema::EMPTY
            }
        };
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Text, _>().some(&self.name),
                _ => _dal::None,
            }
        }
        fn key(&self) -> SettingKey {
            SettingKey {
                name: _dal::of::<_dal::kinds::Text, _>().copy(&self.name),
            }
        }
    }
    #[automatically_derived]
    impl _dal::Key for SettingKey {
        type Entity = Setting;
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Text, _>().some(&self.name),
                _ => _dal::None,
            }
        }
        fn from_parts(of: &_dal::Parts) -> ::core::result::Result<Self, _dal::KeyError> {
            ::core::result::Result::Ok(Self {
                name: _dal::of::<_dal::kinds::Text, _>().take(of, 0)?,
            })
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for SettingKey {
        fn clone(&self) -> Self {
            Self {
                name: _dal::of::<_dal::kinds::Text, _>().copy(&self.name),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for SettingKey {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            _dal::debug_key(self, "SettingKey", f)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for SettingKey {
        fn eq(&self, other: &Self) -> bool {
            _dal::eq_keys(self, other)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for SettingKey {}
    #[automatically_derived]
    impl ::core::hash::Hash for SettingKey {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            _dal::hash_key(self, state);
        }
    }
};
#[derive(Serialize, Deserialize)]
pub struct Edge {
    pub region: String,
    pub tenant_id: Uuid,
    pub from: String,
    pub to: String,
}
/// The key of [`Edge`] inside its tenant: `REGION#{region}#TENANT#{tenant_id}` and `EDGE#{from}#{to}`.
pub struct EdgeKey {
    /// The `from` of the [`Edge`].
    pub from: String,
    /// The `to` of the [`Edge`].
    pub to: String,
}
/// The pattern `edges` of [`Edge`].
pub enum EdgeEdges {}
/// The parameters of [`Edge::edges`].
pub struct EdgeEdgesParams {
    /// The `from`.
    pub from: String,
    /// The `to`.
    pub to: String,
}
const _: () = {
    use ::dal::__private as _dal;
    use ::core::convert::Into as _;
    impl Edge {
        /// The attribute `region`, of the primary key.
        pub const REGION: _dal::Attr<Self, String, _dal::Primary> = _dal::attr("region");
        /// The attribute `tenant_id`, of the primary key.
        pub const TENANT_ID: _dal::Attr<Self, Uuid, _dal::Primary> = _dal::attr(
            "tenant_id",
        );
        /// The attribute `from`, of the primary key.
        pub const FROM: _dal::Attr<Self, String, _dal::Primary> = _dal::attr("from");
        /// The attribute `to`, of the primary key.
        pub const TO: _dal::Attr<Self, String, _dal::Primary> = _dal::attr("to");
        /// The access pattern `get_edge`.
        ///
        /// One `GetItem`: `PK = REGION#{region}#TENANT#{tenant_id}`, `SK = EDGE#{from}#{to}`. 0.5 RCU per 4 KB of the item, 1 if consistent.
        pub fn get_edge<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            key: EdgeKey,
        ) -> _dal::Get<Self> {
            _dal::Get::new(scope, "get_edge", key)
        }
        /// The access pattern `edges`.
        ///
        /// One `Query` of the table: `PK = REGION#{region}#TENANT#{tenant_id} AND SK = EDGE#{from}#{to}`.
        /// Ascending by the sort key.
        /// Gives [`Edge`]. 0.5 RCU per 4 KB of the items read.
        pub fn edges<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            params: EdgeEdgesParams,
        ) -> _dal::Query<EdgeEdges> {
            _dal::Query::new(scope)
                .bind::<String>(2, _dal::of::<_dal::kinds::Text, _>(), params.from)
                .bind::<String>(3, _dal::of::<_dal::kinds::Text, _>(), params.to)
        }
    }
    #[automatically_derived]
    impl _dal::Entity for Edge {
        type Key = EdgeKey;
        type Handle<T: _dal::Holds<Self>> = _dal::Scope<T>;
        type Attributes = _dal::Serde;
        type Writes = _dal::Plain;
        const SCHEMA: &'static _dal::EntitySchema = {
            use _dal::{*, Kind::*};
            use ::core::option::Option::{None, Some};
            &EntitySchema {
                name: "Edge",
                type_attribute: None,
                fields: &["region", "tenant_id", "from", "to"],
                tenant_fields: 2,
                primary_fields: 4,
                partition: key(
                    "PK",
                    &[Lit("REGION#"), seg(0, Text(None)), Lit("#TENANT#"), seg(1, Uuid)],
                ),
                sort: Some(
                    key(
                        "SK",
                        &[Lit("EDGE#"), seg(2, Text(None)), Lit("#"), seg(3, Text(None))],
                    ),
                ),
                indexes: &[],
                hidden: &["PK", "SK"],
                fingerprint: 15311319008868739186,
                ..EntitySchema::EMPTY
            }
        };
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Text, _>().some(&self.region),
                1 => _dal::of::<_dal::kinds::Uuid, _>().some(&self.tenant_id),
                2 => _dal::of::<_dal::kinds::Text, _>().some(&self.from),
                3 => _dal::of::<_dal::kinds::Text, _>().some(&self.to),
                _ => _dal::None,
            }
        }
        fn key(&self) -> EdgeKey {
            EdgeKey {
                from: _dal::of::<_dal::kinds::Text, _>().copy(&self.from),
                to: _dal::of::<_dal::kinds::Text, _>().copy(&self.to),
            }
        }
    }
    #[automatically_derived]
    impl _dal::TenantPart<0> for Edge {
        type Value = String;
        const CODEC: _dal::Codec<String> = _dal::of::<_dal::kinds::Text, _>();
    }
    #[automatically_derived]
    impl _dal::TenantPart<1> for Edge {
        type Value = Uuid;
        const CODEC: _dal::Codec<Uuid> = _dal::of::<_dal::kinds::Uuid, _>();
    }
    #[automatically_derived]
    impl _dal::Key for EdgeKey {
        type Entity = Edge;
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                2 => _dal::of::<_dal::kinds::Text, _>().some(&self.from),
                3 => _dal::of::<_dal::kinds::Text, _>().some(&self.to),
                _ => _dal::None,
            }
        }
        fn from_parts(of: &_dal::Parts) -> ::core::result::Result<Self, _dal::KeyError> {
            ::core::result::Result::Ok(Self {
                from: _dal::of::<_dal::kinds::Text, _>().take(of, 2)?,
                to: _dal::of::<_dal::kinds::Text, _>().take(of, 3)?,
            })
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for EdgeKey {
        fn clone(&self) -> Self {
            Self {
                from: _dal::of::<_dal::kinds::Text, _>().copy(&self.from),
                to: _dal::of::<_dal::kinds::Text, _>().copy(&self.to),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for EdgeKey {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            _dal::debug_key(self, "EdgeKey", f)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for EdgeKey {
        fn eq(&self, other: &Self) -> bool {
            _dal::eq_keys(self, other)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for EdgeKey {}
    #[automatically_derived]
    impl ::core::hash::Hash for EdgeKey {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            _dal::hash_key(self, state);
        }
    }
    #[automatically_derived]
    impl _dal::QueryPattern for EdgeEdges {
        type Entity = Edge;
        type Item = Edge;
        const PLAN: &'static _dal::QueryPlan = &_dal::QueryPlan {
            pattern: "edges",
            index: ::core::option::Option::None,
            bound: 4,
            descending: false,
            limit: ::core::option::Option::None,
            condition: "PK = REGION#{region}#TENANT#{tenant_id} AND SK = EDGE#{from}#{to}",
            .._dal::QueryPlan::PLAIN
        };
    }
    #[automatically_derived]
    impl _dal::OnTable for EdgeEdges {}
};
#[derive(Serialize, Deserialize)]
pub struct Level {
    pub region: String,
    pub tenant_id: Uuid,
    pub kind: String,
    pub at: i64,
}
/// The key of [`Level`] inside its tenant: `REGION#{region}#TENANT#{tenant_id}` and `LEVEL#{kind}#{at:desc}`.
pub struct LevelKey {
    /// The `kind` of the [`Level`].
    pub kind: String,
    /// The `at` of the [`Level`].
    pub at: i64,
}
/// The pattern `levels` of [`Level`].
pub enum LevelLevels {}
const _: () = {
    use ::dal::__private as _dal;
    use ::core::convert::Into as _;
    impl Level {
        /// The attribute `region`, of the primary key.
        pub const REGION: _dal::Attr<Self, String, _dal::Primary> = _dal::attr("region");
        /// The attribute `tenant_id`, of the primary key.
        pub const TENANT_ID: _dal::Attr<Self, Uuid, _dal::Primary> = _dal::attr(
            "tenant_id",
        );
        /// The attribute `kind`, of the primary key.
        pub const KIND: _dal::Attr<Self, String, _dal::Primary> = _dal::attr("kind");
        /// The attribute `at`, of the primary key.
        pub const AT: _dal::Attr<Self, i64, _dal::Primary> = _dal::attr("at");
        /// The access pattern `levels`.
        ///
        /// One `Query` of the table: `PK = REGION#{region}#TENANT#{tenant_id} AND begins_with(SK, LEVEL#{kind}#)`.
        /// Descending by `at`.
        /// Gives [`Level`]. 0.5 RCU per 4 KB of the items read.
        pub fn levels<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            kind: impl ::core::convert::Into<String>,
        ) -> _dal::Query<LevelLevels> {
            _dal::Query::new(scope)
                .bind::<String>(2, _dal::of::<_dal::kinds::Text, _>(), kind.into())
        }
    }
    #[automatically_derived]
    impl _dal::Entity for Level {
        type Key = LevelKey;
        type Handle<T: _dal::Holds<Self>> = _dal::Scope<T>;
        type Attributes = _dal::Serde;
        type Writes = _dal::Plain;
        const SCHEMA: &'static _dal::EntitySchema = {
            use _dal::{*, Kind::*};
            use ::core::option::Option::{None, Some};
            &EntitySchema {
                name: "Level",
                type_attribute: None,
                fields: &["region", "tenant_id", "kind", "at"],
                tenant_fields: 2,
                primary_fields: 4,
                partition: key(
                    "PK",
                    &[Lit("REGION#"), seg(0, Text(None)), Lit("#TENANT#"), seg(1, Uuid)],
                ),
                sort: Some(
                    key(
                        "SK",
                        &[
                            Lit("LEVEL#"),
                            seg(2, Text(None)),
                            Lit("#"),
                            seg(
                                    3,
                                    Int {
                                        min: -9223372036854775808,
                                        max: 9223372036854775807,
                                    },
                                )
                                .desc(),
                        ],
                    ),
                ),
                indexes: &[],
                hidden: &["PK", "SK"],
                fingerprint: 8151080155648606512,
                ..EntitySchema::EMPTY
            }
        };
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Text, _>().some(&self.region),
                1 => _dal::of::<_dal::kinds::Uuid, _>().some(&self.tenant_id),
                2 => _dal::of::<_dal::kinds::Text, _>().some(&self.kind),
                3 => _dal::of::<_dal::kinds::Int, _>().some(&self.at),
                _ => _dal::None,
            }
        }
        fn key(&self) -> LevelKey {
            LevelKey {
                kind: _dal::of::<_dal::kinds::Text, _>().copy(&self.kind),
                at: _dal::of::<_dal::kinds::Int, _>().copy(&self.at),
            }
        }
    }
    #[automatically_derived]
    impl _dal::TenantPart<0> for Level {
        type Value = String;
        const CODEC: _dal::Codec<String> = _dal::of::<_dal::kinds::Text, _>();
    }
    #[automatically_derived]
    impl _dal::TenantPart<1> for Level {
        type Value = Uuid;
        const CODEC: _dal::Codec<Uuid> = _dal::of::<_dal::kinds::Uuid, _>();
    }
    #[automatically_derived]
    impl _dal::Key for LevelKey {
        type Entity = Level;
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                2 => _dal::of::<_dal::kinds::Text, _>().some(&self.kind),
                3 => _dal::of::<_dal::kinds::Int, _>().some(&self.at),
                _ => _dal::None,
            }
        }
        fn from_parts(of: &_dal::Parts) -> ::core::result::Result<Self, _dal::KeyError> {
            ::core::result::Result::Ok(Self {
                kind: _dal::of::<_dal::kinds::Text, _>().take(of, 2)?,
                at: _dal::of::<_dal::kinds::Int, _>().take(of, 3)?,
            })
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for LevelKey {
        fn clone(&self) -> Self {
            Self {
                kind: _dal::of::<_dal::kinds::Text, _>().copy(&self.kind),
                at: _dal::of::<_dal::kinds::Int, _>().copy(&self.at),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for LevelKey {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            _dal::debug_key(self, "LevelKey", f)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for LevelKey {
        fn eq(&self, other: &Self) -> bool {
            _dal::eq_keys(self, other)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for LevelKey {}
    #[automatically_derived]
    impl ::core::hash::Hash for LevelKey {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            _dal::hash_key(self, state);
        }
    }
    #[automatically_derived]
    impl _dal::QueryPattern for LevelLevels {
        type Entity = Level;
        type Item = Level;
        const PLAN: &'static _dal::QueryPlan = &_dal::QueryPlan {
            pattern: "levels",
            index: ::core::option::Option::None,
            bound: 3,
            descending: false,
            limit: ::core::option::Option::None,
            condition: "PK = REGION#{region}#TENANT#{tenant_id} AND begins_with(SK, LEVEL#{kind}#)",
            .._dal::QueryPlan::PLAIN
        };
    }
    #[automatically_derived]
    impl _dal::OnTable for LevelLevels {}
};
pub enum ByRegion {
    Setting(Setting),
    Edge(Edge),
    Level(Level),
}
/// A tenant of [`ByRegion`].
pub struct ByRegionTenant {
    /// The `region`.
    pub region: <<Edge as ::dal::__private::Entity>::Key as ::dal::__private::TenantOf<
        0,
    >>::Value,
    /// The `tenant_id`.
    pub tenant_id: <<Edge as ::dal::__private::Entity>::Key as ::dal::__private::TenantOf<
        1,
    >>::Value,
}
const _: () = {
    use ::dal::__private as _dal;
    #[automatically_derived]
    impl _dal::Table for ByRegion {
        type Tenant = ByRegionTenant;
        const SCHEMA: &'static _dal::TableSchema = &_dal::TableSchema {
            name: "by_region",
            partition: "PK",
            sort: ::core::option::Option::Some("SK"),
            types: &[],
            ttl: ::core::option::Option::None,
            indexes: &[],
            entities: &[
                <Setting as _dal::Entity>::SCHEMA,
                <Edge as _dal::Entity>::SCHEMA,
                <Level as _dal::Entity>::SCHEMA,
            ],
        };
        fn tenant_parts(tenant: &ByRegionTenant) -> ::std::vec::Vec<_dal::Part<'_>> {
            ::core::convert::From::from([
                <<Edge as _dal::Entity>::Key as _dal::TenantOf<0>>::CODEC
                    .part(&tenant.region),
                <<Edge as _dal::Entity>::Key as _dal::TenantOf<1>>::CODEC
                    .part(&tenant.tenant_id),
            ])
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for ByRegionTenant {
        fn clone(&self) -> Self {
            Self {
                region: ::core::clone::Clone::clone(&self.region),
                tenant_id: ::core::clone::Clone::clone(&self.tenant_id),
            }
        }
    }
    #[automatically_derived]
    impl _dal::Holds<Setting> for ByRegion {}
    #[automatically_derived]
    impl _dal::Holds<Edge> for ByRegion {}
    #[automatically_derived]
    impl _dal::Holds<Level> for ByRegion {}
    #[automatically_derived]
    impl<'a> _dal::ReadItem<'a> for ByRegion {
        fn read(row: _dal::Row<'a>) -> ::core::result::Result<Self, _dal::ItemError> {
            match row
                .recognise(
                    &[
                        <Setting as _dal::Entity>::SCHEMA,
                        <Edge as _dal::Entity>::SCHEMA,
                        <Level as _dal::Entity>::SCHEMA,
                    ],
                )?
            {
                0 => <Setting as _dal::Entity>::read(row).map(Self::Setting),
                1 => <Edge as _dal::Entity>::read(row).map(Self::Edge),
                _ => <Level as _dal::Entity>::read(row).map(Self::Level),
            }
        }
    }
    const _: () = _dal::same_entity(
        <Setting as _dal::Entity>::SCHEMA,
        3284195070867049924,
        "this is not the `Setting` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: () = _dal::same_entity(
        <Edge as _dal::Entity>::SCHEMA,
        15311319008868739186,
        "this is not the `Edge` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: () = _dal::same_entity(
        <Level as _dal::Entity>::SCHEMA,
        8151080155648606512,
        "this is not the `Level` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: fn() = || {
        _dal::same_tenant::<
            0,
            <Edge as _dal::Entity>::Key,
            <Level as _dal::Entity>::Key,
        >();
        _dal::same_tenant::<
            1,
            <Edge as _dal::Entity>::Key,
            <Level as _dal::Entity>::Key,
        >();
    };
};
