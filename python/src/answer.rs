//! Documents in the answers of models.

use crate::error::repair_error;
use crate::text::Text;
use pyo3::prelude::*;

/// A document inside a larger text.
#[pyclass(frozen, get_all, eq, module = "toon_serde")]
#[derive(PartialEq, Eq)]
pub(crate) struct Block {
    /// The document, unchanged.
    text: String,
    /// The line on which it begins, counted from 1.
    line: usize,
    /// The number of characters before it.
    offset: usize,
    /// The language that the fence names, or "".
    language: String,
}

#[pymethods]
impl Block {
    fn __repr__(&self) -> String {
        let Block { text, line, offset, language } = self;
        format!("Block(text={text:?}, line={line}, offset={offset}, language={language:?})")
    }
}

/// What a repair has changed, or what is valid but probably not intended.
#[pyclass(frozen, get_all, eq, module = "toon_serde")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Note {
    /// The kind, such as `count` or `duplicate_key`.
    kind: String,
    /// The line in the original text, counted from 1.
    line: usize,
    /// The column in characters, counted from 1.
    column: usize,
    message: String,
    /// What to write instead, for a warning.
    suggestion: Option<&'static str>,
}

#[pymethods]
impl Note {
    fn __repr__(&self) -> String {
        format!("<Note {}>", self.__str__())
    }

    fn __str__(&self) -> String {
        let Note { line, column, message, .. } = self;
        format!("{message} at line {line} column {column}")
    }
}

/// A text that can be read, and what it took.
#[pyclass(frozen, get_all, eq, module = "toon_serde")]
#[derive(PartialEq, Eq)]
pub(crate) struct Repaired {
    /// The original text if it is valid, otherwise its values as TOON.
    text: String,
    /// What was changed.
    fixes: Vec<Note>,
    /// Values that are valid, but probably not what was intended.
    warnings: Vec<Note>,
}

#[pymethods]
impl Repaired {
    fn __repr__(&self) -> String {
        let Repaired { text, fixes, warnings } = self;
        format!("Repaired(text={text:?}, {} fixes, {} warnings)", fixes.len(), warnings.len())
    }
}

/// Finds the documents in the answer of a model.
#[pyfunction]
pub(crate) fn extract(answer: &Bound<'_, PyAny>) -> PyResult<Vec<Block>> {
    let text = Text::of(answer)?;
    let text = text.as_str()?;
    let (mut bytes, mut offset) = (0, 0);
    let blocks = toon_answer::extract(text).map(|block| {
        offset += text.get(bytes..block.offset()).unwrap_or_default().chars().count();
        bytes = block.offset();
        Block { text: block.text().into(), line: block.line(), offset, language: block.language().into() }
    });
    Ok(blocks.collect())
}

/// Repairs TOON that a model wrote, or the only document in its answer.
#[pyfunction]
pub(crate) fn repair(text: &Bound<'_, PyAny>) -> PyResult<Repaired> {
    let py = text.py();
    let text = Text::of(text)?;
    let text = text.as_str()?;
    let repaired = py.detach(|| toon_answer::repair(text)).map_err(|error| repair_error(py, &error, text))?;
    let fixes = repaired.fixes.iter().map(|fix| Note {
        kind: snake_case(&format!("{:?}", fix.kind())),
        line: fix.line(),
        column: fix.column(),
        message: fix.message().into(),
        suggestion: None,
    });
    let warnings = repaired.warnings.iter().map(|warning| Note {
        kind: snake_case(&format!("{:?}", warning.kind())),
        line: warning.line(),
        column: warning.column(),
        message: warning.message().into(),
        suggestion: Some(warning.suggestion()),
    });
    Ok(Repaired { fixes: fixes.collect(), warnings: warnings.collect(), text: repaired.text.into_owned() })
}

/// The name of a variant as Python spells names.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for (index, letter) in name.char_indices() {
        if letter.is_uppercase() && index > 0 {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
