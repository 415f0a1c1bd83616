//! Locates a duplicate key, once it is known that there is one.

use super::read::JsonReader;
use crate::event::Events;
use crate::{Error, ErrorKind, Result};
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The position of the second `key` in the first object that contains it twice. Other duplicate
/// keys may occur in values that were not selected.
pub(super) fn find(json: &str, key: &str) -> Option<usize> {
    let mut reader = JsonReader::new(json);
    let error = reader.read(&mut DuplicateFinder { sought: key, open: Vec::new() }).err()?;
    matches!(error.kind(), ErrorKind::DuplicateKey { .. }).then(|| reader.position())
}

/// Keeps the keys of all open objects.
struct DuplicateFinder<'k> {
    sought: &'k str,
    open: Vec<BTreeSet<String>>,
}

impl Events for DuplicateFinder<'_> {
    fn begin_object(&mut self) -> Result<()> {
        self.open.push(BTreeSet::new());
        Ok(())
    }

    fn key(&mut self, key: &str) -> Result<()> {
        let is_new = self.open.last_mut().is_none_or(|keys| keys.insert(key.to_string()));
        if is_new || key != self.sought {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::DuplicateKey { key: key.to_string() }))
        }
    }

    fn end_object(&mut self) -> Result<()> {
        self.open.pop();
        Ok(())
    }

    fn begin_array(&mut self) -> Result<()> {
        Ok(())
    }

    fn end_array(&mut self) -> Result<()> {
        Ok(())
    }

    fn string(&mut self, _: &str) -> Result<()> {
        Ok(())
    }

    fn number(&mut self, _: &str) -> Result<()> {
        Ok(())
    }

    fn word(&mut self, _: &'static str) -> Result<()> {
        Ok(())
    }
}
