//! Identifiers of 128 bits: UUIDs in lower case with hyphens, ULIDs in Crockford's base 32. Descending, the bits are inverted.

use super::digits::Ascii;
use super::hex;
use crate::format::Order;

/// How many characters a UUID's text has.
pub(crate) const UUID_LENGTH: usize = 36;
/// How many characters a ULID's text has.
pub(crate) const ULID_LENGTH: usize = 26;

/// How many hexadecimal digits a UUID has between hyphens.
const UUID_GROUPS: [usize; 5] = [8, 4, 4, 4, 12];

const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Two digits for each ten bits, as a number in memory's order.
static CROCKFORD_PAIRS: [u16; 1 << 10] = {
    let mut pairs = [0; 1 << 10];
    let mut bits = 0;
    while bits < pairs.len() {
        pairs[bits] = u16::from_le_bytes([CROCKFORD[bits >> 5], CROCKFORD[bits & 0x1f]]);
        bits += 1;
    }
    pairs
};

fn turn(order: Order, bits: u128) -> u128 {
    if order == Order::Desc { !bits } else { bits }
}

pub(crate) fn encode_uuid(order: Order, bits: u128, out: &mut String) {
    let bits = turn(order, bits);
    let mut text = Ascii([b'-'; 48]);
    let (mut start, mut rest) = (0, 128);
    for digits in UUID_GROUPS {
        rest -= 4 * digits;
        hex::fill(bits >> rest, &mut text.0[start..start + digits]);
        start += digits + 1;
    }
    text.push(0, UUID_LENGTH, out);
}

pub(crate) fn decode_uuid(order: Order, text: &str) -> Option<u128> {
    let mut groups = text.split('-');
    let mut bits = 0;
    for digits in UUID_GROUPS {
        bits = bits << (4 * digits) | hex::read(groups.next()?, digits)?;
    }
    groups.next().is_none().then_some(turn(order, bits))
}

#[inline(always)]
pub(crate) fn encode_ulid(order: Order, bits: u128, out: &mut String) {
    let bits = turn(order, bits);
    let pair = |bits: u64, at: u32| u64::from(CROCKFORD_PAIRS[(bits >> at) as usize & 0x3ff]);
    let word = |shift: u32| {
        let bits = (bits >> shift) as u64;
        (pair(bits, 0) << 48 | pair(bits, 10) << 32 | pair(bits, 20) << 16 | pair(bits, 30)).to_le_bytes()
    };
    // 26 digits of five bits are 130: the first digit holds only three. They are stored in whole words, since what is read
    // larger than it was stored has to wait for the memory.
    let mut text = Ascii([b'0'; 32]);
    let (words, _) = text.0.as_chunks_mut();
    for (slots, shift) in words.iter_mut().zip([90, 50, 10]) {
        *slots = word(shift);
    }
    if let [.., last] = words {
        *last = (pair(bits as u64, 0) | 0x3030_3030_3030 << 16).to_le_bytes();
    }
    text.push(0, ULID_LENGTH, out);
}

pub(crate) fn decode_ulid(order: Order, text: &str) -> Option<u128> {
    if text.len() != ULID_LENGTH || text.as_bytes()[0] > b'7' {
        return None;
    }
    let read = |from: usize, to: usize| {
        let digits = text.as_bytes()[from..to].iter();
        digits.copied().try_fold(0_u64, |bits, byte| Some(bits << 5 | u64::from(crockford(byte)?)))
    };
    let (first, middle, last) = (read(0, 2)?, read(2, 14)?, read(14, 26)?);
    Some(turn(order, u128::from(first) << 120 | u128::from(middle) << 60 | u128::from(last)))
}

/// The value of an upper-case digit: Crockford's alphabet leaves out I, L, O and U.
const fn crockford(byte: u8) -> Option<u8> {
    Some(match byte {
        b'0'..=b'9' => byte - b'0',
        b'A'..=b'H' => byte - b'A' + 10,
        b'J' | b'K' => byte - b'J' + 18,
        b'M' | b'N' => byte - b'M' + 20,
        b'P'..=b'T' => byte - b'P' + 22,
        b'V'..=b'Z' => byte - b'V' + 27,
        _ => return None,
    })
}
