//! Keys and tokens in texts.

mod escapes;
mod private_key;
mod tokens;

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

/// The keys and tokens in a text, in their order, also where JSON escapes some of their characters.
pub fn secrets(text: &str) -> Vec<Secret> {
    let mut found = matches(text);
    if let Some((plain, places)) = escapes::unescaped(text) {
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
    let keys = private_key::ranges(text).into_iter().map(|range| ("private key", range));
    tokens::ranges(text).chain(keys).collect()
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
    if name == ".env" || name.starts_with(".env.") || extension == Some("env") {
        let is_sample = name.split('.').any(|part| SAMPLES.contains(&part));
        return (!is_sample).then_some("settings of an environment");
    }
    match name.as_str() {
        "id_rsa" | "id_dsa" | "id_ecdsa" | "id_ecdsa_sk" | "id_ed25519" | "id_ed25519_sk" => {
            Some("a private key")
        }
        ".netrc" | "_netrc" | ".pgpass" | ".git-credentials" | ".htpasswd" | ".npmrc" | ".pypirc"
        | ".dockercfg" | ".vault-token" => Some("passwords"),
        "credentials" if path.ends_with(".aws/credentials") => Some("passwords"),
        "config.json" if path.ends_with(".docker/config.json") => Some("passwords"),
        "config" if path.ends_with(".kube/config") => Some("keys"),
        ".envrc" => Some("settings of an environment"),
        _ => match extension {
            Some("p12" | "pfx" | "jks" | "keystore" | "kdbx" | "ppk") => Some("keys"),
            _ => None,
        },
    }
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
            (format!("sk-svcacct-{word}"), "OpenAI key"),
            (format!("sk-or-v1-{}", "0a1b2c3d".repeat(8)), "OpenRouter key"),
            (format!("hf_{}", "aBcDeFgHiJ".repeat(3)), "Hugging Face token"),
            (format!("xoxb-123456789012-{}", "aB3dE5gH".repeat(3)), "Slack token"),
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

    /// Where a string or a line begins, what escapes it is no part of a word.
    #[test]
    fn escapes_before_a_token() {
        let token = format!("ghp_{}", "a1B2".repeat(9));
        for before in [
            "\\n",
            "\\t",
            "\\r\\n",
            "\\\\n",
            "\\u00a0",
            "\\u2028",
            "\\x1b[31m",
            "\x1b[1;31m",
            "\\u001b[0m",
            "%3D",
        ] {
            let text = format!("\"a{before}{token}\"");
            assert_eq!(without_secrets(&text).0, format!("\"a{before}[GitHub token left out]\""));
        }
        for before in ["n", "_", "xm", "1m", "D"] {
            assert!(kinds(&format!("{before}{token}")).is_empty(), "{before}");
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
        for words in [
            "sk-ant-colony-optimization-algorithm-v2-of-the-year",
            "hf_transferringfilesquicklyoverthewire",
            "xoxb-your-token-goes-here-123",
            "ASIAPACIFICREGIONS2024",
            "AKIAA1B2C3D4E5F6G7H8",
        ] {
            assert!(kinds(words).is_empty(), "{words}");
        }
    }

    #[test]
    fn names_of_files_that_keep_secrets() {
        assert!(
            [
                ".env",
                "a/.env.production",
                "prod.env",
                ".envrc",
                "a.ppk",
                "id_rsa",
                ".aws/credentials",
                ".kube/config",
                "a/.npmrc"
            ]
            .iter()
            .all(|name| secret_name(name).is_some())
        );
        assert!(
            ["env", ".env.sample", "example.env", "id_rsa.pub", "credentials", "config", "a.key.rs"]
                .iter()
                .all(|name| secret_name(name).is_none())
        );
    }
}
