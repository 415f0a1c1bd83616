//! `DecodeOptions::coerce`.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;
use toon::DecodeOptions;

const COERCE: DecodeOptions = DecodeOptions::new().coerce(true);

/// The ways in which a document is read.
const MODES: [DecodeOptions; 3] = [COERCE, COERCE.strict(false), COERCE.expand_paths(true)];

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Field<T> {
    value: T,
    last: u8,
}

/// Its rows are read by position.
#[cfg(feature = "derive")]
#[derive(Debug, PartialEq, toon::Deserialize)]
struct Row<T> {
    value: T,
    last: u8,
}

/// The documents in which `token` is a value, as what reading one returns. A token with a comma is
/// not a cell.
fn read<T: DeserializeOwned>(options: &DecodeOptions, token: &str) -> Vec<toon::Result<T>> {
    let field = |field: Field<T>| field.value;
    let mut results = vec![
        options.from_str(token),
        options.from_str(&format!("value: {token}\nlast: 1")).map(field),
        options.from_str::<Vec<T>>(&format!("[1]:\n  - {token}")).map(|mut list| list.remove(0)),
        options
            .from_str::<BTreeMap<String, T>>(&format!("x: {token}"))
            .map(|mut map| map.remove("x").unwrap()),
        options
            .from_str::<Vec<Field<T>>>(&format!("[1]:\n  - value: {token}\n    last: 1"))
            .map(|mut list| field(list.remove(0))),
    ];
    if !token.contains(',') || token.starts_with('"') {
        results.push(options.from_str::<Vec<T>>(&format!("[1]: {token}")).map(|mut list| list.remove(0)));
        let table = format!("[1]{{value,last}}:\n  {token},1");
        results.push(options.from_str::<Vec<Field<T>>>(&table).map(|mut rows| field(rows.remove(0))));
        let group = format!("[1]{{a{{value,last}}}}:\n  {token},1");
        results.push(
            options
                .from_str::<Vec<BTreeMap<String, Field<T>>>>(&group)
                .map(|mut rows| field(rows.remove(0).remove("a").unwrap())),
        );
        let keyed = format!("[1:]{{value,last}}:\n  k: {token},1");
        results.push(
            options
                .from_str::<BTreeMap<String, Field<T>>>(&keyed)
                .map(|mut rows| field(rows.remove("k").unwrap())),
        );
        #[cfg(feature = "derive")]
        results.push(options.from_str::<Vec<Row<T>>>(&table).map(|mut rows| {
            let Row { value, last } = rows.remove(0);
            field(Field { value, last })
        }));
    }
    results
}

/// `token` is read as `expected` everywhere, and without the option is refused.
#[track_caller]
fn check<T: DeserializeOwned + Debug + PartialEq>(token: &str, expected: &T) {
    for options in MODES {
        for (index, result) in read::<T>(&options, token).into_iter().enumerate() {
            assert_eq!(&result.unwrap(), expected, "{token}, document {index}, {options:?}");
        }
    }
    for result in read::<T>(&DecodeOptions::new(), token) {
        assert_eq!(result.unwrap_err().classify(), toon::Category::Data, "{token}");
    }
}

/// `token` is refused with the option, as without it.
#[track_caller]
fn refuse<T: DeserializeOwned + Debug>(token: &str) {
    for options in MODES {
        let plain = read::<T>(&options.clone().coerce(false), token);
        for (result, plain) in read::<T>(&options, token).into_iter().zip(plain) {
            assert_eq!(result.unwrap_err().to_string(), plain.unwrap_err().to_string(), "{token}");
        }
    }
}

/// `token` is read as `expected` with the option and without it.
#[track_caller]
fn same<T: DeserializeOwned + Debug + PartialEq>(token: &str, expected: &T) {
    for options in [COERCE, COERCE.strict(false), DecodeOptions::new()] {
        for result in read::<T>(&options, token) {
            assert_eq!(&result.unwrap(), expected, "{token}");
        }
    }
}

#[test]
fn strings() {
    for token in ["2024", "1.50", "-0", "1e3", "true", "false", "123456789012345678901234567890"] {
        check(token, &token.to_owned());
    }
    check("7", &'7');
    refuse::<String>("null");
    assert!(COERCE.from_str::<char>("17").is_err());
    same("007", &"007".to_owned());
    same("\"5\"", &"5".to_owned());
    assert_eq!(COERCE.from_str::<Field<&str>>("value: 1.0\nlast: 1").unwrap().value, "1.0");
}

#[test]
fn numbers() {
    check("\"5\"", &5_u8);
    check("\"-5\"", &-5_i64);
    check("\"1e2\"", &100_u16);
    check("\"1.50\"", &1.5_f64);
    check("\"-2.5\"", &-2.5_f32);
    check("\"12345678901234567890\"", &12_345_678_901_234_567_890_u64);
    check("\"123456789012345678901234567890\"", &123_456_789_012_345_678_901_234_567_890_u128);
    check("\"-123456789012345678901234567890\"", &-123_456_789_012_345_678_901_234_567_890_i128);
    for token in [
        "\"\"",
        "\"five\"",
        "\"05\"",
        "\"+5\"",
        "\" 5\"",
        "\"5 \"",
        "\".5\"",
        "\"1,000\"",
        "\"0x10\"",
        "\"NaN\"",
        "\"true\"",
        "five",
        "05",
        "true",
        "null",
        "-",
        "\"-\"",
    ] {
        refuse::<u8>(token);
        refuse::<f64>(token);
        refuse::<f32>(token);
        refuse::<i128>(token);
        refuse::<u128>(token);
    }
}

#[test]
fn the_range_of_numbers_is_checked() {
    for (token, error) in [
        ("\"300\"", "invalid value: integer `300`, expected u8 at line 1 column 1"),
        ("\"-1\"", "invalid value: integer `-1`, expected u8 at line 1 column 1"),
        ("\"1.5\"", "invalid type: floating point `1.5`, expected u8 at line 1 column 1"),
    ] {
        assert_eq!(COERCE.from_str::<u8>(token).unwrap_err().to_string(), error);
    }
    assert!(matches!(
        COERCE.from_str::<f64>("\"1e400\"").unwrap_err().kind(),
        toon::ErrorKind::NumberOutOfRange { .. }
    ));
    assert!(matches!(
        COERCE.from_str::<f32>("\"1e40\"").unwrap_err().kind(),
        toon::ErrorKind::NumberOutOfRange { .. }
    ));
}

#[test]
fn bools() {
    for token in ["True", "TRUE", "\"true\"", "\"True\"", "\"TRUE\""] {
        check(token, &true);
    }
    for token in ["False", "FALSE", "\"false\"", "\"False\"", "\"FALSE\""] {
        check(token, &false);
    }
    for token in ["tRUE", "yes", "no", "1", "0", "\"1\"", "on", "null", "T", "\"\""] {
        refuse::<bool>(token);
    }
}

#[test]
fn options() {
    for token in ["None", "Null", "NULL", "nil", "undefined"] {
        check(token, &None::<u8>);
        check(token, &None::<bool>);
        // serde asks for the option first, so that the content's type does not count.
        for options in MODES {
            for result in read::<Option<String>>(&options, token) {
                assert_eq!(result.unwrap(), None, "{token}");
            }
        }
        let quoted = format!("\"{token}\"");
        same(&quoted, &Some(token.to_owned()));
        refuse::<Option<u8>>(&quoted);
    }
    for token in ["N/A", "-", "n/a", "none", "NIL", "Undefined", "?", "\"\"", "\"null\""] {
        refuse::<Option<u8>>(token);
        same(token, &Some(token.trim_matches('"').to_owned()));
    }
    check("\"5\"", &Some(5_u8));
    check("True", &Some(true));
    check("5", &Some("5".to_owned()));
    same("null", &None::<String>);
    refuse::<()>("None");
}

#[test]
fn unit_variants() {
    #[derive(Debug, PartialEq, Deserialize)]
    enum Version {
        #[serde(rename = "2")]
        Two,
        #[serde(rename = "true")]
        Latest,
    }
    check("2", &Version::Two);
    check("true", &Version::Latest);
    refuse::<Version>("null");
    assert!(matches!(
        COERCE.from_str::<Version>("3").unwrap_err().kind(),
        toon::ErrorKind::UnknownVariant { .. }
    ));
}

#[cfg(feature = "json")]
#[test]
fn arrays_in_strings() {
    let words = vec!["a".to_owned(), "b, c".to_owned()];
    check(r#"["a", "b, c"]"#, &words);
    check(r#""[\"a\",\"b, c\"]""#, &words);
    check("[1]", &vec![1_u8]);
    check("\"[1, 2]\"", &(1_u8, 2_u8));
    check("\"[]\"", &Vec::<u8>::new());
    check("\"[[1], [2, null]]\"", &vec![vec![Some(1_u8)], vec![Some(2), None]]);
    check(r#""[{\"value\":\"x\",\"last\":2}]""#, &vec![Field { value: "x".to_owned(), last: 2 }]);
    check(r#""[\"say \\\"hi\\\"\\n\"]""#, &vec!["say \"hi\"\n".to_owned()]);
    check("\"[1]\"", &Some(vec![1_u8]));
    for token in ["\"\"", "a", "[a]", "\"a,b\"", "\"[1\"", "\"[1] \"", "\"{}\"", "1", "null", "None", "\"1\""]
    {
        refuse::<Vec<u8>>(token);
    }
    let error = COERCE.from_str::<Field<Vec<u8>>>("value: \"[1, 300]\"\nlast: 1").unwrap_err();
    let message = "invalid value: integer `300`, expected u8 at line 1 column 8, in value";
    assert_eq!(error.to_string(), message);
    // A string is still a string.
    same("\"[1]\"", &"[1]".to_owned());
}

#[cfg(feature = "json")]
#[test]
fn objects_in_strings() {
    let expected = Field { value: Field { value: "x".to_owned(), last: 2 }, last: 1 };
    assert_eq!(
        COERCE.from_str::<Field<Field<String>>>("value: {\"value\": \"x\", \"last\": 2}\nlast: 1").unwrap(),
        expected
    );
    check(r#""{\"a\":1}""#, &BTreeMap::from([("a".to_owned(), 1_u8)]));
    check(r#""{}""#, &BTreeMap::<String, u8>::new());
    for token in ["{a: 1}", "\"[]\"", "a", "\"{\"", "5"] {
        refuse::<BTreeMap<String, u8>>(token);
    }
}

#[cfg(feature = "json")]
#[test]
fn arrays_in_strings_count_as_levels() {
    let read = |depth| COERCE.max_depth(depth).from_str::<Field<Vec<Vec<u8>>>>("value: \"[[1]]\"\nlast: 1");
    assert_eq!(read(3).unwrap().value, [[1]]);
    assert!(matches!(read(2).unwrap_err().kind(), toon::ErrorKind::DepthLimit { limit: 2, .. }));
    let deep = format!("value: \"{}{}\"\nlast: 1", "[".repeat(100_000), "]".repeat(100_000));
    assert!(COERCE.from_str::<Field<Vec<u8>>>(&deep).is_err());
}

/// What accepts any type gets what it would get without the option.
#[test]
fn any_type_is_unaffected() {
    use serde_json::Value;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Number(f64),
        Bool(bool),
        Text(String),
        Null(Option<u8>),
    }
    #[derive(Debug, PartialEq, Deserialize)]
    struct Outer {
        #[serde(flatten)]
        inner: Field<u8>,
    }

    for token in
        ["2024", "1.50", "\"5\"", "True", "\"true\"", "None", "null", "nil", "\"[1]\"", "{}", "N/A", "-"]
    {
        let text = format!("a: {token}\nb[1]: {token}\nt[1]{{x,y}}:\n  {token},1\nm:\n  k: {token}");
        let plain: Value = toon::from_str(&text).unwrap();
        assert_eq!(COERCE.from_str::<Value>(&text).unwrap(), plain, "{token}");
        assert_eq!(COERCE.from_str::<Untagged>(token).unwrap(), toon::from_str::<Untagged>(token).unwrap());
    }
    assert!(COERCE.from_str::<Outer>("value: \"5\"\nlast: 1").is_err());
}

#[test]
fn rows_one_by_one() {
    let text = "[2]{value,last}:\n  2024,\"1\"\n  None,2";
    let rows: Vec<Field<Option<String>>> = COERCE.rows(text.as_bytes()).collect::<toon::Result<_>>().unwrap();
    let value = Some("2024".to_owned());
    assert_eq!(rows, [Field { value, last: 1 }, Field { value: None, last: 2 }]);
}

/// What the target accepts without the option, it accepts with it, and gets the same.
#[test]
fn values_of_the_right_type_are_unaffected() {
    let value = Field {
        value: vec![(Some(1.5_f64), "None x".to_owned(), true), (None, "1".to_owned(), false)],
        last: 7,
    };
    let text = toon::to_string(&value).unwrap();
    assert_eq!(COERCE.from_str::<Field<Vec<(Option<f64>, String, bool)>>>(&text).unwrap(), value);
    // Strings that other types would be read from.
    for string in ["None", "True", "5", "true", "null", "[1]", "{}", "1.50", ""] {
        let text = toon::to_string(string).unwrap();
        assert_eq!(COERCE.from_str::<String>(&text).unwrap(), string);
    }
}
