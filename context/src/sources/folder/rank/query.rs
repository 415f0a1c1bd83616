//! Which words of the question texts contain, and how well they answer it: BM25.

use super::words::{identifiers, words};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Words of sentences that say nothing about what is meant.
const STOP_WORDS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "do", "does", "for", "from",
    "had", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "not", "of", "on",
    "or", "our", "should", "so", "that", "the", "their", "them", "then", "there", "these", "they", "this",
    "those", "to", "was", "we", "were", "what", "when", "where", "which", "who", "why", "will", "with",
    "would", "you", "your",
];

/// The words of a question.
#[derive(Debug, Default)]
pub(super) struct Query {
    /// In the order in which they are first in the question.
    words: Vec<String>,
    /// The index in `words` of a word as texts may have it.
    index: HashMap<String, u32>,
    /// The bytes that words begin with, in either case, so that few others are changed to lowercase.
    begins: Vec<u8>,
    has_compounds: bool,
}

/// How often a text has each word of the question.
#[derive(Debug, Default)]
pub(super) struct Matches {
    /// The index of a word, and how often the text has it.
    counts: BTreeMap<u32, u32>,
    /// The number of all words.
    len: u32,
}

impl Query {
    pub(super) fn new(text: &str) -> Self {
        let mut query = Query::default();
        for identifier in identifiers(text) {
            let parts: Vec<String> = words(identifier).map(str::to_lowercase).collect();
            let compound = parts.len() > 1;
            query.has_compounds |= compound;
            for word in parts.iter().filter(|word| is_telling(word)) {
                query.add(word.clone());
            }
            if compound {
                query.add(parts.concat());
            }
        }
        query
    }

    fn add(&mut self, word: String) {
        let Ok(index) = u32::try_from(self.words.len()) else { return };
        if !self.index.contains_key(&word) {
            let first = word.chars().next();
            let begins = first.into_iter().flat_map(|first| [first].into_iter().chain(first.to_uppercase()));
            self.begins.extend(begins.filter_map(|char| char.to_string().bytes().next()));
            self.index.insert(stem(&word).to_owned(), index);
            self.words.push(word);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Adds an identifier of a text. `lowercase` is a buffer.
    pub(super) fn count(&self, identifier: &str, matches: &mut Matches, lowercase: &mut String) {
        let mut parts = 0;
        for word in words(identifier) {
            parts += 1;
            matches.len = matches.len.saturating_add(1);
            self.count_word([word], matches, lowercase);
        }
        if parts > 1 && self.has_compounds {
            self.count_word(words(identifier), matches, lowercase);
        }
    }

    fn count_word<'w>(
        &self,
        parts: impl IntoIterator<Item = &'w str>,
        matches: &mut Matches,
        lowercase: &mut String,
    ) {
        let mut parts = parts.into_iter().peekable();
        let begin = parts.peek().and_then(|word| word.bytes().next());
        if !begin.is_some_and(|begin| self.begins.contains(&begin)) {
            return;
        }
        lowercase.clear();
        lowercase.extend(parts.flat_map(str::chars).flat_map(char::to_lowercase));
        if let Some(index) = self.index.get(stem(lowercase)) {
            *matches.counts.entry(*index).or_default() += 1;
        }
    }

    /// What a text has of the question.
    pub(super) fn matches(&self, text: &str) -> Matches {
        let (mut matches, mut lowercase) = (Matches::default(), String::new());
        for identifier in identifiers(text) {
            self.count(identifier, &mut matches, &mut lowercase);
        }
        matches
    }

    /// The words that any of the texts contain, the rarest first as `weights` says.
    pub(super) fn found<'q>(&'q self, texts: &[&Matches]) -> Vec<&'q str> {
        let found: BTreeSet<u32> = texts.iter().flat_map(|matches| matches.counts.keys().copied()).collect();
        found.into_iter().filter_map(|index| self.words.get(index as usize)).map(String::as_str).collect()
    }
}

/// Whether a word says what is meant.
fn is_telling(word: &str) -> bool {
    let is_letter = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    !is_letter && !STOP_WORDS.contains(&word)
}

fn stem(word: &str) -> &str {
    word
}

/// How well each text answers the question, by Okapi BM25, as a share of the best one.
pub(super) fn scores(texts: &[Matches]) -> Vec<f64> {
    /// How fast further occurrences of a word stop to count.
    const K1: f64 = 1.2;
    /// How much long texts are held back.
    const B: f64 = 0.75;
    let count = texts.len() as f64;
    let mean_len = texts.iter().map(|text| f64::from(text.len)).sum::<f64>() / count.max(1.0);
    let mut containing = BTreeMap::<u32, f64>::new();
    for word in texts.iter().flat_map(|text| text.counts.keys()) {
        *containing.entry(*word).or_default() += 1.0;
    }
    let score = |text: &Matches| -> f64 {
        let len = 1.0 - B + B * f64::from(text.len) / mean_len.max(1.0);
        let words = text.counts.iter().map(|(word, times)| {
            let (texts, times) = (containing.get(word).copied().unwrap_or_default(), f64::from(*times));
            let rarity = (1.0 + (count - texts + 0.5) / (texts + 0.5)).ln();
            rarity * times * (K1 + 1.0) / (times + K1 * len)
        });
        words.sum()
    };
    shares(texts.iter().map(score).collect())
}

/// Each value as a share of the greatest one.
pub(super) fn shares(mut values: Vec<f64>) -> Vec<f64> {
    let max = values.iter().copied().fold(0.0, f64::max);
    if max > 0.0 {
        values.iter_mut().for_each(|value| *value /= max);
    }
    values
}
