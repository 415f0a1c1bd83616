//! How much the tests try: enough for every day, or all of it with `TOON_LONG_TESTS=1`.

use proptest::test_runner::Config;

/// Whether `TOON_LONG_TESTS=1` asks for everything.
pub fn is_long() -> bool {
    std::env::var_os("TOON_LONG_TESTS").is_some_and(|value| value == "1")
}

/// A property test of `most` cases in a long run and an eighth of them otherwise, unless
/// `PROPTEST_CASES` says how many.
pub fn cases(most: u32) -> Config {
    let told = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = told.unwrap_or(if is_long() { most } else { most / 8 });
    Config { cases, failure_persistence: None, ..Config::default() }
}
