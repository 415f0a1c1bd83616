//! `toon-mcp proxy`.

use crate::commands::listen::{Listen, TOKEN};
use crate::commands::settings::Settings;
use crate::commands::stop::cancel_on_signal;
use crate::commands::upstream::{Headers, UPSTREAM_TOKEN};
use crate::http::{Front, Metrics};
use crate::proxy::{self, Bridge, Clients, Command, Forward, Outcome, Partial, Relay, Rewriter};
use clap::Args;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::BufReader;
use tokio_util::sync::CancellationToken;
use toon_agents::Places;
use toon_agents::stats::{Amount, Entry, Log, Results, Source};
use toon_convert::{Converter, Measure, Size, ToolStatistics};

// In the help, a heading holds for all options that follow, until the next one.
#[derive(Args, Debug)]
pub(crate) struct Proxy {
    /// The command that starts the server, and its arguments.
    #[arg(last = true, required_unless_present = "upstream", value_name = "COMMAND")]
    command: Vec<OsString>,
    /// A TOML file with settings, which are named like the flags but with `_` instead of `-`.
    #[arg(long, value_name = "FILE", env = "TOON_MCP_CONFIG")]
    config: Option<PathBuf>,
    /// URL of a streamable HTTP server to relay, instead of a command. If it requires a token, the
    /// token is read from the environment variable `TOON_MCP_UPSTREAM_TOKEN`.
    #[arg(
        long,
        value_name = "URL",
        env = "TOON_MCP_UPSTREAM",
        hide_env_values = true,
        conflicts_with = "command",
        help_heading = "Server"
    )]
    upstream: Option<String>,
    #[command(flatten)]
    headers: Headers,
    #[command(flatten)]
    settings: Settings,
    /// Serve streamable HTTP at /mcp on this address instead of standard input and output. With only
    /// a port, the server listens on loopback.
    #[arg(long, value_name = "ADDR", env = "TOON_MCP_LISTEN", help_heading = "HTTP")]
    listen: Option<String>,
    #[command(flatten)]
    front: Listen,
}

/// Adds what is missing to an error about a command without `--`.
pub(crate) fn advise(mut error: clap::Error) -> clap::Error {
    // `args` would panic if a word is not UTF-8.
    let mut words = std::env::args_os().skip(1);
    let is_word = |word: &OsString| !word.as_encoded_bytes().starts_with(b"-");
    let command = words.find(is_word);
    let is_proxy = command.is_some_and(|command| command == "proxy");
    let has_separator = std::env::args_os().any(|word| word == "--");
    if let (true, ErrorKind::UnknownArgument, Some(ContextValue::String(word))) =
        (is_proxy, error.kind(), error.get(ContextKind::InvalidArg))
        && !has_separator
        && words.any(|word| is_word(&word))
        && error.get(ContextKind::SuggestedArg).is_none()
    {
        // A switch before the command takes its first word for a value.
        let command = if word.starts_with('-') { "COMMAND" } else { word };
        let advice = format!("put -- before the command: toon-mcp proxy -- {command} …");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
    }
    error
}

/// The server that the proxy relays.
enum Target {
    Url(proxy::Upstream),
    Command(Command),
}

impl Proxy {
    pub(crate) async fn run(mut self: Box<Self>) -> Result<(), Box<dyn Error>> {
        let file = self.config.as_deref().map(Settings::read).transpose()?.unwrap_or_default();
        let settings = std::mem::take(&mut self.settings).or(file);
        let converter = Arc::new(Converter::new(settings.rules())?);
        let clients = if self.listen.is_some() { Clients::Several } else { Clients::One };
        let partial = settings.budget()?.map(|(tokens, store)| Partial::new(tokens, store, clients));
        let metrics = Arc::new(Metrics::new().converter(Arc::clone(&converter)));
        let rewriter = Arc::new(
            settings
                .rewriter(Arc::clone(&converter))
                .tools(settings.allowed_tools()?)
                .showing_part(partial)
                .metrics(Arc::clone(&metrics)),
        );
        if let Some(seconds @ 1..) = settings.stats_interval {
            tokio::spawn(log_statistics_every(Arc::clone(&converter), seconds));
        }
        let mut words = std::mem::take(&mut self.command).into_iter();
        let upstream = match (self.upstream.take(), words.next()) {
            (Some(url), _) => Target::Url(self.headers.upstream(&url)?),
            // The command must not see tokens that clients send to the proxy, or that the proxy
            // sends to other servers.
            (None, Some(program)) => Target::Command(Command::new(program, words).without_variables([
                UPSTREAM_TOKEN,
                self.front.token_variable(),
                TOKEN,
            ])),
            (None, None) => return Err("expected a command or a URL".into()),
        };
        let address = self.listen.take();
        // Over HTTP, there are several clients.
        let is_one_session = address.is_none();
        let done = match address {
            Some(address) => self.listen(&address, Arc::clone(&rewriter), metrics, upstream).await,
            None => relay(&settings, Arc::clone(&rewriter), upstream).await,
        };
        log_statistics(&converter);
        if settings.keeps_stats() {
            let host = rewriter.first_client().filter(|_| is_one_session);
            keep_statistics(&converter, host);
        }
        if let Some(definitions) = rewriter.definitions().table(converter.rules().measured_by()) {
            tracing::info!("{definitions}");
        }
        done
    }

    async fn listen(
        &self,
        address: &str,
        rewriter: Arc<Rewriter>,
        metrics: Arc<Metrics>,
        upstream: Target,
    ) -> Result<(), Box<dyn Error>> {
        let longest_request = self.front.max_body;
        let longest = longest(&rewriter);
        match upstream {
            Target::Url(upstream) => {
                let forward = Forward::new(upstream, rewriter, longest, longest_request);
                let sessions = forward.sessions();
                let make = |front: Front, _| front.around(forward.router(), sessions);
                self.front.serve(address, metrics, make).await
            }
            Target::Command(command) => {
                let bridge =
                    Bridge::new(command, rewriter, self.front.max_sessions, longest, longest_request);
                let sessions = bridge.sessions();
                let make = |front: Front, _| front.around(bridge.router(), sessions);
                self.front.serve(address, metrics, make).await
            }
        }
    }
}

/// Relays between stdio and the server.
async fn relay(settings: &Settings, rewriter: Arc<Rewriter>, upstream: Target) -> Result<(), Box<dyn Error>> {
    let longest = longest(&rewriter);
    let relay = Relay::new(rewriter);
    let input = BufReader::new(tokio::io::stdin());
    let output = tokio::io::stdout();
    let told = CancellationToken::new();
    tokio::spawn(cancel_on_signal(told.clone()));
    let stop = told.cancelled();
    match upstream {
        Target::Url(upstream) => Ok(proxy::run_remote(relay, upstream, longest, input, output, stop).await?),
        Target::Command(command) => {
            let restart = settings.restart();
            match proxy::run_stdio(&relay, &command, restart, longest, input, output, stop).await? {
                Outcome::ClientLeft => Ok(()),
                Outcome::ServerEnded(_) => Err("the server has exited".into()),
            }
        }
    }
}

/// The maximum length of a message whose text has the maximum size, including escapes and
/// everything around the text. A list of tools that is to be shortened has to be read in any case, and so has a result
/// that may exceed a budget.
fn longest(rewriter: &Rewriter) -> usize {
    const LONGEST_LIST: usize = 16 << 20;
    const LONGEST_RESULT: usize = 64 << 20;
    let text = usize::try_from(rewriter.converter().rules().max_size()).unwrap_or(usize::MAX);
    let longest = text.saturating_mul(4).saturating_add(1 << 16);
    let longest = if rewriter.allowed().is_some() { longest.max(LONGEST_LIST) } else { longest };
    if rewriter.has_budget() { longest.max(LONGEST_RESULT) } else { longest }
}

/// Logs what was saved, unless there were no results.
fn log_statistics(converter: &Converter) {
    let statistics = converter.statistics();
    if statistics.tools_processed > 0 {
        tracing::info!("{statistics}");
    }
}

/// Notes what was saved in the file for `toon-mcp stats`, unless there were no results.
fn keep_statistics(converter: &Converter, host: Option<&str>) {
    let statistics = converter.statistics();
    if statistics.tools_processed == 0 {
        return;
    }
    let amount = |size: Size| Amount {
        bytes: size.bytes,
        tokens: (statistics.measure == Measure::Tokens).then_some(size.tokens),
    };
    let mut entry = Entry::now(Source::Proxy, host.map(str::to_owned));
    entry.explanations = amount(statistics.instructions);
    entry.tools.extend(statistics.tools.iter().map(|(name, tool)| {
        let (before, after) = (amount(tool.before), amount(tool.after));
        let ToolStatistics { results, converted, partial, .. } = *tool;
        (name.clone(), Results { results, converted, partial, before, after })
    }));
    let kept = Places::of_user().and_then(|places| Log::new(&places).add(&entry));
    if let Err(error) = kept {
        tracing::warn!("cannot note what was saved: {error}");
    }
}

async fn log_statistics_every(converter: Arc<Converter>, seconds: u64) {
    let mut interval = tokio::time::interval(Duration::from_secs(seconds));
    interval.tick().await;
    loop {
        interval.tick().await;
        log_statistics(&converter);
    }
}
