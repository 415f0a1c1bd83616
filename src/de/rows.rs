//! Iterates over the elements of a root table or list.

use super::at::{PathSearch, read_field};
use super::context::Context;
use super::deserializer::Deserializer;
use super::entry::{Entry, Node, read_root};
use super::fields::FieldList;
use super::part::{DocumentPart, PartialDocument};
use super::reader::Reader;
use super::scope::{HeaderScope, ScopeProgress};
use super::tree_de::LineAccess;
use super::value::{ListAccess, TableAccess, ValueDe};
use crate::{DecodeOptions, Error, ErrorKind, Result};
use alloc::collections::VecDeque;
use core::fmt;
use serde::de::{DeserializeOwned, Deserializer as _, SeqAccess, Visitor};
use std::io::BufRead;

/// An iterator over the elements of a document that is an array, which reads them on demand. Only a
/// few lines of a root table or list, or its longest element, are in memory at a time.
///
/// Each element is the same as in a `Vec` that [`from_str`](crate::from_str) reads, and a mistake is
/// the same error in the same place. But the elements before it have been returned by then, a wrong
/// count is reported only at the end, and a [suggestion](Error::suggestion) may be less specific,
/// since its cause may be in lines that are not in memory. After an error there are no more
/// elements. If the indentation is [detected](DecodeOptions::detect_indent), everything up to the
/// first indented line is held in memory.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct User {
///     id: u32,
///     name: String,
/// }
///
/// let text = "[3]{id,name}:\n  1,Ada\n  2,Bob\n  three,Cy";
/// let mut users = toon::Rows::<_, User>::new(text.as_bytes());
/// assert_eq!(users.next().unwrap()?.name, "Ada");
/// assert_eq!(users.next().unwrap()?.id, 2);
/// let error = users.next().unwrap().err().unwrap();
/// assert_eq!((error.line(), error.path()), (4, Some("[2].id")));
/// assert!(users.next().is_none());
/// # Ok::<(), toon::Error>(())
/// ```
pub struct Rows<R, T> {
    document: PartialDocument<R>,
    options: DecodeOptions,
    /// The search for the array, unless it is the root.
    search: Option<PathSearch>,
    stage: Stage,
    ready: VecDeque<T>,
}

enum Stage {
    Root,
    /// Within the table or list.
    Below(Option<ScopeProgress>),
    /// After the array, which is not the root.
    Rest,
    /// At the end, or after this error.
    End(Option<Error>),
}

impl<R: BufRead, T: DeserializeOwned> Rows<R, T> {
    /// Reads from `reader` with the default options.
    ///
    /// ```
    /// let numbers = toon::Rows::<_, Vec<u8>>::new("[2]:\n  - [2]: 1,2\n  - [1]: 3".as_bytes());
    /// assert_eq!(numbers.collect::<toon::Result<Vec<_>>>()?, [vec![1, 2], vec![3]]);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn new(reader: R) -> Self {
        Self::with_options(reader, &DecodeOptions::new())
    }

    /// Reads the elements of the array at `path` in a larger document, with the default options.
    ///
    /// The path consists of keys joined by dots, as in
    /// [`EncodeOptions::fields`](crate::EncodeOptions::fields): a key that contains a dot is quoted
    /// as in TOON text (`"a.b".c`), but a folded key is also found by its segments. The path leads
    /// through objects whose fields are on lines of their own, not through arrays or tables. If it
    /// does not exist, the only element is an error that lists the keys that do.
    ///
    /// The array is checked like any other. Everything else is read without being held in memory,
    /// and mostly without being checked: only of the objects on the path, each line must be a
    /// field, and, after the array, no key of the path may occur a second time. After the last
    /// element, the rest of the document is read to its end.
    ///
    /// What `#[toon(hoist)]` or `#[toon(child)]` wrote beside a table is not put back into its rows:
    /// for these, read the struct that contains the table.
    ///
    /// ```
    /// #[derive(serde::Deserialize)]
    /// struct Issue {
    ///     id: u32,
    /// }
    ///
    /// let text = "ok: true\ndata:\n  page: 1\n  issues[2]{id}:\n    7\n    8\n  total: 2";
    /// let issues = toon::Rows::<_, Issue>::at(text.as_bytes(), "data.issues");
    /// let ids: Vec<u32> = issues.map(|issue| issue.map(|issue| issue.id)).collect::<toon::Result<_>>()?;
    /// assert_eq!(ids, [7, 8]);
    ///
    /// let error = toon::Rows::<_, Issue>::at(text.as_bytes(), "data.items").next().unwrap().err().unwrap();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "unknown key \"items\" in path \"data.items\", \
    ///      expected one of `page`, `issues`, `total` at line 2 column 1, in data",
    /// );
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn at(reader: R, path: &str) -> Self {
        Self::at_path(reader, path, &DecodeOptions::new())
    }

    pub(crate) fn with_options(reader: R, options: &DecodeOptions) -> Self {
        let (document, options) = (PartialDocument::new(reader, options.strict), options.clone());
        Rows { document, options, search: None, stage: Stage::Root, ready: VecDeque::new() }
    }

    pub(crate) fn at_path(reader: R, path: &str, options: &DecodeOptions) -> Self {
        Rows { search: Some(PathSearch::new(path)), ..Self::with_options(reader, options) }
    }

    /// Reads more elements.
    fn advance(&mut self) -> Result<Stage> {
        match self.stage {
            Stage::Root if self.search.is_some() => self.find(),
            Stage::Root => self.root(),
            Stage::Below(progress) => self.below(progress),
            Stage::Rest => {
                if let Some(search) = &mut self.search {
                    search.skip_rest(&mut self.document, &self.options)?;
                }
                Ok(Stage::End(None))
            }
            Stage::End(_) => Ok(Stage::End(None)),
        }
    }

    /// Finds the array at the path.
    fn find(&mut self) -> Result<Stage> {
        let Rows { document, options, search: Some(search), ready, .. } = self else {
            return Ok(Stage::End(None));
        };
        if !(1..=16).contains(&options.indent) {
            return Err(Error::new(ErrorKind::InvalidIndent { spaces: options.indent }));
        }
        document.read_root()?;
        if options.detect_indent {
            document.read_unit()?;
        }
        search.find(document, options)?;
        let mut context = Context::new(document.line()?, options);
        let mut entry = Entry::new();
        read_field(&mut context.reader, &mut entry)?;
        let node = entry.node;
        if let Node::Header { end, bracket, .. } = node {
            let values = bracket.values(&context.reader.source, end);
            if !bracket.keyed && values.is_none_or(|values| values == end) {
                return Ok(Stage::Below(None));
            }
        }
        let value = ValueDe { context: &mut context, node: &node };
        match value.deserialize_seq(ElementCollector(ready)) {
            Ok(()) => Ok(Stage::Rest),
            Err(error) => Err(search.within(context.reader.source.place(error, node.at()))),
        }
    }

    fn root(&mut self) -> Result<Stage> {
        self.document.read_root()?;
        let may_detect = self.options.detect_indent && !self.options.strict;
        if may_detect && self.document.beginning()?.depends_on_unit() {
            self.document.read_unit()?;
        }
        let part = self.document.beginning()?;
        let mut deserializer = Deserializer::of(part.source(), &self.options);
        if deserializer.has_lines_below() {
            return Ok(Stage::Below(None));
        }
        // For any other document, the first two lines and the unit of indentation are enough to
        // tell that it is not an array, or to read all of its elements.
        if let Some(fault) = part.fault {
            return Err(fault);
        }
        let mut deserializer = Deserializer::of(part.source(), &self.options);
        let read = deserializer.deserialize_seq(ElementCollector(&mut self.ready));
        read.map_err(|error| deserializer.place(error))?;
        deserializer.end()?;
        Ok(Stage::End(None))
    }

    fn below(&mut self, progress: Option<ScopeProgress>) -> Result<Stage> {
        if self.options.detect_indent {
            self.document.read_unit()?;
        }
        let part = self.document.part(&self.options)?;
        let length = part.text.len();
        let search = self.search.as_ref();
        let (stage, end) = read(&part, progress, &self.options, search, &mut self.ready)?;
        if let Stage::Rest = stage {
            self.document.continue_at(end);
            return Ok(stage);
        }
        if let Some(fault) = part.fault {
            return Err(fault);
        }
        self.document.drop_part(length);
        Ok(stage)
    }
}

impl<R: BufRead, T: DeserializeOwned> Iterator for Rows<R, T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        loop {
            if let Some(element) = self.ready.pop_front() {
                return Some(Ok(element));
            }
            if let Stage::End(ref mut error) = self.stage {
                return error.take().map(Err);
            }
            self.stage = self.advance().unwrap_or_else(|error| Stage::End(Some(error)));
        }
    }
}

impl<R: BufRead, T: DeserializeOwned> core::iter::FusedIterator for Rows<R, T> {}

impl<R, T> fmt::Debug for Rows<R, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").field("options", &self.options).finish_non_exhaustive()
    }
}

/// Reads the elements of a part, and returns the stage that follows, and the offset where it
/// begins.
fn read<T: DeserializeOwned>(
    part: &DocumentPart<'_>,
    progress: Option<ScopeProgress>,
    options: &DecodeOptions,
    search: Option<&PathSearch>,
    ready: &mut VecDeque<T>,
) -> Result<(Stage, usize)> {
    let mut context = Context::new(part.source(), options);
    let stage = read_part(&mut context, progress, options, search, part.left_out.goes_on, ready);
    stage.map_err(|error| {
        let error = if let Some(search) = search { search.within(error) } else { error };
        context.reader.explain(error)
    })
}

fn read_part<T: DeserializeOwned>(
    context: &mut Context<'_>,
    progress: Option<ScopeProgress>,
    options: &DecodeOptions,
    search: Option<&PathSearch>,
    goes_on: bool,
    ready: &mut VecDeque<T>,
) -> Result<(Stage, usize)> {
    let root = if search.is_some() {
        let mut entry = Entry::new();
        read_field(&mut context.reader, &mut entry)?;
        entry.node
    } else {
        read_root(&mut context.reader)?
    };
    let Node::Header { depth, end, ref bracket, .. } = root else { return Ok((Stage::End(None), 0)) };
    let fields = match bracket.values(&context.reader.source, end) {
        Some(_) => None,
        None => Some(context.reader.fields(bracket, end, FieldList::default())?),
    };
    let entered = (0..=depth).try_for_each(|_| context.reader.depth.enter());
    let result = entered.and_then(|()| match fields {
        fields if !options.strict || options.expand_paths => {
            let access = LineAccess::new(context, bracket, fields, depth, options.expand_paths);
            elements(access, progress, goes_on, ready)
        }
        Some(ref fields) => {
            elements(TableAccess::new(context, bracket, fields, depth), progress, goes_on, ready)
        }
        None => elements(ListAccess::new(context, bracket, depth), progress, goes_on, ready),
    });
    match result {
        Ok(Some(progress)) => Ok((Stage::Below(Some(progress)), 0)),
        Ok(None) if search.is_some() => {
            let end = context.reader.source.text.len();
            Ok((Stage::Rest, context.reader.peek()?.map_or(end, |line| line.start)))
        }
        Ok(None) => context.reader.end_document().map(|()| (Stage::End(None), 0)),
        Err(error) => Err(context.reader.source.place(error, root.at())),
    }
}

/// Continues from `progress`, and reads elements up to the end of these lines or of the array.
fn elements<'de, A: Below<'de>, T: DeserializeOwned>(
    mut access: A,
    progress: Option<ScopeProgress>,
    goes_on: bool,
    ready: &mut VecDeque<T>,
) -> Result<Option<ScopeProgress>> {
    let (scope, reader) = access.scope();
    scope.resume(reader, progress, goes_on);
    while let Some(element) = access.next_element()? {
        ready.push_back(element);
    }
    Ok(access.scope().0.progress())
}

/// The access type of an array with lines below its header.
trait Below<'de>: SeqAccess<'de, Error = Error> {
    fn scope(&mut self) -> (&mut HeaderScope, &mut Reader<'de>);
}

impl<'de> Below<'de> for TableAccess<'_, '_, 'de> {
    fn scope(&mut self) -> (&mut HeaderScope, &mut Reader<'de>) {
        (&mut self.scope, &mut self.context.reader)
    }
}

impl<'de> Below<'de> for ListAccess<'_, 'de> {
    fn scope(&mut self) -> (&mut HeaderScope, &mut Reader<'de>) {
        (&mut self.scope, &mut self.context.reader)
    }
}

impl<'de> Below<'de> for LineAccess<'_, 'de> {
    fn scope(&mut self) -> (&mut HeaderScope, &mut Reader<'de>) {
        (&mut self.scope, &mut self.context.reader)
    }
}

/// Collects the elements of an array as they come, and keeps those before an error.
struct ElementCollector<'r, T>(&'r mut VecDeque<T>);

impl<'de, T: DeserializeOwned> Visitor<'de> for ElementCollector<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> core::result::Result<(), A::Error> {
        while let Some(element) = elements.next_element()? {
            self.0.push_back(element);
        }
        Ok(())
    }
}
