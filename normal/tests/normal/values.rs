//! Values that are not covered by the comparisons of `tests/serde`, which also run for this form.

use serde::de::DeserializeOwned;
use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use toon::{DecodeOptions, EncodeOptions, Error, ErrorKind, KeyFolding, SpecVersion};
use toon_normal::{KeyOrder, Level, Options, Step};

// -- options --

#[test]
fn options_that_do_not_go_with_the_form() {
    for (options, name) in [
        (EncodeOptions::new().spec(SpecVersion::V3), "specification 3"),
        (EncodeOptions::new().key_folding(KeyFolding::Safe), "key folding"),
    ] {
        let options = Options::new().encode(options);
        for error in [options.to_string(&1).unwrap_err(), options.from_json("1").unwrap_err()] {
            assert!(
                matches!(error.kind(), ErrorKind::UnsupportedOption { option, .. } if *option == name),
                "{error}"
            );
            assert_eq!(error.to_string(), format!("the normal form does not support {name}"));
        }
    }
}

#[test]
fn an_indent_out_of_range() {
    let options = Options::new().encode(EncodeOptions::new().indent(17));
    for error in [options.to_string(&[1]).unwrap_err(), options.from_json("[1]").unwrap_err()] {
        assert!(matches!(error.kind(), ErrorKind::InvalidIndent { spaces: 17, .. }), "{error}");
    }
}

#[test]
fn getters_return_what_was_set() {
    let options = Options::new();
    assert_eq!((options.get_level(), options.get_key_order()), (Level::Legible, KeyOrder::Exact));
    assert_eq!((options.get_json(), options.get_max_output()), (false, 256 << 20));
    assert!(Step::ALL.into_iter().all(|step| options.get_step(step)));
    let encode = EncodeOptions::new().indent(4);
    let decode = DecodeOptions::new().indent(4);
    let options = options.level(Level::Dense).key_order(KeyOrder::Header).json(true).max_output(7);
    let options = options.step(Step::Maps, false).encode(encode.clone()).decode(decode.clone());
    assert_eq!((options.get_level(), options.get_key_order()), (Level::Dense, KeyOrder::Header));
    assert_eq!((options.get_json(), options.get_max_output()), (true, 7));
    assert!(Step::ALL.into_iter().all(|step| options.get_step(step) == (step != Step::Maps)));
    assert_eq!((options.get_encode(), options.get_decode()), (&encode, &decode));
}

#[test]
fn names_of_values() {
    for step in Step::ALL {
        assert_eq!(step.to_string().parse::<Step>().unwrap(), step);
    }
    for level in [Level::Legible, Level::Dense] {
        assert_eq!(level.to_string().parse::<Level>().unwrap(), level);
    }
    for order in [KeyOrder::Exact, KeyOrder::Header] {
        assert_eq!(order.to_string().parse::<KeyOrder>().unwrap(), order);
    }
    let error = "densest".parse::<Level>().unwrap_err();
    assert_eq!(error.to_string(), "unknown level \"densest\", expected one of `plain`, `legible`, `dense`");
}

/// The maximum depth for both.
#[test]
fn depth() {
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(Options::new().from_json(&nested(128)).is_ok());
    for (levels, max_depth) in [(129, 128), (4, 3), (1, 0), (129, 1_000), (1_000_000, usize::MAX)] {
        let json = nested(levels);
        let options = EncodeOptions::new().max_depth(max_depth);
        let error = Options::new().encode(options.clone()).from_json(&json).unwrap_err();
        let limit = max_depth.min(128);
        assert!(
            matches!(error.kind(), ErrorKind::DepthLimit { limit: found, .. } if *found == limit),
            "{error}"
        );
        assert_eq!((error.line(), error.column()), (1, limit + 1));
        if levels < 200 {
            let value: serde_json::Value = serde_json::from_str("[[[1]]]").unwrap();
            let error = Options::new().encode(options.clone()).to_string(&value).err();
            assert_eq!(error.is_some(), options.to_string(&value).is_err());
        }
    }
    // Only containers count.
    let some = Some(Some(Some([1])));
    let at = |depth| Options::new().encode(EncodeOptions::new().max_depth(depth)).to_string(&some);
    assert!(at(1).is_ok() && at(0).is_err());
    let at = |depth| {
        Options::new()
            .decode(DecodeOptions::new().max_depth(depth))
            .from_str::<Option<Option<Option<[u8; 1]>>>>("[1]: 1")
    };
    assert!(at(1).is_ok() && at(0).is_err());
}

#[derive(Debug, Serialize, Deserialize)]
struct Endless(Box<Endless>);

#[test]
fn types_without_an_end() {
    let error = toon_normal::from_str::<Endless>("1").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: 1024, .. }), "{error}");
}

// -- fields --

/// Requesting it is an error.
struct Never;

impl Serialize for Never {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("it is asked for"))
    }
}

#[derive(Serialize)]
struct Choosy {
    a: u8,
    never: Never,
    b: [Inner; 2],
}

#[derive(Serialize)]
enum Inner {
    Some {
        never: Never,
        x: u8,
        y: Option<u8>,
    },
    Other(Never),
    #[allow(dead_code)]
    Pair(Never, Never),
}

#[test]
fn fields_that_are_not_asked_for_are_not_serialized() {
    let value = Choosy {
        a: 1,
        never: Never,
        b: [Inner::Some { never: Never, x: 2, y: Some(3) }, Inner::Other(Never)],
    };
    let fields = |paths: &[&str]| Options::new().encode(EncodeOptions::new().fields(paths.iter().copied()));
    let text = fields(&["b.Some.y", "a", "b.Some.x"]).to_string(&value).unwrap().text;
    assert_eq!(toon_normal::to_json(&text).unwrap(), r#"{"b":[{"Some":{"y":3,"x":2}},{}],"a":1}"#);
    for all in [&["b"] as &[_], &["never"], &["b.Other"], &[]] {
        assert_eq!(fields(all).to_string(&value).unwrap_err().to_string(), "it is asked for", "{all:?}");
    }
    let unknown = fields(&["Some"]).to_string(&[Inner::Pair(Never, Never)]).unwrap_err();
    assert_eq!(unknown.to_string(), "unknown field \"Some\", expected `Pair`");
}

/// As in [`json::to_toon`](toon::json::to_toon), what is not asked for may be anything.
#[test]
fn fields_of_json() {
    let options = EncodeOptions::new().fields(["b.c", "a"]);
    let json = r#"{"a":[1],"x":{"k":1,"k":2},"b":[{"c":1,"d":1,"d":2},3,null,[{"e":1,"c":[{"f":1}]}]]}"#;
    let text = Options::new().encode(options.clone()).from_json(json).unwrap().text;
    let expected = r#"{"b":[{"c":1},3,null,[{"c":[{"f":1}]}]],"a":[1]}"#;
    assert_eq!(toon_normal::to_json(&text).unwrap(), expected);
    assert!(toon::json::to_toon(json, &options).is_ok());
    for scalar in ["1", "null", "\"a\"", "[]", "[[], 1]"] {
        let text = Options::new().encode(options.clone()).from_json(scalar).unwrap().text;
        assert_eq!(text, toon::json::to_toon(scalar, &options).unwrap());
    }
}

// -- JSON --

#[test]
fn mistakes_in_json_have_their_place() {
    for json in [
        "",
        "[1,]",
        "{\n  \"a\": 1,\n  \"a\": 2\n}",
        "[{\"a\": {\"b\": 1}},\n {\"b\": 1, \"c\": [], \"b\": 2}]",
        "[1] 2",
        "\"\\ud800\"",
        "{\"a\":01}",
        "[\"é\", \"\n\"]",
        "nul",
    ] {
        let expected = toon::json::to_toon(json, &EncodeOptions::new()).unwrap_err();
        let error = Options::new().from_json(json).unwrap_err();
        assert_eq!(facts(&error), facts(&expected), "{json}");
        assert_eq!((error.line(), error.column()), (expected.line(), expected.column()), "{json}");
    }
}

// -- what serde makes of types --

/// An error without its place.
fn facts(error: &Error) -> (String, Option<String>, Option<String>) {
    let hint = error.suggestion().map(std::borrow::Cow::into_owned);
    (error.kind().to_string(), error.path().map(str::to_owned), hint)
}

/// Reads as from TOON text, or fails for the same reason.
#[track_caller]
fn same<T: DeserializeOwned + Debug>(json: &str) {
    let text = toon::json::to_toon(json, &EncodeOptions::new()).unwrap();
    let expected = toon::from_str::<T>(&text).map_err(|error| facts(&error));
    let normal = Options::new().from_json(json).unwrap().text;
    for text in [&text, &normal] {
        let found = toon_normal::from_str::<T>(text).map_err(|error| facts(&error));
        assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{}\n{text}", std::any::type_name::<T>());
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct User {
    id: u8,
    name: String,
    #[serde(alias = "mail")]
    email: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Users {
    users: Vec<User>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Flat {
    id: u32,
    #[serde(flatten)]
    rest: BTreeMap<String, serde_json::Value>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Choice {
    Unit,
    New(i64),
    Pair(bool, String),
    Fields { x: f32, y: Option<f64> },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Tagged {
    A(u8),
    B { x: i128 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(f64),
    Text(String),
    List(Vec<Untagged>),
    Map(BTreeMap<String, Untagged>),
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Key(i128);

#[derive(Debug, Deserialize)]
struct Bytes(
    #[serde(with = "serde_bytes")]
    #[allow(dead_code)]
    Vec<u8>,
);

/// JSON texts that match some of the types.
const JSON: [&str; 47] = [
    "null",
    "true",
    "0",
    "-1",
    "7.0",
    "255",
    "256",
    "-129",
    "1.5",
    "-0.0",
    "1e2",
    "9007199254740993",
    "18446744073709551616",
    "-170141183460469231731687303715884105728",
    "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456",
    "1e39",
    "1e400",
    "-1e-400",
    "0.1000000000000000055511151231257827",
    "\"\"",
    "\"A\"",
    "\"é\"",
    "\"Unit\"",
    "\"1\"",
    "\"null\"",
    "[]",
    "[1,2]",
    "[1,\"a\",null]",
    "[300]",
    "[true,\"x\",1]",
    "[[1],[2,[3]],{}]",
    "{}",
    "{\"Unit\":null}",
    "{\"Unit\":1}",
    "{\"New\":5,\"Pair\":1}",
    "{\"Pair\":[true,\"x\"]}",
    "{\"Pair\":[true,\"x\",1]}",
    "{\"Fields\":{\"x\":1,\"y\":1e300}}",
    "{\"Fields\":{\"x\":1e300}}",
    "{\"t\":\"A\",\"c\":1}",
    "{\"c\":{\"x\":170141183460469231731687303715884105727},\"t\":\"B\"}",
    "{\"id\":1,\"name\":\"a\",\"email\":null}",
    "{\"id\":1,\"name\":\"a\",\"age\":2}",
    "{\"users\":[{\"id\":1,\"name\":\"a\"},{\"id\":\"x\",\"name\":\"b\"}]}",
    "{\"users\":[{\"id\":1,\"name\":true}]}",
    "{\"1\":1,\"-170141183460469231731687303715884105728\":2}",
];

#[test]
fn reads_as_from_text() {
    fn check<T: DeserializeOwned + Debug>(json: &str) {
        same::<T>(json);
        same::<Option<T>>(json);
        same::<Vec<T>>(json);
        same::<Vec<T>>(&format!("[{json},{json}]"));
        same::<BTreeMap<String, T>>(&format!("{{\"a.b\":{json},\"c\":{json}}}"));
        same::<(T, u8)>(&format!("[{json},3,4]"));
    }
    for json in JSON {
        check::<bool>(json);
        check::<u8>(json);
        check::<i8>(json);
        check::<u64>(json);
        check::<i64>(json);
        check::<u128>(json);
        check::<i128>(json);
        check::<f32>(json);
        check::<f64>(json);
        check::<char>(json);
        check::<String>(json);
        check::<()>(json);
        check::<Bytes>(json);
        check::<(u8, u8)>(json);
        check::<User>(json);
        check::<Users>(json);
        check::<Flat>(json);
        check::<Choice>(json);
        check::<Tagged>(json);
        check::<Untagged>(json);
        check::<BTreeMap<u8, u8>>(json);
        check::<BTreeMap<Key, u8>>(json);
        check::<BTreeMap<bool, u8>>(json);
        check::<serde_json::Value>(json);
        check::<Box<serde_json::value::RawValue>>(json);
        check::<serde::de::IgnoredAny>(json);
    }
    same::<User>(r#"{"id":1,"name":"a","email":"x","mail":"y"}"#);
}

#[test]
fn errors_name_the_value() {
    let text = "users[2]{id,name}:\n  1,a\n  x,b";
    let error = toon_normal::from_str::<Users>(text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid type: string \"x\", expected u8 at line 3 column 3, in users[1].id",
    );
    let form = format!("_form: 1 object\n{text}");
    let error = toon_normal::from_str::<Users>(&form).unwrap_err();
    assert_eq!(error.to_string(), "invalid type: string \"x\", expected u8, in users[1].id");
}

#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = toon_normal::to_string(value).unwrap();
    assert_eq!(&toon_normal::from_str::<T>(&text).unwrap(), value, "{text}");
}

#[test]
fn integers_of_128_bits() {
    round_trip(&[i128::MIN, i128::MAX, 0, -1]);
    round_trip(&[u128::MAX, 0]);
    round_trip(&BTreeMap::from([(i128::MIN, u128::MAX)]));
    round_trip(&HashMap::from([(Some('a'), [f64::MIN_POSITIVE, f64::MAX, -1.5e-7, 0.1])]));
}

#[test]
fn what_is_no_number_is_null() {
    let text = toon_normal::to_string(&[f64::NAN, f64::INFINITY, -0.0, 1e21]).unwrap();
    assert_eq!(text, "[4]: null,null,0,1e+21");
    assert_eq!(toon_normal::to_string(&[f32::NEG_INFINITY, 0.1]).unwrap(), "[2]: null,0.1");
}

/// `serde_json` shows them as structs of one field.
struct Special(&'static str, &'static str, usize);

impl Serialize for Special {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Special(name, text, fields) = *self;
        let mut value = serializer.serialize_struct(name, fields)?;
        for _ in 0..fields {
            value.serialize_field(name, text)?;
        }
        value.end()
    }
}

const NUMBER: &str = "$serde_json::private::Number";
const RAW_VALUE: &str = "$serde_json::private::RawValue";

#[test]
fn numbers_of_any_length_and_raw_json() {
    let written = |name, text| toon_normal::to_string(&[Special(name, text, 1)]);
    assert_eq!(written(NUMBER, "12345678901234567890123.50").unwrap(), "[1]: 1.23456789012345678901235e+22");
    assert_eq!(written(NUMBER, "word").unwrap(), "[1]: word");
    let raw = toon_normal::to_string(&Special(RAW_VALUE, " {\"a\": [1.0, \"x\"]} ", 1)).unwrap();
    assert_eq!(toon_normal::to_json(&raw).unwrap(), r#"{"a":[1,"x"]}"#);
    for (name, text, fields) in [
        (NUMBER, "1", 0),
        (NUMBER, "1", 2),
        (RAW_VALUE, "1", 0),
        (RAW_VALUE, "[", 1),
        (RAW_VALUE, "{\"a\":1,\"a\":1}", 1),
    ] {
        let value = (1, Special(name, text, fields));
        let expected = toon::to_string(&value).unwrap_err();
        assert_eq!(facts(&toon_normal::to_string(&value).unwrap_err()), facts(&expected));
    }
    let raw: Box<serde_json::value::RawValue> = toon_normal::from_str("a[2]{b}:\n  1.50\n  1e400").unwrap();
    assert_eq!(raw.get(), r#"{"a":[{"b":1.5},{"b":1e+400}]}"#);
}

/// Continues after an error.
struct Deaf;

impl Serialize for Deaf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(None)?;
        drop(seq.serialize_element(&Never));
        drop(seq.serialize_element(&1));
        seq.end()
    }
}

struct DeafMap(bool);

impl Serialize for DeafMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if self.0 {
            drop(map.serialize_entry(&[1], &1));
        } else {
            drop(map.serialize_entry("a", &Never));
        }
        map.end()
    }
}

#[test]
fn an_ignored_error_is_one() {
    let failed = |result: toon::Result<String>| {
        assert!(matches!(result.unwrap_err().kind(), ErrorKind::AlreadyFailed));
    };
    failed(toon_normal::to_string(&Deaf));
    failed(toon_normal::to_string(&json!([1, 2]).as_array().map(|_| (Deaf, 1))));
    failed(toon_normal::to_string(&DeafMap(true)));
    failed(toon_normal::to_string(&[DeafMap(false)]));
}

#[test]
fn a_display_that_fails() {
    struct Broken;
    impl std::fmt::Display for Broken {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }
    impl Serialize for Broken {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }
    struct AsKey;
    impl Serialize for AsKey {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([(Broken, 1)])
        }
    }
    let failed = |error: Error| assert_eq!(facts(&error).0, "a Display implementation returned an error");
    failed(toon_normal::to_string(&[Broken]).unwrap_err());
    failed(toon_normal::to_string(&AsKey).unwrap_err());
    failed(toon::to_string(&AsKey).unwrap_err());
}
