//! Why an engine could not be made or asked for something.

use std::error::Error as StdError;
use std::fmt;
use std::path::{Path, PathBuf};

/// Why an embedded engine could not be opened, or could not do what the program asked of it
/// directly. What a *call* through the client runs into is the SDK's own error, as with Amazon
/// DynamoDB.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file could neither be opened nor created as a database.
    #[non_exhaustive]
    Open {
        /// The path as it was given.
        path: PathBuf,
        /// Why, in words for the person who chose the path.
        reason: String,
    },
    /// The engine itself failed: no memory for a database, a disk error during a sweep.
    #[non_exhaustive]
    Engine {
        /// What the engine said.
        source: Box<dyn StdError + Send + Sync>,
    },
}

impl Error {
    pub(crate) fn open(path: &Path, reason: impl Into<String>) -> Self {
        Self::Open { path: path.to_path_buf(), reason: reason.into() }
    }

    pub(crate) fn engine(source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::Engine { source: source.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open { path, reason } => {
                write!(f, "the database file `{}` cannot be opened: {reason}", path.display())
            }
            Self::Engine { .. } => f.write_str("the embedded engine failed"),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Open { .. } => None,
            Self::Engine { source } => Some(source.as_ref()),
        }
    }
}
