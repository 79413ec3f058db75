//! list: written.yaml
#[derive(Serialize, Deserialize)]
pub struct Brand {
    pub tenant_id: Ulid,
    pub brand_id: Ulid,
    pub name: String,
    pub status: String,
    pub note: Option<String>,
    pub likes: u32,
}
/// The key of [`Brand`] inside its tenant: `TENANT#{tenant_id}` and `BRAND#{brand_id}`.
pub struct BrandKey {
    /// The `brand_id` of the [`Brand`].
    pub brand_id: Ulid,
}
const _: () = {
    use ::dal::__private as _dal;
    use ::core::convert::Into as _;
    impl Brand {
        /// The attribute `tenant_id`, of the primary key.
        pub const TENANT_ID: _dal::Attr<Self, Ulid, _dal::Primary> = _dal::attr(
            "tenant_id",
        );
        /// The attribute `brand_id`, of the primary key.
        pub const BRAND_ID: _dal::Attr<Self, Ulid, _dal::Primary> = _dal::attr(
            "brand_id",
        );
        /// The attribute `name`.
        pub const NAME: _dal::Attr<Self, String> = _dal::attr("name");
        /// The attribute `status`.
        pub const STATUS: _dal::Attr<Self, String> = _dal::attr("status");
        /// The attribute `note`.
        pub const NOTE: _dal::Attr<Self, String, _dal::Optional> = _dal::attr("note");
        /// The attribute `likes`.
        pub const LIKES: _dal::Attr<Self, u32> = _dal::attr("likes");
        /// The access pattern `get_brand`.
        ///
        /// One `GetItem`: `PK = TENANT#{tenant_id}`, `SK = BRAND#{brand_id}`. 0.5 RCU per 4 KB of the item, 1 if consistent.
        pub fn get_brand<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            brand_id: impl ::core::convert::Into<Ulid>,
        ) -> _dal::Get<Self> {
            _dal::Get::new(
                scope,
                "get_brand",
                BrandKey {
                    brand_id: brand_id.into(),
                },
            )
        }
        /// A brand opens.
        ///
        /// One `PutItem`, atomic: `create Brand`.
        /// 1 WCU per KB of the item and of each index entry that changes.
        pub fn open_brand<T: _dal::Holds<Self>>(
            &self,
            scope: &_dal::Scope<T>,
        ) -> _dal::Put<Self> {
            <Self as _dal::Write>::create(self, scope)
        }
        /// The access pattern `rename_brand`.
        ///
        /// One `UpdateItem`, atomic: `update Brand: name = {name}, status = open, without note, if likes > 0`.
        /// 1 WCU per KB of the item and of each index entry that changes.
        pub fn rename_brand<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            brand_id: impl ::core::convert::Into<Ulid>,
            name: impl ::core::convert::Into<String>,
        ) -> _dal::Update<Self> {
            let name: String = name.into();
            match (
                _dal::constant(
                    _dal::of::<_dal::kinds::Text, String>(),
                    _dal::text("open"),
                ),
            ) {
                (::core::result::Result::Ok(constant_0),) => {
                    <Self as _dal::Write>::update(
                            scope,
                            BrandKey {
                                brand_id: brand_id.into(),
                            },
                        )
                        .set(Self::NAME, name)
                        .set(Self::STATUS, constant_0)
                        .remove(Self::NOTE)
                        .only_if(
                            _dal::constants(
                                _dal::of::<_dal::kinds::Int, u32>(),
                                [_dal::int(0)],
                                |[constant_0]| Self::LIKES.gt(constant_0),
                            ),
                        )
                }
                _ => {
                    <Self as _dal::Write>::update(
                            scope,
                            BrandKey {
                                brand_id: brand_id.into(),
                            },
                        )
                        .only_if(_dal::refused_constant())
                }
            }
        }
        /// The access pattern `get_brands`.
        ///
        /// `BatchGetItem` as often as it takes, 100 keys a call: `get Brand`.
        /// 0.5 RCU per 4 KB of each item, 1 if consistent.
        pub fn get_brands<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            keys: impl ::core::iter::IntoIterator<Item = BrandKey>,
        ) -> _dal::BatchGet<::std::vec::Vec<_dal::Get<Self>>> {
            <Self as _dal::EntityExt>::batch_get(scope, keys)
        }
        #[doc(hidden)]
        pub fn like_brand_action_1<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            key: BrandKey,
            weight: impl ::core::convert::Into<<u32 as _dal::Number>::Delta>,
        ) -> _dal::Update<Self> {
            let weight: <u32 as _dal::Number>::Delta = weight.into();
            <Self as _dal::Write>::update(scope, key).add(Self::LIKES, weight)
        }
    }
    #[automatically_derived]
    impl _dal::Entity for Brand {
        type Key = BrandKey;
        type Handle<T: _dal::Holds<Self>> = _dal::Scope<T>;
        type Attributes = _dal::Serde;
        type Writes = _dal::Plain;
        const SCHEMA: &'static _dal::EntitySchema = {
            use _dal::{*, Kind::*};
            use ::core::option::Option::{None, Some};
            &EntitySchema {
                name: "Brand",
                type_attribute: Some("entity"),
                fields: &["tenant_id", "brand_id"],
                tenant_fields: 1,
                primary_fields: 2,
                partition: key("PK", &[Lit("TENANT#"), seg(0, Ulid)]),
                sort: Some(key("SK", &[Lit("BRAND#"), seg(1, Ulid)])),
                indexes: &[],
                optional: &["note"],
                hidden: &["PK", "SK", "entity"],
                fingerprint: 17438625893237341161,
                ..EntitySchema::EMPTY
            }
        };
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.tenant_id),
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.brand_id),
                _ => _dal::None,
            }
        }
        fn key(&self) -> BrandKey {
            BrandKey {
                brand_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.brand_id),
            }
        }
    }
    #[automatically_derived]
    impl _dal::TenantPart<0> for Brand {
        type Value = Ulid;
        const CODEC: _dal::Codec<Ulid> = _dal::of::<_dal::kinds::Ulid, _>();
    }
    #[automatically_derived]
    impl _dal::Key for BrandKey {
        type Entity = Brand;
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.brand_id),
                _ => _dal::None,
            }
        }
        fn from_parts(of: &_dal::Parts) -> ::core::result::Result<Self, _dal::KeyError> {
            ::core::result::Result::Ok(Self {
                brand_id: _dal::of::<_dal::kinds::Ulid, _>().take(of, 1)?,
            })
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for BrandKey {
        fn clone(&self) -> Self {
            Self {
                brand_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.brand_id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for BrandKey {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            _dal::debug_key(self, "BrandKey", f)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for BrandKey {
        fn eq(&self, other: &Self) -> bool {
            _dal::eq_keys(self, other)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for BrandKey {}
    #[automatically_derived]
    impl ::core::hash::Hash for BrandKey {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            _dal::hash_key(self, state);
        }
    }
    #[automatically_derived]
    impl _dal::ActionValue<0usize> for Brand {
        type Value = <u32 as _dal::Number>::Delta;
    }
};
#[derive(Serialize, Deserialize)]
pub struct Like {
    pub tenant_id: Ulid,
    pub brand_id: Ulid,
    pub user_id: Ulid,
}
/// The key of [`Like`] inside its tenant: `TENANT#{tenant_id}` and `LIKE#{brand_id}#{user_id}`.
pub struct LikeKey {
    /// The `brand_id` of the [`Like`].
    pub brand_id: Ulid,
    /// The `user_id` of the [`Like`].
    pub user_id: Ulid,
}
const _: () = {
    use ::dal::__private as _dal;
    use ::core::convert::Into as _;
    impl Like {
        /// The attribute `tenant_id`, of the primary key.
        pub const TENANT_ID: _dal::Attr<Self, Ulid, _dal::Primary> = _dal::attr(
            "tenant_id",
        );
        /// The attribute `brand_id`, of the primary key.
        pub const BRAND_ID: _dal::Attr<Self, Ulid, _dal::Primary> = _dal::attr(
            "brand_id",
        );
        /// The attribute `user_id`, of the primary key.
        pub const USER_ID: _dal::Attr<Self, Ulid, _dal::Primary> = _dal::attr("user_id");
        /// The access pattern `get_like`.
        ///
        /// One `GetItem`: `PK = TENANT#{tenant_id}`, `SK = LIKE#{brand_id}#{user_id}`. 0.5 RCU per 4 KB of the item, 1 if consistent.
        pub fn get_like<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            key: LikeKey,
        ) -> _dal::Get<Self> {
            _dal::Get::new(scope, "get_like", key)
        }
    }
    #[automatically_derived]
    impl _dal::Entity for Like {
        type Key = LikeKey;
        type Handle<T: _dal::Holds<Self>> = _dal::Scope<T>;
        type Attributes = _dal::Serde;
        type Writes = _dal::Plain;
        const SCHEMA: &'static _dal::EntitySchema = {
            use _dal::{*, Kind::*};
            use ::core::option::Option::{None, Some};
            &EntitySchema {
                name: "Like",
                type_attribute: Some("entity"),
                fields: &["tenant_id", "brand_id", "user_id"],
                tenant_fields: 1,
                primary_fields: 3,
                partition: key("PK", &[Lit("TENANT#"), seg(0, Ulid)]),
                sort: Some(
                    key("SK", &[Lit("LIKE#"), seg(1, Ulid), Lit("#"), seg(2, Ulid)]),
                ),
                indexes: &[],
                hidden: &["PK", "SK", "entity"],
                fingerprint: 2831987566978401586,
                ..EntitySchema::EMPTY
            }
        };
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.tenant_id),
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.brand_id),
                2 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.user_id),
                _ => _dal::None,
            }
        }
        fn key(&self) -> LikeKey {
            LikeKey {
                brand_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.brand_id),
                user_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.user_id),
            }
        }
    }
    #[automatically_derived]
    impl _dal::TenantPart<0> for Like {
        type Value = Ulid;
        const CODEC: _dal::Codec<Ulid> = _dal::of::<_dal::kinds::Ulid, _>();
    }
    #[automatically_derived]
    impl _dal::Key for LikeKey {
        type Entity = Like;
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.brand_id),
                2 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.user_id),
                _ => _dal::None,
            }
        }
        fn from_parts(of: &_dal::Parts) -> ::core::result::Result<Self, _dal::KeyError> {
            ::core::result::Result::Ok(Self {
                brand_id: _dal::of::<_dal::kinds::Ulid, _>().take(of, 1)?,
                user_id: _dal::of::<_dal::kinds::Ulid, _>().take(of, 2)?,
            })
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for LikeKey {
        fn clone(&self) -> Self {
            Self {
                brand_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.brand_id),
                user_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.user_id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for LikeKey {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            _dal::debug_key(self, "LikeKey", f)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for LikeKey {
        fn eq(&self, other: &Self) -> bool {
            _dal::eq_keys(self, other)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for LikeKey {}
    #[automatically_derived]
    impl ::core::hash::Hash for LikeKey {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            _dal::hash_key(self, state);
        }
    }
};
pub enum Shop {
    Brand(Brand),
    Like(Like),
}
const _: () = {
    use ::dal::__private as _dal;
    impl Shop {
        /// A user likes a brand once.
        ///
        /// One `TransactWriteItems` of 2 actions, all done or none: `create Like`; `update Brand: likes + {weight}`.
        /// 2 WCU per KB of each item and of each index entry that changes.
        /// The key of `Brand` is that of the `Like`.
        pub fn like_brand(
            scope: &_dal::Scope<Self>,
            like: &Like,
            weight: impl ::core::convert::Into<
                <Brand as _dal::ActionValue<0usize>>::Value,
            >,
        ) -> _dal::Transaction<'static> {
            let weight: <Brand as _dal::ActionValue<0usize>>::Value = weight.into();
            let key_1 = _dal::lent::<Like, Brand>(like, &[(1, 1)]);
            _dal::Transaction::named("like_brand")
                .add(<Like as _dal::Write>::create(like, scope))
                .add(key_1.map(|key| <Brand>::like_brand_action_1(scope, key, weight)))
        }
    }
    #[automatically_derived]
    impl _dal::Table for Shop {
        type Tenant = <<Brand as _dal::Entity>::Key as _dal::TenantOf<0>>::Value;
        const SCHEMA: &'static _dal::TableSchema = &_dal::TableSchema {
            name: "shop",
            partition: "PK",
            sort: ::core::option::Option::Some("SK"),
            types: &[],
            ttl: ::core::option::Option::None,
            indexes: &[],
            entities: &[<Brand as _dal::Entity>::SCHEMA, <Like as _dal::Entity>::SCHEMA],
        };
        fn tenant_parts(
            tenant: &<<Brand as _dal::Entity>::Key as _dal::TenantOf<0>>::Value,
        ) -> ::std::vec::Vec<_dal::Part<'_>> {
            ::core::convert::From::from([
                <<Brand as _dal::Entity>::Key as _dal::TenantOf<0>>::CODEC.part(tenant),
            ])
        }
    }
    #[automatically_derived]
    impl _dal::Holds<Brand> for Shop {}
    #[automatically_derived]
    impl _dal::Holds<Like> for Shop {}
    #[automatically_derived]
    impl<'a> _dal::ReadItem<'a> for Shop {
        fn read(row: _dal::Row<'a>) -> ::core::result::Result<Self, _dal::ItemError> {
            match row
                .recognise(
                    &[<Brand as _dal::Entity>::SCHEMA, <Like as _dal::Entity>::SCHEMA],
                )?
            {
                0 => <Brand as _dal::Entity>::read(row).map(Self::Brand),
                _ => <Like as _dal::Entity>::read(row).map(Self::Like),
            }
        }
    }
    const _: () = _dal::same_entity(
        <Brand as _dal::Entity>::SCHEMA,
        17438625893237341161,
        "this is not the `Brand` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: () = _dal::same_entity(
        <Like as _dal::Entity>::SCHEMA,
        2831987566978401586,
        "this is not the `Like` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: fn() = || {
        _dal::same_tenant::<
            0,
            <Brand as _dal::Entity>::Key,
            <Like as _dal::Entity>::Key,
        >();
    };
};
