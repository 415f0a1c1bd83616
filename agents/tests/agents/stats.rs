//! The file with what was saved.

use std::collections::BTreeMap;
use std::path::Path;
use std::thread;
use tempfile::TempDir;
use toon_agents::stats::{Amount, Entry, Log, Results, Source, Summary};
use toon_agents::{Places, System};

fn log(home: &Path) -> Log {
    Log::new(&Places::in_home(home, System::Linux))
}

fn entry(tool: &str) -> Entry {
    let size = |bytes| Amount { bytes, tokens: None };
    let results = Results { results: 1, converted: 1, partial: 0, before: size(900), after: size(300) };
    let mut entry = Entry::now(Source::Hook, Some("claude".to_owned()));
    entry.tools = BTreeMap::from([(tool.to_owned(), results)]);
    entry
}

#[test]
fn many_processes_at_once() {
    let home = TempDir::new().unwrap();
    let writers: Vec<_> = (0..8)
        .map(|writer| {
            let log = log(home.path());
            thread::spawn(move || {
                for number in 0..100 {
                    log.add(&entry(&format!("{writer} {number}"))).unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    let mut names: Vec<String> =
        log(home.path()).entries().unwrap().flat_map(|entry| entry.tools.into_keys()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 800);
}

#[test]
fn a_file_that_is_long() {
    let home = TempDir::new().unwrap();
    let log = log(home.path());
    let filler = "x".repeat(1 << 20);
    for number in 0..12 {
        log.add(&entry(&format!("{number} {filler}"))).unwrap();
    }
    // Five lines are 5 MB, and two files are kept.
    assert_eq!(log.entries().unwrap().count(), 7);
    assert!(log.file().metadata().unwrap().len() < 6 << 20);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(log.file().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn other_lines() {
    let home = TempDir::new().unwrap();
    let log = log(home.path());
    assert_eq!(log.entries().unwrap().count(), 0);
    log.add(&entry("a")).unwrap();
    let mut lines = std::fs::read(log.file()).unwrap();
    lines.extend(b"\xff\n{\"time\":1}\n\n[1");
    std::fs::write(log.file(), lines).unwrap();
    assert_eq!(log.entries().unwrap().count(), 1);
    // A line that was cut off spoils the next one only.
    log.add(&entry("b")).unwrap();
    log.add(&entry("c")).unwrap();
    assert_eq!(log.entries().unwrap().count(), 2);
}

#[test]
fn sums() {
    let mut proxy = entry("b");
    proxy.source = Source::Proxy;
    proxy.time = 1_795_168_800;
    let results = proxy.tools.get_mut("b").unwrap();
    (results.results, results.before.tokens, results.after.tokens) = (3, Some(300), Some(100));
    proxy.explanations = Amount { bytes: 195, tokens: Some(50) };
    let hook = entry("b");
    let summary = Summary::of([proxy.clone(), hook.clone(), hook], 0);
    assert_eq!((summary.total.results, summary.total.converted), (5, 3));
    assert_eq!(summary.total.before, Amount { bytes: 2700, tokens: Some(300) });
    assert_eq!(summary.tools.keys().collect::<Vec<_>>(), ["hook b", "proxy b"]);
    assert_eq!(summary.days.keys().next().unwrap(), "2026-11-20");
    let table = summary.to_string();
    assert!(
        table.contains("2026-11-20        3          1           900    300  66.7 %            300    100"),
        "{table}"
    );
    assert!(table.contains("Explanations took 195 bytes, of which the proxy counted 50 tokens"), "{table}");
    assert_eq!(Summary::of([proxy], 1_795_168_801).total.results, 0);
}
