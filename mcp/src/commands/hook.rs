//! `toon-mcp hook`.

use crate::commands::settings::Settings;
use clap::Args;
use std::error::Error;
use std::io::{Read, Write};
use std::panic;
use std::path::PathBuf;
use toon_agents::stats::{Amount, Entry, Log, Results, Source};
use toon_agents::{Answer, Places, Programs};
use toon_convert::{Converter, Marker, Measure};

/// Settings that do not apply to a hook. The file and the environment may contain them for use by the proxy.
pub(crate) const OF_THE_PROXY: [&str; 14] = [
    "add_format_marker",
    "convert_errors",
    "convert_prompts",
    "convert_resources",
    "convert_scalars",
    "host",
    "instructions",
    "measure",
    "restart",
    "rewrite_files",
    "skip_on_error",
    "stats_interval",
    "structured",
    "tools",
];

/// Cursor sets it for hooks, also for those of Claude Code, which it runs, too.
const CURSOR: &str = "CURSOR_VERSION";

#[derive(Args, Debug)]
pub(crate) struct Hook {
    /// A TOML file with settings, which are named like the flags but with `_` instead of `-`.
    #[arg(long, value_name = "FILE", env = "TOON_MCP_CONFIG")]
    config: Option<PathBuf>,
    /// Convert the output of these programs in a shell, instead of those that are known to answer with JSON (gh,
    /// kubectl, aws, …).
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', env = "TOON_MCP_PROGRAMS")]
    programs: Vec<String>,
    /// Also answer Codex and Gemini CLI, which can replace a result only by blocking it. The model sees that the
    /// call was blocked, and may repeat it.
    #[arg(long)]
    blocking: bool,
    #[command(flatten)]
    settings: Settings,
}

impl Hook {
    /// Answers the payload on standard input. Errors are for the log: a host takes any exit code but 0, and
    /// anything on standard error, for an error of the tool.
    pub(crate) fn run(self) -> Result<(), Box<dyn Error>> {
        // All of it, or the host could fail when it writes the rest.
        let mut payload = Vec::new();
        std::io::stdin().lock().read_to_end(&mut payload)?;
        let file = self.config.as_deref().map(Settings::read).transpose()?.unwrap_or_default();
        let settings = self.settings.or(file);
        // A hook that counts tokens would take most of a second to start.
        let rules = settings.rules().measure(Measure::Bytes).marker(Marker::Off).rewrite_files(false);
        let rules = rules.errors(false).scalars(false).skip_on_error(true);
        let mut hook = toon_agents::Hook::new(Converter::new(rules)?)
            .runs_in_cursor(std::env::var_os(CURSOR).is_some())
            .blocks(self.blocking);
        if !self.programs.is_empty() {
            hook = hook.programs(Programs::new(self.programs));
        }
        let places = Places::of_user().ok();
        if let Some(places) = &places {
            hook = hook.places(places.clone());
        }
        if let Some((tokens, store)) = settings.budget()? {
            hook = hook.limit(tokens, store, toon_store::program("toon-mcp"));
        }
        let Some(answer) = hook.answer(&payload) else { return Ok(()) };
        let mut stdout = std::io::stdout().lock();
        writeln!(stdout, "{}", answer.json())?;
        stdout.flush()?;
        let entry = entry(&answer);
        answer.written();
        if let Some(places) = places.filter(|_| settings.keeps_stats()) {
            Log::new(&places).add(&entry)?;
        }
        Ok(())
    }
}

fn entry(answer: &Answer) -> Entry {
    let amount = |bytes| Amount { bytes, tokens: None };
    let conversion = &answer.conversion;
    let mut entry = Entry::now(Source::Hook, Some(answer.host.name().to_owned()));
    entry.explanations = amount(conversion.explanation.bytes);
    let (before, after) = (amount(conversion.before.bytes), amount(conversion.after.bytes));
    let partial = u64::from(answer.is_partial);
    entry.tools.insert(answer.tool.clone(), Results { results: 1, converted: 1, partial, before, after });
    entry
}

/// Whether the program runs as a hook, also if its arguments are invalid.
pub(crate) fn is_asked_for() -> bool {
    let mut words = std::env::args_os().skip(1);
    words.find(|word| !word.as_encoded_bytes().starts_with(b"-")).is_some_and(|word| word == "hook")
}

/// Runs as a hook, in silence: whatever happens is noted in a file.
pub(crate) fn in_silence(work: impl FnOnce() -> Result<(), Box<dyn Error>>) {
    panic::set_hook(Box::new(|place| note(&place.to_string())));
    if let Ok(Err(error)) = panic::catch_unwind(panic::AssertUnwindSafe(work)) {
        note(&error.to_string());
    }
}

fn note(message: &str) {
    let Ok(places) = Places::of_user() else { return };
    // There is nobody left to tell.
    _ = toon_agents::stats::note(&places, message);
}
