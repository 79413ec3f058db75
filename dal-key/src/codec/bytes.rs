//! Bytes: two lower-case hexadecimal digits each, which keeps order and beginnings.

use super::digits::push_ascii;
use super::hex;
use crate::error::KeyProblem;

/// Sorts after every text of bytes, however long.
pub(crate) const ABOVE: char = 'g';

pub(crate) fn encode(value: &[u8], out: &mut String) -> Result<(), KeyProblem> {
    if value.is_empty() {
        return Err(KeyProblem::Empty);
    }
    out.reserve(2 * value.len());
    for &byte in value {
        let mut pair = [b'0'; 2];
        hex::fill(byte.into(), &mut pair);
        push_ascii(&pair, out);
    }
    Ok(())
}

pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    if text.is_empty() || !text.len().is_multiple_of(2) {
        return None;
    }
    let pair = |pair: &[u8]| Some(hex::digit(*pair.first()?)? << 4 | hex::digit(*pair.get(1)?)?);
    text.as_bytes().chunks(2).map(pair).collect()
}

/// How many bytes of text at the beginning of `text` are whole bytes.
pub(crate) fn run(text: &str) -> usize {
    let digits = text.bytes().take_while(|byte| hex::digit(*byte).is_some()).count();
    digits - digits % 2
}
