//! A format applied to a case: checked first, and then ready to be timed.

use crate::formats::{Borrowing, Format};
use cpu_time::ThreadTime;
use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned};
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;

/// Runs a number of passes and returns their CPU time, excluding the time to drop results.
pub type Timed = Box<dyn Fn(u64) -> Duration>;

/// A format with a case to write and read.
pub struct Contender {
    /// The name of the crate.
    pub format: &'static str,
    /// The length of the text that it writes.
    pub bytes: usize,
    /// Writes the value.
    pub write: Option<Timed>,
    /// Reads the text that it has written.
    pub read: Option<Timed>,
    /// Why a figure is missing or unreliable.
    pub remark: Option<String>,
}

/// A format is excluded if a single pass takes longer than this.
const TOO_LONG: Duration = Duration::from_secs(3);

impl Contender {
    /// Writes and reads `value`. The result must be the `same`.
    pub(crate) fn owned<F: Format, T>(value: &Rc<T>, same: fn(&T, &T) -> bool) -> Self
    where
        T: Serialize + DeserializeOwned + 'static,
    {
        let started = ThreadTime::now();
        let text = match quietly(|| F::write(&**value)) {
            Ok(text) => text,
            Err(error) => return Self::absent::<F>(format!("does not write it: {error}")),
        };
        let mut contender = Self::absent::<F>(String::new());
        contender.bytes = text.len();
        contender.remark = mistake::<F, T>(&text, value, same);
        if started.elapsed() > TOO_LONG {
            contender.remark = Some(format!("takes {:.1} s for one pass", started.elapsed().as_secs_f64()));
            return contender;
        }
        let right = is_right(&contender);
        let value = Rc::clone(value);
        let length = text.len();
        contender.write = right.then(|| timed(length, move || F::write(&*value)));
        contender.read = (right && F::READS).then(|| timed(length, move || F::read::<T>(&text)));
        contender
    }

    fn absent<F: Format>(remark: String) -> Self {
        Contender { format: F::NAME, bytes: 0, write: None, read: None, remark: Some(remark) }
    }

    /// Reads the text of `value` into a type that borrows from it.
    pub(crate) fn borrowed<F: Borrowing, T: Serialize>(value: &T, mut pass: impl Pass) -> Self {
        let text = match F::write(value) {
            Ok(text) => &*text.leak(),
            Err(error) => return Self::absent::<F>(format!("does not write it: {error}")),
        };
        let mut contender = Self::absent::<F>(String::new());
        contender.bytes = text.len();
        match quietly(|| pass.check::<F>(text)) {
            Ok(()) => {
                contender.remark = None;
                contender.read = Some(pass.timed::<F>(text));
            }
            Err(error) => contender.remark = Some(format!("does not borrow: {}", first_line(&error))),
        }
        contender
    }

    /// Runs `work`, which converts JSON text to another format. The result must read back as
    /// `value`.
    #[cfg(feature = "json")]
    pub(crate) fn transcoding<F: Format>(
        value: &serde_json::Value,
        work: impl Fn() -> Result<String, String> + 'static,
    ) -> Self {
        let text = match quietly(&work) {
            Ok(text) => text,
            Err(error) => return Self::absent::<F>(format!("does not write it: {error}")),
        };
        let mut contender = Self::absent::<F>(String::new());
        contender.bytes = text.len();
        contender.remark = mistake::<F, _>(&text, value, crate::data::same_value);
        contender.write = is_right(&contender).then(|| timed(text.len(), work));
        contender
    }
}

/// What is wrong with the value that a format reads from its own text.
fn mistake<F: Format, T: DeserializeOwned>(
    text: &str,
    value: &T,
    same: fn(&T, &T) -> bool,
) -> Option<String> {
    match quietly(|| F::read::<T>(text)) {
        Ok(read) if same(&read, value) => None,
        Ok(_) if F::NAME == "serde_json" => Some("reads floats back that are off by a bit".to_owned()),
        Ok(_) => Some("reads back another value".to_owned()),
        Err(error) => Some(format!("does not read its own text: {}", first_line(&error))),
    }
}

/// Whether a format is measured. `serde_json` always is, since all others are compared with it.
fn is_right(contender: &Contender) -> bool {
    contender.remark.is_none() || contender.format == "serde_json"
}

/// How to read a type that borrows from the text. A type with a lifetime cannot be a type parameter
/// of [`Contender::borrowed`].
pub(crate) trait Pass {
    fn check<F: Borrowing>(&mut self, text: &'static str) -> Result<(), String>;
    fn timed<F: Borrowing>(&self, text: &'static str) -> Timed;
}

/// Reads a `T`, and compares it with the given one.
pub(crate) struct Reads<T>(pub(crate) T);

impl<T: Deserialize<'static> + PartialEq + 'static> Pass for Reads<T> {
    fn check<F: Borrowing>(&mut self, text: &'static str) -> Result<(), String> {
        let read: T = F::read_borrowed(text)?;
        if read == self.0 { Ok(()) } else { Err("reads back another value".to_owned()) }
    }

    fn timed<F: Borrowing>(&self, text: &'static str) -> Timed {
        timed(text.len(), move || F::read_borrowed::<T>(text))
    }
}

/// Runs `work` in batches. Results are dropped only after the clock has stopped.
pub(crate) fn timed<R>(length: usize, work: impl Fn() -> Result<R, String> + 'static) -> Timed {
    // Small enough that the results of small passes stay in the cache.
    let batch = (65_536 / length.max(1)).clamp(1, 64) as u64;
    Box::new(move |passes| {
        let mut results = Vec::with_capacity(64);
        let mut total = Duration::ZERO;
        let mut left = passes;
        while left > 0 {
            let started = ThreadTime::now();
            for _ in 0..left.min(batch) {
                results.push(black_box(work()));
            }
            total += started.elapsed();
            left -= left.min(batch);
            results.clear();
        }
        total
    })
}

/// Runs `work`, and turns a panic into an error.
fn quietly<R>(work: impl FnOnce() -> Result<R, String>) -> Result<R, String> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(AssertUnwindSafe(work));
    std::panic::set_hook(hook);
    result.unwrap_or_else(|_| Err("panics".to_owned()))
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
