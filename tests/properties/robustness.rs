//! Nothing that is read or written may overflow the stack or take excessive time or memory.
//!
//! Each case runs on a thread with a stack of 2 MiB, the default size in Rust.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::ser::{SerializeMap as _, SerializeSeq as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::thread;
use std::time::{Duration, Instant};
use toon::{DecodeOptions, EncodeOptions, Error, ErrorKind, KeyFolding};

const STACK: usize = 2 << 20;
/// The documented default of `max_depth`.
const MAX_DEPTH: usize = 128;
/// The limit for `Some`s and newtypes.
const MAX_WRAPPERS: usize = 1024;

fn on_a_small_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).unwrap().join().unwrap()
    })
}

/// Reads `text` through every function and into several targets: never a crash, and the error has a
/// place.
#[track_caller]
fn refuses_depth(text: &str, options: &DecodeOptions) {
    on_a_small_stack(|| {
        depth_error(options.from_str::<Value>(text));
        depth_error(options.from_str::<IgnoredAny>(text));
        depth_error(options.from_str::<Nested>(text));
        depth_error(options.from_slice::<Value>(text.as_bytes()));
        depth_error(options.from_reader::<_, Value>(text.as_bytes()));
        depth_error(options.clone().strict(false).from_str::<Value>(text));
        // Every field is one that the target does not ask for.
        assert_error_with_place(options.from_str::<NoFields>(text));
    });
}

fn depth_error<T: Debug>(outcome: toon::Result<T>) {
    let error = assert_error_with_place(outcome);
    assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: MAX_DEPTH, .. }), "{error}");
}

fn wrapper_error<T: Debug>(outcome: toon::Result<T>) {
    let error = assert_error_with_place(outcome);
    assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: MAX_WRAPPERS, .. }), "{error}");
}

fn assert_error_with_place<T: Debug>(outcome: toon::Result<T>) -> Error {
    let error = outcome.unwrap_err();
    assert!(error.line() > 0 && error.column() > 0, "no place: {error}");
    error
}

/// Any value, by serde's own recursion through untagged content.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
#[allow(dead_code, reason = "only ever read into")]
enum Nested {
    Sequence(Vec<Nested>),
    Object(BTreeMap<String, Nested>),
    Scalar(IgnoredScalar),
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
#[allow(dead_code, reason = "only ever read into")]
enum IgnoredScalar {
    Text(String),
    Number(f64),
    Bool(bool),
    Null(()),
}

#[derive(Deserialize, Debug)]
struct NoFields {}

// -- reading --

const LEVELS: usize = 3_000;
/// One space per level, since the text grows with the square of its depth.
const INDENTED: DecodeOptions = DecodeOptions::new().indent(1);

/// `first`, then `line` at the depth of each level.
fn nested(first: &str, line: &str, depth: impl Fn(usize) -> usize) -> String {
    let levels = (1..=LEVELS).map(|level| format!("\n{}{line}", " ".repeat(depth(level))));
    first.to_owned() + &levels.collect::<String>()
}

#[test]
fn levels_of_indentation() {
    refuses_depth(&nested("a:", "a:", |level| level), &INDENTED);
}

#[test]
fn levels_of_list_items() {
    refuses_depth(&nested("a[1]:", "- [1]:", |level| level), &INDENTED);
}

#[test]
fn levels_of_list_item_objects() {
    refuses_depth(&nested("a[1]:", "- a[1]:", |level| 2 * level - 1), &INDENTED);
}

#[test]
fn levels_of_first_fields() {
    refuses_depth(&nested("a[1]:\n - a:", "a:", |level| level + 2), &INDENTED);
}

const ONE_LINE: usize = 100_000;

#[test]
fn levels_of_field_groups() {
    for header in ["a[1]", "a[0]", "a[1:]", "[1]", "[1:]"] {
        let text = format!("{header}{}b{}:\n  1", "{a".repeat(ONE_LINE) + "{", "}".repeat(ONE_LINE + 1));
        refuses_depth(&text, &DecodeOptions::new());
    }
}

#[test]
fn unclosed_field_groups() {
    let text = format!("a[1]{}:\n  1", "{a".repeat(ONE_LINE));
    on_a_small_stack(|| {
        assert_error_with_place(toon::from_str::<Value>(&text));
        assert_error_with_place(toon::from_str::<IgnoredAny>(&text));
    });
}

#[test]
fn dotted_keys() {
    let options = DecodeOptions::new().expand_paths(true);
    let path = vec!["a"; ONE_LINE].join(".");
    for text in [
        format!("{path}: 1"),
        format!("{path}[2]: 1,2"),
        format!("{path}:\n  b: 1"),
        format!("a[1]{{{path}}}:\n  1"),
        format!("a[1:]{{b}}:\n  {path}: 1"),
        format!("a[1]:\n  - {path}: 1"),
    ] {
        refuses_depth(&text, &options);
        // Without expansion a dot is like any other character.
        on_a_small_stack(|| toon::from_str::<Value>(&text).unwrap());
    }
}

#[test]
fn brackets_that_open_nothing() {
    // TOON has no inline nesting, so these are one long string.
    for token in ["[", "{", "- ", "\\"] {
        let text = format!("a: {}", token.repeat(ONE_LINE));
        on_a_small_stack(|| toon::from_str::<Value>(&text).unwrap());
    }
    on_a_small_stack(|| {
        for token in ["[", "{", "\"", "- ", "[1]", "[1]:", "{a}", ":", ",", "|", "\\", "#", "-"] {
            for prefix in ["", "a", "a[1]", "a: ", "a[1]: ", "a[1]:\n  - ", "a[1]{x}:\n  ", "\""] {
                let text = format!("{prefix}{}", token.repeat(ONE_LINE));
                let _ = toon::from_str::<Value>(&text);
                let _ = DecodeOptions::new().strict(false).expand_paths(true).from_str::<Value>(&text);
            }
        }
    });
}

/// Reads itself from any scalar, one level deeper each time.
#[derive(Deserialize, Serialize, Debug)]
struct Endless(Option<Box<Endless>>);

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "only ever read into")]
struct Field {
    a: Endless,
}

#[test]
fn a_type_without_end() {
    on_a_small_stack(|| {
        for text in ["1", "x", "\"x\"", "true", "a: 1", "[1]: 1", "[1]:\n  - 1"] {
            wrapper_error(toon::from_str::<Endless>(text));
        }
        wrapper_error(toon::from_str::<Field>("a: 1"));
        wrapper_error(toon::from_str::<Vec<Field>>("[1]{a}:\n  1"));
        wrapper_error(toon::from_str::<Vec<Endless>>("[2]: 1,2"));
        wrapper_error(toon::from_str::<BTreeMap<String, Endless>>("a: 1"));
        assert!(matches!(toon::from_str("null"), Ok(Endless(None))));
    });
}

// -- writing --

/// A value that is `depth` levels deep without ever being in memory.
struct Deep {
    kind: Kind,
    depth: usize,
}

#[derive(Clone, Copy)]
enum Kind {
    Sequence,
    Map,
    MapAfterAField,
    ListItem,
    Table,
    Some,
    Newtype,
    NewtypeVariant,
}

impl Serialize for Deep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.depth == 0 {
            return serializer.serialize_str("x");
        }
        let inner = Deep { depth: self.depth - 1, ..*self };
        match self.kind {
            Kind::Sequence => {
                let mut sequence = serializer.serialize_seq(Some(1))?;
                sequence.serialize_element(&inner)?;
                sequence.end()
            }
            Kind::Map | Kind::MapAfterAField => {
                let mut map = serializer.serialize_map(None)?;
                if matches!(self.kind, Kind::MapAfterAField) {
                    map.serialize_entry("first", &1)?;
                }
                map.serialize_entry("a", &inner)?;
                map.end()
            }
            // An array of two whose last element is deep: it turns out late not to be inline or a
            // table.
            Kind::ListItem => {
                let mut sequence = serializer.serialize_seq(Some(2))?;
                sequence.serialize_element(&1)?;
                sequence.serialize_element(&inner)?;
                sequence.end()
            }
            Kind::Table => {
                let mut sequence = serializer.serialize_seq(Some(1))?;
                sequence.serialize_element(&BTreeMap::from([("a", inner)]))?;
                sequence.end()
            }
            Kind::Some => serializer.serialize_some(&inner),
            Kind::Newtype => serializer.serialize_newtype_struct("Deep", &inner),
            Kind::NewtypeVariant => serializer.serialize_newtype_variant("Deep", 0, "A", &inner),
        }
    }
}

const KINDS: [Kind; 8] = [
    Kind::Sequence,
    Kind::Map,
    Kind::MapAfterAField,
    Kind::ListItem,
    Kind::Table,
    Kind::Some,
    Kind::Newtype,
    Kind::NewtypeVariant,
];

#[test]
fn values_without_end() {
    on_a_small_stack(|| {
        for kind in KINDS {
            for options in [EncodeOptions::new(), EncodeOptions::new().key_folding(KeyFolding::Safe)] {
                let error = options.to_string(&Deep { kind, depth: 100_000 }).unwrap_err();
                let is_wrapper = matches!(kind, Kind::Some | Kind::Newtype);
                let expected = if is_wrapper { MAX_WRAPPERS } else { MAX_DEPTH };
                assert!(
                    matches!(error.kind(), ErrorKind::DepthLimit { limit, .. } if *limit == expected),
                    "{error}"
                );
            }
        }
    });
}

#[test]
fn a_type_without_end_is_written_as_far_as_it_goes() {
    let mut value = Endless(None);
    for _ in 0..1_000 {
        value = Endless(Some(Box::new(value)));
    }
    on_a_small_stack(|| assert!(toon::to_string(&value).is_err()));
}

// -- the limit itself --

#[test]
fn what_may_be_written_can_be_read() {
    on_a_small_stack(|| {
        for (kind, levels) in [
            (Kind::Sequence, MAX_DEPTH),
            (Kind::Map, MAX_DEPTH),
            (Kind::MapAfterAField, MAX_DEPTH),
            (Kind::ListItem, MAX_DEPTH),
            (Kind::Table, MAX_DEPTH / 2),
            (Kind::NewtypeVariant, MAX_DEPTH),
        ] {
            let value = Deep { kind, depth: levels };
            let text = toon::to_string(&value).unwrap();
            let expected = serde_json::to_value(&value).unwrap();
            for read in [toon::from_str::<Value>(&text), DecodeOptions::new().strict(false).from_str(&text)] {
                assert!(read.unwrap() == expected);
            }
            toon::from_str::<IgnoredAny>(&text).unwrap();
            assert!(toon::to_string(&Deep { kind, depth: levels + 1 }).is_err());

            let folding = EncodeOptions::new().key_folding(KeyFolding::Safe);
            let folded = folding.to_string(&value).unwrap();
            assert!(DecodeOptions::new().expand_paths(true).from_str::<Value>(&folded).unwrap() == expected);
            assert!(folding.to_string(&Deep { kind, depth: levels + 1 }).is_err());
        }
    });
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Newtype<T>(T);

/// Asserts that `levels` are enough for `value` both ways, and that one less is not.
#[track_caller]
fn needs<T: Serialize + DeserializeOwned + Debug + PartialEq>(value: &T, levels: usize) {
    let (encode, decode) = (EncodeOptions::new().max_depth(levels), DecodeOptions::new().max_depth(levels));
    let text = encode.to_string(value).unwrap();
    assert_eq!(decode.from_str::<T>(&text).unwrap(), *value);
    let (encode, decode) = (encode.max_depth(levels - 1), decode.max_depth(levels - 1));
    assert!(matches!(encode.to_string(value).unwrap_err().kind(), ErrorKind::DepthLimit { .. }));
    assert!(matches!(decode.from_str::<T>(&text).unwrap_err().kind(), ErrorKind::DepthLimit { .. }));
}

/// Containers count, both ways; `Some` and newtypes do not.
#[test]
fn containers_count_both_ways() {
    needs(&vec![1], 1);
    needs(&vec![vec![1]], 2);
    needs(&vec![Some(1)], 1);
    needs(&Some(vec![Newtype(Some(Some(1)))]), 1);
    needs(&Newtype(BTreeMap::from([("a".to_owned(), Some(Newtype(1)))])), 1);
    needs(&BTreeMap::from([("a".to_owned(), vec![Some(Newtype(1))])]), 2);
    needs(&vec![Newtype(BTreeMap::from([("a".to_owned(), Some(vec![Some(1)]))]))], 3);
}

#[test]
fn other_limits() {
    let value = json!({ "a": { "b": [1] }, "c": 1 });
    let text = toon::to_string(&value).unwrap();
    for levels in 0..3 {
        assert!(EncodeOptions::new().max_depth(levels).to_string(&value).is_err());
        assert!(DecodeOptions::new().max_depth(levels).from_str::<Value>(&text).is_err());
    }
    assert_eq!(EncodeOptions::new().max_depth(3).to_string(&value).unwrap(), text);
    assert_eq!(DecodeOptions::new().max_depth(3).from_str::<Value>(&text).unwrap(), value);
}

// -- excessive counts (§15) --

/// Long enough for a slow machine, but far too short to reserve what such counts require.
const AT_ONCE: Duration = Duration::from_secs(5);

#[test]
fn huge_counts() {
    let start = Instant::now();
    for count in
        ["999999999999", "18446744073709551615", "18446744073709551617", "99999999999999999999999999999999"]
    {
        for (text, rows) in [
            (format!("[{count}]: 1,2"), json!([1, 2])),
            (format!("[{count}]:\n  - 1\n  - 2"), json!([1, 2])),
            (format!("[{count}]{{a}}:\n  1\n  2"), json!([{ "a": 1 }, { "a": 2 }])),
            (format!("[{count}:]{{a}}:\n  x: 1\n  y: 2"), json!({ "x": { "a": 1 }, "y": { "a": 2 } })),
        ] {
            let strict = DecodeOptions::new();
            assert_error_with_place(strict.from_str::<Value>(&text));
            assert_error_with_place(strict.from_str::<IgnoredAny>(&text));
            assert_error_with_place(strict.from_str::<Vec<BTreeMap<String, u8>>>(&text));
            // §14.4: without strict mode the declared count changes nothing.
            assert_eq!(strict.clone().strict(false).from_str::<Value>(&text).unwrap(), rows);

            let error = strict.from_str::<Value>(&text).unwrap_err();
            match (error.kind(), count.parse::<u64>()) {
                (&ErrorKind::CountMismatch { expected, found: 2, .. }, Ok(count)) => {
                    assert_eq!(expected, count);
                }
                (ErrorKind::HugeCount { declared, found: 2, .. }, Err(_)) => assert_eq!(declared, count),
                _ => panic!("{error}"),
            }
        }
    }
    assert!(start.elapsed() < AT_ONCE);
}

/// Lengths that a `Serialize` implementation announces are hints too.
#[test]
fn huge_announced_lengths() {
    struct Announced(usize);
    impl Serialize for Announced {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(Some(self.0))?;
            map.serialize_entry("a", &[1])?;
            map.end()
        }
    }
    for length in [0, 1, 1 << 40, usize::MAX] {
        assert_eq!(toon::to_string(&Announced(length)).unwrap(), "a[1]: 1");
    }
}

/// A first row may have any number of groups: each of them is checked for duplicate keys alone.
#[test]
fn many_groups_in_a_first_row() {
    let keys = |group: usize| (0..12).map(move |key| (format!("key {key} of {group}"), key));
    let object = |group| keys(group).collect::<BTreeMap<_, _>>();
    let users: BTreeMap<String, _> = (0..10_000).map(|user| (format!("user {user}"), object(user))).collect();
    let start = Instant::now();
    toon::to_string(&BTreeMap::from([("users", &users)])).unwrap();
    toon::to_string(&[&users]).unwrap();
    assert!(start.elapsed() < 4 * AT_ONCE, "{:?}", start.elapsed());
}
