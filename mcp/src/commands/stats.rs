//! `toon-mcp stats`.

use crate::commands::audit::days;
use clap::Args;
use std::error::Error;
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};
use toon_agents::Places;
use toon_agents::stats::{Log, Summary};

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

#[derive(Args, Debug)]
pub(crate) struct Stats {
    /// Only results of this time, in days: 30d
    #[arg(long, value_name = "DAYS", value_parser = days)]
    since: Option<u64>,
    /// Print all numbers as JSON
    #[arg(long)]
    json: bool,
}

impl Stats {
    pub(crate) fn run(self) -> Result<(), Box<dyn Error>> {
        let log = Log::new(&Places::of_user()?);
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        let since = self.since.map_or(0, |days| now.saturating_sub(days.saturating_mul(SECONDS_PER_DAY)));
        let entries =
            log.entries().map_err(|error| format!("cannot read {}: {error}", log.file().display()))?;
        let summary = Summary::of(entries, since);
        let mut stdout = io::stdout().lock();
        if self.json {
            serde_json::to_writer_pretty(&mut stdout, &summary)?;
            writeln!(stdout)?;
        } else {
            write!(stdout, "{summary}")?;
        }
        Ok(stdout.flush()?)
    }
}
