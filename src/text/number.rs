//! The number grammar.

/// Whether `token` matches the number grammar of §4.
pub(crate) fn is_number(token: &str) -> bool {
    let unsigned = token.strip_prefix('-').unwrap_or(token);
    let digits = |s: &str| s.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(unsigned);
    if whole == 0 || (whole > 1 && unsigned.starts_with('0')) {
        return false;
    }
    let mut rest = &unsigned[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let len = digits(fraction);
        if len == 0 {
            return false;
        }
        rest = &fraction[len..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let len = digits(exponent);
        if len == 0 {
            return false;
        }
        rest = &exponent[len..];
    }
    rest.is_empty()
}
