//! Reads the beginning of a document whose end has not come yet.
//!
//! The text is kept, and read when its value is wanted, up to the last line that is complete: as any
//! other, but what is open at its end may go on ([`is_prefix`](LeftOut::is_prefix)).

use super::deserializer::Deserializer;
use super::entry::{Node, key_end, read_root};
use super::events::{ContainerKind, EventReader, Receiver};
use super::key::KeyToken;
use super::reader::Reader;
use super::source::{LeftOut, Source, text_of};
use super::token::Token;
use crate::error::Segment;
use crate::text::unescape;
use crate::{DecodeOptions, Result};
use alloc::string::String;
use alloc::vec::Vec;
use memchr::memrchr;
use serde::de::{Deserialize, DeserializeOwned};

/// A document that is still being written, for example by a language model: text is added as it
/// arrives, and the value so far can be read at any time.
///
/// Only complete lines are read, and they are read strictly: a mistake in them is an error, in the
/// same place as in the whole document. What can still change is not shown: the last line, until its
/// line feed, and a key without a value, until the next line says what it is. So whatever is shown
/// once stays. A header that declares more elements than there are yet is not an error.
///
/// Adding text takes time in proportion to it, and reading the value in proportion to all text so far.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Answer {
///     summary: Option<String>,
///     #[serde(default)]
///     steps: Vec<(u32, String)>,
/// }
///
/// let mut partial = toon::Partial::new();
/// partial.push("summary: two steps\nsteps[2]:\n  - [2]: 1,mix\n  - [2]: 2,ba");
/// let answer = partial.value::<Answer>()?.unwrap();
/// assert_eq!(answer.summary.as_deref(), Some("two steps"));
/// assert_eq!(answer.steps, [(1, "mix".into())]);
///
/// partial.push("ke");
/// let answer: Answer = partial.finish()?;
/// assert_eq!(answer.steps[1], (2, "bake".into()));
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Partial {
    text: String,
    /// The end of the last complete line.
    complete: usize,
    /// The bytes after the text: the beginning of a character, or what is not UTF-8.
    rest: Vec<u8>,
    is_invalid: bool,
    with_unfinished: bool,
    options: DecodeOptions,
}

impl DecodeOptions {
    /// Creates an empty document that is read while its text arrives.
    ///
    /// Without [`strict`](Self::strict), or with [`expand_paths`](Self::expand_paths), later lines can
    /// change what earlier ones mean, so that what has been shown need not stay.
    ///
    /// ```
    /// let mut partial = toon::DecodeOptions::new().infer_types(false).partial();
    /// partial.push("id: 7\n");
    /// assert_eq!(partial.value::<toon::Value>().unwrap().unwrap()["id"], "7");
    /// ```
    pub fn partial(&self) -> Partial {
        Partial { options: self.clone(), ..Partial::default() }
    }
}

impl Partial {
    /// Creates an empty document, with the default options; see also [`DecodeOptions::partial`].
    ///
    /// ```
    /// assert_eq!(toon::Partial::new().value::<toon::Value>().unwrap(), None);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the value includes what has come of the last line, as if it ended there. Off by default.
    ///
    /// [`Progress::unfinished`] says which value may still grow. An open string is closed, and the
    /// fields of a row that have not begun are absent. A line that cannot be read yet is left out,
    /// also if its value does not match the type.
    ///
    /// ```
    /// let mut partial = toon::Partial::new().with_unfinished(true);
    /// partial.push("[2]{id,name,age}:\n  1,\"Bo");
    /// let value: toon::Value = partial.value().unwrap().unwrap();
    /// assert_eq!(value.to_string(), "[1]{id,name}:\n  1,Bo");
    /// assert_eq!(partial.progress().unwrap().unfinished(), Some("[0].name"));
    /// ```
    #[must_use]
    pub fn with_unfinished(mut self, with_unfinished: bool) -> Self {
        self.with_unfinished = with_unfinished;
        self
    }

    /// Adds text, as a string or as UTF-8 bytes, which may end within a character. Bytes that are not
    /// UTF-8 are an error when the value is read.
    ///
    /// ```
    /// let mut partial = toon::Partial::new();
    /// partial.push("age: 3\nname: ");
    /// partial.push(b"Zo\xc3");
    /// assert_eq!(partial.text(), "age: 3\nname: Zo");
    /// assert_eq!(partial.value::<toon::Value>().unwrap().unwrap().to_string(), "age: 3");
    /// ```
    pub fn push(&mut self, text: impl AsRef<[u8]>) {
        if self.is_invalid {
            return;
        }
        let mut bytes = core::mem::take(&mut self.rest);
        bytes.extend_from_slice(text.as_ref());
        if let Err(error) = core::str::from_utf8(&bytes) {
            self.is_invalid = error.error_len().is_some();
            self.rest = bytes.split_off(error.valid_up_to());
        }
        if let Some(end) = memrchr(b'\n', &bytes) {
            self.complete = self.text.len() + end + 1;
        }
        self.text.push_str(core::str::from_utf8(&bytes).unwrap_or_default());
    }

    /// The text so far, up to a character that is incomplete or invalid.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads the value so far; `None` as long as nothing of it is known. A document that consists of a
    /// single scalar is only known at its end.
    ///
    /// A [`Value`](crate::Value) can be read at any time. For other types, fields that may not have
    /// come yet must be an `Option` or have a default.
    ///
    /// # Errors
    /// Fails if a complete line has a mistake, in the same place as in the whole document, or if the
    /// value so far does not match `T`. The [suggestion](crate::Error::suggestion) may be less specific
    /// than that of [`finish`](Self::finish), since its cause may be in lines that have not come.
    ///
    /// ```
    /// let mut partial = toon::Partial::new();
    /// partial.push("ids[3]: 1,2,3\nids: 4\n");
    /// let error = partial.value::<toon::Value>().unwrap_err();
    /// assert_eq!(error.to_string(), "duplicate key \"ids\" at line 2 column 1");
    /// ```
    pub fn value<T: DeserializeOwned>(&self) -> Result<Option<T>> {
        self.read(|text, left_out| {
            let deserializer = || Deserializer::of(Source::part(text, left_out), &self.options);
            let root = read_root(deserializer().reader()?);
            if matches!(root, Ok(Node::EmptyObject { .. } | Node::Token(Token { raw: b"", .. }))) {
                return Ok(None);
            }
            let mut deserializer = deserializer();
            let value = T::deserialize(&mut deserializer).map_err(|error| deserializer.place(error))?;
            deserializer.end()?;
            Ok(Some(value))
        })
    }

    /// Which parts of the value so far are complete; see [`Progress`].
    ///
    /// # Errors
    /// Fails if a complete line has a mistake.
    pub fn progress(&self) -> Result<Progress> {
        let progress = self.read(|text, left_out| {
            let mut deserializer = Deserializer::of(Source::part(text, left_out), &self.options);
            let mut tracker = Tracker { levels: Vec::new(), left_out, progress: Progress::default() };
            EventReader::new(deserializer.reader()?, &mut tracker).document()?;
            Ok(Some(tracker.progress))
        })?;
        Ok(progress.unwrap_or_default())
    }

    /// Reads the whole document, which ends here: the value, or the error, that
    /// [`from_slice`](crate::from_slice) gives.
    ///
    /// # Errors
    /// Like [`from_slice`](crate::from_slice).
    ///
    /// ```
    /// let mut partial = toon::Partial::new();
    /// partial.push("[3]{id}:\n  1\n  2\n");
    /// assert!(partial.value::<toon::Value>().is_ok());
    /// let error = partial.finish::<toon::Value>().unwrap_err();
    /// assert_eq!(error.to_string(), "header declares 3 elements, found 2 at line 1 column 1");
    /// ```
    pub fn finish<'de, T: Deserialize<'de>>(&'de self) -> Result<T> {
        self.check_rest()?;
        self.options.from_str(&self.text)
    }

    /// Fails if there are bytes after the text.
    fn check_rest(&self) -> Result<()> {
        let is_over = self.rest.is_empty();
        let bytes = if is_over { Vec::new() } else { [self.text.as_bytes(), &self.rest].concat() };
        text_of(&bytes).map(|_| ())
    }

    /// Reads what is shown of the document.
    fn read<T>(&self, read: impl Fn(&str, LeftOut) -> Result<Option<T>>) -> Result<Option<T>> {
        if self.is_invalid {
            self.check_rest()?;
        }
        let left_out = LeftOut { goes_on: true, is_part: true, is_prefix: true, ..LeftOut::default() };
        if let Some(text) = self.with_last_line() {
            let left_out = LeftOut { unfinished: Some(self.complete), ..left_out };
            // It may still become what can be read.
            if let Ok(Some(value)) = read(&text, left_out) {
                return Ok(Some(value));
            }
        }
        match shown(self.text.get(..self.complete).unwrap_or_default()) {
            "" => Ok(None),
            text => read(text, left_out),
        }
    }

    /// The text with the last line as if it ended here, if that is wanted, and says something.
    fn with_last_line(&self) -> Option<String> {
        let line = self.text.get(self.complete..).filter(|_| self.with_unfinished)?;
        let (mut line, mut end) = (line.trim_end_matches([' ', '\r']), "");
        if line.trim_start_matches(' ') == "-" {
            return None;
        }
        if let Some(from) = open_string(line) {
            (line, end) = (self.text.get(self.complete..)?, "\"");
            // An escape sequence may have only begun.
            let bad = unescape::check(line.get(from..)?).err();
            let begun = bad.filter(|bad| from + bad.at + bad.len == line.len());
            line = line.get(..begun.map_or(line.len(), |bad| from + bad.at))?;
        }
        let text = [self.text.get(..self.complete)?, line, end].concat();
        (shown(&text).len() > self.complete).then_some(text)
    }
}

/// The part of `text` whose meaning the following lines cannot change: all but the comments and blank
/// lines at its end, and keys without a value, each in the value of the one before.
fn shown(text: &str) -> &str {
    let (mut shown, mut column) = (text, usize::MAX);
    while !shown.is_empty() {
        let lines = shown.strip_suffix('\n').unwrap_or(shown);
        let (before, line) = lines.split_at(lines.rfind('\n').map_or(0, |end| end + 1));
        let line = line.strip_suffix('\r').unwrap_or(line).trim_end_matches(' ');
        let content = line.trim_start_matches(' ');
        let indentation = line.len() - content.len();
        if opens_value(content) && indentation < column {
            column = indentation;
        } else if !content.is_empty() && !content.starts_with('#') {
            break;
        }
        shown = before;
    }
    shown
}

/// The start of the content of the string that is open at the end of `line`, if that is a token.
fn open_string(line: &str) -> Option<usize> {
    let quote = Source::new(line).unclosed_quote(0, line.len())?;
    let before = line.get(..quote)?.trim_end_matches(' ');
    (before.is_empty() || before.ends_with([':', ',', '|', '\t', '-'])).then_some(quote + 1)
}

/// Whether `line` is a key, with nothing after its colon.
fn opens_value(line: &str) -> bool {
    line.ends_with(':') && key_end(&Source::new(line), 0, line.len()) == Some(line.len() - 1)
}

/// Which parts of a value are complete, from [`Partial::progress`].
///
/// Paths are those of [`Error::path`](crate::Error::path), such as `users[2].name`.
///
/// ```
/// let mut partial = toon::Partial::new().with_unfinished(true);
/// partial.push("users[3]:\n  - id: 1\n  - id: 2\n    name: B");
/// let progress = partial.progress().unwrap();
/// assert_eq!(progress.open(), "users[1]");
/// assert!(progress.is_complete("users[0]") && !progress.is_complete("users[1]"));
/// assert_eq!(progress.unfinished(), Some("users[1].name"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    open: String,
    unfinished: Option<String>,
}

impl Progress {
    /// The path of the innermost array or object to which the next line may add something, which is
    /// empty for the root. If it is a table, all of its rows are complete.
    pub fn open(&self) -> &str {
        &self.open
    }

    /// The path of the scalar at the end of a line that is not complete, if the value
    /// [includes](Partial::with_unfinished) that.
    pub fn unfinished(&self) -> Option<&str> {
        self.unfinished.as_deref()
    }

    /// Whether the part of the value at `path` is complete, so that it will never change.
    pub fn is_complete(&self, path: &str) -> bool {
        let contains = |inner: &str| {
            let rest = inner.strip_prefix(path);
            rest.is_some_and(|rest| path.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
        };
        !contains(&self.open) && !self.unfinished().is_some_and(contains)
    }
}

/// Follows the events of a document, and notes the paths of what is not complete.
struct Tracker<'de> {
    /// The containers that are open, from the root.
    levels: Vec<Level<'de>>,
    left_out: LeftOut,
    progress: Progress,
}

/// A container, and its entry or the number of its elements so far.
enum Level<'de> {
    Object(KeyToken<'de>),
    Array(u64),
}

impl Tracker<'_> {
    /// A value begins.
    fn step(&mut self) {
        if let Some(Level::Array(count)) = self.levels.last_mut() {
            *count += 1;
        }
    }
}

/// The path to the value that came last in the innermost of these containers.
fn path(levels: &[Level<'_>]) -> String {
    let mut path = String::new();
    for level in levels.iter().rev() {
        match level {
            Level::Object(key) => Segment::Key(&key.text()).prepend_to(&mut path),
            Level::Array(count) => Segment::Index(count - 1).prepend_to(&mut path),
        }
    }
    path
}

impl<'de> Receiver<'de> for &mut Tracker<'de> {
    fn begin(&mut self, container: ContainerKind, _: usize) {
        self.step();
        self.levels.push(match container {
            ContainerKind::Object => Level::Object(KeyToken::bare(0, "")),
            ContainerKind::Array => Level::Array(0),
        });
    }

    fn key(&mut self, key: KeyToken<'de>) {
        if let Some(Level::Object(last)) = self.levels.last_mut() {
            *last = key;
        }
    }

    fn scalar(&mut self, token: Token<'de>) {
        self.step();
        if self.left_out.unfinished.is_some_and(|start| token.at >= start) {
            self.progress.unfinished = Some(path(&self.levels));
        }
    }

    fn end(&mut self, _: &Reader<'de>) -> Result<()> {
        self.levels.pop();
        Ok(())
    }

    fn goes_on(&mut self) {
        // The innermost one ends first.
        if let (true, [levels @ .., _]) = (self.progress.open.is_empty(), &self.levels[..]) {
            self.progress.open = path(levels);
        }
    }
}
