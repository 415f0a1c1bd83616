//! `key[N|]{a,b{c}}:` – what stands behind the key (§6).

use super::fields::{Field, Fields};
use super::key::Key;
use super::source::Source;
use super::state::State;
use crate::error::shorten;
use crate::{ErrorKind, Result};
use alloc::vec::Vec;

/// A header without its key.
pub(super) struct Header<'de> {
    /// Where the bracket segment begins.
    pub(super) at: usize,
    /// The declared length, at most `u64::MAX`.
    pub(super) length: u64,
    pub(super) delimiter: u8,
    pub(super) fields: Option<Fields<'de>>,
    /// The inline values: empty if there are none.
    pub(super) values: (usize, usize),
}

/// The bracket segment and where it ends.
pub(super) struct Bracket {
    length: u64,
    delimiter: u8,
    pub(super) keyed: bool,
    after: usize,
}

impl<'de> State<'de> {
    /// The header whose bracket segment begins at `at`, on a line that ends at `end`.
    pub(super) fn header(&self, at: usize, end: usize) -> Result<Header<'de>> {
        let source = &self.source;
        let Bracket { length, delimiter, keyed, after } = bracket(source, at, end)?;
        let (fields, after) = match source.byte(after) {
            Some(b'{') if after < end => {
                let (list, after) = self.field_list(after, end, delimiter)?;
                (Some(Fields::new(self, list)?), after)
            }
            _ => (None, after),
        };
        let rest = source.bytes(after, end);
        match rest.first() {
            Some(b':') => {}
            Some(b' ' | b'\t') => return Err(self.fail(ErrorKind::HeaderSpace, after)),
            Some(_) => return Err(self.fail(ErrorKind::HeaderText, after)),
            None => return Err(source.fail_short(ErrorKind::MissingHeaderColon, after, end)),
        }
        if keyed && fields.is_none() {
            return Err(self.fail(ErrorKind::MissingFieldList, after));
        }
        let values = source.skip_spaces(after + 1, end);
        if fields.is_some() && values < end {
            return Err(self.fail(ErrorKind::ContentAfterFields, values));
        }
        Ok(Header { at, length, delimiter, fields, values: (values, end) })
    }

    /// The field entries of the list that opens at `open`, groups in place, and the offset behind its `}`.
    ///
    /// No recursion: a hundred thousand nested groups fit on a line.
    fn field_list(&self, open: usize, end: usize, delimiter: u8) -> Result<(Vec<Field<'de>>, usize)> {
        let source = &self.source;
        let mut list: Vec<Field<'de>> = Vec::new();
        // Indices of the fields whose groups are open.
        let mut groups: Vec<usize> = Vec::new();
        // The array and its rows take a level each.
        let room = self.room.saturating_sub(2);
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
            let key = Key::parse(source, start, name_end)?;
            list.push(Field::new(&key, byte == b'{'));
            opened = byte == b'{';
            at = stop + 1;
            if opened {
                groups.push(list.len() - 1);
                if groups.len() > room {
                    return Err(source.place(self.too_deep(), stop));
                }
            } else if byte == b'}' {
                match self.close_groups(&mut list, &mut groups, stop, end, delimiter)? {
                    Closed::List(after) => return Ok((list, after)),
                    Closed::Group(after) => at = after,
                }
            }
        }
    }

    /// Closes the group or list whose `}` stands at `at`, and those whose `}` follow.
    fn close_groups(
        &self,
        list: &mut [Field<'de>],
        groups: &mut Vec<usize>,
        mut at: usize,
        end: usize,
        delimiter: u8,
    ) -> Result<Closed> {
        let source = &self.source;
        loop {
            let next = list.len();
            let Some(group) = groups.pop() else { return Ok(Closed::List(at + 1)) };
            if let Some(field) = list.get_mut(group) {
                field.next = next;
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

pub(super) fn bracket(source: &Source<'_>, at: usize, end: usize) -> Result<Bracket> {
    let inside = source.bytes(at + 1, end);
    let digits = inside.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = inside.split_at(digits);
    let (keyed, rest) = match rest {
        [b':', rest @ ..] => (true, rest),
        _ => (false, rest),
    };
    let (delimiter, rest) = match rest {
        [delimiter @ (b'\t' | b'|'), rest @ ..] => (*delimiter, rest),
        _ => (b',', rest),
    };
    // §6: no leading zeros.
    let is_length = matches!(number, [b'0'] | [b'1'..=b'9', ..]);
    if is_length && rest.first() == Some(&b']') {
        let length = number
            .iter()
            .fold(0_u64, |length, digit| length.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
        return Ok(Bracket { length, delimiter, keyed, after: end - rest.len() + 1 });
    }
    Err(match source.unquoted(at + 1, end, b']', b']') {
        Some(close) => {
            let text = shorten(source.slice(at + 1, close));
            source.fail(ErrorKind::InvalidBracket { text }, at)
        }
        None => source.fail_short(ErrorKind::UnclosedBracket, at, end),
    })
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
