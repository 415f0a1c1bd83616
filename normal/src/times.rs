//! Writes times without colons, so that they need no quotes.

use super::document::{Log, NormalDocument};
use super::settings::{Level, Settings, Step};
use super::tree::Str;

/// The format up to the fraction. `0` stands for any digit.
const PATTERN: &str = "0000-00-00T00:00:00";

/// Matches `YYYY-MM-DDThh:mm:ss[.f]Z`.
fn is_time(text: &str) -> bool {
    let Some((time, rest)) = text.split_at_checked(PATTERN.len()) else { return false };
    let mut bytes = time.bytes().zip(PATTERN.bytes());
    let is_fraction = match rest.strip_suffix('Z') {
        Some("") => true,
        Some(rest) => rest.strip_prefix('.').is_some_and(|digits| is_digits(digits, digits.len().max(1))),
        None => false,
    };
    is_fraction
        && bytes.all(|(byte, model)| if model == b'0' { byte.is_ascii_digit() } else { byte == model })
}

/// Shortens all times, unless some string already has the short form.
pub(super) fn shorten(document: &mut NormalDocument, settings: Settings, log: &mut Log) {
    /// For the colons, and for the quotes that they require.
    const SAVED_TOKENS: usize = 2;
    if !settings.steps.has(Step::Times) {
        return;
    }
    let (mut times, mut is_taken) = (0, false);
    document.each_string(&mut |text| {
        times += usize::from(is_time(text));
        is_taken |= restore(text).is_some();
    });
    if times == 0 || is_taken {
        return;
    }
    document.has_times = true;
    document.map_strings(&mut |text| is_time(text).then(|| short(text, settings.level)));
    log.add(Step::Times, times * SAVED_TOKENS);
}

fn short(time: &str, level: Level) -> Str {
    let is_kept = |char: &char| match char {
        ':' => false,
        '-' => level == Level::Legible,
        _ => true,
    };
    time.chars().filter(is_kept).collect::<String>().into()
}

/// Restores the colons and hyphens of `2026-01-02T100000Z` or `20260102T100000Z`, as in RFC 3339.
/// `None` if `text` is not such a time.
pub(super) fn restore(text: &str) -> Option<Str> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let (year, month, day) = match date.len() {
        8 => (date.get(..4)?, date.get(4..6)?, date.get(6..)?),
        10 => {
            let mut parts = date.split('-');
            let date = (parts.next()?, parts.next()?, parts.next()?);
            parts.next().is_none().then_some(date)?
        }
        _ => return None,
    };
    let (clock, fraction) = time.split_at_checked(6)?;
    let (hours, minutes, seconds) = (clock.get(..2)?, clock.get(2..4)?, clock.get(4..)?);
    let is_fraction = match fraction.strip_prefix('.') {
        Some(digits) => !digits.is_empty() && is_digits(digits, digits.len()),
        None => fraction.is_empty(),
    };
    let is_time =
        is_digits(year, 4) && is_digits(month, 2) && is_digits(day, 2) && is_digits(clock, 6) && is_fraction;
    let parts = [year, "-", month, "-", day, "T", hours, ":", minutes, ":", seconds, fraction, "Z"];
    is_time.then(|| parts.concat().into())
}

fn is_digits(text: &str, len: usize) -> bool {
    text.len() == len && text.bytes().all(|byte| byte.is_ascii_digit())
}
