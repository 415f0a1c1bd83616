//! Any sequence of `Serialize` events: an error, or text that strict decoding reads as the same
//! value as in JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use toon::{DecodeOptions, KeyFolding, SpecVersion};
use toon_serde_fuzz::equality::{decoded_order, equal};
use toon_serde_fuzz::events::{Event, Traits};
use toon_serde_fuzz::options::encode_options;

fuzz_target!(|input: (u8, bool, Event)| {
    let (choice, fold, event) = input;
    let mut encode = encode_options(choice);
    let mut decode = DecodeOptions::new().indent(usize::from(choice >> 4) + 1);
    if fold {
        encode = encode.key_folding(KeyFolding::Safe);
        decode = decode.expand_paths(true);
    }
    let Traits { incomplete, swallows, duplicates, wild } = event.traits();
    let written = encode.to_string(&event);
    let read = written
        .as_ref()
        .ok()
        .map(|text| decode.from_str::<Value>(text).unwrap_or_else(|error| panic!("{}", error.render(text))));

    if incomplete || duplicates {
        assert!(written.is_err(), "{written:?} from a map with a key twice, or an incomplete entry");
    } else if !swallows
        && !wild
        && let Ok(value) = serde_json::to_value(&event)
    {
        let expected = decoded_order(&value, SpecVersion::V4);
        let read = read.unwrap_or_else(|| panic!("{written:?} instead of {value}"));
        assert!(equal(&read, &expected), "{written:?}\nread as {read}\nnot as  {expected}");
        // The text must not depend on the events that describe a value.
        let plain = encode.to_string(&value).expect("every JSON value can be written");
        assert_eq!(written.expect("it was read"), plain);
    }
});
