//! Numbers: every digit, equal by value, in canonical spelling.

use std::collections::HashSet;
use toon::{Number, Value};

fn number(text: &str) -> Number {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_text_is_canonical() {
    for (spelled, canonical) in [
        ("1.10", "1.1"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("0e5", "0"),
        ("1e3", "1000"),
        ("1E+3", "1000"),
        ("100e-2", "1"),
        ("1e-7", "1e-7"),
        ("0.0000001", "1e-7"),
        ("0.000001", "0.000001"),
        ("1e21", "1e+21"),
        ("1e20", "100000000000000000000"),
        ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808", "9223372036854775808"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("-9223372036854775809", "-9223372036854775809"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
        ("1e400", "1e+400"),
    ] {
        assert_eq!(number(spelled).to_string(), canonical, "{spelled}");
        assert_eq!(number(spelled), number(canonical), "{spelled}");
    }
}

#[test]
fn equal_values_are_equal_and_have_equal_hashes() {
    let pairs = [
        ("1", "1.0"),
        ("10e399", "1e400"),
        ("1000000000000000000000", "1e21"),
        ("1500000000000000000000", "1.5e21"),
        ("-1234567890123456789012345000", "-1.234567890123456789012345e27"),
        ("0.5", "5e-1"),
    ];
    for (one, other) in pairs {
        let set: HashSet<_> = [number(one), number(other)].into();
        assert_eq!(set.len(), 1, "{one} {other}");
    }
}

#[test]
fn other_values_differ() {
    for (one, other) in [
        ("1", "-1"),
        ("12.5", "1.25"),
        ("1.5e21", "15e21"),
        ("123456789012345678901234567890", "123456789012345678901234567891"),
        ("1000000000000000000000", "1000000000000000000001"),
        ("1e400", "1e401"),
        ("0.1", "0.10000000000000000001"),
    ] {
        assert_ne!(number(one), number(other), "{one} {other}");
    }
}

#[test]
fn texts_that_are_not_numbers() {
    for text in ["", "-", "05", "1.", ".5", "+1", "1e", "NaN", "inf", "0x1", " 1", "1 ", "1,5", "é"] {
        let error = text.parse::<Number>().unwrap_err();
        assert_eq!(error.to_string(), format!("invalid value: string {text:?}, expected a number"));
    }
}

#[test]
fn integers_up_to_128_bits() {
    assert_eq!(Number::from(i64::MIN).as_i64(), Some(i64::MIN));
    assert_eq!(Number::from(u64::MAX).as_u64(), Some(u64::MAX));
    assert_eq!(Number::from(u64::MAX).as_i64(), None);
    assert_eq!(Number::from(i128::MIN).as_i128(), Some(i128::MIN));
    assert_eq!(Number::from(u128::MAX).as_u128(), Some(u128::MAX));
    assert_eq!(Number::from(u128::MAX).as_i128(), None);
    assert_eq!(Number::from(-1).as_u64(), None);
    assert_eq!(number("1e21").as_i128(), Some(10_i128.pow(21)));
    assert_eq!(number("1.5").as_i128(), None);
    assert_eq!(number(&i128::MIN.to_string()), Number::from(i128::MIN));
}

#[test]
fn floats() {
    assert_eq!(Number::from_f64(-0.0), Some(Number::from(0)));
    assert_eq!(Number::from_f64(1e300).unwrap().as_f64(), Some(1e300));
    assert_eq!(Number::from_f64(f64::INFINITY), None);
    assert_eq!(number("1e-400").as_f64(), Some(0.0));
    assert_eq!(Value::from(f64::NAN), Value::Null);
    assert_eq!(Value::from(0.1_f32).to_string(), "0.1");
    assert_eq!(Value::from(f64::from(0.1_f32)).to_string(), "0.10000000149011612");
}

/// A serializer that cannot hold all digits gets an error rather than other digits.
#[test]
fn other_formats_never_lose_digits() {
    let json = |text: &str| serde_json::to_string(&number(text));
    assert_eq!(json("1.50").unwrap(), "1.5");
    assert_eq!(json("18446744073709551615").unwrap(), "18446744073709551615");
    assert_eq!(json("340282366920938463463374607431768211455").unwrap(), u128::MAX.to_string());
    assert_eq!(
        json("0.30000000000000000001").unwrap_err().to_string(),
        "number 0.30000000000000000001 is out of range"
    );
    assert!(json("1e400").is_err());
}

/// Numbers are keys of maps like those of other number types.
#[test]
fn numbers_within_types() {
    #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
    struct Reading {
        at: u8,
        value: Number,
    }
    let text = "[2]{at,value}:\n  1,0.30000000000000000001\n  2,7";
    let readings: Vec<Reading> = toon::from_str(text).unwrap();
    assert_eq!(readings[0].value, number("0.30000000000000000001"));
    assert_eq!(toon::to_string(&readings).unwrap(), text);
    let error = toon::from_str::<Vec<Reading>>("[1]{at,value}:\n  1,abc").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid type: string \"abc\", expected a number at line 2 column 5, in [0].value"
    );
}
