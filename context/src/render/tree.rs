//! The names in a folder, of which the deepest ones are left out first.

use super::name::on_one_line;
use crate::block::{Entry, FileTree};
use std::cmp::Reverse;
use std::fmt::Write;

/// How many files of a folder are named at first, if it has more than twice as many.
const FIRST_FILES: usize = 12;

/// About the line that says how many names are left out.
const MORE_NAMES: &str = "[... 1,000 more names]";
/// How many names take at least as many tokens as this line, however short they are.
const LEAST_LEFT_OUT: usize = 4;

/// The names in a folder. First, its own names are shown one after the other, and then its folders are opened in
/// the order of their depth. Those with very many files name the others only when all are open.
pub(super) struct TreeNames<'b> {
    /// The folders that are not empty, in the order of their depth.
    folders: Vec<Folder<'b>>,
    /// When each name of the first folder is shown.
    places: Vec<usize>,
    /// How many steps show only some of them.
    steps_of_first: usize,
    /// What one step after another adds, in bytes and names, in all.
    totals: Vec<Extent>,
    has_sizes: bool,
}

struct Folder<'b> {
    entries: &'b [Entry],
    depth: usize,
    /// The index of the first folder in it. The others follow it.
    first_child: usize,
    /// How many files it contains, at any depth.
    files: usize,
    /// When the rest of its files is named, if these are too many at first.
    rest: Option<usize>,
}

#[derive(Clone, Copy, Default)]
struct Extent {
    bytes: usize,
    names: usize,
}

impl<'b> TreeNames<'b> {
    pub(super) fn new(tree: &'b FileTree) -> Self {
        let mut folders = vec![Folder::new(&tree.entries, 0)];
        let mut next = 0;
        while let Some(Folder { entries, depth, .. }) = folders.get(next) {
            let (entries, depth, first_child) = (*entries, depth + 1, folders.len());
            folders.extend(
                entries
                    .iter()
                    .filter(|entry| is_open(entry))
                    .map(|entry| Folder::new(&entry.children, depth)),
            );
            if let Some(folder) = folders.get_mut(next) {
                folder.first_child = first_child;
            }
            next += 1;
        }
        count_files(&mut folders);
        let mut openings = folders.len();
        for folder in &mut folders {
            if folder.direct_files() > 2 * FIRST_FILES {
                folder.rest = Some(openings);
                openings += 1;
            }
        }
        let order = order(&folders);
        let mut places = vec![0; order.len()];
        for (place, index) in order.iter().enumerate() {
            if let Some(of_name) = places.get_mut(*index) {
                *of_name = place;
            }
        }
        let (steps_of_first, totals) = totals(&folders, &order);
        TreeNames { folders, places, steps_of_first, totals, has_sizes: tree.has_sizes }
    }

    /// How many steps it takes to name everything.
    pub(super) fn units(&self) -> usize {
        self.totals.len()
    }

    /// Roughly the length of the text after so many steps.
    pub(super) fn size(&self, units: usize) -> usize {
        self.total(units).bytes
    }

    /// The number of names after so many steps.
    pub(super) fn names(&self, units: usize) -> usize {
        self.total(units).names
    }

    fn total(&self, units: usize) -> Extent {
        let last = units.min(self.totals.len()).checked_sub(1);
        last.and_then(|last| self.totals.get(last)).copied().unwrap_or_default()
    }

    /// A line for each name after so many steps, indented by its depth.
    pub(super) fn text(&self, units: usize) -> String {
        let mut text = String::new();
        let Some(root) = self.folders.first() else { return text };
        if units <= self.steps_of_first {
            return self.first_names(root, units);
        }
        let units = units - self.steps_of_first;
        // A stack rather than recursion: trees may be deep.
        let mut open = vec![Open::new(root, units)];
        while let Some(folder) = open.last_mut() {
            let indent = folder.depth * 2;
            let Some(entry) = folder.entries.next() else {
                if folder.more > 0 {
                    // Writing to a string does not fail.
                    let _ = writeln!(text, "{:indent$}[... {} more files]", "", grouped(folder.more));
                }
                open.pop();
                continue;
            };
            if !entry.is_directory {
                if folder.names_next() {
                    self.write_closed(&mut text, indent, entry, None);
                }
                continue;
            }
            let child = is_open(entry).then(|| folder.next_child());
            match child.and_then(|index| Some((index, self.folders.get(index)?))) {
                Some((index, child)) if index < units => {
                    let _ = writeln!(text, "{:indent$}{}/", "", on_one_line(&entry.name));
                    open.push(Open::new(child, units));
                }
                child => {
                    self.write_closed(&mut text, indent, entry, child.map(|(_, child)| child));
                }
            }
        }
        text
    }

    /// So many names of the first folder, which are not all.
    fn first_names(&self, root: &Folder<'b>, count: usize) -> String {
        let mut text = String::new();
        let mut folder = Open::new(root, 0);
        for (entry, place) in root.entries.iter().zip(&self.places) {
            let child = is_open(entry).then(|| folder.next_child()).and_then(|index| self.folders.get(index));
            if *place < count {
                self.write_closed(&mut text, 0, entry, child);
            }
        }
        let more = root.entries.len().saturating_sub(count);
        // Writing to a string does not fail. It is never a single name.
        let _ = writeln!(text, "[... {} more names]", grouped(more));
        text
    }

    /// A file, or a folder with the number of its files, which are not named. `folder` is what it contains, if
    /// it can be opened.
    fn write_closed(&self, text: &mut String, indent: usize, entry: &Entry, folder: Option<&Folder<'_>>) {
        let name = on_one_line(&entry.name);
        let files = folder.map(|folder| folder.files).or(Some(entry.unlisted).filter(|files| *files > 0));
        // Writing to a string does not fail.
        let _ = match (entry.is_directory, files) {
            (false, _) if self.has_sizes => writeln!(text, "{:indent$}{name} ({} bytes)", "", entry.size),
            (false, _) => writeln!(text, "{:indent$}{name}", ""),
            (true, None) => writeln!(text, "{:indent$}{name}/", ""),
            (true, Some(1)) => writeln!(text, "{:indent$}{name}/ (1 file)", ""),
            (true, Some(files)) => writeln!(text, "{:indent$}{name}/ ({} files)", "", grouped(files)),
        };
    }
}

/// A folder whose entries are being written.
struct Open<'b> {
    entries: std::slice::Iter<'b, Entry>,
    depth: usize,
    next_child: usize,
    /// How many of the next files are named, and how many then are not.
    named: usize,
    more: usize,
}

impl<'b> Open<'b> {
    fn new(folder: &Folder<'b>, units: usize) -> Self {
        let files = folder.direct_files();
        let named = if folder.rest.is_some_and(|rest| rest >= units) { FIRST_FILES } else { files };
        let (entries, next_child) = (folder.entries.iter(), folder.first_child);
        Open { entries, depth: folder.depth, next_child, named, more: files - named }
    }

    fn next_child(&mut self) -> usize {
        self.next_child += 1;
        self.next_child - 1
    }

    fn names_next(&mut self) -> bool {
        let names = self.named > 0;
        self.named = self.named.saturating_sub(1);
        names
    }
}

impl<'b> Folder<'b> {
    fn new(entries: &'b [Entry], depth: usize) -> Self {
        Folder { entries, depth, first_child: 0, files: 0, rest: None }
    }

    /// How many files it contains itself.
    fn direct_files(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.is_directory).count()
    }
}

/// Whether an entry is a folder that can be opened.
fn is_open(entry: &Entry) -> bool {
    entry.is_directory && !entry.children.is_empty()
}

/// Counts the files in each folder, the deepest first.
fn count_files(folders: &mut [Folder<'_>]) {
    for index in (0..folders.len()).rev() {
        let Some(folder) = folders.get(index) else { continue };
        let children = folder.entries.iter().filter(|entry| is_open(entry)).count();
        let children = folders.get(folder.first_child..folder.first_child + children).unwrap_or_default();
        let closed = folder.entries.iter().map(|entry| entry.unlisted).sum::<usize>();
        let files = folder.direct_files() + closed + children.iter().map(|child| child.files).sum::<usize>();
        if let Some(folder) = folders.get_mut(index) {
            folder.files = files;
        }
    }
}

/// The indexes of the names of the first folder in the order in which they are shown: those of the folders with
/// the most files, and then those of files.
fn order(folders: &[Folder<'_>]) -> Vec<usize> {
    let Some(root) = folders.first() else { return Vec::new() };
    let mut children = folders.iter().skip(root.first_child);
    let files = |entry: &Entry| {
        let child = if is_open(entry) { children.next() } else { None };
        child.map_or(entry.unlisted, |child| child.files)
    };
    let files: Vec<usize> = root.entries.iter().map(files).collect();
    let mut order: Vec<usize> = (0..root.entries.len()).collect();
    // Stable: of folders with as many files, and of files, the first comes first.
    order.sort_by_key(|index| {
        let is_file = root.entries.get(*index).is_some_and(|entry| !entry.is_directory);
        (is_file, Reverse(files.get(*index)))
    });
    order
}

/// What is named after each step, and how many steps show only some names of the first folder, in this order.
fn totals(folders: &[Folder<'_>], order: &[usize]) -> (usize, Vec<Extent>) {
    let mut total = Extent::default();
    let mut totals = Vec::new();
    let mut add = |names: &mut dyn Iterator<Item = &Entry>, depth: usize| {
        for entry in names {
            total.bytes += entry.name.len() + depth * 2 + 2;
            total.names += 1;
        }
        totals.push(total);
    };
    let is_file = |entry: &&Entry| !entry.is_directory;
    let (mut steps_of_first, mut folders_after) = (0, folders.iter());
    if let Some(root) = folders_after.next() {
        let hidden = if root.rest.is_some() { root.direct_files() - FIRST_FILES } else { 0 };
        let shown = order.get(..order.len() - hidden).unwrap_or_default();
        let mut names = shown.iter().filter_map(|index| root.entries.get(*index));
        steps_of_first = partial_steps(root, shown);
        for _ in 0..steps_of_first {
            add(&mut names.by_ref().take(1), 0);
        }
        add(&mut names, 0);
    }
    for folder in folders_after {
        let first = if folder.rest.is_some() { FIRST_FILES } else { usize::MAX };
        let directories = folder.entries.iter().filter(|entry| entry.is_directory);
        add(&mut directories.chain(folder.entries.iter().filter(is_file).take(first)), folder.depth);
    }
    for folder in folders.iter().filter(|folder| folder.rest.is_some()) {
        add(&mut folder.entries.iter().filter(is_file).skip(FIRST_FILES), folder.depth);
    }
    (steps_of_first, totals)
}

/// How many names of the first folder can be shown while those that are left out, of which a line says how many
/// they are, take more than that line.
fn partial_steps(root: &Folder<'_>, shown: &[usize]) -> usize {
    let mut bytes = 0;
    let names = shown.iter().rev().filter_map(|index| root.entries.get(*index));
    let needed = names.take_while(|entry| {
        let is_less = bytes < MORE_NAMES.len();
        bytes += entry.name.len() + 1;
        is_less
    });
    shown.len().saturating_sub(needed.count().max(LEAST_LEFT_OUT))
}

/// A number with commas between its thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::TreeNames;
    use crate::block::{Entry, FileTree};

    fn tree() -> FileTree {
        let files = |count: usize| (0..count).map(|index| Entry::file(format!("{index}.go"), 1));
        let deep = Entry::directory("deep", [Entry::file("a.go", 1)]);
        let internal = Entry::directory("internal", files(1_200).chain([deep]));
        let empty = Entry::directory("empty", []);
        FileTree::new("app/", [Entry::directory("cmd", files(2)), internal, empty, Entry::file("go.mod", 5)])
    }

    #[test]
    fn the_deepest_names_are_left_out_first() {
        let tree = tree();
        let names = TreeNames::new(&tree);
        assert_eq!(names.units(), 5);
        assert_eq!(names.text(1), "cmd/ (2 files)\ninternal/ (1,201 files)\nempty/\ngo.mod\n");
        assert_eq!(names.text(2), "cmd/\n  0.go\n  1.go\ninternal/ (1,201 files)\nempty/\ngo.mod\n");
        assert!(names.text(3).contains("  11.go\n  deep/ (1 file)\n  [... 1,188 more files]\nempty/\n"));
        assert!(names.text(4).contains("  deep/\n    a.go\n  [... 1,188 more files]\n"));
        assert!(names.text(5).ends_with("  1199.go\n  deep/\n    a.go\nempty/\ngo.mod\n"));
        check_growth(&names);
    }

    #[test]
    fn the_largest_folders_come_first() {
        let files = |count: usize| (0..count).map(|index| Entry::file(format!("{index}.go"), 1));
        let folder = |count: usize| Entry::directory(format!("folder{count}"), files(count));
        let folders = [2, 30, 0, 4, 1].map(folder);
        let closed = Entry { unlisted: 3_000, ..Entry::directory("target", []) };
        let tree =
            FileTree::new("app/", [Entry::file("go.mod", 5)].into_iter().chain(folders).chain([closed]));
        let names = TreeNames::new(&tree);
        assert_eq!(names.text(1), "target/ (3,000 files)\n[... 6 more names]\n");
        assert_eq!(names.text(2), "folder30/ (30 files)\ntarget/ (3,000 files)\n[... 5 more names]\n");
        assert_eq!(
            names.text(3),
            "folder30/ (30 files)\nfolder4/ (4 files)\ntarget/ (3,000 files)\n[... 4 more names]\n"
        );
        assert_eq!(
            names.text(4),
            "go.mod\nfolder2/ (2 files)\nfolder30/ (30 files)\nfolder0/\nfolder4/ (4 files)\nfolder1/ (1 file)\n\
             target/ (3,000 files)\n"
        );
        assert!(names.text(5).contains("folder2/\n  0.go\n  1.go\nfolder30/ (30 files)\n"));
        check_growth(&names);
    }

    /// Many files beside folders are named last.
    #[test]
    fn many_files_at_the_top() {
        let files = (0..1_000).map(|index| Entry::file(format!("{index}.go"), 1));
        let tree = FileTree::new("app/", files.chain([Entry::directory("cmd", [Entry::file("a", 1)])]));
        let names = TreeNames::new(&tree);
        assert_eq!(names.text(1), "cmd/ (1 file)\n[... 1,000 more names]\n");
        assert_eq!(names.text(2), "0.go\ncmd/ (1 file)\n[... 999 more names]\n");
        assert!(names.text(9).ends_with("7.go\ncmd/ (1 file)\n[... 992 more names]\n"));
        assert!(names.text(10).ends_with("11.go\ncmd/ (1 file)\n[... 988 more files]\n"));
        assert!(names.text(11).ends_with("11.go\ncmd/\n  a\n[... 988 more files]\n"));
        assert!(names.text(12).ends_with("999.go\ncmd/\n  a\n"));
        assert_eq!(names.units(), 12);
        check_growth(&names);
    }

    fn check_growth(names: &TreeNames<'_>) {
        for units in 1..=names.units() {
            let lines = names.text(units).lines().filter(|line| !line.contains("[...")).count();
            assert_eq!(names.names(units), lines);
            assert!(names.size(units) >= names.size(units - 1));
        }
    }

    #[test]
    fn trees_may_be_empty_or_deep() {
        assert_eq!(TreeNames::new(&FileTree::new("", [])).text(9), "");
        let mut entry = Entry::file("leaf", 0);
        for _ in 0..1_000 {
            entry = Entry::directory("d", [entry]);
        }
        let tree = FileTree::new("", [entry]);
        let names = TreeNames::new(&tree);
        assert_eq!(names.text(2), "d/\n  d/ (1 file)\n");
        assert_eq!(names.units(), 1_001);
    }
}
