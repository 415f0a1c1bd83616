//! What is written.
#![allow(clippy::items_after_statements, reason = "a type next to its use")]

use super::{json, symbol, symbols};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use toon::{EncodeOptions, ErrorKind, Grouped};

#[test]
fn groups_are_nested_objects_around_tables() {
    let symbols = symbols();
    let grouped = Grouped::new(&symbols, ["module", "package"]);
    assert_eq!(
        toon::to_string(&grouped).unwrap(),
        "\
core:
  text[2]{id,line}:
    1,null
    4,null
  io[1]{id,line}:
    3,null
cli:
  bin[1]{id,line}:
    2,null
  text[1]{id,line}:
    5,null"
    );
    assert_eq!(
        json(&grouped),
        r#"{"core":{"text":[{"id":1,"line":null},{"id":4,"line":null}],"io":[{"id":3,"line":null}]},"cli":{"bin":[{"id":2,"line":null}],"text":[{"id":5,"line":null}]}}"#
    );
    // The same as the objects and lists themselves, also in a format that needs lengths.
    #[derive(Serialize)]
    struct Rest {
        id: u32,
        line: Option<u32>,
    }
    let rest = |id| Rest { id, line: None };
    let by_module = Grouped::new(&symbols[..3], ["module", "package"]);
    let core = [("text", vec![rest(1)]), ("io", vec![rest(3)])];
    let plain = Entries(vec![("core", Entries(core.into())), ("cli", Entries(vec![("bin", vec![rest(2)])]))]);
    assert_eq!(postcard::to_allocvec(&by_module).unwrap(), postcard::to_allocvec(&plain).unwrap());
    assert_eq!(ron::to_string(&by_module).unwrap(), ron::to_string(&plain).unwrap());
}

/// A map in this order.
struct Entries<T>(Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for Entries<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

#[test]
fn rows_can_be_owned_or_come_from_an_iterator() {
    let owned = Grouped::new(symbols(), ["module"]);
    let symbols = symbols();
    assert_eq!(json(&owned), json(&Grouped::new(&symbols, ["module"])));
    assert_eq!(json(&owned), json(&Grouped::new(symbols.iter().map(Some), vec!["module".to_owned()])));
}

#[test]
fn maps_are_rows() {
    let rows = json!([{"a": 1, "b": {"c": 2}}, {"a": 1, "b": null}, {"b": 3, "a": 2.5}]);
    let grouped = Grouped::new(rows.as_array().unwrap(), ["a"]);
    assert_eq!(json(&grouped), r#"{"1":[{"b":{"c":2}},{"b":null}],"2.5":[{"b":3}]}"#);
    let rows = [BTreeMap::from([(1, "x"), (20, "y")]), BTreeMap::from([(1, "z"), (2, "y")])];
    assert_eq!(json(&Grouped::new(&rows, ["1"])), r#"{"x":[{"20":"y"}],"z":[{"2":"y"}]}"#);
}

#[test]
fn every_scalar_names_a_group() {
    #[derive(Serialize, Clone, Copy)]
    #[serde(rename_all = "snake_case")]
    enum Color {
        DeepRed,
    }
    #[derive(Serialize)]
    struct Id<T>(T);
    #[derive(Serialize)]
    struct Row<T> {
        by: T,
        n: u8,
    }
    fn name<T: Serialize>(by: T) -> String {
        let row = Row { by, n: 0 };
        let value = serde_json::to_value(Grouped::new([&row], ["by"])).unwrap();
        value.as_object().unwrap().keys().next().unwrap().clone()
    }
    assert_eq!(name("a b"), "a b");
    assert_eq!(name(""), "");
    assert_eq!(name('ß'), "ß");
    assert_eq!(name(true), "true");
    assert_eq!(name(-7_i8), "-7");
    assert_eq!(name(u128::MAX), u128::MAX.to_string());
    assert_eq!(name(i128::MIN), i128::MIN.to_string());
    assert_eq!(name(0.1_f32), "0.1");
    assert_eq!(name(1e300), "1e+300");
    assert_eq!(name(2.0), "2.0");
    assert_eq!(name(Color::DeepRed), "deep_red");
    assert_eq!(name(Some(Id(Some(Id('x'))))), "x");
    assert_eq!(name(std::net::Ipv4Addr::LOCALHOST), "127.0.0.1");
    // Names are text in binary formats as well.
    let row = Row { by: std::net::Ipv4Addr::LOCALHOST, n: 7 };
    let bytes = postcard::to_allocvec(&Grouped::new([&row], ["by"])).unwrap();
    assert_eq!(bytes, postcard::to_allocvec(&Entries(vec![("127.0.0.1", vec![7_u8])])).unwrap());
}

#[test]
fn single_levels_are_stated_once() {
    let symbols = symbols();
    let by = |rows: &[super::Symbol], fields: &[&str]| {
        toon::to_string(&Grouped::new(rows, fields.to_vec()).hoist_single(true)).unwrap()
    };
    let core = [symbols[0].clone(), symbols[2].clone()];
    assert_eq!(
        by(&core, &["module", "package"]),
        "module: core\ntext[1]{id,line}:\n  1,null\nio[1]{id,line}:\n  3,null"
    );
    let text = [symbols[0].clone(), symbols[4].clone()];
    assert_eq!(
        by(&text, &["module", "package"]),
        "package: text\ncore[1]{id,line}:\n  1,null\ncli[1]{id,line}:\n  5,null"
    );
    assert_eq!(
        by(&symbols[..1], &["package", "module", "id"]),
        "package: text\nmodule: core\nid: 1\nrows[1]{line}:\n  null"
    );
    // Without the option, and where there is nothing to state.
    assert_eq!(
        toon::to_string(&Grouped::new(&symbols[..1], ["module"])).unwrap(),
        "core[1]{id,package,line}:\n  1,text,null"
    );
    assert_eq!(
        by(&symbols[..2], &["module"]),
        "core[1]{id,package,line}:\n  1,text,null\ncli[1]{id,package,line}:\n  2,bin,null"
    );
    // An empty row.
    let rows = [BTreeMap::from([("a", 1)]), BTreeMap::from([("a", 1)])];
    let grouped = Grouped::new(&rows, ["a"]).hoist_single(true);
    assert_eq!(json(&grouped), r#"{"a":1,"rows":[{},{}]}"#);
}

#[test]
fn stated_values_keep_their_type() {
    let row = json!({"b": true, "i": -3, "u": 7, "f": 2.5, "s": "7", "n": 0});
    let rows = [row];
    let grouped = Grouped::new(&rows, ["b", "i", "u", "f", "s"]).hoist_single(true);
    assert_eq!(json(&grouped), r#"{"b":true,"i":-3,"u":7,"f":2.5,"s":"7","rows":[{"n":0}]}"#);
    assert_eq!(
        toon::to_string(&grouped).unwrap(),
        "b: true\ni: -3\nu: 7\nf: 2.5\ns: \"7\"\nrows[1]{n}:\n  0"
    );
    // Readers that accept any type have only 64 bits.
    #[derive(Serialize)]
    struct Big {
        n: u128,
        m: u8,
    }
    let rows = [Big { n: u128::MAX, m: 0 }];
    let grouped = Grouped::new(&rows, ["n", "m"]).hoist_single(true);
    assert_eq!(json(&grouped), format!(r#"{{"m":0,"{}":[{{}}]}}"#, u128::MAX));
}

/// A field whose name is also the key of a group, or that would be mistaken for something else,
/// stays a level.
#[test]
fn names_that_collide_stay_levels() {
    let by = |rows: serde_json::Value, fields: &[&str]| {
        json(&Grouped::new(rows.as_array().unwrap(), fields.to_vec()).hoist_single(true))
    };
    let rows = json!([{"m": "x", "p": "m", "n": 1}, {"m": "x", "p": "q", "n": 2}]);
    assert_eq!(by(rows, &["m", "p"]), r#"{"x":{"m":[{"n":1}],"q":[{"n":2}]}}"#);
    // `a` becomes the outermost level again, so that `b`, whose group `x` is no longer there, can be stated.
    let rows = json!([{"a": "x", "b": "y", "c": "a"}, {"a": "x", "b": "y", "c": "q"}]);
    assert_eq!(by(rows, &["a", "b", "c"]), r#"{"b":"y","x":{"a":[{}],"q":[{}]}}"#);
    // `a` becomes the outermost level again, and its group is called like `b`.
    let rows = json!([{"a": "b", "b": "y", "c": "a"}, {"a": "b", "b": "y", "c": "q"}]);
    assert_eq!(by(rows, &["a", "b", "c"]), r#"{"b":{"y":{"a":[{}],"q":[{}]}}}"#);
    let rows = json!([{"m": "x", "p": "rows", "n": 1}, {"m": "x", "p": "q", "n": 2}]);
    assert_eq!(by(rows, &["m", "p"]), r#"{"x":{"rows":[{"n":1}],"q":[{"n":2}]}}"#);
    let rows = json!([{"rows": "x", "_by": "y", "n": 1}]);
    assert_eq!(by(rows, &["rows", "_by", "n"]), r#"{"n":1,"x":{"y":[{}]}}"#);
}

#[test]
fn another_order_than_in_the_rows_is_stated() {
    let symbols = symbols();
    let text = toon::to_string(&Grouped::new(&symbols[..2], ["package", "module"])).unwrap();
    assert_eq!(
        text,
        "_by: package module\ntext:\n  core[1]{id,line}:\n    1,null\nbin:\n  cli[1]{id,line}:\n    2,null"
    );
    // Not where only one level is left.
    let grouped = Grouped::new(&symbols[..1], ["package", "module"]).hoist_single(true);
    assert_eq!(json(&grouped), r#"{"package":"text","module":"core","rows":[{"id":1,"line":null}]}"#);
}

#[test]
fn no_rows_are_an_empty_object() {
    for hoist in [false, true] {
        let grouped = Grouped::<Vec<super::Symbol>>::new([], ["module", "package"]).hoist_single(hoist);
        assert_eq!(toon::to_string(&grouped).unwrap(), "");
        assert_eq!(json(&grouped), "{}");
        assert_eq!(postcard::to_allocvec(&grouped).unwrap(), [0]);
    }
}

#[test]
fn levels_count_as_containers() {
    let rows = [symbol(1, "core", "text")];
    let grouped = Grouped::new(&rows, ["module", "package"]);
    assert!(EncodeOptions::new().max_depth(4).to_string(&grouped).is_ok());
    let error = EncodeOptions::new().max_depth(3).to_string(&grouped).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: 3, .. }), "{error}");
}

/// The keys of groups are data, as those of maps are.
#[test]
fn fields_can_be_selected() {
    let symbols = symbols();
    let grouped = Grouped::new(&symbols[..2], ["module", "package"]);
    let options = EncodeOptions::new().fields(["core.text.id"]);
    assert_eq!(options.to_string(&grouped).unwrap(), "core:\n  text[1]{id}:\n    1");
}

/// Time and memory are linear, also where every row is a group of its own.
#[test]
fn many_groups() {
    let rows: Vec<_> = (0..20_000).map(|n| symbol(n, &format!("m{}", n % 1000), &format!("p{n}"))).collect();
    let text = toon::to_string(&Grouped::new(&rows, ["module", "package"])).unwrap();
    let read: Grouped<Vec<super::Symbol>> = toon::from_str(&text).unwrap();
    assert_eq!(read.rows().len(), rows.len());
    assert_eq!(read.rows()[1], symbol(1000, "m0", "p1000"));
}
