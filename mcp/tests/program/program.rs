//! The program, over HTTP.
// Not every user of this file uses all of it.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_toon-mcp");

/// Converts whatever becomes TOON, and says and notes nothing about it. Flags of a test take precedence.
pub(crate) const ONLY_TOON: [(&str, &str); 4] = [
    ("TOON_MCP_FORM", "toon"),
    ("TOON_MCP_INSTRUCTIONS", "off"),
    ("TOON_MCP_ANY_SAVINGS", "true"),
    ("TOON_MCP_STATS", "off"),
];

pub(crate) struct Program {
    pub(crate) url: String,
    pub(crate) address: SocketAddr,
    process: Child,
    log: Option<JoinHandle<String>>,
}

impl Program {
    /// Starts `toon-mcp serve` on a free port with further arguments and variables, and waits until
    /// it reports the port.
    pub(crate) fn start(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::listen(&["serve", "--http", "0"], arguments, variables)
    }

    /// Starts `toon-mcp proxy` in the same way.
    pub(crate) fn proxy(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::listen(&["proxy", "--listen", "0"], arguments, variables)
    }

    fn listen(first: &[&str], arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut process = Command::new(PROGRAM)
            .args(first)
            .args(arguments)
            .envs(ONLY_TOON)
            .envs(variables.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stderr = BufReader::new(process.stderr.take().unwrap());
        let mut log = String::new();
        let url = loop {
            let start = log.len();
            assert_ne!(stderr.read_line(&mut log).unwrap(), 0, "{log}");
            if let Some((_, url)) = log[start..].split_once("listening on ") {
                break url.trim_end().to_owned();
            }
        };
        let address = url.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap().parse().unwrap();
        // Later output must not fill the pipe.
        let log = std::thread::spawn(move || {
            let _ = stderr.read_to_string(&mut log);
            log
        });
        Program { url, address, process, log: Some(log) }
    }

    /// The process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Asks it to stop, as systems do; returns whether it succeeded, and its log.
    #[cfg(unix)]
    pub(crate) fn stop(mut self) -> (bool, String) {
        let asked = Command::new("kill").arg(self.process.id().to_string()).status().unwrap();
        assert!(asked.success());
        let ended = self.process.wait().unwrap();
        (ended.success(), self.log.take().unwrap().join().unwrap())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
