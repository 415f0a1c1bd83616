//! Files that are not text, and texts that are no data.

use memchr::memmem;
use std::fmt;

/// A file that is not text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Pdf,
    Workbook,
    Document,
    Zip,
    Parquet,
    Sqlite,
}

impl Binary {
    /// Recognizes a file by its beginning.
    pub(crate) fn of(head: &[u8]) -> Option<Self> {
        let has = |name: &[u8]| memmem::find(head, name).is_some();
        match head {
            // A text may begin with these letters, and with those of Parquet.
            [b'%', b'P', b'D', b'F', b'-', b'0'..=b'9', b'.', ..] if is_pdf(head) => Some(Binary::Pdf),
            // The names of files in an archive are not compressed.
            [b'P', b'K', 3, 4, ..] if has(b"xl/") => Some(Binary::Workbook),
            [b'P', b'K', 3, 4, ..] if has(b"word/") => Some(Binary::Document),
            // The second one is empty.
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Binary::Zip),
            [b'P', b'A', b'R', b'1', byte, ..] if is_control(*byte) => Some(Binary::Parquet),
            _ => head.starts_with(b"SQLite format 3\0").then_some(Binary::Sqlite),
        }
    }

    /// What it is, and what to do with it.
    pub(crate) fn advice(self) -> (&'static str, &'static str) {
        match self {
            Binary::Pdf => ("a PDF document", "extract its text or tables first"),
            Binary::Workbook => ("an Excel workbook", "save a sheet as CSV, and convert that"),
            Binary::Document => ("a Word document", "save its text or tables in another format first"),
            Binary::Zip => ("a ZIP archive", "unpack it first, as in `unzip -p FILE NAME | toon`"),
            Binary::Parquet => {
                ("a Parquet file", "write its rows as CSV or JSON first, for example with DuckDB or pandas")
            }
            Binary::Sqlite => (
                "an SQLite database",
                "write a query's rows as JSON, with `sqlite3 -json FILE 'SELECT …' | toon`",
            ),
        }
    }
}

/// Whether there are bytes that no text has, or an object of a PDF begins on one of the first lines.
fn is_pdf(head: &[u8]) -> bool {
    let is_object = |line: &[u8]| {
        let mut words = line.split(u8::is_ascii_whitespace);
        let mut is_number = || words.next().is_some_and(|word| word.iter().all(u8::is_ascii_digit));
        let is_name = |word: &[u8]| word == b"obj" || word.starts_with(b"obj<");
        is_number() && is_number() && words.next().is_some_and(is_name)
    };
    // The last character may be incomplete.
    let is_utf8 = str::from_utf8(head).map_or_else(|error| error.error_len().is_none(), |_| true);
    !is_utf8
        || head.iter().any(|byte| is_control(*byte))
        || head.split(|byte| matches!(byte, b'\n' | b'\r')).take(LINES).any(is_object)
}

/// Whether it is a control character that does not separate words or lines.
fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r')
}

/// A text that is no data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prose {
    /// HTML.
    Html,
    /// XML, or a part of it.
    Xml,
    /// The lines of a log.
    Log,
}

impl fmt::Display for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Prose::Html => "HTML",
            Prose::Xml => "XML",
            Prose::Log => "log lines",
        })
    }
}

impl Prose {
    /// Recognizes text that begins with `head`. It may still be valid TOON, in which a line of any text is a
    /// string, and `<a>: 1` is a field.
    ///
    /// ```
    /// use toon_formats::Prose;
    ///
    /// assert_eq!(Prose::of(b"<?xml version=\"1.0\"?>\n<a>1</a>"), Some(Prose::Xml));
    /// assert_eq!(Prose::of(b"[INFO] started: 1\n[WARN] stopped: 2\n"), Some(Prose::Log));
    /// assert_eq!(Prose::of(b"started: 2026-11-29T07:16:03Z\n"), None);
    /// ```
    pub fn of(head: &[u8]) -> Option<Self> {
        let head = without_space(head);
        markup(head).or_else(|| is_log(head).then_some(Prose::Log))
    }

    /// Whether `head`, which is markup, has several tags, and so is a document or a part of one, rather than
    /// a string with a tag in it. In TOON, a tag with a colon behind it is a key.
    pub fn is_document(head: &[u8]) -> bool {
        let Some(end) = memchr::memchr(b'>', head) else { return false };
        let behind = head.get(end + 1..).unwrap_or_default();
        let is_declared = matches!(without_space(head), [b'<', b'?' | b'!', ..]);
        let is_tag = |pair: &[u8]| {
            pair.first() == Some(&b'<')
                && pair.get(1).is_some_and(|byte| byte.is_ascii_alphabetic() || is_declared && *byte == b'/')
        };
        !behind.starts_with(b":") && behind.windows(2).any(is_tag)
    }

    /// Whether it is HTML or XML.
    pub fn is_markup(self) -> bool {
        self != Prose::Log
    }
}

/// The text without a byte-order mark and white space at its beginning.
fn without_space(head: &[u8]) -> &[u8] {
    head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head).trim_ascii_start()
}

fn markup(head: &[u8]) -> Option<Prose> {
    let begins = |tag: &[u8]| head.get(..tag.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(tag));
    if begins(b"<!doctype html") || begins(b"<html") {
        return Some(Prose::Html);
    }
    if begins(b"<?xml") || begins(b"<!doctype") {
        return Some(Prose::Xml);
    }
    let name = head.strip_prefix(b"<").filter(|name| name.first().is_some_and(u8::is_ascii_alphabetic))?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'_' | b'-' | b'.');
    let length = name.iter().take_while(|byte| is_name(byte)).count();
    let behind = name.get(length..).unwrap_or_default();
    // Models put this one around TOON.
    let is_tag =
        matches!(behind, [b'>' | b'/' | b' ' | b'\t' | b'\r' | b'\n', ..]) && !name.starts_with(b"toon>");
    // A tag that ends, and another one.
    let is_element = || behind.windows(2).any(|pair| pair == b"</" || pair == b"/>");
    (is_tag && is_element()).then_some(Prose::Xml)
}

/// The number of lines that are examined.
const LINES: usize = 32;

/// Whether several lines, and all that are not indented, begin as those of a log.
fn is_log(head: &[u8]) -> bool {
    let mut lines = head.split(|byte| *byte == b'\n').take(LINES).collect::<Vec<_>>();
    // It may be incomplete.
    if lines.len() > 2 {
        lines.pop();
    }
    let mut first = lines.into_iter().filter(|line| !matches!(line, [] | [b' ' | b'\t' | b'\r', ..]));
    let mut count = 0;
    first.all(|line| {
        count += 1;
        begins_entry(line)
    }) && count > 1
}

/// Whether a line begins with a timestamp, as in syslog, or with a level in brackets.
fn begins_entry(line: &[u8]) -> bool {
    let line = match line {
        [b'<', rest @ ..] => match rest.iter().position(|byte| *byte == b'>') {
            Some(end) if rest.iter().take(end).all(u8::is_ascii_digit) && end > 0 => {
                let behind = rest.get(end + 1..).unwrap_or_default();
                behind.strip_prefix(b"1 ").unwrap_or(behind)
            }
            _ => return false,
        },
        _ => line,
    };
    let Some(inside) = line.strip_prefix(b"[") else {
        // A time and a number are data.
        let is_text = matching(line, b"dd:dd:dd").is_none_or(|rest| rest.iter().any(u8::is_ascii_alphabetic));
        return is_text && timestamp(line).is_some_and(is_apart);
    };
    let Some(end) = inside.iter().position(|byte| *byte == b']') else { return false };
    let (inside, behind) = inside.split_at(end);
    let is_level = |level: &&[u8]| inside.trim_ascii().eq_ignore_ascii_case(level);
    is_apart(behind.get(1..).unwrap_or_default())
        && (timestamp(inside).is_some() || LEVELS.iter().any(|level| is_level(&level.as_bytes())))
}

const LEVELS: [&str; 14] = [
    "trace",
    "debug",
    "info",
    "information",
    "notice",
    "warn",
    "warning",
    "error",
    "err",
    "critical",
    "crit",
    "fatal",
    "severe",
    "alert",
];

const MONTHS: [&[u8]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];

const DAYS: [&[u8]; 7] = [b"Mon", b"Tue", b"Wed", b"Thu", b"Fri", b"Sat", b"Sun"];

/// Whether what follows is not a part of the same token.
fn is_apart(behind: &[u8]) -> bool {
    matches!(behind, [b' ' | b'\t' | b'[' | b'|', ..])
}

/// What follows a time with seconds, and the date in front of it, if there is one.
fn timestamp(line: &[u8]) -> Option<&[u8]> {
    let dated = matching(line, b"dddd-dd-dd").or_else(|| matching(line, b"dddd/dd/dd"));
    let rest = match dated {
        Some([b'T' | b' ', time @ ..]) => time,
        Some(_) => return None,
        None => syslog_date(line).unwrap_or(line),
    };
    let rest = matching(rest, b"dd:dd:dd")?;
    // Fractions of a second, and a time zone.
    let is_part =
        |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'Z' | b'+' | b'-' | b':');
    let length = rest.iter().take_while(|byte| is_part(byte)).count();
    // The end of a key is none of them.
    let (zone, rest) = rest.split_at(length);
    (!zone.ends_with(b":") && !zone.ends_with(b",")).then_some(rest)
}

/// What follows a date such as `Nov 29`, or `Sun Nov 29`.
fn syslog_date(line: &[u8]) -> Option<&[u8]> {
    let day = DAYS.iter().find_map(|day| line.strip_prefix(*day)?.strip_prefix(b" "));
    let line = day.unwrap_or(line);
    let rest = MONTHS.iter().find_map(|month| line.strip_prefix(*month)?.strip_prefix(b" "))?;
    matching(rest, b"dd ").or_else(|| matching(rest, b" d ")).or_else(|| matching(rest, b"d "))
}

/// What follows `pattern`, in which `d` is a digit.
fn matching<'l>(line: &'l [u8], pattern: &[u8]) -> Option<&'l [u8]> {
    let (begin, rest) = line.split_at_checked(pattern.len())?;
    let is_it = |(byte, expected): (&u8, &u8)| match expected {
        b'd' => byte.is_ascii_digit(),
        _ => byte == expected,
    };
    begin.iter().zip(pattern).all(is_it).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::{Binary, Prose};

    #[test]
    fn files_that_are_not_text() {
        for (head, expected) in [
            (&b"%PDF-1.7\n%\xe2\xe3"[..], Some(Binary::Pdf)),
            (b"PK\x03\x04\x14\0xl/workbook.xml", Some(Binary::Workbook)),
            (b"PK\x03\x04\x14\0word/document.xml", Some(Binary::Document)),
            (b"PK\x03\x04\x14\0a.json", Some(Binary::Zip)),
            (b"PK\x05\x06\0", Some(Binary::Zip)),
            (b"%PDF-1.4\r1 0 obj\r<< /Type /Catalog >>", Some(Binary::Pdf)),
            (b"%PDF-1.4\n\0", Some(Binary::Pdf)),
            (b"PAR1\x15\x04", Some(Binary::Parquet)),
            (b"SQLite format 3\0\x10", Some(Binary::Sqlite)),
            (b"PAR1,PAR2\n1,2", None),
            (b"PK: 1", None),
            (b"%PDF-: 1", None),
            (b"%PDF-1.4\n", None),
            (b"%PDF-1.4: a\nb: 1 0 obj\n", None),
            ("%PDF-1.4,é\r\n1\t0,obj".as_bytes(), None),
            // The beginning of a character.
            (b"%PDF-1.4,\xc3", None),
            ("PAR1é".as_bytes(), None),
            (b"SQLite format 3: 1", None),
        ] {
            assert_eq!(Binary::of(head), expected, "{}", head.escape_ascii());
        }
    }

    #[test]
    fn markup() {
        for (text, expected) in [
            ("\u{feff}<?xml version=\"1.0\"?>", Prose::Xml),
            ("<!DOCTYPE html>\n<html>", Prose::Html),
            ("<!doctype HTML>", Prose::Html),
            ("\n<html lang=\"en\">", Prose::Html),
            ("<rss version=\"2.0\">\n<channel></channel>", Prose::Xml),
            ("<item/>", Prose::Xml),
        ] {
            assert_eq!(Prose::of(text.as_bytes()), Some(expected), "{text}");
        }
        for text in
            ["<b>: 1", "<: 1", "<3", "<b", "< b></b>", "<a@b.c>", "<toon>\na: 1\n</toon>", "x: <a></a>"]
        {
            assert_eq!(Prose::of(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn logs() {
        for line in [
            "2026-11-29T07:16:03Z INFO server: started on port 80",
            "2026-11-29T07:16:03.123+01:00 INFO x",
            "2026-11-29 07:16:03,123 - root - INFO - a: b",
            "2026/11/29 07:16:03 [error] 12#0: x",
            "[2026-11-29 07:16:03] local.INFO: x",
            "[2026-11-29T07:16:03Z INFO  app] a: b",
            "[INFO] a: b",
            "[ warn ] a",
            "[Sun Nov 29 07:16:03 2026] [error] x: y",
            "Nov 29 07:16:03 host sshd[1]: a: b",
            "Nov  9 07:16:03 host sshd[1]: a",
            "<34>Nov 29 07:16:03 host su: x",
            "<34>1 2026-11-29T07:16:03Z host su - - x",
            "07:16:03 INFO x",
            "07:16:03.123 [main] INFO x: y",
        ] {
            let text = format!("{line}\n{line}\r\n    at x: y\n\n{line}");
            assert_eq!(Prose::of(text.as_bytes()), Some(Prose::Log), "{line}");
            assert_eq!(Prose::of(line.as_bytes()), None, "{line}");
            assert_eq!(Prose::of(format!("a: 1\n{line}\n{line}\n").as_bytes()), None, "{line}");
        }
        for line in [
            "2026-11-29: 1",
            "2026-11-29T07:16:03Z: 1",
            "07:16:03: 1",
            "07:16: 1",
            "07:16:03\t1",
            "07:16:03 1.5",
            "[3]: 1,2,3",
            "[INFO]: x",
            "[main] a: b",
            "Nov 29: 1",
            "INFO: x",
            "- 2026-11-29T07:16:03Z",
            "\"2026-11-29T07:16:03Z INFO\": x",
        ] {
            assert_eq!(Prose::of(format!("{line}\n{line}\n{line}\n").as_bytes()), None, "{line}");
        }
    }
}
