//! Aliases: common prefixes of strings get a name in `_let`.
//!
//! The candidates are the nodes of a trie of all strings, which branches only at word boundaries.
//! The best candidate is chosen repeatedly. Since a choice never increases the gain of another
//! candidate, a heap with possibly outdated gains is enough to find it (lazy greedy).
//!
//! At the legible level, only URLs are candidates, and no definition uses another alias.

use super::cost;
use super::document::{Log, NormalDocument};
use super::fault::{At, Outcome, fault};
use super::limit::Budget;
use super::settings::{Level, Settings, Step};
use super::tree::{Str, Tree};
use super::urls;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::rc::Rc;
use toon::__internal::shorten;

/// The minimum length of an aliased text, and of what it adds to the alias that it extends.
const MIN_ALIAS_BYTES: usize = 8;
const MIN_EXTENSION_BYTES: usize = 6;
/// Strings are considered only up to this length.
const MAX_UNIT_BYTES: usize = 400;
/// The minimum length of a word after a space to be considered on its own.
const MIN_WORD_BYTES: usize = 12;
/// The minimum number of uses of an alias at the legible level.
const MIN_LEGIBLE_USES: usize = 3;

/// The maximum number of aliases in a document, and the minimum gain of each in tokens.
struct Limits {
    count: usize,
    gain: i64,
}

impl Limits {
    fn new(level: Level) -> Self {
        match level {
            Level::Plain | Level::Legible => Limits { count: 8, gain: 300 },
            Level::Dense => Limits { count: 40, gain: 120 },
        }
    }
}

/// Defines aliases for frequent prefixes.
pub(super) fn define(document: &mut NormalDocument, settings: Settings, log: &mut Log) {
    if !settings.steps.has(Step::Aliases) {
        return;
    }
    let aliases = {
        let units = units(document, settings.level);
        let limits = Limits::new(settings.level);
        let mut trie = Trie::new(&units, settings.level);
        trie.choose(&limits);
        if settings.level == Level::Legible {
            trie.keep_useful(&limits);
        }
        for choice in &trie.chosen {
            log.add(Step::Aliases, usize::try_from(choice.gain / 10).unwrap_or(0));
        }
        trie.aliases()
    };
    if aliases.is_empty() {
        return;
    }
    let mut writer = AliasWriter::new(settings.level);
    for (name, text) in aliases {
        let written = match settings.level {
            // A URL contains nothing to escape.
            Level::Plain | Level::Legible => Rc::clone(&text),
            Level::Dense => writer.write(&text).map_or_else(|| Rc::clone(&text), Into::into),
        };
        document.aliases.push((name.as_str().into(), Tree::String(written)));
        writer.add(name, text);
    }
    document.map_strings(&mut |text| writer.write(text).map(Into::into));
}

/// A string, or a word within one, with its number of occurrences.
struct Unit<'d> {
    text: &'d str,
    count: usize,
}

fn units(document: &NormalDocument, level: Level) -> Vec<Unit<'_>> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut units: Vec<Unit<'_>> = Vec::new();
    let mut add = |text| {
        let place = *places.entry(text).or_insert_with(|| {
            units.push(Unit { text, count: 0 });
            units.len() - 1
        });
        units[place].count += 1;
    };
    let is_fit = |text: &str| text.len() >= MIN_ALIAS_BYTES && !text.starts_with('$');
    document.each_string(&mut |text| {
        if level == Level::Legible {
            urls::each(text).for_each(&mut add);
            return;
        }
        if is_fit(text) {
            add(&**text);
        }
        let words = text.split(' ').skip(1);
        words
            .filter(|word| word.len() >= MIN_WORD_BYTES && word.contains('/') && is_fit(word))
            .for_each(&mut add);
    });
    units
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The next cut in `text` at or after `from`: between a word or `}` and punctuation, or the end. At
/// the legible level, it is one of a URL.
fn next_cut(text: &str, from: usize, level: Level) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_cut = |at: usize| {
        let (before, after) = (bytes[at - 1], bytes[at]);
        match level {
            Level::Plain | Level::Legible => urls::is_cut(text, at),
            Level::Dense => (is_word(before) || before == b'}') && b"/?{#:.-@ =&,;".contains(&after),
        }
    };
    let from = from.max(MIN_ALIAS_BYTES);
    let end = bytes.len().min(MAX_UNIT_BYTES + 1);
    let is_whole = bytes.len() <= MAX_UNIT_BYTES && text.trim().len() == text.len() && bytes.len() >= from;
    (from..end).find(|&at| is_cut(at)).or_else(|| is_whole.then_some(bytes.len()))
}

/// A prefix that several units share.
struct TrieNode {
    parent: usize,
    /// A unit that has this prefix, and the length of the prefix.
    unit: usize,
    len: usize,
    /// The number of strings with this prefix that no longer chosen prefix abbreviates. That of a
    /// chosen prefix is only kept up to date at the legible level.
    count: usize,
    is_chosen: bool,
}

/// A chosen node, and its gain.
struct Choice {
    node: usize,
    gain: i64,
}

const ROOT: usize = 0;

struct Trie<'u> {
    units: &'u [Unit<'u>],
    level: Level,
    nodes: Vec<TrieNode>,
    chosen: Vec<Choice>,
}

impl<'u> Trie<'u> {
    fn new(units: &'u [Unit<'u>], level: Level) -> Self {
        let root = TrieNode { parent: ROOT, unit: 0, len: 0, count: usize::MAX, is_chosen: false };
        let mut trie = Trie { units, level, nodes: vec![root], chosen: Vec::new() };
        let mut open: Vec<(usize, usize, Vec<usize>)> = vec![(ROOT, 0, (0..units.len()).collect())];
        while let Some((parent, start, members)) = open.pop() {
            let mut groups: Vec<(usize, Vec<usize>)> = Vec::new();
            let mut places: HashMap<&str, usize> = HashMap::new();
            for unit in members {
                let text = units[unit].text;
                let Some(cut) = next_cut(text, start + 1, level) else { continue };
                let place = *places.entry(&text[start..cut]).or_insert_with(|| {
                    groups.push((cut, Vec::new()));
                    groups.len() - 1
                });
                groups[place].1.push(unit);
            }
            for (len, members) in groups {
                let count: usize = members.iter().map(|&unit| units[unit].count).sum();
                let Some(&unit) = members.first() else { continue };
                if count < 2 {
                    continue;
                }
                // If as many strings share the longer prefix, it is always the better one.
                let node = if is_same(&trie.nodes[parent], count) {
                    trie.nodes[parent].len = len;
                    parent
                } else {
                    trie.nodes.push(TrieNode { parent, unit, len, count, is_chosen: false });
                    trie.nodes.len() - 1
                };
                open.push((node, len, members));
            }
        }
        trie
    }

    fn text(&self, node: usize) -> &'u str {
        let TrieNode { unit, len, .. } = self.nodes[node];
        self.units.get(unit).map_or("", |unit| &unit.text[..len])
    }

    /// The nearest chosen ancestor.
    fn base(&self, node: usize) -> usize {
        let mut at = self.nodes[node].parent;
        while at != ROOT && !self.nodes[at].is_chosen {
            at = self.nodes[at].parent;
        }
        at
    }

    /// The gain of an alias for `node`, given those already chosen, in tenths of a token.
    fn gain(&self, node: usize) -> i64 {
        const REFERENCE_COST: i64 = 22;
        const DEFINITION_COST: i64 = 50;
        let base = self.base(node);
        let text = self.text(node);
        let base_len = self.nodes[base].len;
        if base != ROOT && text.len() < base_len + MIN_EXTENSION_BYTES {
            return 0;
        }
        // The text of the base is replaced by its name.
        let name = if base == ROOT { 0 } else { 2 };
        let tokens = cost::tokens(&text[base_len..]) + name + usize::from(text[base_len..].contains(':'));
        let definition = match self.level {
            Level::Plain | Level::Legible => cost::tokens(text) + 1,
            Level::Dense => tokens,
        };
        let to_i64 = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let count = to_i64(self.nodes[node].count);
        (count.saturating_mul(to_i64(tokens)) - to_i64(definition)).saturating_mul(10)
            - count.saturating_mul(REFERENCE_COST)
            - DEFINITION_COST
    }

    fn choose(&mut self, limits: &Limits) {
        let is_candidate =
            |node: &usize| self.level == Level::Dense || urls::name(self.text(*node)).is_some();
        let nodes = (1..self.nodes.len()).filter(is_candidate);
        let gains = nodes.map(|node| (self.gain(node), Reverse(node)));
        let mut heap: BinaryHeap<_> = gains.filter(|(gain, _)| *gain > limits.gain).collect();
        while let Some((known, Reverse(node))) = heap.pop() {
            let gain = self.gain(node);
            if gain < known {
                if gain > limits.gain {
                    heap.push((gain, Reverse(node)));
                }
                continue;
            }
            self.chosen.push(Choice { node, gain });
            let TrieNode { count, parent, .. } = self.nodes[node];
            self.nodes[node].is_chosen = true;
            let mut at = parent;
            while at != ROOT {
                let TrieNode { parent, is_chosen, .. } = self.nodes[at];
                if !is_chosen || self.level == Level::Legible {
                    self.nodes[at].count -= count.min(self.nodes[at].count);
                }
                if is_chosen {
                    break;
                }
                at = parent;
            }
            if self.chosen.len() == limits.count {
                break;
            }
        }
    }

    /// Removes prefixes of which longer ones, chosen later, have left too few strings. Only at the
    /// legible level, where the definitions of these do not use them.
    fn keep_useful(&mut self, limits: &Limits) {
        let mut chosen = std::mem::take(&mut self.chosen);
        chosen.sort_by_key(|choice| Reverse(self.nodes[choice.node].len));
        for Choice { node, .. } in chosen {
            let (count, gain) = (self.nodes[node].count, self.gain(node));
            if count >= MIN_LEGIBLE_USES && gain > limits.gain {
                self.chosen.push(Choice { node, gain });
                continue;
            }
            self.nodes[node].is_chosen = false;
            let base = self.base(node);
            if base != ROOT {
                self.nodes[base].count += count;
            }
        }
    }

    /// The names and texts. Each text comes after its prefixes.
    fn aliases(&self) -> Vec<(String, Str)> {
        let mut chosen: Vec<usize> = self.chosen.iter().map(|choice| choice.node).collect();
        if self.level == Level::Legible {
            chosen.sort_by_key(|&node| self.nodes[node].len);
        } else {
            // The most frequent texts get the shortest names.
            chosen.sort_by_key(|&node| (self.depth(node), Reverse(self.nodes[node].count)));
        }
        let mut taken = HashSet::new();
        let named = chosen.iter().enumerate().map(|(at, &node)| {
            let text = self.text(node);
            let name = match self.level {
                Level::Dense => letter(at),
                Level::Plain | Level::Legible => urls::name(text).unwrap_or_default().to_owned(),
            };
            (free(&name, &mut taken), text.into())
        });
        named.collect()
    }

    /// The number of chosen ancestors.
    fn depth(&self, node: usize) -> usize {
        let mut at = self.base(node);
        let mut depth = 0;
        while at != ROOT {
            depth += 1;
            at = self.base(at);
        }
        depth
    }
}

fn is_same(node: &TrieNode, count: usize) -> bool {
    node.len > 0 && node.count == count
}

/// `a` to `z`, then `a26` and so on.
fn letter(at: usize) -> String {
    match u8::try_from(at) {
        Ok(at) if at < 26 => char::from(b'a' + at).to_string(),
        _ => format!("a{at}"),
    }
}

/// `name`, with a number appended if it is taken.
fn free(name: &str, taken: &mut HashSet<String>) -> String {
    let mut free = name.to_string();
    let mut number = 2;
    while !taken.insert(free.clone()) {
        free = format!("{name}{number}");
        number += 1;
    }
    free
}

/// Replaces texts with their aliases.
struct AliasWriter {
    level: Level,
    /// Sorted by length, longest text first.
    aliases: Vec<(Str, String)>,
    /// The first byte of each text.
    first: HashSet<u8>,
}

impl AliasWriter {
    fn new(level: Level) -> Self {
        AliasWriter { level, aliases: Vec::new(), first: HashSet::new() }
    }

    fn add(&mut self, name: String, text: Str) {
        self.first.extend(text.bytes().next());
        let place = self.aliases.partition_point(|(other, _)| other.len() > text.len());
        self.aliases.insert(place, (text, name));
    }

    /// Replaces texts with aliases, and escapes anything that looks like a reference with another
    /// `$`. `None` if nothing changes.
    fn write(&self, text: &str) -> Option<String> {
        let mut out = Cow::Borrowed(text);
        // The part of `text` that has been copied to `out`.
        let mut done = 0;
        let mut next = Some(0);
        let has_words = self.level == Level::Dense || urls::has_words(text);
        while let Some(start) = next {
            let word = &text[start..];
            let (insert, skip) = match self.alias(word).filter(|_| start == 0 || has_words) {
                Some((alias, name)) => (Cow::Owned(format!("${name}")), alias.len()),
                None if is_reference(word) => (Cow::Borrowed("$"), 0),
                None => (Cow::Borrowed(""), 0),
            };
            if !insert.is_empty() {
                if done == 0 && matches!(out, Cow::Borrowed(_)) {
                    out = Cow::Owned(String::with_capacity(text.len()));
                }
                let out = out.to_mut();
                out.push_str(&text[done..start]);
                out.push_str(&insert);
                done = start + skip;
            }
            next = text[start + skip..].find(' ').map(|at| start + skip + at + 1);
        }
        match out {
            Cow::Borrowed(_) => None,
            Cow::Owned(mut out) => {
                out.push_str(&text[done..]);
                Some(out)
            }
        }
    }

    /// The longest alias whose text is a prefix of `word`.
    fn alias(&self, word: &str) -> Option<(&str, &str)> {
        if !word.bytes().next().is_some_and(|byte| self.first.contains(&byte)) {
            return None;
        }
        let is_at = |text: &str| {
            word.strip_prefix(text).is_some_and(|rest| match self.level {
                Level::Plain | Level::Legible => urls::is_cut(word, text.len()),
                Level::Dense => !rest.bytes().next().is_some_and(is_word),
            })
        };
        let found = self.aliases.iter().find(|(text, _)| is_at(text));
        found.map(|(text, name)| (&**text, name.as_str()))
    }
}

/// Whether `word` begins with something that reads as a reference: one or more `$`, followed by a
/// letter, digit or `_`.
fn is_reference(word: &str) -> bool {
    let rest = word.trim_start_matches('$');
    rest.len() < word.len() && rest.bytes().next().is_some_and(is_word)
}

/// The texts of aliases by name.
pub(super) struct Aliases(HashMap<Str, Str>);

impl Aliases {
    /// Reads the definitions in `_let`. Each may use the previous ones.
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
                "invalid alias name {:?}, expected letters, digits and `_`",
                shorten(name)
            ));
        }
        let Tree::String(text) = text else { return fault("expected a string as the value of an alias") };
        Ok(self.expand(text, budget)?.unwrap_or_else(|| Rc::clone(text)))
    }

    /// Expands aliases and removes escapes. `None` if nothing changes.
    pub(super) fn expand(&self, text: &Str, budget: &mut Budget) -> Outcome<Option<Str>> {
        if !text.contains('$') {
            return Ok(None);
        }
        let mut out = String::new();
        let mut copied = 0;
        for (at, _) in text.match_indices('$') {
            // Only the first `$` of a run can be at the start of a word.
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
                // The text is shared here, but users of it copy it.
                budget.take(alias.len())?;
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
            None => fault(format!("undefined alias `${}`", shorten(name))),
        }
    }
}
