//! Whether a text looks like a document, or like prose.

use crate::header;
use crate::lines;
use crate::token;
use crate::value::MeantValue;
use toon::__internal::{assignment, csv, key, list, markdown, prose, quotes};
use toon::{__internal, DecodeOptions};

/// Whether `text` is strict TOON.
pub(crate) fn is_valid(text: &str) -> bool {
    DecodeOptions::new().check(text).is_empty()
}

/// Whether valid TOON is prose: a single string without quotes, or only fields of text, of which a key
/// is a sentence.
pub(crate) fn is_prose(text: &str) -> bool {
    let mut lines = content(text);
    let Some(first) = lines.next() else { return false };
    if lines.next().is_none()
        && token::find_unquoted(first, &[':']).is_none()
        && header::parse(first).is_none()
    {
        let is_string = matches!(token::bare(first), MeantValue::Text(_));
        return is_string && !first.starts_with(['"', '[', '{']) && !unclosed_header(first);
    }
    let mut has_sentence = is_remark(text);
    for line in content(text) {
        let Some(colon) = token::find_unquoted(line, &[':']) else { return false };
        let value = token::trim(&line[colon + 1..]);
        if header::parse(line).is_some()
            || !matches!(token::bare(value), MeantValue::Text(_))
            || value.starts_with('"')
        {
            return false;
        }
        has_sentence |= is_sentence_key(&line[..colon]);
    }
    has_sentence
}

/// Whether a text is a single line such as `Sorry: I cannot do that.`
fn is_remark(text: &str) -> bool {
    let mut lines = content(text);
    let first = lines.next().unwrap_or_default();
    let value = first.split_once(':').map(|(_, value)| value).unwrap_or_default();
    lines.next().is_none() && first.starts_with(char::is_uppercase) && prose::is_sentence(value)
}

/// Whether a text is a single key without a value.
pub(crate) fn is_key_alone(text: &str) -> bool {
    let mut lines = content(text);
    lines.next().is_some_and(|line| line.ends_with(':')) && lines.next().is_none()
}

/// Whether a line is a sentence to a person, of three words or more, or an exclamation.
pub(crate) fn is_sentence(line: &str) -> bool {
    prose::is_sentence(line) && line.starts_with(char::is_alphabetic) || is_exclamation(line)
}

/// Whether a line is a word or two to a person: `Done!`, `Thanks.`
fn is_exclamation(line: &str) -> bool {
    let words = line.trim_end_matches(['.', '!', '?', '…']);
    words.len() < line.len()
        && !words.is_empty()
        && words.chars().all(|c| c.is_alphabetic() || " ,'’".contains(c))
}

/// Whether what precedes a colon is rather the beginning of a sentence: five words, or an apostrophe
/// or comma.
pub(crate) fn is_sentence_key(key: &str) -> bool {
    key.starts_with(char::is_alphabetic)
        && (key.contains(['\'', '’', ',']) || key.split_whitespace().nth(4).is_some())
}

/// The lines that are neither blank, nor comments, nor markers of a YAML document.
fn content(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().map(str::trim);
    lines.filter(|line| {
        !matches!(*line, "" | "---" | "toon" | "TOON") && !line.starts_with('#') && !line.starts_with("// ")
    })
}

/// Whether a text between fences is an object or array in TOON or JSON, possibly with mistakes, or a
/// value in a format that can be converted. Any scalar but a string without quotes is one, too.
pub(crate) fn is_document(text: &str) -> bool {
    if is_valid(text) {
        return content(text).next().is_some() && !is_prose(text);
    }
    let mut fields = 0_usize;
    let mut lines = 0_usize;
    for line in content(text) {
        if header::parse(line).is_some() {
            return true;
        }
        lines += 1;
        fields += usize::from(is_field(line));
    }
    begins_document(text) || fields * 2 > lines
}

/// How much a text that begins with something else is like a document: the number of its fields, or more
/// if it has a header.
pub(crate) fn likeness(text: &str) -> usize {
    let has_header = content(text).any(|line| header::parse(line).is_some() || recognize_header(line));
    if has_header { usize::MAX } else { content(text).filter(|line| is_field(line)).count() }
}

/// Whether a line is a header with brackets that cannot be read, as in `users[2 of 5]{id,name}:`.
fn recognize_header(line: &str) -> bool {
    line.ends_with(':')
        && __internal::header::parse(line)
            .is_some_and(|header| header.bracket.is_some() && is_key(header.key))
}

/// Whether a line is a field with a bare or quoted key.
pub(crate) fn is_field(line: &str) -> bool {
    let line = line.strip_prefix("- ").unwrap_or(line);
    let field = line.split_once(':').filter(|(_, rest)| rest.is_empty() || rest.starts_with(' '));
    field.or_else(|| assignment::full_width_colon(line)).is_some_and(|(key, _)| is_key(key))
        || assignment::assignment(line).is_some_and(|(key, _)| is_key(key))
}

fn is_key(key: &str) -> bool {
    let key = key.trim_matches('*').trim_end();
    quotes::inside(key).is_some()
        || key::is_bare(key)
        || key.len() > 1 && key.starts_with('"') && key.ends_with('"')
        || key.starts_with(char::is_alphabetic) && !key.contains([' ', ',', '(', ')', ';', '/', '\'', '’'])
}

/// Whether the first line begins JSON, or is a header, a list item, a field, or the first line of
/// CSV or of a Markdown table.
pub(crate) fn begins_document(text: &str) -> bool {
    let mut lines = content(text);
    let Some(first) = lines.next() else { return false };
    let second = lines.next();
    if first.starts_with(['{', '[']) {
        let after = first[1..].trim_start();
        let is_json = after.is_empty() || after.starts_with(['"', '{', '[', '}', ']', '-']);
        return is_json || header::parse(first).is_some() || after.starts_with(|c: char| c.is_ascii_digit());
    }
    let item = list::bullet(first).or_else(|| first.strip_prefix("- "));
    if let Some(item) = item {
        return second.is_some() && !prose::is_sentence(item);
    }
    if lines::hyphen(first) > 0 {
        return second.is_some();
    }
    if header::parse(first).is_some() || unclosed_header(first) {
        return true;
    }
    if let Some(second) = second {
        let has_names = || {
            // The last row may be incomplete.
            let count = content(text).count();
            let lines = |count| content(text).take(count);
            let (count, delimiter) = [count, count.saturating_sub(1)]
                .into_iter()
                .filter(|&count| count > 1)
                .find_map(|count| Some((count, csv::delimiter(lines(count))?)))?;
            csv::header(lines(count), delimiter)
        };
        if first.contains('|') && markdown::is_separator(second) || has_names().is_some() {
            return true;
        }
    }
    if let Some((name, rest)) = first.split_once(':') {
        let is_key = is_key(name);
        return is_key
            && if rest.starts_with(' ') {
                second.is_some() || !prose::is_sentence(rest)
            } else {
                rest.is_empty() && second.is_some()
            };
    }
    let is_above_nested = || {
        let mut lines = text.lines().skip_while(|line| line.trim() != first).skip(1);
        lines.next().is_some_and(|next| next.starts_with([' ', '\t']) && next.contains(':'))
    };
    is_field(first) || is_key(first) && is_above_nested()
}

/// Whether `text` begins with a header, or with a field and the line below it, that cannot be prose or
/// another format. Unless it `is_whole`, its last line counts only if it has a line feed.
pub(crate) fn begins_toon(text: &str, is_whole: bool) -> bool {
    let end = if is_whole { text.len() } else { text.rfind('\n').map_or(0, |end| end + 1) };
    let complete = &text[..end];
    let text = complete.strip_prefix('\u{feff}').unwrap_or(complete);
    let lines = text.lines().map(str::trim_end);
    let mut lines = lines.skip_while(|line| line.is_empty() || line.starts_with('#'));
    let Some(first) = lines.next() else { return false };
    if header::parse(first).is_some() {
        return true;
    }
    let Some(second) = lines.next() else { return false };
    let is_toon_field = |line: &str| line.contains(':') && is_field(line) || header::parse(line).is_some();
    let is_below = second.starts_with(' ') && !second.trim().is_empty();
    // A key alone in its line may introduce what follows.
    let goes_on = if first.ends_with(':') { is_below } else { is_toon_field(second) };
    is_toon_field(first) && goes_on && !is_prose(&[first, "\n", second].concat())
}

/// Whether a text is nothing but a header that was cut off.
pub(crate) fn is_unclosed_header(text: &str) -> bool {
    let mut lines = content(text);
    lines.next().is_some_and(unclosed_header) && lines.next().is_none()
}

/// Whether a line is a header that was cut off: `users[3]{id,na`.
pub(crate) fn unclosed_header(line: &str) -> bool {
    let Some((name, rest)) = line.split_once('[') else { return false };
    let is_open = token::find_unquoted(line, &[':']).is_none() && header::parse(line).is_none();
    is_key(name) && rest.starts_with(|c: char| c.is_ascii_digit()) && !name.is_empty() && is_open
}
