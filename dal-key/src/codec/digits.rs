//! Digits of fixed width, and their nines' complement, which sorts the other way round.

/// The most digits that a `u128` has.
const MOST: usize = 39;

/// The numbers below 100 in two digits each.
pub(crate) static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[b'0'; 2]; 100];
    let mut value = 0;
    while value < pairs.len() {
        pairs[value] = [b'0' + (value / 10) as u8, b'0' + (value % 10) as u8];
        value += 1;
    }
    pairs
};

/// How many digits `value` has; 1 for zero.
#[inline]
pub(crate) fn count(value: u128) -> usize {
    // Nearly every value is a u64, whose logarithm takes a fraction of a u128's.
    let log = match u64::try_from(value) {
        Ok(narrow) => narrow.checked_ilog10(),
        Err(_) => value.checked_ilog10(),
    };
    log.map_or(1, |log| log as usize + 1)
}

/// Appends `value` in `width` digits, with zeros before it. Digits that do not fit are the caller's to refuse.
pub(crate) fn push(value: u128, width: usize, complement: bool, out: &mut String) {
    match u64::try_from(value) {
        Ok(narrow) if width <= DIGITS => {
            let mut ascii = Ascii([b'0'; DIGITS]);
            fill(narrow, &mut ascii.0);
            turn(complement, &mut ascii.0);
            ascii.push(DIGITS - width, DIGITS, out);
        }
        _ => push_wide(value, width, complement, out),
    }
}

/// Appends any value in any width.
fn push_wide(value: u128, width: usize, complement: bool, out: &mut String) {
    const ALL: usize = 3 * DIGITS;
    let mut ascii = Ascii([b'0'; ALL]);
    let mut rest = value;
    for slots in ascii.0.as_chunks_mut().0.iter_mut().rev() {
        fill((rest % 10u128.pow(DIGITS as u32)) as u64, slots);
        rest /= 10u128.pow(DIGITS as u32);
    }
    turn(complement, &mut ascii.0);
    out.extend(std::iter::repeat_n(if complement { '9' } else { '0' }, width.saturating_sub(MOST)));
    ascii.push(ALL - width.min(MOST), ALL, out);
}

/// How many digits are written at once: all of them fit a u64, whose division is an order of magnitude faster.
const DIGITS: usize = 16;

/// Replaces zeros by the last digits of a value.
#[inline]
fn fill(value: u64, slots: &mut [u8; DIGITS]) {
    let mut rest = value;
    for pair in slots.as_chunks_mut().0.iter_mut().rev() {
        if rest == 0 {
            break;
        }
        *pair = PAIRS[(rest % 100) as usize];
        rest /= 100;
    }
}

/// Makes digits their nines' complement, where that is asked for.
#[inline]
fn turn(complement: bool, digits: &mut [u8]) {
    if complement {
        digits.iter_mut().for_each(|digit| *digit = b'0' + b'9' - *digit);
    }
}

/// ASCII on its way into a text. Safe Rust checks that it is ASCII, which is fast where words are whole and aligned: so
/// `N` is a multiple of 16.
#[repr(align(16))]
pub(crate) struct Ascii<const N: usize>(pub(crate) [u8; N]);

impl<const N: usize> Ascii<N> {
    /// Appends what stands between two places.
    #[inline]
    pub(crate) fn push(&self, from: usize, to: usize, out: &mut String) {
        match std::str::from_utf8(&self.0) {
            Ok(text) => out.push_str(&text[from..to]),
            Err(_) => push_ascii(&self.0[from..to], out),
        }
    }
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
