//! Random values: JSON is converted to the same text as its value, and back.

use proptest::prelude::*;
use serde_json::Value;
use toon::json::{from_toon, to_toon};
use toon::{DecodeOptions, Delimiter, EncodeOptions, KeyFolding, SpecVersion};
use toon_testing::effort;
use toon_testing::{json_number, value};

fn encode_options() -> impl Strategy<Value = EncodeOptions> {
    let delimiter = prop::sample::select(vec![Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe]);
    (delimiter, 1_usize..5, any::<bool>(), any::<bool>()).prop_map(|(delimiter, indent, folds, v3)| {
        EncodeOptions::new()
            .delimiter(delimiter)
            .indent(indent)
            .key_folding(if folds { KeyFolding::Safe } else { KeyFolding::Off })
            .spec(if v3 { SpecVersion::V3 } else { SpecVersion::V4 })
    })
}

/// Equal by §2, except for the order of keys, which tables change.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => match (left.as_i128(), right.as_i128()) {
            (Some(left), Some(right)) => left == right,
            _ => left.as_f64() == right.as_f64(),
        },
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, left)| right.get(key).is_some_and(|right| same(left, right)))
        }
        _ => left == right,
    }
}

proptest! {
    #![proptest_config(effort::cases(500))]

    #[test]
    fn text_and_value_become_the_same(value in value(4), options in encode_options(), pretty in any::<bool>()) {
        let json = if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() };
        prop_assert_eq!(to_toon(&json, &options).unwrap(), options.to_string(&value).unwrap());
    }

    #[test]
    fn and_back(value in value(4)) {
        let text = to_toon(&value.to_string(), &EncodeOptions::new()).unwrap();
        let json = from_toon(&text, &DecodeOptions::new()).unwrap();
        let back: Value = serde_json::from_str(&json).unwrap();
        prop_assert!(same(&value, &back), "{value}\n{text}\n{json}");
        // Canonical text stays the same, byte for byte.
        prop_assert_eq!(to_toon(&json, &EncodeOptions::new()).unwrap(), text.clone());
        let decoded: Value = toon::from_str(&text).unwrap();
        prop_assert!(same(&decoded, &back), "{decoded}\n{json}");
    }

    #[test]
    fn numbers_come_back_to_the_digit(number in json_number()) {
        let text = to_toon(&number, &EncodeOptions::new()).unwrap();
        prop_assert_eq!(&from_toon(&text, &DecodeOptions::new()).unwrap(), &text);
        prop_assert_eq!(&to_toon(&text, &EncodeOptions::new()).unwrap(), &text);
        prop_assert_eq!(digits(&text), digits(&number));
        prop_assert_eq!(text.starts_with('-'), number.starts_with('-') && text != "0");
    }
}

/// The significant digits of a number, and the power of ten of the last of them.
fn digits(number: &str) -> (String, i64) {
    let number = number.trim_start_matches('-').to_lowercase();
    let (mantissa, exponent) = number.split_once('e').unwrap_or((&number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let power = exponent.parse::<i64>().unwrap() - i64::try_from(fraction.len()).unwrap();
    let kept = all.trim_start_matches('0').trim_end_matches('0');
    if kept.is_empty() {
        return (String::new(), 0);
    }
    let zeros = all.len() - all.trim_end_matches('0').len();
    (kept.to_string(), power + i64::try_from(zeros).unwrap())
}
