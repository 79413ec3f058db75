//! Source files and places in them.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A file that was read.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The path as messages show it: relative to the package root where possible.
    pub name: String,
    /// The absolute path, for the compiler to track.
    pub path: PathBuf,
    /// The text.
    pub text: String,
}

/// A span in a source file, on one line.
#[derive(Clone, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub source: Arc<Source>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// How many characters it covers: at least 1.
    pub length: usize,
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}+{}", self.source.name, self.line, self.column, self.length)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.source.name, self.line, self.column)
    }
}
