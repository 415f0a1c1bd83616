//! Times without colons, which need no quotes.

use super::encode::{Document, Log};
use super::options::{Level, Settings, Step};
use super::tree::Str;

/// `YYYY-MM-DDThh:mm:ss[.f]Z`
const LONG: &str = "0000-00-00T00:00:00";
/// The same without colons, with hyphens and without.
const SHORT: [&str; 2] = ["0000-00-00T000000", "00000000T000000"];

/// Whether `text` is `pattern`, where `0` is any digit, with `Z` or a fraction and `Z` behind it.
fn is_like(text: &str, pattern: &str) -> bool {
    let Some((time, rest)) = text.split_at_checked(pattern.len()) else { return false };
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let is_time = time
        .bytes()
        .zip(pattern.bytes())
        .all(|(byte, model)| if model == b'0' { is_digit(byte) } else { byte == model });
    let is_end = match rest.strip_suffix('Z') {
        Some("") => true,
        Some(fraction) => fraction
            .strip_prefix('.')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(is_digit)),
        None => false,
    };
    is_time && is_end
}

fn is_short(text: &str) -> bool {
    // Hyphens may also be missing one by one: no string may look like what a reader restores.
    SHORT.iter().any(|pattern| is_like(text, pattern))
        || is_like(text, "000000-00T000000")
        || is_like(text, "0000-0000T000000")
}

/// Shortens all times, if no string has the short form already.
pub(super) fn shorten(document: &mut Document, settings: Settings, log: &mut Log) {
    /// Colons, and the quotes that they need.
    const SAVED: usize = 2;
    if !settings.steps.has(Step::Times) {
        return;
    }
    let (mut times, mut is_taken) = (0, false);
    document.each_string(&mut |text| {
        times += usize::from(is_like(text, LONG));
        is_taken |= is_short(text);
    });
    if times == 0 || is_taken {
        return;
    }
    document.has_times = true;
    document.map_strings(&mut |text| is_like(text, LONG).then(|| short(text, settings.level)));
    log.add(Step::Times, times * SAVED);
}

fn short(time: &str, level: Level) -> Str {
    let is_kept = |char: &char| match char {
        ':' => false,
        '-' => level == Level::Legible,
        _ => true,
    };
    time.chars().filter(is_kept).collect::<String>().into()
}
