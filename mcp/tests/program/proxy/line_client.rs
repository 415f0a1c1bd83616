//! A program that communicates line by line.

use crate::program::ONLY_TOON;
use crate::support::{call, odd_server};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Longer than anything here should take.
const TIMEOUT: Duration = Duration::from_secs(20);

pub(crate) struct LineClient {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    log: Receiver<String>,
}

impl LineClient {
    /// With the server itself.
    pub(crate) fn direct() -> Self {
        LineClient::start(&mut Command::new(odd_server()))
    }

    /// With the server behind the proxy.
    pub(crate) fn proxied(flags: &[&str]) -> Self {
        let server = odd_server();
        LineClient::of(&[flags, &["--", server.to_str().unwrap()]].concat())
    }

    /// With the proxy and the server behind it.
    pub(crate) fn of(arguments: &[&str]) -> Self {
        LineClient::with(arguments, &[])
    }

    /// The same with variables.
    pub(crate) fn with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toon-mcp"));
        let command = command.arg("proxy").args(arguments).envs(ONLY_TOON);
        LineClient::start(command.envs(variables.iter().copied()))
    }

    /// The process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    fn start(command: &mut Command) -> Self {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = lines_of(child.stdout.take().unwrap());
        let log = lines_of(child.stderr.take().unwrap());
        LineClient { stdin: child.stdin.take(), child, lines, log }
    }

    pub(crate) fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(TIMEOUT).expect("a line")
    }

    /// The response of the program to one line.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line()
    }

    /// The result of a call.
    pub(crate) fn call(&mut self, id: u32, name: &str, count: u32) -> Value {
        let line = self.ask(&call(id, name, count));
        let answer: Value = serde_json::from_str(&line).expect(&line);
        assert_eq!(answer["id"], id);
        answer["result"].clone()
    }

    /// Closes its input, and waits until it exits; returns its remaining output.
    pub(crate) fn end_with_rest(mut self) -> (ExitStatus, Vec<String>) {
        self.stdin = None;
        let status = self.child.wait().unwrap();
        (status, self.lines.iter().collect())
    }

    /// Closes its input, and waits until it exits.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        self.stdin = None;
        let status = self.child.wait().unwrap();
        (status, self.log.iter().collect::<Vec<_>>().join("\n"))
    }
}

impl Drop for LineClient {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

fn lines_of(stream: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).split(b'\n') {
            let Ok(line) = line else { return };
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
        }
    });
    receiver
}
