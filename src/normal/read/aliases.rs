//! Aliases: names for texts that occur often (`_let`).

use super::fault::{At, Outcome, fault};
use super::limit::Budget;
use crate::error::shorten;
use crate::normal::tree::{Str, Tree};
use std::collections::HashMap;
use std::rc::Rc;

/// The texts by their names.
pub(super) struct Aliases(HashMap<Str, Str>);

impl Aliases {
    /// The definitions under `_let`, each of which may use those above it.
    pub(super) fn read(definitions: &Tree, budget: &mut Budget) -> Outcome<Self> {
        let Tree::Object(definitions) = definitions else {
            return fault("expected an object of aliases under `_let`");
        };
        let mut aliases = Aliases(HashMap::new());
        for (name, text) in definitions.iter() {
            let text = aliases.definition(name, text, budget).at_key(name)?;
            aliases.0.insert(Rc::clone(name), text);
        }
        Ok(aliases)
    }

    fn definition(&self, name: &str, text: &Tree, budget: &mut Budget) -> Outcome<Str> {
        if name.is_empty() || !name.bytes().all(is_word) {
            return fault(format!(
                "alias {:?} has characters other than letters, digits and `_`",
                shorten(name)
            ));
        }
        let Tree::String(text) = text else { return fault("expected a string as the text of an alias") };
        Ok(self.expand(text, budget)?.unwrap_or_else(|| Rc::clone(text)))
    }

    /// `text` with the texts of its aliases, and with one `$` less where it is doubled; `None` if that changes nothing.
    pub(super) fn expand(&self, text: &Str, budget: &mut Budget) -> Outcome<Option<Str>> {
        if !text.contains('$') {
            return Ok(None);
        }
        let mut out = String::new();
        let mut copied = 0;
        for (at, _) in text.match_indices('$') {
            // Within a run of `$`, only the first stands at the start of a word.
            let (before, rest) = text.split_at(at);
            if !(before.is_empty() || before.ends_with(' ')) {
                continue;
            }
            let dollars = rest.len() - rest.trim_start_matches('$').len();
            let word = rest.get(dollars..).unwrap_or_default();
            let name = word.get(..word.bytes().take_while(|byte| is_word(*byte)).count()).unwrap_or_default();
            if name.is_empty() {
                continue;
            }
            let alias = match dollars {
                1 => Some(self.text(name)?),
                _ => None,
            };
            if let (Some(alias), true) = (alias, name.len() + 1 == text.len()) {
                return Ok(Some(Rc::clone(alias)));
            }
            let plain = text.get(copied..at).unwrap_or_default();
            budget.take(plain.len() + alias.map_or(0, |alias| alias.len()))?;
            out.push_str(plain);
            match alias {
                Some(alias) => {
                    out.push_str(alias);
                    copied = at + 1 + name.len();
                }
                None => copied = at + 1,
            }
        }
        if copied == 0 {
            return Ok(None);
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Ok(Some(out.into()))
    }

    fn text(&self, name: &str) -> Outcome<&Str> {
        match self.0.get(name) {
            Some(text) => Ok(text),
            None => fault(format!("no alias `${}` has been defined here", shorten(name))),
        }
    }
}

/// `[A-Za-z0-9_]`
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
