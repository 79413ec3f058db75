//! Membership under a condition, an enum by its rank, a consistent get.
#[derive(Serialize, Deserialize)]
pub(crate) struct Call {
    pub(crate) tenant_id: TenantId,
    pub(crate) call_id: CallId,
    pub(crate) urgency: Urgency,
    pub(crate) received_at: DateTime<Utc>,
    status: CallStatus,
    phone: Option<String>,
}
/// The key of [`Call`] inside its tenant: `TENANT#{tenant_id}` and `CALL#{call_id}`.
pub(crate) struct CallKey {
    /// The `call_id` of the [`Call`].
    pub(crate) call_id: CallId,
}
/// What the index `GSI1` needs of [`Call`] besides its key: written together, so that the index is never stale.
#[allow(dead_code)]
pub(crate) struct CallGsi1Parts {
    /// The new `urgency`.
    pub(crate) urgency: Urgency,
    /// The new `received_at`.
    pub(crate) received_at: DateTime<Utc>,
    /// The new `status`.
    status: CallStatus,
}
/// A [`Call`] as the index `GSI1` stores it.
#[allow(dead_code)]
pub(crate) struct CallOnGsi1 {
    /// The `tenant_id`, from the key.
    pub(crate) tenant_id: TenantId,
    /// The `call_id`, from the key.
    pub(crate) call_id: CallId,
    /// The `urgency`, from the key.
    pub(crate) urgency: Urgency,
    /// The `received_at`, from the key.
    pub(crate) received_at: DateTime<Utc>,
    /// The attribute `status`.
    status: CallStatus,
}
/// The pattern `open_calls` of [`Call`].
pub(crate) enum CallOpenCalls {}
const _: () = {
    use ::dal::__private as _dal;
    use ::core::convert::Into as _;
    impl Call {
        /// The attribute `tenant_id`, of the primary key.
        pub(crate) const TENANT_ID: _dal::Attr<Self, TenantId, _dal::Primary> = _dal::attr(
            "tenant_id",
        );
        /// The attribute `call_id`, of the primary key.
        pub(crate) const CALL_ID: _dal::Attr<Self, CallId, _dal::Primary> = _dal::attr(
            "call_id",
        );
        /// The attribute `urgency`, which [`CallGsi1Parts`] writes.
        pub(crate) const URGENCY: _dal::Attr<Self, Urgency, _dal::Grouped> = _dal::attr(
            "urgency",
        );
        /// The attribute `received_at`, which [`CallGsi1Parts`] writes.
        pub(crate) const RECEIVED_AT: _dal::Attr<Self, DateTime<Utc>, _dal::Grouped> = _dal::attr(
            "received_at",
        );
        /// The attribute `status`, which [`CallGsi1Parts`] writes.
        const STATUS: _dal::Attr<Self, CallStatus, _dal::Grouped> = _dal::attr("status");
        /// The attribute `phone`.
        const PHONE: _dal::Attr<Self, String, _dal::Optional> = _dal::attr("phone");
        /// The access pattern `get_call`.
        ///
        /// One `GetItem`: `PK = TENANT#{tenant_id}`, `SK = CALL#{call_id}`. Consistent: 1 RCU per 4 KB.
        pub(crate) fn get_call<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            call_id: impl ::core::convert::Into<CallId>,
        ) -> _dal::Get<Self> {
            _dal::Get::new(scope, "get_call", CallKey { call_id: call_id.into() })
                .consistent()
        }
        /// The access pattern `open_calls`.
        ///
        /// One `Query` of the index `GSI1`: `GSI1PK = TENANT#{tenant_id}#TRIAGE [AND GSI1SK BETWEEN {urgency from} AND {urgency to}]`.
        /// Ascending by `urgency`, which `.range(…)` bounds.
        /// Gives [`CallOnGsi1`]. 0.5 RCU per 4 KB of index entries read.
        pub(crate) fn open_calls<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
        ) -> _dal::Query<CallOpenCalls> {
            _dal::Query::new(scope)
        }
    }
    #[automatically_derived]
    impl _dal::Entity for Call {
        type Key = CallKey;
        type Handle<T: _dal::Holds<Self>> = _dal::Scope<T>;
        type Attributes = _dal::Serde;
        type Writes = _dal::Plain;
        const SCHEMA: &'static _dal::EntitySchema = {
            use _dal::{*, Kind::*};
            use ::core::option::Option::{None, Some};
            const INDEX_0: IndexSchema = IndexSchema {
                name: "GSI1",
                partition: &[
                    key("GSI1PK", &[Lit("TENANT#"), seg(0, Ulid), Lit("#TRIAGE")]),
                ],
                sort: &[
                    key(
                        "GSI1SK",
                        &[
                            seg(2, Enum(Words("emergency|urgent|routine"))).rank(),
                            Lit("#"),
                            seg(3, Time(Precision::Millis)),
                            Lit("#"),
                            seg(1, Ulid),
                        ],
                    ),
                ],
                when: &[
                    When::OneOf(4, &[_dal::word("waiting"), _dal::word("in_progress")]),
                ],
            };
            &EntitySchema {
                name: "Call",
                type_attribute: Some("entity"),
                fields: &["tenant_id", "call_id", "urgency", "received_at", "status"],
                tenant_fields: 1,
                primary_fields: 2,
                partition: key("PK", &[Lit("TENANT#"), seg(0, Ulid)]),
                sort: Some(key("SK", &[Lit("CALL#"), seg(1, Ulid)])),
                indexes: &[INDEX_0],
                optional: &["phone"],
                hidden: &["PK", "SK", "GSI1PK", "GSI1SK", "DAY", "DAYSK", "entity"],
                fingerprint: 15165562529954536688,
                ..EntitySchema::EMPTY
            }
        };
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.tenant_id),
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.call_id),
                2 => _dal::of::<_dal::kinds::Enum, _>().some(&self.urgency),
                3 => _dal::of::<_dal::kinds::Time, _>().some(&self.received_at),
                4 => _dal::of::<_dal::kinds::Enum, _>().some(&self.status),
                _ => _dal::None,
            }
        }
        fn key(&self) -> CallKey {
            CallKey {
                call_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.call_id),
            }
        }
    }
    #[automatically_derived]
    impl _dal::TenantPart<0> for Call {
        type Value = TenantId;
        const CODEC: _dal::Codec<TenantId> = _dal::of::<_dal::kinds::Ulid, _>();
    }
    const _: () = _dal::same_words::<
        Urgency,
    >(
        &_dal::of::<_dal::kinds::Enum, _>(),
        "emergency|urgent|routine",
        "the variants of this enum are not the words of `Call.urgency` in patterns.yaml: [emergency, urgent, routine], in this order [DAL0829]",
    );
    const _: () = _dal::same_words::<
        CallStatus,
    >(
        &_dal::of::<_dal::kinds::Enum, _>(),
        "waiting|in_progress|closed",
        "the variants of this enum are not the words of `Call.status` in patterns.yaml: [waiting, in_progress, closed], in this order [DAL0829]",
    );
    #[automatically_derived]
    impl _dal::Key for CallKey {
        type Entity = Call;
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.call_id),
                _ => _dal::None,
            }
        }
        fn from_parts(of: &_dal::Parts) -> ::core::result::Result<Self, _dal::KeyError> {
            ::core::result::Result::Ok(Self {
                call_id: _dal::of::<_dal::kinds::Ulid, _>().take(of, 1)?,
            })
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for CallKey {
        fn clone(&self) -> Self {
            Self {
                call_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.call_id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for CallKey {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            _dal::debug_key(self, "CallKey", f)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for CallKey {
        fn eq(&self, other: &Self) -> bool {
            _dal::eq_keys(self, other)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for CallKey {}
    #[automatically_derived]
    impl ::core::hash::Hash for CallKey {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            _dal::hash_key(self, state);
        }
    }
    #[automatically_derived]
    impl _dal::KeyGroup for CallGsi1Parts {
        type Entity = Call;
        const INDEXES: &'static [u16] = &[0];
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                2 => _dal::of::<_dal::kinds::Enum, _>().some(&self.urgency),
                3 => _dal::of::<_dal::kinds::Time, _>().some(&self.received_at),
                4 => _dal::of::<_dal::kinds::Enum, _>().some(&self.status),
                _ => _dal::None,
            }
        }
        fn attributes(&self, to: &mut _dal::GroupWriter<'_>) {
            to.required("urgency", &self.urgency);
            to.required("received_at", &self.received_at);
            to.required("status", &self.status);
        }
    }
    #[automatically_derived]
    impl<'a> _dal::ReadItem<'a> for CallOnGsi1 {
        fn read(row: _dal::Row<'a>) -> ::core::result::Result<Self, _dal::ItemError> {
            let mut row = row.projected(<Call as _dal::Entity>::SCHEMA, 0)?;
            ::core::result::Result::Ok(Self {
                tenant_id: row.part(0, _dal::of::<_dal::kinds::Ulid, _>())?,
                call_id: row.part(1, _dal::of::<_dal::kinds::Ulid, _>())?,
                urgency: row.part(2, _dal::of::<_dal::kinds::Enum, _>())?,
                received_at: row.part(3, _dal::of::<_dal::kinds::Time, _>())?,
                status: row.attribute("status")?,
            })
        }
    }
    #[automatically_derived]
    impl _dal::Projection for CallOnGsi1 {
        type Entity = Call;
        fn key(&self) -> CallKey {
            CallKey {
                call_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.call_id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for CallOnGsi1 {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_struct("CallOnGsi1")
                .field("tenant_id", &self.tenant_id)
                .field("call_id", &self.call_id)
                .field("urgency", &self.urgency)
                .field("received_at", &self.received_at)
                .finish_non_exhaustive()
        }
    }
    #[automatically_derived]
    impl _dal::QueryPattern for CallOpenCalls {
        type Entity = Call;
        type Item = CallOnGsi1;
        const PLAN: &'static _dal::QueryPlan = &_dal::QueryPlan {
            pattern: "open_calls",
            index: ::core::option::Option::Some(0),
            bound: 0,
            descending: false,
            limit: ::core::option::Option::None,
            condition: "GSI1PK = TENANT#{tenant_id}#TRIAGE [AND GSI1SK BETWEEN {urgency from} AND {urgency to}]",
            .._dal::QueryPlan::PLAIN
        };
    }
    #[automatically_derived]
    impl _dal::Ranged for CallOpenCalls {
        type Value = Urgency;
        const CODEC: _dal::Codec<Urgency> = _dal::of::<_dal::kinds::Enum, _>();
    }
};
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CallStatus {
    Waiting,
    InProgress,
    Closed,
}
const _: () = {
    use ::dal::__private as _dal;
    #[automatically_derived]
    impl _dal::KeyPart<_dal::kinds::Enum> for CallStatus {
        const WORDS: &'static str = "waiting|in_progress|closed";
        fn part(&self) -> _dal::Part<'_> {
            _dal::word(
                match self {
                    Self::Waiting => "waiting",
                    Self::InProgress => "in_progress",
                    Self::Closed => "closed",
                },
            )
        }
        fn from_part(
            part: _dal::Part<'_>,
        ) -> ::core::result::Result<Self, _dal::KeyProblem> {
            match _dal::word_of(&part)? {
                "waiting" => ::core::result::Result::Ok(Self::Waiting),
                "in_progress" => ::core::result::Result::Ok(Self::InProgress),
                "closed" => ::core::result::Result::Ok(Self::Closed),
                other => ::core::result::Result::Err(_dal::no_such_word(other)),
            }
        }
    }
};
