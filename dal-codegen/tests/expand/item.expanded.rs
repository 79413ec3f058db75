//! The measured case: one entity with an index and two patterns.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Item {
    pub tenant_id: TenantId,
    pub item_id: ItemId,
    pub owner_id: Option<UserId>,
    pub title: String,
    pub created_at: DateTime<Utc>,
}
/// The key of [`Item`] inside its tenant: `TENANT#{tenant_id}` and `ITEM#{item_id}`.
pub struct ItemKey {
    /// The `item_id` of the [`Item`].
    pub item_id: ItemId,
}
/// What the index `GSI1` needs of [`Item`] besides its key: written together, so that the index is never stale.
#[allow(dead_code)]
pub struct ItemGsi1Parts {
    /// The new `owner_id`.
    pub owner_id: Option<UserId>,
    /// The new `created_at`.
    pub created_at: DateTime<Utc>,
}
/// A [`Item`] as the index `GSI1` stores it.
#[allow(dead_code)]
pub struct ItemOnGsi1 {
    /// The `tenant_id`, from the key.
    pub tenant_id: TenantId,
    /// The `item_id`, from the key.
    pub item_id: ItemId,
    /// The `owner_id`, from the key.
    pub owner_id: UserId,
    /// The `created_at`, from the key.
    pub created_at: DateTime<Utc>,
    /// The attribute `title`.
    pub title: String,
}
/// The pattern `items_by_owner` of [`Item`].
pub enum ItemItemsByOwner {}
const _: () = {
    use ::dal::__private as _dal;
    use ::core::convert::Into as _;
    impl Item {
        /// The attribute `tenant_id`, of the primary key.
        pub const TENANT_ID: _dal::Attr<Self, TenantId, _dal::Primary> = _dal::attr(
            "tenant_id",
        );
        /// The attribute `item_id`, of the primary key.
        pub const ITEM_ID: _dal::Attr<Self, ItemId, _dal::Primary> = _dal::attr(
            "item_id",
        );
        /// The attribute `owner_id`, which [`ItemGsi1Parts`] writes.
        pub const OWNER_ID: _dal::Attr<Self, UserId, _dal::Grouped> = _dal::attr(
            "owner_id",
        );
        /// The attribute `title`.
        pub const TITLE: _dal::Attr<Self, String> = _dal::attr("title");
        /// The attribute `created_at`, which [`ItemGsi1Parts`] writes.
        pub const CREATED_AT: _dal::Attr<Self, DateTime<Utc>, _dal::Grouped> = _dal::attr(
            "created_at",
        );
        /// The access pattern `get_item`.
        ///
        /// One `GetItem`: `PK = TENANT#{tenant_id}`, `SK = ITEM#{item_id}`. 0.5 RCU per 4 KB of the item, 1 if consistent.
        pub fn get_item<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            item_id: impl ::core::convert::Into<ItemId>,
        ) -> _dal::Get<Self> {
            _dal::Get::new(scope, "get_item", ItemKey { item_id: item_id.into() })
        }
        /// Items of a user; the newest first.
        ///
        /// One `Query` of the index `GSI1`: `GSI1PK = TENANT#{tenant_id}#OWNER#{owner_id} [AND GSI1SK BETWEEN {created_at from} AND {created_at to}]`.
        /// Newest first by `created_at`, which `.range(…)` bounds; 50 items unless `.limit(…)` says otherwise.
        /// Gives [`ItemOnGsi1`]. 0.5 RCU per 4 KB of index entries read.
        pub fn items_by_owner<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            owner_id: impl ::core::convert::Into<UserId>,
        ) -> _dal::Query<ItemItemsByOwner> {
            _dal::Query::new(scope)
                .bind::<UserId>(2, _dal::of::<_dal::kinds::Ulid, _>(), owner_id.into())
        }
    }
    #[automatically_derived]
    impl _dal::Entity for Item {
        type Key = ItemKey;
        type Handle<T: _dal::Holds<Self>> = _dal::Scope<T>;
        type Attributes = _dal::Serde;
        type Writes = _dal::Plain;
        const SCHEMA: &'static _dal::EntitySchema = {
            use _dal::{*, Kind::*};
            use ::core::option::Option::{None, Some};
            const INDEX_0: IndexSchema = IndexSchema {
                name: "GSI1",
                partition: &[
                    key(
                        "GSI1PK",
                        &[Lit("TENANT#"), seg(0, Ulid), Lit("#OWNER#"), seg(2, Ulid)],
                    ),
                ],
                sort: &[
                    key(
                        "GSI1SK",
                        &[seg(3, Time(Precision::Millis)), Lit("#"), seg(1, Ulid)],
                    ),
                ],
                when: &[],
            };
            &EntitySchema {
                name: "Item",
                type_attribute: Some("entity"),
                fields: &["tenant_id", "item_id", "owner_id", "created_at"],
                tenant_fields: 1,
                primary_fields: 2,
                partition: key("PK", &[Lit("TENANT#"), seg(0, Ulid)]),
                sort: Some(key("SK", &[Lit("ITEM#"), seg(1, Ulid)])),
                indexes: &[INDEX_0],
                optional: &["owner_id"],
                hidden: &["PK", "SK", "GSI1PK", "GSI1SK", "DAY", "DAYSK", "entity"],
                fingerprint: 2823395714766614465,
                ..EntitySchema::EMPTY
            }
        };
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.tenant_id),
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.item_id),
                2 => _dal::of::<_dal::kinds::Ulid, _>().optional(&self.owner_id),
                3 => _dal::of::<_dal::kinds::Time, _>().some(&self.created_at),
                _ => _dal::None,
            }
        }
        fn key(&self) -> ItemKey {
            ItemKey {
                item_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.item_id),
            }
        }
    }
    #[automatically_derived]
    impl _dal::TenantPart<0> for Item {
        type Value = TenantId;
        const CODEC: _dal::Codec<TenantId> = _dal::of::<_dal::kinds::Ulid, _>();
    }
    #[automatically_derived]
    impl _dal::Key for ItemKey {
        type Entity = Item;
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.item_id),
                _ => _dal::None,
            }
        }
        fn from_parts(of: &_dal::Parts) -> ::core::result::Result<Self, _dal::KeyError> {
            ::core::result::Result::Ok(Self {
                item_id: _dal::of::<_dal::kinds::Ulid, _>().take(of, 1)?,
            })
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for ItemKey {
        fn clone(&self) -> Self {
            Self {
                item_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.item_id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ItemKey {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            _dal::debug_key(self, "ItemKey", f)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for ItemKey {
        fn eq(&self, other: &Self) -> bool {
            _dal::eq_keys(self, other)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for ItemKey {}
    #[automatically_derived]
    impl ::core::hash::Hash for ItemKey {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            _dal::hash_key(self, state);
        }
    }
    #[automatically_derived]
    impl _dal::KeyGroup for ItemGsi1Parts {
        type Entity = Item;
        const INDEXES: &'static [u16] = &[0];
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                2 => _dal::of::<_dal::kinds::Ulid, _>().optional(&self.owner_id),
                3 => _dal::of::<_dal::kinds::Time, _>().some(&self.created_at),
                _ => _dal::None,
            }
        }
        fn attributes(&self, to: &mut _dal::GroupWriter<'_>) {
            to.optional("owner_id", self.owner_id.as_ref());
            to.required("created_at", &self.created_at);
        }
    }
    #[automatically_derived]
    impl<'a> _dal::ReadItem<'a> for ItemOnGsi1 {
        fn read(row: _dal::Row<'a>) -> ::core::result::Result<Self, _dal::ItemError> {
            let mut row = row.projected(<Item as _dal::Entity>::SCHEMA, 0)?;
            ::core::result::Result::Ok(Self {
                tenant_id: row.part(0, _dal::of::<_dal::kinds::Ulid, _>())?,
                item_id: row.part(1, _dal::of::<_dal::kinds::Ulid, _>())?,
                owner_id: row.part(2, _dal::of::<_dal::kinds::Ulid, _>())?,
                created_at: row.part(3, _dal::of::<_dal::kinds::Time, _>())?,
                title: row.attribute("title")?,
            })
        }
    }
    #[automatically_derived]
    impl _dal::Projection for ItemOnGsi1 {
        type Entity = Item;
        fn key(&self) -> ItemKey {
            ItemKey {
                item_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.item_id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ItemOnGsi1 {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_struct("ItemOnGsi1")
                .field("tenant_id", &self.tenant_id)
                .field("item_id", &self.item_id)
                .field("owner_id", &self.owner_id)
                .field("created_at", &self.created_at)
                .finish_non_exhaustive()
        }
    }
    #[automatically_derived]
    impl _dal::QueryPattern for ItemItemsByOwner {
        type Entity = Item;
        type Item = ItemOnGsi1;
        const PLAN: &'static _dal::QueryPlan = &_dal::QueryPlan {
            pattern: "items_by_owner",
            index: ::core::option::Option::Some(0),
            bound: 0,
            descending: true,
            limit: ::core::option::Option::Some(50),
            condition: "GSI1PK = TENANT#{tenant_id}#OWNER#{owner_id} [AND GSI1SK BETWEEN {created_at from} AND {created_at to}]",
            .._dal::QueryPlan::PLAIN
        };
    }
    #[automatically_derived]
    impl _dal::Ranged for ItemItemsByOwner {
        type Value = DateTime<Utc>;
        const CODEC: _dal::Codec<DateTime<Utc>> = _dal::of::<_dal::kinds::Time, _>();
    }
};
