use time::{Date, OffsetDateTime};

use super::{other, outside};
use crate::error::KeyProblem;
use crate::kind::kinds;
use crate::part::{KeyPart, Part};

/// The Julian day of 1970-01-01.
const EPOCH_JULIAN_DAY: i32 = 2_440_588;

/// Written in UTC, and read back in UTC: the same instant, which is what it compares by.
#[diagnostic::do_not_recommend]
impl KeyPart<kinds::Time> for OffsetDateTime {
    fn part(&self) -> Part<'_> {
        Part::Time { seconds: self.unix_timestamp(), nanos: self.nanosecond() }
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Time { seconds, nanos } => Self::from_unix_timestamp(seconds)
                .and_then(|second| second.replace_nanosecond(nanos))
                .map_err(|_| outside("an instant", "time::OffsetDateTime")),
            part => Err(other(&part, "an instant")),
        }
    }
}

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::Date> for Date {
    fn part(&self) -> Part<'_> {
        Part::Date(self.to_julian_day().saturating_sub(EPOCH_JULIAN_DAY))
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Date(day) => day
                .checked_add(EPOCH_JULIAN_DAY)
                .and_then(|day| Self::from_julian_day(day).ok())
                .ok_or_else(|| outside("a date", "time::Date")),
            part => Err(other(&part, "a date")),
        }
    }
}
