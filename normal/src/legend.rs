//! The legend: a value that all rows share is written once, and values that can be derived from
//! other columns are written as a template.

use super::column::{ColumnKind, ColumnPlace, DraftColumn, DraftTable, LegendEntry};
use super::fault::{Outcome, fault};
use super::limit::Budget;
use super::settings::{Level, Settings};
use super::tree::{Str, Tree};
use super::{cells, cost};
use std::collections::{HashMap, HashSet};

/// Whether a part of `text` reads as a placeholder.
fn has_placeholder(text: &str, paths: &HashSet<Str>) -> bool {
    text.contains('{') && Template::parse(text, |path| paths.contains(path).then_some(0)).is_some()
}

/// Moves columns to the legend if all rows that have their group have the same value.
pub(super) fn constants(table: &mut DraftTable, _: Settings) {
    let DraftTable { columns, paths, .. } = table;
    for column in columns.iter_mut().filter(|column| column.is_free()) {
        let mut cells = column.in_group().map(|(_, cell)| cell);
        let Some(Some(first)) = cells.next() else { continue };
        let is_constant = {
            let mut rest = cells.peekable();
            rest.peek().is_some() && rest.all(|cell| cell == Some(first))
        };
        let is_writable = match first {
            Tree::Object(members) => members.is_empty(),
            Tree::String(text) => !has_placeholder(text, paths),
            _ => true,
        };
        if is_constant && is_writable {
            column.place = ColumnPlace::Legend(LegendEntry::Constant(first.clone()));
        }
    }
}

/// Moves columns to the legend, as templates, if they can be derived from other columns.
pub(super) fn templates(table: &mut DraftTable, settings: Settings) {
    if table.len < 2 {
        return;
    }
    let mut finder = Finder::new(table, settings.level);
    for target in 0..table.columns.len() {
        if let Some((template, used)) = finder.find(table, target) {
            table.columns[target].place = ColumnPlace::Legend(LegendEntry::Template(template));
            finder.depends[target] = used;
        }
    }
}

/// The columns that templates may refer to, with their dependencies.
struct Finder {
    candidates: Vec<usize>,
    by_name: HashMap<Str, usize>,
    depends: Vec<Vec<usize>>,
    level: Level,
}

/// The maximum number of columns that are tried as placeholders.
const MAX_CANDIDATES: usize = 64;
/// The number of rows on which a template is tried before all rows are checked.
const SAMPLE_ROWS: usize = 5;
/// The maximum number of placeholders in a template.
const MAX_PLACEHOLDERS: usize = 3;
/// The minimum number of rows in which one number is a copy of another, for a reader.
const MIN_ROWS_OF_NUMBERS: usize = 8;
/// The minimum length, in characters, of a text that is worth a template.
const MIN_TEMPLATE_CHARS: usize = 6;

impl Finder {
    fn new(table: &DraftTable, level: Level) -> Self {
        let is_candidate = |column: &DraftColumn| {
            column.kind == ColumnKind::Scalar
                && column.name.is_some()
                && !matches!(column.place, ColumnPlace::Legend(_))
        };
        let columns = table.columns.iter().enumerate();
        let candidates = columns.filter(|(_, column)| is_candidate(column)).map(|(at, _)| at);
        let by_name = table.columns.iter().enumerate();
        Finder {
            candidates: candidates.take(MAX_CANDIDATES).collect(),
            by_name: by_name.filter_map(|(at, column)| Some((column.name.clone()?, at))).collect(),
            depends: vec![Vec::new(); table.columns.len()],
            level,
        }
    }

    /// Finds a template for the column at `target`, and the columns that it refers to.
    fn find(&self, table: &DraftTable, target: usize) -> Option<(String, Vec<usize>)> {
        let column = table.columns.get(target)?;
        if !column.is_free() || column.kind != ColumnKind::Scalar || column.name.is_none() {
            return None;
        }
        let filled: Vec<(usize, &Tree)> = column
            .in_group()
            .filter_map(|(row, cell)| cell.filter(|cell| **cell != Tree::Null).map(|cell| (row, cell)))
            .collect();
        let &(_, first) = filled.first()?;
        let varies = filled.iter().any(|(_, cell)| *cell != first);
        if varies {
            if let Some(source) = self.copied(table, target) {
                let name = table.columns[source].name.as_ref()?;
                return Some((format!("{{{name}}}"), vec![source]));
            }
        }
        let is_long =
            |cell: &Tree| cell.as_str().is_some_and(|text| text.chars().count() >= MIN_TEMPLATE_CHARS);
        if !filled.iter().all(|(_, cell)| is_long(cell)) {
            return None;
        }
        let mut samples: Vec<(usize, &str)> = Vec::with_capacity(SAMPLE_ROWS);
        for (row, cell) in &filled {
            if samples.is_empty() || *cell != first {
                samples.push((*row, cell.as_str()?));
            }
            if samples.len() == SAMPLE_ROWS {
                break;
            }
        }
        let sources = self.sources(table, target, &samples);
        let all: Vec<usize> = (0..sources.len()).collect();
        let few = |count: usize| &all[..all.len().min(count)];
        let first = [few(4).to_vec()].into_iter();
        let single = few(6).iter().map(|&at| vec![at]);
        let pairs = few(4).iter().flat_map(|&one| {
            few(5).iter().filter(move |&&other| other != one).map(move |&other| vec![one, other])
        });
        first.chain(single).chain(pairs).filter(|trial| !trial.is_empty()).find_map(|trial| {
            let trial: Vec<(usize, &str)> = trial.into_iter().map(|at| sources[at]).collect();
            self.try_template(table, target, &samples, &trial)
        })
    }

    /// A column before `target` that has the same value in all rows.
    fn copied(&self, table: &DraftTable, target: usize) -> Option<usize> {
        let column = &table.columns[target];
        // A reader takes a coincidence for a law.
        let is_coincidence = |cell: &Tree| match cell {
            Tree::Bool(_) | Tree::Null => true,
            Tree::Number(_) => table.len < MIN_ROWS_OF_NUMBERS,
            _ => false,
        };
        if self.level != Level::Dense && column.cells.iter().flatten().any(is_coincidence) {
            return None;
        }
        let is_copy = |source: usize| {
            let cells = &table.columns[source].cells;
            column.in_group().all(|(row, cell)| cells[row].as_ref() == cell)
        };
        let mut candidates = self.candidates.iter().copied().take_while(|&source| source < target);
        candidates.find(|&source| is_copy(source) && !self.reaches(source, target))
    }

    /// Whether the column `from` depends on the column `to`.
    fn reaches(&self, from: usize, to: usize) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if at == to {
                return true;
            }
            if seen.insert(at) {
                open.extend(&self.depends[at]);
            }
        }
        false
    }

    /// The columns whose texts are part of the target's texts in all samples. Returns their texts
    /// in the first sample, longest first.
    fn sources<'t>(
        &self,
        table: &'t DraftTable,
        target: usize,
        samples: &[(usize, &str)],
    ) -> Vec<(usize, &'t str)> {
        let is_part = |source: usize, row: usize, text: &str| {
            let cell = table.columns[source].cells[row].as_ref().and_then(Tree::as_text);
            cell.is_some_and(|cell| cell.len() < text.len() && text.contains(&**cell))
        };
        let mut sources: Vec<(usize, &str)> = self
            .candidates
            .iter()
            .filter(|&&source| source != target)
            .filter(|&&source| samples.iter().all(|&(row, text)| is_part(source, row, text)))
            .filter_map(|&source| {
                let cell = table.columns[source].cells[samples.first()?.0].as_ref()?;
                let text: &str = cell.as_text()?;
                (text.chars().count() >= 2 || cell.as_integer().is_some() && !text.is_empty())
                    .then_some((source, text))
            })
            .filter(|&(source, _)| !self.reaches(source, target))
            .collect();
        let is_stated = |source: usize| !table.columns[source].is_own();
        sources.sort_by_key(|&(source, text)| (std::cmp::Reverse(text.len()), is_stated(source)));
        sources
    }

    /// Builds the template that replaces the texts of these columns with placeholders, if it yields
    /// the right value in every row.
    fn try_template(
        &self,
        table: &DraftTable,
        target: usize,
        samples: &[(usize, &str)],
        trial: &[(usize, &str)],
    ) -> Option<(String, Vec<usize>)> {
        enum Piece<'s> {
            Text(&'s str),
            Column(usize),
        }
        let mut pieces = vec![Piece::Text(samples.first()?.1)];
        let mut used = Vec::new();
        for &(source, text) in trial {
            let mut next = Vec::with_capacity(pieces.len());
            let mut is_used = false;
            for piece in pieces {
                let Piece::Text(whole) = piece else {
                    next.push(piece);
                    continue;
                };
                let mut start = 0;
                for (at, _) in whole.match_indices(text).filter(|(at, _)| is_word(whole, *at, text.len())) {
                    is_used = true;
                    if at > start {
                        next.push(Piece::Text(&whole[start..at]));
                    }
                    next.push(Piece::Column(source));
                    start = at + text.len();
                }
                if start < whole.len() {
                    next.push(Piece::Text(&whole[start..]));
                }
            }
            pieces = next;
            if is_used {
                used.push(source);
            }
            if used.len() == MAX_PLACEHOLDERS {
                break;
            }
        }
        if used.is_empty() {
            return None;
        }
        let mut template = String::new();
        for piece in &pieces {
            match piece {
                Piece::Text(text) => template.push_str(text),
                Piece::Column(source) => {
                    template.push('{');
                    template.push_str(table.columns[*source].name.as_ref()?);
                    template.push('}');
                }
            }
        }
        // Parse it as a reader would.
        let parsed = Template::parse(&template, |name| self.by_name.get(name).copied())?;
        if parsed.cells() > 0 {
            // The column's own cells are not in the rows.
            return None;
        }
        let is_right = |row: usize, cell: Option<&Tree>| {
            parsed.gives(|source| table.columns[source].cells[row].as_ref(), cell)
        };
        let column = &table.columns[target];
        let in_samples = samples.iter().all(|&(row, _)| is_right(row, column.cells[row].as_ref()));
        (in_samples && column.in_group().all(|(row, cell)| is_right(row, cell))).then(|| {
            let mut used: Vec<usize> = parsed.columns().collect();
            used.sort_unstable();
            used.dedup();
            (template.clone(), used)
        })
    }
}

/// Whether the `len` bytes at `at` are more than a fragment of a word or number.
fn is_word(text: &str, at: usize, len: usize) -> bool {
    let is_torn = |before: Option<char>, after: Option<char>| match (before, after) {
        (Some(before), Some(after)) => {
            before.is_alphabetic() && after.is_alphabetic()
                || before.is_ascii_digit() && after.is_ascii_digit()
        }
        _ => false,
    };
    let (before, rest) = text.split_at(at);
    let (word, after) = rest.split_at(len);
    !is_torn(before.chars().next_back(), word.chars().next())
        && !is_torn(word.chars().next_back(), after.chars().next())
}

/// Moves the prefix and suffix that all texts of a column share to the legend.
pub(super) fn affixes(table: &mut DraftTable, settings: Settings) {
    const MIN_ROWS: usize = 3;
    const OVERHEAD_TOKENS: usize = 8;
    if table.len < MIN_ROWS {
        return;
    }
    let DraftTable { columns, paths, .. } = table;
    for column in columns.iter_mut().filter(|column| column.is_free() && column.kind == ColumnKind::Scalar) {
        let Some(name) = &column.name else { continue };
        let filled = || column.cells.iter().flatten().filter(|cell| **cell != Tree::Null);
        let count = filled().count();
        if count < MIN_ROWS || !filled().all(|cell| cell.as_str().is_some()) {
            continue;
        }
        let texts = || filled().filter_map(Tree::as_str).map(|text| &**text);
        let (mut prefix, mut suffix) = common(texts());
        if settings.level != Level::Dense && texts().any(|text| text.contains(' ')) {
            // In free text, a word or path stays whole.
            prefix = &prefix[..prefix.rfind([' ', '\n']).map_or(0, |space| space + 1)];
            suffix = &suffix[suffix.find([' ', '\n']).unwrap_or(suffix.len())..];
        }
        let is_allowed = match settings.level {
            Level::Dense => true,
            Level::Plain | Level::Legible => {
                prefix.contains(['/', '=']) && !prefix.starts_with("19") && !prefix.starts_with("20")
            }
        };
        let whole = format!("{prefix}{{}}{suffix}");
        let parsed = Template::parse(&whole, |path| paths.contains(path).then_some(0));
        let is_clear = parsed.is_some_and(|parsed| parsed.cells() == 1 && parsed.columns().next().is_none())
            && texts().all(|text| text.len() > prefix.len() + suffix.len());
        let saved = (cost::tokens(prefix) + cost::tokens(suffix)).saturating_sub(1) * count;
        let pays = saved > cost::tokens(prefix) + cost::tokens(suffix) + cost::tokens(name) + OVERHEAD_TOKENS;
        if is_allowed && is_clear && pays {
            column.place = ColumnPlace::Affixed { prefix: prefix.to_string(), suffix: suffix.to_string() };
        }
    }
}

/// The common prefix of all texts, which ends after a character that is not alphanumeric, and the
/// common suffix, which begins with one.
fn common<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> (&'t str, &'t str) {
    let Some(first) = texts.clone().next() else { return ("", "") };
    let prefix = texts.clone().fold(first, |prefix, text| {
        let same = prefix.chars().zip(text.chars()).take_while(|(one, other)| one == other);
        &prefix[..same.map(|(char, _)| char.len_utf8()).sum()]
    });
    let prefix = prefix.trim_end_matches(char::is_alphanumeric);
    let after = |text: &'t str| &text[prefix.len()..];
    let suffix = texts.fold(after(first), |suffix, text| {
        let same =
            suffix.chars().rev().zip(after(text).chars().rev()).take_while(|(one, other)| one == other);
        let len: usize = same.map(|(char, _)| char.len_utf8()).sum();
        &suffix[suffix.len() - len..]
    });
    (prefix, suffix.trim_start_matches(char::is_alphanumeric))
}

/// The cell for a text without its affixes. If it is the canonical form of an integer, it is a
/// number.
pub(super) fn middle(text: &str, prefix: &str, suffix: &str) -> Tree {
    const MAX_DIGITS: usize = 18;
    let middle = &text[prefix.len()..text.len() - suffix.len()];
    let digits = middle.strip_prefix('-').unwrap_or(middle);
    let is_integer = (1..=MAX_DIGITS).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (middle == "0" || !digits.starts_with('0'));
    if is_integer { Tree::Number(middle.into()) } else { Tree::string(middle) }
}

/// The column's entry in the legend, if any. `is_declared` means that it is listed in `T.json`.
pub(super) fn entry(column: &DraftColumn, is_declared: bool) -> Option<Tree> {
    let text = |text: &str| {
        if is_declared && cells::is_bracketed(text, cells::IN_LEGEND) {
            Tree::string(&format!("_{text}"))
        } else {
            Tree::string(text)
        }
    };
    match &column.place {
        ColumnPlace::Own => None,
        ColumnPlace::Affixed { prefix, suffix } => Some(text(&format!("{prefix}{{}}{suffix}"))),
        ColumnPlace::Legend(LegendEntry::Children) => Some(Tree::list(Vec::new())),
        ColumnPlace::Legend(LegendEntry::Template(template)) => Some(text(template)),
        ColumnPlace::Legend(LegendEntry::Constant(Tree::String(constant))) => Some(text(constant)),
        ColumnPlace::Legend(LegendEntry::Constant(constant)) if needs_json(constant) => {
            Some(Tree::String(constant.to_json().into()))
        }
        ColumnPlace::Legend(LegendEntry::Constant(constant)) => Some(constant.clone()),
    }
}

/// Whether a constant is written as JSON text in the legend: it is a list that does not only
/// contain literal scalars.
pub(super) fn needs_json(constant: &Tree) -> bool {
    let is_plain = |item: &Tree| match item {
        Tree::String(text) => !cells::needs_escape(text, cells::IN_CELL),
        item => item.is_scalar(),
    };
    constant.as_list().is_some_and(|items| !items.iter().all(is_plain))
}

/// A string with placeholders, in a legend.
pub(super) enum Template {
    /// `{path}` alone: copies the value of another column, of any type.
    Copy(usize),
    Text(Vec<TemplatePart>),
}

pub(super) enum TemplatePart {
    Text(Str),
    /// The text of another column.
    Column(usize),
    /// `{}`: the row's own cell.
    Cell,
}

impl Template {
    /// `None` if `text` has no placeholders. Braces form a placeholder if `column` knows the name
    /// in them.
    pub(super) fn parse(text: &str, column: impl Fn(&str) -> Option<usize>) -> Option<Self> {
        let mut parts = Vec::new();
        let mut plain = 0;
        let mut open = None;
        for (at, brace) in text.match_indices(['{', '}']) {
            let Some(start) = open.filter(|_| brace == "}") else {
                open = (brace == "{").then_some(at);
                continue;
            };
            open = None;
            let part = match text.get(start + 1..at).unwrap_or_default() {
                "" => TemplatePart::Cell,
                name => match column(name) {
                    Some(column) => TemplatePart::Column(column),
                    None => continue,
                },
            };
            push_text(&mut parts, text.get(plain..start).unwrap_or_default());
            parts.push(part);
            plain = at + 1;
        }
        push_text(&mut parts, text.get(plain..).unwrap_or_default());
        match parts.as_slice() {
            [TemplatePart::Column(column)] => Some(Template::Copy(*column)),
            [] | [TemplatePart::Text(_)] => None,
            _ => Some(Template::Text(parts)),
        }
    }

    /// The columns that the template refers to.
    pub(super) fn columns(&self) -> impl Iterator<Item = usize> {
        let (copied, parts) = match self {
            Template::Copy(column) => (Some(*column), &[][..]),
            Template::Text(parts) => (None, parts.as_slice()),
        };
        copied.into_iter().chain(parts.iter().filter_map(|part| match part {
            TemplatePart::Column(column) => Some(*column),
            _ => None,
        }))
    }

    /// The number of `{}` placeholders.
    pub(super) fn cells(&self) -> usize {
        match self {
            Template::Copy(_) => 0,
            Template::Text(parts) => parts.iter().filter(|part| matches!(part, TemplatePart::Cell)).count(),
        }
    }

    /// Whether the template yields `expected` for the given column values. It does not if one of
    /// them has a type without text.
    fn gives<'t>(&self, value: impl Fn(usize) -> Option<&'t Tree>, expected: Option<&Tree>) -> bool {
        let parts = match self {
            Template::Copy(column) => return value(*column) == expected,
            Template::Text(parts) => parts,
        };
        let mut rest = expected.and_then(Tree::as_str).map(|text| &**text);
        for part in parts {
            let text = match part {
                TemplatePart::Text(text) => &**text,
                TemplatePart::Cell => return false,
                TemplatePart::Column(column) => match value(*column) {
                    None => return expected.is_none(),
                    Some(Tree::Null) => return expected == Some(&Tree::Null),
                    Some(value) => match value.as_text() {
                        Some(text) => &**text,
                        None => return false,
                    },
                },
            };
            // A mismatch is final, unless a later column is null or absent.
            rest = rest.and_then(|rest| rest.strip_prefix(text));
        }
        rest == Some("")
    }

    /// Renders the value for a row with these `values`. `None` if one of them is absent.
    pub(super) fn render(&self, values: &[Option<Tree>], budget: &mut Budget) -> Outcome<Option<Tree>> {
        let value = |column: &usize| values.get(*column).and_then(Option::as_ref);
        let parts = match self {
            Template::Copy(column) => return Ok(value(column).cloned()),
            Template::Text(parts) => parts,
        };
        budget.step(parts.len())?;
        let mut texts = Vec::with_capacity(parts.len());
        for part in parts {
            let text = match part {
                TemplatePart::Text(text) => Some(text),
                TemplatePart::Column(column) => match value(column) {
                    Some(Tree::Null) => return Ok(Some(Tree::Null)),
                    value => value.and_then(Tree::as_text),
                },
                TemplatePart::Cell => None,
            };
            let Some(text) = text else { return Ok(None) };
            texts.push(text);
        }
        join(&texts, budget).map(Some)
    }

    /// Renders the value of a column with affixes from its `cell`.
    pub(super) fn render_cell(&self, cell: Tree, budget: &mut Budget) -> Outcome<Tree> {
        let Template::Text(parts) = self else { return Ok(cell) };
        if matches!(cell, Tree::Null) || matches!(parts.as_slice(), [TemplatePart::Cell]) {
            return Ok(cell);
        }
        let Some(cell) = cell.as_text() else {
            return fault("expected a string or an integer in a cell with a prefix or suffix");
        };
        let texts: Vec<&Str> = parts
            .iter()
            .map(|part| match part {
                TemplatePart::Text(text) => text,
                TemplatePart::Cell | TemplatePart::Column(_) => cell,
            })
            .collect();
        join(&texts, budget)
    }
}

fn push_text(parts: &mut Vec<TemplatePart>, text: &str) {
    if !text.is_empty() {
        parts.push(TemplatePart::Text(text.into()));
    }
}

fn join(texts: &[&Str], budget: &mut Budget) -> Outcome<Tree> {
    let len = texts.iter().map(|text| text.len()).sum();
    budget.take(len)?;
    let mut out = String::with_capacity(len);
    for text in texts {
        out.push_str(text);
    }
    Ok(Tree::String(out.into()))
}

/// Sorts the indices `0..count` so that each comes after those that it `needs`. On a cycle, returns
/// its first index as the error.
///
/// Not recursive, since chains in a legend can have any length.
pub(super) fn sort(
    count: usize,
    needs: impl Fn(usize) -> Vec<usize>,
) -> std::result::Result<Vec<usize>, usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum SortState {
        New,
        Open,
        Done,
    }
    let mut states = vec![SortState::New; count];
    let mut sorted = Vec::with_capacity(count);
    for start in 0..count {
        let mut stack = vec![(start, false)];
        while let Some((index, is_left)) = stack.pop() {
            let Some(state) = states.get_mut(index) else { continue };
            match (*state, is_left) {
                (SortState::Open, true) => {
                    *state = SortState::Done;
                    sorted.push(index);
                }
                (SortState::New, false) => {
                    *state = SortState::Open;
                    stack.push((index, true));
                    stack.extend(needs(index).into_iter().map(|need| (need, false)));
                }
                (SortState::Open, false) => return Err(index),
                _ => {}
            }
        }
    }
    Ok(sorted)
}
