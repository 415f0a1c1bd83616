//! The columns of an empty table (`#[toon(tabular(header))]`), as a hint has them: `header/`, and behind it each name after
//! [`NEXT`], the field's own level after [`LEVEL`], and what is in a group between [`OPEN`] and [`CLOSE`].

use super::Serializer;
use super::layout::push_key;
use super::level::Level;
use crate::Result;
use alloc::string::String;
use serde::ser::Serialize;

#[cfg(feature = "derive")]
pub(crate) const PREFIX: &str = "$toon::header/";
pub(crate) const NEXT: u8 = 0x01;
pub(crate) const OPEN: u8 = 0x02;
pub(crate) const CLOSE: u8 = 0x03;
pub(crate) const LEVEL: u8 = 0x04;

impl Serializer<'_> {
    /// Writes the value of the field whose key has come, and behind its key the columns, if it is an empty table.
    #[cold]
    pub(super) fn headed<T: ?Sized + Serialize>(&mut self, columns: &'static str, value: &T) -> Result<()> {
        if self.filter.is_some() {
            return self.nested(value);
        }
        let is_field = self.writer.end_tables()?;
        self.writer.begin_cell();
        self.nested(value)?;
        if let Some(is_keyed) = self.writer.is_last_empty().filter(|_| is_field) {
            let needs_groups = is_keyed || columns.as_bytes().contains(&OPEN);
            if self.writer.layout().has_groups || !needs_groups {
                if let Some(fields) = self.fields_of(columns) {
                    self.writer.set_empty_header(&fields);
                }
            }
        }
        Ok(())
    }

    /// The field list, unless there is nothing to be seen of it.
    fn fields_of(&mut self, columns: &'static str) -> Option<String> {
        let mut fields = String::from("{");
        let mut is_first = true;
        // In a group that is not to be seen, the number of groups that are open.
        let mut hidden = 0;
        let mut marks = marks(columns).peekable();
        while let Some((mark, text)) = marks.next() {
            match mark {
                OPEN if hidden > 0 => hidden += 1,
                CLOSE if hidden > 0 => hidden -= 1,
                _ if hidden > 0 => {}
                NEXT => {
                    let level = marks.next_if(|(mark, _)| *mark == LEVEL);
                    let level = level.and_then(|(_, hint)| Level::parse(hint.strip_prefix("$toon::")?));
                    if level.is_some_and(|level| self.hides(level)) {
                        hidden = usize::from(marks.next_if(|(mark, _)| *mark == OPEN).is_some());
                        continue;
                    }
                    if !core::mem::take(&mut is_first) {
                        self.writer.layout().push_delimiter(&mut fields);
                    }
                    push_key(&mut fields, text);
                }
                OPEN => {
                    fields.push('{');
                    is_first = true;
                }
                // A group has a column at least.
                _ if is_first => return None,
                _ => fields.push('}'),
            }
        }
        fields.push('}');
        if is_first { None } else { Some(fields) }
    }
}

/// The marks, each with the text behind it.
fn marks(columns: &'static str) -> impl Iterator<Item = (u8, &'static str)> {
    let mut rest = columns;
    core::iter::from_fn(move || {
        let mark = *rest.as_bytes().first()?;
        // What the derives make begins with a mark.
        let text = rest.get(1..)?;
        let len = text.bytes().position(|byte| (NEXT..=LEVEL).contains(&byte)).unwrap_or(text.len());
        rest = &text[len..];
        Some((mark, &text[..len]))
    })
}
