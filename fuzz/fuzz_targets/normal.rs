//! The normal form: values that are chosen by the bytes, or given as JSON text, round-trip; and
//! reading any bytes as a normal form does not panic and respects the output limit.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::de::IgnoredAny;
use toon::{EncodeOptions, json};
use toon_normal::Options;
use toon_serde_fuzz::normal::check::{Case, Setup, check_as_data};
use toon_serde_fuzz::normal::dice::Dice;
use toon_serde_fuzz::normal::values;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let mut dice = Dice::Bytes(bytes);
    if choice % 2 == 0 {
        let case = Case::new(values::value(&mut dice));
        comes_back(&case, &setup(choice, &mut dice));
    } else if let Ok(text) = std::str::from_utf8(bytes) {
        // Values that the ordinary writer rejects, for example because of their depth, are skipped.
        if json::to_toon(text, &EncodeOptions::new()).is_ok() {
            // Unlike ours, the parser of the check does not accept a byte-order mark.
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            let case = Case::parse(text).expect("JSON can be parsed");
            comes_back(&case, &setup(choice, &mut dice));
        }
        expands(text, &setup(choice, &mut dice));
    }
});

/// The level, the order of keys and whether all steps are taken, by the bits of `choice`; the rest
/// by `dice`.
fn setup(choice: u8, dice: &mut Dice<'_>) -> Setup {
    let mut setups = Setup::random(dice);
    let mut setup = setups.swap_remove(usize::from(choice >> 1) % setups.len());
    if choice >> 3 & 1 == 0 {
        setup.without.clear();
    }
    setup
}

fn comes_back(case: &Case, setup: &Setup) {
    let outcome = case.check(setup).and_then(|(text, _)| check_as_data(&text, setup));
    outcome.unwrap_or_else(|wrong| panic!("{setup:?}: {wrong}"));
}

/// Reads any text as a normal form.
fn expands(text: &str, setup: &Setup) {
    const ALWAYS: usize = 16 << 20;

    let json = Options::new().to_json(text);
    let ignored = toon_normal::from_str::<IgnoredAny>(text);
    assert_eq!(json.is_ok(), ignored.is_ok(), "{json:?}, but ignored: {ignored:?}");
    let Ok(json) = json else { return };
    assert!(json.len() <= ALWAYS.max(1_000 * text.len()), "{} bytes of {}", json.len(), text.len());
    let small = Options::new().max_output(json.len()).to_json(text);
    assert_eq!(small.as_ref().ok(), Some(&json), "what it takes is not enough");

    // Everything that can be read can be written.
    if json.len() < 100_000 {
        let case = Case::parse(&json).expect("what was read is JSON");
        comes_back(&case, setup);
    }
}
