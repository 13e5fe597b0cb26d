//! The date.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;
use toolcrib::tool;

const WEEKDAYS: [&str; 7] =
    ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];

#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Today {
    date: String,
    weekday: &'static str,
    /// Hours and minutes, UTC.
    time: String,
}

/// Says today's date, the weekday and the time, in UTC.
#[tool(always, read_only)]
pub(crate) fn today() -> Result<Today, String> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map(|since| at(since.as_secs())).map_err(|_| "the clock is set before 1970".into())
}

fn at(seconds: u64) -> Today {
    let (days, minutes) = (seconds / 86_400, seconds % 86_400 / 60);
    let (year, month, day) = civil(days);
    let weekday = usize::try_from(days % 7).ok().and_then(|at| WEEKDAYS.get(at)).unwrap_or(&"");
    Today {
        date: format!("{year:04}-{month:02}-{day:02}"),
        weekday,
        time: format!("{:02}:{:02}", minutes / 60, minutes % 60),
    }
}

/// The Gregorian date of a day counted from 1970-01-01, by Howard Hinnant's
/// `civil_from_days`: years are counted from March, so that a leap day is the
/// last of its year.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days() {
        for (seconds, date, weekday, time) in [
            (0, "1970-01-01", "Thursday", "00:00"),
            (951_782_400, "2000-02-29", "Tuesday", "00:00"),
            (1_709_251_199, "2024-02-29", "Thursday", "23:59"),
            (4_107_542_400, "2100-03-01", "Monday", "00:00"),
        ] {
            let today = at(seconds);
            assert_eq!(
                (today.date.as_str(), today.weekday, today.time.as_str()),
                (date, weekday, time)
            );
        }
    }
}
