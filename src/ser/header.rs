//! The columns of an empty table (`#[toon(tabular(header))]`), as a hint has them: `header/`, and
//! behind it each name after [`NEXT`], the field's own level after [`LEVEL`], and what is in a
//! group between [`OPEN`] and [`CLOSE`].

use super::layout::{Layout, push_key};
use super::level::Level;
use alloc::string::String;

#[cfg(feature = "derive")]
pub(crate) const PREFIX: &str = "$toon::header/";
pub(crate) const NEXT: u8 = 0x01;
pub(crate) const OPEN: u8 = 0x02;
pub(crate) const CLOSE: u8 = 0x03;
pub(crate) const LEVEL: u8 = 0x04;

/// The field list without the fields that a level `hides`, unless there is nothing to be seen of
/// it.
pub(super) fn fields(
    columns: &'static str,
    layout: &Layout,
    mut hides: impl FnMut(Level) -> bool,
) -> Option<String> {
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
                if level.is_some_and(&mut hides) {
                    hidden = usize::from(marks.next_if(|(mark, _)| *mark == OPEN).is_some());
                    continue;
                }
                if !core::mem::take(&mut is_first) {
                    layout.push_delimiter(&mut fields);
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
