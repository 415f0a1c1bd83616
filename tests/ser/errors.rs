//! Values that cannot be written, and `Serialize` implementations that break the rules.

use crate::support::events::{Call, Event, int, map, seq};
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct};
use std::collections::BTreeMap;
use toon::{EncodeOptions, ErrorKind, KeyFolding, Serializer};

/// Every possible position of `event`.
fn places(event: &Event) -> Vec<Event> {
    let event = || event.clone();
    let row = || map([("a", int(1)), ("b", int(2))]);
    vec![
        event(),
        seq([event()]),
        seq([int(1), event()]),
        seq([row(), event()]),
        seq([seq([]), event(), int(1)]),
        seq([seq([row(), event()])]),
        map([("k", event())]),
        map([("a", int(1)), ("k", event()), ("z", int(1))]),
        map([("p", row()), ("k", event())]),
        map([("p", map([("k", event())])), ("q", int(1))]),
        seq([map([("a", int(1)), ("b", event())])]),
        seq([row(), map([("a", int(1)), ("b", event())])]),
        seq([row(), map([("b", event()), ("a", int(1))])]),
        map([("p", row()), ("q", map([("a", event()), ("b", int(1))]))]),
        Event::Struct(vec![("a", int(1)), ("b", event())]),
        Event::Some(Box::new(event())),
        Event::Newtype(Box::new(event())),
        Event::NewtypeVariant("V", Box::new(event())),
    ]
}

/// `event` is rejected everywhere, as `is_expected` checks.
#[track_caller]
fn assert_refused(event: &Event, is_expected: impl Fn(&ErrorKind) -> bool) {
    for place in places(event) {
        match toon::to_string(&place) {
            Ok(text) => panic!("{place:?} is written:\n{text}"),
            Err(error) => assert!(is_expected(error.kind()), "{place:?}: {error:?}"),
        }
        assert!(toon::to_vec(&place).is_err());
        match toon::to_value(&place) {
            Ok(tree) => panic!("{place:?} is written:\n{tree}"),
            Err(error) => assert!(is_expected(error.kind()), "{place:?}: {error:?}"),
        }
        let mut written = Vec::new();
        assert!(toon::to_writer(&mut written, &place).is_err());
        assert!(written.is_empty(), "{place:?}: a part is written");
    }
}

#[test]
fn keys_that_are_no_text() {
    let keys = [
        seq([]),
        seq([int(1)]),
        map([]),
        map([("a", int(1))]),
        Event::Struct(vec![("a", int(1))]),
        Event::Null,
        Event::None,
        Event::Bytes(b"a"),
        Event::Float(f64::NAN),
        Event::Float(f64::INFINITY),
        Event::NewtypeVariant("V", Box::new(int(1))),
        Event::Some(Box::new(Event::None)),
        Event::Newtype(Box::new(seq([]))),
    ];
    for key in keys {
        let is_key = |kind: &ErrorKind| matches!(kind, ErrorKind::InvalidKey);
        assert_refused(&Event::Map(vec![(key.clone(), int(1))]), is_key);
        assert_refused(&Event::Map(vec![(Event::Text("a"), int(1)), (key.clone(), int(1))]), is_key);
        assert_refused(&Event::Calls(vec![Call::Key(key.clone()), Call::Value(int(1))]), is_key);
        let nested = Event::Map(vec![(key, map([("a", int(1))])), (Event::Text("q"), map([("a", int(1))]))]);
        assert_refused(&nested, is_key);
    }
}

#[test]
fn keys_without_values_and_values_without_keys() {
    let key = |key| Call::Key(Event::Text(key));
    let value = || Call::Value(int(1));
    let row = || Call::Value(map([("x", int(1))]));
    for calls in [
        vec![key("a")],
        vec![key("a"), value(), key("b")],
        vec![key("a"), row(), key("b")],
        vec![key("a"), row(), key("b"), row(), key("c")],
        vec![key("a"), key("b")],
        vec![key("a"), key("b"), value()],
        vec![key("a"), key("a"), value()],
    ] {
        assert_refused(&Event::Calls(calls), |kind| {
            matches!(kind, ErrorKind::IncompleteEntry { missing: "value", .. })
        });
    }
    for calls in [
        vec![value()],
        vec![row()],
        vec![key("a"), value(), value()],
        vec![key("a"), row(), row()],
        vec![key("a"), row(), value()],
        vec![key("a"), value(), value(), key("b")],
    ] {
        assert_refused(&Event::Calls(calls), |kind| {
            matches!(kind, ErrorKind::IncompleteEntry { missing: "key", .. })
        });
    }
}

#[test]
fn duplicate_keys_in_every_form() {
    let is_duplicate = |kind: &ErrorKind| matches!(kind, ErrorKind::DuplicateKey { key, .. } if key == "k");
    let row = |x| map([("x", int(x))]);
    let duplicates = [
        // nested form, of each kind of value
        map([("k", int(1)), ("k", int(2))]),
        map([("k", int(1)), ("b", int(2)), ("k", int(3))]),
        map([("k", seq([])), ("k", seq([]))]),
        map([("k", seq([int(1)])), ("b", int(2)), ("k", seq([seq([])]))]),
        map([("k", map([])), ("k", map([]))]),
        map([("k", row(1)), ("k", int(1))]),
        map([("k", int(1)), ("k", row(1))]),
        map([("k", seq([row(1)])), ("k", seq([row(2)]))]),
        // keyed tables, and what begins as one
        map([("k", row(1)), ("k", row(2))]),
        map([("a", row(1)), ("k", row(2)), ("b", row(3)), ("k", row(4))]),
        map([("k", row(1)), ("b", row(2)), ("k", seq([]))]),
        map([("k", row(1)), ("b", seq([])), ("k", row(2))]),
        // rows
        seq([map([("k", int(1)), ("k", int(2))])]),
        seq([
            map([("k", int(1)), ("b", int(2)), ("k", int(3))]),
            map([("k", int(1)), ("b", int(2)), ("k", int(3))]),
        ]),
        seq([map([("k", int(1)), ("b", int(2))]), map([("k", int(1)), ("k", int(2))])]),
        seq([map([("k", int(1)), ("b", int(2))]), map([("b", int(1)), ("k", int(2)), ("k", int(3))])]),
        seq([map([("k", int(1)), ("b", int(2))]), map([("k", int(1)), ("b", int(2)), ("k", int(3))])]),
        seq([map([("a", int(1)), ("k", int(2))]), map([("k", int(1)), ("k", int(2))])]),
        seq([
            map([("a", int(1)), ("k", int(2))]),
            map([("k", int(1)), ("a", int(2)), ("b", int(3)), ("k", int(4))]),
        ]),
        // rows in an order of their own, and what ends the table in them
        seq([
            map([("a", int(1)), ("k", int(2)), ("b", int(3))]),
            map([("b", int(1)), ("k", int(2)), ("a", seq([])), ("k", int(3))]),
        ]),
        seq([
            map([("a", int(1)), ("k", int(2)), ("b", int(3))]),
            map([("b", int(1)), ("k", int(2)), ("a", map([])), ("k", int(3))]),
        ]),
        seq([
            map([("a", int(1)), ("k", int(2)), ("b", int(3))]),
            map([("b", int(1)), ("k", seq([int(2)])), ("k", int(3))]),
        ]),
        map([
            ("p", map([("a", int(1)), ("k", int(2))])),
            ("q", map([("k", int(1)), ("a", row(2)), ("k", int(3))])),
        ]),
        // groups
        seq([map([("g", map([("k", int(1)), ("k", int(2))]))])]),
        seq([
            map([("g", map([("k", int(1)), ("b", int(2))]))]),
            map([("g", map([("k", int(1)), ("k", int(2))]))]),
        ]),
        seq([map([("k", row(1)), ("k", row(2))])]),
        seq([map([("k", row(1)), ("b", row(2))]), map([("k", row(3)), ("k", row(4))])]),
        map([("p", map([("k", int(1)), ("k", int(2))])), ("q", map([("k", int(1)), ("k", int(2))]))]),
        map([("p", map([("k", int(1)), ("b", int(2))])), ("q", map([("k", int(1)), ("k", int(2))]))]),
        // list items
        seq([int(1), map([("k", int(1)), ("k", int(2))])]),
        seq([seq([map([("k", int(1)), ("k", seq([]))])])]),
        // of different kinds, of the same text
        Event::Map(vec![(Event::Text("k"), int(1)), (Event::Char('k'), int(2))]),
        Event::Map(vec![(Event::Unit("k"), int(1)), (Event::Newtype(Box::new(Event::Text("k"))), int(2))]),
        Event::Calls(vec![
            Call::Key(Event::Text("k")),
            Call::Value(int(1)),
            Call::Key(Event::Some(Box::new(Event::Text("k")))),
            Call::Value(int(1)),
        ]),
    ];
    for duplicate in duplicates {
        assert_refused(&duplicate, is_duplicate);
    }
}

/// In a table inside the first row, which was cut off before it defined the columns.
#[test]
fn duplicate_keys_in_a_table_of_an_unfinished_row() {
    let inner = |keys: [&'static str; 2]| seq([map([(keys[0], int(1)), (keys[1], int(2)), ("x", int(3))])]);
    let is_b = |kind: &ErrorKind| matches!(kind, ErrorKind::DuplicateKey { key, .. } if key == "b");
    assert_refused(
        &seq([map([("b", int(1)), ("b", int(2)), ("x", inner(["b", "b"])), ("a", int(1)), ("a", int(1))])]),
        is_b,
    );
    assert!(toon::to_string(&seq([map([("b", int(1)), ("x", inner(["b", "c"]))])])).is_ok());
}

/// In the first row of a table that begins like the one before it.
#[test]
fn duplicate_keys_in_a_second_table() {
    let is_duplicate = |kind: &ErrorKind| matches!(kind, ErrorKind::DuplicateKey { key, .. } if key == "k");
    let row = |x| map([("x", int(x))]);
    // Both tables take the field's name from the same address.
    let field = "g";
    let group = |group: Event| seq([Event::Struct(vec![(field, group)])]);
    let row_of = |row: Event| seq([row]);
    for (first, second) in [
        (map([("k", int(1)), ("b", int(2))]), map([("k", int(1)), ("k", int(2))])),
        (map([("k", int(1)), ("b", int(2))]), map([("k", int(1)), ("b", int(2)), ("k", int(3))])),
        (map([("k", row(1)), ("b", int(2))]), map([("k", row(1)), ("k", int(2))])),
        (map([("k", row(1)), ("b", int(2))]), map([("k", int(1)), ("k", int(2))])),
        (map([("b", int(1)), ("k", row(1))]), map([("b", int(1)), ("k", int(2)), ("k", int(3))])),
        (
            map([("p", map([("k", int(1)), ("b", int(1))]))]),
            map([("p", map([("k", int(1)), ("k", int(1))]))]),
        ),
        (
            map([("k", map([("a", int(1)), ("b", int(1))]))]),
            map([("k", map([("a", int(1)), ("c", int(1))])), ("k", int(1))]),
        ),
    ] {
        for table in [&group as &dyn Fn(Event) -> Event, &row_of] {
            let both = |second: &Event| {
                Event::Struct(vec![("t", table(first.clone())), ("u", table(second.clone()))])
            };
            assert!(toon::to_string(&both(&first)).is_ok());
            assert_refused(&both(&second), is_duplicate);
        }
    }
}

#[test]
fn duplicate_keys_among_many() {
    struct Many(Vec<String>, bool);
    impl Serialize for Many {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let value = |n| BTreeMap::from([("n", n)]);
            if self.1 {
                serializer.collect_map(self.0.iter().zip(0..).map(|(key, n)| (key, value(n))))
            } else {
                serializer.collect_map(self.0.iter().zip(0..))
            }
        }
    }
    for keyed in [false, true] {
        for count in [2, 5, 20, 100, 5_000] {
            let mut keys: Vec<_> = (0..count).map(|n| format!("key {n}")).collect();
            assert!(toon::to_string(&Many(keys.clone(), keyed)).is_ok());
            assert!(toon::to_string(&[Many(keys.clone(), keyed), Many(keys.clone(), keyed)]).is_ok());
            for (twice, place) in [(0, count), (count - 1, 0), (count / 2, count)] {
                let key = keys[twice].clone();
                keys.insert(place, key.clone());
                let error = toon::to_string(&Many(keys.clone(), keyed)).unwrap_err();
                assert!(
                    matches!(error.kind(), ErrorKind::DuplicateKey { key: found, .. } if *found == key),
                    "{error}"
                );
                assert!(toon::to_string(&[Many(keys.clone(), keyed)]).is_err());
                keys.remove(place);
                let rows = [Many(keys.clone(), keyed), Many([&keys[..], &[key]].concat(), keyed)];
                assert!(toon::to_string(&rows).is_err());
            }
        }
    }
}

/// What the values of a large map are.
#[derive(Clone, Copy, Debug)]
enum Values {
    Scalars,
    Rows,
    /// Rows, up to an array that shows that they are none.
    Nearly,
    /// The same, with groups.
    NearlyGroups,
    /// Maps of the same keys.
    Maps,
}

/// A map of those keys.
struct Large(Vec<String>, Values);

impl Serialize for Large {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Large(keys, values) = self;
        let mut map = serializer.serialize_map(Some(keys.len()))?;
        for (n, key) in keys.iter().enumerate() {
            match values {
                Values::Nearly | Values::NearlyGroups if n == 50 => map.serialize_entry(key, &[n])?,
                Values::NearlyGroups => {
                    map.serialize_entry(key, &BTreeMap::from([("g", BTreeMap::from([("n", n)]))]))?;
                }
                Values::Rows | Values::Nearly => map.serialize_entry(key, &BTreeMap::from([("n", n)]))?,
                Values::Maps if n % 16 == 0 => {
                    let mut sorted: Vec<_> = keys.clone();
                    sorted.sort();
                    sorted.dedup();
                    map.serialize_entry(key, &Large(sorted, Values::Scalars))?;
                }
                Values::Scalars | Values::Maps => map.serialize_entry(key, &n)?,
            }
        }
        map.end()
    }
}

/// Sorted keys are not all kept, so duplicates must be found after some have been dropped.
#[test]
fn duplicate_keys_among_many_in_order() {
    let ascending = |prefix: &str| (0..70).map(|n| format!("{prefix}{n:02}")).collect::<Vec<_>>();
    // Longer than the sixteen bytes that are compared as a number, of which the first eight are the
    // same.
    let long: Vec<_> = ascending("the key ").iter().map(|key| format!("{key} and the rest")).collect();
    // From some place on, the sixteen are the same, too; keys are beginnings of others, and some
    // are very long.
    let alike = |from: usize| {
        let rest = (from..70).map(|n| format!("the key 99 and the rest{}", "e".repeat(n)));
        long[..from].iter().cloned().chain(rest).collect::<Vec<_>>()
    };
    let zeros: Vec<_> = (1..=70).map(|n| "\0".repeat(n)).collect();
    let mut orders = vec![ascending("k"), ascending("key "), ascending("the-same-prefix.of-all."), zeros];
    orders.extend([10, 15, 16, 17, 40, 68].map(alike));
    // Short ones in front of them.
    orders.extend([14, 15, 16, 28, 29, 30].map(|from| [&ascending("a")[..from], &long[from..]].concat()));
    orders.push([&ascending("a")[..20], &alike(50)[20..]].concat());
    for keys in [ascending("k"), long.clone(), alike(30)] {
        for place in [3, 14, 15, 16, 17, 40, 68] {
            let mut keys = keys.clone();
            keys.swap(place, place + 1);
            orders.push(keys);
        }
    }
    let options = [EncodeOptions::new(), EncodeOptions::new().key_folding(KeyFolding::Safe)];
    for values in [Values::Scalars, Values::Rows, Values::Nearly, Values::NearlyGroups, Values::Maps] {
        for keys in &orders {
            for options in &options {
                let write = |keys: &[String]| {
                    let map = Large(keys.to_vec(), values);
                    let inside = options.to_string(&[BTreeMap::from([("a", &map)])]).map(|_| ());
                    let text = options.to_string(&map);
                    assert_eq!(inside.is_ok(), text.is_ok(), "{values:?} {keys:?}");
                    let mut bytes = Vec::new();
                    assert_eq!(options.to_writer(&mut bytes, &map).is_ok(), text.is_ok());
                    text
                };
                let text = write(keys).unwrap();
                let value: BTreeMap<String, serde_json::Value> = toon::from_str(&text).unwrap();
                assert_eq!(value.len(), keys.len());
                for (first, place) in
                    [(0, 1), (0, 17), (0, 70), (15, 16), (16, 17), (30, 31), (30, 60), (69, 70)]
                {
                    let mut keys = keys.clone();
                    keys.insert(place, keys[first].clone());
                    let error = write(&keys).unwrap_err();
                    assert!(
                        matches!(error.kind(), ErrorKind::DuplicateKey { key, .. } if *key == keys[first]),
                        "{values:?} {error} {keys:?}"
                    );
                }
            }
        }
    }
}

/// `serde_json`'s private name for numbers on something else: no text, and no panic in a table.
#[test]
fn private_numbers_of_no_or_two_strings() {
    struct Number(Vec<Event>);
    impl Serialize for Number {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            const NAME: &str = "$serde_json::private::Number";
            let mut structure = serializer.serialize_struct(NAME, 1)?;
            self.0.iter().try_for_each(|value| structure.serialize_field(NAME, value))?;
            structure.end()
        }
    }
    #[derive(Serialize)]
    struct Row {
        a: Number,
    }
    let text = || Event::Text("7");
    let row = |values: Vec<Event>| Row { a: Number(values) };
    assert_eq!(toon::to_string(&[row(vec![text()]), row(vec![text()])]).unwrap(), "[2]{a}:\n  7\n  7");
    for values in [vec![], vec![text(), text()], vec![int(7)], vec![text(), int(7)], vec![int(7), text()]] {
        for rows in [
            vec![vec![row(values.clone())]],
            vec![vec![row(vec![text()]), row(values.clone())]],
            vec![vec![row(vec![text()])], vec![row(values.clone())]],
        ] {
            let tables: BTreeMap<usize, _> = rows.into_iter().enumerate().collect();
            let error = toon::to_string(&tables).unwrap_err();
            assert!(error.to_string().contains("must hold exactly one string"), "{error}");
        }
        assert!(toon::to_string(&Number(values)).is_err());
    }
}

/// Keys that only look equal.
#[test]
fn different_keys_are_no_duplicates() {
    let value = BTreeMap::from([("é", 1), ("e\u{301}", 2), ("k", 3), ("K", 4), ("k ", 5), ("", 6)]);
    assert!(toon::to_string(&value).is_ok());
    assert!(toon::to_string(&[&value, &value]).is_ok());
}

/// A type that continues after an error must not produce a document from the rest.
#[test]
fn a_failed_serializer_stays_failed() {
    let failures = [
        Event::Fail("no"),
        map([("a", Event::Fail("no"))]),
        seq([int(1), Event::Fail("no")]),
        seq([map([("a", int(1))]), map([("a", Event::Fail("no"))])]),
        Event::Map(vec![(seq([]), int(1))]),
        Event::Map(vec![(Event::Fail("no"), int(1))]),
        Event::Calls(vec![Call::Key(Event::Text("a"))]),
        Event::Calls(vec![Call::Value(int(1))]),
        map([("a", int(1)), ("a", int(2))]),
    ];
    for failure in failures {
        let deaf = [
            Event::Deaf(vec![failure.clone()]),
            Event::Deaf(vec![failure.clone(), int(1)]),
            Event::Deaf(vec![int(1), failure.clone()]),
            Event::Deaf(vec![int(1), failure.clone(), int(2), map([("a", int(1))])]),
            Event::Deaf(vec![map([("a", int(1))]), failure.clone(), map([("a", int(1))])]),
            Event::Deaf(vec![map([("a", int(1))]), map([("a", failure.clone())])]),
            Event::DeafMap(vec![(Event::Text("p"), failure.clone())]),
            Event::DeafMap(vec![(Event::Text("p"), failure.clone()), (Event::Text("q"), int(1))]),
            Event::DeafMap(vec![
                (Event::Text("p"), map([("a", int(1))])),
                (Event::Text("q"), failure.clone()),
            ]),
            Event::DeafMap(vec![
                (Event::Text("p"), int(1)),
                (failure.clone(), int(1)),
                (Event::Text("q"), int(1)),
            ]),
        ];
        for deaf in deaf {
            for place in places(&deaf) {
                let written = toon::to_string(&place);
                assert!(written.is_err(), "{place:?} is written:\n{}", written.unwrap());
            }
        }
    }
}

#[test]
fn what_a_type_says_is_kept() {
    assert_refused(
        &Event::Fail("out of cheese"),
        |kind| matches!(kind, ErrorKind::Custom(message) if message == "out of cheese"),
    );
    assert_eq!(toon::to_string(&Event::Fail("out of cheese")).unwrap_err().to_string(), "out of cheese");
}

#[test]
fn one_root_only() {
    let mut out = String::new();
    let mut serializer = Serializer::new(&mut out);
    1.serialize(&mut serializer).unwrap();
    let error = 2.serialize(&mut serializer).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::SecondRoot), "{error}");
    assert!([2].serialize(&mut serializer).is_err());

    let mut out = String::new();
    let mut serializer = Serializer::new(&mut out);
    BTreeMap::<u8, u8>::new().serialize(&mut serializer).unwrap();
    assert!(BTreeMap::from([(1, 2)]).serialize(&mut serializer).is_err());
}

#[test]
fn writers_that_fail() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let error = toon::to_writer(Full, &1).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Io(error) if error.kind() == std::io::ErrorKind::StorageFull),
        "{error}"
    );
}

/// Lists in lists, as many as given.
struct Nest(usize);

impl Serialize for Nest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            0 => serializer.serialize_u8(1),
            levels => {
                let mut seq = serializer.serialize_seq(Some(1))?;
                seq.serialize_element(&Nest(levels - 1))?;
                seq.end()
            }
        }
    }
}

/// The levels of `Deep`.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Seq,
    Map,
    Some,
    Newtype,
    Variant,
}

/// A value of so many levels of one kind.
struct Deep(Kind, usize);

impl Serialize for Deep {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Deep(kind, levels) = *self;
        if levels == 0 {
            return serializer.serialize_u8(1);
        }
        let inner = Deep(kind, levels - 1);
        match kind {
            Kind::Seq => serializer.collect_seq([inner]),
            Kind::Map => serializer.collect_map([("k", inner)]),
            Kind::Some => serializer.serialize_some(&inner),
            Kind::Newtype => serializer.serialize_newtype_struct("N", &inner),
            Kind::Variant => serializer.serialize_newtype_variant("E", 0, "V", &inner),
        }
    }
}

#[test]
fn depth() {
    for kind in [Kind::Seq, Kind::Map, Kind::Variant] {
        assert!(toon::to_string(&Deep(kind, 128)).is_ok(), "{kind:?}");
        for levels in [129, 130, 100_000] {
            let error = toon::to_string(&Deep(kind, levels)).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: 128, .. }), "{kind:?}: {error}");
        }
        for limit in [1, 2, 3, 10] {
            let options = EncodeOptions::new().max_depth(limit);
            assert!(options.to_string(&Deep(kind, limit)).is_ok(), "{kind:?} {limit}");
            let error = options.to_string(&Deep(kind, limit + 1)).unwrap_err();
            assert!(
                matches!(error.kind(), ErrorKind::DepthLimit { limit: found, .. } if *found == limit),
                "{error}"
            );
        }
    }
    for kind in [Kind::Some, Kind::Newtype] {
        for max_depth in [0, 1, 128, 100_000] {
            let options = EncodeOptions::new().max_depth(max_depth);
            assert!(options.to_string(&Deep(kind, 1024)).is_ok(), "{kind:?}");
            for levels in [1025, 100_000] {
                let error = options.to_string(&Deep(kind, levels)).unwrap_err();
                assert!(
                    matches!(error.kind(), ErrorKind::DepthLimit { limit: 1024, .. }),
                    "{kind:?}: {error}"
                );
            }
        }
    }
    assert!(EncodeOptions::new().max_depth(0).to_string(&1).is_ok());
    assert!(EncodeOptions::new().max_depth(0).to_string(&[1]).is_err());
}

/// Every depth that can be written can be read.
#[test]
fn what_is_deep_is_read_back() {
    for kind in [Kind::Seq, Kind::Map, Kind::Variant] {
        let text = toon::to_string(&Deep(kind, 128)).unwrap();
        toon::from_str::<serde::de::IgnoredAny>(&text).unwrap_or_else(|error| panic!("{kind:?}: {error}"));
    }
    // As rows and entry rows, where the levels stand side by side.
    let rows = [Deep(Kind::Map, 127), Deep(Kind::Map, 127)];
    let text = toon::to_string(&rows).unwrap();
    toon::from_str::<serde::de::IgnoredAny>(&text).unwrap();
    let text =
        toon::to_string(&BTreeMap::from([("p", Deep(Kind::Map, 127)), ("q", Deep(Kind::Map, 127))])).unwrap();
    toon::from_str::<serde::de::IgnoredAny>(&text).unwrap();
}

/// Also on the small stack of a thread.
#[test]
fn depth_on_a_small_stack() {
    let write = || toon::to_string(&Nest(100_000)).is_err();
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(write).unwrap();
    assert!(thread.join().unwrap());
}

#[test]
fn raw_json_needs_its_feature() {
    // The name under which serde_json's `RawValue` serializes.
    struct Raw;
    impl Serialize for Raw {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut raw = serializer.serialize_struct("$serde_json::private::RawValue", 1)?;
            raw.serialize_field("$serde_json::private::RawValue", "[1, 2.50]")?;
            raw.end()
        }
    }
    if cfg!(feature = "json") {
        assert_eq!(toon::to_string(&Raw).unwrap(), "[2]: 1,2.5");
    } else {
        assert!(matches!(toon::to_string(&Raw).unwrap_err().kind(), ErrorKind::RawJson));
    }
}

/// `serde_json`'s `Number` under `arbitrary_precision`.
#[test]
fn number_text_is_made_canonical() {
    struct Number(&'static str);
    impl Serialize for Number {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut number = serializer.serialize_struct("$serde_json::private::Number", 1)?;
            number.serialize_field("$serde_json::private::Number", self.0)?;
            number.end()
        }
    }
    for (number, text) in [
        ("1", "1"),
        ("1.50", "1.5"),
        ("1.0", "1"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("1e3", "1000"),
        ("1E+3", "1000"),
        ("12e-1", "1.2"),
        ("0.000001", "0.000001"),
        ("0.0000001", "1e-7"),
        ("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"),
        ("123456789012345678901", "123456789012345678901"),
        ("0.1000000000000000055", "0.1000000000000000055"),
        ("1e400", "1e+400"),
    ] {
        assert_eq!(toon::to_string(&Number(number)).unwrap(), text);
        assert_eq!(toon::to_string(&[Number(number)]).unwrap(), format!("[1]: {text}"));
        assert_eq!(
            toon::to_string(&[BTreeMap::from([("n", Number(number))])]).unwrap(),
            format!("[1]{{n}}:\n  {text}")
        );
    }
}
