//! A progress bar.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};

/// Smaller inputs finish before a bar could be seen.
const WORTH_A_BAR: u64 = 8 << 20;

const KNOWN: &str = "{bar:40} {bytes}/{total_bytes} {binary_bytes_per_sec} {eta}";
const UNKNOWN: &str = "{spinner} {bytes} {binary_bytes_per_sec}";

/// Shows how much has been read, on stderr if it is a terminal.
pub(crate) struct Progress {
    /// The total number of bytes, if known.
    total: Option<u64>,
    done: u64,
    /// Whether stderr is a terminal.
    is_seen: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(total: Option<u64>) -> Self {
        Progress { total, done: 0, is_seen: io::stderr().is_terminal(), bar: None }
    }

    pub(crate) fn add(&mut self, bytes: usize) {
        self.done += bytes as u64;
        if !self.is_seen {
            return;
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        } else if self.total.unwrap_or(self.done) > WORTH_A_BAR {
            self.bar = Some(bar(self.total));
        }
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    let template = if total.is_some() { KNOWN } else { UNKNOWN };
    // An invalid template would be noticed during development. The default style only lacks the
    // rate.
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
