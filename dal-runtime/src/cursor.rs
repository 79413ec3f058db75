//! Cursors: where a query goes on, opaque to those who carry them.
//!
//! A cursor holds only what its request does not fix: of each key attribute the bytes after what scope and parameters
//! give (of a number, its digits), and a fingerprint of table, pattern, parameters, direction and tenant. The start key is rebuilt from the
//! request and refused outside its bounds, so a forged cursor reads nothing that its bearer could not read anyway.
//!
//! The envelope, in base64 for URLs: a version byte (1), the fingerprint (8 bytes), the number of positions, and for
//! each position the number of its key attributes and their bytes, each behind its length (2 bytes, big-endian).

use std::fmt;
use std::hash::Hasher;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;

use crate::error::CursorError;

const VERSION: u8 = 1;

/// Where a query goes on: text that is safe in URLs. Give it back to the same pattern, with the same parameters, in the
/// same scope; anything else refuses it.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cursor(String);

impl Cursor {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cursor({})", self.0)
    }
}

impl From<String> for Cursor {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl FromStr for Cursor {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.to_owned()))
    }
}

/// What a cursor holds: one position for each query that answers together; one query has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Envelope {
    pub(crate) fingerprint: u64,
    pub(crate) positions: Vec<Vec<Vec<u8>>>,
}

impl Envelope {
    pub(crate) fn seal(&self) -> Option<Cursor> {
        let mut bytes = vec![VERSION];
        bytes.extend(self.fingerprint.to_be_bytes());
        bytes.push(u8::try_from(self.positions.len()).ok()?);
        for position in &self.positions {
            bytes.push(u8::try_from(position.len()).ok()?);
            for rest in position {
                bytes.extend(u16::try_from(rest.len()).ok()?.to_be_bytes());
                bytes.extend(rest);
            }
        }
        Some(Cursor(URL_SAFE_NO_PAD.encode(bytes)))
    }

    pub(crate) fn open(cursor: &Cursor) -> Result<Self, CursorError> {
        let bytes = URL_SAFE_NO_PAD.decode(&cursor.0).map_err(|_| CursorError::Malformed)?;
        let mut rest = Bytes(&bytes);
        if rest.byte()? != VERSION {
            return Err(CursorError::Expired);
        }
        let fingerprint = u64::from_be_bytes(rest.take(8)?.try_into().map_err(|_| CursorError::Malformed)?);
        let count = rest.byte()?;
        let mut positions = Vec::new();
        for _ in 0..count {
            let attributes = rest.byte()?;
            let mut position = Vec::new();
            for _ in 0..attributes {
                let length = u16::from_be_bytes([rest.byte()?, rest.byte()?]);
                position.push(rest.take(length.into())?.to_vec());
            }
            positions.push(position);
        }
        if rest.0.is_empty() { Ok(Self { fingerprint, positions }) } else { Err(CursorError::Malformed) }
    }
}

struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], CursorError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(CursorError::Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, CursorError> {
        self.take(1)?.first().copied().ok_or(CursorError::Malformed)
    }
}

/// A fingerprint of what a request fixes: the same texts in the same order give the same number, in every build.
pub(crate) fn fingerprint<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut hasher = SipHasher13::new_with_keys(u64::from(VERSION), 0);
    for text in texts {
        hasher.write(&(text.len() as u64).to_be_bytes());
        hasher.write(text);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn envelope() -> Envelope {
        Envelope {
            fingerprint: 0x0123_4567_89ab_cdef,
            positions: vec![vec![Vec::new(), "a#é".into(), vec![0, 255]], vec![vec![b'x'; 2048]]],
        }
    }

    #[test]
    fn an_envelope_comes_back() {
        assert_eq!(Envelope::open(&envelope().seal().unwrap()), Ok(envelope()));
    }

    #[test]
    fn every_shortened_or_lengthened_text_is_malformed() {
        let text = envelope().seal().unwrap().0;
        for end in 0..text.len() {
            assert!(Envelope::open(&Cursor(text[..end].to_owned())).is_err(), "{end} of {}", text.len());
        }
        assert_eq!(Envelope::open(&Cursor(text + "AA")), Err(CursorError::Malformed));
    }

    #[test]
    fn another_version_is_expired() {
        let cursor = Cursor(URL_SAFE_NO_PAD.encode([2_u8, 0, 0]));
        assert_eq!(Envelope::open(&cursor), Err(CursorError::Expired));
    }

    #[test]
    fn texts_are_told_apart_where_they_end() {
        assert_ne!(fingerprint([b"ab".as_slice(), b"c"]), fingerprint([b"a".as_slice(), b"bc"]));
        assert_eq!(
            fingerprint([b"table".as_slice(), b"pattern"]),
            2_133_956_202_642_242_524,
            "pinned: a change refuses every cursor in use"
        );
    }
}
