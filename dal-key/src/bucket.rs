//! Buckets of time: the neighbours of an instant's hour, date or month.

use crate::codec::{calendar_date, calendar_days};
use crate::{Cut, Part};

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

impl Cut {
    /// The first second of the bucket that a time or a date is in, counted from 1970; `None` for what is neither.
    pub fn begin(self, part: &Part<'_>) -> Option<i64> {
        let seconds = match part {
            Part::Time { seconds, .. } => *seconds,
            Part::Date(days) => i64::from(*days).checked_mul(DAY)?,
            _ => return None,
        };
        match self {
            Self::Hour => Some(seconds - seconds.rem_euclid(HOUR)),
            Self::Date => Some(seconds - seconds.rem_euclid(DAY)),
            Self::Month => {
                let (year, month, _) = calendar_date(seconds.div_euclid(DAY));
                calendar_days(year, month, 1).checked_mul(DAY)
            }
        }
    }

    /// A time in the bucket that lies so many buckets away; the time itself for none. `None` for what is no time, or beyond
    /// the times that there are.
    pub fn neighbour(self, part: &Part<'_>, away: i64) -> Option<Part<'static>> {
        if away == 0 {
            return Some(part.clone().into_owned());
        }
        match part {
            Part::Time { seconds, .. } => {
                let seconds = match self {
                    Cut::Hour => seconds.checked_add(away.checked_mul(HOUR)?)?,
                    Cut::Date => seconds.checked_add(away.checked_mul(DAY)?)?,
                    Cut::Month => month(seconds.div_euclid(DAY), away)?.checked_mul(DAY)?,
                };
                Some(Part::Time { seconds, nanos: 0 })
            }
            Part::Date(days) => {
                let days = i64::from(*days);
                let days = match self {
                    Cut::Month => month(days, away)?,
                    _ => days.checked_add(away)?,
                };
                i32::try_from(days).ok().map(Part::Date)
            }
            _ => None,
        }
    }
}

/// The first day of the month that lies so many months away from a day; days are counted from 1970.
fn month(days: i64, away: i64) -> Option<i64> {
    let (year, month, _) = calendar_date(days);
    let months = year.checked_mul(12)?.checked_add(month - 1)?.checked_add(away)?;
    Some(calendar_days(months.div_euclid(12), months.rem_euclid(12) + 1, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_follow_each_other_without_a_gap() {
        let mut first = calendar_days(1600, 1, 1);
        for count in 0..12 * 900 {
            let (year, number) = (1600 + count / 12, count % 12 + 1);
            assert_eq!(calendar_date(first), (year, number, 1));
            let next = month(first, 1).unwrap();
            let last = calendar_date(next - 1);
            assert_eq!((last.0, last.1), (year, number), "its last day");
            assert_eq!(month(next - 1, -1), month(first, -1));
            first = next;
        }
    }

    #[test]
    fn a_bucket_begins_at_or_before_each_of_its_times() {
        for seconds in (-90..90).map(|n| n * 86_399 * 17) {
            let time = Part::Time { seconds, nanos: 1 };
            for cut in [Cut::Hour, Cut::Date, Cut::Month] {
                let begin = cut.begin(&time).unwrap();
                assert!(begin <= seconds);
                assert_eq!(cut.begin(&Part::Time { seconds: begin, nanos: 0 }), Some(begin));
                let before = Part::Time { seconds: begin - 1, nanos: 0 };
                assert_eq!(cut.begin(&cut.neighbour(&before, 1).unwrap()), Some(begin));
            }
        }
        assert_eq!(Cut::Month.begin(&Part::Date(40)), Some(31 * DAY));
        assert_eq!(Cut::Date.begin(&Part::Int(1)), None);
    }

    #[test]
    fn neighbours_are_so_many_buckets_away() {
        let noon = Part::Time { seconds: 86_400 * 31 + 43_200, nanos: 5 };
        let seconds = |cut: Cut, away| match cut.neighbour(&noon, away) {
            Some(Part::Time { seconds, .. }) => seconds,
            other => panic!("{other:?}"),
        };
        assert_eq!(seconds(Cut::Hour, -1), 86_400 * 31 + 39_600);
        assert_eq!(seconds(Cut::Date, 2), 86_400 * 33 + 43_200);
        assert_eq!(seconds(Cut::Month, -1), 0, "from February to January");
        assert_eq!(Cut::Date.neighbour(&noon, 0), Some(noon.clone()));
        assert_eq!(Cut::Month.neighbour(&Part::Date(0), -1), Some(Part::Date(-31)));
        assert_eq!(Cut::Date.neighbour(&Part::Date(i32::MAX), 1), None);
        assert_eq!(Cut::Date.neighbour(&Part::Int(1), 1), None);
    }
}
