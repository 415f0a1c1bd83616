//! The terminal session in the README, recorded by `scripts/cli_session.sh`.

use super::folder;
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use std::env;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const ISSUES: &str = r#"[{"number":7,"title":"Panic on empty input","labels":2,"open":true},
 {"number":9,"title":"Slow on Windows","labels":0,"open":true},
 {"number":12,"title":"Say which file","labels":1,"open":false}]
"#;

const ANSWER: &str = "issues[3]{number,title}:\n  7,Panic on empty input\n  9\n";

const COMMANDS: [&str; 6] = [
    "cat issues.json",
    "toon issues.json",
    "toon issues.json | toon decode --to csv",
    "toon encode issues.json --fields number,title --delimiter pipe",
    "toon stats issues.json",
    "toon check answer.toon",
];

#[test]
fn the_session_of_the_readme() {
    let folder = folder(&[("issues.json", ISSUES), ("answer.toon", ANSWER)]);
    let program = Path::new(snapbox::cmd::cargo_bin!("toon")).parent().unwrap().to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([program].into_iter().chain(env::split_paths(&others))).unwrap();
    let mut session = String::new();
    for command in COMMANDS {
        let output = Command::new("sh")
            .args(["-c", &format!("{command} 2>&1")])
            .current_dir(&folder)
            .env("PATH", &path)
            .env("CLICOLOR_FORCE", "1")
            .env_remove("NO_COLOR")
            .output()
            .unwrap();
        let shown = String::from_utf8(output.stdout).unwrap();
        writeln!(session, "\u{1b}[1;32m$\u{1b}[0m \u{1b}[1m{command}\u{1b}[0m\n{shown}").unwrap();
    }
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("session.svg");
    let recorded = Data::read_from(&recorded, Some(DataFormat::TermSvg));
    assert_data_eq!(Data::text(session.trim_end()).coerce_to(DataFormat::TermSvg), recorded.raw());
}
