//! `toon-mcp proxy`.

use crate::settings::Settings;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::BufReader;
use toon_mcp::Converter;
use toon_mcp::proxy::{self, Command, Outcome, Relay};

/// Turns the JSON in the results of an MCP server's tools into TOON.
#[derive(Args, Debug)]
pub(crate) struct Proxy {
    /// A file with settings (TOML), each named as its flag, with `_` for `-`
    #[arg(long, value_name = "FILE", env = "TOON_MCP_CONFIG")]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
    /// The server's command and what it is given
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

impl Proxy {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        let file = self.config.as_deref().map(Settings::read).transpose()?.unwrap_or_default();
        let settings = self.settings.or(file);
        let converter = Arc::new(Converter::new(settings.rules()).map_err(|error| error.to_string())?);
        let mut words = self.command.into_iter();
        let program = words.next().ok_or("no command is given")?;
        let command = Command::new(program, words);
        let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
        let done = runtime.block_on(relay(&settings, &converter, &command));
        tracing::info!(statistics = %statistics(&converter), "done");
        // Standard input cannot be waited for without a thread that may never end.
        runtime.shutdown_background();
        done
    }
}

async fn relay(
    settings: &Settings,
    converter: &Arc<Converter>,
    command: &Command,
) -> Result<ExitCode, String> {
    if let Some(seconds @ 1..) = settings.stats_interval {
        let converter = Arc::clone(converter);
        tokio::spawn(async move {
            let mut interval = tokio::time::interval(Duration::from_secs(seconds));
            interval.tick().await;
            loop {
                interval.tick().await;
                tracing::info!(statistics = %statistics(&converter), "so far");
            }
        });
    }
    let relay = Relay::new(Arc::clone(converter));
    let longest = longest(converter);
    let input = BufReader::new(tokio::io::stdin());
    let output = tokio::io::stdout();
    let session =
        proxy::run_stdio(&relay, command, settings.restart(), longest, input, output, told_to_end());
    match session.await.map_err(|error| error.to_string())? {
        Outcome::ClientLeft => Ok(ExitCode::SUCCESS),
        Outcome::ServerEnded(_) => Err("the server has ended".to_owned()),
    }
}

/// A line with a text of the greatest size that is converted, whose characters may be escaped, and what is around it.
fn longest(converter: &Converter) -> usize {
    let text = usize::try_from(converter.rules().greatest()).unwrap_or(usize::MAX);
    text.saturating_mul(4).saturating_add(1 << 16)
}

fn statistics(converter: &Converter) -> String {
    serde_json::to_string(&converter.statistics()).unwrap_or_default()
}

/// Ends when somebody interrupts or terminates the program.
async fn told_to_end() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signals) => {
                signals.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
