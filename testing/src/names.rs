//! Names of keys.

/// Keys of every kind that §7.3 distinguishes. Those of the first line are common.
#[rustfmt::skip]
pub const KEYS: &[&str] = &[
    "a", "b", "c", "id", "name", "value", "x", "y", "_", "_z", "Z9", "K9",
    // Paths, and what only looks like them.
    "a.b", "a.b.c", "b.c", "x.y", "user.name", ".", ".a", "a.", "a..b", "a.__proto__",
    // Names that JavaScript's objects have.
    "__proto__", "constructor", "prototype", "toString",
    // In quotes.
    "", " ", " a", "a ", "a b", "my-key", "1", "1a", "007", "-1", "1.5", "a:b", "a,b", "a|b", "a\tb", "[1]", "a[1]",
    "{a}", "a{b}", "#", "#a", "-", "- a", "\"", "a\"b", "\\", "a\\b", "\n", "a\nb", "\u{1}", "true", "null",
    // Beyond ASCII.
    "é", "日本", "👋", "\u{feff}a", "a\u{a0}", "\u{85}", "\u{2028}x", "e\u{301}",
];
