//! Queries of the table, a range, the latest of a range; an index that stores all, by day, where a field is present.
#[derive(Serialize, Deserialize)]
struct Shift {
    tenant_id: TenantId,
    team_id: TeamId,
    starts_at: DateTime<Utc>,
    note: Option<String>,
    expires_at: Option<Ttl>,
}
/// The key of [`Shift`] inside its tenant: `TENANT#{tenant_id}` and `SHIFT#{team_id}#{starts_at}`.
struct ShiftKey {
    /// The `team_id` of the [`Shift`].
    team_id: TeamId,
    /// The `starts_at` of the [`Shift`].
    starts_at: DateTime<Utc>,
}
/// What the index `BY_DAY` needs of [`Shift`] besides its key: written together, so that the index is never stale.
#[allow(dead_code)]
struct ShiftByDayParts {
    /// The new `note`.
    note: Option<String>,
}
/// The pattern `team_schedule` of [`Shift`].
enum ShiftTeamSchedule {}
/// The pattern `on_call_at` of [`Shift`].
enum ShiftOnCallAt {}
/// The pattern `shifts_on_day` of [`Shift`].
enum ShiftShiftsOnDay {}
const _: () = {
    use ::dal::__private as _dal;
    use ::core::convert::Into as _;
    impl Shift {
        /// The attribute `tenant_id`, of the primary key.
        const TENANT_ID: _dal::Attr<Self, TenantId, _dal::Primary> = _dal::attr(
            "tenant_id",
        );
        /// The attribute `team_id`, of the primary key.
        const TEAM_ID: _dal::Attr<Self, TeamId, _dal::Primary> = _dal::attr("team_id");
        /// The attribute `starts_at`, of the primary key.
        const STARTS_AT: _dal::Attr<Self, DateTime<Utc>, _dal::Primary> = _dal::attr(
            "starts_at",
        );
        /// The attribute `note`, which [`ShiftByDayParts`] writes.
        const NOTE: _dal::Attr<Self, String, _dal::Grouped> = _dal::attr("note");
        /// The attribute `expires_at`.
        const EXPIRES_AT: _dal::Attr<Self, Ttl, _dal::Optional> = _dal::attr(
            "expires_at",
        );
        /// The access pattern `get_shift`.
        ///
        /// One `GetItem`: `PK = TENANT#{tenant_id}`, `SK = SHIFT#{team_id}#{starts_at}`. 0.5 RCU per 4 KB of the item, 1 if consistent.
        fn get_shift<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            team_id: impl ::core::convert::Into<TeamId>,
            starts_at: impl ::core::convert::Into<DateTime<Utc>>,
        ) -> _dal::Get<Self> {
            _dal::Get::new(
                scope,
                "get_shift",
                ShiftKey {
                    team_id: team_id.into(),
                    starts_at: starts_at.into(),
                },
            )
        }
        /// The access pattern `team_schedule`.
        ///
        /// One `Query` of the table: `PK = TENANT#{tenant_id} AND (begins_with(SK, SHIFT#{team_id}#) or SK BETWEEN SHIFT#{team_id}#{starts_at from} AND SHIFT#{team_id}#{starts_at to})`.
        /// Oldest first by `starts_at`, which `.range(…)` bounds.
        /// Gives [`Shift`]. Consistent: 1 RCU per 4 KB of the items read.
        fn team_schedule<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            team_id: impl ::core::convert::Into<TeamId>,
        ) -> _dal::Query<ShiftTeamSchedule> {
            _dal::Query::new(scope)
                .bind::<TeamId>(1, _dal::of::<_dal::kinds::Ulid, _>(), team_id.into())
        }
        /// The access pattern `on_call_at`.
        ///
        /// One `Query` of the table: `PK = TENANT#{tenant_id} AND (begins_with(SK, SHIFT#{team_id}#) or SK BETWEEN SHIFT#{team_id}#{starts_at from} AND SHIFT#{team_id}#{starts_at to})`.
        /// Newest first by `starts_at`, which `.range(…)` bounds; the first of them.
        /// Gives [`Shift`]. 0.5 RCU per 4 KB of the items read.
        fn on_call_at<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            team_id: impl ::core::convert::Into<TeamId>,
        ) -> _dal::First<ShiftOnCallAt> {
            _dal::First::new(scope)
                .bind::<TeamId>(1, _dal::of::<_dal::kinds::Ulid, _>(), team_id.into())
        }
        /// The access pattern `shifts_on_day`.
        ///
        /// One `Query` of the index `BY_DAY`: `DAY = TENANT#{tenant_id}#DAY#{starts_at:date}`.
        /// Oldest first by `starts_at`.
        /// Gives [`Shift`]. 0.5 RCU per 4 KB of index entries with all attributes read.
        fn shifts_on_day<T: _dal::Holds<Self>>(
            scope: &_dal::Scope<T>,
            starts_at: impl ::core::convert::Into<DateTime<Utc>>,
        ) -> _dal::Query<ShiftShiftsOnDay> {
            _dal::Query::new(scope)
                .bind::<
                    DateTime<Utc>,
                >(2, _dal::of::<_dal::kinds::Time, _>(), starts_at.into())
        }
    }
    #[automatically_derived]
    impl _dal::Entity for Shift {
        type Key = ShiftKey;
        type Handle<T: _dal::Holds<Self>> = _dal::Scope<T>;
        type Attributes = _dal::Serde;
        type Writes = _dal::Plain;
        const SCHEMA: &'static _dal::EntitySchema = {
            use _dal::{*, Kind::*};
            use ::core::option::Option::{None, Some};
            const INDEX_0: IndexSchema = IndexSchema {
                name: "by-day",
                partition: &[
                    key(
                        "DAY",
                        &[
                            Lit("TENANT#"),
                            seg(0, Ulid),
                            Lit("#DAY#"),
                            seg(2, Time(Precision::Seconds)).cut(Cut::Date),
                        ],
                    ),
                ],
                sort: &[
                    key(
                        "DAYSK",
                        &[seg(2, Time(Precision::Seconds)), Lit("#"), seg(1, Ulid)],
                    ),
                ],
                when: &[When::Present(3)],
            };
            &EntitySchema {
                name: "Shift",
                type_attribute: Some("entity"),
                ttl: Some("expires_at"),
                fields: &["tenant_id", "team_id", "starts_at", "note"],
                tenant_fields: 1,
                primary_fields: 3,
                partition: key("PK", &[Lit("TENANT#"), seg(0, Ulid)]),
                sort: Some(
                    key(
                        "SK",
                        &[
                            Lit("SHIFT#"),
                            seg(1, Ulid),
                            Lit("#"),
                            seg(2, Time(Precision::Seconds)),
                        ],
                    ),
                ),
                indexes: &[INDEX_0],
                optional: &["note", "expires_at"],
                hidden: &["PK", "SK", "GSI1PK", "GSI1SK", "DAY", "DAYSK", "entity"],
                fingerprint: 16467991184907990651,
                ..EntitySchema::EMPTY
            }
        };
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                0 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.tenant_id),
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.team_id),
                2 => _dal::of::<_dal::kinds::Time, _>().some(&self.starts_at),
                3 => _dal::presence(&self.note),
                _ => _dal::None,
            }
        }
        fn key(&self) -> ShiftKey {
            ShiftKey {
                team_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.team_id),
                starts_at: _dal::of::<_dal::kinds::Time, _>().copy(&self.starts_at),
            }
        }
    }
    #[automatically_derived]
    impl _dal::TenantPart<0> for Shift {
        type Value = TenantId;
        const CODEC: _dal::Codec<TenantId> = _dal::of::<_dal::kinds::Ulid, _>();
    }
    #[automatically_derived]
    impl _dal::Key for ShiftKey {
        type Entity = Shift;
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                1 => _dal::of::<_dal::kinds::Ulid, _>().some(&self.team_id),
                2 => _dal::of::<_dal::kinds::Time, _>().some(&self.starts_at),
                _ => _dal::None,
            }
        }
        fn from_parts(of: &_dal::Parts) -> ::core::result::Result<Self, _dal::KeyError> {
            ::core::result::Result::Ok(Self {
                team_id: _dal::of::<_dal::kinds::Ulid, _>().take(of, 1)?,
                starts_at: _dal::of::<_dal::kinds::Time, _>().take(of, 2)?,
            })
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for ShiftKey {
        fn clone(&self) -> Self {
            Self {
                team_id: _dal::of::<_dal::kinds::Ulid, _>().copy(&self.team_id),
                starts_at: _dal::of::<_dal::kinds::Time, _>().copy(&self.starts_at),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ShiftKey {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            _dal::debug_key(self, "ShiftKey", f)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for ShiftKey {
        fn eq(&self, other: &Self) -> bool {
            _dal::eq_keys(self, other)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for ShiftKey {}
    #[automatically_derived]
    impl ::core::hash::Hash for ShiftKey {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            _dal::hash_key(self, state);
        }
    }
    #[automatically_derived]
    impl _dal::KeyGroup for ShiftByDayParts {
        type Entity = Shift;
        const INDEXES: &'static [u16] = &[0];
        fn part(&self, field: u16) -> ::core::option::Option<_dal::Part<'_>> {
            match field {
                3 => _dal::presence(&self.note),
                _ => _dal::None,
            }
        }
        fn attributes(&self, to: &mut _dal::GroupWriter<'_>) {
            to.optional("note", self.note.as_ref());
        }
    }
    #[automatically_derived]
    impl _dal::QueryPattern for ShiftTeamSchedule {
        type Entity = Shift;
        type Item = Shift;
        const PLAN: &'static _dal::QueryPlan = &_dal::QueryPlan {
            pattern: "team_schedule",
            index: ::core::option::Option::None,
            bound: 3,
            descending: false,
            limit: ::core::option::Option::None,
            consistent: true,
            condition: "PK = TENANT#{tenant_id} AND (begins_with(SK, SHIFT#{team_id}#) or SK BETWEEN SHIFT#{team_id}#{starts_at from} AND SHIFT#{team_id}#{starts_at to})",
            .._dal::QueryPlan::PLAIN
        };
    }
    #[automatically_derived]
    impl _dal::Ranged for ShiftTeamSchedule {
        type Value = DateTime<Utc>;
        const CODEC: _dal::Codec<DateTime<Utc>> = _dal::of::<_dal::kinds::Time, _>();
    }
    #[automatically_derived]
    impl _dal::OnTable for ShiftTeamSchedule {}
    #[automatically_derived]
    impl _dal::QueryPattern for ShiftOnCallAt {
        type Entity = Shift;
        type Item = Shift;
        const PLAN: &'static _dal::QueryPlan = &_dal::QueryPlan {
            pattern: "on_call_at",
            index: ::core::option::Option::None,
            bound: 3,
            descending: true,
            limit: ::core::option::Option::None,
            condition: "PK = TENANT#{tenant_id} AND (begins_with(SK, SHIFT#{team_id}#) or SK BETWEEN SHIFT#{team_id}#{starts_at from} AND SHIFT#{team_id}#{starts_at to})",
            .._dal::QueryPlan::PLAIN
        };
    }
    #[automatically_derived]
    impl _dal::Ranged for ShiftOnCallAt {
        type Value = DateTime<Utc>;
        const CODEC: _dal::Codec<DateTime<Utc>> = _dal::of::<_dal::kinds::Time, _>();
    }
    #[automatically_derived]
    impl _dal::OnTable for ShiftOnCallAt {}
    #[automatically_derived]
    impl _dal::QueryPattern for ShiftShiftsOnDay {
        type Entity = Shift;
        type Item = Shift;
        const PLAN: &'static _dal::QueryPlan = &_dal::QueryPlan {
            pattern: "shifts_on_day",
            index: ::core::option::Option::Some(0),
            bound: 0,
            descending: false,
            limit: ::core::option::Option::None,
            condition: "DAY = TENANT#{tenant_id}#DAY#{starts_at:date}",
            .._dal::QueryPlan::PLAIN
        };
    }
};
