//! Floats: the 16 hexadecimal digits of their bits, changed so that they sort as the numbers do.
//!
//! IEEE 754 puts the sign first and the exponent before the fraction, so the bits of positive floats already sort;
//! those of negative ones sort backwards and are inverted, and the sign bit is flipped so that they come first.

use std::fmt::Write as _;

use super::digits::Ascii;
use super::hex;
use crate::error::KeyProblem;
use crate::format::{Format, Order, Style};

const SIGN: u64 = 1 << 63;

/// How many characters a float has, unless it is plain.
pub(crate) const LENGTH: usize = 16;

pub(crate) fn encode(format: Format, value: f64, out: &mut String) -> Result<(), KeyProblem> {
    if value.is_nan() {
        return Err(KeyProblem::OutOfKind("is not a number".to_owned()));
    }
    // Minus zero equals zero: two texts of one value would be two keys.
    let value = if value == 0.0 { 0.0 } else { value };
    if format.style == Style::Plain {
        // JavaScript's limits between digits and an exponent. Writing to a String does not fail.
        let size = value.abs();
        let _ = if size == 0.0 || !value.is_finite() || (1e-6..1e21).contains(&size) {
            write!(out, "{value}")
        } else {
            write!(out, "{value:e}")
        };
        return Ok(());
    }
    let bits = value.to_bits();
    let sorted = if bits & SIGN == 0 { bits | SIGN } else { !bits };
    let mut text = Ascii([b'0'; LENGTH]);
    hex::fill(u128::from(if format.order == Order::Desc { !sorted } else { sorted }), &mut text.0);
    text.push(0, LENGTH, out);
    Ok(())
}

pub(crate) fn decode(format: Format, text: &str) -> Option<f64> {
    if format.style == Style::Plain {
        let value: f64 = text.parse().ok()?;
        // `parse` is lenient (`+1`, `01`, `infinity`): only what would be written is read.
        let mut canonical = String::new();
        encode(format, value, &mut canonical).ok()?;
        return (canonical == text).then_some(value);
    }
    let bits = u64::try_from(hex::read(text, LENGTH)?).ok()?;
    let sorted = if format.order == Order::Desc { !bits } else { bits };
    let value = f64::from_bits(if sorted & SIGN == 0 { !sorted } else { sorted & !SIGN });
    let canonical = !value.is_nan() && (value != 0.0 || value.is_sign_positive());
    canonical.then_some(value)
}
