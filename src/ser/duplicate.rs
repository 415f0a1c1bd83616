//! The same key twice in one object (§14.3): never write what cannot be read.
//!
//! Struct fields are known to differ. Keys of maps are kept as hashes while their object is open, eight bytes each;
//! where two are equal at its end, the keys themselves are read from the text.

use super::layout::key_token;
use super::writer::Writer;
use crate::Result;
use crate::text::quote;
use alloc::string::String;
use alloc::vec::Vec;

impl Writer<'_> {
    /// No key twice in the innermost object, of whatever form.
    pub(super) fn check_keys(&mut self) -> Result<()> {
        let Some(base) = self.top().hashes() else { return Ok(()) };
        if self.has_equal_hashes(base) {
            if let Some(key) = self.find_duplicate() {
                return self.duplicate(&key);
            }
        }
        Ok(())
    }

    /// Whether two of the hashes from `base` on are equal, which then are forgotten.
    pub(super) fn has_equal_hashes(&mut self, base: usize) -> bool {
        let hashes = &mut self.hashes[base..];
        hashes.sort_unstable();
        let found = hashes.windows(2).any(|pair| pair[0] == pair[1]);
        self.hashes.truncate(base);
        found
    }

    /// Reads the innermost object's keys from its text. Equal keys are spelled alike, so their texts are compared.
    #[cold]
    fn find_duplicate(&self) -> Option<String> {
        let is_table = self.form.is_table();
        let margin = if is_table { self.table.margin } else { self.top().margin };
        let mut lines = self.out[self.top().at..].split('\n');
        let first = lines.next().unwrap_or_default();
        // The first key stands on the hyphen's line, or at the root.
        let is_on_first_line = !is_table && (self.top().is_item || self.is_root());
        let mut keys: Vec<&str> = is_on_first_line.then(|| first.trim_start()).into_iter().collect();
        keys.extend(lines.filter_map(|line| {
            let (space, content) = line.split_at_checked(margin)?;
            let is_own = space.bytes().all(|byte| byte == b' ') && !content.starts_with([' ', '-']);
            is_own.then_some(content)
        }));
        for key in &mut keys {
            *key = key_token(key);
            if self.layout.folds && !key.starts_with('"') {
                // Of a folded key, only the first segment is the object's own.
                *key = key.split('.').next().unwrap_or_default();
            }
        }
        keys.sort_unstable();
        keys.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| quote::unquote(pair[0]).into_owned())
    }
}
