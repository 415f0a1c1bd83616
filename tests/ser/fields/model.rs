//! For any value and any selection, the output equals that of a model of the selection.

use crate::support::disguise::{Costume, disguised};
use crate::support::effort;
use crate::support::random::value;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toon::{Delimiter, EncodeOptions, KeyFolding, SpecVersion};

/// A selection: fields of an object, or everything.
#[derive(Debug, Default)]
struct Wanted {
    is_whole: bool,
    fields: Vec<(String, Wanted)>,
}

impl Wanted {
    fn new(paths: &[Vec<String>]) -> Self {
        let mut root = Wanted::default();
        for path in paths {
            let mut node = &mut root;
            for key in path {
                let at = node.fields.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
                    node.fields.push((key.clone(), Wanted::default()));
                    node.fields.len() - 1
                });
                node = &mut node.fields[at].1;
            }
            node.is_whole = true;
        }
        root
    }

    /// The selected parts of `value`.
    fn of(&self, value: &Value) -> Value {
        match value {
            value if self.is_whole => value.clone(),
            Value::Array(elements) => elements.iter().map(|element| self.of(element)).collect(),
            Value::Object(entries) => self
                .fields
                .iter()
                .filter_map(|(key, wanted)| Some((key.clone(), wanted.of(entries.get(key)?))))
                .collect::<Map<_, _>>()
                .into(),
            scalar => scalar.clone(),
        }
    }
}

/// Every path in `value`, in the order of first mention.
fn paths(value: &Value) -> Vec<Vec<String>> {
    fn collect(value: &Value, path: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
        match value {
            Value::Array(elements) => elements.iter().for_each(|element| collect(element, path, paths)),
            Value::Object(entries) => {
                for (key, value) in entries {
                    path.push(key.clone());
                    if !paths.contains(path) {
                        paths.push(path.clone());
                    }
                    collect(value, path, paths);
                    path.pop();
                }
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    collect(value, &mut Vec::new(), &mut all);
    all
}

/// The path as requested, quoted where necessary.
fn asked(path: &[String]) -> String {
    let segments: Vec<_> = path
        .iter()
        .map(|key| if key.contains(['.', '"']) { json!(key).to_string() } else { key.clone() })
        .collect();
    segments.join(".")
}

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

/// Some paths of a value in any order, and some that it may not have.
fn selected() -> impl Strategy<Value = (Value, Vec<Vec<String>>)> {
    value(4).prop_flat_map(|value| {
        let mut all = paths(&value);
        all.extend([vec!["a".to_owned()], vec!["b".to_owned(), "no".to_owned()], vec!["no".to_owned()]]);
        let some = prop::sample::subsequence(all.clone(), 1..=all.len().min(12)).prop_shuffle();
        (Just(value), some)
    })
}

proptest! {
    #![proptest_config(effort::cases(1024))]

    /// The text equals that of the selected value alone, however the value is sent.
    #[test]
    fn the_rest_might_as_well_not_be((value, paths) in selected(), options in options(), seed in any::<u64>()) {
        let expected = options.to_string(&Wanted::new(&paths).of(&value)).unwrap();
        let options = options.fields(paths.iter().map(|path| asked(path)));
        for costume in Costume::wardrobe(seed) {
            let sent = disguised(&value, costume, |value| options.to_string(value));
            prop_assert_eq!(&sent.unwrap(), &expected, "{:?} of {}", &paths, &value);
        }
    }

    /// The same for the normal form, including the order of keys.
    #[cfg(feature = "normal")]
    #[test]
    fn the_rest_is_not_in_the_normal_form((value, paths) in selected(), seed in any::<u64>()) {
        use toon::normal::Options;
        let expected = serde_json::to_string(&Wanted::new(&paths).of(&value)).unwrap();
        let expected = toon::normal::to_json(&Options::new().from_json(&expected).unwrap().text).unwrap();
        let options = Options::new().encode(EncodeOptions::new().fields(paths.iter().map(|path| asked(path))));
        let text = options.from_json(&value.to_string()).unwrap().text;
        prop_assert_eq!(&toon::normal::to_json(&text).unwrap(), &expected, "{:?} of {}", &paths, &value);
        for costume in Costume::wardrobe(seed) {
            let text = disguised(&value, costume, |value| options.to_text(value)).unwrap().text;
            prop_assert_eq!(&toon::normal::to_json(&text).unwrap(), &expected, "{:?} of {}", &paths, &value);
        }
    }

    #[test]
    fn unknown_fields_are_those_of_no_object((value, paths) in selected(), seed in any::<u64>()) {
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
