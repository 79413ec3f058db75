//! Integers: `0042`, `-9957` (minus 42 under four digits), `042` padded, `42` plain.
//!
//! A kind that is never negative has digits only, as many as its largest value has; descending, their nines'
//! complement. A kind that can be negative writes a negative number as `-` and the complement of its digits, so that
//! the more negative comes first, and `-` sorts before every digit; descending, a number is written as its opposite is.

use std::fmt::Write as _;

use super::digits;
use crate::error::KeyProblem;
use crate::format::{Format, Order, Style};

/// The range of an integer's kind.
#[derive(Clone, Copy)]
pub(crate) struct Int {
    pub(crate) min: i128,
    pub(crate) max: i128,
}

impl Int {
    /// How many digits its values have, without a sign.
    pub(crate) fn width(self) -> usize {
        digits::count(self.min.unsigned_abs().max(self.max.unsigned_abs()))
    }

    /// What `format` can write of the range: padded numbers are never negative, and must fit.
    ///
    /// # Errors
    ///
    /// When that is nothing.
    pub(crate) fn writable(self, format: Format) -> Result<Self, KeyProblem> {
        let Style::Padded(width) = format.style else { return Ok(self) };
        let fits =
            digits::power(width.into()).and_then(|power| i128::try_from(power - 1).ok()).unwrap_or(i128::MAX);
        let part = Self { min: self.min.max(0), max: self.max.min(fits) };
        if part.min > part.max {
            let Self { min, max } = self;
            return Err(KeyProblem::OutOfKind(format!(
                "has no value in {min}..{max} of at most {width} digits"
            )));
        }
        Ok(part)
    }

    pub(crate) fn encode(self, format: Format, value: i128, out: &mut String) -> Result<(), KeyProblem> {
        if value < self.min || value > self.max {
            return Err(self.outside(value));
        }
        let desc = format.order == Order::Desc;
        match format.style {
            Style::Plain => {
                // Writing to a String does not fail.
                let _ = write!(out, "{value}");
            }
            Style::Padded(width) => {
                if value < 0 {
                    return Err(KeyProblem::OutOfKind(format!(
                        "is {value}; a padded number is never negative"
                    )));
                }
                if digits::count(value.unsigned_abs()) > width.into() {
                    return Err(KeyProblem::OutOfKind(format!("is {value}, too large for `:0{width}`")));
                }
                digits::push(value.unsigned_abs(), width.into(), desc, out);
            }
            _ if self.min < 0 => push_signed(value, desc, |value, complement| {
                if complement {
                    out.push('-');
                }
                digits::push(value, self.width(), complement, out);
            }),
            _ => digits::push(value.unsigned_abs(), self.width(), desc, out),
        }
        Ok(())
    }

    #[cold]
    fn outside(self, value: i128) -> KeyProblem {
        KeyProblem::OutOfKind(format!("is {value}, outside {}..{}", self.min, self.max))
    }

    pub(crate) fn decode(self, format: Format, text: &str) -> Option<i128> {
        let desc = format.order == Order::Desc;
        let value = match format.style {
            Style::Plain => read_plain(text)?,
            Style::Padded(width) if text.len() == usize::from(width) => {
                i128::try_from(digits::read(text, desc)?).ok()?
            }
            Style::Padded(_) => return None,
            _ if self.min < 0 => {
                let (complement, rest) = split_sign(text);
                if rest.len() != self.width() {
                    return None;
                }
                read_signed(digits::read(rest, complement)?, complement, desc)?
            }
            _ if text.len() == self.width() => i128::try_from(digits::read(text, desc)?).ok()?,
            _ => return None,
        };
        (self.min <= value && value <= self.max).then_some(value)
    }

    /// The length of the number that `text` begins with, if its first character decides it.
    pub(crate) fn length(self, format: Format, text: &str) -> usize {
        match format.style {
            Style::Padded(width) => width.into(),
            _ => self.width() + usize::from(self.min < 0 && text.starts_with('-')),
        }
    }
}

/// Calls `push` with a number's magnitude, and whether it is written as `-` and a complement.
pub(crate) fn push_signed(value: i128, desc: bool, push: impl FnOnce(u128, bool)) {
    push(value.unsigned_abs(), if desc { value > 0 } else { value < 0 });
}

/// Whether the text is a complement behind `-`, and the rest.
pub(crate) fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

/// The number of that magnitude; `None` if zero stands behind `-`, or it is out of range.
pub(crate) fn read_signed(magnitude: u128, complement: bool, desc: bool) -> Option<i128> {
    if magnitude == 0 {
        return (!complement).then_some(0);
    }
    if complement == desc { i128::try_from(magnitude).ok() } else { 0i128.checked_sub_unsigned(magnitude) }
}

fn read_plain(text: &str) -> Option<i128> {
    let (negative, digits) = split_sign(text);
    let magnitude = digits::read(digits, false)?;
    if digits.len() > 1 && digits.starts_with('0') {
        return None;
    }
    read_signed(magnitude, negative, false)
}
