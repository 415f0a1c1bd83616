//! Where a key stands for the second time: asked only once it is known that one does.

use super::{Events, Reader};
use crate::{Error, ErrorKind, Result};
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Where the first key begins that its object has already.
pub(super) fn find(json: &str) -> Option<usize> {
    let mut reader = Reader::new(json);
    let error = reader.read(&mut Keys::default()).err()?;
    matches!(error.kind(), ErrorKind::DuplicateKey { .. }).then(|| reader.position())
}

/// The keys of each open object.
#[derive(Default)]
struct Keys {
    open: Vec<BTreeSet<String>>,
}

impl Events for Keys {
    fn begin_object(&mut self) -> Result<()> {
        self.open.push(BTreeSet::new());
        Ok(())
    }

    fn key(&mut self, key: &str) -> Result<()> {
        let is_new = self.open.last_mut().is_none_or(|keys| keys.insert(key.to_string()));
        if is_new { Ok(()) } else { Err(Error::new(ErrorKind::DuplicateKey { key: key.to_string() })) }
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
