//! Lower-case hexadecimal digits.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The value of a lower-case digit.
pub(crate) const fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

/// Fills `slots` with the lowest digits of `value`, the highest first.
pub(crate) fn fill(value: u128, slots: &mut [u8]) {
    let mut rest = value;
    for slot in slots.iter_mut().rev() {
        *slot = DIGITS[rest as usize & 0xf];
        rest >>= 4;
    }
}

/// Reads exactly `width` digits, at most 32.
pub(crate) fn read(text: &str, width: usize) -> Option<u128> {
    if text.len() != width {
        return None;
    }
    text.bytes().try_fold(0, |value, byte| Some(value << 4 | u128::from(digit(byte)?)))
}
