//! What the report says that each step saved.

use std::collections::BTreeSet;
use toon_normal::{Form, KeyOrder, Level, Options, Step};

/// A list of so many objects.
fn rows(count: usize, row: impl Fn(usize) -> String) -> String {
    format!("[{}]", (0..count).map(row).collect::<Vec<_>>().join(","))
}

/// Values in which all steps apply.
fn values() -> Vec<String> {
    let user = |i: usize| format!(r#"{{"login":"user-{}","id":{},"kind":"person"}}"#, i % 3, i % 3);
    let issue = |i: usize| {
        let keys = [format!(r#""id":{i}"#), format!(r#""title":"Title {i}""#)];
        let [first, second] = if i == 5 { [&keys[1], &keys[0]] } else { [&keys[0], &keys[1]] };
        format!(
            r#"{{{first},{second},"user":{},"url":"https://api.example.org/repos/acme/shop/issues/{i}",
            "file":"https://api.example.org/files/{}/raw","tags":["bug","ui-{}"],"state":"open",
            "at":"2026-03-01T09:{}:00Z","place":[{i},{{"name":"n{i}"}}],
            "items":[{{"sku":"A-{i}","count":{i}}},{{"sku":"B-{i}","count":2}}]
            {}}}"#,
            user(i),
            (i * 7919) % 1000,
            i % 4,
            10 + i,
            if i % 4 == 0 { r#","note":"rare""# } else { "" },
        )
    };
    let flag = |i: usize| {
        let since = if i % 2 == 0 { r#","since":"a rather long word""# } else { "" };
        format!(r#""flag-{i}":{{"on":true,"owner":"user-{i}"{since}}}"#)
    };
    let flags = (0..9).map(flag).collect::<Vec<_>>().join(",");
    let long = "https://cdn.example.org/a/long/way/to/the/place/of";
    let texts = (0..20).map(|i| format!(r#""{long}/{i}""#)).collect::<Vec<_>>().join(",");
    let event = |i: usize| match i % 3 {
        0 => format!(r#"{{"type":"Push","id":{i},"branch":"main-{i}","commits":{i},"forced":false}}"#),
        1 => format!(r#"{{"type":"Star","id":{i},"stars":{i},"country":"c-{i}"}}"#),
        _ => format!(r#"{{"type":"Fork","id":{i},"owner":"user-{i}","name":"fork-{i}","private":true}}"#),
    };
    let charge = r#"{"amount":5,"dispute":null,"failure_code":null,"failure_message":null,"invoice":null,"paid":true,"review":null}"#;
    let finding = |i: usize| {
        let fix =
            if i % 7 == 3 { format!(r#"{{"text":"fix {i}","from":{i},"to":9}}"#) } else { "null".into() };
        format!(r#"{{"id":{i},"fix":{fix},"up":[{}]}}"#, i % 2 == 0)
    };
    vec![
        rows(30, event),
        rows(30, finding),
        charge.into(),
        rows(20, issue),
        format!(r#"{{"flags":{{{flags}}}}}"#),
        format!(r#"{{"texts":[{texts}]}}"#),
    ]
}

#[test]
fn each_step_says_what_it_saved() {
    let mut applied = BTreeSet::new();
    for value in values() {
        for level in [Level::Legible, Level::Dense] {
            for key_order in [KeyOrder::Exact, KeyOrder::Header] {
                let options = Options::new().level(level).key_order(key_order);
                let out = options.from_json(&value).unwrap();
                assert_eq!(out.form, Form::Normal, "{}", out.text);
                for step in &out.report.steps {
                    assert!(step.count > 0 && step.saved > 0, "{step:?} in\n{}", out.text);
                    applied.insert(step.step);
                }
            }
        }
    }
    let missing: Vec<Step> = Step::ALL.into_iter().filter(|step| !applied.contains(step)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// However the key that declares it is written.
#[test]
fn json_in_cells_is_reported() {
    for (list, column) in [("rows", "all"), ("a:b", "all"), ("rows", "two words"), ("a b", "c d")] {
        let row = |id: usize| format!(r#"{{"id":{id},"{column}":[[{id}],[1,[2]]],"state":"waiting"}}"#);
        let rows = |row: &dyn Fn(usize) -> String| (0..9).map(row).collect::<Vec<_>>().join(",");
        let report = |rows: String| {
            let text = Options::new().from_json(&format!(r#"{{"{list}":[{rows}]}}"#)).unwrap();
            assert_eq!(text.form, Form::Normal, "{}", text.text);
            text.report
        };
        assert!(report(rows(&row)).has_json, "{list} {column}");
        let plain = |id: usize| format!(r#"{{"id":{id},"{column}":{id},"state":"waiting"}}"#);
        assert!(!report(rows(&plain)).has_json, "{list} {column}");
    }
}
