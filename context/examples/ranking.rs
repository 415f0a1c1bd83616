//! How many of the files that commits touched are shown for the subjects of these commits, in 20,000 tokens:
//! `scripts/ranking.sh [REPOSITORY] [COMMIT] [NUMBER]`
//!
//! Each question is put to the parent of its commit: a clone without branches and tags, which has the parent's files
//! and no other history. Files that the commit adds are not there, and do not count.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;
use std::{env, fs};
use toon_context::sources::{Folder, Weights};
use toon_context::{Budget, Context, Counter, Label, O200k, Omitted, Remainder, Style};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const BUDGET: usize = 20_000;

/// With fewer tokens left, no further file is tried.
const NEXT_TO_NOTHING: usize = 100;

/// Commits that touch more files are not asked about.
const MAX_TOUCHED: usize = 8;

const WAYS: [&str; 5] = [
    "names, whole files",
    "query alone (BM25), whole files",
    "all signals, whole files",
    "query alone (BM25), rendered",
    "all signals, rendered",
];

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let repository = arguments.next().unwrap_or_else(|| ".".to_owned());
    let commit = arguments.next().unwrap_or_else(|| "bd6cb84".to_owned());
    let number = arguments.next().map_or(Ok(120), |number| number.parse())?;

    let questions = questions(Path::new(&repository), &commit, number)?;
    let clone = tempfile::tempdir()?;
    let root = clone.path();
    clone_without_refs(&repository, root)?;
    let mut files = Files::default();
    let (mut touched, mut totals) = (0, [0; WAYS.len()]);
    for question in &questions {
        git(root, &["checkout", "--quiet", "--force", "--detach", &question.parent])?;
        touched += question.touched.len();
        for (total, shown) in totals.iter_mut().zip(shown(root, &question.subject, &mut files)?) {
            *total += question.touched.intersection(&shown).count();
        }
    }
    println!("{} commits, which touch {touched} files of their parents; {BUDGET} tokens", questions.len());
    for (way, total) in WAYS.iter().zip(totals) {
        let share = f64::from(u32::try_from(total)?) / f64::from(u32::try_from(touched)?);
        println!("{way:<33} {total:>4} files {:>5.1} %", 100.0 * share);
    }
    Ok(())
}

/// A commit as a question.
struct Question {
    parent: String,
    subject: String,
    /// The files of the parent that the commit changes or removes.
    touched: HashSet<String>,
}

/// The last `number` commits before `commit` that are not merges and touch few files, one of their parent's at least.
fn questions(repository: &Path, commit: &str, number: usize) -> Result<Vec<Question>> {
    let commits = git(
        repository,
        &["log", "--no-merges", "--min-parents=1", "--format=%H %P %s", &format!("{commit}^")],
    )?;
    let mut questions = Vec::new();
    for line in commits.lines() {
        if questions.len() == number {
            break;
        }
        let mut words = line.splitn(3, ' ');
        let (Some(commit), Some(parent), Some(subject)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        let diff = ["diff-tree", "-r", "-z", "--no-renames", "--name-status", parent, commit];
        let diff = git(repository, &diff)?;
        let mut fields = diff.split_terminator('\0');
        let (mut count, mut touched) = (0, HashSet::new());
        while let (Some(status), Some(path)) = (fields.next(), fields.next()) {
            count += 1;
            if status != "A" {
                touched.insert(path.to_owned());
            }
        }
        if count <= MAX_TOUCHED && !touched.is_empty() {
            questions.push(Question { parent: parent.to_owned(), subject: subject.to_owned(), touched });
        }
    }
    Ok(questions)
}

/// Shares the objects of the repository, but names none of its commits.
fn clone_without_refs(repository: &str, root: &Path) -> Result<()> {
    let path = fs::canonicalize(repository)?;
    let source = path.to_str().ok_or("the path of the repository is not in UTF-8")?;
    let target = root.to_str().ok_or("the path of the temporary folder is not in UTF-8")?;
    git(root, &["clone", "--quiet", "--shared", "--no-checkout", "--no-tags", source, target])?;
    git(root, &["config", "core.logAllRefUpdates", "false"])?;
    git(root, &["remote", "remove", "origin"])?;
    let refs = git(root, &["for-each-ref", "--format=%(refname)"])?;
    // HEAD names a branch that is removed until the first commit is checked out.
    for name in refs.lines() {
        git(root, &["update-ref", "--no-deref", "-d", name])?;
    }
    match git(root, &["for-each-ref"])?.as_str() {
        "" => Ok(()),
        refs => Err(format!("the clone has refs: {refs}").into()),
    }
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output()?;
    if !output.status.success() {
        return Err(
            format!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)).into()
        );
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The files that each of the ways shows.
fn shown(root: &Path, query: &str, files: &mut Files) -> Result<[HashSet<String>; WAYS.len()]> {
    let ranked = |weights| -> Result<Vec<String>> {
        let ranked = Folder::new(root).weights(weights).rank(query)?;
        Ok(ranked.into_iter().map(|file| file.path).collect())
    };
    let names = ranked(Weights::none())?;
    let query_alone = ranked(Weights { text: 1.0, ..Weights::none() })?;
    let all = ranked(Weights::default())?;
    Ok([
        files.whole(root, &names),
        files.whole(root, &query_alone),
        files.whole(root, &all),
        rendered(root, query, Weights { text: 1.0, ..Weights::none() })?,
        rendered(root, query, Weights::default())?,
    ])
}

/// The tokens of texts, each counted once.
#[derive(Default)]
struct Files {
    tokens: HashMap<u64, Vec<usize>>,
}

impl Files {
    /// The tokens of each line of a file, in the order of the lines. None if the file is not text.
    fn lines(&mut self, root: &Path, path: &str) -> &[usize] {
        let text = fs::read_to_string(root.join(path)).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let count = || text.split_inclusive('\n').map(|line| O200k.count(line)).collect();
        self.tokens.entry(hasher.finish()).or_insert_with(count)
    }

    /// Whole files in this order: what does not fit is skipped, until next to nothing is left.
    fn whole(&mut self, root: &Path, order: &[String]) -> HashSet<String> {
        let (mut left, mut shown) = (BUDGET, HashSet::new());
        for path in order {
            let tokens: usize = self.lines(root, path).iter().sum();
            if let Some(rest) = left.checked_sub(tokens + frame(path))
                && tokens > 0
            {
                left = rest;
                shown.insert(path.clone());
            }
            if left < NEXT_TO_NOTHING {
                break;
            }
        }
        shown
    }
}

/// The files of which anything but the name is shown in a rendered context.
fn rendered(root: &Path, query: &str, weights: Weights) -> Result<HashSet<String>> {
    let packed = Folder::new(root).query(query).weights(weights).budget(BUDGET).pack()?;
    let names: Vec<String> = packed.blocks.iter().map(|block| Label::new(block.content()).name).collect();
    let context: Context = packed.blocks.into_iter().collect();
    let out = context.render(&Budget::tokens(BUDGET).counter(O200k), Style::Xml)?;
    let is_hidden = |omitted: &&Omitted| matches!(omitted.shown, Remainder::Nothing | Remainder::Placeholder);
    let hidden: HashSet<usize> = out.omitted.iter().filter(is_hidden).map(|omitted| omitted.block).collect();
    let shown = names.into_iter().enumerate().filter(|(index, _)| !hidden.contains(index));
    Ok(shown.map(|(_, name)| name).collect())
}

/// What it takes to say which file follows.
fn frame(path: &str) -> usize {
    O200k.count(path) + 10
}
