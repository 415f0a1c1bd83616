//! Shows the progress of work that takes longer than a second, if stderr is a terminal.
//!
//! There is one terminal, so there is one bar for the whole program. It shows how much of an input
//! has been read, then that the program is working, or one step of several.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// Work that takes less time finishes before a bar could be read.
const DELAY: Duration = Duration::from_secs(1);

/// The time between two drawings.
const TICK: Duration = Duration::from_millis(100);

const READING: &str = "{wide_bar} {bytes}/{total_bytes} {binary_bytes_per_sec} {eta}";
const READING_ON: &str = "{spinner} {bytes} {binary_bytes_per_sec}";
const WORKING: &str = "{spinner} working, {elapsed}";
const STEP: &str = "{spinner} {pos}/{len} {msg}, {elapsed}";

static BAR: OnceLock<Option<ProgressBar>> = OnceLock::new();

/// What has been done: bytes or steps.
static DONE: AtomicU64 = AtomicU64::new(0);

/// Whether steps are shown, rather than what is read.
static HAS_STEPS: AtomicBool = AtomicBool::new(false);

/// Whether the program may be waiting for the reader of standard output.
static IS_WRITING: AtomicBool = AtomicBool::new(false);

/// The bar. The first call begins to measure the time.
fn bar() -> Option<&'static ProgressBar> {
    BAR.get_or_init(|| io::stderr().is_terminal().then(start)).as_ref()
}

fn start() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    set_style(&bar, WORKING);
    let later = bar.clone();
    // Without a thread there is no bar.
    let _ = thread::Builder::new().spawn(move || {
        thread::sleep(DELAY);
        later.set_draw_target(ProgressDrawTarget::stderr());
        while !later.is_finished() {
            if !IS_WRITING.load(Ordering::Relaxed) {
                later.set_position(DONE.load(Ordering::Relaxed));
                later.tick();
            }
            thread::sleep(TICK);
        }
    });
    bar
}

fn set_style(bar: &ProgressBar, template: &str) {
    // An invalid template would be noticed during development.
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
}

/// How much of an input has been read.
pub(crate) struct Progress {
    /// The total number of bytes, if known.
    total: Option<u64>,
    done: u64,
    /// Whether a person is typing the input, where a bar would be in the way.
    is_typed: bool,
}

impl Progress {
    pub(crate) fn new(total: Option<u64>) -> Self {
        Progress { total, done: 0, is_typed: false }
    }

    /// The progress of reading standard input.
    pub(crate) fn of_stdin() -> Self {
        Progress { is_typed: io::stdin().is_terminal(), ..Progress::new(None) }
    }

    pub(crate) fn add(&mut self, bytes: usize) {
        if bytes == 0 || self.is_typed {
            return;
        }
        let is_first = self.done == 0;
        self.done += bytes as u64;
        if HAS_STEPS.load(Ordering::Relaxed) {
            return;
        }
        DONE.store(self.done, Ordering::Relaxed);
        if let Some(bar) = bar().filter(|_| is_first) {
            bar.reset_eta();
            if let Some(total) = self.total {
                bar.set_length(total);
            }
            set_style(bar, if self.total.is_some() { READING } else { READING_ON });
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let is_shown = self.done > 0 && !HAS_STEPS.load(Ordering::Relaxed);
        if let Some(bar) = bar_if_begun().filter(|_| is_shown) {
            set_style(bar, WORKING);
        }
    }
}

fn bar_if_begun() -> Option<&'static ProgressBar> {
    BAR.get()?.as_ref()
}

/// Shows a step of work that has `count` of them.
pub(crate) fn step(index: usize, count: usize, what: &str) {
    let Some(bar) = bar() else { return };
    HAS_STEPS.store(true, Ordering::Relaxed);
    DONE.store(index as u64, Ordering::Relaxed);
    bar.set_length(count as u64);
    bar.set_message(what.to_owned());
    set_style(bar, STEP);
}

/// Shows what is read again.
pub(crate) fn steps_done() {
    HAS_STEPS.store(false, Ordering::Relaxed);
    if let Some(bar) = bar_if_begun() {
        set_style(bar, WORKING);
    }
}

/// Draws nothing while `write` waits for the reader of standard output, which may be a pager on the
/// same terminal.
pub(crate) fn writing<T>(write: impl FnOnce() -> T) -> T {
    IS_WRITING.store(true, Ordering::Relaxed);
    let written = write();
    IS_WRITING.store(false, Ordering::Relaxed);
    written
}

/// Removes the bar while `print` writes to the terminal.
pub(crate) fn suspend<T>(print: impl FnOnce() -> T) -> T {
    match bar_if_begun() {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// Removes the bar.
pub(crate) fn end() {
    // There is none from now on, even if nothing has begun.
    if let Some(bar) = BAR.get_or_init(|| None) {
        bar.finish_and_clear();
    }
}
