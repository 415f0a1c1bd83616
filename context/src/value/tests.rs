use super::*;
use serde::{Deserialize, Serialize};

#[track_caller]
fn fails<T: Serialize>(value: T, message: &str) {
    assert_eq!(Value::new(&value).unwrap_err().to_string(), message);
}

/// Entries of a map, in order.
struct Map<K, V>(Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Map<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

mod hints {
    use super::*;

    /// What `toon` is told about the layout does not change a value.
    #[test]
    fn hints_do_not_show() {
        #[derive(toon::Serialize)]
        struct Team {
            #[toon(tabular)]
            users: Vec<User>,
        }

        #[derive(toon::Serialize)]
        #[toon(tabular)]
        struct User {
            id: u8,
            #[toon(level = "full")]
            nick: Option<String>,
        }

        let team = Team { users: vec![User { id: 1, nick: None }] };
        let json = r#"{"users":[{"id":1,"nick":null}]}"#;
        assert_eq!(serde_json::to_string(&Value::new(&team).unwrap()).unwrap(), json);
    }
}

mod depth {
    use super::*;

    #[derive(Clone, Deserialize, Serialize)]
    struct Nested(Vec<Nested>);

    fn nested(depth: usize) -> Nested {
        (1..depth).fold(Nested(Vec::new()), |inner, _| Nested(vec![inner]))
    }

    #[test]
    fn lists() {
        let value = Value::new(&nested(120)).unwrap();
        assert_eq!(value.clone(), value);
        let smallest = smallest(&named("name", &value), &str::len);
        assert!(smallest.text.len() > 120);
        fails(nested(121), "nested deeper than 120 levels");
    }

    #[test]
    fn variants_are_levels() {
        #[derive(Serialize)]
        enum Chain {
            Newtype(Box<Chain>),
            Tuple(Box<Chain>, ()),
            Struct { inner: Box<Chain> },
            End,
        }

        let newtypes = |depth| (0..depth).fold(Chain::End, |inner, _| Chain::Newtype(Box::new(inner)));
        assert!(Value::new(&newtypes(120)).is_ok());
        fails(newtypes(121), "nested deeper than 120 levels");
        let others = |depth| {
            (0..depth).fold(Chain::End, |inner, _| Chain::Struct {
                inner: Box::new(Chain::Tuple(Box::new(inner), ())),
            })
        };
        assert!(Value::new(&others(30)).is_ok());
        fails(others(31), "nested deeper than 120 levels");
    }

    #[test]
    fn wrappers() {
        struct Endless;

        impl Serialize for Endless {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_some(self)
            }
        }

        fails(Endless, "nested deeper than 1024 levels");
    }
}

mod rows {
    use super::*;

    #[track_caller]
    fn check<T: Serialize>(value: T, rows: Option<usize>, first: &str) {
        let value = Value::new(&value).unwrap();
        assert_eq!(value.rows(), rows);
        assert_eq!(serde_json::to_string(&value.first_rows(1)).unwrap(), first);
        let all = rows.unwrap_or(0);
        for count in [all, all + 1, usize::MAX] {
            let view = serde_json::to_string(&value.first_rows(count)).unwrap();
            assert_eq!(view, serde_json::to_string(&value).unwrap());
        }
    }

    #[test]
    fn the_value_itself() {
        check([1, 2, 3], Some(3), "[1]");
        check([vec![1, 2, 3], vec![4]], Some(2), "[[1,2,3]]");
    }

    #[test]
    fn the_largest_list_in_objects() {
        check(
            serde_json::json!({"a": [1, 2, 3], "b": {"c": ["a long text", "b"], "d": 1}, "e": [[1], [2]]}),
            Some(2),
            r#"{"a":[1,2,3],"b":{"c":["a long text"],"d":1},"e":[[1],[2]]}"#,
        );
        check(serde_json::json!({"a": [1, 2], "b": [3, 4]}), Some(2), r#"{"a":[1],"b":[3,4]}"#);
    }

    #[test]
    fn none() {
        check("text", None, "\"text\"");
        check([(); 0], None, "[]");
        check(serde_json::json!({"a": [], "b": {}}), None, r#"{"a":[],"b":{}}"#);
    }

    #[test]
    fn the_length_is_true() {
        let value =
            Value::new(&[("a", 1), ("b", 2), ("c", 3)].map(|(a, b)| Map(vec![("x", a.len()), ("y", b)])));
        let value = value.unwrap();
        assert_eq!(toon::to_string(&value.first_rows(2)).unwrap(), "[2]{x,y}:\n  1,1\n  1,2");
        assert_eq!(toon::to_string(&value.first_rows(0)).unwrap(), "[]");
    }
}

mod encodings {
    use super::*;

    #[test]
    fn canonical_toon() {
        let value = Value::new(&[1, 2, 3]).unwrap();
        let encoded = smallest(&value, &|text| usize::from(!text.starts_with("[3]: ")));
        assert_eq!(encoded, Encoded { text: "[3]: 1,2,3".to_owned(), format: Format::Toon });
        let encoded = smallest(&named("numbers", value.first_rows(2)), &|_| 0);
        assert_eq!(encoded.text, "numbers[2]: 1,2");
    }

    #[cfg(feature = "json")]
    #[test]
    fn the_smallest_is_chosen() {
        let value = Value::new(&[[1], [2]]).unwrap();
        assert_eq!(
            smallest(&value, &str::len),
            Encoded { text: "[[1],[2]]".to_owned(), format: Format::Json }
        );
        let row = |id: usize| Map(vec![("id", id.to_string()), ("url", format!("https://x.example/u/{id}"))]);
        let value = Value::new(&(0..20).map(row).collect::<Vec<_>>()).unwrap();
        let normal = smallest(&value, &str::len);
        assert!(normal.text.starts_with("_form"), "{}", normal.text);
        assert_eq!(normal.format, Format::Normal);
    }

    /// The first form that is tried wins if all are of the same size.
    #[test]
    fn ties() {
        for value in [serde_json::json!([[1], [2]]), serde_json::json!([{"a": 1, "b": 2}, {"b": 3, "a": 4}])]
        {
            let value = Value::new(&value).unwrap();
            assert_eq!(smallest(&value, &|_| 1).text, toon::to_string(&value).unwrap());
        }
    }
}

#[cfg(feature = "json")]
mod json {
    use super::*;
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    fn read(json: &str) -> Option<Value> {
        Value::from_json(json, &mut Quota::unlimited())
    }

    fn lists(depth: usize) -> String {
        format!("{}{}", "[".repeat(depth), "]".repeat(depth))
    }

    #[track_caller]
    fn keeps(json: &str) {
        let value = read(json).unwrap();
        assert_eq!(value, read(&toon::Value::from_json(json).unwrap().to_json()).unwrap());
        let toon = toon::json::to_toon(json, &toon::EncodeOptions::new()).unwrap();
        assert_eq!(toon::to_string(&value).unwrap(), toon);
    }

    #[test]
    fn values() {
        keeps(r#"{"b":[true,false,null],"a":{"c":"d\n\u0001"},"":[]}"#);
        assert_eq!(read(" [ 1 ] ").unwrap(), Value::new(&[1]).unwrap());
        assert_eq!(
            read(r#"{"\u00e9":"\ud83d\ude00"}"#).unwrap(),
            Value::new(&Map(vec![("é", "😀")])).unwrap()
        );
    }

    #[test]
    fn whitespace_and_escapes() {
        let spaced = " {\t\"a\\\\\" :\r\n[ 1.50 , \"\\\"]\" ,{ } , [ ],true , \"\\\\\" ] , \"}\":null}\n";
        let compact = r#"{"a\\":[1.50,"\"]",{},[],true,"\\"],"}":null}"#;
        assert_eq!(read(spaced).unwrap(), read(compact).unwrap());
        keeps(compact);
    }

    /// Reading it once for each list would take 120 times as long.
    #[test]
    fn a_long_string_in_many_lists_is_read_once() {
        let text = format!("{}{:?}{}", "[".repeat(119), "a".repeat(8 << 20), "]".repeat(119));
        assert!(read(&text).is_some());
    }

    #[test]
    fn numbers_keep_every_digit() {
        for json in [
            "0",
            "-0",
            "-0.0",
            "1.0",
            "1.50",
            "1e2",
            "1E+2",
            "1e400",
            "-1e999999999999",
            "1e-999999999999",
            "0.1234567890123456789012345678901234567890",
            "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211456",
            "-170141183460469231731687303715884105729",
        ] {
            keeps(json);
            let encoded = smallest(&read(json).unwrap(), &str::len);
            assert_eq!(encoded.text, toon::json::to_toon(json, &toon::EncodeOptions::new()).unwrap());
        }
        assert_eq!(read("1.5").unwrap(), Value::new(&1.5).unwrap());
        assert_eq!(read("1.50").unwrap(), Value::new(&1.5).unwrap());
    }

    #[test]
    fn invalid_text() {
        for json in [
            "",
            "[1",
            "01",
            "nul",
            "[1] 2",
            r#"{"a":1,"b":2,"a":3}"#,
            r#"[{"a":1,"\u0061":2}]"#,
            r#""\ud800""#,
            r#"{"\ud800":1}"#,
        ] {
            assert_eq!(read(json), None, "{json}");
        }
    }

    #[test]
    fn depth() {
        assert!(read(&lists(120)).is_some());
        let objects = |depth| format!("{}1{}", r#"{"a":"#.repeat(depth), "}".repeat(depth));
        assert!(read(&objects(120)).is_some());
        for depth in [128, 10_000] {
            assert_eq!(read(&lists(depth)), None);
            assert_eq!(read(&objects(depth)), None);
        }
    }

    /// Compact JSON text of any value.
    fn any_json() -> impl Strategy<Value = String> {
        let number = "-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?";
        let scalar = prop_oneof![Just("null".to_owned()), Just("true".to_owned()), number, string()];
        scalar.prop_recursive(4, 40, 6, |inner| {
            let object = prop::collection::btree_map(string(), inner.clone(), 0..6).prop_map(|entries| {
                let entries: Vec<_> = entries.iter().map(|(key, value)| format!("{key}:{value}")).collect();
                format!("{{{}}}", entries.join(","))
            });
            let list = prop::collection::vec(inner, 0..6);
            prop_oneof![object, list.prop_map(|elements| format!("[{}]", elements.join(",")))]
        })
    }

    fn string() -> impl Strategy<Value = String> {
        "[a-c\"é\n]{0,4}".prop_map(|text| serde_json::to_string(&text).unwrap())
    }

    proptest! {
        #[test]
        fn any_text(json in any_json(), count in 0..4_usize) {
            keeps(&json);
            let value = read(&json).unwrap();
            let view = toon::to_value(&value.first_rows(count)).unwrap().to_json();
            let rows = read(&view).unwrap();
            match value.rows() {
                Some(all) if count < all => prop_assert!(view.len() < toon::Value::from_json(&json).unwrap().to_json().len()),
                _ => prop_assert_eq!(&rows, &value),
            }
            let encoded = smallest(&value, &str::len);
            prop_assert!(encoded.text.len() <= toon::to_string(&value).unwrap().len());
        }
    }

    #[test]
    fn raw_values_in_other_types() {
        let raw: Box<RawValue> = serde_json::from_str(r#"{"a":[1.50]}"#).unwrap();
        assert_eq!(Value::new(&[&raw]).unwrap(), read(r#"[{"a":[1.50]}]"#).unwrap());
        let deep: Box<RawValue> = serde_json::from_str(&lists(120)).unwrap();
        assert!(Value::new(&deep).is_ok());
        fails([&deep], "nested deeper than 120 levels");
    }
}
