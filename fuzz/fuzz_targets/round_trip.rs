//! Any JSON value, written with any options, round-trips.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use serde::de::IgnoredAny;
use serde_json::Value;
use toon::{DecodeOptions, KeyFolding, SpecVersion};
use toon_serde_fuzz::equality::{decoded_order, equal};
use toon_serde_fuzz::json::Json;
use toon_serde_fuzz::options::encode_options;

#[derive(Arbitrary, Debug)]
struct Input {
    choice: u8,
    version_3: bool,
    flatten_depth: Option<u8>,
    strict: bool,
    detect_indent: bool,
    value: Json,
}

fuzz_target!(|input: Input| {
    let Json(value) = &input.value;
    let version = if input.version_3 { SpecVersion::V3 } else { SpecVersion::V4 };
    let mut encode = encode_options(input.choice).spec(version);
    let mut decode = DecodeOptions::new().strict(input.strict);
    decode = if input.detect_indent {
        decode.detect_indent(true)
    } else {
        decode.indent(usize::from(input.choice >> 4) + 1)
    };
    if let Some(depth) = input.flatten_depth {
        encode = encode.key_folding(KeyFolding::Safe).flatten_depth(usize::from(depth));
        decode = decode.expand_paths(true);
    }
    let text = encode.to_string(value).expect("every JSON value can be written");
    let read: Value = decode.from_str(&text).expect("what was written can be read");
    let expected = decoded_order(value, version);
    assert!(equal(&read, &expected), "{text}\nread as {read}\nnot as  {expected}");
    decode.from_str::<IgnoredAny>(&text).expect("what can be read can be ignored");

    let again = encode.to_string(&read).expect("what was read can be written");
    assert_eq!(again, text, "writing is not stable");
});
