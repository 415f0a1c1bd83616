//! In which order the files of a folder are worth showing.

mod changes;
mod definitions;
mod history;
mod query;
mod score;
mod words;

use super::kind;
use super::walk::Found;
use crate::words::Priority;
use changes::{by_message, last_changes, recency, together};
use definitions::{Names, naming_files};
use query::{Matches, Query};
use std::cmp::Ordering;
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

/// The indexes of `files` with their scores, what is most worth showing first.
///
/// `read` gives the text of a file, or `None` if it has none that may be used: only the path counts then. Texts are
/// read one by one, and only what was found in them is kept.
pub(super) fn rank(
    root: &Path,
    files: &[&Found],
    query: &str,
    weights: &Weights,
    mut read: impl FnMut(&Found) -> Option<String>,
) -> Vec<(usize, Score)> {
    let query = Query::new(query);
    let (mut texts, mut names, mut priorities) = (Vec::new(), Vec::new(), Vec::new());
    for file in files {
        let text = read(file).unwrap_or_default();
        texts.push(query.matches(&text));
        names.push(Names::of(&file.shown, &text));
        priorities.push(kind::priority(&file.shown, &text));
    }
    let paths: Vec<Matches> = files.iter().map(|file| query.matches(&file.shown)).collect();
    let naming = naming_files(&names);
    drop(names);

    let indexes: HashMap<&str, usize> =
        files.iter().enumerate().map(|(index, file)| (file.shown.as_str(), index)).collect();
    let commits = history::commits(root, &indexes);
    let messages: Vec<Matches> = commits.iter().map(|commit| query.matches(&commit.message)).collect();
    let (text_scores, path_scores) = (query::scores(&texts), query::scores(&paths));
    let by_message = by_message(&commits, &query::scores(&messages), files.len());
    let answers: Vec<f64> = (text_scores.iter().zip(&path_scores).zip(&by_message))
        .map(|((text, path), (message, _))| {
            text * weights.text + path * weights.path + message * weights.messages
        })
        .collect();
    let together = together(&commits, &answers);
    let recent = recency(&commits, files.len());
    let last = last_changes(&commits, files.len());
    let max_named = naming.iter().copied().max().unwrap_or_default();

    let at = |values: &[f64], index: usize| values.get(index).copied().unwrap_or_default();
    let score = |(index, file): (usize, &&Found)| {
        let found = |matches: &[Matches]| {
            let words = matches.get(index).map(|matches| query.found(&[matches])).unwrap_or_default();
            words.into_iter().map(str::to_owned).collect()
        };
        let mut parts = vec![
            (Signal::Text(found(&texts)), at(&text_scores, index) * weights.text),
            (Signal::Path(found(&paths)), at(&path_scores, index) * weights.path),
        ];
        if let Some((share, Some(commit))) = by_message.get(index) {
            let subject = commits.get(*commit).and_then(|commit| commit.message.lines().next());
            parts.push((Signal::Message(subject.unwrap_or_default().to_owned()), share * weights.messages));
        }
        if let Some((share, Some(other))) = together.get(index) {
            let path = files.get(*other).map(|file| file.shown.clone()).unwrap_or_default();
            parts.push((Signal::Together(path), share * weights.together));
        }
        if let Some(Some(commits)) = last.get(index) {
            parts.push((Signal::Recent(*commits), at(&recent, index) * weights.recent));
        }
        if let Some(naming) = naming.get(index) {
            let share = f64::from(*naming).ln_1p() / f64::from(max_named.max(1)).ln_1p();
            parts.push((Signal::Named(*naming), share * weights.named));
        }
        parts.push((Signal::Entry, kind::entry(&file.shown) * weights.entry));
        let factor = match priorities.get(index) {
            Some(Priority::Low) => weights.tests,
            Some(Priority::Background) => weights.generated,
            _ => 1.0,
        };
        (index, Score::new(parts, factor))
    };
    let mut ranked: Vec<(usize, Score)> = files.iter().enumerate().map(score).collect();
    let path = |index: usize| files.get(index).map(|file| file.shown.as_str());
    ranked.sort_by(|(a, one), (b, other)| {
        let order = other.total.partial_cmp(&one.total).unwrap_or(Ordering::Equal);
        order.then_with(|| path(*a).cmp(&path(*b)))
    });
    ranked
}
