//! Buckets of time: the neighbours of an instant's hour, date or month.

use crate::codec::{calendar_date, calendar_days};
use crate::{Cut, Part};

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

impl Cut {
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
