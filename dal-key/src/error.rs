//! What can be wrong with a key.

use std::fmt;

/// A value that cannot be part of a key, or text that is not a key of its template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyError {
    /// The number of the part in its entity, if one part is to blame.
    pub part: Option<u16>,
    /// What is wrong.
    pub problem: KeyProblem,
}

/// What is wrong with a key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyProblem {
    /// The part holds no text: DynamoDB refuses empty keys, and an empty part could not be read back.
    Empty,
    /// The part is absent (`None`), where the key needs it.
    Absent,
    /// The key is longer than DynamoDB's limit: both in bytes.
    TooLong {
        /// The length of the key's text.
        bytes: usize,
        /// The limit: 2,048 for a partition key, 1,024 for a sort key.
        limit: usize,
    },
    /// The value is outside its kind: the text says how.
    OutOfKind(String),
    /// The value is finer than its kind (nanoseconds under `time.ms`).
    TooFine(String),
    /// Raw text holds what separates parts: the text says what.
    Unparsable(String),
    /// The text is not a key of this template: the text says where it departs.
    NotThisKey(String),
}

impl fmt::Display for KeyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("is empty; DynamoDB keys hold no empty parts"),
            Self::Absent => f.write_str("is absent, and the key needs it"),
            Self::TooLong { bytes, limit } => write!(f, "makes a key of {bytes} bytes; the limit is {limit}"),
            Self::OutOfKind(why) | Self::TooFine(why) | Self::Unparsable(why) | Self::NotThisKey(why) => {
                f.write_str(why)
            }
        }
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            Some(part) => write!(f, "part {part} {}", self.problem),
            None => write!(f, "the key {}", self.problem),
        }
    }
}

impl std::error::Error for KeyError {}
