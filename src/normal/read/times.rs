//! Times without their colons, which need no quotes.

use crate::normal::tree::Str;

/// `2026-01-02T100000Z` or `20260102T100000Z` with its colons and hyphens, as RFC 3339 writes it; `None` if `text` is
/// no such time.
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
    is_time.then(|| format!("{year}-{month}-{day}T{hours}:{minutes}:{seconds}{fraction}Z").into())
}

fn is_digits(text: &str, len: usize) -> bool {
    text.len() == len && text.bytes().all(|byte| byte.is_ascii_digit())
}
