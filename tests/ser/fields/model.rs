//! For any value and any selection, the output equals that of a model of the selection.

use super::wanted::{Wanted, asked, matches_nothing, paths, selected};
use crate::support::disguise::{Costume, disguised};
use proptest::prelude::*;
use serde_json::Value;
use toon::{Delimiter, EncodeOptions, ErrorKind, KeyFolding, SpecVersion};
use toon_testing::effort;
use toon_testing::value;

/// Whether `value` has the last of these keys, or has nothing that could contain the first missing
/// one.
fn is_known(value: &Value, path: &[String]) -> bool {
    let mut found = vec![value];
    for key in path {
        let mut places = Vec::new();
        while let Some(value) = found.pop() {
            match value {
                Value::Array(elements) => found.extend(elements),
                Value::Null => {}
                place => places.push(place),
            }
        }
        found.extend(places.iter().filter_map(|place| place.get(key)));
        if found.is_empty() {
            return places.is_empty();
        }
    }
    true
}

fn options() -> impl Strategy<Value = EncodeOptions> {
    let delimiter = prop::sample::select(vec![Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe]);
    let folding = prop::sample::select(vec![KeyFolding::Off, KeyFolding::Safe]);
    let spec = prop::sample::select(vec![SpecVersion::V3, SpecVersion::V4]);
    (delimiter, folding, spec).prop_map(|(delimiter, folding, spec)| {
        EncodeOptions::new().delimiter(delimiter).key_folding(folding).spec(spec)
    })
}

proptest! {
    #![proptest_config(effort::cases(1024))]

    /// The text equals that of the selected value alone, however the value is sent.
    #[test]
    fn the_rest_might_as_well_not_be((value, paths) in selected(value(4)), options in options(), seed in any::<u64>()) {
        let expected = options.to_string(&Wanted::new(&paths).of(&value)).unwrap();
        let options = options.fields(paths.iter().map(|path| asked(path)));
        for costume in Costume::wardrobe(seed) {
            let sent = disguised(&value, costume, |value| options.to_string(value));
            match sent {
                Err(error) if matches_nothing(&value, &paths) => {
                    prop_assert!(matches!(error.kind(), ErrorKind::UnknownFieldPath { .. }), "{error}");
                }
                sent => {
                    prop_assert!(!matches_nothing(&value, &paths), "{:?} of {}", &paths, &value);
                    prop_assert_eq!(&sent.unwrap(), &expected, "{:?} of {}", &paths, &value);
                }
            }
        }
    }

    #[test]
    fn unknown_fields_are_those_of_no_object((value, paths) in selected(value(4)), seed in any::<u64>()) {
        let unknown: Vec<_> = paths.iter().filter(|path| !is_known(&value, path)).map(|path| asked(path)).collect();
        let options = EncodeOptions::new().fields(paths.iter().map(|path| asked(path)));
        for costume in Costume::wardrobe(seed) {
            let found = disguised(&value, costume, |value| options.unknown_fields(value));
            prop_assert_eq!(&found.unwrap(), &unknown, "{:?} of {}", &paths, &value);
        }
    }

    /// Nothing changes if everything is selected.
    #[test]
    fn all_fields_are_the_value(value in value(4), options in options()) {
        // Elements of one array whose keys come in several orders have only one to be asked for in.
        let paths = paths(&value);
        let in_one_order = Wanted::new(&paths).of(&value);
        prop_assume!(serde_json::to_string(&in_one_order).unwrap() == serde_json::to_string(&value).unwrap());
        let all = options.clone().fields(paths.iter().map(|path| asked(path)));
        prop_assert_eq!(all.to_string(&value).unwrap(), options.to_string(&value).unwrap());
        prop_assert!(all.unknown_fields(&value).unwrap().is_empty());
    }
}
