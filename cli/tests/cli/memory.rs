//! The memory that the program takes.

use super::limit::Limit;
use snapbox::str;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// What the program prints, and the most memory that it takes, in bytes.
fn peak(folder: &TempDir, args: &[&str]) -> (String, u64) {
    let out = folder.path().join("out");
    let mut child = Command::new(snapbox::cmd::cargo_bin!("toon"))
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::from(fs::File::create(&out).unwrap()))
        .spawn()
        .unwrap();
    let _limit = Limit::of(child.id());
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        // The maximum so far.
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = peak.max(kibibytes.unwrap_or_default() << 10);
        thread::sleep(Duration::from_millis(5));
    }
    assert!(child.wait().unwrap().success() && peak > 0, "{args:?}");
    (fs::read_to_string(out).unwrap(), peak)
}

/// The program itself takes 19 MiB in a debug build, and each input is longer than the rest.
const LIMIT: u64 = 24 << 20;

/// Runs the command with a long file, and returns what is printed.
fn in_little_memory(args: &[&str], name: &str, long: &str) -> String {
    assert!(long.len() > 8 << 20);
    let folder = super::folder(&[(name, long)]);
    let args = [args, &[name]].concat();
    let (printed, taken) = peak(&folder, &args);
    assert!(taken < LIMIT, "{args:?}: {} KiB", taken >> 10);
    printed
}

/// Long text, so that there are few rows.
fn filler(bytes: usize) -> String {
    let mut text = "some text ".repeat(bytes / 10);
    text.pop();
    text
}

/// Lines are measured one by one in each form, except the normal form, which is left out.
#[test]
fn statistics_of_lines() {
    let text = filler(40_000);
    let line = |id| format!("{{\"id\":{id},\"text\":\"{text}\"}}\n");
    let lines: String = (0..215).map(line).collect();
    let printed = in_little_memory(&["stats", "--tokenizer", "none"], "a.ndjson", &lines);
    snapbox::assert_data_eq!(
        printed,
        str![[r#"
a.ndjson (bytes only)
                    bytes  saved vs. input
NDJSON (input)  8,604,189            0.0 %  █████████████████████████████████████████████████████▎
JSON            8,608,062           -0.1 %  █████████████████████████████████████████████████████▍
JSON, compact   8,604,191            0.0 %  █████████████████████████████████████████████████████▎
YAML            9,029,244           -4.9 %  ████████████████████████████████████████████████████████
CSV             8,600,757            0.0 %  █████████████████████████████████████████████████████▎
TOON            8,601,195            0.0 %  █████████████████████████████████████████████████████▎
TOON, tabs      8,601,196            0.0 %  █████████████████████████████████████████████████████▎
TOON, pipes     8,601,196            0.0 %  █████████████████████████████████████████████████████▎
Normal form             –              –
Normal, dense           –              –
smallest: CSV
the normal form is left out, since more than 8 MiB would be held in memory

"#]]
    );
}

#[test]
fn filled_lines() {
    let text = filler(40_000);
    let line = |id: u32| match id % 2 {
        0 => format!("{{\"id\":{id},\"text\":\"{text}\"}}\n"),
        _ => format!("{{\"text\":\"{text}\"}}\n"),
    };
    let lines: String = (0..220).map(line).collect();
    let printed = in_little_memory(&["encode", "--fill"], "a.ndjson", &lines);
    assert!(printed.starts_with(&format!("[220]{{id,text}}:\n  0,{text}\n  null,{text}\n")));
}

#[test]
fn a_list_as_yaml() {
    let text = filler(40_000);
    let list = |count| format!("[{count}]{{text}}:\n{}", format!("  {text}\n").repeat(count));
    let printed = in_little_memory(&["decode", "--to", "yaml"], "a.toon", &list(220));
    assert_eq!(printed.matches("- text: >-\n").count(), 220);
}

/// Values of several lines, also as pages whose elements become one list.
#[test]
fn values_one_after_another() {
    let text = filler(40_000);
    let value = |id| format!("{{\n  \"id\": {id},\n  \"text\": \"{text}\"\n}}\n");
    let values: String = (0..220).map(value).collect();
    let printed = in_little_memory(&["encode"], "a.json", &values);
    assert!(printed.starts_with("[220]{id,text}:\n  0,some text "));
    let page = |id| format!("[{{\"id\": {id}, \"text\": \"{text}\"}},{{\"id\": null, \"text\": \"\"}}]");
    let pages: String = (0..220).map(page).collect();
    let printed = in_little_memory(&["encode", "--join-pages"], "a.json", &pages);
    assert!(printed.starts_with("[440]{id,text}:\n  0,some text ") && printed.ends_with("\n  null,\"\"\n"));
}
