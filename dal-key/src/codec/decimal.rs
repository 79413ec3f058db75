//! Decimals: `000000000000000000000000012.50`, of [`DECIMAL_DIGITS`] digits, with the sign as integers have it.

use super::digits;
use super::int::{push_signed, read_signed, split_sign};
use crate::error::KeyProblem;
use crate::format::{Format, Order, Style};
use crate::kind::DECIMAL_DIGITS;

/// The largest magnitude in units of the scale: [`DECIMAL_DIGITS`] nines.
pub(crate) const LARGEST: i128 = 10i128.pow(DECIMAL_DIGITS as u32) - 1;

/// A decimal in units of its kind's scale.
pub(crate) enum Scaled {
    /// The floor in units, and whether it is the whole value.
    Units(i128, bool),
    /// Below every value of the kind.
    Below,
    /// Above every value of the kind.
    Above,
}

/// The kind's scale.
#[derive(Clone, Copy)]
pub(crate) struct Scale(pub(crate) u8);

impl Scale {
    /// `digits × 10^-scale` in units of this scale.
    pub(crate) fn rescale(self, digits: i128, scale: u32) -> Scaled {
        let own = u32::from(self.0);
        let beyond = if digits < 0 { Scaled::Below } else { Scaled::Above };
        let (units, exact) = if digits == 0 {
            (0, true)
        } else if scale <= own {
            match 10i128.checked_pow(own - scale).and_then(|power| digits.checked_mul(power)) {
                Some(units) => (units, true),
                None => return beyond,
            }
        } else {
            match 10i128.checked_pow(scale - own) {
                Some(power) => (digits.div_euclid(power), digits.rem_euclid(power) == 0),
                None => (if digits < 0 { -1 } else { 0 }, false),
            }
        };
        if (-LARGEST..=LARGEST).contains(&units) { Scaled::Units(units, exact) } else { beyond }
    }

    /// The smallest and the largest number of units that `format` can write.
    pub(crate) fn writable(self, format: Format) -> (i128, i128) {
        let Style::Padded(width) = format.style else { return (-LARGEST, LARGEST) };
        let fits = digits::power(usize::from(width) + usize::from(self.0))
            .and_then(|power| i128::try_from(power - 1).ok())
            .unwrap_or(LARGEST);
        (0, fits.min(LARGEST))
    }

    pub(crate) fn encode(self, format: Format, units: i128, out: &mut String) -> Result<(), KeyProblem> {
        let (min, max) = self.writable(format);
        if units < min || units > max {
            return Err(self.too_large(format));
        }
        let desc = format.order == Order::Desc;
        match format.style {
            Style::Plain => {
                if units < 0 {
                    out.push('-');
                }
                let whole = units.unsigned_abs() / self.unit();
                self.push(units.unsigned_abs(), digits::count(whole), false, out);
            }
            Style::Padded(width) => self.push(units.unsigned_abs(), width.into(), desc, out),
            _ => push_signed(units, desc, |magnitude, complement| {
                if complement {
                    out.push('-');
                }
                self.push(magnitude, self.whole_digits(), complement, out);
            }),
        }
        Ok(())
    }

    pub(crate) fn decode(self, format: Format, text: &str) -> Option<i128> {
        let desc = format.order == Order::Desc;
        let units = match format.style {
            Style::Plain => {
                let (negative, rest) = split_sign(text);
                let whole = rest.split('.').next().unwrap_or_default();
                if whole.len() > 1 && whole.starts_with('0') {
                    return None;
                }
                read_signed(self.read(rest, whole.len(), false)?, negative, false)?
            }
            Style::Padded(width) => i128::try_from(self.read(text, width.into(), desc)?).ok()?,
            _ => {
                let (complement, rest) = split_sign(text);
                read_signed(self.read(rest, self.whole_digits(), complement)?, complement, desc)?
            }
        };
        let (min, max) = self.writable(format);
        (min <= units && units <= max).then_some(units)
    }

    /// The length of the number that `text` begins with, if its first character decides it.
    pub(crate) fn length(self, format: Format, text: &str) -> usize {
        let tail = usize::from(self.0) + usize::from(self.0 > 0);
        match format.style {
            Style::Padded(width) => usize::from(width) + tail,
            _ => self.whole_digits() + tail + usize::from(text.starts_with('-')),
        }
    }

    /// How many digits stand before the point.
    pub(crate) fn whole_digits(self) -> usize {
        usize::from(DECIMAL_DIGITS.saturating_sub(self.0))
    }

    /// What a value out of range is told.
    pub(crate) fn too_large(self, format: Format) -> KeyProblem {
        KeyProblem::OutOfKind(match format.style {
            Style::Padded(width) => format!("is negative, or has more than {width} digits before the point"),
            _ => format!("has more than {} digits before the point", self.whole_digits()),
        })
    }

    fn unit(self) -> u128 {
        digits::power(self.0.into()).unwrap_or(u128::MAX)
    }

    fn push(self, magnitude: u128, whole_digits: usize, complement: bool, out: &mut String) {
        digits::push(magnitude / self.unit(), whole_digits, complement, out);
        if self.0 > 0 {
            out.push('.');
            digits::push(magnitude % self.unit(), self.0.into(), complement, out);
        }
    }

    fn read(self, text: &str, whole_digits: usize, complement: bool) -> Option<u128> {
        if self.0 == 0 {
            return digits::read(text, complement).filter(|_| text.len() == whole_digits);
        }
        let (whole, fraction) = text.split_once('.')?;
        if whole.len() != whole_digits || fraction.len() != usize::from(self.0) {
            return None;
        }
        let whole = digits::read(whole, complement)?;
        whole.checked_mul(self.unit())?.checked_add(digits::read(fraction, complement)?)
    }
}
