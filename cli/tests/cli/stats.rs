//! `toon stats`.

use super::{folder, read, toon, toon_in};
use serde_json::Value;
use snapbox::str;
use std::path::{Path, PathBuf};

const ROWS: &str = r#"[{"id":1,"name":"Ada","city":"London"},{"id":2,"name":"Bob","city":"Oslo"}]"#;

#[test]
fn a_table() {
    toon(&["stats", "-"])
        .stdin(ROWS)
        .assert()
        .success()
        .stdout_eq(str![[r#"
<stdin> (o200k_base)
                   bytes    tokens     saved
JSON                 124        53   -89.3 %  █████████████████████████████████████████████████████
JSON, compact         75        28     0.0 %  ████████████████████████████
YAML                  67        31   -10.7 %  ███████████████████████████████
CSV                   37        18    35.7 %  ██████████████████
TOON                  46        25    10.7 %  █████████████████████████
TOON, tabs            47        26     7.1 %  ██████████████████████████
TOON, pipes           47        27     3.6 %  ███████████████████████████
Normal form            –         –       –
Normal, dense          –         –       –
smallest: CSV

"#]])
        .stderr_eq("");
    toon(&["stats", "--tokenizer", "none", "-"]).stdin(ROWS).assert().success().stdout_eq(str![[r#"
<stdin> (bytes only)
                   bytes               saved
JSON                 124             -65.3 %  █████████████████████████████████████████████████████
JSON, compact         75               0.0 %  ████████████████████████████████
YAML                  67              10.7 %  ████████████████████████████▋
CSV                   37              50.7 %  ███████████████▊
TOON                  46              38.7 %  ███████████████████▋
TOON, tabs            47              37.3 %  ████████████████████
TOON, pipes           47              37.3 %  ████████████████████
Normal form            –                 –
Normal, dense          –                 –
smallest: CSV

"#]]);
}

#[test]
fn for_machines() {
    let folder = folder(&[("a.json", ROWS), ("b.json", "{\"a\":[[1]]}")]);
    toon_in(&folder, &["stats", "--json", "a.json", "b.json"]).assert().success().stdout_eq(str![[r#"
{"file":"a.json","forms":{"json":{"bytes":124,"tokens":53,"saved_percent":-89.29},"json_compact":{"bytes":75,"tokens":28,"saved_percent":0.0},"yaml":{"bytes":67,"tokens":31,"saved_percent":-10.71},"csv":{"bytes":37,"tokens":18,"saved_percent":35.71},"toon":{"bytes":46,"tokens":25,"saved_percent":10.71},"toon_tab":{"bytes":47,"tokens":26,"saved_percent":7.14},"toon_pipe":{"bytes":47,"tokens":27,"saved_percent":3.57},"normal":null,"normal_dense":null},"smallest":"csv"}
{"file":"b.json","forms":{"json":{"bytes":36,"tokens":17,"saved_percent":-142.86},"json_compact":{"bytes":11,"tokens":7,"saved_percent":0.0},"yaml":{"bytes":8,"tokens":6,"saved_percent":14.29},"toon":{"bytes":16,"tokens":11,"saved_percent":-57.14},"toon_tab":{"bytes":18,"tokens":13,"saved_percent":-85.71},"toon_pipe":{"bytes":18,"tokens":13,"saved_percent":-85.71},"normal":null,"normal_dense":null},"smallest":"yaml"}

"#]]);
    toon_in(&folder, &["stats", "--json", "--tokenizer", "cl100k", "a.json"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
{"file":"a.json","forms":{"json":{"bytes":124,"tokens":53,"saved_percent":-89.29},"json_compact":{"bytes":75,"tokens":28,"saved_percent":0.0},"yaml":{"bytes":67,"tokens":31,"saved_percent":-10.71},"csv":{"bytes":37,"tokens":18,"saved_percent":35.71},"toon":{"bytes":46,"tokens":25,"saved_percent":10.71},"toon_tab":{"bytes":47,"tokens":26,"saved_percent":7.14},"toon_pipe":{"bytes":47,"tokens":27,"saved_percent":3.57},"normal":null,"normal_dense":null},"smallest":"csv"}

"#]]);
}

#[test]
fn a_chart() {
    let folder = folder(&[("<a>.json", ROWS), ("b.json", "{\"a\":[[1]]}")]);
    toon_in(&folder, &["stats", "--svg", "chart.svg", "<a>.json", "b.json"]).assert().success();
    let chart = read(&folder, "chart.svg");
    assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"), "{chart}");
    assert!(chart.contains("&lt;a&gt;.json, in tokens") && chart.matches("<rect").count() == 13, "{chart}");
}

/// The other files are still measured.
#[test]
fn a_file_with_a_mistake() {
    let folder = folder(&[("a.json", ROWS), ("bad.json", "{"), ("c.json", ROWS)]);
    let output = toon_in(&folder, &["stats", "--json", "a.json", "bad.json", "c.json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("bad.json:1:2"));
}

/// All of them have the same value, so all have the same sizes.
#[test]
fn each_format() {
    let folder = folder(&[
        ("a.json", ROWS),
        (
            "a.ndjson",
            "{\"id\":1,\"name\":\"Ada\",\"city\":\"London\"}\n{\"id\":2,\"name\":\"Bob\",\"city\":\"Oslo\"}\n",
        ),
        ("a.csv", "id,name,city\n1,Ada,London\n2,Bob,Oslo\n"),
        ("a.yaml", "- {id: 1, name: Ada, city: London}\n- {id: 2, name: Bob, city: Oslo}\n"),
        ("a.toon", "[2]{id,name,city}:\n  1,Ada,London\n  2,Bob,Oslo\n"),
    ]);
    let forms = |name| {
        let output = toon_in(&folder, &["stats", "--json", name]).output().unwrap();
        let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(stats["file"], name);
        stats["forms"].clone()
    };
    for name in ["a.ndjson", "a.csv", "a.yaml", "a.toon"] {
        assert_eq!(forms(name), forms("a.json"), "{name}");
    }
}

#[test]
fn byte_order_marks() {
    for (name, text) in [("a.json", ROWS), ("a.ndjson", "{\"id\":1}\n\n{\"id\":2}\n")] {
        let marked = format!("\u{feff}{text}");
        let forms = |text: &str| {
            let folder = folder(&[(name, text)]);
            toon_in(&folder, &["stats", "--json", name]).assert().success().get_output().stdout.clone()
        };
        assert_eq!(forms(&marked), forms(text), "{name}");
    }
}

/// What can be converted can be measured.
#[test]
fn large_numbers_and_depth() {
    for text in ["[1e400,123456789012345678901234567890]", &("[".repeat(128) + &"]".repeat(128))] {
        toon(&["stats", "--tokenizer", "none", "-"]).stdin(text).assert().success();
    }
}

/// Lines are separate values, and mistakes have their places in the input.
#[test]
fn lines_of_json() {
    let folder = folder(&[("a.ndjson", "\n1, 2\n"), ("b.ndjson", "[1\n2]\n")]);
    toon_in(&folder, &["stats", "a.ndjson"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid JSON: expected end of input
 --> a.ndjson:2:2
  |
2 | 1, 2
  |  ^
  = help: remove everything after the value

"#]]);
    toon_in(&folder, &["stats", "b.ndjson"]).assert().code(1).stdout_eq("");
}

#[test]
fn mistakes() {
    toon(&["stats", "-"]).stdin("{\"a\":").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:1:6
  |
1 | {"a":
  |      ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]]);
    toon(&["stats", "-"]).stdin("a[2]: 1").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: header declares 2 elements, found 1
 --> <stdin>:1:2, in a
  |
1 | a[2]: 1
  |  ^
  = help: write [1] in the header, or add the missing element

"#]]);
    toon(&["stats", "--tokenizer", "p50k", "-"]).stdin("{}").assert().code(2).stderr_eq(str![[r#"
error: invalid value 'p50k' for '--tokenizer <TOKENIZER>'
  [possible values: o200k, cl100k, none]

For more information, try '--help'.

"#]]);
}

/// The token counts that TOON's own project publishes.
#[test]
fn published_counts() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let data = std::env::var_os("TOON_DATA").map_or(beside, PathBuf::from);
    if !data.is_dir() {
        let line = "published_counts: skipped, there is no folder of data sets (TOON_DATA)\n";
        std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes()).unwrap();
        return;
    }
    for (name, published) in [
        ("token-tabular", [127_061, 79_057, 49_978, 49_745]),
        ("token-nested", [108_611, 68_944, 72_832, 72_833]),
        ("token-analytics", [22_245, 14_211, 9_115, 9_114]),
        ("token-github", [15_337, 11_640, 8_937, 9_455]),
        ("token-event-logs", [181_201, 128_529, 154_084, 154_085]),
        ("token-nested-config", [905, 552, 589, 592]),
        ("token-keyed", [23_141, 15_635, 10_503, 10_501]),
        ("token-nested-group", [79_779, 46_791, 26_726, 26_103]),
    ] {
        let file = data.join(format!("{name}.json"));
        let output = toon(&["stats", "--json", file.to_str().unwrap()]).output().unwrap();
        let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
        let counts = ["json", "json_compact", "toon", "toon_tab"]
            .map(|form| stats["forms"][form]["tokens"].as_u64().unwrap());
        assert_eq!(counts, published, "{name}");
    }
}
