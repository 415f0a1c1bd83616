//! Limits how much output a document may expand to, and how much work this may take.

use super::fault::Outcome;
use super::tree::Tree;
use std::collections::HashMap;
use std::rc::Rc;
use toon::__internal::Events;
use toon::__internal::JsonText;

/// The remaining budget for expansion.
pub(super) struct Budget {
    limit: usize,
    bytes: usize,
    steps: usize,
}

impl Budget {
    /// The cost of a byte of JSON, as the values take several times as much memory. A byte of text
    /// costs 1.
    const VALUE_COST: usize = 4;

    /// The budget for a document of `len` bytes, whose output may have up to `max_output` bytes.
    pub(super) fn new(len: usize, max_output: usize) -> Self {
        let fair = len.saturating_mul(1_000).max(16 << 20);
        let limit = max_output.min(fair);
        let steps = len.saturating_mul(100).clamp(16 << 20, 256 << 20);
        // Some expanded values, such as foreign keys, are not part of the output, and some text is
        // expanded twice: as an alias, and as JSON text within it.
        let bytes = limit.saturating_mul(Self::VALUE_COST + 1).saturating_add(len.saturating_mul(8));
        Budget { limit, bytes, steps }
    }

    /// The limit, in bytes of compact JSON.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Must be called before creating values that take at least `bytes` bytes as JSON.
    pub(super) fn take_values(&mut self, bytes: usize) -> Outcome<()> {
        self.take(bytes.saturating_mul(Self::VALUE_COST))
    }

    /// Must be called before creating `bytes` bytes of text.
    pub(super) fn take(&mut self, bytes: usize) -> Outcome<()> {
        match self.bytes.checked_sub(bytes) {
            Some(left) => self.bytes = left,
            None => return self.exceeded(),
        }
        Ok(())
    }

    /// Must be called before work that may not produce output.
    pub(super) fn step(&mut self, steps: usize) -> Outcome<()> {
        match self.steps.checked_sub(steps) {
            Some(left) => self.steps = left,
            None => return self.exceeded(),
        }
        Ok(())
    }

    pub(super) fn exceeded(&self) -> Outcome<()> {
        Err(toon::__internal::output_limit(self.limit).into())
    }
}

/// The size of a tree as compact JSON, and its depth.
#[derive(Clone, Copy, Default)]
pub(super) struct Extent {
    pub(super) bytes: usize,
    pub(super) depth: usize,
}

/// Measures trees. Shared parts are measured once, by address, so the trees must outlive this.
pub(super) struct Measure {
    /// Escapes strings to determine their exact length. If `None`, every byte counts as an escape.
    exact: Option<JsonText>,
    known: HashMap<*const (), Extent>,
}

impl Measure {
    /// Computes an upper bound of the size, which is faster.
    pub(super) fn rough() -> Self {
        Measure { exact: None, known: HashMap::new() }
    }

    pub(super) fn exact() -> Self {
        Measure { exact: Some(JsonText::default()), known: HashMap::new() }
    }

    pub(super) fn of(&mut self, tree: &Tree) -> Outcome<Extent> {
        let bytes = match tree {
            Tree::Null | Tree::Bool(true) => 4,
            Tree::Bool(false) => 5,
            Tree::Number(number) => number.len(),
            Tree::String(text) => self.string(text)?,
            Tree::List(items) => {
                return self.shared(Rc::as_ptr(items).cast(), Rc::strong_count(items), |this, extent| {
                    items.iter().try_for_each(|item| this.add(extent, 1, item))
                });
            }
            Tree::Object(members) => {
                return self.shared(Rc::as_ptr(members).cast(), Rc::strong_count(members), |this, extent| {
                    members.iter().try_for_each(|(key, value)| {
                        let key = this.string(key)?;
                        this.add(extent, key.saturating_add(2), value)
                    })
                });
            }
        };
        Ok(Extent { bytes, depth: 0 })
    }

    /// Measures a list or object at `address`. `parts` adds its parts.
    fn shared(
        &mut self,
        address: *const (),
        owners: usize,
        parts: impl FnOnce(&mut Self, &mut Extent) -> Outcome<()>,
    ) -> Outcome<Extent> {
        let is_shared = owners > 1;
        if is_shared {
            if let Some(known) = self.known.get(&address) {
                return Ok(*known);
            }
        }
        // Each part is followed by a comma or the closing bracket.
        let mut extent = Extent { bytes: 1, depth: 0 };
        parts(self, &mut extent)?;
        let extent = Extent { bytes: extent.bytes.max(2), depth: extent.depth + 1 };
        if is_shared {
            self.known.insert(address, extent);
        }
        Ok(extent)
    }

    /// Adds a part and `joints` bytes for its punctuation and key.
    fn add(&mut self, whole: &mut Extent, joints: usize, part: &Tree) -> Outcome<()> {
        let part = self.of(part)?;
        whole.bytes = whole.bytes.saturating_add(joints).saturating_add(part.bytes);
        whole.depth = whole.depth.max(part.depth);
        Ok(())
    }

    fn string(&mut self, text: &str) -> Outcome<usize> {
        const MAX_ESCAPE_BYTES: usize = 6;
        let Some(json) = &mut self.exact else { return Ok(text.len().saturating_mul(MAX_ESCAPE_BYTES) + 2) };
        *json = JsonText::with_capacity(0);
        json.string(text)?;
        Ok(json.text.len())
    }
}
