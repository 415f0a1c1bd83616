//! Python objects to events.

use crate::error::encode_error;
use crate::key::{shown_key, text_of_key};
use crate::reentry::OpenCall;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    IntoPyDict, PyBool, PyDict, PyFloat, PyInt, PyList, PyListMethods, PyString, PyTuple, PyType,
};
use std::fmt::Display;
use toon::__internal::{self, Events, JsonText, Segment, ValueBuilder};
use toon::{ErrorKind, Result, Serializer, Value};

/// Receives events, with numbers that need no text.
pub(crate) trait Output: Events {
    fn integer(&mut self, value: i64) -> Result<()>;
    fn float(&mut self, value: f64) -> Result<()>;
}

impl Output for Serializer<'_> {
    fn integer(&mut self, value: i64) -> Result<()> {
        serde::Serializer::serialize_i64(self, value)
    }

    fn float(&mut self, value: f64) -> Result<()> {
        serde::Serializer::serialize_f64(self, value)
    }
}

impl Output for ValueBuilder {
    fn integer(&mut self, value: i64) -> Result<()> {
        self.value(Value::from(value))
    }

    fn float(&mut self, value: f64) -> Result<()> {
        self.value(Value::from(value))
    }
}

impl Output for JsonText {
    fn integer(&mut self, value: i64) -> Result<()> {
        self.number(&value.to_string())
    }

    fn float(&mut self, value: f64) -> Result<()> {
        if value.is_finite() { self.number(&format!("{value:?}")) } else { self.word("null") }
    }
}

/// The maximum number of nested containers, and of objects that are converted to them. The formats allow
/// fewer containers.
const MAX_OPEN: usize = 256;

/// 2⁵³, from which floats are integers with more digits than distinguish them.
const MIN_ALL_DIGITS: f64 = 9_007_199_254_740_992.0;

type Entries<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

/// Sends the value of a Python object as events.
pub(crate) struct Writer<'a, 'py, O> {
    out: &'a mut O,
    py: Python<'py>,
    default: Option<&'a Bound<'py, PyAny>>,
    sort_keys: bool,
    /// The addresses of the objects that are being written.
    open: Vec<usize>,
    /// How many objects enclose the second occurrence of an object that contains itself.
    cycle: usize,
    /// Empty lists of entries, which keep their capacity.
    spare: Vec<Entries<'py>>,
    /// The exception that Python code has raised.
    raised: Option<PyErr>,
    /// The error is one of types.
    is_type_error: bool,
}

impl<'a, 'py, O: Output> Writer<'a, 'py, O> {
    pub(crate) fn new(
        py: Python<'py>,
        out: &'a mut O,
        default: Option<&'a Bound<'py, PyAny>>,
        sort_keys: bool,
    ) -> Self {
        Writer {
            out,
            py,
            default,
            sort_keys,
            open: Vec::new(),
            cycle: usize::MAX,
            spare: Vec::new(),
            raised: None,
            is_type_error: false,
        }
    }

    /// Sends the value of `object`.
    ///
    /// # Errors
    /// `ToonEncodeError`, `TypeError`, `RecursionError`, or what Python code raises.
    pub(crate) fn write(mut self, object: &Bound<'py, PyAny>) -> PyResult<()> {
        let _call = OpenCall::begin()?;
        let Err(error) = self.value(object) else { return Ok(()) };
        Err(match self.raised {
            Some(raised) => raised,
            None if self.is_type_error => PyTypeError::new_err(error.to_string()),
            None => encode_error(self.py, &error),
        })
    }

    fn value(&mut self, value: &Bound<'py, PyAny>) -> Result<()> {
        if let Ok(string) = value.cast_exact::<PyString>() {
            self.string(string)
        } else if let Ok(integer) = value.cast_exact::<PyInt>() {
            self.integer(integer)
        } else if value.is_none() {
            self.out.word("null")
        } else if let Ok(truth) = value.cast_exact::<PyBool>() {
            self.out.word(if truth.is_true() { "true" } else { "false" })
        } else if let Ok(float) = value.cast_exact::<PyFloat>() {
            self.float(float.value())
        } else if let Ok(dict) = value.cast_exact::<PyDict>() {
            self.dict(dict)
        } else if let Ok(list) = value.cast::<PyList>() {
            self.array(list, list.iter())
        } else if let Ok(tuple) = value.cast::<PyTuple>() {
            self.array(tuple, tuple.iter())
        } else {
            self.other(value)
        }
    }

    /// A value of a subclass, or one that is to be converted.
    fn other(&mut self, value: &Bound<'py, PyAny>) -> Result<()> {
        if let Ok(string) = value.cast::<PyString>() {
            return self.string(string);
        }
        if let Ok(integer) = value.cast::<PyInt>() {
            return self.integer(integer);
        }
        if let Ok(float) = value.cast::<PyFloat>() {
            return self.float(float.value());
        }
        if value.is_instance_of::<PyDict>() {
            return self.object(value, |writer| writer.items(value));
        }
        let class = value.get_type();
        if self.has(&class, "model_dump")? {
            return self.converted(value, |py| {
                let options = [("mode", "json")].into_py_dict(py)?;
                value.call_method(intern!(py, "model_dump"), (), Some(&options))
            });
        }
        if self.has(&class, "__dataclass_fields__")? {
            return self.object(value, |writer| fields(writer.py, value));
        }
        if let Some(default) = self.default {
            return self.converted(value, |_| default.call1((value,)));
        }
        Err(self.type_error(format_args!("an object of type {} cannot be written as TOON", name_of(&class))))
    }

    fn has(&mut self, class: &Bound<'py, PyType>, attribute: &str) -> Result<bool> {
        class.hasattr(attribute).map_err(|error| self.raise(error))
    }

    fn string(&mut self, string: &Bound<'py, PyString>) -> Result<()> {
        match string.to_str() {
            Ok(text) => self.out.string(text),
            Err(_) => Err(custom("string with an unpaired surrogate")),
        }
    }

    fn integer(&mut self, integer: &Bound<'py, PyInt>) -> Result<()> {
        if let Ok(small) = integer.extract::<i64>() {
            return self.out.integer(small);
        }
        // Of the type itself: a subclass may be shown in another way.
        let shown = self.py.get_type::<PyInt>().call_method1(intern!(self.py, "__repr__"), (integer,));
        let digits = shown.map_err(|error| self.raise(error))?.to_string();
        self.out.number(&digits)
    }

    fn float(&mut self, value: f64) -> Result<()> {
        // Numbers without an exponent are read as `int`, which compares all digits. The shortest ones are not exact.
        let needs_all_digits = (MIN_ALL_DIGITS..1e21).contains(&value.abs());
        if needs_all_digits { self.out.number(&format!("{value:.0}")) } else { self.out.float(value) }
    }

    fn array(
        &mut self,
        container: &Bound<'py, PyAny>,
        elements: impl Iterator<Item = Bound<'py, PyAny>>,
    ) -> Result<()> {
        self.nested(container, |writer| {
            let begun = writer.out.begin_array();
            writer.check_depth(begun)?;
            for (index, element) in (0..).zip(elements) {
                if let Err(error) = writer.value(&element) {
                    return Err(writer.within(error, &Segment::Index(index)));
                }
            }
            writer.out.end_array()
        })
    }

    fn dict(&mut self, dict: &Bound<'py, PyDict>) -> Result<()> {
        self.object(dict, |writer| {
            let mut entries = writer.spare.pop().unwrap_or_default();
            // The values are written later, since Python code that runs then may change the dictionary.
            entries.extend(dict.iter());
            Ok(entries)
        })
    }

    /// Writes the entries that `entries` returns as an object.
    fn object(
        &mut self,
        container: &Bound<'py, PyAny>,
        entries: impl FnOnce(&mut Self) -> PyResult<Entries<'py>>,
    ) -> Result<()> {
        self.nested(container, |writer| {
            let begun = writer.out.begin_object();
            writer.check_depth(begun)?;
            let mut entries = entries(writer).map_err(|error| writer.raise(error))?;
            if writer.sort_keys {
                entries = writer.sorted(entries).map_err(|error| writer.raise(error))?;
            }
            for (key, value) in entries.drain(..) {
                writer.entry(key, &value)?;
            }
            writer.spare.push(entries);
            writer.out.end_object()
        })
    }

    fn entry(&mut self, key: Bound<'py, PyAny>, value: &Bound<'py, PyAny>) -> Result<()> {
        let key = match key.cast_into::<PyString>() {
            Ok(key) => key,
            Err(error) => self.other_key(&error.into_inner())?,
        };
        match key.to_str() {
            Ok(text) => self.out.key(text)?,
            Err(_) => {
                return Err(custom(format_args!("key {:?} with an unpaired surrogate", shown_key(&key))));
            }
        }
        match self.value(value) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.within(error, &Segment::Key(&shown_key(&key)))),
        }
    }

    fn other_key(&mut self, key: &Bound<'py, PyAny>) -> Result<Bound<'py, PyString>> {
        match text_of_key(key) {
            Ok(Some(text)) => Ok(text),
            Ok(None) => {
                let class = name_of(&key.get_type());
                Err(self.type_error(format_args!("keys must be str, int, float, bool or None, not {class}")))
            }
            Err(error) => Err(self.raise(error)),
        }
    }

    /// The entries of a subclass of `dict`, which may have methods of its own.
    fn items(&mut self, mapping: &Bound<'py, PyAny>) -> PyResult<Entries<'py>> {
        let items = mapping.call_method0(intern!(self.py, "items"))?;
        items.try_iter()?.map(|item| item?.extract()).collect()
    }

    /// The entries by their keys, compared as Python compares them.
    fn sorted(&self, entries: Entries<'py>) -> PyResult<Entries<'py>> {
        let items = PyList::new(self.py, entries)?;
        items.sort()?;
        items.iter().map(|item| item.extract()).collect()
    }

    /// Writes what `convert` returns instead of `value`.
    fn converted(
        &mut self,
        value: &Bound<'py, PyAny>,
        convert: impl FnOnce(Python<'py>) -> PyResult<Bound<'py, PyAny>>,
    ) -> Result<()> {
        self.nested(value, |writer| {
            let converted = convert(writer.py).map_err(|error| writer.raise(error))?;
            writer.value(&converted)
        })
    }

    /// Does `work` for an object, which is open until then.
    #[inline]
    fn nested(
        &mut self,
        object: &Bound<'py, PyAny>,
        work: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.open.push(object.as_ptr().addr());
        let result = if self.open.len() > MAX_OPEN {
            self.check_depth(Err(__internal::error(__internal::depth_limit(MAX_OPEN))))
        } else {
            work(self)
        };
        self.open.pop();
        result
    }

    /// Explains an error for nesting that is too deep.
    fn check_depth(&mut self, begun: Result<()>) -> Result<()> {
        let Err(error) = begun else { return Ok(()) };
        let ErrorKind::DepthLimit { .. } = error.kind() else { return Err(error) };
        let is_repeated = |&index: &usize| {
            let (outer, rest) = self.open.split_at(index);
            rest.first().is_some_and(|inner| outer.contains(inner))
        };
        match (0..self.open.len()).find(is_repeated) {
            Some(index) => {
                self.cycle = index;
                Err(custom("circular reference"))
            }
            None => Err(error),
        }
    }

    /// The error within a part of the innermost object. The path ends where a cycle begins again.
    #[cold]
    fn within(&self, error: toon::Error, segment: &Segment<'_>) -> toon::Error {
        if self.open.len() > self.cycle { error } else { __internal::within(error, segment) }
    }

    #[cold]
    fn raise(&mut self, error: PyErr) -> toon::Error {
        self.raised = Some(error);
        __internal::error(ErrorKind::AlreadyFailed)
    }

    #[cold]
    fn type_error(&mut self, message: impl Display) -> toon::Error {
        self.is_type_error = true;
        custom(message)
    }
}

/// The values of the fields of a dataclass, by their names.
fn fields<'py>(py: Python<'py>, object: &Bound<'py, PyAny>) -> PyResult<Entries<'py>> {
    static FIELDS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let fields = FIELDS.import(py, "dataclasses", "fields")?.call1((object,))?;
    let entry = |field: PyResult<Bound<'py, PyAny>>| {
        let name = field?.getattr(intern!(py, "name"))?.cast_into::<PyString>()?;
        let value = object.getattr(&name)?;
        Ok((name.into_any(), value))
    };
    fields.try_iter()?.map(entry).collect()
}

fn name_of(class: &Bound<'_, PyType>) -> String {
    class.name().map_or_else(|_| "?".to_owned(), |name| name.to_string_lossy().into_owned())
}

#[cold]
fn custom(message: impl Display) -> toon::Error {
    serde::ser::Error::custom(message)
}
