//! Write tokens: a mark that an item carries of the write that made it.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};

use aws_sdk_dynamodb::types::AttributeValue;

use crate::cursor::fingerprint;
use crate::error::Error;

/// The attribute that holds the token. Entities have no attribute of that name: it is hidden from serde.
pub(crate) const WRITE_TOKEN: &str = "_dal_token";

/// A token that no other write has: 128 bits of the process' randomness as 32 hexadecimal digits. No secret.
pub(crate) fn random() -> String {
    format!("{:016x}{:016x}", number(), number())
}

/// The token of the transaction that is sent in the place of one with this token: the same in every process.
pub(crate) fn next(token: &str) -> String {
    let half = |which: &str| fingerprint(["next", which, token].map(str::as_bytes));
    format!("{:016x}{:016x}", half("0"), half("1"))
}

/// 64 bits of the process' randomness: for tokens, and for the jitter of retries.
pub(crate) fn number() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Adds the token to an item's DynamoDB JSON; gives the bytes that DynamoDB counts for it.
pub(crate) fn add(json: &mut Vec<u8>, token: &str) -> usize {
    // An item has a key at least, so there is an attribute before this one.
    json.pop();
    json.extend_from_slice(format!(r#","{WRITE_TOKEN}":{{"S":"{token}"}}}}"#).as_bytes());
    WRITE_TOKEN.len() + token.len()
}

fn of(attributes: &HashMap<String, AttributeValue>) -> Option<&str> {
    attributes.get(WRITE_TOKEN)?.as_s().ok().map(String::as_str)
}

/// What a failed write was after all, by the token that it wrote: done, if the stored item has it.
pub(crate) fn settle(mut error: Error, token: &str) -> Result<(), Error> {
    let (Error::AlreadyExists(failed)
    | Error::NotFound(failed)
    | Error::ConditionFailed(failed)
    | Error::Conflict(failed)
    | Error::VersionConflict(failed)) = &mut error
    else {
        return Err(error);
    };
    if failed.maybe_applied {
        if failed.stored.as_ref().and_then(|stored| of(stored.attributes())) == Some(token) {
            return Ok(());
        }
        failed.maybe_applied = false;
        failed.stored_equals_sent = None;
    }
    Err(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_added_behind_the_other_attributes() {
        let (one, other) = (random(), random());
        assert_ne!(one, other);
        assert_eq!((one.len(), one.bytes().all(|byte| byte.is_ascii_hexdigit())), (32, true));
        let mut json = br#"{"PK":{"S":"a"}}"#.to_vec();
        assert_eq!(add(&mut json, "t"), 11);
        assert_eq!(json, br#"{"PK":{"S":"a"},"_dal_token":{"S":"t"}}"#);
    }
}
