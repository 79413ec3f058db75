//! Values of key attributes, as DynamoDB holds them: a string, a number or bytes.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

/// DynamoDB's type of a key attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum AttributeType {
    /// A string: sorts by its bytes in UTF-8.
    #[default]
    S,
    /// A number: sorts by value.
    N,
    /// Bytes: sort as unsigned numbers.
    B,
}

impl AttributeType {
    /// As DynamoDB writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
        }
    }
}

impl fmt::Display for AttributeType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The value of a key attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum KeyValue {
    /// A string.
    S(String),
    /// A number, in decimal digits.
    N(String),
    /// Bytes.
    B(Vec<u8>),
}

impl KeyValue {
    /// The value of that type that is written in these bytes; `None` if they are none.
    pub fn from_bytes(of: AttributeType, bytes: &[u8]) -> Option<Self> {
        let text = |bytes| std::str::from_utf8(bytes).ok().map(str::to_owned);
        match of {
            AttributeType::S => text(bytes).map(Self::S),
            AttributeType::N => text(bytes).filter(|text| plain_digits(text).is_some()).map(Self::N),
            AttributeType::B => Some(Self::B(bytes.to_vec())),
        }
    }

    /// Its type.
    pub const fn attribute_type(&self) -> AttributeType {
        match self {
            Self::S(_) => AttributeType::S,
            Self::N(_) => AttributeType::N,
            Self::B(_) => AttributeType::B,
        }
    }

    /// The string, if it is one.
    pub fn as_s(&self) -> Option<&str> {
        match self {
            Self::S(text) => Some(text),
            _ => None,
        }
    }

    /// The bytes that it is written in: of a number, its digits.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::S(text) | Self::N(text) => text.as_bytes(),
            Self::B(bytes) => bytes,
        }
    }

    /// Its length in bytes, by which DynamoDB limits keys; a number's is that of its digits.
    pub fn len(&self) -> usize {
        self.as_bytes().len()
    }

    /// Whether it holds nothing, which DynamoDB refuses in keys.
    pub fn is_empty(&self) -> bool {
        self.as_bytes().is_empty()
    }

    /// DynamoDB's order of two values of one type: numbers by value, others by their bytes. `None` for values of two
    /// types, and for a number that is none.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::S(one), Self::S(other)) => Some(one.as_bytes().cmp(other.as_bytes())),
            (Self::N(one), Self::N(other)) => Some(Number::read(one)?.compare(&Number::read(other)?)),
            (Self::B(one), Self::B(other)) => Some(one.cmp(other)),
            _ => None,
        }
    }

    /// The same value in the one form that all values which are [the same](Self::is_same) have, to be looked up by. It is
    /// not for DynamoDB.
    #[must_use]
    pub fn normal(&self) -> Cow<'_, Self> {
        match self {
            Self::N(digits) => match Number::read(digits) {
                Some(number) => Cow::Owned(Self::N(number.normal())),
                None => Cow::Borrowed(self),
            },
            _ => Cow::Borrowed(self),
        }
    }

    /// Whether both are the same value: numbers by value, whatever their digits.
    pub fn is_same(&self, other: &Self) -> bool {
        self == other || self.compare(other) == Some(Ordering::Equal)
    }
}

impl From<String> for KeyValue {
    fn from(text: String) -> Self {
        Self::S(text)
    }
}

impl From<&str> for KeyValue {
    fn from(text: &str) -> Self {
        Self::S(text.to_owned())
    }
}

/// For people: text and numbers as they are, bytes in hexadecimal digits behind `0x`.
impl fmt::Display for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::S(text) | Self::N(text) => f.write_str(text),
            Self::B(bytes) => {
                f.write_str("0x")?;
                bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    }
}

/// A number's digits without zeros that say nothing and without an exponent; `None` if the text is no number, or none
/// that DynamoDB has.
pub(crate) fn plain_digits(text: &str) -> Option<String> {
    let Number { negative, digits, exponent } = Number::read(text)?;
    if digits.len() > MAX_NUMBER_DIGITS as usize || !(-129..=126).contains(&exponent) {
        return None;
    }
    let digits = std::str::from_utf8(&digits).ok()?;
    let mut plain = String::from(if negative { "-" } else { "" });
    match usize::try_from(exponent) {
        Ok(whole) if whole > 0 => {
            let (before, after) = digits.split_at(whole.min(digits.len()));
            plain.push_str(before);
            plain.extend(std::iter::repeat_n('0', whole - before.len()));
            if !after.is_empty() {
                plain.extend([".", after]);
            }
        }
        _ if digits.is_empty() => plain.push('0'),
        _ => {
            plain.push_str("0.");
            plain.extend(std::iter::repeat_n('0', usize::try_from(-exponent).ok()?));
            plain.push_str(digits);
        }
    }
    Some(plain)
}

/// The most digits of a number that DynamoDB keeps.
pub const MAX_NUMBER_DIGITS: u32 = 38;

/// A decimal number read from text: its digits without zeros at either end, and where the point stands.
struct Number<'a> {
    negative: bool,
    /// No leading and no trailing zero; empty for zero.
    digits: Cow<'a, [u8]>,
    /// The value is `0.digits × 10^exponent`.
    exponent: i64,
}

impl<'a> Number<'a> {
    /// Reads `-12.50`, `1e21`, `+5E-3`; `None` if the text is no number.
    fn read(text: &'a str) -> Option<Self> {
        let (negative, rest) = match text.as_bytes() {
            [b'-', ..] => (true, text.get(1..)?),
            [b'+', ..] => (false, text.get(1..)?),
            _ => (false, text),
        };
        let (mantissa, power) = match rest.split_once(['e', 'E']) {
            Some((mantissa, power)) => (mantissa, power.parse::<i32>().ok()?),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if (whole.is_empty() && fraction.is_empty()) || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let digits: Cow<'a, [u8]> = match (whole, fraction) {
            (whole, "") => Cow::Borrowed(whole.as_bytes()),
            (whole, fraction) => Cow::Owned([whole.as_bytes(), fraction.as_bytes()].concat()),
        };
        let leading = digits.iter().take_while(|digit| **digit == b'0').count();
        let trailing = digits.iter().rev().take_while(|digit| **digit == b'0').count();
        let end = digits.len().saturating_sub(trailing).max(leading);
        let exponent = i64::try_from(whole.len()).ok()? - i64::try_from(leading).ok()? + i64::from(power);
        let kept: Cow<'a, [u8]> = match digits {
            Cow::Borrowed(digits) => Cow::Borrowed(digits.get(leading..end)?),
            Cow::Owned(digits) => Cow::Owned(digits.get(leading..end)?.to_vec()),
        };
        let zero = kept.is_empty();
        Some(Self { negative: negative && !zero, digits: kept, exponent: if zero { 0 } else { exponent } })
    }

    fn normal(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}0.{}e{}", String::from_utf8_lossy(&self.digits), self.exponent)
    }

    fn compare(&self, other: &Self) -> Ordering {
        let rank = |number: &Self| match (number.digits.is_empty(), number.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let magnitude = || self.exponent.cmp(&other.exponent).then_with(|| self.digits.cmp(&other.digits));
        rank(self)
            .cmp(&rank(other))
            .then_with(|| if self.negative { magnitude().reverse() } else { magnitude() })
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::KeyValue;

    fn compare(one: &str, other: &str) -> Option<Ordering> {
        KeyValue::N(one.to_owned()).compare(&KeyValue::N(other.to_owned()))
    }

    #[test]
    fn numbers_compare_by_value_whatever_their_digits() {
        let ascending = [
            "-1e30",
            "-100",
            "-99.5",
            "-10",
            "-9",
            "-1",
            "-0.5",
            "-1e-130",
            "0",
            "1e-130",
            "0.05",
            "0.5",
            "0.51",
            "1",
            "9",
            "10",
            "10.5",
            "99",
            "100",
            "12345678901234567890123456789012345678",
            "1E125",
        ];
        for (i, one) in ascending.iter().enumerate() {
            for (j, other) in ascending.iter().enumerate() {
                assert_eq!(compare(one, other), Some(i.cmp(&j)), "{one} and {other}");
                let normal = |digits: &str| KeyValue::N(digits.to_owned()).normal().into_owned();
                assert_eq!(normal(one) == normal(other), i == j, "{one} and {other}");
            }
        }
        for (one, other) in
            [("10", "1e1"), ("0", "-0.00"), ("0.50", ".5"), ("+7", "007"), ("1200", "12.00E+2")]
        {
            assert_eq!(compare(one, other), Some(Ordering::Equal), "{one} and {other}");
            let normal = |digits: &str| KeyValue::N(digits.to_owned()).normal().into_owned();
            assert_eq!(normal(one), normal(other), "{one} and {other}");
        }
        for none in ["", "-", ".", "e5", "1e", "nan", "1.2.3", "0x1", "1 "] {
            assert_eq!(compare(none, "1"), None, "{none}");
        }
    }

    #[test]
    fn values_of_two_types_do_not_compare() {
        let (text, number, bytes) =
            (KeyValue::S("1".to_owned()), KeyValue::N("1".to_owned()), KeyValue::B(b"1".to_vec()));
        assert_eq!(text.compare(&number), None);
        assert_eq!(bytes.compare(&text), None);
        assert!(!number.is_same(&bytes));
    }
}
