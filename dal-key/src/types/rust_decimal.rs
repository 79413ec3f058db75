use rust_decimal::Decimal;

use super::{other, outside};
use crate::error::KeyProblem;
use crate::kind::kinds;
use crate::part::{KeyPart, Part};

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::Decimal> for Decimal {
    fn part(&self) -> Part<'_> {
        Part::Decimal { digits: self.mantissa(), scale: self.scale() }
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Decimal { digits, scale } => {
                // A number of the kind's 29 digits can be above 96 bits; without the zeros that end it, it may fit.
                let (mut digits, mut scale) = (digits, scale);
                loop {
                    match Self::try_from_i128_with_scale(digits, scale) {
                        Ok(value) => return Ok(value),
                        Err(_) if scale > 0 && digits % 10 == 0 => {
                            digits /= 10;
                            scale -= 1;
                        }
                        Err(_) => return Err(outside("a decimal", "rust_decimal::Decimal")),
                    }
                }
            }
            part => Err(other(&part, "a decimal")),
        }
    }
}
