//! Tokens by their published forms.

use std::ops::Range;

/// What a token begins with, how many characters follow at least, and which.
struct Rule {
    kind: &'static str,
    prefix: &'static str,
    min: usize,
    alphabet: Alphabet,
}

#[derive(Clone, Copy, PartialEq)]
enum Alphabet {
    /// Letters and digits.
    Word,
    /// These, `-` and `_`.
    Dashes,
    /// Capital letters and digits.
    Capitals,
}

const fn rule(kind: &'static str, prefix: &'static str, min: usize, alphabet: Alphabet) -> Rule {
    Rule { kind, prefix, min, alphabet }
}

/// The published forms of tokens: those of `GitHub`, `GitLab`, AWS, Anthropic, `OpenAI`, Slack, Google, npm,
/// `PyPI`, Hugging Face and Stripe.
const RULES: &[Rule] = &[
    rule("GitHub token", "ghp_", 36, Alphabet::Word),
    rule("GitHub token", "gho_", 36, Alphabet::Word),
    rule("GitHub token", "ghu_", 36, Alphabet::Word),
    rule("GitHub token", "ghs_", 36, Alphabet::Word),
    rule("GitHub token", "ghr_", 36, Alphabet::Word),
    rule("GitHub token", "github_pat_", 40, Alphabet::Dashes),
    rule("GitLab token", "glpat-", 20, Alphabet::Dashes),
    rule("AWS access key", "AKIA", 16, Alphabet::Capitals),
    rule("AWS access key", "ASIA", 16, Alphabet::Capitals),
    rule("Anthropic key", "sk-ant-", 32, Alphabet::Dashes),
    rule("OpenAI key", "sk-proj-", 32, Alphabet::Dashes),
    rule("OpenAI key", "sk-", 40, Alphabet::Word),
    rule("Slack token", "xoxb-", 20, Alphabet::Dashes),
    rule("Slack token", "xoxp-", 20, Alphabet::Dashes),
    rule("Slack token", "xoxa-", 20, Alphabet::Dashes),
    rule("Google key", "AIza", 35, Alphabet::Dashes),
    rule("npm token", "npm_", 36, Alphabet::Word),
    rule("PyPI token", "pypi-", 60, Alphabet::Dashes),
    rule("Hugging Face token", "hf_", 30, Alphabet::Word),
    rule("Stripe key", "sk_live_", 20, Alphabet::Word),
    rule("Stripe key", "rk_live_", 20, Alphabet::Word),
];

/// Longer words are none, so that each candidate is quickly ruled out.
const LONGEST: usize = 512;

/// The tokens in a text, by their rules.
pub(super) fn ranges(text: &str) -> impl Iterator<Item = (&'static str, Range<usize>)> + '_ {
    RULES.iter().flat_map(move |rule| {
        let places = text.match_indices(rule.prefix);
        places.filter_map(move |(at, _)| Some((rule.kind, rule.range(text, at)?)))
    })
}

impl Rule {
    /// The token at `at`, where the prefix is.
    fn range(&self, text: &str, at: usize) -> Option<Range<usize>> {
        let before = text.get(..at)?.bytes().next_back();
        if before.is_some_and(|before| before.is_ascii_alphanumeric() || before == b'_') {
            return None;
        }
        let rest = text.get(at + self.prefix.len()..)?;
        let is_part = |byte: &u8| match self.alphabet {
            Alphabet::Word => byte.is_ascii_alphanumeric(),
            Alphabet::Dashes => byte.is_ascii_alphanumeric() || b"-_".contains(byte),
            Alphabet::Capitals => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        };
        let length = rest.bytes().take(LONGEST + 1).take_while(is_part).count();
        let token = rest.get(..length).filter(|_| (self.min..=LONGEST).contains(&length))?;
        // Documents have examples of repeated characters, or say that they are examples.
        let is_random = !token.to_ascii_lowercase().contains("example")
            && (self.alphabet == Alphabet::Capitals || token.bytes().any(|byte| byte.is_ascii_digit()))
            && distinct(token) > 3;
        is_random.then(|| at..at + self.prefix.len() + length)
    }
}

/// How many different characters a token has.
fn distinct(token: &str) -> usize {
    let mut bytes = token.as_bytes().to_vec();
    bytes.sort_unstable();
    bytes.dedup();
    bytes.len()
}
