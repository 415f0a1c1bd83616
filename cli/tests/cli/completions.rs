//! What real shells offer after the tab key.

use super::limit::{self, Deadline};
use super::{folder, toon};
use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use tempfile::TempDir;

/// A shell with the completions, in a folder with a file and a folder.
enum Shell {
    /// Fish is asked.
    Fish(TempDir),
    /// The others are typed into.
    Typed(Typed),
}

struct Typed {
    input: Box<dyn Write>,
    output: Receiver<String>,
    process: Box<dyn Child>,
    _folder: TempDir,
}

impl Shell {
    /// `None`, with a note on stderr, where the shell is not installed.
    fn new(name: &str) -> Option<Self> {
        if limit::output(Command::new(name).arg("--version")).is_err() {
            limit::skipped(&format!("{name} is not installed"));
            return None;
        }
        let script = toon(&["completions", name]).output().unwrap();
        assert!(script.status.success());
        let folder = folder(&[("people.json", ""), ("data/x.toon", "")]);
        std::fs::write(folder.path().join("_toon"), script.stdout).unwrap();
        Some(match name {
            "fish" => Shell::Fish(folder),
            "zsh" => Shell::Typed(Typed::new(name, &["-f", "-i"], ZSH, folder)),
            _ => Shell::Typed(Typed::new(name, &["--norc", "--noprofile", "-i"], BASH, folder)),
        })
    }

    /// What the shell offers for the line.
    fn offers(&mut self, line: &str) -> String {
        match self {
            Shell::Typed(shell) => shell.offers(line),
            Shell::Fish(folder) => {
                let ask = format!("source _toon; complete -C '{line}'");
                let mut command = Command::new("fish");
                command.args(["--no-config", "-c", &ask]).current_dir(&*folder).env("HOME", folder.path());
                let output = limit::output(&mut command).unwrap();
                assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
                String::from_utf8(output.stdout).unwrap()
            }
        }
    }
}

impl Typed {
    fn new(name: &str, args: &[&str], setup: &str, folder: TempDir) -> Self {
        let size = PtySize { rows: 200, cols: 200, pixel_width: 0, pixel_height: 0 };
        let pty = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(name);
        command.args(args);
        command.cwd(folder.path());
        command.env("HOME", folder.path());
        for (name, value) in [("TERM", "dumb"), ("PS1", "$ "), ("INPUTRC", "/dev/null")] {
            command.env(name, value);
        }
        let process = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let input = pty.master.take_writer().unwrap();
        let mut reader = pty.master.try_clone_reader().unwrap();
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if sender.send(String::from_utf8_lossy(&buffer[..length]).into_owned()).is_err() {
                    break;
                }
            }
        });
        let mut shell = Typed { input, output, process, _folder: folder };
        shell.write(&format!("{setup}; echo read''y\r"));
        shell.read_until("ready");
        shell
    }

    fn write(&mut self, keys: &str) {
        self.input.write_all(keys.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    fn read_until(&mut self, end: &str) -> String {
        let (deadline, mut shown) = (Deadline::new(), String::new());
        while !shown.contains(end) {
            match self.output.recv_timeout(deadline.left()) {
                Ok(more) => shown += &more,
                Err(error) => panic!("{error}: no {end} in {shown}"),
            }
        }
        shown
    }

    /// What the shell shows after the line and a tab, and then the line as it has become, in angle
    /// brackets.
    fn offers(&mut self, line: &str) -> String {
        // Control-X shows the line, and control-U erases it.
        self.write(&format!("{line}\t\u{18}"));
        let shown = self.read_until(">>>");
        self.write("\u{15}");
        shown.split_once(line).unwrap().1.replace('\r', "")
    }
}

impl Drop for Typed {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const ZSH: &str = r#"autoload -U compinit; compinit -D -u; source ./_toon; setopt no_list_ambiguous; show() { print -r -- "<<<$BUFFER>>>" }; zle -N show; bindkey '^X' show"#;
const BASH: &str = r#"source ./_toon; bind 'set show-all-if-ambiguous on'; bind 'set completion-query-items 0'; bind 'set page-completions off'; bind 'set enable-bracketed-paste off'; bind -x '"\C-x": echo "<<<$READLINE_LINE>>>"'"#;

/// What the shell must offer for a line, and what it must not.
const CASES: &[(&str, &[&str], &[&str])] = &[
    ("toon enco", &["toon encode "], &["people"]),
    ("toon ", &["encode", "check", "stats", "people.json", "data/"], &["--from"]),
    ("toon peo", &["people.json"], &["encode"]),
    ("toon --", &["--from", "--stats", "--delimiter"], &["people"]),
    ("toon people.json --", &["--from", "--stats", "--delimiter"], &["--format"]),
    ("toon --delimiter ", &["comma", "pipe", "tab"], &["people"]),
    ("toon --from ", &["json", "ndjson", "csv", "yaml"], &["people"]),
    ("toon -o ", &["people.json", "data/"], &["encode"]),
    ("toon -O ", &["data/"], &["people.json"]),
    ("toon decode data/x.toon -O ", &["data/"], &["people.json"]),
    ("toon encode --", &["--from", "--normal", "--spec"], &["--format"]),
    ("toon encode people.json --", &["--from", "--normal", "--spec"], &["--format"]),
    ("toon encode --spec ", &["3", "4"], &["people"]),
    ("toon encode --delimiter ", &["comma", "pipe", "tab"], &["people"]),
    ("toon encode --from ", &["json", "ndjson", "csv", "yaml"], &["people"]),
    ("toon encode --normal=", &["legible", "dense"], &["people"]),
    ("toon encode ", &["people.json", "data/"], &["check"]),
    ("toon encode peo", &["people.json"], &[]),
    ("toon decode --to ", &["json-pretty", "yaml"], &["people"]),
    ("toon decode data/", &["data/x.toon"], &["check"]),
    ("toon check --", &["--format", "--hidden"], &["--svg"]),
    ("toon check people.json --", &["--format", "--hidden"], &["--svg"]),
    ("toon check --format ", &["human", "github"], &["people"]),
    ("toon check ", &["people.json", "data/"], &["encode"]),
    ("toon fmt --", &["--write", "--strip-comments"], &["--svg"]),
    ("toon fmt --delimiter ", &["comma", "pipe", "tab"], &["people"]),
    ("toon stats --", &["--tokenizer", "--svg"], &["--format"]),
    ("toon completions ", &["bash", "fish", "zsh"], &["people"]),
    ("toon man ", &["encode", "check"], &["people"]),
    ("toon man --dir ", &["data/"], &["people"]),
    ("toon help ", &["encode", "check"], &["people"]),
];

fn check(name: &str) {
    let Some(mut shell) = Shell::new(name) else { return };
    for (line, offered, others) in CASES {
        let shown = shell.offers(line);
        for word in *offered {
            let word = if name == "fish" { word.trim_start_matches("toon ").trim_end() } else { word };
            assert!(shown.contains(word), "{name}, {line}: no {word} in\n{shown}");
        }
        for word in *others {
            assert!(!shown.contains(word), "{name}, {line}: {word} in\n{shown}");
        }
    }
}

#[test]
fn bash() {
    check("bash");
}

#[test]
fn fish() {
    check("fish");
}

#[test]
fn zsh() {
    check("zsh");
}
