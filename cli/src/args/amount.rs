//! Numbers of tokens and bytes, such as `8k`.

/// Reads a number of tokens: `8000`, `20_000`, `8k`, `1.5k` or `1M`, where k is 1,000.
pub(super) fn tokens(text: &str) -> Result<usize, &'static str> {
    let number = amount(text, 1_000).and_then(|number| usize::try_from(number).ok());
    number.ok_or("expected a number of tokens, such as 8000, 20_000, 8k, 1.5k or 1M")
}

/// Reads a number of bytes: `800`, `500K`, `1.5M` or `1G`, where K is 1,024.
pub(super) fn bytes(text: &str) -> Result<u64, &'static str> {
    amount(text, 1_024).ok_or("expected a size, such as 500K, 2M or a number of bytes")
}

/// A whole number: digits, which may have underscores between them, or digits with a fraction before `k`, `m` or
/// `g`, of either case.
fn amount(text: &str, kilo: u128) -> Option<u64> {
    let (number, unit) = match text.char_indices().last()? {
        (at, 'k' | 'K') => (text.get(..at)?, kilo),
        (at, 'm' | 'M') => (text.get(..at)?, kilo.pow(2)),
        (at, 'g' | 'G') => (text.get(..at)?, kilo.pow(3)),
        _ => (text, 1),
    };
    let (whole, fraction) =
        number.split_once('.').map_or((number, ""), |(whole, fraction)| (whole, fraction));
    let has_fraction = whole.len() < number.len();
    if has_fraction && (unit == 1 || digits(fraction).is_none()) {
        return None;
    }
    let scale = 10_u128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let parts = digits(whole)?.checked_mul(scale)?.checked_add(digits(fraction).unwrap_or(0))?;
    let scaled = parts.checked_mul(unit)?;
    // A part of a token is a mistake; of a kilobyte, it may be a part of a byte.
    (unit % 10 != 0 || scaled.is_multiple_of(scale)).then(|| u64::try_from(scaled / scale).ok()).flatten()
}

/// The value of digits with underscores between them.
fn digits(text: &str) -> Option<u128> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
        && !text.starts_with('_')
        && !text.ends_with('_');
    if is_number { text.replace('_', "").parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_tokens() {
        for (text, number) in [
            ("0", 0),
            ("8000", 8_000),
            ("8k", 8_000),
            ("20_000", 20_000),
            ("128K", 128_000),
            ("1.5k", 1_500),
            ("0.25m", 250_000),
            ("1M", 1_000_000),
        ] {
            assert_eq!(tokens(text), Ok(number), "{text}");
        }
        for text in [
            "",
            "k",
            ".5k",
            "1.k",
            "1.5",
            "-1",
            "+1",
            "1 k",
            "8kb",
            "1e3",
            "_1",
            "1_",
            "1.2345k",
            "8,000",
            "٣",
            "99999999999999999999M",
            "1.99999999999999999999999999999999999999999999k",
        ] {
            assert!(tokens(text).unwrap_err().starts_with("expected a number of tokens"), "{text}");
        }
    }

    #[test]
    fn sizes_of_files() {
        let sizes = ["800", "500K", "2M", "1.5m", "1G"].map(|text| bytes(text).unwrap());
        assert_eq!(sizes, [800, 500 << 10, 2 << 20, 3 << 19, 1 << 30]);
        assert_eq!(bytes("0.001k"), Ok(1));
        assert!(bytes("big").is_err() && bytes("18446744073709551616").is_err());
    }
}
