//! What the derives say of every misuse: one report for one mistake, at its place.

/// After a change of the messages, `TRYBUILD=overwrite` writes them anew.
#[test]
fn misuse() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
