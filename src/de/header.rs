//! `key[N|]{a,b{c}}:` – what stands behind the key (§6).

use super::fields::{Fields, Groups};
use super::key::Key;
use super::source::Source;
use super::state::State;
use crate::error::shorten;
use crate::{Error, ErrorKind, Result};

/// A bracket segment: what a header says of its scope, and perhaps all that it says.
#[derive(Clone, Copy)]
pub(super) struct Bracket {
    pub(super) at: usize,
    /// The declared length, at most `u64::MAX`.
    pub(super) length: u64,
    pub(super) delimiter: u8,
    pub(super) keyed: bool,
    /// Where it ends.
    after: usize,
}

impl Bracket {
    /// `[n]` at `at`, with a single digit.
    #[inline(always)]
    pub(super) fn of_digit(at: usize, digit: u8) -> Self {
        let length = u64::from(digit.wrapping_sub(b'0'));
        Bracket { at, length, delimiter: b',', keyed: false, after: at + "[n]".len() }
    }
}

impl<'de> State<'de> {
    /// Where the values behind a header without field list begin; nothing if it has one, or is none.
    #[inline(always)]
    pub(super) fn values(&self, bracket: &Bracket, end: usize) -> Option<usize> {
        match self.source.bytes(bracket.after, end) {
            [b':', ..] if !bracket.keyed => Some(self.source.skip_spaces(bracket.after + 1, end)),
            _ => None,
        }
    }

    /// The field list of a header without [`values`](Self::values), in place of `last`, that of another one: where both
    /// have the same text, not much is left to do.
    pub(super) fn fields(&self, bracket: &Bracket, end: usize, mut last: Fields<'de>) -> Result<Fields<'de>> {
        let source = &self.source;
        let (fields, after) = match source.byte(bracket.after) {
            Some(b'{') if bracket.after < end => {
                let same = last.move_to(self, bracket.after, end, bracket.delimiter);
                let fields =
                    if same { last } else { self.field_list(bracket.after, end, bracket.delimiter, last)? };
                let after = fields.text.1;
                (Some(fields), after)
            }
            _ => (None, bracket.after),
        };
        match source.bytes(after, end).first() {
            Some(b':') => {}
            Some(b' ' | b'\t') => return Err(self.fail(ErrorKind::HeaderSpace, after)),
            Some(_) => return Err(self.fail(ErrorKind::HeaderText, after)),
            None => return Err(source.fail_short(ErrorKind::MissingHeaderColon, after, end)),
        }
        let Some(fields) = fields else { return Err(self.fail(ErrorKind::MissingFieldList, after)) };
        let rest = source.skip_spaces(after + 1, end);
        if rest < end { Err(self.fail(ErrorKind::ContentAfterFields, rest)) } else { Ok(fields) }
    }

    /// Whether all of a header is as it must be.
    pub(super) fn check_header(&self, bracket: &Bracket, end: usize) -> Result<()> {
        match self.values(bracket, end) {
            Some(_) => Ok(()),
            None => self.fields(bracket, end, Fields::default()).map(|_| ()),
        }
    }

    /// The list that opens at `open`, groups in place.
    ///
    /// No recursion: a hundred thousand nested groups fit on a line.
    fn field_list(&self, open: usize, end: usize, delimiter: u8, last: Fields<'de>) -> Result<Fields<'de>> {
        let source = &self.source;
        let mut fields = last.emptied(delimiter);
        let mut groups = Groups::new();
        let mut key = Key::bare(open, "");
        let room = self.group_room();
        let mut at = open + 1;
        let mut opened = true;
        loop {
            let start = source.skip_spaces(at, end);
            let Some(stop) = entry_end(source, start, end) else {
                return Err(source.fail_short(ErrorKind::UnclosedFieldList, open, end));
            };
            let byte = source.byte(stop).unwrap_or(b'}');
            let name_end = if byte == b'{' { stop } else { source.trim_end(start, stop) };
            if start == name_end {
                let kind = if opened && byte == b'}' {
                    ErrorKind::EmptyFieldList
                } else {
                    ErrorKind::EmptyFieldName
                };
                return Err(self.fail(kind, start));
            }
            if byte == b'{' && matches!(source.byte(stop - 1), Some(b' ' | b'\t')) {
                return Err(self.fail(ErrorKind::HeaderSpace, stop - 1));
            }
            self.check_delimiter(byte, delimiter, stop)?;
            key.read(source, start, name_end)?;
            opened = byte == b'{';
            at = stop + 1;
            if opened {
                groups.open(&mut fields, &key);
                fields.depth = fields.depth.max(groups.depth);
                if groups.depth > room {
                    return Err(source.place(self.too_deep(), stop));
                }
                continue;
            }
            fields.push_leaf(&key);
            if byte == b'}' {
                match self.close_groups(&mut fields, &mut groups, stop, end, delimiter)? {
                    Closed::List(after) => {
                        fields.text = (open, after);
                        return fields.checked(self);
                    }
                    Closed::Group(after) => at = after,
                }
            }
        }
    }

    /// Levels for field groups: the array and its rows take one each.
    pub(super) fn group_room(&self) -> usize {
        self.room.saturating_sub(2)
    }

    /// Closes the group or list whose `}` stands at `at`, and those whose `}` follow.
    fn close_groups(
        &self,
        fields: &mut Fields<'de>,
        groups: &mut Groups,
        mut at: usize,
        end: usize,
        delimiter: u8,
    ) -> Result<Closed> {
        let source = &self.source;
        loop {
            if !groups.close(fields) {
                return Ok(Closed::List(at + 1));
            }
            let after = source.skip_spaces(at + 1, end);
            match source.bytes(after, end).first() {
                Some(b'}') => at = after,
                Some(&byte) if byte == delimiter => return Ok(Closed::Group(after + 1)),
                Some(&byte) => {
                    self.check_delimiter(byte, delimiter, after)?;
                    return Err(self.fail(ErrorKind::HeaderText, after));
                }
                None => return Err(source.fail_short(ErrorKind::UnclosedFieldList, at, end)),
            }
        }
    }

    /// §6: an unquoted delimiter other than the declared one is an error.
    fn check_delimiter(&self, byte: u8, declared: u8, at: usize) -> Result<()> {
        if matches!(byte, b',' | b'\t' | b'|') && byte != declared {
            let (expected, found) = (char::from(declared), char::from(byte));
            return Err(self.fail(ErrorKind::FieldDelimiter { expected, found }, at));
        }
        Ok(())
    }
}

enum Closed {
    /// The whole field list, which ends at this offset.
    List(usize),
    /// A group; the next entry begins at this offset.
    Group(usize),
}

/// The bracket segment that begins at `at`, on a line that ends at `end`.
pub(super) fn bracket(source: &Source<'_>, at: usize, end: usize) -> Result<Bracket> {
    parse_bracket(source, at, end).ok_or_else(|| invalid_bracket(source, at, end))
}

#[inline]
pub(super) fn parse_bracket(source: &Source<'_>, at: usize, end: usize) -> Option<Bracket> {
    let inside = source.bytes(at + 1, end);
    let mut length = 0_u64;
    let mut rest = inside;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        length = length.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
        rest = tail;
    }
    let digits = inside.len() - rest.len();
    // §6: no leading zeros.
    let is_length = digits == 1 || digits > 1 && inside.first() != Some(&b'0');
    let (keyed, rest) = match rest {
        [b':', rest @ ..] => (true, rest),
        _ => (false, rest),
    };
    let (delimiter, rest) = match rest {
        [delimiter @ (b'\t' | b'|'), rest @ ..] => (*delimiter, rest),
        _ => (b',', rest),
    };
    let is_bracket = is_length && rest.first() == Some(&b']');
    is_bracket.then(|| Bracket { at, length, delimiter, keyed, after: end - rest.len() + 1 })
}

#[cold]
#[inline(never)]
pub(super) fn invalid_bracket(source: &Source<'_>, at: usize, end: usize) -> Error {
    match source.unquoted(at + 1, end, b']', b']') {
        Some(close) => {
            let text = shorten(source.slice(at + 1, close));
            source.fail(ErrorKind::InvalidBracket { text }, at)
        }
        None => source.fail_short(ErrorKind::UnclosedBracket, at, end),
    }
}

/// The first character that ends a field name: a delimiter of any kind or a brace.
fn entry_end(source: &Source<'_>, mut at: usize, end: usize) -> Option<usize> {
    loop {
        let bytes = source.bytes(at, end);
        at += bytes.iter().position(|byte| matches!(byte, b',' | b'\t' | b'|' | b'{' | b'}' | b'"'))?;
        if source.byte(at) != Some(b'"') {
            return Some(at);
        }
        at = source.after_span(at, end);
    }
}
