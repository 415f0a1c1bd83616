//! Random options.
#![allow(dead_code, unreachable_pub, reason = "each target uses its own part")]

use proptest::prelude::*;
use toon::{DecodeOptions, Delimiter, EncodeOptions, KeyFolding, SpecVersion};

/// Options to write with, and those to read the text with. Keys are folded as often as `folding` says.
pub fn options(folding: f64) -> impl Strategy<Value = (EncodeOptions, DecodeOptions)> {
    let delimiter = prop_oneof![Just(Delimiter::Comma), Just(Delimiter::Tab), Just(Delimiter::Pipe)];
    let folds = prop::bool::weighted(folding);
    (delimiter, folds, any::<bool>(), 1..4_usize).prop_map(|(delimiter, folds, old, indent)| {
        let encode = EncodeOptions::new().delimiter(delimiter).indent(indent);
        let encode = encode.spec(if old { SpecVersion::V3 } else { SpecVersion::V4 });
        let encode = encode.key_folding(if folds { KeyFolding::Safe } else { KeyFolding::Off });
        (encode, DecodeOptions::new().indent(indent).expand_paths(folds))
    })
}
