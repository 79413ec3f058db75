use std::borrow::Cow;

use chrono::{DateTime, Datelike, NaiveDate, Utc};

use super::{other, outside};
use crate::error::KeyProblem;
use crate::kind::kinds;
use crate::part::{KeyPart, Part};

/// The day number that chrono gives 1970-01-01.
const EPOCH_FROM_CE: i32 = 719_163;

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::Time> for DateTime<Utc> {
    fn part(&self) -> Part<'_> {
        match self.timestamp_subsec_nanos() {
            nanos @ 0..1_000_000_000 => Part::Time { seconds: self.timestamp(), nanos },
            // chrono counts on within the second before; as an instant it would be another one of the next second.
            _ => Part::Refused(Cow::Borrowed("is in a leap second, which no key can hold")),
        }
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Time { seconds, nanos } => {
                Self::from_timestamp(seconds, nanos).ok_or_else(|| outside("an instant", "chrono::DateTime"))
            }
            part => Err(other(&part, "an instant")),
        }
    }
}

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::Date> for NaiveDate {
    fn part(&self) -> Part<'_> {
        Part::Date(self.num_days_from_ce().saturating_sub(EPOCH_FROM_CE))
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Date(day) => day
                .checked_add(EPOCH_FROM_CE)
                .and_then(Self::from_num_days_from_ce_opt)
                .ok_or_else(|| outside("a date", "chrono::NaiveDate")),
            part => Err(other(&part, "a date")),
        }
    }
}
