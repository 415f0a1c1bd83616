//! The derives' messages for every misuse: one message for one mistake, at its span.

/// After a change of the messages, `TRYBUILD=overwrite` updates them.
#[test]
fn misuse() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
