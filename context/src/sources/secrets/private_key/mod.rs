//! Private keys in PEM (RFC 7468) and of `OpenPGP` (RFC 9580 §6.2).

mod breaks;

use breaks::{Prefix, break_at, color_at};
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
/// How long a word is at least that is certain to be content.
const LEAST_CERTAIN: usize = 16;
/// How many words that are not alone on their lines may stand between such words.
const MOST_UNCERTAIN: usize = 3;

/// What the lines above the content begin with.
const HEADERS: &[&str] =
    &["Charset:", "Comment:", "DEK-Info:", "Hash:", "MessageID:", "Proc-Type:", "Version:"];

/// The private keys in a text, also those that are cut off. In strings, their line breaks are escaped, and in programs,
/// such strings are joined; in comments, quotations and diffs, each line has the same characters in front.
pub(super) fn ranges(text: &str) -> Vec<Range<usize>> {
    let begins = text.match_indices(BEGIN).map(|(at, _)| (at, true));
    let ends = text.match_indices(END).map(|(at, _)| (at, false));
    let mut places: Vec<(usize, bool)> = begins.chain(ends).collect();
    places.sort_unstable();
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (at, is_begin) in places {
        let after = ranges.last().map_or(0, |last| last.end);
        if at >= after {
            let range = if is_begin { range(text, at) } else { end_alone(text, at) };
            ranges.extend(range.filter(|range| range.start >= after));
        }
    }
    ranges
}

/// The key whose first line begins at `at`.
fn range(text: &str, at: usize) -> Option<Range<usize>> {
    let first = label(text.get(at + BEGIN.len()..)?)?;
    let start = at + BEGIN.len() + first.len() + DASHES.len();
    let mut content = Content::new(text, start, Prefix::of(text, at));
    while content.at - at < LONGEST && content.step() {}
    let length = content.certain + if content.is_ended { content.alone } else { 0 };
    (length >= LEAST_CONTENT).then_some(at..content.end)
}

/// The last lines of a key whose first line is missing, as in a hunk of a diff. The end is at `at`.
fn end_alone(text: &str, at: usize) -> Option<Range<usize>> {
    let last = label(text.get(at + END.len()..)?)?;
    let mut first = at.saturating_sub(LONGEST);
    while !text.is_char_boundary(first) {
        first += 1;
    }
    let is_mark = |char: char| !char.is_ascii_alphanumeric() && !"/\n".contains(char);
    let above = text.get(first..at)?.trim_end_matches(is_mark).strip_suffix('\n')?;
    let (mut start, mut line_end) = (None, above.len());
    loop {
        let begin = above.get(..line_end)?.rfind('\n').map_or(0, |at| at + 1);
        let marked = above.get(begin..line_end)?;
        let word = marked.trim_start_matches(is_mark);
        let place = begin + marked.len() - word.len();
        let word = word.trim_end();
        // The last line is often short.
        let is_last = line_end == above.len() && !word.is_empty();
        if !(is_last || word.len() >= LEAST_CERTAIN) || !word.bytes().all(is_base64) {
            break;
        }
        if is_certain(word) {
            start = Some(place);
        }
        let Some(next) = begin.checked_sub(1) else { break };
        line_end = next;
    }
    Some(first + start?..at + END.len() + last.len() + DASHES.len())
}

/// The words up to the next dashes, if these follow soon, and the words are of a private key.
fn label(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let is_label = |byte: &&u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || **byte == b' ';
    let length = bytes.iter().take(LONGEST_LABEL).take_while(is_label).count();
    let label = text.get(..length).filter(|label| label.contains("PRIVATE KEY"))?;
    bytes.get(length..)?.starts_with(DASHES.as_bytes()).then_some(label)
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)
}

/// Whether a word is certain to be encoded: other words hardly ever have all of these.
fn is_certain(word: &str) -> bool {
    let has = |is: fn(&u8) -> bool| word.bytes().any(|byte| is(&byte));
    word.len() >= LEAST_CERTAIN
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
}

/// The content of a key as far as it was read.
struct Content<'t> {
    text: &'t str,
    /// What each line begins with.
    prefix: Prefix<'t>,
    at: usize,
    /// The end of what certainly belongs to it.
    end: usize,
    /// Where that was before the last word.
    end_before: usize,
    /// How many characters certainly belong to it.
    certain: usize,
    /// How many more do if its end follows: those that are alone on their lines.
    alone: usize,
    /// How many other words follow the last certain one.
    uncertain: usize,
    is_line_start: bool,
    /// Whether its last line was read.
    is_ended: bool,
}

impl<'t> Content<'t> {
    fn new(text: &'t str, start: usize, prefix: Prefix<'t>) -> Self {
        Content {
            text,
            prefix,
            at: start,
            end: start,
            end_before: start,
            certain: 0,
            alone: 0,
            uncertain: 0,
            is_line_start: false,
            is_ended: false,
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Reads a word, or what stands between words. Returns whether more may follow.
    fn step(&mut self) -> bool {
        if self.is_line_start {
            self.at += self.prefix.length_in(self.rest());
        }
        let rest = self.rest();
        if let Some(length) = break_at(rest) {
            self.at += length;
            self.is_line_start = true;
            return true;
        }
        if let Some(length) = color_at(rest) {
            self.at += length;
            return true;
        }
        match rest.bytes().next() {
            Some(b'-') => self.dashes(),
            // A key of JSON is no content, and neither is what follows.
            Some(b'"') if rest.get(1..).is_some_and(|rest| rest.trim_start().starts_with(':')) => {
                if self.end == self.at {
                    self.end = self.end_before;
                }
                false
            }
            Some(b'\t' | b' ' | b',' | b'"' | b'\'' | b'`' | b'\\' | b'.') => {
                self.at += 1;
                true
            }
            Some(_) if HEADERS.iter().any(|header| rest.starts_with(header)) => {
                let header = rest.bytes().take_while(|byte| !b"\n\r\\\"'`".contains(byte)).count();
                self.at += header;
                header <= LONGEST_HEADER
            }
            Some(byte) if is_base64(byte) => self.word(),
            _ => false,
        }
    }

    /// Reads dashes, with the end of the key if it is there.
    fn dashes(&mut self) -> bool {
        let rest = self.rest();
        let dashes = rest.bytes().take_while(|byte| *byte == b'-').count();
        // In a diff, there may be one more.
        let Some(before) = dashes.checked_sub(DASHES.len()) else {
            self.at += dashes;
            return true;
        };
        if let Some(last) = rest.get(before..).and_then(|rest| rest.strip_prefix(END)).and_then(label) {
            self.end = self.at + before + END.len() + last.len() + DASHES.len();
            self.is_ended = true;
        }
        false
    }

    fn word(&mut self) -> bool {
        let rest = self.rest();
        let length = rest.bytes().take(LONGEST).take_while(|byte| is_base64(*byte)).count();
        let (word, after) = rest.split_at(length);
        self.at += length;
        let was_line_start = std::mem::take(&mut self.is_line_start);
        if is_certain(word) {
            (self.end_before, self.end) = (self.end, self.at);
            self.certain += length;
            self.uncertain = 0;
        } else if was_line_start && is_end_of_line(after) {
            self.alone += length;
        } else if word != "+" {
            self.uncertain += 1;
        }
        self.uncertain <= MOST_UNCERTAIN
    }
}

/// Whether nothing but the end of a string follows on the line.
fn is_end_of_line(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t', '"', '\'', '`', ',']);
    let text = color_at(text).and_then(|length| text.get(length..)).unwrap_or(text);
    text.is_empty() || text.starts_with(DASHES) || break_at(text).is_some()
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

    /// In comments, quotations, what `grep` and `cat` number, HTML, and URLs.
    #[test]
    fn marked_lines() {
        let key = key(&format!("{LINE}\n{LINE}\nabc=="));
        for mark in ["# ", "; ", " * ", "> ", "| ", "// ", "  - ", "\x1b[32m"] {
            let text = format!("{mark}{}\n{mark}end", key.replace('\n', &format!("\n{mark}")));
            check(&text, &format!("{mark}[private key left out]\n{mark}end"));
            let json = serde_json::to_string(&text).unwrap();
            check(
                &json,
                &serde_json::to_string(&format!("{mark}[private key left out]\n{mark}end")).unwrap(),
            );
        }
        for number in ["k.pem:{}:", "{}: ", "{}\t", "  {}→"] {
            let lines = key.lines().enumerate();
            let text = lines.map(|(index, line)| number.replace("{}", &(index + 9).to_string()) + line);
            let text = text.collect::<Vec<_>>().join("\n");
            check(&text, &(number.replace("{}", "9") + "[private key left out]"));
        }
        for line_break in ["<br>", "&#10;", "%0A", "%0a", "\\n\\\n", "\" .\n  \"", "\\n\",\n\""] {
            check(&key.replace('\n', line_break), "[private key left out]");
        }
        let colored = format!("\x1b[32m+{}\x1b[m\n", key.replace('\n', "\x1b[m\n\x1b[32m+"));
        check(&colored, "\x1b[32m+[private key left out]\x1b[m\n");
        let json = serde_json::to_string(&colored).unwrap();
        check(&json, "\"\\u001b[32m+[private key left out]\\u001b[m\\n\"");
        let short =
            format!("-----BEGIN PRIVATE KEY-----\n{}-----END PRIVATE KEY-----", "MIIEvQIBADAN\n".repeat(9));
        check(&short, "[private key left out]");
    }

    /// In a hunk of a diff.
    #[test]
    fn only_the_end() {
        let hunk = format!(" {LINE}\n+{LINE}\n abc==\n -----END RSA PRIVATE KEY-----\n+# end\n");
        check(&hunk, " [private key left out]\n+# end\n");
        for none in
            ["some words\n-----END PRIVATE KEY-----", "aLongIdentifierOfCode\n-----END PRIVATE KEY-----"]
        {
            assert!(secrets(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn what_follows_a_key_that_is_cut_off() {
        let cut = format!("-----BEGIN PRIVATE KEY-----\n{LINE}\n{LINE}");
        for rest in [
            "\nSee src/components/dashboard/widgets and src/components/dashboard/settings, too.",
            "\naVeryLongIdentifierOfCode\nand_another",
        ] {
            check(&format!("{cut}{rest}"), &format!("[private key left out]{rest}"));
        }
        for rest in ["\",\"conversationIdentifier\":\"x\"}", "\", \"conversation12Identifier34\" : 1}"] {
            let text = serde_json::to_string(&cut).unwrap();
            let text = text.trim_end_matches('"');
            check(&format!("{{\"a\":{text}{rest}"), &format!("{{\"a\":\"[private key left out]{rest}"));
        }
        for none in [
            "- `-----BEGIN PRIVATE KEY-----`\n- src/components/dashboard/widgets/of/the/application/and/more\n",
            "-----BEGIN PRIVATE KEY----- starts a key, see documentation/of/the/application/of/this/kind",
        ] {
            assert!(secrets(none).is_empty(), "{none}");
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
            "-----END PRIVATE KEY-----",
            "A-----END PRIVATE KEY-----\n",
        ] {
            let text = part.repeat(1_000_000 / part.len());
            let start = std::time::Instant::now();
            let _ = secrets(&text);
            assert!(start.elapsed().as_secs() < 20, "{part}: {:?}", start.elapsed());
        }
    }
}
