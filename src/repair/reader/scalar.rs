//! Values on one line, and those that should have been.

use super::{LenientReader, Parent};
use crate::repair::fix::{FixKind, WarningKind, kept_last};
use crate::repair::lines::TextLine;
use crate::repair::token;
use crate::repair::value::MeantValue;
use crate::{ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

impl<'t> LenientReader<'t> {
    /// A cell, or an element of an inline array.
    pub(super) fn read_cell(&mut self, line: &TextLine<'t>, cell: &'t str) -> MeantValue<'t> {
        if !cell.starts_with('"') {
            self.look_at(line, cell);
            return token::bare(cell);
        }
        let at = self.offset(cell);
        match token::closing_quote(cell) {
            Some(close) if close + 1 == cell.len() => {
                MeantValue::String(self.unescape(line, &cell[1..close]))
            }
            // Another quote in it, or text behind it.
            Some(_) => MeantValue::String(self.with_inner_quotes(line, cell)),
            None => {
                self.fix(FixKind::Quote, line, at, "closed a quoted string at the end of its line".into());
                MeantValue::String(self.unescape(line, &cell[1..]))
            }
        }
    }

    /// The value behind a key's colon or an item's hyphen; of lines below it, `own` has some.
    pub(super) fn read_scalar(
        &mut self,
        line: &TextLine<'t>,
        token: &'t str,
        own: Option<Parent>,
    ) -> Result<MeantValue<'t>> {
        let is_last_token = token.len() <= line.text.len() && line.text.ends_with(token);
        if token == "[]" {
            return Ok(MeantValue::Array(Vec::new()));
        }
        if token.starts_with('"') {
            if let Some(value) = self.read_quoted(line, token)? {
                return Ok(value);
            }
        }
        if let Some(value) = self.read_block_text(token, own) {
            self.fix(
                FixKind::BlockText,
                line,
                self.offset(token),
                "wrote a block of text as a string".into(),
            );
            return Ok(value);
        }
        if is_last_token && token.starts_with(['{', '[']) && own.is_some() {
            if let Some(value) = self.read_json(line, token) {
                return Ok(value);
            }
        }
        self.look_at(line, token);
        Ok(token::bare(token))
    }

    /// A token that begins with a quote.
    pub(super) fn read_quoted(
        &mut self,
        line: &TextLine<'t>,
        token: &'t str,
    ) -> Result<Option<MeantValue<'t>>> {
        let at = self.offset(token);
        let Some(close) = token::closing_quote(token) else {
            return self.read_open_quote(line, token).map(Some);
        };
        if close + 1 == token.len() {
            return Ok(Some(MeantValue::String(self.unescape(line, &token[1..close]))));
        }
        let behind = &token[close + 1..];
        if matches!(behind, "," | ";") {
            self.fix(
                FixKind::Delimiter,
                line,
                at + close + 1,
                "removed a delimiter behind a quoted value".into(),
            );
            return Ok(Some(MeantValue::String(self.unescape(line, &token[1..close]))));
        }
        Ok(Some(MeantValue::String(self.with_inner_quotes(line, token))))
    }

    /// A string whose closing quote is not on its line.
    pub(super) fn read_open_quote(&mut self, line: &TextLine<'t>, token: &'t str) -> Result<MeantValue<'t>> {
        let at = self.offset(token);
        let inside = at + 1;
        // The next line with a quote.
        let following = &self.lines[self.next..];
        let mut lines = 0;
        let mut close = None;
        for candidate in following {
            let Some(left) = self.search.checked_sub(candidate.text.len()) else { break };
            self.search = left;
            lines += 1;
            if let Some(quote) = token::unescaped_quote(candidate.text, 0) {
                close = Some((candidate.at + quote, &candidate.text[quote + 1..]));
                break;
            }
        }
        let between = &following[..lines];
        let Some((end, "" | ",")) = close else {
            self.fix(FixKind::Quote, line, at, "closed a quoted string at the end of its line".into());
            return Ok(MeantValue::String(self.unescape(line, &token[1..])));
        };
        if between.iter().any(|line| looks_like_field(line.text)) {
            // Both readings are possible.
            return Err(self.error(ErrorKind::UnterminatedString, line, at));
        }
        let whole = &self.text[inside..end];
        let mut string = String::with_capacity(whole.len());
        for (index, part) in whole.split('\n').enumerate() {
            if index > 0 {
                string.push('\n');
            }
            let part = part.strip_suffix('\r').unwrap_or(part);
            string.push_str(if index > 0 { part.trim_start_matches(' ') } else { part });
        }
        self.next += lines;
        self.fix(FixKind::Quote, line, at, "wrote the line breaks in a quoted string as `\\n`".into());
        let (text, is_invalid) = token::unescape(&string);
        if is_invalid {
            self.fix(FixKind::Escape, line, at, "replaced an invalid escape sequence".into());
        }
        Ok(MeantValue::String(Cow::Owned(text.into_owned())))
    }

    /// `"say "hi" now"` without the outer quotes, `"a" b` as it stands.
    pub(super) fn with_inner_quotes(&mut self, line: &TextLine<'t>, token: &'t str) -> Cow<'t, str> {
        let at = self.offset(token);
        let inner = token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let is_closed = inner.is_some_and(|inner| !ends_in_escape(inner));
        match inner {
            Some(inner) if is_closed => {
                self.fix(FixKind::Quote, line, at, "escaped the quotes in a quoted string".into());
                self.unescape(line, inner)
            }
            _ => {
                self.fix(
                    FixKind::Quote,
                    line,
                    at,
                    "quoted a string that has text behind its closing quote".into(),
                );
                Cow::Borrowed(token)
            }
        }
    }

    pub(super) fn unescape(&mut self, line: &TextLine<'t>, raw: &'t str) -> Cow<'t, str> {
        let (text, is_invalid) = token::unescape(raw);
        if is_invalid {
            let at = self.offset(raw);
            self.fix(FixKind::Escape, line, at, "replaced an invalid escape sequence".into());
        }
        text
    }

    /// The lines below `|` or `>`.
    pub(super) fn read_block_text(&mut self, token: &str, own: Option<Parent>) -> Option<MeantValue<'t>> {
        let style = token.as_bytes().first().filter(|style| matches!(style, b'|' | b'>'))?;
        let chomp = match &token[1..] {
            "" => None,
            "-" => Some('-'),
            "+" => Some('+'),
            _ => return None,
        };
        let first = self.peek_in(own?)?;
        let begin = self.text[..first.at].rfind('\n').map_or(0, |end| end + 1);
        let mut last = first;
        while let Some(line) = self.peek_in(own?) {
            last = line;
            self.next += 1;
        }
        let mut string = String::new();
        let whole = &self.text[begin..last.end()];
        let mut is_behind_text = false;
        for part in whole.split('\n') {
            let part = part.strip_suffix('\r').unwrap_or(part);
            let indentation = part.len() - part.trim_start_matches([' ', '\t']).len();
            let part = &part[indentation.min(first.at - begin)..];
            if *style == b'>' {
                if part.is_empty() {
                    string.push('\n');
                    is_behind_text = false;
                    continue;
                }
                if is_behind_text {
                    string.push(' ');
                }
                string.push_str(part);
                is_behind_text = true;
            } else {
                string.push_str(part);
                string.push('\n');
            }
        }
        let text = string.trim_end_matches('\n').len();
        string.truncate(text);
        if chomp != Some('-') {
            string.push('\n');
        }
        Some(MeantValue::String(Cow::Owned(string)))
    }

    /// JSON that begins with `token` and continues on the lines below. `None` if it is not JSON.
    pub(super) fn read_json(&mut self, line: &TextLine<'t>, token: &'t str) -> Option<MeantValue<'t>> {
        let at = self.offset(token);
        // What fits on a line is a string to the strict reader.
        if is_balanced(token) || self.peek().is_none() {
            return None;
        }
        let rest = &self.text[at..];
        let len = json_len(rest, &mut self.search)?;
        let behind = rest[len..].split('\n').next().unwrap_or_default().trim();
        if !matches!(behind, "" | ",") {
            return None;
        }
        let (value, duplicate) = MeantValue::of_json(&rest[..len], self.room)?;
        while self.peek().is_some_and(|next| next.at < at + len) {
            self.next += 1;
        }
        self.fix(FixKind::Json, line, at, "wrote JSON as TOON".into());
        if let Some(key) = duplicate {
            self.fix(FixKind::DuplicateKey, line, at, kept_last(&key));
        }
        Some(value)
    }

    /// Warns of a string that is probably meant to be something else.
    pub(super) fn look_at(&mut self, line: &TextLine<'t>, token: &'t str) {
        let at = self.offset(token);
        let is_between = |open, close| token.len() > 1 && token.starts_with(open) && token.ends_with(close);
        if is_between('[', ']') || is_between('{', '}') {
            self.warn(WarningKind::Json, line, at, "this is a string that looks like JSON");
        } else if is_between('“', '”') || is_between('‘', '’') || is_between('„', '“') {
            self.warn(WarningKind::CurlyQuotes, line, at, "the quotes are a part of this string");
        } else if matches!(
            token,
            "None" | "Null" | "NULL" | "nil" | "undefined" | "True" | "False" | "TRUE" | "FALSE" | "NaN"
        ) {
            self.warn(WarningKind::Literal, line, at, "this is a string, not null, true, false or a number");
        } else if token.contains(" // ") || token.contains(" # ") {
            self.warn(WarningKind::Comment, line, at, "what looks like a comment is a part of this string");
        }
    }
}

/// The length of the JSON object or array that `text` begins with, if its brackets are closed.
fn json_len(text: &str, search: &mut usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while at < bytes.len() {
        *search = search.checked_sub(1)?;
        match bytes[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'"' => {
                let close = token::closing_quote(&text[at..])?;
                *search = search.checked_sub(close)?;
                at += close;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether as many brackets are closed as opened.
fn is_balanced(token: &str) -> bool {
    let mut unlimited = usize::MAX;
    json_len(token, &mut unlimited).is_some()
}

fn ends_in_escape(text: &str) -> bool {
    text.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}

/// `key: …`, with a key that needs no quotes.
fn looks_like_field(line: &str) -> bool {
    let line = line.strip_prefix("- ").unwrap_or(line);
    line.split_once(':').is_some_and(|(key, rest)| {
        let key = key.split('[').next().unwrap_or_default();
        crate::text::key::is_bare(key) && (rest.is_empty() || rest.starts_with(' '))
    })
}
