//! Private keys in PEM (RFC 7468) and of `OpenPGP` (RFC 9580 §6.2).

use std::ops::Range;

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";
const DASHES: &str = "-----";

/// How long a key is at most, in bytes, so that each candidate is quickly ruled out.
const LONGEST: usize = 16 << 10;
/// How long the words between the dashes are at most.
const LONGEST_LABEL: usize = 60;
/// How long a line above the content is at most.
const LONGEST_HEADER: usize = 200;
/// How many characters of content a key has at least.
const LEAST_CONTENT: usize = 40;
/// Shorter words may also be prose. They only count between longer ones, and before the end.
const SHORTEST_LINE: usize = 16;
/// How many of these may follow each other.
const MOST_SHORT: usize = 3;

/// What the lines above the content begin with.
const HEADERS: &[&str] =
    &["Charset:", "Comment:", "DEK-Info:", "Hash:", "MessageID:", "Proc-Type:", "Version:"];

/// The private keys in a text, also those that are cut off. In strings, their line breaks are escaped, and in programs,
/// such strings are joined; in diffs, each line has a sign in front.
pub(super) fn ranges(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut end = 0;
    text.match_indices(BEGIN).filter_map(move |(at, _)| {
        if at < end {
            return None;
        }
        let range = range(text, at)?;
        end = range.end;
        Some(range)
    })
}

/// The key whose first line begins at `at`.
fn range(text: &str, at: usize) -> Option<Range<usize>> {
    let first = label(text.get(at + BEGIN.len()..)?).filter(|label| label.contains("PRIVATE KEY"))?;
    let start = at + BEGIN.len() + first.len() + DASHES.len();
    let mut content = Content { text, at: start, end: start, length: 0, short: 0 };
    while content.at - at < LONGEST && content.step() {}
    (content.length >= LEAST_CONTENT).then_some(at..content.end)
}

/// The words up to the next dashes, if these follow soon.
fn label(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let length = bytes
        .iter()
        .take(LONGEST_LABEL)
        .take_while(|byte| byte.is_ascii_uppercase() || **byte == b' ')
        .count();
    text.get(..length).filter(|_| bytes.get(length..).is_some_and(|rest| rest.starts_with(DASHES.as_bytes())))
}

/// The content of a key as far as it was read.
struct Content<'t> {
    text: &'t str,
    at: usize,
    /// The end of what certainly belongs to it.
    end: usize,
    length: usize,
    /// How many short words follow that.
    short: usize,
}

impl Content<'_> {
    /// Reads a word, or what stands between words. Returns whether more may follow.
    fn step(&mut self) -> bool {
        let Some(rest) = self.text.get(self.at..) else { return false };
        let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
        let count = |is: &dyn Fn(&u8) -> bool| rest.bytes().take(LONGEST).take_while(is).count();
        match rest.bytes().next() {
            Some(b'-') => {
                let dashes = count(&|byte| *byte == b'-');
                // In a diff, there may be one more.
                if let Some(before) = dashes.checked_sub(DASHES.len()) {
                    let last = rest.get(before..).and_then(|rest| rest.strip_prefix(END)).and_then(label);
                    if let Some(last) = last {
                        self.end = self.at + before + END.len() + last.len() + DASHES.len();
                    }
                    return false;
                }
                self.at += dashes;
            }
            Some(b'\\') => {
                let slashes = count(&|byte| *byte == b'\\');
                self.at += slashes;
                let is_break = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(['n', 'r', 't']));
                self.at += usize::from(is_break);
            }
            Some(b'\n' | b'\r' | b'\t' | b' ' | b',' | b'"' | b'\'' | b'`') => self.at += 1,
            Some(_) if HEADERS.iter().any(|header| rest.starts_with(header)) => {
                let header = count(&|byte| !b"\n\r\\\"'`".contains(byte));
                if header > LONGEST_HEADER {
                    return false;
                }
                self.at += header;
            }
            Some(byte) if is_base64(&byte) => {
                let word = count(&is_base64);
                self.at += word;
                if word >= SHORTEST_LINE {
                    (self.end, self.short) = (self.at, 0);
                    self.length += word;
                } else if rest.bytes().take(word).any(|byte| byte != b'+') {
                    self.short += 1;
                }
                return self.short <= MOST_SHORT;
            }
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::sources::{secrets, without_secrets};

    const LINE: &str = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDd";

    fn key(content: &str) -> String {
        format!("-----BEGIN RSA PRIVATE KEY-----\n{content}\n-----END RSA PRIVATE KEY-----")
    }

    #[track_caller]
    fn check(text: &str, cleaned: &str) {
        let found = without_secrets(text);
        assert_eq!((&*found.0, found.1.len()), (cleaned, 1));
    }

    #[test]
    fn all_lines() {
        let key = key(&format!("{LINE}\n{LINE}\nabc=="));
        assert_eq!(secrets(&format!("a\n{key}\nb"))[0].line, 2);
        check(&format!("a\n{key}\nb"), "a\n[private key left out]\nb");
        check(
            &format!("{{\"k\":{}}}", serde_json::to_string(&key).unwrap()),
            "{\"k\":\"[private key left out]\"}",
        );
        for sign in ["+", "-", " "] {
            let diff = key.replace('\n', &format!("\n{sign}"));
            check(&format!("{sign}{diff}\n"), &format!("{sign}[private key left out]\n"));
        }
    }

    #[test]
    fn headers_short_lines_and_joined_strings() {
        let headers = format!("Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233\n\n{LINE}");
        check(&key(&headers), "[private key left out]");
        let pgp = format!(
            "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n{LINE}\n=aB3d\n-----END PGP PRIVATE KEY BLOCK-----"
        );
        check(&pgp, "[private key left out]");
        check(&key(&format!("MIIEvQIBADAN\n{LINE}")), "[private key left out]");
        let joined = format!("\"{}\"", key(LINE).replace('\n', "\\n\" +\n  \""));
        check(&format!("k = {joined};"), "k = \"[private key left out]\";");
    }

    /// Nothing but the key is taken, whatever follows.
    #[test]
    fn cut_off() {
        let cut = format!("-----BEGIN PRIVATE KEY-----\n{LINE}\n{LINE}\n{LINE}");
        check(&cut, "[private key left out]");
        check(&format!("{cut}\nand so on and on"), "[private key left out]\nand so on and on");
        let json = serde_json::to_string(&cut).unwrap();
        let chat =
            format!("[{{\"content\":{json}}},{{\"content\":\"with -----END PRIVATE KEY----- of course\"}}]");
        let cleaned = "[{\"content\":\"[private key left out]\"},{\"content\":\"with -----END PRIVATE KEY----- of course\"}]";
        check(&chat, cleaned);
        check(
            &format!("{cut}\n-----END and more ----- text"),
            "[private key left out]\n-----END and more ----- text",
        );
    }

    #[test]
    fn what_is_none() {
        for text in [
            "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----",
            &key("AAAA"),
            &key(LINE).replace("PRIVATE", "PUBLIC"),
        ] {
            assert!(secrets(text).is_empty(), "{text}");
        }
    }

    /// As long as the text, whatever it repeats.
    #[test]
    fn repeated_beginnings() {
        for part in [
            "sk-ant-",
            "-----BEGIN PRIVATE KEY-----\n",
            "\\u0061\\\\\\\\",
            &format!("-----BEGIN PRIVATE KEY-----{}\n", &LINE[..48]),
        ] {
            let text = part.repeat(1_000_000 / part.len());
            let start = std::time::Instant::now();
            let _ = secrets(&text);
            assert!(start.elapsed().as_secs() < 20, "{part}: {:?}", start.elapsed());
        }
    }
}
