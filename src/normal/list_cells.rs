//! List cells: a list of strings or numbers, or a map of strings, as the text of one cell.

use super::column::{Kind, lists};
use super::tree::Tree;

/// What stands between the strings of a list, and between the pairs of a map.
const SEPARATOR: &str = "; ";

/// Which of the list cells the lists or maps in `cells` can be.
pub(super) fn kind(cells: &[Option<Tree>]) -> Option<Kind> {
    if lists(cells).next().is_none() {
        let mut maps = cells.iter().flatten().filter_map(Tree::as_object).flat_map(|members| members.iter());
        return maps.all(|(key, value)| is_pair(key, value)).then_some(Kind::Pairs);
    }
    let items = || lists(cells).flatten();
    let all = |is: fn(&Tree) -> bool| items().all(is);
    if all(|item| matches!(item, Tree::Number(_))) {
        Some(Kind::Numbers)
    } else if !all(|item| item.as_str().is_some_and(|text| is_trimmed(text))) {
        None
    } else if all(|item| item.as_str().is_some_and(|text| !text.contains(' '))) {
        Some(Kind::Words)
    } else {
        all(|item| item.as_str().is_some_and(|text| is_joinable(text))).then_some(Kind::List)
    }
}

/// Something that begins and ends in no white space.
fn is_trimmed(text: &str) -> bool {
    !text.is_empty() && text.trim().len() == text.len()
}

/// A string that can be told from its neighbours.
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

/// The cell of a list or map; nothing where it is empty, or no list cell at all.
pub(super) fn join(kind: Kind, value: &Tree) -> Option<Tree> {
    let texts = |items: &[Tree], separator: &str| {
        let texts = items.iter().filter_map(|item| match item {
            Tree::String(text) | Tree::Number(text) => Some(&**text),
            _ => None,
        });
        Tree::String(texts.collect::<Vec<_>>().join(separator).into())
    };
    match (kind, value) {
        _ if value.is_empty() => None,
        (Kind::Words, Tree::List(items)) => Some(texts(items, " ")),
        (Kind::List, Tree::List(items)) => Some(texts(items, SEPARATOR)),
        (Kind::Numbers, Tree::List(items)) => match items.as_slice() {
            [one] => Some(one.clone()),
            _ => Some(texts(items, " ")),
        },
        (Kind::Pairs, Tree::Object(members)) => {
            let pairs = members.iter().map(|(key, value)| match value {
                Tree::String(text) => format!("{key}={text}"),
                _ => String::new(),
            });
            Some(Tree::String(pairs.collect::<Vec<_>>().join(SEPARATOR).into()))
        }
        _ => None,
    }
}

pub(super) fn is_list_cell(kind: Kind) -> bool {
    matches!(kind, Kind::Words | Kind::List | Kind::Pairs | Kind::Numbers)
}
