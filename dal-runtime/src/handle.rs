//! Handles: what a program holds to reach items. A [`Dal`] reaches a table, a [`Scope`] one tenant of it.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use aws_sdk_dynamodb::Client;
use dal_key::Part;

use crate::clock::{Clock, SystemClock};
use crate::entity::Table;
use crate::scan::Scan;
use crate::schema::TableSchema;
use crate::wire::Caller;

/// A table on an engine: the SDK's client, the table's name and a clock. Cheap to clone.
///
/// It gives [`Scope`]s, and runs the patterns that are declared `across_tenants`.
pub struct Dal<T> {
    core: Arc<Core>,
    table: PhantomData<fn() -> T>,
}

/// One tenant of a table: the only way to reach a tenant's items. Cheap to clone; it never gives back its [`Dal`].
pub struct Scope<T: Table> {
    reach: Reach,
    tenant: Arc<T::Tenant>,
}

/// A [`Dal`] or a [`Scope`].
pub trait Handle: private::Sealed {
    /// What it reaches, for the runtime.
    #[doc(hidden)]
    fn reach(&self) -> Reach;
}

mod private {
    pub trait Sealed {}
    impl<T> Sealed for super::Dal<T> {}
    impl<T: crate::entity::Table> Sealed for super::Scope<T> {}
}

/// What a handle reaches: a table, and the parts of one tenant. Opaque outside the runtime.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Reach {
    pub(crate) core: Arc<Core>,
    pub(crate) tenant: Arc<[Part<'static>]>,
}

pub(crate) struct Core {
    pub(crate) client: Client,
    /// The same, for calls with bodies of dal's own.
    pub(crate) caller: Caller,
    /// The same number for all handles that were made from one another: what may be sent together.
    pub(crate) client_id: u64,
    pub(crate) table: String,
    pub(crate) schema: &'static TableSchema,
    pub(crate) clock: Arc<dyn Clock>,
}

fn next_client_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Core").field("table", &self.table).finish_non_exhaustive()
    }
}

impl<T: Table> Dal<T> {
    /// The table on the engine behind `client`, under the name in `patterns.yaml`.
    ///
    /// Make it once, and clone it. Calls cost the least where the client's configuration holds its HTTP client and its identity
    /// cache, as that of `Dal::connect()` does: `aws_config::defaults(…).http_client(…)` is enough.
    pub fn new(client: Client) -> Self {
        let (table, schema) = (T::SCHEMA.name.to_owned(), T::SCHEMA);
        let clock = Arc::new(SystemClock);
        let caller = Caller::of(&client);
        Self::from_core(Core { client, caller, client_id: next_client_id(), table, schema, clock })
    }

    /// The table on Amazon DynamoDB, by the AWS default configuration chain (environment, profile, role, region), or on
    /// the server that `AWS_ENDPOINT_URL_DYNAMODB` names.
    ///
    /// Needs the feature `connect`. Nothing is sent until the first operation.
    ///
    /// # Errors
    ///
    /// When no region is configured and no endpoint is set.
    #[cfg(feature = "connect")]
    pub async fn connect() -> Result<Self, crate::Error> {
        Ok(Self::new(crate::connect::client().await?))
    }

    fn from_core(core: Core) -> Self {
        Self { core: Arc::new(core), table: PhantomData }
    }

    fn change(&self, change: impl FnOnce(&mut Core)) -> Self {
        let mut core = Core {
            client: self.core.client.clone(),
            caller: self.core.caller.clone(),
            client_id: self.core.client_id,
            table: self.core.table.clone(),
            schema: self.core.schema,
            clock: self.core.clock.clone(),
        };
        change(&mut core);
        Self::from_core(core)
    }

    /// The same with another table name: per stage, per test.
    #[must_use]
    pub fn with_table_name(&self, name: impl Into<String>) -> Self {
        self.change(|core| core.table = name.into())
    }

    /// The same with another clock, which decides what is expired: for tests.
    #[must_use]
    pub fn with_clock(&self, clock: impl Clock + 'static) -> Self {
        self.change(|core| core.clock = Arc::new(clock))
    }

    /// Another table on the same client and clock, under its own name in `patterns.yaml`: `dal.of::<Users>()`. A transaction
    /// can span both.
    pub fn of<U: Table>(&self) -> Dal<U> {
        let other = self.change(|core| {
            core.table = U::SCHEMA.name.to_owned();
            core.schema = U::SCHEMA;
        });
        Dal { core: other.core, table: PhantomData }
    }

    /// Reads the whole table, of all tenants: for migrations, back-fills and exports. `because` says why a program may cross
    /// from tenant to tenant; it stands in the tracing span of each call. A [`Scope`] has no such method.
    pub fn scan(&self, because: &'static str) -> Scan<T> {
        Scan::new(self.reach(), because)
    }

    /// The scope of one tenant: what request handlers receive.
    ///
    /// An empty or oversized tenant id is refused by the first operation, before anything is sent.
    pub fn tenant(&self, tenant: impl Into<T::Tenant>) -> Scope<T> {
        let tenant = tenant.into();
        let parts = T::tenant_parts(&tenant).into_iter().map(Part::into_owned).collect();
        Scope { reach: Reach { core: self.core.clone(), tenant: parts }, tenant: Arc::new(tenant) }
    }

    /// The table's name.
    pub fn table_name(&self) -> &str {
        &self.core.table
    }

    /// The SDK's client, for what dal does not do.
    pub fn client(&self) -> &Client {
        &self.core.client
    }
}

impl<T: Table> Scope<T> {
    /// The tenant.
    pub fn tenant(&self) -> &T::Tenant {
        &self.tenant
    }

    /// The table's name.
    pub fn table_name(&self) -> &str {
        &self.reach.core.table
    }
}

impl<T> Handle for Dal<T> {
    fn reach(&self) -> Reach {
        Reach { core: self.core.clone(), tenant: Arc::new([]) }
    }
}

impl<T: Table> Handle for Scope<T> {
    fn reach(&self) -> Reach {
        self.reach.clone()
    }
}

impl<T> Clone for Dal<T> {
    fn clone(&self) -> Self {
        Self { core: self.core.clone(), table: PhantomData }
    }
}

impl<T: Table> Clone for Scope<T> {
    fn clone(&self) -> Self {
        Self { reach: self.reach.clone(), tenant: self.tenant.clone() }
    }
}

impl<T> fmt::Debug for Dal<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dal").field("table", &self.core.table).finish_non_exhaustive()
    }
}

impl<T: Table> fmt::Debug for Scope<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").field("table", &self.reach.core.table).finish_non_exhaustive()
    }
}
