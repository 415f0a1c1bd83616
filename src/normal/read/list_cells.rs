//! List cells: lists and maps of strings or numbers as the text of one cell.

use super::fault::{Outcome, fault};
use crate::error::shorten;
use crate::json::Reader;
use crate::normal::tree::{Builder, Object, Tree};
use std::collections::HashSet;

/// How a list or a map is written as text. The names are those of the side keys.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ListCell {
    /// Strings joined by a space.
    Words,
    /// Strings joined by `; `.
    List,
    /// A map of strings, as `k=v; k=v`.
    Pairs,
    /// Numbers joined by a space.
    Numbers,
}

impl ListCell {
    /// That of the side key `word`.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "words" => ListCell::Words,
            "list" => ListCell::List,
            "pairs" => ListCell::Pairs,
            "numbers" => ListCell::Numbers,
            _ => return None,
        })
    }

    /// The value of a cell that is neither absent nor JSON text.
    pub(super) fn read(self, cell: Tree) -> Outcome<Tree> {
        match (self, cell) {
            (_, Tree::Null) => Ok(Tree::Null),
            (ListCell::Words, Tree::String(text)) => strings(&text, " "),
            (ListCell::List, Tree::String(text)) => strings(&text, "; "),
            (ListCell::Pairs, Tree::String(text)) => pairs(&text),
            (ListCell::Numbers, Tree::String(text)) => numbers(&text),
            (ListCell::Numbers, one @ Tree::Number(_)) => Ok(Tree::list(vec![one])),
            (ListCell::Numbers, _) => fault("expected numbers with a space between them"),
            _ => fault("expected a string in a cell for lists"),
        }
    }
}

fn strings(text: &str, joint: &str) -> Outcome<Tree> {
    let strings: Vec<Tree> = text.split(joint).map(Tree::string).collect();
    if strings.iter().any(|string| string.as_str().is_some_and(|string| string.is_empty())) {
        return fault("empty string in a list cell");
    }
    Ok(Tree::list(strings))
}

fn pairs(text: &str) -> Outcome<Tree> {
    let mut keys = HashSet::new();
    let mut members = Object::new();
    for pair in text.split("; ") {
        let Some((key, value)) = pair.split_once('=') else {
            return fault(format!("expected `key=value`, found {:?}", shorten(pair)));
        };
        if !keys.insert(key) {
            return fault(format!("key {:?} stands twice in one cell", shorten(key)));
        }
        members.push((key.into(), Tree::string(value)));
    }
    Ok(Tree::object(members))
}

fn numbers(text: &str) -> Outcome<Tree> {
    let is_fit = |byte: u8| byte.is_ascii_digit() || matches!(byte, b' ' | b'-' | b'+' | b'.' | b'e' | b'E');
    let mut builder = Builder::new();
    let json = format!("[{}]", text.replace(' ', ","));
    match Reader::new(&json).read(&mut builder) {
        Ok(()) if !text.is_empty() && text.bytes().all(is_fit) => Ok(builder.finish().unwrap_or(Tree::Null)),
        _ => fault(format!("expected numbers with a space between them, found {:?}", shorten(text))),
    }
}
