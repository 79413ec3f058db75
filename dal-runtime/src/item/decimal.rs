//! DynamoDB's numbers, which are text: their limits, their size, and the Rust numbers they stand for.

use serde::de::Visitor;

use super::error::DecodeError;

/// Significant digits that DynamoDB keeps.
const MAX_DIGITS: u32 = 38;

/// What a decimal text is made of.
struct Decimal<'a> {
    negative: bool,
    whole: &'a [u8],
    fraction: &'a [u8],
    exponent: i32,
}

fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

impl<'a> Decimal<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (negative, rest) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        let (whole, rest) = digits(rest);
        let (fraction, rest) = match rest {
            [b'.', rest @ ..] => digits(rest),
            rest => (&[][..], rest),
        };
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let exponent = match rest {
            [] => 0,
            [b'e' | b'E', rest @ ..] => {
                let (sign, rest) = match rest {
                    [b'-', rest @ ..] => (-1, rest),
                    [b'+', rest @ ..] => (1, rest),
                    rest => (1, rest),
                };
                let (exponent, rest) = digits(rest);
                if exponent.is_empty() || !rest.is_empty() {
                    return None;
                }
                // Far beyond any number that exists here, and far from overflow below.
                let clamp = |sum: i32, digit: &u8| (sum * 10 + i32::from(digit - b'0')).min(1_000_000);
                sign * exponent.iter().fold(0, clamp)
            }
            _ => return None,
        };
        Some(Decimal { negative, whole, fraction, exponent })
    }

    fn all(&self) -> impl DoubleEndedIterator<Item = u8> + Clone {
        self.whole.iter().chain(self.fraction).map(|digit| digit - b'0')
    }

    /// How many significant digits there are; 0 for zero.
    fn significant(&self) -> u32 {
        let leading = self.all().take_while(|digit| *digit == 0).count();
        let total = self.whole.len() + self.fraction.len();
        if leading == total {
            return 0;
        }
        let trailing = self.all().rev().take_while(|digit| *digit == 0).count();
        u32::try_from(total - leading - trailing).unwrap_or(u32::MAX)
    }

    /// The power of ten of the first significant digit.
    fn magnitude(&self) -> i64 {
        let leading = self.all().take_while(|digit| *digit == 0).count();
        self.whole.len() as i64 - 1 - leading as i64 + i64::from(self.exponent)
    }
}

/// Bytes that a number of so many significant digits takes. The documentation calls it approximate; this is its
/// lower bound.
const fn stored_size(significant: u32) -> usize {
    significant.div_ceil(2) as usize + 1
}

/// The stored size of a number in bytes, or why DynamoDB would refuse it.
pub(crate) fn check(text: &str) -> Result<usize, String> {
    let Some(decimal) = Decimal::parse(text) else {
        return Err(format!("`{}` is not a number", clip(text)));
    };
    let significant = decimal.significant();
    if significant > MAX_DIGITS {
        return Err(format!("`{}` has more than 38 significant digits", clip(text)));
    }
    if significant > 0 && !(-130..=125).contains(&decimal.magnitude()) {
        return Err(format!("`{}` is outside DynamoDB's range of numbers, 1E-130 to 9.99E+125", clip(text)));
    }
    Ok(stored_size(significant))
}

/// The stored size of an integer's text, which needs no check up to 38 digits.
#[inline]
pub(crate) fn integer_size(text: &str) -> usize {
    let digits = text.trim_start_matches('-').trim_end_matches('0');
    stored_size(digits.len() as u32)
}

fn clip(text: &str) -> &str {
    text.get(..60).unwrap_or(text)
}

/// The integer that a text is exactly: its sign and its absolute value. `1E2` and `5.0` are integers.
fn integral(decimal: &Decimal<'_>) -> Option<(bool, u128)> {
    let zeros = decimal.fraction.iter().rev().take_while(|digit| **digit == b'0').count();
    let fraction = decimal.fraction.get(..decimal.fraction.len() - zeros)?;
    let mut value: u128 = 0;
    for digit in decimal.whole.iter().chain(fraction) {
        value = value.checked_mul(10)?.checked_add(u128::from(digit - b'0'))?;
    }
    let mut scale = i64::from(decimal.exponent) - fraction.len() as i64;
    if value == 0 {
        return Some((decimal.negative, 0));
    }
    while scale < 0 {
        if !value.is_multiple_of(10) {
            return None;
        }
        value /= 10;
        scale += 1;
    }
    let factor = 10u128.checked_pow(u32::try_from(scale).ok()?)?;
    Some((decimal.negative, value.checked_mul(factor)?))
}

/// The nearest `f64`.
pub(crate) fn float(text: &str) -> Result<f64, DecodeError> {
    // `parse` also reads `inf` and `NaN`.
    let plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    match text.parse::<f64>() {
        Ok(number) if plain && number.is_finite() => Ok(number),
        _ => Err(DecodeError::new(format!("`{}` is not a number", clip(text)))),
    }
}

/// Shows a number to a visitor that did not say which type it wants.
///
/// Integers beyond 64 bits of at most 17 significant digits are shown as `f64`: that is how a large float is
/// written, and serde's buffers (of untagged enums and `flatten`) cannot hold 128 bits.
pub(crate) fn visit_any<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Result<V::Value, DecodeError> {
    if let Ok(number) = text.parse::<u64>() {
        return visitor.visit_u64(number);
    }
    if let Ok(number) = text.parse::<i64>() {
        return visitor.visit_i64(number);
    }
    let Some(decimal) = Decimal::parse(text) else {
        return Err(DecodeError::new(format!("`{}` is not a number", clip(text))));
    };
    let wide = decimal.significant() > 17;
    match integral(&decimal) {
        Some((false, number)) => match u64::try_from(number) {
            Ok(number) => visitor.visit_u64(number),
            Err(_) if wide => visitor.visit_u128(number),
            Err(_) => visitor.visit_f64(float(text)?),
        },
        Some((true, number)) => match 0i128.checked_sub_unsigned(number) {
            Some(number) => match i64::try_from(number) {
                Ok(number) => visitor.visit_i64(number),
                Err(_) if wide => visitor.visit_i128(number),
                Err(_) => visitor.visit_f64(float(text)?),
            },
            None => visitor.visit_f64(float(text)?),
        },
        None => visitor.visit_f64(float(text)?),
    }
}

macro_rules! visit_integer {
    ($($name:ident $visit:ident $type:ty,)*) => {$(
        /// Shows a number to a visitor that wants this type. What does not fit is shown as it is, so that the
        /// visitor can say what it expected.
        #[inline]
        pub(crate) fn $name<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Result<V::Value, DecodeError> {
            match text.parse::<$type>() {
                Ok(number) => visitor.$visit(number),
                Err(_) => visit_any(text, visitor),
            }
        }
    )*};
}

visit_integer! {
    visit_i8 visit_i8 i8,
    visit_i16 visit_i16 i16,
    visit_i32 visit_i32 i32,
    visit_i64 visit_i64 i64,
    visit_u8 visit_u8 u8,
    visit_u16 visit_u16 u16,
    visit_u32 visit_u32 u32,
    visit_u64 visit_u64 u64,
}

/// Exactly, whatever the notation.
pub(crate) fn visit_u128<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Result<V::Value, DecodeError> {
    match Decimal::parse(text).as_ref().and_then(integral) {
        Some((negative, number)) if !negative || number == 0 => visitor.visit_u128(number),
        _ => visit_any(text, visitor),
    }
}

/// Exactly, whatever the notation.
pub(crate) fn visit_i128<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Result<V::Value, DecodeError> {
    let signed = |(negative, number): (bool, u128)| {
        if negative { 0i128.checked_sub_unsigned(number) } else { i128::try_from(number).ok() }
    };
    match Decimal::parse(text).as_ref().and_then(integral).and_then(signed) {
        Some(number) => visitor.visit_i128(number),
        None => visit_any(text, visitor),
    }
}

/// The nearest `f32`, not by way of `f64`.
pub(crate) fn visit_f32<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Result<V::Value, DecodeError> {
    let wide = float(text)?;
    match text.parse::<f32>() {
        Ok(number) if number.is_finite() => visitor.visit_f32(number),
        _ => visitor.visit_f64(wide),
    }
}

pub(crate) fn visit_f64<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Result<V::Value, DecodeError> {
    visitor.visit_f64(float(text)?)
}

/// The shortest text that reads back as the same float; `None` for infinities and NaN. Zero has no sign in DynamoDB.
macro_rules! float_text {
    ($name:ident $type:ty) => {
        pub(crate) fn $name(number: $type) -> Result<String, String> {
            if !number.is_finite() {
                return Err(format!("{number} is not a number that DynamoDB can hold"));
            }
            let size = number.abs();
            Ok(if size == 0.0 {
                String::from("0")
            } else if (1e-5..1e15).contains(&size) {
                number.to_string()
            } else {
                format!("{number:e}")
            })
        }
    };
}
float_text!(f32_text f32);
float_text!(f64_text f64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_limits() {
        for (text, size) in [
            ("0", 1),
            ("-0", 1),
            ("0.000", 1),
            ("1", 2),
            ("10", 2),
            ("12", 2),
            ("123", 3),
            ("-123", 3),
            ("1200000", 2),
            ("0.0012", 2),
            ("1.50", 2),
            ("1e100", 2),
            ("99999999999999999999999999999999999999", 20),
            ("1E-130", 2),
            ("9.9999999999999999999999999999999999999E+125", 20),
            ("100e123", 2),
        ] {
            assert_eq!(check(text), Ok(size), "{text}");
        }
        for text in [
            "",
            "-",
            ".",
            "1e",
            "e5",
            "1e5x",
            "0x10",
            "inf",
            "NaN",
            " 1",
            "1 ",
            "1_0",
            "--1",
            "1.2.3",
            "999999999999999999999999999999999999999",
            "1E-131",
            "1E126",
            "-1E126",
            "1e99999999999999999999",
        ] {
            assert!(check(text).is_err(), "{text}");
        }
        for number in [0i64, 5, -5, 10, 1200, 123, -999, i64::MAX, i64::MIN] {
            assert_eq!(integer_size(&number.to_string()), check(&number.to_string()).unwrap(), "{number}");
        }
    }

    #[test]
    fn integers_in_other_notations() {
        let exact = |text| integral(&Decimal::parse(text).unwrap());
        assert_eq!(exact("1E2"), Some((false, 100)));
        assert_eq!(exact("5.0"), Some((false, 5)));
        assert_eq!(exact("-12.50e1"), Some((true, 125)));
        assert_eq!(exact("120e-1"), Some((false, 12)));
        assert_eq!(exact("0e-99"), Some((false, 0)));
        assert_eq!(exact("1.000000000000000000000000000000000000000000000"), Some((false, 1)));
        assert_eq!(exact("340282366920938463463374607431768211455"), Some((false, u128::MAX)));
        for text in ["1.5", "1e-1", "1e40", "340282366920938463463374607431768211456"] {
            assert_eq!(exact(text), None, "{text}");
        }
    }
}
