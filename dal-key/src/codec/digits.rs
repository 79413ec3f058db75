//! Digits of fixed width, and their nines' complement, which sorts the other way round.

/// The most digits that a `u128` has.
const MOST: usize = 39;

/// How many digits `value` has; 1 for zero.
pub(crate) fn count(value: u128) -> usize {
    value.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// Appends `value` in `width` digits, with zeros before it. Digits that do not fit are the caller's to refuse.
pub(crate) fn push(value: u128, width: usize, complement: bool, out: &mut String) {
    let mut digits = [b'0'; MOST];
    let mut slot = MOST;
    let mut wide = value;
    // Division of u64 is an order of magnitude faster, and nearly every value is one.
    while wide > u128::from(u64::MAX) {
        slot -= 1;
        digits[slot] = b'0' + (wide % 10) as u8;
        wide /= 10;
    }
    let mut narrow = wide as u64;
    while narrow > 0 {
        slot -= 1;
        digits[slot] = b'0' + (narrow % 10) as u8;
        narrow /= 10;
    }
    if complement {
        digits.iter_mut().for_each(|digit| *digit = b'0' + b'9' - *digit);
    }
    out.extend(std::iter::repeat_n(if complement { '9' } else { '0' }, width.saturating_sub(MOST)));
    push_ascii(&digits[MOST - width.min(MOST)..], out);
}

/// Appends ASCII at once, which is several times faster than by character.
pub(crate) fn push_ascii(ascii: &[u8], out: &mut String) {
    match std::str::from_utf8(ascii) {
        Ok(text) => out.push_str(text),
        Err(_) => out.extend(ascii.iter().map(|byte| char::from(*byte))),
    }
}

/// Reads digits and nothing else; `None` if there is none, something else, or more than a `u128` holds.
pub(crate) fn read(text: &str, complement: bool) -> Option<u128> {
    if text.is_empty() {
        return None;
    }
    text.bytes().try_fold(0u128, |value, byte| {
        let digit = byte.checked_sub(b'0').filter(|digit| *digit <= 9)?;
        let digit = if complement { 9 - digit } else { digit };
        value.checked_mul(10)?.checked_add(u128::from(digit))
    })
}

/// Ten to the power of `exponent`, if a `u128` holds it.
pub(crate) fn power(exponent: usize) -> Option<u128> {
    10u128.checked_pow(u32::try_from(exponent).ok()?)
}
