//! Strings.

use crate::names::KEYS;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::string::string_regex;

/// Strings that look like something else, or that nearly do.
#[rustfmt::skip]
const LIKE_SYNTAX: &[&str] = &[
    "", " ", "  ", " lead", "trail ", "\tlead", "trail\t", "true", "false", "null", "True", "NULL", "nullable", "0",
    "-0", "42", "-3.14", "05", "-05", "+1", "1e5", "1e6", "1E-6", "1e", "1.", ".5", "1_000", "0x10", "Infinity", "NaN",
    "1.2.3", "-", "- a", "-a", "--", "#", "# a", "a#", "[]", "{}", "[1]: x", "k[2]{a}:", "a: b", "a:b", ":", ",", "|",
    "\t", "\"", "\\", "a\"b\"", "c:\\d", "line\nbreak", "\r", "\r\n", "---", "```", "{\"a\": 1}",
];

/// Spaces, marks and characters beyond ASCII, at the ends of strings and alone.
#[rustfmt::skip]
const UNICODE: &[&str] = &[
    "é", "日本語", "👋🌍", "\u{feff}", "\u{feff}a", "a\u{feff}", "\u{a0}", "\u{a0}a", "a\u{a0}", "\u{85}a", "a\u{85}",
    "\u{2003}a", "a\u{3000}", "\u{2028}", "a\u{2029}", "e\u{301}", "\"\u{301}", ":\u{301}", "\u{0}", "\u{1f}", "\u{7f}",
    "\u{e000}\u{fffd}\u{10ffff}",
];

/// What strings of several parts consist of.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "a", "b", "Z", "0", "7", ".", "-", "+", "e", "E", " ", " ", "\t", ",", "|", ":", "\"", "\\", "[", "]", "{", "}",
    "#", "\n", "\r", "true", "null", "é", "\u{8}", "\u{a0}", "\u{feff}", "👋",
];

/// A string: words, what needs quotes, what nearly does, and anything.
pub fn text() -> BoxedStrategy<String> {
    let parts = |most| prop::collection::vec(select(PARTS), 0..most).prop_map(|parts| parts.concat());
    prop_oneof![
        4 => matching("[a-z]{1,6}"),
        1 => matching("[a-z ]{0,12}"),
        2 => select(KEYS).prop_map(str::to_owned),
        3 => select(LIKE_SYNTAX).prop_map(str::to_owned),
        1 => select(UNICODE).prop_map(str::to_owned),
        4 => parts(6),
        1 => parts(20),
        2 => matching("\\PC*"),
    ]
    .boxed()
}

/// Texts that match a regular expression. It is parsed once: a string as a strategy is parsed for each text.
#[allow(clippy::expect_used, reason = "all patterns are constants")]
pub(crate) fn matching(pattern: &str) -> BoxedStrategy<String> {
    string_regex(pattern).expect("a regular expression").boxed()
}
