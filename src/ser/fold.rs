//! Key folding, an extension: a chain of single-key objects becomes one dotted key.
//!
//! This is a pass over the finished text, because only that shows where the chains are: a field
//! whose line ends with its key's colon, with a single field below it. Field groups and tables take
//! precedence over folding, since they have no such lines.

use super::layout::key_token;
use crate::options::{EncodeOptions, KeyFolding};
use crate::text::{key, quote};
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::Split;

/// The maximum number of segments in the key of a field that is folded on its own
/// (`#[toon(fold)]`). Reading it goes through serde's buffers, which must not nest without limit.
pub(crate) const MAX_SEGMENTS_OF_FIELD: usize = 16;

/// Returns `text` with each chain folded into one key of up to `limit` segments. In the result,
/// dots mean structure, so literal keys that contain one are quoted.
pub(super) fn fold_document(text: &str, indent: usize, limit: usize) -> String {
    let chains = Chains::new(text, indent);
    let mut out = String::with_capacity(text.len());
    let mut lines = TextLines::new(text, indent);
    let mut shifts = Shifts::default();
    let mut is_first = true;
    // The index of the next field, and how many fields from there on belong to a chain that is not
    // folded any further.
    let (mut field, mut unfolded) = (0, 0);
    while let Some(line) = lines.next() {
        if !core::mem::take(&mut is_first) {
            out.push('\n');
        }
        out.push_str(line.lead.get(shifts.at(line.spaces)..).unwrap_or_default());
        push_keys(&mut out, line.key);
        let mut value = line.value;
        if line.object.is_some() {
            let (len, joined) = if unfolded > 0 { (unfolded, 1) } else { chains.at(field, limit) };
            for link in lines.by_ref().take(joined - 1) {
                out.push('.');
                out.push_str(link.key);
                value = link.value;
            }
            shifts.begin(line.margin, (joined - 1) * indent);
            field += joined;
            unfolded = len - joined;
        }
        // Among values, only headers end with a colon.
        if value.len() > 1 && value.ends_with(':') {
            push_keys(&mut out, value);
        } else {
            out.push_str(value);
        }
    }
    out
}

/// Appends keys and the text between them. Bare keys that contain a dot are quoted.
fn push_keys(out: &mut String, keys: &str) {
    let mut rest = keys;
    while let Some(&first) = rest.as_bytes().first() {
        let len = match first {
            b'"' => quote::quoted_len(rest.as_bytes()),
            _ => rest.find(|char: char| !is_bare(char)).unwrap_or(rest.len()).max(1),
        };
        let (token, after) = rest.split_at_checked(len).unwrap_or((rest, ""));
        if first != b'"' && token.contains('.') {
            quote::push_quoted(out, token);
        } else {
            out.push_str(token);
        }
        rest = after;
    }
}

/// Whether a bare key may contain `char` (§7.3).
fn is_bare(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '_' | '.')
}

/// The fields that have a line of their own, and the objects they belong to.
struct Chains<'t> {
    fields: Vec<LineField<'t>>,
    /// The number of fields of each object.
    counts: Vec<usize>,
    /// Literal keys that contain a dot, each with its object. A folded key must not equal one of
    /// them.
    literals: BTreeSet<(usize, &'t str)>,
}

struct LineField<'t> {
    key: &'t str,
    object: usize,
    /// The object that is the field's value.
    inner: Option<usize>,
}

impl<'t> Chains<'t> {
    fn new(text: &'t str, indent: usize) -> Self {
        let mut chains = Chains { fields: Vec::new(), counts: Vec::new(), literals: BTreeSet::new() };
        let mut lines = TextLines::new(text, indent);
        while let Some(TextLine { key, object, inner, .. }) = lines.next() {
            let Some(object) = object else { continue };
            chains.counts.resize(lines.objects, 0);
            chains.counts[object] += 1;
            if key.contains('.') {
                chains.literals.insert((object, key));
            }
            chains.fields.push(LineField { key, object, inner });
        }
        chains
    }

    /// Returns the length of the chain that begins at `head`, and how many of its fields are folded
    /// into one.
    fn at(&self, head: usize, limit: usize) -> (usize, usize) {
        let LineField { key, object, .. } = self.fields[head];
        let mut folded = String::from(key);
        let mut len = 1;
        // The only field of an object directly follows the field whose value the object is.
        while let Some(link) = self.only_field_of(head + len - 1) {
            if !(key::is_segment(key) && key::is_segment(link)) {
                return (len, 1);
            }
            if len < limit {
                folded.push('.');
                folded.push_str(link);
            }
            len += 1;
        }
        let is_taken = len > 1 && self.literals.contains(&(object, &*folded));
        (len, if is_taken { 1 } else { len.min(limit).max(1) })
    }

    /// The key of the only field in the object that is the value of `field`.
    fn only_field_of(&self, field: usize) -> Option<&'t str> {
        let inner = self.fields[field].inner.filter(|&inner| self.counts.get(inner) == Some(&1));
        inner.and_then(|_| self.fields.get(field + 1)).map(|link| link.key)
    }
}

/// Blocks of lines that move left: those below the end of a folded chain.
#[derive(Default)]
struct Shifts {
    /// The indentation of each chain's own line, and how many spaces the lines below it move,
    /// outermost first.
    open: Vec<(usize, usize)>,
}

impl Shifts {
    /// How many spaces a line with this indentation moves.
    fn at(&mut self, spaces: usize) -> usize {
        while self.open.last().is_some_and(|&(margin, _)| spaces <= margin) {
            self.open.pop();
        }
        self.open.last().map_or(0, |&(_, shift)| shift)
    }

    fn begin(&mut self, margin: usize, spaces: usize) {
        if spaces > 0 {
            let outer = self.open.last().map_or(0, |&(_, shift)| shift);
            self.open.push((margin, outer + spaces));
        }
    }
}

/// Iterates over the lines of a document.
struct TextLines<'t> {
    rest: Split<'t, char>,
    indent: usize,
    open: Vec<LineBlock>,
    /// The number of objects so far whose fields have lines of their own.
    objects: usize,
}

/// A block of lines with the same indentation.
#[derive(Clone, Copy)]
struct LineBlock {
    margin: usize,
    contents: BlockLines,
}

#[derive(Clone, Copy)]
enum BlockLines {
    /// The fields of the object with this index.
    Fields(usize),
    Items,
    Rows,
    Entries,
}

struct TextLine<'t> {
    spaces: usize,
    /// The indentation, and the hyphen of a list item.
    lead: &'t str,
    /// The key of a field or entry row.
    key: &'t str,
    /// The text after the key, or the whole line if there is no key.
    value: &'t str,
    /// The indentation of a field on this line, including one after a hyphen.
    margin: usize,
    /// The object this field belongs to, and the object that is its value.
    object: Option<usize>,
    inner: Option<usize>,
}

impl<'t> TextLines<'t> {
    fn new(text: &'t str, indent: usize) -> Self {
        let root = LineBlock { margin: 0, contents: BlockLines::Fields(0) };
        TextLines { rest: text.split('\n'), indent, open: alloc::vec![root], objects: 1 }
    }

    fn begin_object(&mut self, margin: usize) -> usize {
        let object = self.objects;
        self.open.push(LineBlock { margin, contents: BlockLines::Fields(object) });
        self.objects += 1;
        object
    }
}

impl<'t> Iterator for TextLines<'t> {
    type Item = TextLine<'t>;

    fn next(&mut self) -> Option<TextLine<'t>> {
        let text = self.rest.next()?;
        let content = text.trim_start_matches(' ');
        let spaces = text.len() - content.len();
        while self.open.last().is_some_and(|scope| scope.margin > spaces) {
            self.open.pop();
        }
        let contents = self.open.last().map_or(BlockLines::Rows, |scope| scope.contents);
        let mut line =
            TextLine { spaces, lead: "", key: "", value: content, margin: spaces, object: None, inner: None };
        if let BlockLines::Items = contents {
            line.value = &content[content.len().min("- ".len())..];
            line.margin += self.indent;
        }
        line.lead = &text[..text.len() - line.value.len()];
        if let BlockLines::Rows = contents {
            return Some(line);
        }
        let (key, value) = line.value.split_at(key_token(line.value).len());
        if value.is_empty() {
            // The line is a scalar.
            return Some(line);
        }
        (line.key, line.value) = (key, value);
        line.object = match contents {
            BlockLines::Entries => return Some(line),
            _ if key.is_empty() => None,
            BlockLines::Fields(object) => Some(object),
            _ => Some(self.begin_object(line.margin)),
        };
        let below = line.margin + self.indent;
        match value.strip_prefix('[').and_then(|header| header.split_once(']')) {
            None if value == ":" => line.inner = Some(self.begin_object(below)),
            None | Some((_, "")) => {}
            Some((bracket, rest)) => {
                let contents = match rest {
                    ":" => BlockLines::Items,
                    _ if bracket.contains(':') => BlockLines::Entries,
                    _ => BlockLines::Rows,
                };
                self.open.push(LineBlock { margin: below, contents });
            }
        }
        Some(line)
    }
}

/// Folding of single fields, as opposed to the whole document.
#[derive(Default)]
pub(super) struct FieldFolding {
    max_segments: usize,
    /// How many of them are open. Their text can still change.
    pub(super) open: usize,
    /// Where the last folded field begins.
    folded_at: Option<usize>,
    /// A buffer for the text of a field.
    scratch: String,
}

impl FieldFolding {
    pub(super) fn new(options: &EncodeOptions) -> Self {
        let max_segments = match options.key_folding {
            KeyFolding::Off => options.flatten_depth.min(MAX_SEGMENTS_OF_FIELD),
            // The whole document is folded later.
            KeyFolding::Safe => 0,
        };
        FieldFolding { max_segments, ..FieldFolding::default() }
    }

    /// Forgets where the last folded field begins, because the text before it is gone.
    pub(super) fn forget_place(&mut self) {
        self.folded_at = None;
    }

    /// Folds the field at the end of `out`. Its line break is at `at`, and the fields of its object
    /// are indented by `margin` spaces.
    pub(super) fn fold(&mut self, out: &mut String, at: usize, margin: usize, indent: usize) {
        let field = &out[at..];
        let key_at = at + (field.len() - field.trim_start_matches([':', '\n', ' ']).len());
        let mut text = core::mem::take(&mut self.scratch);
        text.clear();
        text.push_str(&out[key_at..]);
        let folded = self.folded_at.and_then(|folded| folded.checked_sub(key_at));
        if let Some(JoinedField { key, value, below, shift }) =
            join_field(&text, margin, indent, self.max_segments, folded)
        {
            out.truncate(key_at);
            out.push_str(&key);
            out.push_str(value);
            for line in below {
                out.push('\n');
                out.push_str(line.get(shift..).unwrap_or_default());
            }
            self.folded_at = Some(key_at);
        }
        self.scratch = text;
    }
}

/// A field whose value is a chain of single-key objects, joined into one.
struct JoinedField<'t> {
    key: String,
    /// What follows the key on its line.
    value: &'t str,
    /// The lines below it.
    below: Split<'t, char>,
    /// How many spaces those lines move left.
    shift: usize,
}

/// Joins the field that makes up `text` with those below it if its value is a chain. The fields of
/// its object are indented by `margin` spaces. `folded` is the position of a key that already
/// consists of several segments.
fn join_field(
    text: &str,
    margin: usize,
    indent: usize,
    limit: usize,
    folded: Option<usize>,
) -> Option<JoinedField<'_>> {
    let mut below = text.split('\n');
    let mut line = below.next()?;
    let mut at = 0;
    let segments_of = |line, at| {
        let token = key_token(line);
        (key::is_segment(token) || folded == Some(at)).then_some(token)
    };
    let mut key = String::from(segments_of(line, at)?);
    let mut shift = 0;
    while line.len() == key_token(line).len() + ":".len() {
        let inner = margin + shift + indent;
        let mut lines = below.clone();
        let Some(next) = lines.next().and_then(|line| line.get(inner..)) else { break };
        // The inner object has another field.
        if lines.clone().any(|line| line.as_bytes().get(inner).is_some_and(|&byte| byte != b' ')) {
            break;
        }
        at += line.len() + "\n".len() + inner;
        let segments = segments_of(next, at)?;
        if key.split('.').chain(segments.split('.')).count() > limit {
            break;
        }
        key.push('.');
        key.push_str(segments);
        (line, below) = (next, lines);
        shift += indent;
    }
    let value = &line[key_token(line).len()..];
    (shift > 0).then_some(JoinedField { key, value, below, shift })
}
