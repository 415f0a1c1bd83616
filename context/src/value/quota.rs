//! How large the trees of values may be.

/// What is left of the memory that trees may take while text is read. That of texts is not counted, since
/// they are no longer than what is read. In contrast, each row of a table has its own copies of all keys.
#[derive(Debug)]
pub(crate) struct Quota {
    remaining: usize,
}

impl Quota {
    /// The size of a value, which an entry of an object has as well.
    const VALUE: usize = 64;

    /// Enough for `count` values, if their keys are empty.
    #[cfg(feature = "container")]
    pub(crate) fn of_values(count: usize) -> Self {
        Quota { remaining: count.saturating_mul(Self::VALUE) }
    }

    /// For values that are not read from elsewhere.
    #[cfg(feature = "json")]
    pub(crate) fn unlimited() -> Self {
        Quota { remaining: usize::MAX }
    }

    /// Takes what a value needs. `None` if that is not left, and then nothing is left.
    pub(super) fn take_value(&mut self) -> Option<()> {
        self.take(Self::VALUE)
    }

    /// Takes what a copy of a key needs.
    #[cfg(feature = "container")]
    pub(super) fn take_key(&mut self, key: &str) -> Option<()> {
        self.take(key.len())
    }

    fn take(&mut self, size: usize) -> Option<()> {
        let remaining = self.remaining.checked_sub(size);
        self.remaining = remaining.unwrap_or_default();
        remaining.map(drop)
    }
}
