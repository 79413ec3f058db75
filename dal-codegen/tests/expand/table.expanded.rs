//! The table, with payloads of other modules.
#[derive(Debug)]
pub enum Clinic {
    Tenant(Tenant),
    Billing(billing::Billing),
    Item(Item),
    Call(Call),
    Shift(Shift),
    Thread(Thread),
    Post(Post),
    Doc(Doc),
}
const _: () = {
    use ::dal::__private as _dal;
    impl Clinic {
        /// A clinic registers.
        ///
        /// One `TransactWriteItems` of 4 actions, all done or none: `create Tenant`; `put Billing`; `delete Item`; `check Doc`.
        /// 2 WCU per KB of each item and of each index entry that changes.
        pub fn register_clinic(
            scope: &_dal::Scope<Self>,
            tenant: &Tenant,
            billing: &billing::Billing,
            old: <Item as _dal::Entity>::Key,
            doc: <Doc as _dal::Entity>::Key,
        ) -> _dal::Transaction<'static> {
            _dal::Transaction::named("register_clinic")
                .add(<Tenant as _dal::Write>::create(tenant, scope))
                .add(<billing::Billing as _dal::Write>::put(billing, scope))
                .add(<Item as _dal::Write>::delete(scope, old))
                .add(<Doc as _dal::EntityExt>::check(scope, doc))
        }
    }
    #[automatically_derived]
    impl _dal::Table for Clinic {
        type Tenant = <<Tenant as _dal::Entity>::Key as _dal::TenantOf<0>>::Value;
        const SCHEMA: &'static _dal::TableSchema = &_dal::TableSchema {
            name: "clinic",
            partition: "PK",
            sort: ::core::option::Option::Some("SK"),
            types: &[],
            ttl: ::core::option::Option::Some("expires_at"),
            indexes: &[
                _dal::TableIndex {
                    name: "GSI1",
                    local: false,
                    partition: &["GSI1PK"],
                    sort: &["GSI1SK"],
                    projection: _dal::IndexProjection::Include(
                        &["title", "status", "t", "note", "due", "expires_at"],
                    ),
                },
                _dal::TableIndex {
                    name: "by-day",
                    local: false,
                    partition: &["DAY"],
                    sort: &["DAYSK"],
                    projection: _dal::IndexProjection::All,
                },
            ],
            entities: &[
                <Tenant as _dal::Entity>::SCHEMA,
                <billing::Billing as _dal::Entity>::SCHEMA,
                <Item as _dal::Entity>::SCHEMA,
                <Call as _dal::Entity>::SCHEMA,
                <Shift as _dal::Entity>::SCHEMA,
                <Thread as _dal::Entity>::SCHEMA,
                <Post as _dal::Entity>::SCHEMA,
                <Doc as _dal::Entity>::SCHEMA,
            ],
        };
        fn tenant_parts(
            tenant: &<<Tenant as _dal::Entity>::Key as _dal::TenantOf<0>>::Value,
        ) -> ::std::vec::Vec<_dal::Part<'_>> {
            ::core::convert::From::from([
                <<Tenant as _dal::Entity>::Key as _dal::TenantOf<0>>::CODEC.part(tenant),
            ])
        }
    }
    #[automatically_derived]
    impl _dal::Holds<Tenant> for Clinic {}
    #[automatically_derived]
    impl _dal::Holds<billing::Billing> for Clinic {}
    #[automatically_derived]
    impl _dal::Holds<Item> for Clinic {}
    #[automatically_derived]
    impl _dal::Holds<Call> for Clinic {}
    #[automatically_derived]
    impl _dal::Holds<Shift> for Clinic {}
    #[automatically_derived]
    impl _dal::Holds<Thread> for Clinic {}
    #[automatically_derived]
    impl _dal::Holds<Post> for Clinic {}
    #[automatically_derived]
    impl _dal::Holds<Doc> for Clinic {}
    #[automatically_derived]
    impl<'a> _dal::ReadItem<'a> for Clinic {
        fn read(row: _dal::Row<'a>) -> ::core::result::Result<Self, _dal::ItemError> {
            match row
                .recognise(
                    &[
                        <Tenant as _dal::Entity>::SCHEMA,
                        <billing::Billing as _dal::Entity>::SCHEMA,
                        <Item as _dal::Entity>::SCHEMA,
                        <Call as _dal::Entity>::SCHEMA,
                        <Shift as _dal::Entity>::SCHEMA,
                        <Thread as _dal::Entity>::SCHEMA,
                        <Post as _dal::Entity>::SCHEMA,
                        <Doc as _dal::Entity>::SCHEMA,
                    ],
                )?
            {
                0 => <Tenant as _dal::Entity>::read(row).map(Self::Tenant),
                1 => <billing::Billing as _dal::Entity>::read(row).map(Self::Billing),
                2 => <Item as _dal::Entity>::read(row).map(Self::Item),
                3 => <Call as _dal::Entity>::read(row).map(Self::Call),
                4 => <Shift as _dal::Entity>::read(row).map(Self::Shift),
                5 => <Thread as _dal::Entity>::read(row).map(Self::Thread),
                6 => <Post as _dal::Entity>::read(row).map(Self::Post),
                _ => <Doc as _dal::Entity>::read(row).map(Self::Doc),
            }
        }
    }
    const _: () = _dal::same_entity(
        <Tenant as _dal::Entity>::SCHEMA,
        7193130792258801969,
        "this is not the `Tenant` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: () = _dal::same_entity(
        <billing::Billing as _dal::Entity>::SCHEMA,
        9115942707357313142,
        "this is not the `Billing` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: () = _dal::same_entity(
        <Item as _dal::Entity>::SCHEMA,
        2823395714766614465,
        "this is not the `Item` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: () = _dal::same_entity(
        <Call as _dal::Entity>::SCHEMA,
        15165562529954536688,
        "this is not the `Call` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: () = _dal::same_entity(
        <Shift as _dal::Entity>::SCHEMA,
        16467991184907990651,
        "this is not the `Shift` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: () = _dal::same_entity(
        <Thread as _dal::Entity>::SCHEMA,
        16833819077967942569,
        "this is not the `Thread` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: () = _dal::same_entity(
        <Post as _dal::Entity>::SCHEMA,
        14626164791984822936,
        "this is not the `Post` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: () = _dal::same_entity(
        <Doc as _dal::Entity>::SCHEMA,
        5950329092116307606,
        "this is not the `Doc` that patterns.yaml describes: it is another type, or its crate was compiled with another list [DAL0830]",
    );
    const _: fn() = || {
        _dal::same_tenant::<
            0,
            <Tenant as _dal::Entity>::Key,
            <billing::Billing as _dal::Entity>::Key,
        >();
        _dal::same_tenant::<
            0,
            <Tenant as _dal::Entity>::Key,
            <Item as _dal::Entity>::Key,
        >();
        _dal::same_tenant::<
            0,
            <Tenant as _dal::Entity>::Key,
            <Call as _dal::Entity>::Key,
        >();
        _dal::same_tenant::<
            0,
            <Tenant as _dal::Entity>::Key,
            <Shift as _dal::Entity>::Key,
        >();
        _dal::same_tenant::<
            0,
            <Tenant as _dal::Entity>::Key,
            <Thread as _dal::Entity>::Key,
        >();
        _dal::same_tenant::<
            0,
            <Tenant as _dal::Entity>::Key,
            <Post as _dal::Entity>::Key,
        >();
        _dal::same_tenant::<
            0,
            <Tenant as _dal::Entity>::Key,
            <Doc as _dal::Entity>::Key,
        >();
    };
    const _: fn() = || _dal::declared::<views::Overview>();
    const _: fn() = || _dal::declared::<WholeThread>();
};
