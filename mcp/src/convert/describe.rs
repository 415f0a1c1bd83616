//! Describes what was done to a result, for the log.

use super::{Conversion, Counted, Size};
use std::borrow::Cow;
use std::fmt;

impl Conversion {
    /// The decision about a result of `tool`, its reason, and the size shown by the host before and
    /// after, in one line.
    ///
    /// ```
    /// use toon_mcp::{Converter, Measure, Rules};
    ///
    /// let converter = Converter::new(Rules::new().measure(Measure::Bytes).min_size_bytes(0))?;
    /// let result = r#"{"content": [{"type": "text", "text": "[[1],[2],[3]]"}]}"#;
    /// let conversion = converter.convert_json("matrix", result).unwrap().conversion;
    /// assert_eq!(
    ///     conversion.describe("matrix"),
    ///     "left unchanged: tool=matrix reason=\"TOON 37 ≥ compact 13\" bytes=13 host=structured (assumed)",
    /// );
    /// # Ok::<(), toon_mcp::InvalidPattern>(())
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

    /// The kind of host that the sizes refer to, if they depend on it.
    pub(super) fn kind_of_host(&self) -> Option<String> {
        let assumed = if self.is_host_known { "" } else { " (assumed)" };
        (self.counted != Counted::Text).then(|| format!("{}{assumed}", self.host.as_str()))
    }
}

/// The distinct reasons for what was done to the parts of a result. A result may have very many
/// parts; the first few reasons are enough for the log.
#[derive(Default)]
pub(super) struct Reasons {
    first: Vec<String>,
    has_more: bool,
}

/// The maximum number of reasons that are reported.
const MAX_REASONS: usize = 3;

impl Reasons {
    pub(super) fn add(&mut self, reason: &str) {
        if reason.is_empty() || self.first.iter().any(|other| other == reason) {
            return;
        }
        self.has_more = self.first.len() == MAX_REASONS;
        if !self.has_more {
            self.first.push(reason.to_owned());
        }
    }

    /// All reasons as one text.
    pub(super) fn join(&self) -> Cow<'static, str> {
        let rest = if self.has_more { "; …" } else { "" };
        Cow::Owned(self.first.join("; ") + rest)
    }
}

/// The same for a result that was too long to be read, or of another media type.
#[cfg(feature = "cli")]
pub(crate) fn describe_unread(tool: &str) -> String {
    format!("left unchanged: tool={} reason=\"its message was not read\"", Word(tool))
}

/// Two sizes; one where nothing has changed.
struct Change(u64, u64);

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == self.1 { write!(f, "{}", self.0) } else { write!(f, "{}→{}", self.0, self.1) }
    }
}

/// A name, quoted if it contains unusual characters: a line end in it could forge a log line.
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
