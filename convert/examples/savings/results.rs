//! Synthetic but typical tool results.

use std::fmt::Write;

/// A result: what it is, and its text, in JSON as compact as it gets.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) text: String,
}

pub(crate) fn all() -> Vec<Sample> {
    let samples = [
        ("50 rows of a table", rows()),
        ("30 issues, as a tool made for models lists them", issues()),
        ("10 issues, as the API of a forge lists them", api_issues()),
        ("40 log lines", logs()),
        ("12 search results with what was found", search()),
        ("a file tree, four levels", tree(4, "src")),
        ("30 files with their sizes", files()),
        ("a nested configuration", CONFIG.to_owned()),
        ("one object", OBJECT.to_owned()),
        ("an audit log, each entry with fields of its own", audit()),
        ("a matrix of 20 by 3", matrix()),
        ("plain text", "The build has passed. 214 tests ran in 3.2 seconds; none failed, and two were skipped because there is no database.".to_owned()),
    ];
    samples.map(|(name, text)| Sample { name, text }).into()
}

/// A list in JSON, with what `item` makes of each number.
fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    format!("[{}]", (0..count).map(item).collect::<Vec<_>>().join(","))
}

fn pick<'a>(words: &[&'a str], index: usize) -> &'a str {
    words.get(index % words.len()).copied().unwrap_or_default()
}

const NAMES: [&str; 7] = ["ada", "mara", "joris", "amir", "lea", "yuki", "sofia"];
const TITLES: [&str; 6] = [
    "Panic on empty input",
    "Slow on Windows: every read flushes",
    "Docs: say what happens to duplicate keys",
    "Support comments, behind a flag",
    "Error points at the wrong column after a tab",
    "Bump the minimum version",
];

fn rows() -> String {
    let rows = list(50, |row| {
        let (id, amount, paid) = (10_400 + row, row * 137 % 9000, row % 3 != 0);
        let (name, city) = (pick(&NAMES, row), pick(&["Berlin", "Porto", "Utrecht", "Osaka"], row / 2));
        format!(
            r#"{{"id":{id},"customer":"{name}","city":"{city}","amount":{}.{:02},"paid":{paid}}}"#,
            amount / 100,
            amount % 100
        )
    });
    format!(r#"{{"rows":{rows},"total":1250}}"#)
}

fn issues() -> String {
    list(30, |row| {
        let (number, title, author) = (812 - row * 3, pick(&TITLES, row), pick(&NAMES, row * 3));
        let (state, comments) = (if row % 4 == 0 { "closed" } else { "open" }, row * 5 % 13);
        let day = 28 - row % 28;
        format!(
            r#"{{"number":{number},"title":"{title}","state":"{state}","author":"{author}","comments":{comments},"updated":"2026-03-{day:02}"}}"#
        )
    })
}

fn api_issues() -> String {
    list(10, |row| {
        let (number, title, author) = (812 - row * 3, pick(&TITLES, row), pick(&NAMES, row * 3));
        let labels = list(row % 3, |label| {
            let name = pick(&["bug", "docs", "good first issue"], row + label);
            format!(r#"{{"id":{},"name":"{name}","color":"d73a4a"}}"#, 2_000 + label)
        });
        let assignee = if row % 2 == 0 {
            "null".to_owned()
        } else {
            format!(r#"{{"login":"{}","id":{}}}"#, pick(&NAMES, row), 40 + row)
        };
        format!(
            r#"{{"id":{},"number":{number},"title":"{title}","user":{{"login":"{author}","id":{},"type":"User","site_admin":false}},"labels":{labels},"state":"open","locked":false,"assignee":{assignee},"comments":{},"created_at":"2026-03-{:02}T09:30:00Z","body":"Steps to reproduce:\n1. run it\n2. see \"{title}\""}}"#,
            91_000 + row,
            1_000 + row,
            row * 5 % 13,
            row + 1
        )
    })
}

fn logs() -> String {
    list(40, |row| {
        let (level, service) =
            (pick(&["info", "info", "warn", "info", "error"], row), pick(&["api", "worker", "auth"], row));
        let message = pick(
            &["request served", "job 8812 started", "token expired", "retrying in 200 ms", "no such row"],
            row,
        );
        format!(
            r#"{{"time":"2026-03-02T14:{:02}:{:02}.{:03}Z","level":"{level}","service":"{service}","message":"{message}"}}"#,
            row / 8,
            row * 7 % 60,
            row * 331 % 1000
        )
    })
}

fn search() -> String {
    list(12, |row| {
        let text = pick(
            &[
                "    let end = rest.find(is_end).unwrap_or(rest.len());",
                "/// The length that it has without, and \\\"quotes\\\".",
                "        Err(error) if rules.skip_on_error => {",
            ],
            row,
        );
        let file = pick(&["compact", "rules", "text", "filter"], row);
        format!(
            r#"{{"path":"src/convert/{file}.rs","line":{},"column":{},"text":"{text}","score":0.{}}}"#,
            row * 17 + 4,
            row % 9 + 1,
            97 - row
        )
    })
}

fn tree(depth: usize, name: &str) -> String {
    if depth == 0 {
        return format!(r#"{{"name":"{name}.rs","type":"file"}}"#);
    }
    let children = list(depth, |child| tree(depth - 1, pick(&["read", "write", "error", "options"], child)));
    format!(r#"{{"name":"{name}","type":"directory","children":{children}}}"#)
}

fn files() -> String {
    let mut text = String::from(r#"{"root":"/srv/app","files":["#);
    for row in 0..30 {
        let comma = if row == 0 { "" } else { "," };
        let folder = pick(&["src/proxy", "src/server", "tests"], row / 10);
        // Writing to a string does not fail.
        let _ = write!(
            text,
            r#"{comma}{{"path":"{folder}/{}{row}.rs","size":{},"executable":false}}"#,
            pick(&FILES, row),
            900 + row * 271
        );
    }
    text.push_str("]}");
    text
}

const FILES: [&str; 4] = ["read", "write", "error", "options"];

fn audit() -> String {
    list(16, |row| {
        let (at, by) = (format!("2026-03-02T{:02}:10:00Z", row + 6), pick(&NAMES, row));
        match row % 4 {
            0 => format!(
                r#"{{"at":"{at}","by":"{by}","action":"login","from":{{"ip":"10.0.3.{row}","device":"laptop"}}}}"#
            ),
            1 => format!(
                r#"{{"at":"{at}","by":"{by}","action":"grant","role":"editor","on":["docs","wiki"]}}"#
            ),
            2 => format!(
                r#"{{"at":"{at}","by":"{by}","action":"rename","change":{{"name":{{"old":"a{row}","new":"b{row}"}}}}}}"#
            ),
            _ => format!(r#"{{"at":"{at}","by":"{by}","action":"logout"}}"#),
        }
    })
}

fn matrix() -> String {
    list(20, |row| format!("[{},{},{}]", row * 3, row * 7 % 11, row * 13 % 17))
}

const CONFIG: &str = r#"{"name":"shop","version":"2.4.1","server":{"host":"0.0.0.0","port":8080,"tls":{"enabled":true,"certificate":"/etc/shop/tls.pem","protocols":["TLSv1.2","TLSv1.3"]},"limits":{"body":1048576,"timeout":{"read":30,"write":30,"idle":120}}},"database":{"primary":{"url":"postgres://db1/shop","pool":{"min":2,"max":20}},"replicas":[{"url":"postgres://db2/shop","weight":2},{"url":"postgres://db3/shop","weight":1}]},"features":{"search":{"enabled":true,"languages":["en","de","fr"]},"billing":{"enabled":false,"provider":{"name":"ledger","sandbox":true}}},"logging":{"level":"info","outputs":[{"kind":"stdout","format":"json"},{"kind":"file","path":"/var/log/shop.log","rotate":{"size":"100MB","keep":7}}]}}"#;

const OBJECT: &str = r#"{"id":"proj-search","name":"Product search","status":"in-progress","owner":"mara","createdAt":"2026-01-12T08:30:00Z","updatedAt":"2026-03-02T16:05:00Z","description":"Replace the shop's LIKE queries with a full-text index, in three languages.","tags":["index","language"],"archived":false}"#;
