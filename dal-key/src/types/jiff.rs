use jiff::Timestamp;
use jiff::civil::Date;

use super::{other, outside};
use crate::codec::{calendar_date, calendar_days};
use crate::error::KeyProblem;
use crate::kind::kinds;
use crate::part::{KeyPart, Part};

const SECOND: i32 = 1_000_000_000;

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::Time> for Timestamp {
    fn part(&self) -> Part<'_> {
        let (seconds, nanos) = (self.as_second(), self.subsec_nanosecond());
        // Before the epoch, jiff counts nanoseconds backward.
        let (seconds, nanos) = if nanos < 0 { (seconds - 1, nanos + SECOND) } else { (seconds, nanos) };
        Part::Time { seconds, nanos: nanos.unsigned_abs() }
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Time { seconds, nanos } => i32::try_from(nanos)
                .ok()
                .and_then(|nanos| Self::new(seconds, nanos).ok())
                .ok_or_else(|| outside("an instant", "jiff::Timestamp")),
            part => Err(other(&part, "an instant")),
        }
    }
}

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::Date> for Date {
    fn part(&self) -> Part<'_> {
        let days = calendar_days(self.year().into(), self.month().into(), self.day().into());
        // jiff's years are within ±9999: four million days.
        Part::Date(days as i32)
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Date(day) => {
                let (year, month, day) = calendar_date(day.into());
                let date = (i16::try_from(year), i8::try_from(month), i8::try_from(day));
                match date {
                    (Ok(year), Ok(month), Ok(day)) => Self::new(year, month, day).ok(),
                    _ => None,
                }
                .ok_or_else(|| outside("a date", "jiff::civil::Date"))
            }
            part => Err(other(&part, "a date")),
        }
    }
}
