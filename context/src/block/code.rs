//! Source code.

use super::modifiers::Modifiers;
use crate::words::Lang;

/// Source code, a whole file or some of its lines.
///
/// ```
/// use toon_context::{Code, Lang};
///
/// let code = Code::new("src/main.rs", "fn main() {}").lines(10, 12);
/// assert_eq!((code.lang, code.lines), (Lang::Rust, Some((10, 12))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The language.
    pub lang: Lang,
    /// The file.
    pub path: String,
    /// The text, in UTF-8 where it is to be rendered.
    pub content: Vec<u8>,
    /// The numbers of the first and last line, counted from 1. `None` for a whole file.
    pub lines: Option<(u32, u32)>,
    pub(crate) modifiers: Modifiers,
}

impl Code {
    /// The text of the file `path`, whose extension tells the language.
    pub fn new(path: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        let path = path.into();
        let lang = Lang::of_path(&path);
        Code { lang, path, content: content.into(), lines: None, modifiers: Modifiers::default() }
    }

    /// Sets the language.
    #[must_use]
    pub fn lang(mut self, lang: Lang) -> Self {
        self.lang = lang;
        self
    }

    /// States which lines of the file these are: from `first` to `last`, counted from 1.
    #[must_use]
    pub fn lines(mut self, first: u32, last: u32) -> Self {
        self.lines = Some((first, last));
        self
    }
}
