//! Random values keep all digits and orders through every direction.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use toon::{Value, from_value, to_value};
use toon_testing::{json_number, value};

#[test]
fn values_are_exact_in_every_direction() {
    let mut runner = TestRunner::new(toon_testing::effort::cases(4000));
    runner
        .run(&(value(4), prop::collection::vec(json_number(), 3)), |(json, numbers)| {
            let mut value = Value::from_iter([("json", to_value(&json).unwrap())]);
            for (at, number) in numbers.iter().enumerate() {
                let number: toon::Number = number.parse().unwrap();
                value.as_object_mut().unwrap().insert(format!("n{at}"), number);
            }
            // Tables have the keys of all rows in the order of the header.
            let text = toon::to_string(&value).unwrap();
            let read: Value = toon::from_str(&text).unwrap();
            prop_assert_eq!(&read, &value);
            prop_assert_eq!(toon::to_string(&read).unwrap(), &*text);
            prop_assert_eq!(value.to_string(), &*text);
            // A value that is serialized or cloned keeps everything.
            let copies = [
                to_value(&value).unwrap(),
                from_value(&value).unwrap(),
                #[cfg(feature = "json")]
                Value::from_json(&value.to_json()).unwrap(),
            ];
            for copy in &copies {
                prop_assert_eq!(format!("{copy:?}"), format!("{value:?}"));
                prop_assert_eq!(copy, &value);
            }
            #[cfg(feature = "json")]
            {
                prop_assert_eq!(
                    toon::json::from_toon(&text, &toon::DecodeOptions::new()).unwrap(),
                    read.to_json()
                );
                prop_assert_eq!(
                    toon::json::to_toon(&value.to_json(), &toon::EncodeOptions::new()).unwrap(),
                    text
                );
            }
            Ok(())
        })
        .unwrap();
}
