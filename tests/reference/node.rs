//! The Node process that runs the reference implementation.

use crate::support::note;
use serde::{Deserialize, Serialize};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::{env, fs, process};

const PACKAGES: [&str; 2] = ["toon-v4@npm:@toon-format/toon@4.4.0", "toon-v3@npm:@toon-format/toon@2.3.1"];

#[derive(Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Request {
    /// The value as JSON text.
    Encode {
        json: String,
        delimiter: char,
        indent: usize,
    },
    Decode {
        text: String,
        strict: bool,
        indent: usize,
    },
    Decode3 {
        text: String,
        strict: bool,
        indent: usize,
    },
}

/// The reference's response: TOON text, or a decoded value as JSON text.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reply {
    Ok(String),
    Error(String),
}

pub struct Node {
    process: Child,
    requests: ChildStdin,
    replies: BufReader<ChildStdout>,
}

impl Node {
    /// `None`, and a line on stderr, unless `TOON_REFERENCE=1`.
    pub fn start(comparison: &str) -> Option<Node> {
        if env::var_os("TOON_REFERENCE").is_none_or(|value| value != "1") {
            note(&format!("reference {comparison}: skipped, set TOON_REFERENCE=1 to run it"));
            return None;
        }
        let driver = installation().join("driver.mjs");
        let mut process = Command::new("node")
            // The reference is deeply recursive; mutated documents should not reach its limit.
            .arg("--stack-size=4000")
            .arg(driver)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start node: {error}"));
        let requests = process.stdin.take().unwrap();
        let replies = BufReader::new(process.stdout.take().unwrap());
        Some(Node { process, requests, replies })
    }

    /// One line there, one line back: neither side can wait for the other with a full pipe.
    pub fn ask(&mut self, requests: &[Request]) -> Vec<Reply> {
        let mut line = serde_json::to_string(requests).unwrap();
        line.push('\n');
        self.requests.write_all(line.as_bytes()).unwrap();
        let mut line = String::new();
        self.replies.read_line(&mut line).unwrap();
        let replies: Vec<Reply> = serde_json::from_str(&line).unwrap();
        assert_eq!(replies.len(), requests.len());
        replies
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // It would exit when its stdin closes, but nobody would wait for it.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The folder with the packages and the driver. Installed once; tests of this process wait for each
/// other, and other processes see the finished folder or none, for it is made under another name.
fn installation() -> &'static Path {
    static INSTALLATION: OnceLock<PathBuf> = OnceLock::new();
    INSTALLATION.get_or_init(|| {
        let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = parent.join("toon-reference-4.4.0-2.3.1");
        if !folder.join("node_modules").is_dir() {
            let staging = parent.join(format!("toon-reference-staging-{}", process::id()));
            install(&staging);
            if fs::rename(&staging, &folder).is_err() {
                // Another process was faster.
                fs::remove_dir_all(&staging).unwrap();
            }
        }
        place_driver(&folder);
        folder
    })
}

/// The driver may have changed since the packages were installed.
fn place_driver(folder: &Path) {
    let staging = folder.join(format!("driver-{}.mjs", process::id()));
    fs::write(&staging, include_str!("driver.mjs")).unwrap();
    fs::rename(&staging, folder.join("driver.mjs")).unwrap();
}

fn install(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("package.json"), r#"{ "private": true }"#).unwrap();
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let status = Command::new(npm)
        .args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"])
        .args(PACKAGES)
        .current_dir(folder)
        .stdout(Stdio::null())
        .status()
        .unwrap_or_else(|error| panic!("cannot start npm: {error}"));
    assert!(status.success(), "npm could not install {PACKAGES:?}: {status}");
}
