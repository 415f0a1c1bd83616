//! Keys of dictionaries.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};
use std::borrow::Cow;

/// The text of a key that is not a string, as `json` writes it. `None` if it has no text.
pub(crate) fn text_of_key<'py>(key: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
    let py = key.py();
    if key.is_none() {
        return Ok(Some(PyString::new(py, "null")));
    }
    if let Ok(key) = key.cast::<PyBool>() {
        return Ok(Some(PyString::new(py, if key.is_true() { "true" } else { "false" })));
    }
    // Of the type itself: a subclass, such as an enum, may be shown in another way.
    let shown_by = if key.is_instance_of::<PyInt>() {
        py.get_type::<PyInt>()
    } else if let Ok(float) = key.cast::<PyFloat>() {
        match float.value() {
            value if value.is_nan() => return Ok(Some(PyString::new(py, "NaN"))),
            f64::INFINITY => return Ok(Some(PyString::new(py, "Infinity"))),
            f64::NEG_INFINITY => return Ok(Some(PyString::new(py, "-Infinity"))),
            _ => py.get_type::<PyFloat>(),
        }
    } else {
        return Ok(None);
    };
    let text = shown_by.call_method1("__repr__", (key,))?;
    Ok(Some(text.cast_into::<PyString>()?))
}

/// The key for the path of an error.
#[cold]
pub(crate) fn shown_key<'k>(key: &'k Bound<'_, PyString>) -> Cow<'k, str> {
    key.to_string_lossy()
}

/// Strings of the keys that were read last, since the rows of a list have the same keys.
pub(crate) struct KeyCache<'py> {
    slots: Vec<Option<Bound<'py, PyString>>>,
}

impl<'py> KeyCache<'py> {
    const SLOTS: usize = 256;
    /// Longer keys are rarely repeated.
    const MAX_BYTES: usize = 64;

    pub(crate) fn new() -> Self {
        KeyCache { slots: Vec::new() }
    }

    pub(crate) fn get(&mut self, py: Python<'py>, key: &str) -> Bound<'py, PyString> {
        if key.len() > Self::MAX_BYTES {
            return PyString::new(py, key);
        }
        if self.slots.is_empty() {
            self.slots.resize(Self::SLOTS, None);
        }
        // FNV-1a, which is fast for short keys.
        let hash = key
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        let Some(slot) = self.slots.get_mut((hash ^ hash >> 16) as usize % Self::SLOTS) else {
            return PyString::new(py, key);
        };
        match slot {
            Some(known) if known.to_str().is_ok_and(|known| known == key) => known.clone(),
            _ => slot.insert(PyString::new(py, key)).clone(),
        }
    }
}
