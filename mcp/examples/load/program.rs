//! Listening processes.

use crate::{Outcome, Plan};
use std::path::Path;
use std::process::Stdio;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A process, and where it listens. It ends when this is dropped.
pub(crate) struct Program {
    pub(crate) url: String,
    process: Child,
}

impl Program {
    /// The server, on a port or on any.
    pub(crate) async fn upstream(port: u16) -> Outcome<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["upstream", &port.to_string()]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.kill_on_drop(true).spawn()?;
        let stdout = process.stdout.take().ok_or("no output")?;
        Ok(Program { url: address(BufReader::new(stdout)).await?, process })
    }

    /// The proxy in front of a server.
    pub(crate) async fn proxy(program: &Path, upstream: &Program) -> Outcome<Self> {
        let mut command = Command::new(program);
        command.args(["proxy", "--listen", "127.0.0.1:0", "--upstream", &upstream.url]);
        // Each answer shows which call it belongs to.
        command.args(["--form", "toon", "--instructions", "off", "--any-savings"]);
        let mut process = command.stderr(Stdio::piped()).kill_on_drop(true).spawn()?;
        let stderr = process.stderr.take().ok_or("no log")?;
        Ok(Program { url: address(BufReader::new(stderr)).await?, process })
    }

    /// Both.
    pub(crate) async fn both(plan: &Plan) -> Outcome<(Self, Self)> {
        let upstream = Program::upstream(0).await?;
        let proxy = Program::proxy(&plan.proxy, &upstream).await?;
        Ok((upstream, proxy))
    }

    pub(crate) fn port(&self) -> Outcome<u16> {
        let url: reqwest::Url = self.url.parse()?;
        Ok(url.port().ok_or("no port")?)
    }

    /// Kills it immediately.
    pub(crate) async fn kill(&mut self) -> Outcome<()> {
        Ok(self.process.kill().await?)
    }

    /// The most memory that it ever had, in MB; nothing where the system does not say.
    pub(crate) fn peak(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kilobytes * 1024 / 1_000_000)
    }
}

/// Waits until the process says where it listens. What it says later is read, so that it does not
/// wait for that.
async fn address(from: impl AsyncBufRead + Unpin + Send + 'static) -> Outcome<String> {
    let mut lines = from.lines();
    while let Some(line) = lines.next_line().await? {
        if let Some((_, url)) = line.split_once("listening on ") {
            let url = url.trim().to_owned();
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Ok(url);
        }
    }
    Err("a process has ended before it listened".into())
}
