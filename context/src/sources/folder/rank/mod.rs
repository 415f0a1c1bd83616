//! In which order the files of a folder are worth showing.
//!
//! [`rank`] is all that others need. The files below it each know one signal.

mod changes;
mod definitions;
mod history;
mod query;
mod score;
mod words;

use super::kind;
use super::walk::Found;
use crate::words::Priority;
use changes::Shares;
use definitions::Names;
use history::Commit;
use query::{Matches, Query, shares};
use std::collections::HashMap;
use std::path::Path;

pub use score::{Score, Signal, Weights};

/// A file with its score.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Ranked {
    /// The path, relative to the folder.
    pub path: String,
    /// Why it is where it is.
    pub score: Score,
}

/// The indexes of `files` with their scores, best first. Files with equal scores are in the
/// order of their paths.
///
/// An empty `query` asks nothing: the other signals decide. `read` gives the text of a file, or `None` if it has
/// none that may be used, so that only its path and history count. It is called once for each file, and only what
/// was found in a text is kept: some bytes for each word of the question, and for each name in it that is also
/// defined somewhere or could be.
pub(super) fn rank(
    root: &Path,
    files: &[&Found],
    query: &str,
    weights: &Weights,
    read: impl FnMut(&Found) -> Option<String>,
) -> Vec<(usize, Score)> {
    let query = Query::new(query);
    let contents = Contents::read(files, &query, weights, read);
    let history = History::read(root, files, &query, weights, &contents);
    let score = |index| {
        let mut parts = contents.parts(index, &query, weights);
        parts.extend(history.parts(index, files, weights));
        let entry = files.get(index).map_or(0.0, |file| kind::entry(&file.shown));
        parts.push((Signal::Entry, entry * weights.entry));
        let factor = match contents.priorities.get(index) {
            Some(Priority::Low) => weights.tests,
            Some(Priority::Background) => weights.generated,
            _ => 1.0,
        };
        (index, Score::new(parts, factor))
    };
    let mut ranked: Vec<(usize, Score)> = (0..files.len()).map(score).collect();
    let path = |index: usize| files.get(index).map(|file| file.shown.as_str());
    ranked.sort_by(|(a, one), (b, other)| {
        other.total.total_cmp(&one.total).then_with(|| path(*a).cmp(&path(*b)))
    });
    ranked
}

/// What was found in texts and paths, by the index of the file.
struct Contents {
    texts: Vec<Matches>,
    paths: Vec<Matches>,
    /// How well they answer the question.
    text_scores: Vec<f64>,
    path_scores: Vec<f64>,
    /// How many other files name what a file defines, and the share of it.
    naming: Vec<u32>,
    naming_shares: Vec<f64>,
    priorities: Vec<Priority>,
}

impl Contents {
    fn read(
        files: &[&Found],
        query: &Query,
        weights: &Weights,
        mut read: impl FnMut(&Found) -> Option<String>,
    ) -> Self {
        let (mut texts, mut names, mut priorities) = (Vec::new(), Vec::new(), Vec::new());
        for file in files {
            let text = read(file).unwrap_or_default();
            texts.push(query.matches(&text));
            let counts = weights.named > 0.0;
            names.push(if counts { Names::of(&file.shown, &text) } else { Names::default() });
            priorities.push(kind::priority(&file.shown, &text));
        }
        let paths: Vec<Matches> = files.iter().map(|file| query.matches(&file.shown)).collect();
        let naming = definitions::naming_files(&names);
        Contents {
            text_scores: query::scores(&texts),
            path_scores: query::scores(&paths),
            naming_shares: shares(naming.iter().map(|files| f64::from(*files).ln_1p()).collect()),
            texts,
            paths,
            naming,
            priorities,
        }
    }

    fn parts(&self, index: usize, query: &Query, weights: &Weights) -> Vec<(Signal, f64)> {
        let found =
            |matches: &[Matches]| matches.get(index).map(|file| query.found(file)).unwrap_or_default();
        let naming = self.naming.get(index).copied().unwrap_or_default();
        vec![
            (Signal::Text(found(&self.texts)), at(&self.text_scores, index) * weights.text),
            (Signal::Path(found(&self.paths)), at(&self.path_scores, index) * weights.path),
            (Signal::Named(naming), at(&self.naming_shares, index) * weights.named),
        ]
    }
}

/// What the history says, by the index of the file.
struct History {
    commits: Vec<Commit>,
    by_message: Shares,
    together: Shares,
    recent: Shares,
}

impl History {
    fn read(root: &Path, files: &[&Found], query: &Query, weights: &Weights, contents: &Contents) -> Self {
        let counts = weights.messages > 0.0 || weights.together > 0.0 || weights.recent > 0.0;
        let indexes: HashMap<&str, usize> =
            files.iter().enumerate().map(|(index, file)| (file.shown.as_str(), index)).collect();
        let commits = if counts { history::commits(root, &indexes) } else { Vec::new() };
        let messages: Vec<Matches> = commits.iter().map(|commit| query.matches(&commit.message)).collect();
        let by_message = changes::by_message(&commits, &query::scores(&messages), files.len());
        let answer = |index| {
            at(&contents.text_scores, index) * weights.text
                + at(&contents.path_scores, index) * weights.path
                + share(&by_message, index).0 * weights.messages
        };
        let answers: Vec<f64> = (0..files.len()).map(answer).collect();
        History {
            together: changes::together(&commits, &answers),
            recent: changes::recent(&commits, files.len()),
            by_message,
            commits,
        }
    }

    fn parts(&self, index: usize, files: &[&Found], weights: &Weights) -> [(Signal, f64); 3] {
        let (by_message, commit) = share(&self.by_message, index);
        let subject = self.commits.get(commit).and_then(|commit| commit.message.lines().next());
        let (together, other) = share(&self.together, index);
        let other = files.get(other).map(|file| file.shown.clone());
        let (recent, commits) = share(&self.recent, index);
        [
            (Signal::Message(subject.unwrap_or_default().to_owned()), by_message * weights.messages),
            (Signal::Together(other.unwrap_or_default()), together * weights.together),
            (Signal::Recent(commits + 1), recent * weights.recent),
        ]
    }
}

fn at(values: &[f64], index: usize) -> f64 {
    values.get(index).copied().unwrap_or_default()
}

fn share(shares: &Shares, index: usize) -> (f64, usize) {
    shares.get(index).copied().unwrap_or_default()
}
