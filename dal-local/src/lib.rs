#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod dispatch;
mod engine;
mod error;
pub mod faults;
mod observe;

use std::path::Path;

use aws_sdk_dynamodb::Client;

pub use crate::engine::Engine;
pub use crate::error::Error;
pub use crate::observe::Call;

/// A client of a new, empty database in memory: each call makes a database of its own.
///
/// # Errors
///
/// [`Error::Engine`] if the engine cannot make one.
pub async fn memory() -> Result<Client, Error> {
    Ok(Engine::memory()?.client())
}

/// A client of the database in a file, which is created if it does not exist. See
/// [`Engine::file`].
///
/// # Errors
///
/// [`Error::Open`] with the path and the reason if the file can neither be opened nor created, or
/// is not a database.
pub async fn file(path: impl AsRef<Path>) -> Result<Client, Error> {
    let path = path.as_ref().to_path_buf();
    let engine = match tokio::runtime::Handle::try_current() {
        Ok(runtime) => runtime.spawn_blocking(move || Engine::file(path)).await.map_err(Error::engine)?,
        Err(_) => Engine::file(path),
    };
    Ok(engine?.client())
}
