//! The memory that the program takes.

use super::limit::Limit;
use snapbox::str;
use std::fmt::Write as _;
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

/// Lines are measured one by one in each form, except the normal form, which is left out.
#[test]
fn statistics_of_lines() {
    let filler = "some more text in this field so that there are fewer rows ".repeat(280);
    let mut lines = String::new();
    for id in 0..1_100 {
        writeln!(lines, r#"{{"id":{id},"text":"{filler}"}}"#).unwrap();
    }
    assert!(lines.len() > 17 << 20);
    let folder = super::folder(&[("a.ndjson", &*lines), ("b.ndjson", "{\"a\":1}\n")]);
    let args = ["stats", "--tokenizer", "none", "a.ndjson", "b.ndjson"];
    let (printed, taken) = peak(&folder, &args);
    assert!(taken < 17 << 20, "{} MiB", taken >> 20);
    snapbox::assert_data_eq!(
        printed,
        str![[r#"
a.ndjson (bytes only)
                     bytes  saved vs. input
NDJSON (input)  17,887,089            0.0 %  ████████████████████████████████████████████████████▍
JSON            17,906,892           -0.1 %  ████████████████████████████████████████████████████▍
JSON, compact   17,887,091            0.0 %  ████████████████████████████████████████████████████▍
YAML            18,772,589           -5.0 %  ███████████████████████████████████████████████████████
CSV             17,869,497            0.1 %  ████████████████████████████████████████████████████▎
TOON            17,873,906            0.1 %  ████████████████████████████████████████████████████▎
TOON, tabs      17,873,907            0.1 %  ████████████████████████████████████████████████████▎
TOON, pipes     17,873,907            0.1 %  ████████████████████████████████████████████████████▎
Normal form              –              –
Normal, dense            –              –
smallest: CSV
the normal form is left out, since more than 8 MiB would be held in memory

b.ndjson (bytes only)
                bytes  saved vs. input
NDJSON (input)      7            0.0 %  ███████████████████
JSON               22         -214.3 %  ████████████████████████████████████████████████████████████
JSON, compact       9          -28.6 %  ████████████████████████▌
YAML                6           14.3 %  ████████████████▎
CSV                 3           57.1 %  ████████▏
TOON               11          -57.1 %  ██████████████████████████████
TOON, tabs         12          -71.4 %  ████████████████████████████████▋
TOON, pipes        12          -71.4 %  ████████████████████████████████▋
Normal form         –              –
Normal, dense       –              –
smallest: CSV

total of 2 files (bytes only)
                     bytes  saved vs. input
NDJSON (input)  17,887,096            0.0 %  ████████████████████████████████████████████████████▍
JSON            17,906,914           -0.1 %  ████████████████████████████████████████████████████▍
JSON, compact   17,887,100            0.0 %  ████████████████████████████████████████████████████▍
YAML            18,772,595           -5.0 %  ███████████████████████████████████████████████████████
CSV             17,869,500            0.1 %  ████████████████████████████████████████████████████▎
TOON            17,873,917            0.1 %  ████████████████████████████████████████████████████▎
TOON, tabs      17,873,919            0.1 %  ████████████████████████████████████████████████████▎
TOON, pipes     17,873,919            0.1 %  ████████████████████████████████████████████████████▎
Normal form              –              –
Normal, dense            –              –
smallest: CSV
the normal form is left out, since more than 8 MiB would be held in memory

"#]]
    );
}
