//! Limits calls within calls, by functions that Python code passes, such as `default`. Each may use as much of the
//! stack as the nesting of a value allows.

use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;
use std::cell::Cell;

const MAX_CALLS: usize = 16;

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// A call that has not returned yet.
pub(crate) struct OpenCall(());

impl OpenCall {
    /// Begins a call.
    ///
    /// # Errors
    /// `RecursionError`.
    pub(crate) fn begin() -> PyResult<Self> {
        CALLS.with(|calls| {
            if calls.get() == MAX_CALLS {
                let message = format!("more than {MAX_CALLS} calls of toon_serde within each other");
                return Err(PyRecursionError::new_err(message));
            }
            calls.set(calls.get() + 1);
            Ok(OpenCall(()))
        })
    }
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        CALLS.with(|calls| calls.set(calls.get() - 1));
    }
}
