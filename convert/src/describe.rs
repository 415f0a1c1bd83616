//! Describes what was done to a result, for the log.

use crate::conversion::{Conversion, Counted};
use crate::size::Size;
use std::borrow::Cow;
use std::fmt;

impl Conversion {
    /// Describes the conversion of a result of `tool` in one line: the decision, its reason, and
    /// the size that the host shows before and after.
    ///
    /// ```
    /// use toon_convert::{Converter, Measure, Rules};
    ///
    /// let converter = Converter::new(Rules::new().measure(Measure::Bytes).min_size_bytes(0).any_savings(true))?;
    /// let result = r#"{"content": [{"type": "text", "text": "[[1],[2],[3]]"}]}"#;
    /// let conversion = converter.convert_json("matrix", result).unwrap().conversion;
    /// assert_eq!(
    ///     conversion.describe("matrix"),
    ///     "left unchanged: tool=matrix reason=\"compact JSON takes 13 bytes, TOON 37\" bytes=13 host=structured (assumed)",
    /// );
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    pub fn describe(&self, tool: &str) -> String {
        let what = if self.is_converted { "converted" } else { "left unchanged" };
        let tokens = match (self.before, self.after) {
            (Size { tokens: 0, .. }, Size { tokens: 0, .. }) => String::new(),
            (before, after) => format!(" tokens={}", Change(before.tokens, after.tokens)),
        };
        let bytes = Change(self.before.bytes, self.after.bytes);
        let host = self.kind_of_host().map(|kind| format!(" host={kind}")).unwrap_or_default();
        format!(
            "{what}: tool={} reason=\"{}\"{tokens} bytes={bytes}{host}",
            Word(tool),
            self.reason.escape_debug(),
        )
    }

    /// The kind of host that the sizes apply to, if they depend on it.
    pub(crate) fn kind_of_host(&self) -> Option<String> {
        let assumed = if self.is_host_known { "" } else { " (assumed)" };
        (self.counted != Counted::Text).then(|| format!("{}{assumed}", self.host.as_str()))
    }
}

/// The distinct reasons for what was done to the parts of a result. There may be many parts, but
/// the first few reasons are enough for the log.
#[derive(Default)]
pub(crate) struct Reasons {
    first: Vec<String>,
    has_more: bool,
}

/// The maximum number of reasons to report.
const MAX_REASONS: usize = 3;

impl Reasons {
    pub(crate) fn add(&mut self, reason: &str) {
        if reason.is_empty() || self.first.iter().any(|other| other == reason) {
            return;
        }
        self.has_more = self.first.len() == MAX_REASONS;
        if !self.has_more {
            self.first.push(reason.to_owned());
        }
    }

    /// Joins all reasons.
    pub(crate) fn join(&self) -> Cow<'static, str> {
        let rest = if self.has_more { "; and more" } else { "" };
        Cow::Owned(self.first.join("; ") + rest)
    }
}

/// Describes a result that was not read, because it was too long or of another media type.
pub fn describe_unread(tool: &str) -> String {
    format!(
        "left unchanged: tool={} reason=\"the message was too long, or not text, and was passed on unread\"",
        Word(tool)
    )
}

/// The sizes before and after. If they are equal, it is shown once.
struct Change(u64, u64);

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == self.1 { write!(f, "{}", self.0) } else { write!(f, "{}→{}", self.0, self.1) }
    }
}

/// A name, quoted if it contains unusual characters: a line break could forge a log line.
struct Word<'a>(&'a str);

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |character: char| character.is_ascii_alphanumeric() || "_-./:".contains(character);
        if !self.0.is_empty() && self.0.chars().all(is_plain) {
            f.write_str(self.0)
        } else {
            write!(f, "{:?}", self.0)
        }
    }
}
