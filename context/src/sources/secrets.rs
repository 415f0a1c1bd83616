//! Keys and tokens in texts.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::Range;

/// A key or token in a text.
///
/// ```
/// use toon_context::sources::{Secret, secrets};
///
/// let text = format!("user: ada\ntoken: ghp_{}\n", "a1B2".repeat(9));
/// let found = secrets(&text);
/// assert_eq!(found[0].to_string(), "GitHub token in line 2");
/// assert!(secrets("token: ghp_…").is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Secret {
    /// What it looks like, such as `GitHub token`.
    pub kind: &'static str,
    /// The line in which it begins, from 1.
    pub line: usize,
    /// Where it is, in bytes.
    pub range: Range<usize>,
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in line {}", self.kind, self.line)
    }
}

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

/// What a private key in PEM begins and ends with.
const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";

/// The keys and tokens in a text, in their order, also where JSON escapes some of their characters.
pub fn secrets(text: &str) -> Vec<Secret> {
    let mut found = matches(text);
    if let Some((plain, places)) = unescaped(text) {
        let original = |at: usize| places.get(at).copied().unwrap_or(text.len());
        found.extend(
            matches(&plain)
                .into_iter()
                .map(|(kind, range)| (kind, original(range.start)..original(range.end))),
        );
    }
    found.sort_by_key(|(_, range)| (range.start, std::cmp::Reverse(range.end)));
    let (mut line, mut counted, mut end) = (1, 0, 0);
    let mut secrets = Vec::new();
    for (kind, range) in found {
        // One in another is part of it.
        if range.start < end {
            continue;
        }
        line += text.get(counted..range.start).map_or(0, |text| text.matches('\n').count());
        (counted, end) = (range.start, range.end);
        secrets.push(Secret { kind, line, range });
    }
    secrets
}

/// What looks like a key or token, and where.
fn matches(text: &str) -> Vec<(&'static str, Range<usize>)> {
    let mut found: Vec<(&'static str, Range<usize>)> = Vec::new();
    for rule in RULES {
        let tokens = text.match_indices(rule.prefix);
        found.extend(tokens.filter_map(|(at, _)| Some((rule.kind, rule.range(text, at)?))));
    }
    let keys = text.match_indices(BEGIN);
    found.extend(keys.filter_map(|(at, _)| Some(("private key", private_key(text, at)?))));
    found
}

/// The text with characters of ASCII in place of their escapes in JSON, such as `\u0061`, also in strings within
/// strings, and where each of its bytes was. `None` if there are none.
fn unescaped(text: &str) -> Option<(String, Vec<usize>)> {
    if !text.contains("\\u00") {
        return None;
    }
    let (mut plain, mut places) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
    let mut at = 0;
    while let Some(char) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let escape = text.get(at..).filter(|_| char == '\\').and_then(escape);
        let (char, length) = escape.unwrap_or((char, char.len_utf8()));
        places.extend(std::iter::repeat_n(at, char.len_utf8()));
        plain.push(char);
        at += length;
    }
    Some((plain, places))
}

/// The character that the escape at the beginning of a text stands for, and the length of the escape.
fn escape(text: &str) -> Option<(char, usize)> {
    const MOST_LEVELS: usize = 8;
    let rest = text.trim_start_matches('\\');
    let slashes = text.len() - rest.len();
    let code = rest.strip_prefix('u')?.get(..4).filter(|_| slashes <= MOST_LEVELS)?;
    let char = char::from(u8::try_from(u16::from_str_radix(code, 16).ok()?).ok()?);
    char.is_ascii_graphic().then_some((char, slashes + 5)).or((char == ' ').then_some((char, slashes + 5)))
}

/// A text with `[GitHub token left out]` and the like in place of its keys and tokens, and these.
///
/// ```
/// let text = format!("+token = \"ghp_{}\"", "a1B2".repeat(9));
/// let (text, found) = toon_context::sources::without_secrets(&text);
/// assert_eq!(text, "+token = \"[GitHub token left out]\"");
/// assert_eq!(found.len(), 1);
/// ```
pub fn without_secrets(text: &str) -> (Cow<'_, str>, Vec<Secret>) {
    let found = secrets(text);
    if found.is_empty() {
        return (text.into(), found);
    }
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for secret in &found {
        out.push_str(text.get(at..secret.range.start).unwrap_or_default());
        // Writing to a string does not fail.
        let _ = write!(out, "[{} left out]", secret.kind);
        at = secret.range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    (out.into(), found)
}

/// Why a file is one that keeps secrets, by its name.
///
/// ```
/// use toon_context::sources::secret_name;
///
/// assert_eq!(secret_name("app/.env.local"), Some("settings of an environment"));
/// assert_eq!((secret_name(".env.example"), secret_name("src/env.rs")), (None, None));
/// ```
pub fn secret_name(path: &str) -> Option<&'static str> {
    const SAMPLES: [&str; 5] = ["dist", "example", "sample", "template", "test"];
    let name = path.rsplit('/').next().unwrap_or_default().to_lowercase();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    if name == ".env" || name.starts_with(".env.") {
        let is_sample = extension.is_some_and(|extension| SAMPLES.contains(&extension));
        return (!is_sample).then_some("settings of an environment");
    }
    match name.as_str() {
        "id_rsa" | "id_dsa" | "id_ecdsa" | "id_ecdsa_sk" | "id_ed25519" | "id_ed25519_sk" => {
            Some("a private key")
        }
        ".netrc" | "_netrc" | ".pgpass" | ".git-credentials" | ".htpasswd" | ".npmrc" | ".pypirc"
        | ".dockercfg" | ".vault-token" => Some("passwords"),
        "credentials" if path.contains(".aws/") => Some("passwords"),
        "config.json" if path.contains(".docker/") => Some("passwords"),
        "config" if path.contains(".kube/") => Some("keys"),
        _ => match extension {
            Some("p12" | "pfx" | "jks" | "keystore" | "kdbx") => Some("keys"),
            _ => None,
        },
    }
}

impl Rule {
    /// The token at `at`, where the prefix is.
    fn range(&self, text: &str, at: usize) -> Option<Range<usize>> {
        let before = text.get(..at)?.chars().next_back();
        if before.is_some_and(|before| before.is_ascii_alphanumeric() || before == '_') {
            return None;
        }
        let rest = text.get(at + self.prefix.len()..)?;
        let is_part = |char: char| match self.alphabet {
            Alphabet::Word => char.is_ascii_alphanumeric(),
            Alphabet::Dashes => char.is_ascii_alphanumeric() || "-_".contains(char),
            Alphabet::Capitals => char.is_ascii_uppercase() || char.is_ascii_digit(),
        };
        let token = rest.get(..rest.find(|char| !is_part(char)).unwrap_or(rest.len()))?;
        // Documents have examples of repeated characters, or say that they are examples.
        let is_random = token.len() >= self.min
            && !token.to_lowercase().contains("example")
            && (self.alphabet == Alphabet::Capitals || token.chars().any(|char| char.is_ascii_digit()))
            && distinct(token) > 3;
        is_random.then(|| at..at + self.prefix.len() + token.len())
    }
}

/// How many different characters a token has.
fn distinct(token: &str) -> usize {
    let mut bytes = token.as_bytes().to_vec();
    bytes.sort_unstable();
    bytes.dedup();
    bytes.len()
}

/// The private key whose first line begins at `at`, with at least one line of its content. In JSON, its line
/// breaks are escaped.
fn private_key(text: &str, at: usize) -> Option<Range<usize>> {
    const LONGEST: usize = 16 << 10;
    let rest = text.get(at..)?;
    let first = rest.get(BEGIN.len()..)?.split_once("-----")?;
    if !first.0.contains("PRIVATE KEY") || first.0.len() > 60 {
        return None;
    }
    let content = first.1.trim_start_matches(['\\', 'n', 'r', '\n', '\r', ' ', '\t', '+', '-']);
    let is_base64 = |char: char| char.is_ascii_alphanumeric() || "+/=".contains(char);
    if content.chars().take(40).filter(|char| is_base64(*char)).count() < 40 {
        return None;
    }
    let end = rest.find(END).filter(|end| *end <= LONGEST);
    let end = end.and_then(|end| {
        let after = end + END.len();
        Some(after + rest.get(after..)?.find("-----")? + 5)
    });
    // What is cut off is a secret, too.
    let end = end.unwrap_or_else(|| {
        let start = rest.len() - content.len();
        start + content.find(|char: char| !is_base64(char)).unwrap_or(content.len())
    });
    Some(at..at + end)
}

#[cfg(test)]
mod tests {
    use super::{secret_name, secrets, without_secrets};

    fn kinds(text: &str) -> Vec<&'static str> {
        secrets(text).into_iter().map(|secret| secret.kind).collect()
    }

    #[test]
    fn tokens_are_found() {
        let word = "a1B2c3D4e5".repeat(4);
        for (text, kind) in [
            (format!("ghp_{word}"), "GitHub token"),
            (format!("(\"github_pat_{word}_{word}\")"), "GitHub token"),
            (format!("key=AKIA{}", "Q7RS3TUV5WXY2ZAB"), "AWS access key"),
            (format!("sk-ant-api03-{word}"), "Anthropic key"),
            (format!("OPENAI=sk-{word}"), "OpenAI key"),
        ] {
            assert_eq!(kinds(&text), [kind], "{text}");
        }
    }

    #[test]
    fn escapes_of_json_hide_nothing() {
        let word = "a1B2c3D4e5".repeat(4);
        let text = format!("{{\"é\":1,\"t\":\"ghp_\\u0061{word}\"}}");
        let (cleaned, found) = without_secrets(&text);
        assert_eq!((&*cleaned, found.len()), ("{\"é\":1,\"t\":\"[GitHub token left out]\"}", 1));
        let nested = serde_json::to_string(&text).unwrap();
        assert_eq!(without_secrets(&nested).0, r#""{\"é\":1,\"t\":\"[GitHub token left out]\"}""#);
        let key = format!("\"-----BEGIN PRIVATE\\u0020KEY-----\\n{word}{word}\"");
        assert_eq!(kinds(&key), ["private key"]);
        for odd in ["\\u00", "\\u00e9", "\\\\u0061é", "\\u006"] {
            assert!(kinds(odd).is_empty(), "{odd}");
        }
    }

    #[test]
    fn what_only_looks_like_one_is_none() {
        let other = format!("task-{}", "a1".repeat(30));
        for text in
            ["ghp_…", "AKIAIOSFODNN7EXAMPLE", "ghp_short1", &other, "-----BEGIN PRIVATE KEY-----\n…", "xghp_"]
        {
            assert!(kinds(text).is_empty(), "{text}");
        }
        assert!(kinds(&format!("ghp_{}", "x".repeat(36))).is_empty());
    }

    #[test]
    fn private_keys_are_found_with_all_their_lines() {
        let line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDd";
        let key = format!("-----BEGIN RSA PRIVATE KEY-----\n{line}\n{line}\n-----END RSA PRIVATE KEY-----");
        let text = format!("a\n{key}\nb");
        let (text, found) = without_secrets(&text);
        assert_eq!((&*text, found[0].line), ("a\n[private key left out]\nb", 2));
        let json = serde_json::to_string(&key).unwrap();
        assert_eq!(without_secrets(&json).0, "\"[private key left out]\"");
        let diff = format!("+{}\n", key.replace('\n', "\n+"));
        assert_eq!(without_secrets(&diff).0, "+[private key left out]\n");
        assert_eq!(kinds(&format!("-----BEGIN PRIVATE KEY-----\n{line}")), ["private key"]);
    }

    #[test]
    fn names_of_files_that_keep_secrets() {
        assert!(
            [".env", "a/.env.production", "id_rsa", ".aws/credentials", ".kube/config", "a/.npmrc"]
                .iter()
                .all(|name| secret_name(name).is_some())
        );
        assert!(
            ["env", ".env.sample", "id_rsa.pub", "credentials", "config", "a.key.rs"]
                .iter()
                .all(|name| secret_name(name).is_none())
        );
    }
}
