//! Every digit is kept by types that can hold it.

#![cfg(test)]

mod positions;

use bigdecimal::BigDecimal;
use num_bigint::{BigInt, BigUint};
use positions::{everywhere, hoisted};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value, json};
use std::collections::BTreeMap;

/// In canonical form.
const NUMBERS: [&str; 22] = [
    "0",
    "-7",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775809",
    "340282366920938463463374607431768211456",
    "1234567890123456789012345678901234567890",
    "100000000000000000000",
    "0.1",
    "-0.25",
    "9007199254740993.5",
    "123456789012345678901.123456",
    "0.1000000000000000055",
    "3.141592653589793238462643383279",
    "0.000001",
    "1e-7",
    "1.0000000000000000001e-7",
    "1e+21",
    "1.2345678901234567890123456789e+30",
    "1e+400",
    "-1.5e-400",
    "12345678901234567890.5",
];

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

#[test]
fn numbers_of_serde_json() {
    for text in NUMBERS {
        assert_eq!(toon::to_string(&number(text)).unwrap(), text);
        assert_eq!(toon::from_str::<Number>(text).unwrap().to_string(), text);
        everywhere(&number(text));
        hoisted(&number(text));
    }
}

/// As in JSON: the digits are those of the text.
#[test]
fn numbers_that_are_not_canonical() {
    for text in ["1.50", "123456789012345678901.1234560", "10e+22", "0.0000000100"] {
        assert_eq!(toon::from_str::<Number>(text).unwrap().to_string(), text);
    }
    // The specification has no other integers.
    for (text, integer) in [("1.0", "1"), ("1e3", "1000"), ("-0", "0")] {
        assert_eq!(toon::from_str::<Number>(text).unwrap().to_string(), integer);
    }
}

#[test]
fn values_of_serde_json() {
    let list: Vec<Value> = NUMBERS.iter().map(|text| Value::Number(number(text))).collect();
    let rows: Vec<Value> = list.iter().map(|number| json!({ "a": number, "b": { "c": number } })).collect();
    for value in list.iter().chain(&rows).chain([&json!(list), &json!(rows), &json!({ "rows": rows })]) {
        everywhere(value);
    }
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Amount(#[serde(with = "rust_decimal::serde::arbitrary_precision")] Decimal);

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Price {
    #[serde(with = "rust_decimal::serde::arbitrary_precision")]
    net: Decimal,
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    tax: Option<Decimal>,
}

const DECIMALS: [&str; 10] = [
    "0",
    "1",
    "-1.5",
    "0.1",
    "79228162514264337593543950335",
    "-79228162514264337593543950335",
    "123456789012345678901.123456",
    "0.0000000000000000000000000001",
    "0.00000001",
    "100000000000000000000",
];

#[test]
fn decimals() {
    let price = |net: Decimal| Price { net, tax: Some(net) };
    for text in DECIMALS {
        let decimal: Decimal = text.parse().unwrap();
        everywhere(&Amount(decimal));
        hoisted(&Amount(decimal));
        everywhere(&price(decimal));
        // Without an adapter it is a string.
        everywhere(&decimal);
    }
    let free = Price { net: Decimal::ONE, tax: None };
    assert_eq!(toon::from_str::<Price>(&toon::to_string(&free).unwrap()).unwrap(), free);
    let prices = ["123456789012345678901.123456", "0.1"].map(|text| price(text.parse().unwrap()));
    assert_eq!(
        toon::to_string(&prices).unwrap(),
        "[2]{net,tax}:\n  123456789012345678901.123456,123456789012345678901.123456\n  0.1,0.1"
    );
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Big(#[serde(with = "bigdecimal::serde::json_num")] BigDecimal);

#[test]
fn big_decimals() {
    for text in NUMBERS.iter().chain(&DECIMALS) {
        let decimal: BigDecimal = text.parse().unwrap();
        everywhere(&decimal);
        hoisted(&decimal);
        everywhere(&Big(decimal.clone()));
        hoisted(&Big(decimal.clone()));
        // A number is accepted, too.
        assert_eq!(toon::from_str::<BigDecimal>(text).unwrap(), decimal);
    }
}

#[test]
fn big_integers() {
    for text in
        ["0", "1", "18446744073709551616", "123456789012345678901234567890123456789012345678901234567890"]
    {
        let natural: BigUint = text.parse().unwrap();
        everywhere(&natural);
        everywhere(&-BigInt::from(natural));
    }
}

/// Targets that ask for a type get what they ask for.
#[test]
fn other_types_are_as_without_the_feature() {
    assert_eq!(toon::from_str::<f64>("123456789012345678901.123456").unwrap(), 123456789012345680000.0);
    assert_eq!(toon::from_str::<f32>("0.1").unwrap(), 0.1);
    assert_eq!(toon::from_str::<u128>("340282366920938463463374607431768211455").unwrap(), u128::MAX);
    assert_eq!(toon::from_str::<i128>("-170141183460469231731687303715884105728").unwrap(), i128::MIN);
    assert_eq!(toon::from_str::<Vec<u8>>("[2]: 1,2.0").unwrap(), [1, 2]);
    assert!(toon::from_str::<u64>("1.5").is_err());
    assert!(toon::from_str::<String>("1.5").is_err());
    hoisted(&1.5_f64);
    hoisted(&0.1_f32);
    hoisted(&u128::MAX);
}

/// serde's buffers do not know the map: as in serde_json, an integer can be read from them, but not
/// a float.
#[test]
fn floats_behind_buffers_fail_as_in_serde_json() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Flat<T> {
        #[serde(flatten)]
        rest: BTreeMap<String, T>,
    }
    assert_eq!(toon::from_str::<Flat<u8>>("a: 1").unwrap().rest["a"], 1);
    assert_eq!(serde_json::from_str::<Flat<u8>>("{\"a\":1}").unwrap().rest["a"], 1);
    let error = toon::from_str::<Flat<f64>>("a: 1.5").unwrap_err();
    assert_eq!(error.to_string(), "invalid type: object, expected f64 at line 1 column 1");
    assert!(serde_json::from_str::<Flat<f64>>("{\"a\":1.5}").is_err());
}
