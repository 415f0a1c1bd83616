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
    /// Letters and digits, of which there are some.
    Word,
    /// These, `-` and `_`.
    Dashes,
    /// Letters, and perhaps digits.
    Letters,
    /// Digits, and letters from `a` to `f`.
    Hex,
    /// Capital letters, and digits from 2 to 7, exactly as many.
    Base32,
}

const fn rule(kind: &'static str, prefix: &'static str, min: usize, alphabet: Alphabet) -> Rule {
    Rule { kind, prefix, min, alphabet }
}

/// The published forms of tokens: those of `GitHub`, `GitLab`, AWS, Anthropic, `OpenAI`, `OpenRouter`, Slack,
/// Google, npm, `PyPI`, Hugging Face and Stripe.
const RULES: &[Rule] = &[
    rule("GitHub token", "ghp_", 36, Alphabet::Word),
    rule("GitHub token", "gho_", 36, Alphabet::Word),
    rule("GitHub token", "ghu_", 36, Alphabet::Word),
    rule("GitHub token", "ghs_", 36, Alphabet::Word),
    rule("GitHub token", "ghr_", 36, Alphabet::Word),
    rule("GitHub token", "github_pat_", 40, Alphabet::Dashes),
    rule("GitLab token", "glpat-", 20, Alphabet::Dashes),
    rule("GitLab token", "glrt-", 20, Alphabet::Dashes),
    rule("AWS access key", "AKIA", 16, Alphabet::Base32),
    rule("AWS access key", "ASIA", 16, Alphabet::Base32),
    rule("Anthropic key", "sk-ant-", 32, Alphabet::Dashes),
    rule("OpenAI key", "sk-proj-", 32, Alphabet::Dashes),
    rule("OpenAI key", "sk-svcacct-", 32, Alphabet::Dashes),
    rule("OpenAI key", "sk-admin-", 32, Alphabet::Dashes),
    rule("OpenAI key", "sk-", 40, Alphabet::Word),
    rule("OpenRouter key", "sk-or-v1-", 64, Alphabet::Hex),
    rule("Slack token", "xoxb-", 20, Alphabet::Dashes),
    rule("Slack token", "xoxp-", 20, Alphabet::Dashes),
    rule("Slack token", "xoxa-", 20, Alphabet::Dashes),
    rule("Slack token", "xoxs-", 20, Alphabet::Dashes),
    rule("Slack token", "xapp-", 20, Alphabet::Dashes),
    rule("Google key", "AIza", 35, Alphabet::Dashes),
    rule("npm token", "npm_", 36, Alphabet::Word),
    rule("PyPI token", "pypi-", 60, Alphabet::Dashes),
    rule("Hugging Face token", "hf_", 30, Alphabet::Letters),
    rule("Stripe key", "sk_live_", 20, Alphabet::Word),
    rule("Stripe key", "rk_live_", 20, Alphabet::Word),
    rule("Stripe key", "whsec_", 32, Alphabet::Word),
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
        if !is_boundary(text.get(..at)?) {
            return None;
        }
        let rest = text.get(at + self.prefix.len()..)?;
        let is_part = |byte: &u8| match self.alphabet {
            Alphabet::Word | Alphabet::Letters | Alphabet::Base32 => byte.is_ascii_alphanumeric(),
            Alphabet::Dashes => byte.is_ascii_alphanumeric() || b"-_".contains(byte),
            Alphabet::Hex => byte.is_ascii_digit() || (b'a'..=b'f').contains(byte),
        };
        let length = rest.bytes().take(LONGEST + 1).take_while(is_part).count();
        let token = rest.get(..length).filter(|_| (self.min..=LONGEST).contains(&length))?;
        let has = |is: fn(&u8) -> bool| token.bytes().any(|byte| is(&byte));
        let is_random = match self.alphabet {
            // Words of code have no capital letters, or no digits.
            Alphabet::Word | Alphabet::Dashes => {
                has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase)
            }
            Alphabet::Letters => has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase),
            Alphabet::Hex => has(u8::is_ascii_digit),
            Alphabet::Base32 => {
                length == self.min
                    && token.bytes().all(|byte| byte.is_ascii_uppercase() || (b'2'..=b'7').contains(&byte))
            }
        };
        // Documents have examples of repeated characters, or say that they are examples.
        let is_example = token.to_ascii_lowercase().contains("example") || distinct(token) <= 3;
        (is_random && !is_example).then(|| at..at + self.prefix.len() + length)
    }
}

/// Whether a word may begin after a text: what is before is no part of a word, or an escape.
fn is_boundary(before: &str) -> bool {
    let Some(last) = before.bytes().next_back().filter(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    else {
        return true;
    };
    // `\n`, `\t` and the like, of JSON and most languages, `\u00e9`, `\x1b`, `%3D`, and colours of a terminal.
    let escape = |length: usize, start: &str| {
        let code = before.len().checked_sub(length).and_then(|at| before.get(at..));
        code.is_some_and(|code| {
            before.len() >= length + start.len() && {
                before.get(..before.len() - length).is_some_and(|rest| rest.ends_with(start))
                    && code.bytes().all(|byte| byte.is_ascii_hexdigit())
            }
        })
    };
    let is_letter = b"abefnrtv0".contains(&last)
        && before.get(..before.len() - 1).is_some_and(|rest| rest.ends_with('\\'));
    is_letter || escape(4, "\\u") || escape(2, "\\x") || escape(2, "%") || (last == b'm' && is_color(before))
}

/// Whether a text ends in the code of a colour, such as `[32m`.
fn is_color(text: &str) -> bool {
    let code = text.trim_end_matches('m').trim_end_matches(|char: char| char.is_ascii_digit() || char == ';');
    code.ends_with('[')
}

/// How many different characters a token has.
fn distinct(token: &str) -> usize {
    let mut bytes = token.as_bytes().to_vec();
    bytes.sort_unstable();
    bytes.dedup();
    bytes.len()
}
