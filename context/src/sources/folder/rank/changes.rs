//! What the history says about files: how recently they changed, together with which others, and for what.

use super::history::Commit;
use super::query::{number, shares};
use std::collections::BTreeMap;

/// After how many commits a change counts half.
const HALF_LIFE: f64 = 50.0;

/// How many of the files that answer the question best are asked what was changed with them.
const MAX_SEEDS: usize = 10;

/// For each file, a share of the greatest value, and what most of its value is due to: the index of a commit or
/// of another file.
pub(super) type Shares = Vec<(f64, usize)>;

/// How recently and often each file was changed, and its last commit.
pub(super) fn recent(commits: &[Commit], files: usize) -> Shares {
    let mut sums = Sums::new(files);
    for (age, commit) in commits.iter().enumerate() {
        let value = (-number(age) / HALF_LIFE).exp2();
        commit.files.iter().for_each(|file| sums.add(*file, value, age));
    }
    sums.into_shares()
}

/// How much commits whose messages answer the question changed each file. `scores` are those of the messages.
pub(super) fn by_message(commits: &[Commit], scores: &[f64], files: usize) -> Shares {
    let mut sums = Sums::new(files);
    for (index, (commit, score)) in commits.iter().zip(scores).enumerate() {
        // A message with a few common words of the question is no answer.
        let value = score * score / number(commit.changed).sqrt();
        commit.files.iter().for_each(|file| sums.add(*file, value, index));
    }
    sums.into_shares()
}

/// How often each file was changed together with those that answer the question best.
pub(super) fn together(commits: &[Commit], answers: &[f64]) -> Shares {
    let mut seeds: Vec<(usize, f64)> =
        answers.iter().copied().enumerate().filter(|(_, answer)| *answer > 0.0).collect();
    seeds.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    seeds.truncate(MAX_SEEDS);
    // What was changed together with poor answers is no better than they are.
    let best = seeds.first().map_or(0.0, |(_, answer)| answer.min(1.0));
    let mut sums = Sums::new(answers.len());
    for (seed, answer) in seeds {
        let changes: Vec<&Commit> = commits.iter().filter(|commit| commit.files.contains(&seed)).collect();
        for commit in &changes {
            // A commit of many files says less about each, as does a file that is in many commits.
            let value = answer / number(commit.changed.saturating_sub(1)) / number(changes.len() + 1);
            let others = commit.files.iter().filter(|file| **file != seed);
            others.for_each(|file| sums.add(*file, value, seed));
        }
    }
    sums.into_shares().into_iter().map(|(share, seed)| (share * best, seed)).collect()
}

/// A sum for each file, and what it consists of.
struct Sums(Vec<BTreeMap<usize, f64>>);

impl Sums {
    fn new(files: usize) -> Self {
        Sums(vec![BTreeMap::new(); files])
    }

    fn add(&mut self, file: usize, value: f64, source: usize) {
        if let Some(sources) = self.0.get_mut(file).filter(|_| value > 0.0) {
            *sources.entry(source).or_default() += value;
        }
    }

    fn into_shares(self) -> Shares {
        let sums = self.0.iter().map(|sources| sources.values().sum()).collect();
        // Of equal ones the first: the last commit, or the file that answers best.
        let most = |sources: &BTreeMap<usize, f64>| {
            sources.iter().rev().max_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(source, _)| *source)
        };
        shares(sums).into_iter().zip(self.0.iter().map(most)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A commit of these files, and of others that are not in the folder.
    fn commit(files: &[usize], others: usize) -> Commit {
        Commit { files: files.to_vec(), changed: files.len() + others, ..Commit::default() }
    }

    #[test]
    fn recent_and_frequent_changes_count_more() {
        let mut commits = vec![commit(&[0], 0), commit(&[1], 0), commit(&[1], 0)];
        commits.resize_with(500, || commit(&[2], 0));
        commits.extend((0..40).map(|_| commit(&[3], 0)));
        let recent = recent(&commits, 5);
        assert!(recent[1].0 > recent[0].0 && recent[0].0 > recent[3].0 && recent[3].0 > 0.0, "{recent:?}");
        assert_eq!((recent[0].1, recent[1].1, recent[4]), (0, 1, (0.0, 0)));
    }

    #[test]
    fn commits_of_few_files_say_more() {
        let commits = [commit(&[0, 1], 0), commit(&[0, 2], 20), commit(&[3, 4], 0)];
        let together = together(&commits, &[1.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(
            together.iter().map(|(share, _)| *share > 0.0).collect::<Vec<_>>(),
            [false, true, true, false, false]
        );
        assert_eq!(together[1], (1.0, 0));
        assert!(together[2].0 < 0.1);
        let by_message = by_message(&commits, &[0.0, 1.0, 1.0], 5);
        assert!(by_message[3].0 > by_message[2].0 && by_message[1].0 == 0.0);
        assert_eq!(by_message[3].1, 2);
    }

    #[test]
    fn without_commits_nothing_is_known() {
        assert_eq!(recent(&[], 2), [(0.0, 0); 2]);
        assert_eq!(together(&[], &[1.0]), [(0.0, 0)]);
        assert_eq!(by_message(&[], &[], 0), []);
    }
}
