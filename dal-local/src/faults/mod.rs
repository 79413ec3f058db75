//! Faults on purpose: an HTTP client around another one, which gives the real SDK client what a network and a busy
//! service give it in production.
//!
//! It goes around the embedded engine or around a client of any other endpoint. What is injected is decided for each
//! attempt that the SDK sends: by a closure, by a seeded [`Plan`], or one after the other by [`Faults::push`].
//!
//! ```
//! use aws_sdk_dynamodb::config::{Config, retry::RetryConfig};
//! use dal_local::faults::{Fault, Faults, Server, Throttle};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = dal_local::Engine::memory()?;
//! let client = engine.client_with(Config::builder().retry_config(RetryConfig::standard()));
//!
//! let faults = Faults::none();
//! let client = faults.client(&client);
//! faults.push(Fault::Throttled(Throttle::ProvisionedThroughputExceeded));
//! faults.push(Fault::ConnectionReset(Server::Acted));
//!
//! // The first attempt is throttled, the answer of the second is lost, the third gets through.
//! client.list_tables().send().await?;
//! let report = faults.report();
//! assert_eq!((report.attempts(), report.injected()), (3, 2));
//! println!("{report}"); // 3 attempts, 2 faults: connection reset after acting 1, throttled 1
//! # Ok(())
//! # }
//! ```
//!
//! A plan gives each attempt a fault with a probability, the same ones for the same seed and order of calls:
//!
//! ```
//! use dal_local::faults::{Fault, Faults, Plan, Throttle};
//!
//! let faults = Faults::planned(Plan::new(42).share(0.2)); // a fifth of all attempts, every kind
//! let busy = Faults::planned(Plan::new(42).only([Fault::Throttled(Throttle::RequestLimitExceeded)]));
//! let reads = Faults::by(|attempt| (attempt.operation == "Query").then_some(Fault::ServiceUnavailable(
//!     dal_local::faults::Server::DidNotAct,
//! )));
//! ```

mod answers;
mod batch;
mod connector;
mod plan;
mod report;

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryPartition;

use self::connector::FaultyClient;
pub use self::plan::Plan;
pub use self::report::Report;

/// What is to happen to one attempt instead of its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// An answer that says there was too much. The server did not act; the SDK tries again.
    Throttled(Throttle),
    /// `InternalServerError` with the HTTP status 500; the SDK tries again.
    InternalServerError(Server),
    /// `ServiceUnavailable` with the HTTP status 503; the SDK tries again.
    ServiceUnavailable(Server),
    /// The connector's own timeout, at once; the SDK tries again.
    Timeout(Server),
    /// The connection is reset: `ECONNRESET`; the SDK tries again.
    ConnectionReset(Server),
    /// The server acted, and the second half of its answer's body is missing.
    Truncated,
    /// The server acted, and one byte in the middle of its answer's body is another. Headers stay as the server wrote them,
    /// `x-amz-crc32` among them: dal compares it and lets the SDK try again. The Rust SDK alone does not look at it, and
    /// takes a byte that changed within text for the text.
    Corrupt,
    /// A BatchGetItem or BatchWriteItem of which only that many entries, at least one, are processed; the answer gives
    /// the others back. A batch that has no more entries than that is not hit.
    ///
    /// The rest is not sent, so the request's signature no longer fits: an endpoint that checks it refuses the call.
    Unprocessed {
        /// How many entries are processed, in the order of the request.
        processed: usize,
    },
    /// A transaction is under way on an item: `TransactionConflictException` to PutItem, UpdateItem and DeleteItem,
    /// `TransactionCanceledException` to TransactWriteItems and TransactGetItems, with the reason `TransactionConflict`
    /// for the first action and `None` for the others. The server did not act. Other operations are not hit.
    TransactionConflict,
    /// The server's clock is that many seconds ahead of the client's, or behind it if negative: an attempt signed more
    /// than five minutes off is refused, `InvalidSignatureException`, with the server's time in the `Date` header. The
    /// SDK corrects its clock and tries again; an attempt that is signed rightly is not hit.
    ClockSkew(i64),
    /// The answer comes, but only after that time, by the SDK's own timer: a paused Tokio clock need not be waited for.
    Slow(Duration),
}

/// Whether the server carried out what it was asked before the fault. The client cannot tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Server {
    /// The request did not get there.
    DidNotAct,
    /// The request was carried out, and its answer lost.
    Acted,
}

/// DynamoDB's ways of saying that there was too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Throttle {
    /// `ProvisionedThroughputExceededException`: a table, an index or a partition.
    ProvisionedThroughputExceeded,
    /// `ThrottlingException`: an on-demand table, or the control plane.
    Throttling,
    /// `RequestLimitExceeded`: the account.
    RequestLimitExceeded,
    /// `LimitExceededException`: too many operations of the control plane at once.
    LimitExceeded,
}

/// One attempt to call the service, before it is sent.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Attempt<'a> {
    /// How many attempts came before, through the same [`Faults`].
    pub number: u64,
    /// The operation's name, such as `PutItem`.
    pub operation: &'a str,
    /// The request's body, JSON.
    pub body: &'a [u8],
}

type Choice = Box<dyn FnMut(&Attempt<'_>) -> Option<Fault> + Send>;

/// What is injected, and what was. A clone shares both.
#[derive(Clone)]
pub struct Faults(Arc<Mutex<State>>);

struct State {
    choice: Choice,
    queue: VecDeque<Fault>,
    paused: bool,
    report: Report,
}

impl Faults {
    /// None but those that are [pushed](Self::push).
    #[must_use]
    pub fn none() -> Self {
        Self::by(|_| None)
    }

    /// Those that `choice` gives, asked once for each attempt. A fault that does not fit the attempt (an unprocessed part
    /// of a GetItem) is not injected.
    ///
    /// It is called under a lock, on the task that calls the service: keep it short, and do not call this `Faults` in it.
    #[must_use]
    pub fn by(choice: impl FnMut(&Attempt<'_>) -> Option<Fault> + Send + 'static) -> Self {
        let state = State {
            choice: Box::new(choice),
            queue: VecDeque::new(),
            paused: false,
            report: Report::default(),
        };
        Self(Arc::new(Mutex::new(state)))
    }

    /// Those of a seeded plan.
    #[must_use]
    pub fn planned(mut plan: Plan) -> Self {
        Self::by(move |attempt| plan.choose(attempt))
    }

    /// Injects `fault` into the next attempt that it fits, before those that are pushed later, and before the plan.
    pub fn push(&self, fault: Fault) {
        self.state().queue.push_back(fault);
    }

    /// Injects nothing until [`resume`](Self::resume): to look at what there is. Attempts are still counted.
    pub fn pause(&self) {
        self.state().paused = true;
    }

    /// Injects again.
    pub fn resume(&self) {
        self.state().paused = false;
    }

    /// What was injected so far.
    #[must_use]
    pub fn report(&self) -> Report {
        self.state().report.clone()
    }

    /// The same client with faults: configuration, interceptors, retries and endpoint are its own, only its HTTP client
    /// is wrapped. It has a retry quota of its own, so that faults do not use up the one that all other clients of the
    /// process share.
    ///
    /// A client without an HTTP client fails each call: the embedded engine's and `Dal::connect`'s have one.
    #[must_use]
    pub fn client(&self, client: &Client) -> Client {
        let config = client.config();
        let faulty = FaultyClient::new(config.http_client(), self.clone());
        let builder = config.to_builder().http_client(faulty);
        Client::from_conf(builder.retry_partition(RetryPartition::custom("dal-local faults").build()).build())
    }

    /// The fault of the next attempt, counted.
    fn next(&self, operation: &str, body: &[u8], signed: Option<&str>) -> Option<Fault> {
        let mut state = self.state();
        let attempt = Attempt { number: state.report.attempts(), operation, body };
        state.report.count_attempt();
        if state.paused {
            return None;
        }
        let fits = |fault: &Fault| fault.fits(&attempt, signed);
        let fault = match state.queue.iter().position(fits) {
            Some(at) => state.queue.remove(at),
            None => (state.choice)(&attempt).filter(fits),
        };
        if let Some(fault) = fault {
            state.report.count(fault);
        }
        fault
    }

    /// A closure that panicked leaves a state that is still whole.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Faults {
    fn default() -> Self {
        Self::none()
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Faults").field("report", &self.state().report).finish_non_exhaustive()
    }
}

impl Fault {
    /// One of each kind, of those with a choice each choice.
    #[must_use]
    pub fn every() -> Vec<Self> {
        let both = [Server::DidNotAct, Server::Acted];
        let mut faults = vec![
            Self::Throttled(Throttle::ProvisionedThroughputExceeded),
            Self::Throttled(Throttle::Throttling),
            Self::Throttled(Throttle::RequestLimitExceeded),
            Self::Throttled(Throttle::LimitExceeded),
            Self::Truncated,
            Self::Corrupt,
            Self::Unprocessed { processed: 1 },
            Self::TransactionConflict,
            Self::ClockSkew(3_600),
            Self::Slow(Duration::from_millis(20)),
        ];
        faults.extend(both.map(Self::InternalServerError));
        faults.extend(both.map(Self::ServiceUnavailable));
        faults.extend(both.map(Self::Timeout));
        faults.extend(both.map(Self::ConnectionReset));
        faults
    }

    /// Whether an attempt can be hit by it; `signed` is the time that it is signed with.
    fn fits(&self, attempt: &Attempt<'_>, signed: Option<&str>) -> bool {
        match self {
            Self::Unprocessed { processed } => {
                batch::entries(attempt.operation, attempt.body).is_some_and(|all| all > (*processed).max(1))
            }
            Self::TransactionConflict => answers::can_conflict(attempt.operation),
            Self::ClockSkew(seconds) => answers::is_refused_by_clock(signed, *seconds),
            _ => true,
        }
    }

    /// Its kind, in words.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        let acted = |server: &Server, before, after| if *server == Server::Acted { after } else { before };
        match self {
            Self::Throttled(_) => "throttled",
            Self::InternalServerError(server) => {
                acted(server, "internal error", "internal error after acting")
            }
            Self::ServiceUnavailable(server) => acted(server, "unavailable", "unavailable after acting"),
            Self::Timeout(server) => acted(server, "timeout", "timeout after acting"),
            Self::ConnectionReset(server) => {
                acted(server, "connection reset", "connection reset after acting")
            }
            Self::Truncated => "truncated body",
            Self::Corrupt => "corrupt body",
            Self::Unprocessed { .. } => "unprocessed",
            Self::TransactionConflict => "transaction conflict",
            Self::ClockSkew(_) => "clock skew",
            Self::Slow(_) => "slow",
        }
    }
}
