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

impl Source {
    /// The text of a line, counted from 1, without its line break.
    pub fn line(&self, number: usize) -> Option<&str> {
        let line = self.text.split('\n').nth(number.checked_sub(1)?)?;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }
}

impl Place {
    /// The first character of a file.
    pub fn start_of(source: &Arc<Source>) -> Self {
        Self { source: Arc::clone(source), line: 1, column: 1, length: 1 }
    }
}
