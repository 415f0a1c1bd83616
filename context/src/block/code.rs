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
    pub(crate) has_numbers: bool,
    pub(crate) modifiers: Modifiers,
}

impl Code {
    /// The text of the file `path`, whose extension tells the language.
    pub fn new(path: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        let path = path.into();
        let lang = Lang::of_path(&path);
        let (content, modifiers) = (content.into(), Modifiers::default());
        Code { lang, path, content, lines: None, has_numbers: false, modifiers }
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

    /// Whether each line is shown with its number: `false` by default.
    ///
    /// ```
    /// use toon_context::{Budget, Code, Context, Style};
    ///
    /// let code = Code::new("a.py", "a = 1\nb = 2\n").lines(9, 10).line_numbers(true);
    /// let out = Context::new().push(code).render(&Budget::unlimited(), Style::Minimal)?;
    /// assert_eq!(out.text, "--- a.py:9-10 [python] ---\n 9  a = 1\n10  b = 2\n");
    /// # Ok::<(), toon_context::RenderError>(())
    /// ```
    #[must_use]
    pub fn line_numbers(mut self, line_numbers: bool) -> Self {
        self.has_numbers = line_numbers;
        self
    }
}
