//! Parses the field list of a header into a form that is walked once per row.

use super::depth::Depth;
use super::header::Bracket;
use super::key::KeyToken;
use super::source::Source;
use crate::error::shorten;
use crate::{ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::Cell;

/// A field list. Its entries are in depth-first order, each group before its members.
#[derive(Default)]
pub(super) struct FieldList<'de> {
    pub(super) list: Vec<FieldEntry<'de>>,
    /// The number of cells in a row.
    pub(super) leaves: usize,
    /// Its start and end in the text, the depth of its groups, and its delimiter.
    text: (usize, usize),
    depth: usize,
    delimiter: u8,
    /// Whether the rows, and their groups, are structs with the same fields in the same order.
    pub(super) row: InOrder,
    pub(super) groups: Vec<InOrder>,
}

pub(super) struct FieldEntry<'de> {
    pub(super) name: Cow<'de, str>,
    pub(super) key: KeyToken<'de>,
    pub(super) group: bool,
    /// For a group: its number among the groups, and how many of the following entries it contains.
    pub(super) number: usize,
    pub(super) members: usize,
    /// Its first cell, and the number of its cells.
    pub(super) cell: usize,
    pub(super) cells: usize,
}

/// The groups that are open while a field list is read.
struct Groups {
    depth: usize,
    /// The index of the innermost one. Until it closes, its `members` is the index of the enclosing
    /// group.
    innermost: usize,
}

impl Groups {
    fn new() -> Self {
        Groups { depth: 0, innermost: 0 }
    }

    fn open<'de>(&mut self, fields: &mut FieldList<'de>, key: &KeyToken<'de>) {
        let index = fields.list.len();
        fields.push(key, true, self.innermost, 0);
        fields.groups.push(InOrder::default());
        self.innermost = index;
        self.depth += 1;
    }

    /// Closes the innermost group, if there is one.
    fn close(&mut self, fields: &mut FieldList<'_>) -> bool {
        if self.depth == 0 {
            return false;
        }
        let members = fields.list.len() - self.innermost - 1;
        if let Some(group) = fields.list.get_mut(self.innermost) {
            self.innermost = core::mem::replace(&mut group.members, members);
            group.cells = fields.leaves - group.cell;
        }
        self.depth -= 1;
        true
    }
}

/// Up to this many field names are compared in pairs; longer lists are sorted.
const MAX_COMPARED_FIELDS: usize = 16;

impl<'de> FieldList<'de> {
    /// Returns an empty list that reuses the allocations.
    fn emptied(self, delimiter: u8) -> Self {
        let FieldList { mut list, mut groups, .. } = self;
        list.clear();
        groups.clear();
        FieldList { list, delimiter, groups, ..FieldList::default() }
    }

    /// Returns whether the list that opens at `open` has the same text and meaning. If so, this
    /// list is moved there.
    fn move_to(
        &mut self,
        source: &Source<'de>,
        open: usize,
        end: usize,
        delimiter: u8,
        depth: &Depth,
    ) -> bool {
        let (start, after) = self.text;
        let text = source.bytes(start, after);
        let same = !text.is_empty() && source.bytes(open, end).starts_with(text);
        if !same || self.delimiter != delimiter || self.depth > depth.groups() {
            return false;
        }
        for field in &mut self.list {
            field.key.at = field.key.at - start + open;
        }
        self.text = (open, after - start + open);
        true
    }

    fn push_leaf(&mut self, key: &KeyToken<'de>) {
        self.push(key, false, 0, 1);
        self.leaves += 1;
    }

    fn push(&mut self, key: &KeyToken<'de>, group: bool, members: usize, cells: usize) {
        let (number, cell) = (self.groups.len(), self.leaves);
        if self.list.capacity() == 0 {
            // A single allocation is enough for most documents.
            self.list.reserve(10);
        }
        self.list.push(FieldEntry { name: key.text(), key: *key, group, number, members, cell, cells });
    }

    /// The fields of the row's object.
    #[inline]
    pub(super) fn members(&self) -> FieldMembers<'_, 'de> {
        FieldMembers::new(&self.list)
    }

    /// §9.3: a repeated name is an error in the header, even if no rows follow.
    fn check_names(&self, source: &Source<'de>) -> Result<()> {
        match self.duplicate() {
            None => Ok(()),
            Some(twice) => {
                let name = shorten(&twice.name);
                Err(source.fail(ErrorKind::DuplicateField { name }, twice.key.at))
            }
        }
    }

    /// The first field, in document order, whose name occurs earlier in its list.
    fn duplicate(&self) -> Option<&FieldEntry<'de>> {
        // The common case: a short list in which no name occurs twice, not even in different
        // groups.
        let before = |index: usize| self.list.get(..index).unwrap_or_default();
        let mut fields = self.list.iter().enumerate();
        if self.list.len() <= MAX_COMPARED_FIELDS
            && fields.all(|(index, field)| before(index).iter().all(|other| other.name != field.name))
        {
            return None;
        }
        let groups = self.list.iter().enumerate().filter(|(_, field)| field.group);
        let inner = groups.filter_map(|(index, group)| {
            let (start, end) = (index + 1, index + 1 + group.members);
            duplicate_in(FieldMembers::new(self.list.get(start..end).unwrap_or_default()))
        });
        inner.chain(duplicate_in(self.members())).min_by_key(|field| field.key.at)
    }
}

/// Whether the columns of a header or group are the fields of a struct, in order. The answer is
/// cached for the last struct, which is usually the same for every row.
#[derive(Default)]
pub(super) struct InOrder(Cell<(&'static [&'static str], bool)>);

impl InOrder {
    /// Whether `members` are these `fields`, in order.
    #[inline]
    pub(super) fn is(&self, members: &FieldMembers<'_, '_>, fields: &'static [&'static str]) -> bool {
        let (last, is_in_order) = self.0.get();
        if core::ptr::eq(last, fields) { is_in_order } else { self.compare(members, fields) }
    }

    #[cold]
    fn compare(&self, members: &FieldMembers<'_, '_>, fields: &'static [&'static str]) -> bool {
        let names = members.clone().map(|(field, _)| &*field.name);
        let is_in_order = names.eq(fields.iter().copied());
        self.0.set((fields, is_in_order));
        is_in_order
    }
}

/// The fields of one object, each with its own members.
#[derive(Clone)]
pub(super) struct FieldMembers<'h, 'de> {
    list: &'h [FieldEntry<'de>],
}

impl<'h, 'de> FieldMembers<'h, 'de> {
    #[inline]
    pub(super) fn new(list: &'h [FieldEntry<'de>]) -> Self {
        FieldMembers { list }
    }

    /// All fields, each group before its members.
    #[inline]
    pub(super) fn list(&self) -> &'h [FieldEntry<'de>] {
        self.list
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<&'h FieldEntry<'de>> {
        self.list.first()
    }
}

impl<'h, 'de> Iterator for FieldMembers<'h, 'de> {
    type Item = (&'h FieldEntry<'de>, FieldMembers<'h, 'de>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (field, after) = self.list.split_first()?;
        let (inner, rest) =
            if field.group { after.split_at_checked(field.members)? } else { (&[][..], after) };
        self.list = rest;
        Some((field, FieldMembers::new(inner)))
    }
}

fn duplicate_in<'h, 'de>(members: FieldMembers<'h, 'de>) -> Option<&'h FieldEntry<'de>> {
    let mut members: Vec<&FieldEntry<'de>> = members.map(|(field, _)| field).collect();
    members.sort_by(|a, b| a.name.cmp(&b.name).then(a.key.at.cmp(&b.key.at)));
    let pairs = members.iter().zip(members.iter().skip(1));
    pairs.filter(|(a, b)| a.name == b.name).map(|(_, b)| *b).min_by_key(|field| field.key.at)
}

/// The context in which a field list is parsed.
struct FieldListParser<'a, 'de> {
    source: &'a Source<'de>,
    /// The end of its line.
    end: usize,
    delimiter: u8,
    strict: bool,
    depth: &'a Depth,
}

impl<'de> FieldList<'de> {
    /// Parses the field list of a header without [`values`](Bracket::values), on a line that ends
    /// at `end`. If `last`, the field list of an earlier header, has the same text, it is reused.
    /// In non-strict mode, names may repeat.
    pub(super) fn parse(
        source: &Source<'de>,
        bracket: &Bracket,
        end: usize,
        strict: bool,
        depth: &Depth,
        mut last: FieldList<'de>,
    ) -> Result<Self> {
        let &Bracket { after, delimiter, .. } = bracket;
        let (fields, after) = match source.byte(after) {
            Some(b'{') if after < end => {
                let fields = if last.move_to(source, after, end, delimiter, depth) {
                    last
                } else {
                    FieldListParser { source, end, delimiter, strict, depth }.read(after, last)?
                };
                let after = fields.text.1;
                (Some(fields), after)
            }
            _ => (None, after),
        };
        match source.bytes(after, end).first() {
            Some(b':') => {}
            Some(b' ' | b'\t') => return Err(source.fail(ErrorKind::HeaderSpace, after)),
            Some(_) => return Err(source.fail(ErrorKind::HeaderText, after)),
            None => return Err(source.fail_short(ErrorKind::MissingHeaderColon, after, end)),
        }
        let Some(fields) = fields else { return Err(source.fail(ErrorKind::MissingFieldList, after)) };
        let rest = source.skip_spaces(after + 1, end);
        if rest < end { Err(source.fail(ErrorKind::ContentAfterFields, rest)) } else { Ok(fields) }
    }
}

impl<'de> FieldListParser<'_, 'de> {
    /// Reads the list that opens at `open`, with its groups.
    ///
    /// Not recursive, since a line may contain a hundred thousand nested groups.
    fn read(&self, open: usize, last: FieldList<'de>) -> Result<FieldList<'de>> {
        let &FieldListParser { source, end, delimiter, strict, depth } = self;
        let mut fields = last.emptied(delimiter);
        let mut groups = Groups::new();
        let mut key = KeyToken::bare(open, "");
        let room = depth.groups();
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
                return Err(source.fail(kind, start));
            }
            if byte == b'{' && matches!(source.byte(stop - 1), Some(b' ' | b'\t')) {
                return Err(source.fail(ErrorKind::HeaderSpace, stop - 1));
            }
            self.check_delimiter(byte, stop)?;
            key.read(source, start, name_end)?;
            opened = byte == b'{';
            at = stop + 1;
            if opened {
                groups.open(&mut fields, &key);
                fields.depth = fields.depth.max(groups.depth);
                if groups.depth > room {
                    return Err(source.place(depth.too_deep(), stop));
                }
                continue;
            }
            fields.push_leaf(&key);
            if byte == b'}' {
                match self.close_groups(&mut fields, &mut groups, stop)? {
                    Closed::List(after) => {
                        fields.text = (open, after);
                        if strict {
                            fields.check_names(source)?;
                        }
                        return Ok(fields);
                    }
                    Closed::Group(after) => at = after,
                }
            }
        }
    }

    /// Closes the group or list whose `}` is at `at`, and any whose `}` follows directly.
    fn close_groups(
        &self,
        fields: &mut FieldList<'de>,
        groups: &mut Groups,
        mut at: usize,
    ) -> Result<Closed> {
        let &FieldListParser { source, end, delimiter, .. } = self;
        loop {
            if !groups.close(fields) {
                return Ok(Closed::List(at + 1));
            }
            let after = source.skip_spaces(at + 1, end);
            match source.bytes(after, end).first() {
                Some(b'}') => at = after,
                Some(&byte) if byte == delimiter => return Ok(Closed::Group(after + 1)),
                Some(&byte) => {
                    self.check_delimiter(byte, after)?;
                    return Err(source.fail(ErrorKind::HeaderText, after));
                }
                None => return Err(source.fail_short(ErrorKind::UnclosedFieldList, at, end)),
            }
        }
    }

    /// §6: an unquoted delimiter other than the declared one is an error.
    fn check_delimiter(&self, byte: u8, at: usize) -> Result<()> {
        let &FieldListParser { source, delimiter: declared, .. } = self;
        if matches!(byte, b',' | b'\t' | b'|') && byte != declared {
            let (expected, found) = (char::from(declared), char::from(byte));
            return Err(source.fail(ErrorKind::FieldDelimiter { expected, found }, at));
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
