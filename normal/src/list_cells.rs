//! List cells: lists of strings or numbers, and maps of strings, as the text of a single cell.

use super::fault::{Outcome, fault};
use super::tree::{Builder, Members, Tree};
use std::collections::HashSet;
use toon::__internal::list_cell::{self, NUMBERS, STRINGS as SEPARATOR, is_trimmed};
use toon::__internal::{JsonReader, shorten};

/// How a list or map is written as text, named after the side keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListCell {
    /// Strings joined by a space.
    Words,
    /// Strings joined by `; `.
    List,
    /// A map of strings, as `k=v; k=v`.
    Pairs,
    /// Numbers joined by a space.
    Numbers,
    /// The only element of each list.
    One,
}

/// Separates strings without spaces.
const WORDS: &str = " ";

/// The kind of list cell that fits all lists or maps in `cells`.
pub(super) fn find(cells: &[Option<Tree>]) -> Option<ListCell> {
    if lists(cells).next().is_none() {
        let mut maps = cells.iter().flatten().filter_map(Tree::as_object).flat_map(|members| members.iter());
        return maps.all(|(key, value)| is_pair(key, value)).then_some(ListCell::Pairs);
    }
    let items = || lists(cells).flatten();
    let all = |is: fn(&Tree) -> bool| items().all(is);
    if all(|item| matches!(item, Tree::Number(_))) {
        return Some(ListCell::Numbers);
    }
    if all(|item| item.as_str().is_some_and(|text| is_trimmed(text))) {
        if all(|item| item.as_str().is_some_and(|text| list_cell::is_joinable(text, WORDS))) {
            return Some(ListCell::Words);
        }
        if all(|item| item.as_str().is_some_and(|text| is_joinable(text))) {
            return Some(ListCell::List);
        }
    }
    let is_one =
        lists(cells).all(|list| list.len() <= 1) && all(|item| item.is_scalar() && *item != Tree::Null);
    is_one.then_some(ListCell::One)
}

/// Whether a string cannot merge with its neighbours.
fn is_joinable(text: &str) -> bool {
    !text.contains(SEPARATOR) && !text.ends_with(';')
}

fn is_pair(key: &str, value: &Tree) -> bool {
    let is_value = |text: &str| text.trim().len() == text.len() && is_joinable(text);
    is_trimmed(key)
        && !key.contains('=')
        && !key.contains(SEPARATOR)
        && value.as_str().is_some_and(|text| is_value(text))
}

/// The cell for a list or map. `None` if it is empty.
pub(super) fn join(kind: ListCell, value: &Tree) -> Option<Tree> {
    let texts = |items: &[Tree], separator: &str| {
        let texts = items.iter().filter_map(|item| match item {
            Tree::String(text) | Tree::Number(text) => Some(&**text),
            _ => None,
        });
        Tree::String(texts.collect::<Vec<_>>().join(separator).into())
    };
    match (kind, value) {
        _ if value.is_empty() => None,
        (ListCell::One, Tree::List(items)) => items.first().cloned(),
        (ListCell::Words, Tree::List(items)) => Some(texts(items, WORDS)),
        (ListCell::List, Tree::List(items)) => Some(texts(items, SEPARATOR)),
        (ListCell::Numbers, Tree::List(items)) => match items.as_slice() {
            [one] => Some(one.clone()),
            _ => Some(texts(items, NUMBERS)),
        },
        (ListCell::Pairs, Tree::Object(members)) => {
            let pairs = members.iter().map(|(key, value)| match value {
                Tree::String(text) => format!("{key}={text}"),
                _ => String::new(),
            });
            Some(Tree::String(pairs.collect::<Vec<_>>().join(SEPARATOR).into()))
        }
        _ => None,
    }
}

/// The lists among the cells.
pub(super) fn lists(cells: &[Option<Tree>]) -> impl Iterator<Item = &[Tree]> {
    cells.iter().flatten().filter_map(Tree::as_list)
}

impl ListCell {
    pub(super) const ALL: [Self; 5] =
        [ListCell::Words, ListCell::List, ListCell::Pairs, ListCell::Numbers, ListCell::One];

    /// The side key for this kind.
    pub(super) fn word(self) -> &'static str {
        match self {
            ListCell::Words => "words",
            ListCell::List => "list",
            ListCell::Pairs => "pairs",
            ListCell::Numbers => "numbers",
            ListCell::One => "one",
        }
    }

    /// The kind for the side key `word`.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Parses a cell that is neither absent nor JSON text.
    pub(super) fn read(self, cell: Tree) -> Outcome<Tree> {
        match (self, cell) {
            (_, Tree::Null) => Ok(Tree::Null),
            (ListCell::One, cell) => Ok(Tree::list(vec![cell])),
            (ListCell::Words, Tree::String(text)) => strings(&text, WORDS),
            (ListCell::List, Tree::String(text)) => strings(&text, SEPARATOR),
            (ListCell::Pairs, Tree::String(text)) => pairs(&text),
            (ListCell::Numbers, Tree::String(text)) => numbers(&text),
            (ListCell::Numbers, one @ Tree::Number(_)) => Ok(Tree::list(vec![one])),
            (ListCell::Numbers, _) => fault("expected numbers separated by spaces"),
            _ => fault("expected a string in a list cell"),
        }
    }
}

fn strings(text: &str, joint: &str) -> Outcome<Tree> {
    match list_cell::split(text, joint) {
        Some(strings) => Ok(Tree::list(strings.into_iter().map(Tree::string).collect())),
        None => fault("empty string in a list cell"),
    }
}

fn pairs(text: &str) -> Outcome<Tree> {
    let mut keys = HashSet::new();
    let mut members = Members::new();
    for pair in text.split(SEPARATOR) {
        let Some((key, value)) = pair.split_once('=') else {
            return fault(format!("expected `key=value`, found {:?}", shorten(pair)));
        };
        if !keys.insert(key) {
            return fault(format!("duplicate key {:?} in a cell", shorten(key)));
        }
        members.push((key.into(), Tree::string(value)));
    }
    Ok(Tree::object(members))
}

fn numbers(text: &str) -> Outcome<Tree> {
    let is_fit = |byte: u8| byte.is_ascii_digit() || matches!(byte, b' ' | b'-' | b'+' | b'.' | b'e' | b'E');
    let mut builder = Builder::new();
    let json = format!("[{}]", text.replace(NUMBERS, ","));
    match JsonReader::new(&json).read(&mut builder) {
        Ok(()) if !text.is_empty() && text.bytes().all(is_fit) => Ok(builder.finish().unwrap_or(Tree::Null)),
        _ => fault(format!("expected numbers separated by spaces, found {:?}", shorten(text))),
    }
}
