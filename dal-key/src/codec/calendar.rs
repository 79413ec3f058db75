//! The proleptic Gregorian calendar, from year 0 to 9999.

/// Days in 400 years, after which the calendar repeats.
const DAYS_PER_ERA: i64 = 146_097;
/// From 0000-03-01 to 1970-01-01.
const EPOCH: i64 = 719_468;

/// The days since 1970-01-01 of 0000-01-01.
pub(crate) const FIRST_DAY: i64 = days(0, 1, 1);
/// The days since 1970-01-01 of 9999-12-31.
pub(crate) const LAST_DAY: i64 = days(9999, 12, 31);

/// The days since 1970-01-01 of a date. Counting years from March puts the leap day last, where it disturbs no other month.
pub(crate) const fn days(year: i64, month: i64, day: i64) -> i64 {
    let march_year = if month <= 2 { year - 1 } else { year };
    let era = march_year.div_euclid(400);
    let year_of_era = march_year.rem_euclid(400);
    // 153 days in each five months that begin with March: 31, 30, 31, 30, 31.
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * DAYS_PER_ERA + day_of_era - EPOCH
}

/// The year, month and day of a number of days since 1970-01-01.
pub(crate) const fn date(days: i64) -> (i64, i64, i64) {
    let shifted = days + EPOCH;
    let era = shifted.div_euclid(DAYS_PER_ERA);
    let day_of_era = shifted.rem_euclid(DAYS_PER_ERA);
    // Without the leap days that passed in this era, years have 365 days.
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (year_of_era * 365 + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = (march_month + 2) % 12 + 1;
    let year = era * 400 + year_of_era + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

/// The days since 1970-01-01 of a date that exists in the years 0 to 9999.
pub(crate) fn checked_days(year: i64, month: i64, day: i64) -> Option<i64> {
    if !(0..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let days = days(year, month, day);
    (date(days) == (year, month, day)).then_some(days)
}

#[cfg(test)]
mod tests {
    use super::{FIRST_DAY, LAST_DAY, checked_days, date, days};

    #[test]
    fn known_days() {
        assert_eq!(days(1970, 1, 1), 0);
        assert_eq!(days(2000, 2, 29), 11_016);
        assert_eq!((FIRST_DAY, LAST_DAY), (-719_528, 2_932_896));
        assert_eq!(date(-1), (1969, 12, 31));
        assert_eq!(checked_days(1900, 2, 29), None);
        assert_eq!(checked_days(2026, 4, 31), None);
    }

    #[test]
    fn every_day_has_one_date_in_order() {
        let mut before = date(FIRST_DAY - 1);
        for day in FIRST_DAY..=LAST_DAY {
            let this = date(day);
            assert!(before < this, "{before:?} is not before {this:?}");
            assert_eq!(checked_days(this.0, this.1, this.2), Some(day));
            before = this;
        }
    }
}
