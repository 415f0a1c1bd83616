//! Which words of the question texts contain, and how well they answer it: BM25.

use super::words::{identifiers, words};
use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;
use std::collections::hash_map::Entry;
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
    /// In the order of the question.
    words: Vec<String>,
    /// The index in `words` of the stem of a word.
    stems: HashMap<String, u32>,
    /// What the words begin with that begin in ASCII, in lowercase: of words of a text, only those are stemmed
    /// that begin alike, as stems keep the first two letters.
    prefixes: BTreeSet<Prefix>,
    /// Whether identifiers of several words are looked for as a whole, too.
    has_compounds: bool,
}

/// The first bytes of a word.
type Prefix = (u8, Option<u8>);

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
            if parts.len() > 1 {
                query.has_compounds = true;
                query.add(parts.concat());
            }
            parts.into_iter().filter(|word| is_telling(word)).for_each(|word| query.add(word));
        }
        query
    }

    fn add(&mut self, word: String) {
        let Ok(index) = u32::try_from(self.words.len()) else { return };
        if let Entry::Vacant(entry) = self.stems.entry(stem(&word).into_owned()) {
            entry.insert(index);
            self.prefixes.extend(prefix(&word));
            self.words.push(word);
        }
    }

    /// What a text has of the question.
    pub(super) fn matches(&self, text: &str) -> Matches {
        let mut matches = Matches::default();
        if self.words.is_empty() {
            return matches;
        }
        for identifier in identifiers(text) {
            let mut parts = 0;
            for word in words(identifier) {
                parts += 1;
                matches.len = matches.len.saturating_add(1);
                self.count(word, &mut matches);
            }
            if parts > 1 && self.has_compounds {
                self.count(&words(identifier).collect::<String>(), &mut matches);
            }
        }
        matches
    }

    fn count(&self, word: &str, matches: &mut Matches) {
        if prefix(word).is_none_or(|prefix| self.prefixes.contains(&prefix))
            && let Some(index) = self.stems.get(&*stem(&word.to_lowercase()))
        {
            *matches.counts.entry(*index).or_default() += 1;
        }
    }

    /// The words that a text has.
    pub(super) fn found(&self, matches: &Matches) -> Vec<String> {
        matches.counts.keys().filter_map(|index| self.words.get(*index as usize)).cloned().collect()
    }
}

/// Whether a word says what is meant.
fn is_telling(word: &str) -> bool {
    let is_letter = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    !is_letter && !STOP_WORDS.contains(&word)
}

/// `None` if the word does not begin in ASCII.
fn prefix(word: &str) -> Option<Prefix> {
    let mut bytes = word.bytes().take(2).map(|byte| byte.to_ascii_lowercase());
    let prefix = (bytes.next()?, bytes.next());
    (prefix.0.is_ascii() && prefix.1.is_none_or(|second| second.is_ascii())).then_some(prefix)
}

/// The stem of an English word in lowercase. Most words of other languages are their own.
fn stem(word: &str) -> Cow<'_, str> {
    Stemmer::create(Algorithm::English).stem(word)
}

/// How well each text answers the question, by Okapi BM25, as a share of the best one.
pub(super) fn scores(texts: &[Matches]) -> Vec<f64> {
    /// How fast further occurrences of a word stop to count.
    const K1: f64 = 1.2;
    /// How much long texts are held back.
    const B: f64 = 0.75;
    let count = number(texts.len());
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

/// A count as a number to calculate with.
pub(super) fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

/// Each value as a share of the greatest one.
pub(super) fn shares(mut values: Vec<f64>) -> Vec<f64> {
    let max = values.iter().copied().fold(0.0, f64::max);
    if max > 0.0 {
        for value in &mut values {
            *value /= max;
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(question: &str, texts: &[&str]) -> Vec<usize> {
        let query = Query::new(question);
        let scores = scores(&texts.iter().map(|text| query.matches(text)).collect::<Vec<_>>());
        let mut order: Vec<usize> = (0..texts.len()).filter(|index| scores[*index] > 0.0).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        order
    }

    #[test]
    fn words_match_whatever_their_case_compound_and_ending() {
        let texts = ["fn maxTokens() {}", "MAX_TOKENS", "the token", "nothing"];
        assert_eq!(order("max_tokens", &texts), [1, 0, 2]);
        assert_eq!(order("counts", &["COUNTING", "counter", "a countess"]), [0]);
        assert_eq!(Query::new("How do the retries work?").words, ["retries", "work"]);
    }

    #[test]
    fn rare_words_and_short_texts_count_more() {
        let long = format!("timeout {}", "filler ".repeat(100));
        assert_eq!(
            order("common timeout", &["common", "common", &long, "timeout", "common"]).first(),
            Some(&3)
        );
        assert_eq!(order("timeout", &[&long, "timeout"]), [1, 0]);
    }

    #[test]
    fn a_question_without_words_matches_nothing() {
        for question in ["", "the of a", "?!", "\u{301}", "_"] {
            assert_eq!(order(question, &["the of a", ""]), [0_usize; 0], "{question:?}");
        }
        assert!(scores(&[]).is_empty());
    }

    #[test]
    fn scores_are_those_of_okapi_bm25() {
        // Three texts of two words each: ln(1 + 2.5 / 1.5) for a word of one text.
        let query = Query::new("alpha beta");
        let matches: Vec<_> = ["alpha one", "beta beta", "two three"].map(|text| query.matches(text)).into();
        let expected = [3.2 / 4.4, 1.0, 0.0];
        for (score, expected) in scores(&matches).into_iter().zip(expected) {
            assert!((score - expected).abs() < 1e-9, "{score} {expected}");
        }
    }
}
