//! What a test may look at: each call as it crossed the wire that is not there.

use std::fmt;
use std::sync::Arc;

/// One call that an engine has answered.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Call {
    /// The operation's name, such as `PutItem`; empty if the request named none.
    pub operation: String,
    /// The request's body, JSON, byte for byte as the client sent it.
    pub request: Vec<u8>,
    /// The HTTP status of the answer: 200, 400 or 500.
    pub status: u16,
    /// The answer's body, JSON: the output, or the error with its `__type`.
    pub response: Vec<u8>,
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("operation", &self.operation)
            .field("request", &String::from_utf8_lossy(&self.request))
            .field("status", &self.status)
            .field("response", &String::from_utf8_lossy(&self.response))
            .finish()
    }
}

type Observer = Arc<dyn Fn(&Call) + Send + Sync>;

/// The observers of an engine; none, as a rule.
#[derive(Clone, Default)]
pub(crate) struct Observers(Vec<Observer>);

impl Observers {
    pub(crate) fn add(&mut self, observer: impl Fn(&Call) + Send + Sync + 'static) {
        self.0.push(Arc::new(observer));
    }

    /// Builds the call only if somebody looks: bodies are up to 16 MB.
    pub(crate) fn tell(&self, call: impl FnOnce() -> Call) {
        if !self.0.is_empty() {
            let call = call();
            for observer in &self.0 {
                observer(&call);
            }
        }
    }
}

impl fmt::Debug for Observers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} observers", self.0.len())
    }
}
