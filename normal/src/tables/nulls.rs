//! The members of an object that are `null`, listed by name.
//!
//! `.. note due . owner` means: after two other members `note` and `due`, and after one more, `owner`.

use crate::cost;
use crate::fault::{Outcome, fault};
use crate::keys::NULLS;
use crate::tree::{Members, Str, Tree};
use std::collections::HashSet;
use std::mem;
use std::rc::Rc;
use toon::__internal::shorten;

/// An object with a list of its `null`s.
pub(crate) struct Nulls {
    pub(crate) text: String,
    /// The members that are not in the list.
    pub(crate) others: Members,
    /// An estimate in tokens.
    pub(crate) saved: usize,
}

impl Nulls {
    /// `None` if a list is not smaller, or there are fewer than three `null`s. Only an exact list
    /// states where they are; otherwise they come first.
    pub(crate) fn new(members: &Members, is_exact: bool) -> Option<Self> {
        const MIN_NULLS: usize = 3;
        const LINE_TOKENS: usize = 3;
        let is_listed = |(key, value): &(Str, Tree)| *value == Tree::Null && is_name(key);
        if members.iter().filter(|member| is_listed(member)).count() < MIN_NULLS {
            return None;
        }
        let mut text = String::new();
        let mut others = Members::new();
        let (mut before, mut lines) = (0, 0);
        for member in members {
            if !is_listed(member) {
                before += 1;
                others.push(member.clone());
                continue;
            }
            if before > 0 && is_exact {
                push_word(&mut text, &".".repeat(mem::take(&mut before)));
            }
            push_word(&mut text, &member.0);
            lines += cost::tokens(&member.0) + LINE_TOKENS;
        }
        let saved = lines.checked_sub(cost::string(&text) + LINE_TOKENS + 1)?;
        (saved > 0).then_some(Nulls { text, others, saved })
    }
}

fn push_word(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}

/// Whether a key can be listed: it is a word, and not only dots.
fn is_name(key: &str) -> bool {
    !key.contains(' ') && key.bytes().any(|byte| byte != b'.')
}

/// Adds the listed `null`s to the other members of their object.
pub(crate) fn insert(others: Members, list: &Tree) -> Outcome<Members> {
    let Tree::String(text) = list else { return fault("expected the names of members that are `null`") };
    let mut known: HashSet<Str> = others.iter().map(|(key, _)| Rc::clone(key)).collect();
    let mut members = Members::with_capacity(others.len());
    let mut others = others.into_iter();
    if !text.split(' ').next_back().is_some_and(is_name) {
        return fault("expected a name at the end of the list");
    }
    for word in text.split(' ') {
        if !is_name(word) {
            let (count, left) = (word.len(), others.len());
            if word.is_empty() || count > left {
                return fault(format!("`{NULLS}` counts {count} members, but {left} are left"));
            }
            members.extend(others.by_ref().take(count));
        } else if known.insert(word.into()) {
            members.push((word.into(), Tree::Null));
        } else {
            return fault(format!("duplicate key {:?}", shorten(word)));
        }
    }
    members.extend(others);
    Ok(members)
}
