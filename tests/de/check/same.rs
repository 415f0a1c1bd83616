//! A text that can be read has no mistakes; any other has the mistake at which reading stops.

use crate::mutate;
use crate::random::Random;
use crate::seeds::DOCUMENTS;
use serde::de::IgnoredAny;
use toon::DecodeOptions;

#[track_caller]
fn check(text: &str, options: &DecodeOptions) {
    let mistakes = options.check(text);
    match options.from_str::<IgnoredAny>(text) {
        Ok(_) => assert!(mistakes.is_empty(), "{text:?} is read, but {mistakes:?}"),
        Err(error) => {
            let same = |mistake: &&toon::Error| {
                mistake.to_string() == error.to_string() && mistake.classify() == error.classify()
            };
            assert!(
                mistakes.iter().any(|mistake| same(&mistake)),
                "{text:?}: {error:?} is not among {mistakes:?}"
            );
        }
    }
    for pair in mistakes.windows(2) {
        let place = |error: &toon::Error| (error.line(), error.column());
        assert_ne!(
            (place(&pair[0]), pair[0].to_string()),
            (place(&pair[1]), pair[1].to_string()),
            "{text:?}"
        );
    }
}

#[test]
fn of_each_construct() {
    for text in DOCUMENTS {
        check(text, &DecodeOptions::new());
        check(text, &DecodeOptions::new().strict(false));
        check(text, &DecodeOptions::new().expand_paths(true));
        check(text, &DecodeOptions::new().indent(0));
        for depth in 0..5 {
            check(text, &DecodeOptions::new().max_depth(depth));
        }
    }
}

#[test]
fn of_random_documents() {
    let mut random = Random::for_case(1, 0);
    for _ in 0..60_000 {
        let (text, indent) = mutate::document(&mut random);
        check(&text, &DecodeOptions::new().indent(indent));
        check(&text, &DecodeOptions::new().detect_indent(true));
    }
}
