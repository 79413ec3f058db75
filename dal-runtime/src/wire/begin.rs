//! How a call's codec comes to the interceptor, which is the client's and knows of no call.
//!
//! The SDK has a way to give one call an interceptor of its own, `customize()`. It costs a configuration for each call, and
//! so is left to clients that cannot be had a second time.
//! A future is polled by one thread at a time, and all that happens before the request is written happens inside
//! of a poll: so the codec lies ready in the thread while the call is polled, until it is taken.

use std::cell::Cell;
use std::pin::Pin;

use super::codec::Codec;

thread_local! {
    static READY: Cell<Option<Codec>> = const { Cell::new(None) };
}

/// The codec of the call that is polled, once.
pub(super) fn take() -> Option<Codec> {
    READY.take()
}

/// Puts back what lay ready before, however the poll ends.
struct Restore(Option<Codec>);

impl Drop for Restore {
    fn drop(&mut self) {
        READY.set(self.0.take());
    }
}

/// Runs a call to its end, with its codec ready to be taken.
pub(super) async fn with<T>(codec: Codec, mut call: impl Future<Output = T> + Unpin) -> T {
    let mut waiting = Some(codec);
    std::future::poll_fn(|context| {
        let Some(codec) = waiting.take() else { return Pin::new(&mut call).poll(context) };
        // A call can be polled inside of another, by a provider of credentials for one.
        let restore = Restore(READY.replace(Some(codec)));
        let polled = Pin::new(&mut call).poll(context);
        waiting = READY.take();
        drop(restore);
        polled
    })
    .await
}
