//! `toon stats`.

use super::{folder, read, toon, toon_in};
use serde_json::Value;
use snapbox::str;
use std::path::{Path, PathBuf};

const ROWS: &str = r#"[{"id":1,"name":"Ada","city":"London"},{"id":2,"name":"Bob","city":"Oslo"}]"#;
const CSV: &str = "id,name,city\n1,Ada,London\n2,Bob,Oslo\n";

#[test]
fn a_table() {
    toon(&["stats", "-"])
        .stdin(ROWS)
        .assert()
        .success()
        .stdout_eq(str![[r#"
<stdin> (o200k_base)
                       bytes  tokens  saved vs. input
JSON                     124      53          -89.3 %  █████████████████████████████████████████████
JSON, compact (input)     75      28            0.0 %  ███████████████████████▊
YAML                      67      31          -10.7 %  ██████████████████████████▎
CSV                       36      17           39.3 %  ██████████████▍
TOON                      46      25           10.7 %  █████████████████████▏
TOON, tabs                47      26            7.1 %  ██████████████████████
TOON, pipes               47      27            3.6 %  ██████████████████████▉
Normal form                –       –              –
Normal, dense              –       –              –
smallest: CSV

"#]])
        .stderr_eq("");
    toon(&["stats", "--tokenizer", "none", "-"]).stdin(ROWS).assert().success().stdout_eq(str![[r#"
<stdin> (bytes only)
                       bytes  saved vs. input
JSON                     124          -65.3 %  █████████████████████████████████████████████████████
JSON, compact (input)     75            0.0 %  ████████████████████████████████
YAML                      67           10.7 %  ████████████████████████████▋
CSV                       36           52.0 %  ███████████████▍
TOON                      46           38.7 %  ███████████████████▋
TOON, tabs                47           37.3 %  ████████████████████
TOON, pipes               47           37.3 %  ████████████████████
Normal form                –              –
Normal, dense              –              –
smallest: CSV

"#]]);
}

#[test]
fn for_machines() {
    let folder = folder(&[("a.json", ROWS), ("b.json", "{\"a\":[[1]]}")]);
    toon_in(&folder, &["stats", "--json", "a.json", "b.json"]).assert().success().stdout_eq(str![[r#"
{"file":"a.json","format":"json","tokenizer":"o200k_base","baseline":"input","same_as_input":"json_compact","forms":{"input":{"bytes":75,"tokens":28,"saved_percent":0.0},"json":{"bytes":124,"tokens":53,"saved_percent":-89.29},"json_compact":{"bytes":75,"tokens":28,"saved_percent":0.0},"yaml":{"bytes":67,"tokens":31,"saved_percent":-10.71},"csv":{"bytes":36,"tokens":17,"saved_percent":39.29},"toon":{"bytes":46,"tokens":25,"saved_percent":10.71},"toon_tab":{"bytes":47,"tokens":26,"saved_percent":7.14},"toon_pipe":{"bytes":47,"tokens":27,"saved_percent":3.57},"normal":null,"normal_dense":null},"smallest":"csv"}
{"file":"b.json","format":"json","tokenizer":"o200k_base","baseline":"input","same_as_input":"json_compact","forms":{"input":{"bytes":11,"tokens":7,"saved_percent":0.0},"json":{"bytes":36,"tokens":17,"saved_percent":-142.86},"json_compact":{"bytes":11,"tokens":7,"saved_percent":0.0},"yaml":{"bytes":8,"tokens":6,"saved_percent":14.29},"toon":{"bytes":16,"tokens":11,"saved_percent":-57.14},"toon_tab":{"bytes":18,"tokens":13,"saved_percent":-85.71},"toon_pipe":{"bytes":18,"tokens":13,"saved_percent":-85.71},"normal":null,"normal_dense":null},"smallest":"yaml"}
{"files":2,"format":"json","tokenizer":"o200k_base","baseline":"input","same_as_input":"json_compact","forms":{"input":{"bytes":86,"tokens":35,"saved_percent":0.0},"json":{"bytes":160,"tokens":70,"saved_percent":-100.0},"json_compact":{"bytes":86,"tokens":35,"saved_percent":0.0},"yaml":{"bytes":75,"tokens":37,"saved_percent":-5.71},"toon":{"bytes":62,"tokens":36,"saved_percent":-2.86},"toon_tab":{"bytes":65,"tokens":39,"saved_percent":-11.43},"toon_pipe":{"bytes":65,"tokens":40,"saved_percent":-14.29},"normal":null,"normal_dense":null},"smallest":"json_compact"}

"#]]);
    toon_in(&folder, &["stats", "--json", "--tokenizer", "cl100k", "a.json"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
{"file":"a.json","format":"json","tokenizer":"cl100k_base","baseline":"input","same_as_input":"json_compact","forms":{"input":{"bytes":75,"tokens":28,"saved_percent":0.0},"json":{"bytes":124,"tokens":53,"saved_percent":-89.29},"json_compact":{"bytes":75,"tokens":28,"saved_percent":0.0},"yaml":{"bytes":67,"tokens":31,"saved_percent":-10.71},"csv":{"bytes":36,"tokens":17,"saved_percent":39.29},"toon":{"bytes":46,"tokens":25,"saved_percent":10.71},"toon_tab":{"bytes":47,"tokens":26,"saved_percent":7.14},"toon_pipe":{"bytes":47,"tokens":27,"saved_percent":3.57},"normal":null,"normal_dense":null},"smallest":"csv"}

"#]]);
}

/// The tokenizer, the baseline, a legend, and numbers as in the table.
#[test]
fn a_chart() {
    let long = format!("{}.json", "long".repeat(30));
    let folder = folder(&[("<a>.json", ROWS), (&long, "{\"a\":[[1]]}"), ("a.csv", CSV)]);
    toon_in(&folder, &["stats", "--svg", "chart.svg", "<a>.json", &long, "a.csv"]).assert().success();
    let chart = read(&folder, "chart.svg");
    assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"), "{chart}");
    let texts = [
        "&lt;a&gt;.json</text>",
        ">Tokens (o200k_base)<",
        ">Savings are relative to the input as it was given",
    ];
    let bars =
        ["the input", "TOON, not larger than the input", "TOON, larger than the input", "other formats"];
    let rows =
        [">CSV (input)<", ">JSON, compact (input)<", ">total of 3 files<", ">\u{2212}47.1 %<", ">39.3 %<"];
    for text in texts.into_iter().chain(bars).chain(rows) {
        assert!(chart.contains(text), "{text}: {chart}");
    }
    // The whole name is shown as a tooltip.
    assert!(chart.contains(&format!("<title>{long}</title>\u{2026}")), "{chart}");
    toon_in(&folder, &["stats", "--tokenizer", "none", "--svg", "bytes.svg", "a.csv"]).assert().success();
    let chart = read(&folder, "bytes.svg");
    assert!(chart.contains(">Bytes<") && !chart.contains("oken") && !chart.contains("total"), "{chart}");
}

/// The other files are still measured.
#[test]
fn a_file_with_a_mistake() {
    let folder = folder(&[("a.json", ROWS), ("bad.json", "{"), ("c.json", ROWS)]);
    let output = toon_in(&folder, &["stats", "--json", "a.json", "bad.json", "c.json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stdout = String::from_utf8_lossy(&output.stdout);
    let of = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    let [a, c, total] = stdout.lines().map(of).collect::<Vec<_>>().try_into().unwrap();
    assert_eq!((&a["file"], &c["file"], &total["files"]), (&"a.json".into(), &"c.json".into(), &2.into()));
    assert!(String::from_utf8_lossy(&output.stderr).contains("bad.json:1:2"));
}

/// All of them have the same value, so all have the same sizes, except as they were given.
#[test]
fn each_format() {
    let folder = folder(&[
        ("a.json", ROWS),
        (
            "a.ndjson",
            "{\"id\":1,\"name\":\"Ada\",\"city\":\"London\"}\n{\"id\":2,\"name\":\"Bob\",\"city\":\"Oslo\"}\n",
        ),
        ("a.csv", CSV),
        ("a.yaml", "- {id: 1, name: Ada, city: London}\n- {id: 2, name: Bob, city: Oslo}\n"),
        ("a.toon", "[2]{id,name,city}:\n  1,Ada,London\n  2,Bob,Oslo\n"),
    ]);
    let forms = |name| {
        let output = toon_in(&folder, &["stats", "--json", name]).output().unwrap();
        let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(stats["file"], name);
        let same = stats["same_as_input"].as_str().map(str::to_owned);
        (sizes(&stats), stats["forms"]["input"]["bytes"].as_u64().unwrap(), same)
    };
    let (json, bytes, same) = forms("a.json");
    assert_eq!((bytes, same.as_deref()), (75, Some("json_compact")));
    for (name, bytes, same) in [
        ("a.ndjson", 73, None),
        ("a.csv", 36, Some("csv")),
        ("a.yaml", 67, None),
        ("a.toon", 46, Some("toon")),
    ] {
        assert_eq!(forms(name), (json.clone(), bytes, same.map(str::to_owned)), "{name}");
    }
}

/// The sizes of the forms other than the input.
pub(crate) fn sizes(stats: &Value) -> Vec<(String, Value, Value)> {
    let forms = stats["forms"].as_object().unwrap().iter().filter(|(form, _)| *form != "input");
    forms.map(|(form, size)| (form.clone(), size["bytes"].clone(), size["tokens"].clone())).collect()
}

/// The format is requested, or recognized.
#[test]
fn from_a_format() {
    let folder = folder(&[("rows.txt", CSV), ("toon.txt", "a: 1\n"), ("json.txt", "{\"a\":1}")]);
    let format = |args: &[&str]| {
        let output = toon_in(&folder, args).assert().success().get_output().stdout.clone();
        serde_json::from_slice::<Value>(&output).unwrap()["format"].clone()
    };
    assert_eq!(format(&["stats", "--tokenizer", "none", "--json", "--from", "csv", "rows.txt"]), "csv");
    assert_eq!(format(&["stats", "--tokenizer", "none", "--json", "toon.txt"]), "toon");
    assert_eq!(format(&["stats", "--tokenizer", "none", "--json", "--from", "toon", "toon.txt"]), "toon");
    assert_eq!(format(&["stats", "--tokenizer", "none", "--json", "--from", "yaml", "toon.txt"]), "yaml");
    assert_eq!(format(&["stats", "--tokenizer", "none", "--json", "json.txt"]), "json");
    let from = |format: &str, text: &str| {
        let args = ["stats", "--tokenizer", "none", "--json", "--from", format, "-"];
        let output = toon(&args).stdin(text).assert().success().get_output().stdout.clone();
        sizes(&serde_json::from_slice(&output).unwrap())
    };
    let expected = from("json", ROWS);
    assert_eq!(from("csv", CSV), expected);
    assert_eq!(from("yaml", ROWS), expected);
    assert_eq!(from("toon", "[2]{id,name,city}:\n  1,Ada,London\n  2,Bob,Oslo"), expected);
    let lines = "\u{feff}{\"id\":1,\"name\":\"Ada\",\"city\":\"London\"}\r\n\n \
                 {\"id\":2, \"name\":\"Bob\", \"city\":\"Oslo\"} \n";
    assert_eq!(from("ndjson", lines), expected);
    toon(&["stats", "--from", "json", "-"]).stdin("a: 1").assert().code(1).stdout_eq("");
    toon(&["stats", "--from", "xml", "-"]).stdin("").assert().code(2).stdout_eq("");
}

/// A part of the input is compared with itself as JSON.
#[test]
fn a_part() {
    let folder = folder(&[
        ("a.json", "{\"rows\": [{\"id\": 1}, {\"id\": 2}], \"n\": 1}"),
        ("a.ndjson", "{\"id\": 1}\n{\"id\": 2}\n{\"id\": 3}\n"),
        ("a.csv", "id\n1\n2\n"),
        ("bad.json", "{\"rows\": [1], \"n\": }"),
    ]);
    let measured = |args: &[&str]| {
        let args = [&["stats", "--tokenizer", "none", "--json"], args].concat();
        let output = toon_in(&folder, &args).assert().success().get_output().stdout.clone();
        let stats: Value = serde_json::from_slice(&output).unwrap();
        let bytes = |form: &str| stats["forms"][form]["bytes"].as_u64().unwrap();
        (stats["format"].as_str().unwrap().to_owned(), bytes("input"), bytes("json_compact"), bytes("toon"))
    };
    assert_eq!(measured(&["--at", "/rows", "a.json"]), ("json".to_owned(), 22, 19, 16));
    assert_eq!(measured(&["--at", "/rows", "--head", "1", "a.json"]), ("json".to_owned(), 11, 10, 12));
    assert_eq!(measured(&["--at", "/1", "a.ndjson"]), ("json".to_owned(), 9, 8, 5));
    assert_eq!(measured(&["--head", "2", "a.ndjson"]), ("ndjson".to_owned(), 19, 19, 16));
    assert_eq!(measured(&["--head", "1", "a.csv"]), ("ndjson".to_owned(), 8, 10, 12));
    toon_in(&folder, &["stats", "--at", "/row", "a.json"]).assert().code(1).stdout_eq("").stderr_eq(str![[
        r#"
error: a.json: the root has no key "row" (did you mean "rows"?); its keys are "rows" and "n"

"#
    ]]);
    toon_in(&folder, &["stats", "--at", "/rows", "bad.json"]).assert().code(1).stdout_eq("");
}

/// Each form of an empty list, of nested data, and of texts with line breaks is the same whether it
/// is written as a whole or line by line.
#[test]
fn lines_are_measured_like_a_list() {
    for lines in [
        &[][..],
        &[
            "{\"a\":[{\"b\":[]},{}],\"c\":\"two\\nlines\\n\\n\"}",
            "[1.0,1e400,{\"d\":\"\\n\"}]",
            "null",
            "\"- \\n\"",
        ],
        &["{\"a\":\"x\\ny\",\"b\":1.50}", "{\"b\":null}", "{\"a\":\"\\\"\"}"],
        &["{\"a\":1}", "{\"c\":1}"],
    ] {
        let (ndjson, json) = (lines.join("\n"), format!("[{}]", lines.join(",")));
        let folder = folder(&[("a.ndjson", &*ndjson), ("a.json", &*json)]);
        let measured = |name| {
            let output = toon_in(&folder, &["stats", "--tokenizer", "none", "--json", name])
                .assert()
                .success()
                .get_output()
                .clone();
            sizes(&serde_json::from_slice(&output.stdout).unwrap())
        };
        assert_eq!(measured("a.ndjson"), measured("a.json"), "{json}");
    }
}

/// What a form saves compared with itself is nothing, and with nothing cannot be said.
#[test]
fn an_empty_input() {
    let folder = folder(&[("a.toon", ""), ("b.toon", "\n")]);
    toon_in(&folder, &["stats", "a.toon", "b.toon"]).assert().success().stdout_eq(str![[r#"
a.toon (o200k_base)
               bytes  tokens  saved vs. input
JSON               2       1              –    █████████████████████████████████████████████████████
JSON, compact      2       1              –    █████████████████████████████████████████████████████
YAML               2       1              –    █████████████████████████████████████████████████████
TOON (input)       0       0              –
TOON, tabs         0       0              –
TOON, pipes        0       0              –
Normal form        –       –              –
Normal, dense      –       –              –
smallest: TOON (input)

b.toon (o200k_base)
               bytes  tokens  saved vs. input
JSON               2       1              –    █████████████████████████████████████████████████████
JSON, compact      2       1              –    █████████████████████████████████████████████████████
YAML               2       1              –    █████████████████████████████████████████████████████
TOON (input)       0       0              –
TOON, tabs         0       0              –
TOON, pipes        0       0              –
Normal form        –       –              –
Normal, dense      –       –              –
smallest: TOON (input)

total of 2 files (o200k_base)
               bytes  tokens  saved vs. input
JSON               4       2              –    █████████████████████████████████████████████████████
JSON, compact      4       2              –    █████████████████████████████████████████████████████
YAML               4       2              –    █████████████████████████████████████████████████████
TOON (input)       0       0              –
TOON, tabs         0       0              –
TOON, pipes        0       0              –
Normal form        –       –              –
Normal, dense      –       –              –
smallest: TOON (input)

"#]]);
}

/// Columns keep to the width of the terminal.
#[cfg(unix)]
#[test]
fn a_narrow_terminal() {
    let folder = folder(&[("a-file-with-a-long-name-for-forty-columns.json", ROWS)]);
    let args = ["stats", "a-file-with-a-long-name-for-forty-columns.json"];
    let shown = super::terminal::on_columns(40, &folder, &args, &[("NO_COLOR", "1")]);
    // Without a progress bar, which is erased.
    let lines = shown.lines().map(|line| line.rsplit("\u{1b}[2K").next().unwrap().trim_end_matches('\r'));
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    snapbox::assert_data_eq!(
        lines.join("\n"),
        str![[r#"
…ame-for-forty-columns.json (o200k_base)
         bytes tokens   saved
JSON       124     53 -89.3 %
compact*    75     28   0.0 %
YAML        67     31 -10.7 %
CSV         36     17  39.3 %
TOON        46     25  10.7 %
tabs        47     26   7.1 %
pipes       47     27   3.6 %
normal       –      –     –
dense        –      –     –
* the input, the baseline of savings
smallest: CSV
"#]]
    );
}

/// Several files: what is not in all of them has no total.
#[test]
fn a_total() {
    let folder = folder(&[("a.json", ROWS), ("b.csv", CSV), ("c.yaml", "a: [[1]]\n")]);
    toon_in(&folder, &["stats", "a.json", "b.csv", "c.yaml"]).assert().success().stdout_eq(str![[r#"
a.json (o200k_base)
                       bytes  tokens  saved vs. input
JSON                     124      53          -89.3 %  █████████████████████████████████████████████
JSON, compact (input)     75      28            0.0 %  ███████████████████████▊
YAML                      67      31          -10.7 %  ██████████████████████████▎
CSV                       36      17           39.3 %  ██████████████▍
TOON                      46      25           10.7 %  █████████████████████▏
TOON, tabs                47      26            7.1 %  ██████████████████████
TOON, pipes               47      27            3.6 %  ██████████████████████▉
Normal form                –       –              –
Normal, dense              –       –              –
smallest: CSV

b.csv (o200k_base)
               bytes  tokens  saved vs. input
JSON             124      53         -211.8 %  █████████████████████████████████████████████████████
JSON, compact     75      28          -64.7 %  ████████████████████████████
YAML              67      31          -82.3 %  ███████████████████████████████
CSV (input)       36      17            0.0 %  █████████████████
TOON              46      25          -47.1 %  █████████████████████████
TOON, tabs        47      26          -52.9 %  ██████████████████████████
TOON, pipes       47      27          -58.8 %  ███████████████████████████
Normal form        –       –              –
Normal, dense      –       –              –
smallest: CSV (input)

c.yaml (o200k_base)
               bytes  tokens  saved vs. input
YAML (input)       8       5            0.0 %  ███████████████▌
JSON              36      17         -240.0 %  █████████████████████████████████████████████████████
JSON, compact     11       7          -40.0 %  █████████████████████▊
YAML               8       6          -20.0 %  ██████████████████▋
TOON              16      11         -120.0 %  ██████████████████████████████████▎
TOON, tabs        18      13         -160.0 %  ████████████████████████████████████████▌
TOON, pipes       18      13         -160.0 %  ████████████████████████████████████████▌
Normal form        –       –              –
Normal, dense      –       –              –
smallest: YAML (input)

total of 3 files (o200k_base)
               bytes  tokens  saved vs. input
Input            119      50            0.0 %  █████████████████████▌
JSON             284     123         -146.0 %  █████████████████████████████████████████████████████
JSON, compact    161      63          -26.0 %  ███████████████████████████▏
YAML             142      68          -36.0 %  █████████████████████████████▎
TOON             108      61          -22.0 %  ██████████████████████████▎
TOON, tabs       112      65          -30.0 %  ████████████████████████████
TOON, pipes      112      67          -34.0 %  ████████████████████████████▊
Normal form        –       –              –
Normal, dense      –       –              –
smallest: Input

"#]]);
}

#[test]
fn byte_order_marks() {
    for (name, text) in [("a.json", ROWS), ("a.ndjson", "{\"id\":1}\n\n{\"id\":2}\n")] {
        let marked = format!("\u{feff}{text}");
        let forms = |text: &str| {
            let folder = folder(&[(name, text)]);
            let output = toon_in(&folder, &["stats", "--tokenizer", "none", "--json", name])
                .assert()
                .success()
                .get_output()
                .clone();
            sizes(&serde_json::from_slice(&output.stdout).unwrap())
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
  = help: in NDJSON, each value is on a line of its own, as `jq -c .` writes it

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

#[test]
fn the_chart_is_not_the_input() {
    let folder = folder(&[("a.csv", "a,b\n1,2\n")]);
    toon_in(&folder, &["stats", "a.csv", "--svg", "./a.csv"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq("error: ./a.csv is the input itself, which would be lost; write to another file\n");
    assert_eq!(read(&folder, "a.csv"), "a,b\n1,2\n");
}
