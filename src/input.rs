//! Reading bytes from readers.

use crate::{Error, Result};
use alloc::vec::Vec;
use std::io::{BufRead, ErrorKind};

/// Appends the next available bytes of `reader` to `bytes`. Returns `false` at the end.
pub(crate) fn read_some<R: BufRead>(reader: &mut R, bytes: &mut Vec<u8>) -> Result<bool> {
    loop {
        match reader.fill_buf() {
            Ok(some) => {
                bytes.extend_from_slice(some);
                let length = some.len();
                reader.consume(length);
                return Ok(length > 0);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(Error::io(error)),
        }
    }
}
