//! Verbosity: how many fields are sent.

use super::{ask, params, text};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toon::EncodeOptions;
use toon_rmcp::ResponseOptions;

fn start(verbosity: &str, format: &str) -> String {
    let result = ask(json!({"verbosity": verbosity, "limit": 1, "page": 2, "responseFormat": format}));
    text(&result)
        .split_once(if format == "toon" { "\npagination" } else { ",\"pagination" })
        .unwrap()
        .0
        .to_owned()
}

#[test]
fn in_toon() {
    assert_eq!(start("minimal", "toon"), "items[1]{id,name,owner{login,age}}:\n  1,engine,ada,null");
    assert_eq!(
        start("standard", "toon"),
        "items[1]{id,name,owner{login,age},createdAt}:\n  1,engine,ada,null,99"
    );
    assert_eq!(
        start("full", "toon"),
        "items[1]{id,name,owner{login,age},createdAt,note}:\n  1,engine,ada,null,99,Computes."
    );
}

#[test]
fn in_json() {
    let item = r#"{"items":[{"id":1,"name":"engine","owner":{"login":"ada","age":null}"#;
    assert_eq!(start("minimal", "json"), format!("{item}}}]"));
    assert_eq!(start("standard", "json"), format!(r#"{item},"createdAt":99}}]"#));
    assert_eq!(start("full", "json"), format!(r#"{item},"createdAt":99,"note":"Computes."}}]"#));
}

/// A column that only some rows have does not turn the table into a list.
#[test]
fn missing_cells_are_null() {
    let result = ask(json!({"verbosity": "full"}));
    assert!(
        text(&result)
            .starts_with("items[3]{id,name,owner{login,age},createdAt,note}:\n  2,loom,bob,30,98,null\n")
    );
}

#[test]
fn rows_without_levels_are_whole() {
    #[derive(toon::Serialize)]
    #[toon(tabular)]
    struct Row {
        id: u8,
        note: &'static str,
    }
    for verbosity in ["minimal", "standard", "full"] {
        let result = params(json!({"verbosity": verbosity})).respond(&[Row { id: 1, note: "" }]).unwrap();
        assert!(text(&result).starts_with("items[1]{id,note}:\n  1,\"\"\n"), "{verbosity}");
    }
}

/// They cannot be requested by the names that a caller knows.
#[test]
fn other_levels_within_a_row() {
    #[derive(toon::Serialize)]
    #[toon(tabular)]
    struct Row {
        id: u8,
        size: Size,
    }
    #[derive(toon::Serialize)]
    #[toon(tabular, levels("brief", "long"))]
    struct Size {
        width: u8,
        #[toon(level = "long")]
        height: u8,
    }
    for verbosity in ["minimal", "standard", "full"] {
        let rows = [Row { id: 1, size: Size { width: 2, height: 3 } }];
        let result = params(json!({"verbosity": verbosity})).respond(&rows).unwrap();
        assert!(
            text(&result).starts_with("items[1]{id,size{width,height}}:\n  1,2,3\n"),
            "{}",
            text(&result)
        );
    }
}

/// JSON contains the rows as serde alone writes them.
#[test]
fn what_toon_alone_has_is_not_in_json() {
    #[derive(toon::Serialize)]
    struct Row {
        id: u8,
        #[toon(skip_default)]
        zero: u64,
        #[toon(skip)]
        hidden: u8,
        #[toon(tabular)]
        servers: Vec<Server>,
        ratio: f64,
        whole: f64,
        large: u128,
    }
    #[derive(toon::Serialize)]
    #[toon(tabular)]
    struct Server {
        id: u8,
        #[toon(hoist)]
        region: &'static str,
    }
    let servers = || vec![Server { id: 1, region: "eu" }, Server { id: 2, region: "eu" }];
    let row = || Row {
        id: 1,
        zero: 0,
        hidden: 3,
        servers: servers(),
        ratio: 0.1 + 0.2,
        whole: 2.0,
        large: u128::MAX,
    };
    let text_of = |asked: Value| text(&params(asked).respond(&[row()]).unwrap()).to_owned();
    let toon = text_of(json!({}));
    assert!(toon.contains("servers_region: eu") && !toon.contains("zero"), "{toon}");
    let pagination = r#""pagination":{"total":1,"page":1,"totalPages":1}"#;
    assert_eq!(
        text_of(json!({"responseFormat": "json"})),
        format!(r#"{{"items":[{}],{pagination}}}"#, serde_json::to_string(&row()).unwrap())
    );
    assert_eq!(
        text_of(
            json!({"responseFormat": "json", "fields": ["large", "whole", "ratio", "zero", "servers.region"]})
        ),
        format!(
            r#"{{"items":[{{"large":{},"whole":2.0,"ratio":0.30000000000000004,"zero":0,"servers":[{{"region":"eu"}},{{"region":"eu"}}]}}],{pagination}}}"#,
            u128::MAX
        )
    );
}

/// The author's options determine how rows are written, but not which fields.
#[test]
fn fields_of_the_author_are_none() {
    let options = ResponseOptions::new().encode(EncodeOptions::new().fields(["pagination"]).level("full"));
    let result = params(json!({"verbosity": "minimal"})).respond_with(&super::projects(), &options).unwrap();
    assert!(text(&result).starts_with("items[3]{id,name,owner{login,age}}:\n"), "{}", text(&result));
}

/// The fields that replace a flattened field have no level.
#[test]
fn flattened_fields_stay() {
    #[derive(toon::Serialize)]
    struct Row {
        id: u8,
        #[serde(flatten)]
        extra: BTreeMap<&'static str, u8>,
        #[toon(level = "full")]
        note: u8,
    }
    let rows = [Row { id: 1, extra: [("extra", 2), ("size", 3)].into(), note: 4 }];
    let result = params(json!({"verbosity": "minimal"})).respond(&rows).unwrap();
    assert!(text(&result).starts_with("items[1]{id,extra,size}:\n  1,2,3\n"), "{}", text(&result));
    let result = params(json!({"verbosity": "minimal", "responseFormat": "json"})).respond(&rows).unwrap();
    assert!(text(&result).starts_with(r#"{"items":[{"id":1,"extra":2,"size":3}],"#), "{}", text(&result));
}
