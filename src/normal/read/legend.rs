//! Templates: what follows from other columns of a row, and how all texts of a column begin or end.

use super::fault::{Outcome, fault};
use super::limit::Budget;
use crate::normal::tree::{Str, Tree};

/// A string of a legend with placeholders.
pub(super) enum Template {
    /// `{path}`: the value of another column, whatever its type.
    Copy(usize),
    Text(Vec<Part>),
}

pub(super) enum Part {
    Text(Str),
    /// The value of another column.
    Column(usize),
    /// `{}`: the row's own cell.
    Cell,
}

impl Template {
    /// `None` if `text` has no placeholder. What stands between braces is one where `column` knows it.
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
                "" => Part::Cell,
                name => match column(name) {
                    Some(column) => Part::Column(column),
                    None => continue,
                },
            };
            push_text(&mut parts, text.get(plain..start).unwrap_or_default());
            parts.push(part);
            plain = at + 1;
        }
        push_text(&mut parts, text.get(plain..).unwrap_or_default());
        match parts.as_slice() {
            [Part::Column(column)] => Some(Template::Copy(*column)),
            [] | [Part::Text(_)] => None,
            _ => Some(Template::Text(parts)),
        }
    }

    /// The columns that it takes values from.
    pub(super) fn columns(&self) -> impl Iterator<Item = usize> {
        let (copied, parts) = match self {
            Template::Copy(column) => (Some(*column), &[][..]),
            Template::Text(parts) => (None, parts.as_slice()),
        };
        copied.into_iter().chain(parts.iter().filter_map(|part| match part {
            Part::Column(column) => Some(*column),
            _ => None,
        }))
    }

    /// How many times it has `{}`.
    pub(super) fn cells(&self) -> usize {
        match self {
            Template::Copy(_) => 0,
            Template::Text(parts) => parts.iter().filter(|part| matches!(part, Part::Cell)).count(),
        }
    }

    /// The value in a row with these `values`, `None` where one is absent.
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
                Part::Text(text) => Some(text),
                Part::Column(column) => match value(column) {
                    Some(Tree::Null) => return Ok(Some(Tree::Null)),
                    value => value.and_then(Tree::as_text),
                },
                Part::Cell => None,
            };
            let Some(text) = text else { return Ok(None) };
            texts.push(text);
        }
        join(&texts, budget).map(Some)
    }

    /// The value of a column whose cell has `cell`.
    pub(super) fn render_cell(&self, cell: Tree, budget: &mut Budget) -> Outcome<Tree> {
        let Template::Text(parts) = self else { return Ok(cell) };
        if matches!(cell, Tree::Null) || matches!(parts.as_slice(), [Part::Cell]) {
            return Ok(cell);
        }
        let Some(cell) = cell.as_text() else {
            return fault("a cell that is neither text nor an integer has no prefix or suffix");
        };
        let texts: Vec<&Str> = parts
            .iter()
            .map(|part| match part {
                Part::Text(text) => text,
                Part::Cell | Part::Column(_) => cell,
            })
            .collect();
        join(&texts, budget)
    }
}

fn push_text(parts: &mut Vec<Part>, text: &str) {
    if !text.is_empty() {
        parts.push(Part::Text(text.into()));
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

/// The indices of `0..count` so that each stands behind those it `needs`; the first index of a cycle if there is one.
///
/// Without recursion: a legend may have chains of any length.
pub(super) fn sort(
    count: usize,
    needs: impl Fn(usize) -> Vec<usize>,
) -> std::result::Result<Vec<usize>, usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; count];
    let mut sorted = Vec::with_capacity(count);
    for start in 0..count {
        let mut stack = vec![(start, false)];
        while let Some((index, is_left)) = stack.pop() {
            let Some(state) = states.get_mut(index) else { continue };
            match (*state, is_left) {
                (State::Open, true) => {
                    *state = State::Done;
                    sorted.push(index);
                }
                (State::New, false) => {
                    *state = State::Open;
                    stack.push((index, true));
                    stack.extend(needs(index).into_iter().map(|need| (need, false)));
                }
                (State::Open, false) => return Err(index),
                _ => {}
            }
        }
    }
    Ok(sorted)
}
