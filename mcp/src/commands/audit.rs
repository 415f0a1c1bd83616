//! `toon-mcp audit`.

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use toon_agents::audit::{Audit as Transcripts, Prices, Sample};
use toon_agents::{Host, Places};

/// Work that takes less time finishes before a bar could be read.
const DELAY: Duration = Duration::from_secs(1);

/// The maximum length of a sample that is shown, in characters.
const MAX_SAMPLE: usize = 2000;

/// A century.
const MAX_DAYS: u64 = 36_500;

/// Prices are relative: no cache costs so much.
const MAX_PRICE: f64 = 1000.0;

#[derive(Args, Debug)]
pub(crate) struct Audit {
    /// Only this host
    #[arg(long, value_name = "NAME", value_parser = host)]
    host: Vec<Host>,
    /// Only calls of this time, in days: 30d
    #[arg(long, value_name = "DAYS", value_parser = days)]
    since: Option<u64>,
    /// Only sessions in this folder and those below
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Print all numbers as JSON
    #[arg(long)]
    json: bool,
    /// Also write a page for a browser to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also show this number of results as they were and as the hook would have sent them, on a terminal
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, conflicts_with = "json")]
    sample: usize,
    /// The price of input that is written to a cache, relative to other input
    #[arg(long, value_name = "PRICE", default_value_t = Prices::default().cache_write, value_parser = price)]
    cache_write: f64,
    /// The price of input that is read from a cache, relative to other input
    #[arg(long, value_name = "PRICE", default_value_t = Prices::default().cache_read, value_parser = price)]
    cache_read: f64,
}

fn host(name: &str) -> Result<Host, String> {
    let names: Vec<_> = Host::ALL.iter().map(|host| host.name()).collect();
    Host::of_name(name).ok_or_else(|| format!("expected one of {}", names.join(", ")))
}

pub(crate) fn days(text: &str) -> Result<u64, String> {
    let number = text.strip_suffix('d').unwrap_or(text);
    number
        .parse()
        .ok()
        .filter(|days| (1..=MAX_DAYS).contains(days))
        .ok_or_else(|| "expected a number of days, such as 30d".to_owned())
}

fn price(text: &str) -> Result<f64, String> {
    let is_price = |price: &f64| (0.0..=MAX_PRICE).contains(price);
    text.parse().ok().filter(is_price).ok_or_else(|| "expected a number, such as 1.25".to_owned())
}

impl Audit {
    pub(crate) fn run(self) -> Result<(), Box<dyn Error>> {
        let places = Places::of_user()?;
        let prices = Prices { cache_write: self.cache_write, cache_read: self.cache_read };
        let mut audit = Transcripts::new().prices(prices);
        if !self.host.is_empty() {
            audit = audit.hosts(self.host);
        }
        if let Some(days) = self.since {
            let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
            audit = audit.last_days(days, i64::try_from(now)?);
        }
        if let Some(folder) = self.project {
            audit = audit.project(std::path::absolute(folder)?);
        }
        if self.sample > 0 {
            if !io::stdout().is_terminal() {
                return Err("--sample shows what tools returned, and therefore needs a terminal".into());
            }
            audit = audit.samples(self.sample);
        }
        let mut progress = Progress::new(&audit, &places);
        let (report, samples) = audit.run(&places, &mut |bytes| progress.add(bytes))?;
        progress.finish();
        if let Some(file) = self.html {
            let page = report.html()?;
            std::fs::write(&file, page).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        let mut stdout = io::stdout().lock();
        for sample in samples {
            show(&mut stdout, &sample)?;
        }
        if self.json {
            serde_json::to_writer_pretty(&mut stdout, &report)?;
            writeln!(stdout)?;
        } else {
            write!(stdout, "{report}")?;
        }
        Ok(stdout.flush()?)
    }
}

fn show(out: &mut impl Write, sample: &Sample) -> io::Result<()> {
    let shorten = |text: &str| -> String {
        // Results may contain sequences that control a terminal.
        let is_shown = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
        let short: String = text.chars().filter(is_shown).take(MAX_SAMPLE).collect();
        if text.chars().nth(MAX_SAMPLE).is_some() { format!("{short}…") } else { short }
    };
    writeln!(out, "── {}, before\n{}", sample.tool, shorten(&sample.before))?;
    writeln!(out, "── {}, after\n{}\n", sample.tool, shorten(&sample.after))
}

/// Shows how much has been read, if that takes longer than a second and standard error is a terminal.
struct Progress {
    started: Instant,
    bar: Option<ProgressBar>,
    read: u64,
}

impl Progress {
    fn new(audit: &Transcripts, places: &Places) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(audit.bytes(places)), ProgressDrawTarget::hidden());
            let style = ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} {eta}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Progress { started: Instant::now(), bar, read: 0 }
    }

    fn add(&mut self, bytes: u64) {
        let Some(bar) = &self.bar else { return };
        self.read += bytes;
        if bar.is_hidden() && self.started.elapsed() > DELAY {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_position(self.read);
    }

    fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
