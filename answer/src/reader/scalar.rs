//! Values on a single line, and values that should have been on one.

use super::{LenientReader, Parent, UNIT};
use crate::fences;
use crate::fix::{FixKind, WarningKind, kept_last};
use crate::indentation::split_indentation;
use crate::lines::{SourceLine, width};
use crate::token::{self, Escapes};
use crate::value::MeantValue;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use toon::__internal::{comment, quotes};
use toon::{ErrorKind, Result};

/// The end of a string with line breaks.
#[derive(Clone, Copy)]
pub(super) struct ClosingQuote<'t> {
    at: usize,
    /// How many lines below the opening quote it is.
    below: usize,
    /// The text after it on its line.
    pub(super) rest: &'t str,
    /// Some of the lines would mean something by themselves.
    pub(super) has_own_lines: bool,
}

impl<'t> LenientReader<'t> {
    /// Reads a cell, or an element of an inline array.
    pub(super) fn read_cell(&mut self, line: &SourceLine<'t>, cell: &'t str) -> MeantValue<'t> {
        if !cell.starts_with('"') {
            self.look_at(line, cell);
            return token::bare(cell);
        }
        let at = self.offset(cell);
        match token::closing_quote(cell) {
            Some(close) if close + 1 == cell.len() => {
                MeantValue::String(self.unescape(line, &cell[1..close]))
            }
            Some(close) if is_comment(&cell[close + 1..]) => {
                self.fix(FixKind::Comment, line, at + close + 1, "removed a comment".into());
                MeantValue::String(self.unescape(line, &cell[1..close]))
            }
            // It contains another quote, or text follows the closing one.
            Some(_) => MeantValue::String(self.with_inner_quotes(line, cell)),
            None => {
                if self.is_unfinished(line) {
                    self.note_cut("", 0, None);
                }
                self.fix(FixKind::Quote, line, at, "closed a quoted string at the end of its line".into());
                MeantValue::String(self.unescape(line, without_other_quote(&cell[1..])))
            }
        }
    }

    /// Reads the value after a key's colon or a hyphen. It may continue on the lines of `own`.
    pub(super) fn read_scalar(
        &mut self,
        line: &SourceLine<'t>,
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
        if let Some(value) = own.and_then(|own| self.read_block_text(line, token, own)) {
            let at = self.offset(token);
            self.fix(FixKind::BlockText, line, at, "converted a text block to a string".into());
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

    /// Reads a token that begins with a quote.
    pub(super) fn read_quoted(
        &mut self,
        line: &SourceLine<'t>,
        token: &'t str,
    ) -> Result<Option<MeantValue<'t>>> {
        let at = self.offset(token);
        let Some(close) = token::closing_quote(token) else {
            return self.read_open_quote(line, token).map(Some);
        };
        if close + 1 == token.len() {
            return Ok(Some(MeantValue::String(self.unescape(line, &token[1..close]))));
        }
        let after = &token[close + 1..];
        if matches!(after, "," | ";") {
            self.fix(
                FixKind::Delimiter,
                line,
                at + close + 1,
                "removed a delimiter after a quoted value".into(),
            );
            return Ok(Some(MeantValue::String(self.unescape(line, &token[1..close]))));
        }
        match after.trim_start_matches(' ') {
            comment if comment.starts_with("# ") || comment::is_foreign(comment) => {
                let at = self.offset(comment);
                self.fix(FixKind::Comment, line, at, "removed a comment".into());
                Ok(Some(MeantValue::String(self.unescape(line, &token[1..close]))))
            }
            _ if token::doubled_quotes(token).is_some() => {
                Ok(Some(MeantValue::String(self.with_inner_quotes(line, token))))
            }
            // Several values, but of what?
            values if values.starts_with([',', ';', '|', '"']) => {
                Err(self.error(ErrorKind::TextAfterQuote, line, at + close + 1))
            }
            _ => Ok(Some(MeantValue::String(self.with_inner_quotes(line, token)))),
        }
    }

    /// Reads a string whose closing quote is not on its line.
    pub(super) fn read_open_quote(
        &mut self,
        line: &SourceLine<'t>,
        token: &'t str,
    ) -> Result<MeantValue<'t>> {
        let at = self.offset(token);
        match self.closing_quote_below(at + 1, looks_like_field) {
            // The lines may as well be fields after an unclosed string.
            Some(ClosingQuote { rest: "" | ",", has_own_lines: true, .. }) => {
                Err(self.error(ErrorKind::UnterminatedString, line, at))
            }
            Some(close @ ClosingQuote { rest: "" | ",", .. }) => {
                let string = self.read_multi_line_string(line, at, &close);
                if close.rest == "," {
                    let message = "removed a delimiter after a quoted value";
                    self.fix(FixKind::Delimiter, line, at, message.into());
                }
                Ok(string)
            }
            _ => {
                if self.is_unfinished(line) {
                    self.note_cut("", 0, None);
                }
                self.fix(FixKind::Quote, line, at, "closed a quoted string at the end of its line".into());
                Ok(MeantValue::String(self.unescape(line, without_other_quote(&token[1..]))))
            }
        }
    }

    /// Finds the next quote below the line of `inside`. `is_own` recognizes lines that mean something
    /// by themselves.
    pub(super) fn closing_quote_below(
        &mut self,
        inside: usize,
        is_own: impl Fn(&str) -> bool,
    ) -> Option<ClosingQuote<'t>> {
        let mut has_own_lines = false;
        for (below, candidate) in self.text[inside..].lines().enumerate().skip(1) {
            self.search = self.search.checked_sub(candidate.len() + 1)?;
            has_own_lines |= is_own(candidate.trim());
            if let Some(quote) = token::unescaped_quote(candidate, 0) {
                let at = self.offset(candidate) + quote;
                return Some(ClosingQuote {
                    at,
                    below,
                    rest: candidate[quote + 1..].trim_end(),
                    has_own_lines,
                });
            }
        }
        None
    }

    /// Reads the string that begins with the quote at `at` in `line` and ends at `close`. Nothing in
    /// it is a comment.
    pub(super) fn read_multi_line_string(
        &mut self,
        line: &SourceLine<'t>,
        at: usize,
        close: &ClosingQuote<'t>,
    ) -> MeantValue<'t> {
        let whole = &self.text[at + 1..close.at];
        let mut string = String::with_capacity(whole.len());
        for (index, part) in whole.split('\n').enumerate() {
            if index > 0 {
                string.push('\n');
            }
            let part = part.strip_suffix('\r').unwrap_or(part);
            // What is indented more than one level is indented in the string, too.
            let spaces = part.len() - part.trim_start_matches(' ').len();
            let margin = if index > 0 { spaces.min(line.indent + UNIT) } else { 0 };
            string.push_str(&part[margin..]);
        }
        self.inside.push(line.number + 1..line.number + 1 + close.below);
        while self.peek().is_some_and(|next| next.at <= close.at) {
            self.next += 1;
        }
        if let Some(next) = self.lines.get_mut(self.next) {
            // A blank line in the string is not one in front of the next row.
            next.is_after_blank &= next.number > line.number + close.below + 1;
        }
        self.fix(FixKind::Quote, line, at, "wrote the line breaks in a quoted string as `\\n`".into());
        let (text, escapes) = token::unescape(&string);
        self.note_escapes(line, at, escapes);
        MeantValue::String(Cow::Owned(text.into_owned()))
    }

    /// Reads `"say "hi" now"` without its outer quotes, and `"a" b` unchanged.
    pub(super) fn with_inner_quotes(&mut self, line: &SourceLine<'t>, token: &'t str) -> Cow<'t, str> {
        let at = self.offset(token);
        if let Some(text) = token::doubled_quotes(token) {
            self.fix(FixKind::Quote, line, at, "replaced doubled quotes in a quoted string".into());
            return Cow::Owned(text);
        }
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
                    "quoted a string with text after its closing quote".into(),
                );
                Cow::Borrowed(token)
            }
        }
    }

    pub(super) fn unescape(&mut self, line: &SourceLine<'t>, raw: &'t str) -> Cow<'t, str> {
        let (text, escapes) = token::unescape(raw);
        if escapes != Escapes::Valid {
            self.note_escapes(line, self.offset(raw), escapes);
        }
        text
    }

    /// Reports how the escapes of the string at `at` were understood.
    pub(super) fn note_escapes(&mut self, line: &SourceLine<'t>, at: usize, escapes: Escapes) {
        match escapes {
            Escapes::Valid => {}
            Escapes::Mended => {
                self.fix(FixKind::Escape, line, at, "replaced an invalid escape sequence".into());
            }
            Escapes::PathLike => {
                let message = "this looks like a path, but its backslashes are escapes";
                self.warn(WarningKind::Escape, line, at, message);
            }
            Escapes::Path => {
                self.fix(FixKind::Escape, line, at, "kept the backslashes of a path".into());
                self.warn(WarningKind::Escape, line, at, "the backslashes of this path were not escaped");
            }
            Escapes::Ambiguous => {
                self.doubt(line, at, "some of the backslashes in this string may not be escapes");
            }
        }
    }

    /// Reads the lines below a `|` or `>` at the end of `line`, none of which is a comment.
    pub(super) fn read_block_text(
        &mut self,
        line: &SourceLine<'t>,
        token: &str,
        own: Parent,
    ) -> Option<MeantValue<'t>> {
        let is_folded = match token.as_bytes().first()? {
            b'|' => false,
            b'>' => true,
            _ => return None,
        };
        let chomp = &token[1..];
        if !matches!(chomp, "" | "-" | "+") {
            return None;
        }
        let parts = self.block_lines(line, own);
        let mut indents = parts.iter().map(|part| split_indentation(part));
        let indent = indents.find(|(_, content)| !content.is_empty())?.0.len();
        self.inside.push(line.number + 1..line.number + 1 + parts.len());
        let end = parts.last().map_or(0, |last| self.offset(last) + last.len());
        while self.peek().is_some_and(|next| next.at < end) {
            self.next += 1;
        }
        let mut string = String::new();
        let mut is_behind_text = false;
        for part in parts {
            let (indentation, content) = split_indentation(part);
            let part = &part[indentation.len().min(indent)..];
            if is_folded && content.is_empty() {
                string.push('\n');
                is_behind_text = false;
                continue;
            }
            if is_folded && is_behind_text {
                string.push(' ');
            }
            string.push_str(part);
            is_behind_text = true;
            if !is_folded {
                string.push('\n');
            }
        }
        if chomp != "+" {
            string.truncate(string.trim_end_matches('\n').len());
        }
        if chomp.is_empty() || chomp == "+" && !string.ends_with('\n') {
            string.push('\n');
        }
        Some(MeantValue::String(Cow::Owned(string)))
    }

    /// The lines below `line` that are blank or belong to `own`.
    fn block_lines(&self, line: &SourceLine<'t>, own: Parent) -> Vec<&'t str> {
        let Some(end) = self.text[line.end()..].find('\n') else { return Vec::new() };
        let is_own = |part: &&str| {
            let (indentation, content) = split_indentation(part);
            content.is_empty() || own.indent.is_none_or(|parent| width(indentation) > parent)
        };
        self.text[line.end() + end + 1..].lines().take_while(is_own).collect()
    }

    /// Reads JSON that begins with `token` and continues on the lines below. `None` if it is not
    /// JSON.
    pub(super) fn read_json(&mut self, line: &SourceLine<'t>, token: &'t str) -> Option<MeantValue<'t>> {
        let at = self.offset(token);
        // On a single line, it is a string to the strict reader.
        if is_balanced(token) || self.peek().is_none() {
            return None;
        }
        let rest = &self.text[at..];
        let len = json_len(rest, &mut self.search)?;
        let after = rest[len..].split('\n').next().unwrap_or_default().trim();
        if !matches!(after, "" | ",") {
            return None;
        }
        let (value, duplicates) = MeantValue::of_json(&rest[..len], self.room)?;
        while self.peek().is_some_and(|next| next.at < at + len) {
            self.next += 1;
        }
        self.fix(FixKind::Json, line, at, "wrote JSON as TOON".into());
        for key in duplicates {
            self.fix(FixKind::DuplicateKey, line, at, kept_last(&key));
        }
        if after == "," {
            self.fix(FixKind::Delimiter, line, at, "removed a delimiter after JSON".into());
        }
        Some(value)
    }

    /// Warns about a string that was probably meant to be something else.
    pub(super) fn look_at(&mut self, line: &SourceLine<'t>, token: &'t str) {
        let at = self.offset(token);
        if matches!(token, "..." | "…") {
            self.doubt(line, at, "these dots may stand for what was left out");
        }
        let is_between = |open, close| token.len() > 1 && token.starts_with(open) && token.ends_with(close);
        if is_between('[', ']') || is_between('{', '}') {
            self.warn(WarningKind::Json, line, at, "this is a string that looks like JSON");
        } else if token::between_other_quotes(token).is_some() {
            self.warn(WarningKind::Quotes, line, at, "the quotes are part of this string");
        } else if ends_in_quote(token) {
            let end = at + token.len() - 1;
            self.warn(WarningKind::Quotes, line, end, "the quote is part of this string");
        } else if matches!(
            token,
            "None" | "Null" | "NULL" | "nil" | "undefined" | "True" | "False" | "TRUE" | "FALSE" | "NaN"
        ) {
            self.warn(WarningKind::Literal, line, at, "this is a string, not null, true, false or a number");
        } else if token.starts_with("- ") {
            self.warn(WarningKind::List, line, at, "the hyphen is part of this string");
        } else if token.starts_with("* ") || token.starts_with("• ") {
            self.warn(WarningKind::List, line, at, "the bullet is part of this string");
        } else if is_marked_up(token) {
            self.warn(WarningKind::Markdown, line, at, "the Markdown is part of this string");
        } else if token.len() > 1 && token.ends_with([',', ';']) {
            let end = at + token.len() - 1;
            self.warn(WarningKind::Delimiter, line, end, "the delimiter is part of this string");
        } else if fences::stop_token(token).is_some() {
            self.warn(WarningKind::StopToken, line, at, "a stop token is part of this string");
        } else if has_fields_behind(token) {
            self.warn(WarningKind::Fields, line, at, "other fields are part of this string");
        } else if comment::trailing(token).is_some() {
            self.warn(WarningKind::Comment, line, at, "what looks like a comment is part of this string");
        }
    }
}

/// Whether a cell or key begins with the number of a list: `1. 101`.
pub(super) fn is_numbered(cell: &str) -> bool {
    let rest = cell.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < cell.len() && rest.starts_with(". ")
}

/// Whether a comment follows a quoted string.
fn is_comment(after: &str) -> bool {
    let after = after.trim_start_matches(' ');
    after.starts_with("# ") || comment::is_foreign(after)
}

/// The text before a typographic quote that was meant to close the string.
fn without_other_quote(text: &str) -> &str {
    text.strip_suffix(quotes::is_double).unwrap_or(text)
}

/// Whether `token` is emphasized in Markdown: `**name**` or `` `name` ``.
pub(super) fn is_marked_up(token: &str) -> bool {
    ["**", "__", "`"].into_iter().any(|mark| {
        let inside = token.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        inside.is_some_and(|inside| !inside.is_empty() && !inside.contains(mark))
    })
}

/// Whether all that follows the first comma of `token` are fields: `Ann, age: 30`.
fn has_fields_behind(token: &str) -> bool {
    let is_field =
        |part: &str| part.split_once(": ").is_some_and(|(name, _)| toon::__internal::key::is_bare(name));
    let mut parts = token.split(", ").skip(1).peekable();
    parts.peek().is_some() && parts.all(is_field)
}

/// Whether `token` has a quote only at its end, and not for inches or seconds.
fn ends_in_quote(token: &str) -> bool {
    let text = token.strip_suffix('"').unwrap_or_default();
    !text.contains('"') && text.ends_with(|last: char| !last.is_ascii_digit())
}

/// The length of the JSON object or array at the start of `text`, if its brackets are closed.
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
                let Some(close) = token::closing_quote(&text[at..]) else {
                    *search = search.saturating_sub(text.len() - at);
                    return None;
                };
                *search = search.checked_sub(close)?;
                at += close;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether the brackets of `token` are closed.
fn is_balanced(token: &str) -> bool {
    let mut unlimited = usize::MAX;
    json_len(token, &mut unlimited).is_some()
}

fn ends_in_escape(text: &str) -> bool {
    text.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}

/// Whether `line` looks like `key: …` with a bare key.
fn looks_like_field(line: &str) -> bool {
    let line = line.strip_prefix("- ").unwrap_or(line);
    line.split_once(':').is_some_and(|(key, rest)| {
        let key = key.split('[').next().unwrap_or_default();
        toon::__internal::key::is_bare(key) && (rest.is_empty() || rest.starts_with(' '))
    })
}
