//! Server processes.

use std::ffi::OsString;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::process::{Child, ChildStdin, ChildStdout};

/// The command of a server that uses stdio. It inherits standard error.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    program: OsString,
    arguments: Vec<OsString>,
    hidden: Vec<OsString>,
}

/// When to restart a server that has exited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Restart {
    /// Never: the proxy exits as well.
    #[default]
    Never,
    /// Only after a failure.
    OnFailure,
    /// Always, unless the client has exited.
    Always,
}

impl Restart {
    pub(super) fn wants(self, status: Option<ExitStatus>) -> bool {
        match self {
            Restart::Never => false,
            Restart::OnFailure => !status.is_some_and(|status| status.success()),
            Restart::Always => true,
        }
    }
}

/// How long to wait for a server to exit, at each step.
const EXIT_TIMEOUT: Duration = Duration::from_secs(3);

impl Command {
    /// Creates a command with its arguments. No shell is involved.
    pub(crate) fn new(
        program: impl Into<OsString>,
        arguments: impl IntoIterator<Item: Into<OsString>>,
    ) -> Self {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Command { program: program.into(), arguments, hidden: Vec::new() }
    }

    /// Removes these variables from the inherited environment.
    #[must_use]
    pub(crate) fn without_variables(mut self, names: impl IntoIterator<Item: Into<OsString>>) -> Self {
        self.hidden.extend(names.into_iter().map(Into::into));
        self
    }

    /// Starts the server.
    pub(super) fn start(&self) -> std::io::Result<Server> {
        let mut command = tokio::process::Command::new(&self.program);
        for name in &self.hidden {
            command.env_remove(name);
        }
        let mut child = command
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| {
                let program = self.program.to_string_lossy();
                std::io::Error::new(error.kind(), format!("cannot start `{program}`: {error}"))
            })?;
        let gone = || std::io::Error::other("the server has no standard input or output");
        let stdin = child.stdin.take().ok_or_else(gone)?;
        let stdout = child.stdout.take().ok_or_else(gone)?;
        tracing::info!(program = %self.program.to_string_lossy(), pid = child.id(), "server started");
        Ok(Server { stdin, stdout, process: Process(child) })
    }
}

/// A running server.
pub(super) struct Server {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) process: Process,
}

pub(super) struct Process(Child);

impl Process {
    /// Waits for the process to exit, which should be soon, since its input or output has been
    /// closed. If it does not, it is terminated, and finally killed.
    pub(super) async fn end(mut self) -> Option<ExitStatus> {
        if let Some(status) = self.wait().await {
            return Some(status);
        }
        tracing::warn!("the server does not exit by itself");
        self.terminate();
        if let Some(status) = self.wait().await {
            return Some(status);
        }
        if let Err(error) = self.0.kill().await {
            tracing::error!(%error, "cannot kill the server");
        }
        self.wait().await
    }

    async fn wait(&mut self) -> Option<ExitStatus> {
        tokio::time::timeout(EXIT_TIMEOUT, self.0.wait()).await.ok()?.ok()
    }

    /// Asks the process to terminate.
    #[cfg(unix)]
    fn terminate(&self) {
        use rustix::process::{Pid, Signal, kill_process};
        let pid = self.0.id().and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
        if let Some(pid) = pid {
            // It may just have exited.
            let _ = kill_process(pid, Signal::TERM);
        }
    }

    #[cfg(not(unix))]
    fn terminate(&self) {}
}
