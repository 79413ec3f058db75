//! Buckets of time: the neighbours of an instant's hour, date or month.

use dal_key::{Cut, Part};

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// A time in the bucket that lies so many buckets away; the time itself for none. `None` for what is no time, or beyond
/// the times that there are.
pub(crate) fn neighbour(part: &Part<'_>, cut: Cut, away: i64) -> Option<Part<'static>> {
    if away == 0 {
        return Some(part.clone().into_owned());
    }
    match part {
        Part::Time { seconds, .. } => {
            let seconds = match cut {
                Cut::Hour => seconds.checked_add(away.checked_mul(HOUR)?)?,
                Cut::Date => seconds.checked_add(away.checked_mul(DAY)?)?,
                Cut::Month => month(seconds.div_euclid(DAY), away)?.checked_mul(DAY)?,
            };
            Some(Part::Time { seconds, nanos: 0 })
        }
        Part::Date(days) => {
            let days = i64::from(*days);
            let days = match cut {
                Cut::Month => month(days, away)?,
                _ => days.checked_add(away)?,
            };
            i32::try_from(days).ok().map(Part::Date)
        }
        _ => None,
    }
}

/// The first day of the month that lies so many months away from a day; days are counted from 1970.
fn month(days: i64, away: i64) -> Option<i64> {
    let (year, month) = year_and_month(days);
    let months = year.checked_mul(12)?.checked_add(month)?.checked_add(away)?;
    Some(first_day(months.div_euclid(12), months.rem_euclid(12)))
}

/// The year of a day and its month, from 0.
///
/// Years begin in March here, so that the day that leap years add is their last; eras of 400 years are all alike.
fn year_and_month(days: i64) -> (i64, i64) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (year, month) = if month < 10 { (year, month + 2) } else { (year + 1, month - 10) };
    (era * 400 + year, month)
}

/// The first day of a month, which is counted from 0.
fn first_day(year: i64, month: i64) -> i64 {
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day = (153 * month + 2) / 5;
    era * 146_097 + year * 365 + year / 4 - year / 100 + day - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_follow_each_other_without_a_gap() {
        let mut first = first_day(1600, 0);
        for count in 0..12 * 900 {
            let (year, month) = (1600 + count / 12, count % 12);
            assert_eq!(year_and_month(first), (year, month));
            let next = self::month(first, 1).unwrap();
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length =
                [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month as usize];
            assert_eq!(next - first, length, "{year}-{}", month + 1);
            assert_eq!(year_and_month(next - 1), (year, month), "its last day");
            assert_eq!(self::month(next - 1, -1).unwrap(), self::month(first, -1).unwrap());
            first = next;
        }
        assert_eq!(first_day(1970, 0), 0);
    }

    #[test]
    fn neighbours_are_so_many_buckets_away() {
        let noon = Part::Time { seconds: 86_400 * 31 + 43_200, nanos: 5 };
        let seconds = |cut, away| match neighbour(&noon, cut, away) {
            Some(Part::Time { seconds, .. }) => seconds,
            other => panic!("{other:?}"),
        };
        assert_eq!(seconds(Cut::Hour, -1), 86_400 * 31 + 39_600);
        assert_eq!(seconds(Cut::Date, 2), 86_400 * 33 + 43_200);
        assert_eq!(seconds(Cut::Month, -1), 0, "from February to January");
        assert_eq!(neighbour(&noon, Cut::Date, 0), Some(noon.clone()));
        assert_eq!(neighbour(&Part::Date(0), Cut::Month, -1), Some(Part::Date(-31)));
        assert_eq!(neighbour(&Part::Date(i32::MAX), Cut::Date, 1), None);
        assert_eq!(neighbour(&Part::Int(1), Cut::Date, 1), None);
    }
}
