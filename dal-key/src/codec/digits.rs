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
    match u64::try_from(value) {
        Ok(narrow) => count_narrow(narrow),
        Err(_) => value.checked_ilog10().map_or(1, |log| log as usize + 1),
    }
}

/// [`count`] of nearly every value: by its bits, of which each is log10(2) of a digit, about 1233 / 4096.
#[inline]
const fn count_narrow(value: u64) -> usize {
    const POWERS: [u64; 20] = {
        let mut powers = [1; 20];
        let mut power = 1;
        while power < powers.len() {
            powers[power] = powers[power - 1] * 10;
            power += 1;
        }
        powers
    };
    // Zero has a digit, and no power of ten lies between an even number and the next.
    let value = value | 1;
    let digits = ((value.ilog2() as usize + 1) * 1233) >> 12;
    if digits < POWERS.len() && value >= POWERS[digits] { digits + 1 } else { digits }
}

/// Appends `value` in `width` digits, with zeros before it. Digits that do not fit are the caller's to refuse.
#[inline(always)]
pub(crate) fn push(value: u128, width: usize, complement: bool, out: &mut String) {
    const ZEROS: &str = "0000000000000000";
    match u64::try_from(value) {
        // Most numbers in keys have one or two digits: they need no way by bytes, which are checked to be text.
        Ok(few @ 0..100) if !complement && 2 <= width && width <= ZEROS.len() => {
            out.push_str(&ZEROS[..width - 2]);
            out.push(char::from(b'0' + few as u8 / 10));
            out.push(char::from(b'0' + few as u8 % 10));
        }
        Ok(narrow) if width <= DIGITS => push_narrow(narrow, width, complement, out),
        _ => push_wide(value, width, complement, out),
    }
}

/// Appends a number in as many digits as are written at once.
fn push_narrow(value: u64, width: usize, complement: bool, out: &mut String) {
    let mut ascii = Ascii([b'0'; DIGITS]);
    fill(value, complement, &mut ascii.0);
    ascii.push(DIGITS - width, DIGITS, out);
}

/// Appends any value in any width.
fn push_wide(value: u128, width: usize, complement: bool, out: &mut String) {
    const ALL: usize = 3 * DIGITS;
    let mut ascii = Ascii([b'0'; ALL]);
    let mut rest = value;
    for slots in ascii.0.as_chunks_mut().0.iter_mut().rev() {
        fill((rest % 10u128.pow(DIGITS as u32)) as u64, complement, slots);
        rest /= 10u128.pow(DIGITS as u32);
    }
    out.extend(std::iter::repeat_n(if complement { '9' } else { '0' }, width.saturating_sub(MOST)));
    ascii.push(ALL - width.min(MOST), ALL, out);
}

/// How many digits are written at once: all of them fit a u64, whose division is an order of magnitude faster.
const DIGITS: usize = 16;

/// Replaces zeros by the last digits of a value, and all by their nines' complement where that is asked for.
#[inline]
fn fill(value: u64, complement: bool, slots: &mut [u8; DIGITS]) {
    let mut rest = value;
    // Most numbers in keys are small: a step for each two digits that they have is less than eight at once.
    for pair in slots.as_chunks_mut().0.iter_mut().rev() {
        if rest == 0 {
            break;
        }
        *pair = PAIRS[(rest % 100) as usize];
        rest /= 100;
    }
    if complement {
        slots.iter_mut().for_each(|digit| *digit = b'0' + b'9' - *digit);
    }
}

/// ASCII on its way into a text. Safe Rust checks that it is ASCII, which is fast where words are whole and aligned: so
/// `N` is a multiple of 16.
#[repr(align(16))]
pub(crate) struct Ascii<const N: usize>(pub(crate) [u8; N]);

impl<const N: usize> Ascii<N> {
    /// Appends what stands between two places.
    #[inline(always)]
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

#[cfg(test)]
mod tests {
    use super::{count, push};

    #[test]
    fn numbers_about_powers_of_ten_have_their_digits() {
        for power in 0..39 {
            for value in [10u128.pow(power) - 1, 10u128.pow(power), 10u128.pow(power) + 1] {
                assert_eq!(count(value), value.to_string().len(), "{value}");
                for width in [count(value), 16, 17, 39, 45].into_iter().filter(|width| *width >= count(value))
                {
                    let (mut digits, mut complement) = (String::new(), String::new());
                    push(value, width, false, &mut digits);
                    push(value, width, true, &mut complement);
                    assert_eq!(digits, format!("{value:0width$}"));
                    let nines = |byte: u8| char::from(b'0' + b'9' - byte);
                    assert_eq!(complement, digits.bytes().map(nines).collect::<String>());
                }
            }
        }
        assert_eq!((count(0), count(u128::MAX)), (1, 39));
    }
}
