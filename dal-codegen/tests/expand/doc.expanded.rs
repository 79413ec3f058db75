//! Attributes as serde names and reads them; a field whose name is a keyword; a `with` module in an index.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default = "Doc::empty")]
pub struct Doc {
    #[serde(rename = "tenant_id")]
    pub tenant_id: TenantId,
    pub doc_id: DocId,
    pub author_id: Option<UserId>,
    #[serde(rename = "t", alias = "title")]
    pub r#type: self::Result<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<super::Note>,
    #[serde(with = "crate::iso", default = "far")]
    pub due: Option<Date>,
    #[serde(rename = "expires_at", deserialize_with = "seconds")]
    pub expires: u64,
    #[serde(skip)]
    pub cached: Vec<u8>,
    #[serde(flatten)]
    pub rest: HashMap<String, String>,
    #[serde(serialize_with = "stars::write")]
    pub stars: u8,
}
/// The key of [`Doc`] inside its tenant: `TENANT#{tenant_id}` and `DOC#{doc_id}`.
pub struct DocKey {
    /// The `doc_id` of the [`Doc`].
    pub doc_id: DocId,
}
/// What the index `GSI1` needs of [`Doc`] besides its key: written together, so that the index is never stale.
#[allow(dead_code)]
pub struct DocGsi1Parts {
    /// The new `author_id`.
    pub author_id: Option<UserId>,
}
/// A [`Doc`] as the index `GSI1` stores it.
#[allow(dead_code)]
pub struct DocOnGsi1 {
    /// The `tenant_id`, from the key.
    pub tenant_id: TenantId,
    /// The `doc_id`, from the key.
    pub doc_id: DocId,
    /// The `author_id`, from the key.
    pub author_id: UserId,
    /// The attribute `t`.
    pub r#type: self::Result<String>,
    /// The attribute `note`.
    pub note: Option<super::Note>,
    /// The attribute `due`.
    pub due: Option<Date>,
    /// The attribute `expires_at`.
    pub expires: u64,
}
/// The pattern `docs_by_author` of [`Doc`].
pub enum DocDocsByAuthor {}
const _: () = {
    use ::dal::__private as _dal;
    use ::core::convert::Into as _;
    impl Doc {
        /// The attribute `tenant_id`, of the primary key.
        pub const TENANT_ID: _dal::Attr<Self, TenantId, _dal::Primary> = _dal::attr(
            "tenant_id",
        );
        /// The attribute `docId`, of the primary key.
        pub const DOC_ID: _dal::Attr<Self, DocId, _dal::Primary> = _dal::attr("docId");
        /// The attribute `authorId`, which [`DocGsi1Parts`] writes.
        pub const AUTHOR_ID: _dal::Attr<Self, UserId, _dal::Grouped> = _dal::attr(
            "authorId",
        );
        /// The attribute `t`.
        pub const TYPE: _dal::Attr<Self, self::Result<String>> = _dal::attr("t");
        /// The attribute `note`.
        pub const NOTE: _dal::Attr<Self, super::Note, _dal::Optional> = _dal::attr(
            "note",
        );
        /// The attribute `due`.
        pub const DUE: _dal::Attr<Self, Option<Date>, _dal::Optional> = _dal::Attr::with(
            "due",
            |value, json| _dal::write_with(
                value,
                json,
                |value, to| crate::iso::serialize(value, to),
            ),
        );
        /// The attribute `expires_at`.
        pub const EXPIRES: _dal::Attr<Self, u64> = _dal::attr("expires_at");
        /// The attribute `stars`.
        pub const STARS: _dal::Attr<Self, u8> = _dal::Attr::with(
            "stars",
            |value, json| _dal::write_with(
                value,
                json,
                |value, to| stars::write(value, to),
            ),
        );
        /// The access pattern `docs_by_author`.
        ///
        /// One `Query` of the index `GSI1`: `GSI1PK = TENANT#{tenant_id}#AUTHOR#{author_id}`.
        /// Descending by `doc_id`.
        /// Gives [`DocOnGsi1`]. 0.5 RCU per 4 KB of index entries read.
        pub fn docs_by_author<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            author_id: impl ::core::convert::Into<UserId>,
        ) -> _dal::Query<DocDocsByAuthor> {
            _dal::Query::new(scope)
                .bind::<UserId>(2, _dal::of::<_dal::kinds::Ulid, _>(), author_id.into())
        }
    }
    #[automatically_derived]
    impl _dal::Entity for Doc {
        type Key = DocKey;
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
                        &[Lit("TENANT#"), seg(0, Ulid), Lit("#AUTHOR#"), seg(2, Ulid)],
                    ),
                ],
                sort: &[key("GSI1SK", &[seg(1, Ulid).desc()])],
                when: &[],
            };
            &EntitySchema {
                name: "Doc",
                type_attribute: Some("entity"),
                ttl: Some("expires_at"),
                fields: &["tenant_id", "doc_id", "author_id"],
                tenant_fields: 1,
                primary_fields: 2,
                partition: key("PK", &[Lit("TENANT#"), seg(0, Ulid)]),
                sort: Some(key("SK", &[Lit("DOC#"), seg(1, Ulid)])),
                indexes: &[INDEX_0],
                renamed: &[(1, "docId"), (2, "authorId")],
                optional: &["authorId", "note", "due"],
                hidden: &["PK", "SK", "GSI1PK", "GSI1SK", "DAY", "DAYSK", "entity"],
                fingerprint: 5950329092116307606,
                ..EntitySchema::EMPTY
            }
        };
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.tenant_id),
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.doc_id),
                2 => _dal::of::<_dal::kinds::Ulid, _>().optional(&self.author_id),
                _ => _dal::None,
            }
        }
        fn key(&self) -> DocKey {
            DocKey {
                doc_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.doc_id),
            }
        }
    }
    #[automatically_derived]
    impl _dal::TenantPart<0> for Doc {
        type Value = TenantId;
        const CODEC: _dal::Codec<TenantId> = _dal::of::<_dal::kinds::Ulid, _>();
    }
    #[automatically_derived]
    impl _dal::Key for DocKey {
        type Entity = Doc;
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.doc_id),
                _ => _dal::None,
            }
        }
        fn from_parts(of: &_dal::Parts) -> ::core::result::Result<Self, _dal::KeyError> {
            ::core::result::Result::Ok(Self {
                doc_id: _dal::of::<_dal::kinds::Ulid, _>().take(of, 1)?,
            })
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for DocKey {
        fn clone(&self) -> Self {
            Self {
                doc_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.doc_id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for DocKey {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            _dal::debug_key(self, "DocKey", f)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for DocKey {
        fn eq(&self, other: &Self) -> bool {
            _dal::eq_keys(self, other)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for DocKey {}
    #[automatically_derived]
    impl ::core::hash::Hash for DocKey {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            _dal::hash_key(self, state);
        }
    }
    #[automatically_derived]
    impl _dal::KeyGroup for DocGsi1Parts {
        type Entity = Doc;
        const INDEXES: &'static [u16] = &[0];
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                2 => _dal::of::<_dal::kinds::Ulid, _>().optional(&self.author_id),
                _ => _dal::None,
            }
        }
        fn attributes(&self, to: &mut _dal::GroupWriter<'_>) {
            to.optional("authorId", self.author_id.as_ref());
        }
    }
    #[automatically_derived]
    impl<'a> _dal::ReadItem<'a> for DocOnGsi1 {
        fn read(row: _dal::Row<'a>) -> ::core::result::Result<Self, _dal::ItemError> {
            let mut row = row.projected(<Doc as _dal::Entity>::SCHEMA, 0)?;
            ::core::result::Result::Ok(Self {
                tenant_id: row.part(0, _dal::of::<_dal::kinds::Ulid, _>())?,
                doc_id: row.part(1, _dal::of::<_dal::kinds::Ulid, _>())?,
                author_id: row.part(2, _dal::of::<_dal::kinds::Ulid, _>())?,
                r#type: row
                    .attribute_or(row.named("t", &["title"]), || Doc::empty().r#type)?,
                note: row.attribute_or("note", ::core::default::Default::default)?,
                due: row
                    .attribute_with_or(
                        "due",
                        |from| crate::iso::deserialize(from),
                        far,
                    )?,
                expires: row
                    .attribute_with_or(
                        "expires_at",
                        |from| seconds(from),
                        || Doc::empty().expires,
                    )?,
            })
        }
    }
    #[automatically_derived]
    impl _dal::Projection for DocOnGsi1 {
        type Entity = Doc;
        fn key(&self) -> DocKey {
            DocKey {
                doc_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.doc_id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for DocOnGsi1 {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_struct("DocOnGsi1")
                .field("tenant_id", &self.tenant_id)
                .field("doc_id", &self.doc_id)
                .field("author_id", &self.author_id)
                .finish_non_exhaustive()
        }
    }
    #[automatically_derived]
    impl _dal::QueryPattern for DocDocsByAuthor {
        type Entity = Doc;
        type Item = DocOnGsi1;
        const PLAN: &'static _dal::QueryPlan = &_dal::QueryPlan {
            pattern: "docs_by_author",
            index: ::core::option::Option::Some(0),
            bound: 0,
            descending: false,
            limit: ::core::option::Option::None,
            condition: "GSI1PK = TENANT#{tenant_id}#AUTHOR#{author_id}",
            .._dal::QueryPlan::PLAIN
        };
    }
};
