//! Collections: an enum, and a struct whose pattern takes a parameter of the first entity.
#[derive(Debug)]
pub enum Overview {
    Tenant(domain::Tenant),
    Billing(Billing),
}
/// The pattern `overview` of [`Overview`].
pub enum OverviewPattern {}
const _: () = {
    use ::dal::__private as _dal;
    #[automatically_derived]
    impl _dal::QueryPattern for OverviewPattern {
        type Entity = domain::Tenant;
        type Item = Overview;
        const PLAN: &'static _dal::QueryPlan = &_dal::QueryPlan {
            pattern: "overview",
            index: ::core::option::Option::None,
            bound: 0,
            mixed: true,
            prefix: "TENANT",
            beginning: true,
            descending: false,
            limit: ::core::option::Option::None,
            condition: "PK = TENANT#{tenant_id} AND begins_with(SK, TENANT)",
            .._dal::QueryPlan::PLAIN
        };
        const TTL: ::core::option::Option<&'static str> = ::core::option::Option::Some(
            "expires_at",
        );
    }
    #[automatically_derived]
    impl _dal::OnTable for OverviewPattern {}
    #[automatically_derived]
    impl<'a> _dal::ReadItem<'a> for Overview {
        fn read(row: _dal::Row<'a>) -> ::core::result::Result<Self, _dal::ItemError> {
            match row
                .recognise(
                    &[
                        <domain::Tenant as _dal::Entity>::SCHEMA,
                        <Billing as _dal::Entity>::SCHEMA,
                    ],
                )?
            {
                0 => <domain::Tenant as _dal::Entity>::read(row).map(Self::Tenant),
                _ => <Billing as _dal::Entity>::read(row).map(Self::Billing),
            }
        }
    }
    #[allow(clippy::self_named_constructors)]
    impl Overview {
        /// The access pattern `overview`.
        ///
        /// One `Query` of the table: `PK = TENANT#{tenant_id} AND begins_with(SK, TENANT)`.
        /// Ascending by the sort key.
        /// Gives [`Overview`]. 0.5 RCU per 4 KB of the items read.
        pub fn overview<T: _dal::Holds<domain::Tenant> + _dal::Holds<Billing>>(
            scope: &_dal::Scope<T>,
        ) -> _dal::Query<OverviewPattern> {
            _dal::Query::new(scope)
        }
    }
    #[automatically_derived]
    impl _dal::DeclaredCollection for Overview {
        const PATTERN: &'static str = "overview";
    }
};
pub struct WholeThread {
    pub thread: Thread,
    pub posts: Vec<Post>,
}
const _: () = {
    use ::dal::__private as _dal;
    use ::core::convert::Into as _;
    #[automatically_derived]
    impl _dal::Collection for WholeThread {
        type Entity = Thread;
        const ENTITIES: &'static [&'static _dal::EntitySchema] = &[
            <Thread as _dal::Entity>::SCHEMA,
            <Post as _dal::Entity>::SCHEMA,
        ];
        const PLAN: &'static _dal::QueryPlan = &_dal::QueryPlan {
            pattern: "whole_thread",
            index: ::core::option::Option::None,
            bound: 2,
            mixed: true,
            prefix: "",
            beginning: true,
            descending: false,
            limit: ::core::option::Option::None,
            condition: "PK = TENANT#{tenant_id} AND begins_with(SK, THREAD#{thread_id})",
            .._dal::QueryPlan::PLAIN
        };
        fn collect(
            members: &mut _dal::Members<'_>,
        ) -> ::core::result::Result<Self, _dal::ItemError> {
            ::core::result::Result::Ok(Self {
                thread: members.one()?,
                posts: members.many()?,
            })
        }
    }
    #[allow(clippy::self_named_constructors)]
    impl WholeThread {
        /// The access pattern `whole_thread`.
        ///
        /// One `Query` of the table: `PK = TENANT#{tenant_id} AND begins_with(SK, THREAD#{thread_id})`.
        /// Ascending by the sort key.
        /// Gives [`WholeThread`]. 0.5 RCU per 4 KB of the items read.
        pub fn whole_thread<T: _dal::Holds<Thread> + _dal::Holds<Post>>(
            scope: &_dal::Scope<T>,
            thread_id: impl ::core::convert::Into<<Thread as _dal::KeyField<1>>::Value>,
        ) -> _dal::Collect<Self> {
            _dal::Collect::new(scope)
                .bind(1, <Thread as _dal::KeyField<1>>::CODEC, thread_id.into())
        }
    }
    #[automatically_derived]
    impl _dal::DeclaredCollection for WholeThread {
        const PATTERN: &'static str = "whole_thread";
    }
};
#[derive(Serialize, Deserialize)]
pub struct Thread {
    pub tenant_id: TenantId,
    pub thread_id: ThreadId,
}
/// The key of [`Thread`] inside its tenant: `TENANT#{tenant_id}` and `THREAD#{thread_id}`.
pub struct ThreadKey {
    /// The `thread_id` of the [`Thread`].
    pub thread_id: ThreadId,
}
const _: () = {
    use ::dal::__private as _dal;
    impl Thread {
        /// The attribute `tenant_id`, of the primary key.
        pub const TENANT_ID: _dal::Attr<Self, TenantId, _dal::Primary> = _dal::attr(
            "tenant_id",
        );
        /// The attribute `thread_id`, of the primary key.
        pub const THREAD_ID: _dal::Attr<Self, ThreadId, _dal::Primary> = _dal::attr(
            "thread_id",
        );
    }
    #[automatically_derived]
    impl _dal::Entity for Thread {
        type Key = ThreadKey;
        type Handle<T: _dal::Holds<Self>> = _dal::Scope<T>;
        type Attributes = _dal::Serde;
        type Writes = _dal::Plain;
        const SCHEMA: &'static _dal::EntitySchema = {
            use _dal::{*, Kind::*};
            use ::core::option::Option::{None, Some};
            &EntitySchema {
                name: "Thread",
                type_attribute: Some("entity"),
                fields: &["tenant_id", "thread_id"],
                tenant_fields: 1,
                primary_fields: 2,
                partition: key("PK", &[Lit("TENANT#"), seg(0, Ulid)]),
                sort: Some(key("SK", &[Lit("THREAD#"), seg(1, Ulid)])),
                indexes: &[],
                hidden: &["PK", "SK", "GSI1PK", "GSI1SK", "DAY", "DAYSK", "entity"],
                fingerprint: 16833819077967942569,
                ..EntitySchema::EMPTY
            }
        };
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.tenant_id),
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.thread_id),
                _ => _dal::None,
            }
        }
        fn key(&self) -> ThreadKey {
            ThreadKey {
                thread_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.thread_id),
            }
        }
    }
    #[automatically_derived]
    impl _dal::TenantPart<0> for Thread {
        type Value = TenantId;
        const CODEC: _dal::Codec<TenantId> = _dal::of::<_dal::kinds::Ulid, _>();
    }
    #[automatically_derived]
    impl _dal::KeyField<1> for Thread {
        type Value = ThreadId;
        const CODEC: _dal::Codec<ThreadId> = _dal::of::<_dal::kinds::Ulid, _>();
    }
    #[automatically_derived]
    impl _dal::Key for ThreadKey {
        type Entity = Thread;
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.thread_id),
                _ => _dal::None,
            }
        }
        fn from_parts(of: &_dal::Parts) -> ::core::result::Result<Self, _dal::KeyError> {
            ::core::result::Result::Ok(Self {
                thread_id: _dal::of::<_dal::kinds::Ulid, _>().take(of, 1)?,
            })
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for ThreadKey {
        fn clone(&self) -> Self {
            Self {
                thread_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.thread_id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ThreadKey {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            _dal::debug_key(self, "ThreadKey", f)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for ThreadKey {
        fn eq(&self, other: &Self) -> bool {
            _dal::eq_keys(self, other)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for ThreadKey {}
    #[automatically_derived]
    impl ::core::hash::Hash for ThreadKey {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            _dal::hash_key(self, state);
        }
    }
};
