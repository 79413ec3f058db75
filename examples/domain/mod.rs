//! The domain of InvocaCare: what a clinic keeps, each record an entity of `patterns.yaml`.
#![allow(dead_code, reason = "each program uses the part of the domain that it shows")]

pub mod clinic;
pub mod messaging;
pub mod on_call;
pub mod triage;
pub mod world;

use dal::prelude::*;

pub use clinic::*;
pub use messaging::*;
pub use on_call::*;
pub use triage::*;

/// Everything that the table holds.
#[derive(SingleTable, Clone, Debug, PartialEq)]
pub enum Invocacare {
    /// A clinic.
    Tenant(Tenant),
    /// Its billing state.
    Subscription(Subscription),
    /// A member of its staff.
    User(User),
    /// A business object.
    Item(Item),
    /// A call to its line.
    Call(Call),
    /// A person's time on call.
    Shift(Shift),
    /// A message of a thread.
    Message(Message),
    /// A person in a thread.
    Participation(Participation),
}
