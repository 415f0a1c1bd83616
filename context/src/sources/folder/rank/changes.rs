//! What the history says about files: how recently they changed, together with which others, and for what.

use super::history::Commit;
use super::query::shares;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// After how many commits a change counts half.
const HALF_LIFE: f64 = 50.0;

/// How many of the files that answer the question best are asked what was changed with them.
const MAX_SEEDS: usize = 10;

/// How recently and often each file was changed, as a share of the greatest.
pub(super) fn recency(commits: &[Commit], files: usize) -> Vec<f64> {
    let mut values = vec![0.0; files];
    for (age, commit) in commits.iter().enumerate() {
        let value = (-(age as f64) / HALF_LIFE).exp2();
        for file in &commit.files {
            add(&mut values, *file, value);
        }
    }
    shares(values)
}

/// How many commits ago each file was changed, 1 for the last commit.
pub(super) fn last_changes(commits: &[Commit], files: usize) -> Vec<Option<usize>> {
    let mut ages = vec![None; files];
    for (age, commit) in commits.iter().enumerate().rev() {
        for file in &commit.files {
            if let Some(last) = ages.get_mut(*file) {
                *last = Some(age + 1);
            }
        }
    }
    ages
}

/// How much each file was changed by commits whose messages answer the question, as a share of the greatest,
/// and the commit that says most.
pub(super) fn by_message(commits: &[Commit], scores: &[f64], files: usize) -> Vec<(f64, Option<usize>)> {
    let mut found = Strongest::new(files);
    for (index, (commit, score)) in
        commits.iter().zip(scores).enumerate().filter(|(_, (_, score))| **score > 0.0)
    {
        let value = score * score / (commit.changed as f64).sqrt();
        for file in &commit.files {
            found.add(*file, value, index);
        }
    }
    found.into_shares()
}

/// How often each file was changed together with those that answer the question best, as a share of the
/// greatest, and which of these it was changed with most.
pub(super) fn together(commits: &[Commit], answers: &[f64]) -> Vec<(f64, Option<usize>)> {
    let mut seeds: Vec<(usize, f64)> =
        answers.iter().copied().enumerate().filter(|(_, answer)| *answer > 0.0).collect();
    seeds.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap_or(Ordering::Equal));
    seeds.truncate(MAX_SEEDS);
    let mut changes = BTreeMap::<usize, f64>::new();
    for file in commits.iter().flat_map(|commit| &commit.files) {
        *changes.entry(*file).or_default() += 1.0;
    }
    let mut found = Strongest::new(answers.len());
    for commit in commits.iter().filter(|commit| commit.files.len() > 1) {
        for (seed, answer) in seeds.iter().filter(|(seed, _)| commit.files.contains(seed)) {
            let changes = changes.get(seed).copied().unwrap_or(1.0);
            let value = answer / ((commit.changed - 1) as f64) / (changes + 1.0);
            for file in commit.files.iter().filter(|file| *file != seed) {
                found.add(*file, value, *seed);
            }
        }
    }
    found.into_shares()
}

/// A sum for each file, and where most of it is from.
struct Strongest {
    sums: Vec<f64>,
    sources: Vec<BTreeMap<usize, f64>>,
}

impl Strongest {
    fn new(files: usize) -> Self {
        Strongest { sums: vec![0.0; files], sources: vec![BTreeMap::new(); files] }
    }

    fn add(&mut self, file: usize, value: f64, source: usize) {
        add(&mut self.sums, file, value);
        if let Some(sources) = self.sources.get_mut(file) {
            *sources.entry(source).or_default() += value;
        }
    }

    fn into_shares(self) -> Vec<(f64, Option<usize>)> {
        let strongest = |sources: BTreeMap<usize, f64>| {
            sources.into_iter().rev().max_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap_or(Ordering::Equal))
        };
        let sources = self.sources.into_iter().map(|sources| strongest(sources).map(|(source, _)| source));
        shares(self.sums).into_iter().zip(sources).collect()
    }
}

fn add(values: &mut [f64], index: usize, value: f64) {
    if let Some(sum) = values.get_mut(index) {
        *sum += value;
    }
}
