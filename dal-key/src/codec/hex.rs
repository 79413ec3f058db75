//! Lower-case hexadecimal digits.

const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];

/// The value of a lower-case digit.
pub(crate) const fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

/// Appends the lowest `width` digits of `value`, the highest first.
pub(crate) fn push(value: u128, width: u32, out: &mut String) {
    out.extend((0..width).rev().map(|place| DIGITS[(value >> (4 * place)) as usize & 0xf]));
}

/// Reads exactly `width` digits, at most 32.
pub(crate) fn read(text: &str, width: usize) -> Option<u128> {
    if text.len() != width {
        return None;
    }
    text.bytes().try_fold(0, |value, byte| Some(value << 4 | u128::from(digit(byte)?)))
}
