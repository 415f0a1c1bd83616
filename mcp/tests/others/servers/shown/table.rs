//! The tables in the documentation.

use super::{Change, HOSTS, Measured};
use std::fmt::Write;
use std::path::Path;

type Changes = [Change; HOSTS.len()];

/// A row: tools of which hosts show the same number of tokens.
struct Row {
    servers: Vec<&'static str>,
    labels: Vec<String>,
    changes: Changes,
}

/// Tools of the same name share a row, and so do tools of the same servers.
fn rows(all: &[Measured]) -> Vec<Row> {
    let mut by_label: Vec<Row> = Vec::new();
    for measured in all {
        let Measured { server, label, .. } = *measured;
        let label = if label.contains(['`', ' ']) { label.to_owned() } else { format!("`{label}`") };
        // Which call is the first of a session, and gets an explanation, makes no difference.
        let changes = measured.changes().map(|change| Change { explanation: 0, ..change });
        let row = Row { servers: vec![server], labels: vec![label], changes };
        match by_label.iter_mut().find(|other| other.labels == row.labels && other.changes == row.changes) {
            Some(other) if other.servers.contains(&server) => {}
            Some(other) => other.servers.push(server),
            None => by_label.push(row),
        }
    }
    let mut rows: Vec<Row> = Vec::new();
    for row in by_label {
        match rows.iter_mut().find(|other| other.servers == row.servers && other.changes == row.changes) {
            Some(other) => other.labels.extend(row.labels),
            None => rows.push(row),
        }
    }
    rows
}

/// What hosts show in each session, by server.
pub(super) fn sessions(all: &[Measured]) -> Vec<(&'static str, Changes)> {
    let mut sessions: Vec<(&'static str, Changes)> = Vec::new();
    for measured in all {
        if sessions.last().is_none_or(|(server, _)| *server != measured.server) {
            sessions.push((measured.server, Changes::default()));
        }
        let sums = sessions.last_mut().into_iter().flat_map(|(_, changes)| changes);
        for (sum, change) in sums.zip(measured.changes()) {
            sum.before += change.before;
            sum.after += change.after;
            sum.explanation += change.explanation;
        }
    }
    sessions
}

/// The head of a table, whose first column is `what`.
fn head(what: &str) -> String {
    let mut head = format!("| {what} |");
    for host in &HOSTS {
        // Writing to a string does not fail.
        let _ = write!(head, " {}: `{}`, {} |", host.name, host.shows.as_str(), host.level);
    }
    head + "\n| --- | ---: | ---: | ---: |\n"
}

fn by_tool(all: &[Measured]) -> String {
    let mut table = head("server and tool");
    for Row { servers, labels, changes } in rows(all) {
        let [first, second, third] = changes.map(|Change { before, after, .. }| change(before, after));
        let (servers, labels) = (servers.join(", "), labels.join(" / "));
        let _ = writeln!(table, "| {servers}: {labels} | {first} | {second} | {third} |");
    }
    table
}

fn by_session(all: &[Measured]) -> String {
    let mut table = head("all calls of a session");
    let mut rows: Vec<(String, Changes)> = Vec::new();
    for (server, changes) in sessions(all) {
        match rows.last_mut() {
            Some((servers, same)) if *same == changes => servers.extend([", ", server]),
            _ => rows.push((server.to_owned(), changes)),
        }
    }
    for (servers, changes) in rows {
        let [first, second, third] =
            changes.map(|Change { before, after, explanation }| change(before, after + explanation));
        let _ = writeln!(table, "| {servers} | {first} | {second} | {third} |");
    }
    table
}

/// The numbers before and after, and the savings in percent; negative if tokens are added.
fn change(before: usize, after: usize) -> String {
    match (before, after) {
        (before, after) if before == after => format!("{before}"),
        (0, after) => format!("0 → {after}"),
        (before, after) => {
            let share = (before.abs_diff(after) * 1000 + before / 2) / before;
            let sign = if after > before { "−" } else { "" };
            format!("{before} → {after} ({sign}{}.{} %)", share / 10, share % 10)
        }
    }
}

/// The first cells of a table's rows.
fn labels(table: &str) -> Vec<&str> {
    table.lines().filter_map(|line| line.split(" | ").next()).collect()
}

/// Checks that the tables in the documentation have these rows; with `SNAPSHOTS=overwrite`, writes
/// the tables into it. The measurements are not compared: paths and dates in results have other
/// lengths on other machines.
#[track_caller]
pub(super) fn check(all: &[Measured]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/savings.md");
    let mut page = std::fs::read_to_string(&file).unwrap();
    let is_update = std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite");
    for (name, table) in [("sessions", by_session(all)), ("shown", by_tool(all))] {
        let (before, rest) = page.split_once(&format!("<!-- {name} -->\n")).unwrap();
        let (there, after) = rest.split_once(&format!("<!-- /{name} -->")).unwrap();
        assert!(is_update || labels(there) == labels(&table), "run scripts/mcp_shown.sh");
        page = format!("{before}<!-- {name} -->\n{table}<!-- /{name} -->{after}");
    }
    if is_update {
        std::fs::write(file, page).unwrap();
    }
}
