//! One text.

use super::{Converter, Measure, compact};
use crate::tokens;
use toon::{ErrorKind, json};

impl Converter {
    /// The text in TOON, if it is JSON that is shorter so.
    pub(super) fn shorter(&self, text: &str) -> toon::Result<Option<String>> {
        let rules = &self.rules;
        if !(rules.min_size_bytes..=rules.max_size_bytes).contains(&(text.len() as u64)) {
            return Ok(None);
        }
        self.counters.add_attempt();
        let first = text.trim_start().bytes().next();
        if !rules.scalars && !matches!(first, Some(b'{' | b'[')) {
            return Ok(None);
        }
        let toon = match json::to_toon(text, &rules.options) {
            Ok(toon) => toon,
            Err(error) if matches!(error.kind(), ErrorKind::InvalidJson { .. }) => return Ok(None),
            Err(error) if rules.skip_on_error => {
                tracing::warn!(%error, "JSON that cannot be written as TOON stays as it is");
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let is_shorter = match rules.measure {
            Measure::Bytes => toon.len() < compact::length(text),
            Measure::Tokens => tokens::best(&toon) < tokens::best(&compact::compact(text)),
        };
        Ok(is_shorter.then_some(toon))
    }
}
