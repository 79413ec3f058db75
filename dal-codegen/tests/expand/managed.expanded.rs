//! list: managed.yaml
#[derive(Serialize, Deserialize)]
pub struct User {
    pub tenant_id: Ulid,
    pub user_id: Ulid,
    pub email: Option<String>,
    pub name: String,
}
/// The key of [`User`] inside its tenant: `TENANT#{tenant_id}` and `USER#{user_id}`.
pub struct UserKey {
    /// The `user_id` of the [`User`].
    pub user_id: Ulid,
}
const _: () = {
    use ::dal::__private as _dal;
    use ::core::convert::Into as _;
    impl User {
        /// The attribute `tenant_id`, of the primary key.
        pub const TENANT_ID: _dal::Attr<Self, Ulid, _dal::Primary> = _dal::attr(
            "tenant_id",
        );
        /// The attribute `user_id`, of the primary key.
        pub const USER_ID: _dal::Attr<Self, Ulid, _dal::Primary> = _dal::attr("user_id");
        /// The attribute `email`, which is unique: set by `create`, `put` or `patch`.
        pub const EMAIL: _dal::Attr<Self, String, _dal::Unique> = _dal::attr("email");
        /// The attribute `name`.
        pub const NAME: _dal::Attr<Self, String> = _dal::attr("name");
        /// The access pattern `get_user`.
        ///
        /// One `GetItem`: `PK = TENANT#{tenant_id}`, `SK = USER#{user_id}`. 0.5 RCU per 4 KB of the item, 1 if consistent.
        pub fn get_user<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            user_id: impl ::core::convert::Into<Ulid>,
        ) -> _dal::Get<Self> {
            _dal::Get::new(scope, "get_user", UserKey { user_id: user_id.into() })
        }
    }
    #[automatically_derived]
    impl _dal::Entity for User {
        type Key = UserKey;
        type Handle<T: _dal::Holds<Self>> = _dal::Scope<T>;
        type Attributes = _dal::Serde;
        type Writes = _dal::Guarded;
        const SCHEMA: &'static _dal::EntitySchema = {
            use _dal::{*, Kind::*};
            use ::core::option::Option::{None, Some};
            &EntitySchema {
                name: "User",
                type_attribute: Some("entity"),
                fields: &["tenant_id", "user_id", "email"],
                tenant_fields: 1,
                primary_fields: 2,
                partition: key("PK", &[Lit("TENANT#"), seg(0, Ulid)]),
                sort: Some(key("SK", &[Lit("USER#"), seg(1, Ulid)])),
                indexes: &[],
                optional: &["email"],
                hidden: &["PK", "SK", "GSI1PK", "GSI1SK", "entity"],
                fingerprint: 6083221220909371875,
                unique: &[
                    unique(
                        "email",
                        &["email"],
                        key(
                            "PK",
                            &[
                                Lit("TENANT#"),
                                seg(0, Ulid),
                                Lit("#EMAIL#"),
                                seg(2, Text(None)).lower(),
                            ],
                        ),
                    ),
                ],
                ..EntitySchema::EMPTY
            }
        };
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.tenant_id),
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.user_id),
                2 => _dal::of::<_dal::kinds::Text, _>().optional(&self.email),
                _ => _dal::None,
            }
        }
        fn key(&self) -> UserKey {
            UserKey {
                user_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.user_id),
            }
        }
    }
    #[automatically_derived]
    impl _dal::TenantPart<0> for User {
        type Value = Ulid;
        const CODEC: _dal::Codec<Ulid> = _dal::of::<_dal::kinds::Ulid, _>();
    }
    #[automatically_derived]
    impl _dal::Key for UserKey {
        type Entity = User;
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.user_id),
                _ => _dal::None,
            }
        }
        fn from_parts(of: &_dal::Parts) -> ::core::result::Result<Self, _dal::KeyError> {
            ::core::result::Result::Ok(Self {
                user_id: _dal::of::<_dal::kinds::Ulid, _>().take(of, 1)?,
            })
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for UserKey {
        fn clone(&self) -> Self {
            Self {
                user_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.user_id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for UserKey {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            _dal::debug_key(self, "UserKey", f)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for UserKey {
        fn eq(&self, other: &Self) -> bool {
            _dal::eq_keys(self, other)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for UserKey {}
    #[automatically_derived]
    impl ::core::hash::Hash for UserKey {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            _dal::hash_key(self, state);
        }
    }
};
#[derive(Serialize, Deserialize)]
pub struct Task {
    pub tenant_id: Ulid,
    pub task_id: Ulid,
    pub owner_id: Option<Ulid>,
    pub title: String,
    #[serde(default)]
    pub rev: u64,
    pub created_at: Option<DateTime<Utc>>,
    #[serde(rename = "touched")]
    pub updated_at: DateTime<Utc>,
}
/// The key of [`Task`] inside its tenant: `TENANT#{tenant_id}` and `TASK#{task_id}`.
pub struct TaskKey {
    /// The `task_id` of the [`Task`].
    pub task_id: Ulid,
}
/// What the index `GSI1` needs of [`Task`] besides its key: written together, so that the index is never stale.
#[allow(dead_code)]
pub struct TaskGsi1Parts {
    /// The new `owner_id`.
    pub owner_id: Option<Ulid>,
}
/// A [`Task`] as the index `GSI1` stores it.
#[allow(dead_code)]
pub struct TaskOnGsi1 {
    /// The `tenant_id`, from the key.
    pub tenant_id: Ulid,
    /// The `task_id`, from the key.
    pub task_id: Ulid,
    /// The `owner_id`, from the key.
    pub owner_id: Ulid,
    /// The `updated_at`, from the key.
    pub updated_at: DateTime<Utc>,
    /// The attribute `title`.
    pub title: String,
}
/// The pattern `tasks_by_owner` of [`Task`].
pub enum TaskTasksByOwner {}
const _: () = {
    use ::dal::__private as _dal;
    use ::core::convert::Into as _;
    impl Task {
        /// The attribute `tenant_id`, of the primary key.
        pub const TENANT_ID: _dal::Attr<Self, Ulid, _dal::Primary> = _dal::attr(
            "tenant_id",
        );
        /// The attribute `task_id`, of the primary key.
        pub const TASK_ID: _dal::Attr<Self, Ulid, _dal::Primary> = _dal::attr("task_id");
        /// The attribute `owner_id`, which [`TaskGsi1Parts`] writes.
        pub const OWNER_ID: _dal::Attr<Self, Ulid, _dal::Grouped> = _dal::attr(
            "owner_id",
        );
        /// The attribute `title`.
        pub const TITLE: _dal::Attr<Self, String> = _dal::attr("title");
        /// The attribute `rev`, which dal fills (`version:`).
        pub const REV: _dal::Attr<Self, u64, _dal::Filled> = _dal::attr("rev");
        /// The attribute `created_at`, which dal fills (`created:`).
        pub const CREATED_AT: _dal::Attr<Self, DateTime<Utc>, _dal::Filled> = _dal::attr(
            "created_at",
        );
        /// The attribute `touched`, which dal fills (`updated:`).
        pub const UPDATED_AT: _dal::Attr<Self, DateTime<Utc>, _dal::Filled> = _dal::attr(
            "touched",
        );
        /// The access pattern `get_task`.
        ///
        /// One `GetItem`: `PK = TENANT#{tenant_id}`, `SK = TASK#{task_id}`. 0.5 RCU per 4 KB of the item, 1 if consistent.
        pub fn get_task<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            task_id: impl ::core::convert::Into<Ulid>,
        ) -> _dal::Get<Self> {
            _dal::Get::new(scope, "get_task", TaskKey { task_id: task_id.into() })
        }
        /// The access pattern `tasks_by_owner`.
        ///
        /// One `Query` of the index `GSI1`: `GSI1PK = TENANT#{tenant_id}#OWNER#{owner_id}`.
        /// Newest first by `updated_at`.
        /// Gives [`TaskOnGsi1`]. 0.5 RCU per 4 KB of index entries read.
        pub fn tasks_by_owner<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            owner_id: impl ::core::convert::Into<Ulid>,
        ) -> _dal::Query<TaskTasksByOwner> {
            _dal::Query::new(scope)
                .bind::<Ulid>(2, _dal::of::<_dal::kinds::Ulid, _>(), owner_id.into())
        }
    }
    #[automatically_derived]
    impl _dal::Entity for Task {
        type Key = TaskKey;
        type Handle<T: _dal::Holds<Self>> = _dal::Scope<T>;
        type Attributes = _dal::Serde;
        type Writes = _dal::Managed<_dal::Versioned, _dal::With<TaskGsi1Parts>>;
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
                name: "Task",
                type_attribute: Some("entity"),
                fields: &[
                    "tenant_id",
                    "task_id",
                    "owner_id",
                    "updated_at",
                    "rev",
                    "created_at",
                ],
                tenant_fields: 1,
                primary_fields: 2,
                partition: key("PK", &[Lit("TENANT#"), seg(0, Ulid)]),
                sort: Some(key("SK", &[Lit("TASK#"), seg(1, Ulid)])),
                indexes: &[INDEX_0],
                renamed: &[(3, "touched")],
                optional: &["owner_id", "created_at"],
                hidden: &["PK", "SK", "GSI1PK", "GSI1SK", "entity"],
                fingerprint: 2778719335758039935,
                managed: ManagedFields {
                    version: Some(
                        fill(
                            4,
                            "rev",
                            Int {
                                min: 0,
                                max: 18446744073709551615,
                            },
                        ),
                    ),
                    created: Some(fill(5, "created_at", Time(Precision::Millis))),
                    updated: Some(fill(3, "touched", Time(Precision::Millis))),
                },
                ..EntitySchema::EMPTY
            }
        };
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.tenant_id),
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.task_id),
                2 => _dal::of::<_dal::kinds::Ulid, _>().optional(&self.owner_id),
                3 => _dal::of::<_dal::kinds::Time, _>().some(&self.updated_at),
                4 => _dal::of::<_dal::kinds::Int, _>().some(&self.rev),
                5 => _dal::of::<_dal::kinds::Time, _>().optional(&self.created_at),
                _ => _dal::None,
            }
        }
        fn key(&self) -> TaskKey {
            TaskKey {
                task_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.task_id),
            }
        }
        fn stamp(
            of: ::core::option::Option<&mut Self>,
            field: u16,
            part: _dal::Part<'_>,
            json: &mut ::std::vec::Vec<u8>,
        ) -> ::core::result::Result<(), _dal::EncodeError> {
            match field {
                4 => {
                    _dal::stamp(
                        _dal::of::<_dal::kinds::Int, _>(),
                        Self::REV,
                        of.map(|of| &mut of.rev),
                        part,
                        json,
                    )
                }
                5 => {
                    _dal::stamp(
                        _dal::of::<_dal::kinds::Time, _>(),
                        Self::CREATED_AT,
                        of.map(|of| &mut of.created_at),
                        part,
                        json,
                    )
                }
                3 => {
                    _dal::stamp(
                        _dal::of::<_dal::kinds::Time, _>(),
                        Self::UPDATED_AT,
                        of.map(|of| &mut of.updated_at),
                        part,
                        json,
                    )
                }
                _ => ::core::result::Result::Ok(()),
            }
        }
    }
    #[automatically_derived]
    impl _dal::TenantPart<0> for Task {
        type Value = Ulid;
        const CODEC: _dal::Codec<Ulid> = _dal::of::<_dal::kinds::Ulid, _>();
    }
    #[automatically_derived]
    impl _dal::Key for TaskKey {
        type Entity = Task;
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.task_id),
                _ => _dal::None,
            }
        }
        fn from_parts(of: &_dal::Parts) -> ::core::result::Result<Self, _dal::KeyError> {
            ::core::result::Result::Ok(Self {
                task_id: _dal::of::<_dal::kinds::Ulid, _>().take(of, 1)?,
            })
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for TaskKey {
        fn clone(&self) -> Self {
            Self {
                task_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.task_id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for TaskKey {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            _dal::debug_key(self, "TaskKey", f)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for TaskKey {
        fn eq(&self, other: &Self) -> bool {
            _dal::eq_keys(self, other)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for TaskKey {}
    #[automatically_derived]
    impl ::core::hash::Hash for TaskKey {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            _dal::hash_key(self, state);
        }
    }
    #[automatically_derived]
    impl _dal::KeyGroup for TaskGsi1Parts {
        type Entity = Task;
        const INDEXES: &'static [u16] = &[0];
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                2 => _dal::of::<_dal::kinds::Ulid, _>().optional(&self.owner_id),
                _ => _dal::None,
            }
        }
        fn attributes(&self, to: &mut _dal::GroupWriter<'_>) {
            to.optional("owner_id", self.owner_id.as_ref());
        }
    }
    #[automatically_derived]
    impl<'a> _dal::ReadItem<'a> for TaskOnGsi1 {
        fn read(row: _dal::Row<'a>) -> ::core::result::Result<Self, _dal::ItemError> {
            let mut row = row.projected(<Task as _dal::Entity>::SCHEMA, 0)?;
            ::core::result::Result::Ok(Self {
                tenant_id: row.part(0, _dal::of::<_dal::kinds::Ulid, _>())?,
                task_id: row.part(1, _dal::of::<_dal::kinds::Ulid, _>())?,
                owner_id: row.part(2, _dal::of::<_dal::kinds::Ulid, _>())?,
                updated_at: row.part(3, _dal::of::<_dal::kinds::Time, _>())?,
                title: row.attribute("title")?,
            })
        }
    }
    #[automatically_derived]
    impl _dal::Projection for TaskOnGsi1 {
        type Entity = Task;
        fn key(&self) -> TaskKey {
            TaskKey {
                task_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.task_id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for TaskOnGsi1 {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_struct("TaskOnGsi1")
                .field("tenant_id", &self.tenant_id)
                .field("task_id", &self.task_id)
                .field("owner_id", &self.owner_id)
                .field("updated_at", &self.updated_at)
                .finish_non_exhaustive()
        }
    }
    #[automatically_derived]
    impl _dal::QueryPattern for TaskTasksByOwner {
        type Entity = Task;
        type Item = TaskOnGsi1;
        const PLAN: &'static _dal::QueryPlan = &_dal::QueryPlan {
            pattern: "tasks_by_owner",
            index: ::core::option::Option::Some(0),
            bound: 0,
            descending: true,
            limit: ::core::option::Option::None,
            condition: "GSI1PK = TENANT#{tenant_id}#OWNER#{owner_id}",
            .._dal::QueryPlan::PLAIN
        };
    }
};
