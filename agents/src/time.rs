//! Times in transcripts, in milliseconds since 1970, and days.

/// The milliseconds of a day.
pub(crate) const DAY: i64 = 24 * 60 * 60 * 1000;

/// Reads a time such as `2026-11-20T10:00:07.000Z`. Whatever follows the seconds is ignored, since hosts write
/// UTC.
#[cfg(feature = "audit")]
pub(crate) fn parse(text: &str) -> Option<i64> {
    let is_digit = |index: usize| text.as_bytes().get(index).is_some_and(u8::is_ascii_digit);
    // Years of five digits, for example.
    if [4, 7, 10, 13, 16, 19].into_iter().any(is_digit) {
        return None;
    }
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let [year, month, day] = [number(0, 4)?, number(5, 7)?, number(8, 10)?];
    let [hour, minute, second] = [number(11, 13)?, number(14, 16)?, number(17, 19)?];
    let days = days_to(year, month, day);
    Some(days * DAY + ((hour * 60 + minute) * 60 + second) * 1000)
}

/// The days from 1970 to a date of the Gregorian calendar. Years begin in March, so that leap days come last.
#[cfg(feature = "audit")]
const fn days_to(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - 719_468
}

/// The date of a day since 1970, as `2026-11-20`.
pub(crate) fn date(day: i64) -> String {
    let day = day + 719_468;
    let era = day.div_euclid(146_097);
    let of_era = day.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(all(test, feature = "audit"))]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T12:00:00.000Z", 951_825_600_000),
            ("2026-11-20T10:00:07.123Z", 1_795_168_807_000),
        ] {
            assert_eq!(parse(text), Some(expected), "{text}");
            assert_eq!(date(expected.div_euclid(DAY)), text[..10]);
        }
        for text in
            ["yesterday", "20260-11-20T10:00:07Z", "9999999-01-01T00:00:00Z", "2026-11-20T10:00:071Z", ""]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
