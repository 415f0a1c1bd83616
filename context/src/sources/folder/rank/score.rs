//! Why a file is where it is.

use std::fmt;

/// How much each signal counts for the order of files, all of which are from 0 to 1.
///
/// A file's points are the sum of its signals, each times its weight, and then times the factor of its kind.
/// Where there is no question or no repository, the signals that need one are 0.
///
/// ```
/// use toon_context::sources::{Folder, Weights};
///
/// let by_path = Weights { path: 1.0, ..Weights::none() };
/// let ranked = Folder::new(env!("CARGO_MANIFEST_DIR")).weights(by_path).rank("the budget's counters")?;
/// assert_eq!(ranked[0].path, "src/budget/counter.rs");
/// assert_eq!(ranked[0].score.to_string(), "1.00 · path: budget, counters (1.00)");
/// # Ok::<(), toon_context::sources::FileError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_structs, reason = "any weights can be set")]
pub struct Weights {
    /// The words of the question in the text, by BM25.
    pub text: f64,
    /// The words of the question in the path, by BM25.
    pub path: f64,
    /// Commits whose messages answer the question, by BM25, changed the file.
    pub messages: f64,
    /// It was changed together with the files that answer the question best.
    pub together: f64,
    /// It was changed recently or often.
    pub recent: f64,
    /// Other files name what it defines.
    pub named: f64,
    /// It is where a reader begins: an entry point, or what describes the project, near the root.
    pub entry: f64,
    /// The factor for tests and change logs: below 1, they come after code that answers the question as well.
    pub tests: f64,
    /// The factor for generated and vendored code, lock files and licences.
    pub generated: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            text: 1.0,
            path: 0.7,
            messages: 0.2,
            together: 0.3,
            recent: 0.2,
            named: 0.1,
            entry: 0.2,
            tests: 0.9,
            generated: 0.1,
        }
    }
}

impl Weights {
    /// No signal counts, and no kind of file is held back.
    #[must_use]
    pub fn none() -> Self {
        Weights {
            text: 0.0,
            path: 0.0,
            messages: 0.0,
            together: 0.0,
            recent: 0.0,
            named: 0.0,
            entry: 0.0,
            tests: 1.0,
            generated: 1.0,
        }
    }
}

/// What a file's place is due to. `Display` gives the reasons.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Score {
    /// The sum of the points, times `factor`.
    pub total: f64,
    /// The signals that the file has, and the points that each gives, most first.
    pub parts: Vec<(Signal, f64)>,
    /// The factor of its kind, 1 for most files.
    pub factor: f64,
}

/// A reason to show a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Signal {
    /// The text contains these words of the question.
    Text(Vec<String>),
    /// The path contains these words of the question.
    Path(Vec<String>),
    /// A commit with this subject, among others, changed it.
    Message(String),
    /// It was changed together with this file, among others.
    Together(String),
    /// It was last changed so many commits ago, 1 for the last one.
    Recent(usize),
    /// So many other files name what it defines.
    Named(u32),
    /// It is an entry point, or describes the project.
    Entry,
}

impl Score {
    pub(super) fn new(mut parts: Vec<(Signal, f64)>, factor: f64) -> Self {
        parts.retain(|(_, points)| *points > 0.0);
        parts.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        parts.shrink_to_fit();
        // The sum of nothing would be -0.
        let total = parts.iter().fold(0.0, |total, (_, points)| total + points) * factor;
        Score { total, parts, factor }
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Signal::Text(words) => write!(f, "text: {}", words.join(", ")),
            Signal::Path(words) => write!(f, "path: {}", words.join(", ")),
            Signal::Message(subject) => write!(f, "commit \"{subject}\""),
            Signal::Together(path) => write!(f, "changed together with {path}"),
            Signal::Recent(1) => write!(f, "changed by the last commit"),
            Signal::Recent(commits) => write!(f, "changed {commits} commits ago"),
            Signal::Named(1) => write!(f, "named by 1 file"),
            Signal::Named(files) => write!(f, "named by {files} files"),
            Signal::Entry => write!(f, "entry point"),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.total)?;
        // What is rounded to nothing is no reason.
        for (signal, points) in self.parts.iter().filter(|(_, points)| *points >= 0.005) {
            write!(f, " · {signal} ({points:.2})")?;
        }
        if self.factor < 1.0 {
            write!(f, " · times {}", self.factor)?;
        }
        Ok(())
    }
}
