//! Iterates over the elements of a root table or list.

use super::context::Context;
use super::deserializer::Deserializer;
use super::entry::{Node, read_root};
use super::fields::FieldList;
use super::part::{DocumentPart, PartialDocument};
use super::reader::Reader;
use super::scope::{HeaderScope, ScopeProgress};
use super::tree_de::LineAccess;
use super::value::{ListAccess, TableAccess};
use crate::{DecodeOptions, Error, Result};
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
    stage: Stage,
    ready: VecDeque<T>,
}

enum Stage {
    Root,
    /// Within the root's table or list.
    Below(Option<ScopeProgress>),
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

    pub(crate) fn with_options(reader: R, options: &DecodeOptions) -> Self {
        let (document, options) = (PartialDocument::new(reader, options.strict), options.clone());
        Rows { document, options, stage: Stage::Root, ready: VecDeque::new() }
    }

    /// Reads more elements.
    fn advance(&mut self) -> Result<Stage> {
        match self.stage {
            Stage::Root => self.root(),
            Stage::Below(progress) => self.below(progress),
            Stage::End(_) => Ok(Stage::End(None)),
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
        let stage = read(&part, progress, &self.options, &mut self.ready)?;
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

/// Reads the elements of a part, and returns the stage that follows.
fn read<T: DeserializeOwned>(
    part: &DocumentPart<'_>,
    progress: Option<ScopeProgress>,
    options: &DecodeOptions,
    ready: &mut VecDeque<T>,
) -> Result<Stage> {
    let mut context = Context::new(part.source(), options);
    let stage = read_part(&mut context, progress, options, part.left_out.goes_on, ready);
    stage.map_err(|error| context.reader.explain(error))
}

fn read_part<T: DeserializeOwned>(
    context: &mut Context<'_>,
    progress: Option<ScopeProgress>,
    options: &DecodeOptions,
    goes_on: bool,
    ready: &mut VecDeque<T>,
) -> Result<Stage> {
    let root = read_root(&mut context.reader)?;
    let Node::Header { depth, end, ref bracket, .. } = root else { return Ok(Stage::End(None)) };
    let fields = match bracket.values(&context.reader.source, end) {
        Some(_) => None,
        None => Some(context.reader.fields(bracket, end, FieldList::default())?),
    };
    let result = context.reader.depth.enter().and_then(|()| match fields {
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
        Ok(Some(progress)) => Ok(Stage::Below(Some(progress))),
        Ok(None) => context.reader.end_document().map(|()| Stage::End(None)),
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
