//! The table in the README.

use super::{Change, Measured};
use std::fmt::Write;
use std::path::Path;

const END: &str = "<!-- /shown -->";
const HEADER: &str = "| server and tool |";

/// A row: tools of which hosts show the same number of tokens.
struct Row {
    servers: Vec<&'static str>,
    labels: Vec<String>,
    structured: Change,
    content: Change,
}

/// Tools of the same name share a row, and so do tools of the same servers.
fn rows(all: &[Measured]) -> Vec<Row> {
    let mut by_label: Vec<Row> = Vec::new();
    for measured in all {
        let Measured { server, label, .. } = *measured;
        let label = if label.contains(['`', ' ']) { label.to_owned() } else { format!("`{label}`") };
        let (structured, content) = (measured.structured(), measured.content());
        let row = Row { servers: vec![server], labels: vec![label], structured, content };
        match by_label.iter_mut().find(|other| other.labels == row.labels && other.is_alike(&row)) {
            Some(other) if other.servers.contains(&server) => {}
            Some(other) => other.servers.push(server),
            None => by_label.push(row),
        }
    }
    let mut rows: Vec<Row> = Vec::new();
    for row in by_label {
        match rows.iter_mut().find(|other| other.servers == row.servers && other.is_alike(&row)) {
            Some(other) => other.labels.extend(row.labels),
            None => rows.push(row),
        }
    }
    rows
}

impl Row {
    fn is_alike(&self, other: &Row) -> bool {
        (self.structured, self.content) == (other.structured, other.content)
    }
}

fn table(all: &[Measured], explanation: usize) -> String {
    let mut table = format!(
        "{HEADER} host shows `structuredContent` | saved | host shows `content` | saved |\n\
         | --- | ---: | ---: | ---: | ---: |\n"
    );
    let cells = |change: Change| format!("{} → {} | {}", change.before, change.after, saved(change));
    for Row { servers, labels, structured, content } in rows(all) {
        let (servers, labels) = (servers.join(", "), labels.join(" / "));
        // Writing to a string does not fail.
        let _ = writeln!(table, "| {servers}: {labels} | {} | {} |", cells(structured), cells(content));
    }
    let added = cells(Change { before: 0, after: explanation });
    let _ = writeln!(table, "| the explanation in the instructions, once per session | {added} | {added} |");
    table
}

/// The savings in percent; negative if tokens are added.
fn saved(Change { before, after }: Change) -> String {
    match (before, after) {
        (before, after) if before == after => "–".to_owned(),
        (0, after) => format!("−{after} tokens"),
        (before, after) => {
            let share = (before.abs_diff(after) * 1000 + before / 2) / before;
            format!("{}{}.{} %", if after > before { "−" } else { "" }, share / 10, share % 10)
        }
    }
}

/// The first cells of a table's rows.
fn labels(table: &str) -> Vec<&str> {
    table.lines().filter_map(|line| line.split(" | ").next()).collect()
}

/// Checks that the README's table has these rows; with `SNAPSHOTS=overwrite`, writes the table into
/// it. The measurements are not compared: paths and dates in results have other lengths on other
/// machines.
#[track_caller]
pub(super) fn check(all: &[Measured], explanation: usize) {
    let table = table(all, explanation);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&file).unwrap();
    let (before, after) = readme.split_once(END).unwrap();
    let (before, there) = before.split_at(before.rfind(HEADER).unwrap_or(before.len()));
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        std::fs::write(file, format!("{before}{table}{END}{after}")).unwrap();
    } else {
        assert_eq!(labels(there), labels(&table), "run scripts/mcp_shown.sh");
    }
}
