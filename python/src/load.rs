//! Events to Python objects.

use crate::key::KeyCache;
use crate::reentry::OpenCall;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};
use toon::__internal::{self, Events};
use toon::{ErrorKind, Result, Value};

/// Functions that make objects, as in `json`.
#[derive(Default)]
pub(crate) struct Hooks<'py> {
    pub(crate) parse_float: Option<Bound<'py, PyAny>>,
    pub(crate) parse_int: Option<Bound<'py, PyAny>>,
    pub(crate) object: Option<Bound<'py, PyAny>>,
    pub(crate) object_pairs: Option<Bound<'py, PyAny>>,
}

/// Builds Python objects from events.
pub(crate) struct Builder<'py> {
    py: Python<'py>,
    hooks: Hooks<'py>,
    open: Vec<Open<'py>>,
    /// The elements of all open arrays, and the root in the end.
    elements: Vec<Bound<'py, PyAny>>,
    cache: KeyCache<'py>,
    /// The exception that Python code has raised.
    raised: Option<PyErr>,
    _call: OpenCall,
}

enum Open<'py> {
    /// With the number of elements of the enclosing ones.
    Array(usize),
    /// With the last key, until its value comes.
    Object(PyObjectParts<'py>, Option<Bound<'py, PyString>>),
}

/// The entries of an object.
enum PyObjectParts<'py> {
    Dict(Bound<'py, PyDict>),
    Pairs(Vec<(Bound<'py, PyString>, Bound<'py, PyAny>)>),
}

impl<'py> Builder<'py> {
    /// A builder that has received nothing.
    ///
    /// # Errors
    /// `RecursionError`.
    pub(crate) fn new(py: Python<'py>, hooks: Hooks<'py>) -> PyResult<Self> {
        let (open, elements, cache) = (Vec::new(), Vec::new(), KeyCache::new());
        Ok(Builder { py, hooks, open, elements, cache, raised: None, _call: OpenCall::begin()? })
    }

    /// The object, after all events have been sent with this result.
    ///
    /// # Errors
    /// What Python code has raised, or what `error` makes of another error.
    pub(crate) fn finish(
        mut self,
        sent: Result<()>,
        error: impl FnOnce(Python<'py>, &toon::Error) -> PyErr,
    ) -> PyResult<Bound<'py, PyAny>> {
        let root = sent
            .and_then(|()| self.elements.pop().ok_or_else(|| __internal::error(ErrorKind::AlreadyFailed)));
        match (self.raised, root) {
            (Some(raised), _) => Err(raised),
            (None, Ok(root)) => Ok(root),
            (None, Err(failed)) => Err(error(self.py, &failed)),
        }
    }

    #[inline]
    fn value(&mut self, value: Bound<'py, PyAny>) -> Result<()> {
        let Some(Open::Object(parts, key)) = self.open.last_mut() else {
            self.elements.push(value);
            return Ok(());
        };
        let Some(key) = key.take() else {
            return Err(__internal::error(__internal::incomplete_entry("key")));
        };
        let added = match parts {
            PyObjectParts::Dict(dict) => dict.set_item(key, value),
            PyObjectParts::Pairs(pairs) => {
                pairs.push((key, value));
                Ok(())
            }
        };
        added.map_err(|error| self.raise(error))
    }

    fn made(&mut self, value: PyResult<Bound<'py, PyAny>>) -> Result<()> {
        match value {
            Ok(value) => self.value(value),
            Err(error) => Err(self.raise(error)),
        }
    }

    fn object(&self, parts: PyObjectParts<'py>) -> PyResult<Bound<'py, PyAny>> {
        match parts {
            PyObjectParts::Pairs(pairs) => match &self.hooks.object_pairs {
                Some(hook) => hook.call1((PyList::new(self.py, pairs)?,)),
                None => PyList::new(self.py, pairs).map(Bound::into_any),
            },
            PyObjectParts::Dict(dict) => match &self.hooks.object {
                Some(hook) => hook.call1((dict,)),
                None => Ok(dict.into_any()),
            },
        }
    }

    fn integer(&self, digits: &str) -> PyResult<Bound<'py, PyAny>> {
        if let Some(parse) = &self.hooks.parse_int {
            return parse.call1((digits,));
        }
        match digits.parse::<i64>() {
            Ok(value) => Ok(PyInt::new(self.py, value).into_any()),
            Err(_) => self.py.get_type::<PyInt>().call1((digits,)),
        }
    }

    fn raise(&mut self, error: PyErr) -> toon::Error {
        self.raised = Some(error);
        __internal::error(ErrorKind::AlreadyFailed)
    }
}

impl Events for Builder<'_> {
    fn begin_object(&mut self) -> Result<()> {
        let parts = match self.hooks.object_pairs {
            Some(_) => PyObjectParts::Pairs(Vec::new()),
            None => PyObjectParts::Dict(PyDict::new(self.py)),
        };
        self.open.push(Open::Object(parts, None));
        Ok(())
    }

    fn key(&mut self, key: &str) -> Result<()> {
        if let Some(Open::Object(_, next)) = self.open.last_mut() {
            *next = Some(self.cache.get(self.py, key));
        }
        Ok(())
    }

    fn end_object(&mut self) -> Result<()> {
        let Some(Open::Object(parts, _)) = self.open.pop() else { return Ok(()) };
        let object = self.object(parts);
        self.made(object)
    }

    fn begin_array(&mut self) -> Result<()> {
        self.open.push(Open::Array(self.elements.len()));
        Ok(())
    }

    fn end_array(&mut self) -> Result<()> {
        let Some(Open::Array(first)) = self.open.pop() else { return Ok(()) };
        let list = PyList::new(self.py, self.elements.drain(first..));
        self.made(list.map(Bound::into_any))
    }

    fn string(&mut self, string: &str) -> Result<()> {
        self.value(PyString::new(self.py, string).into_any())
    }

    fn number(&mut self, number: &str) -> Result<()> {
        if !number.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
            let integer = self.integer(number);
            return self.made(integer);
        }
        if let Some(parse) = &self.hooks.parse_float {
            let float = parse.call1((number,));
            return self.made(float);
        }
        match number.parse::<f64>() {
            // §4: −0 is 0.
            Ok(value) if value.is_finite() => self.value(PyFloat::new(self.py, value + 0.0).into_any()),
            _ => Err(serde::de::Error::custom(format_args!("number {number} is out of the range of float"))),
        }
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        let value = match word {
            "true" => PyBool::new(self.py, true).to_owned().into_any(),
            "false" => PyBool::new(self.py, false).to_owned().into_any(),
            _ => self.py.None().into_bound(self.py),
        };
        self.value(value)
    }
}

/// Sends a value as events.
///
/// # Errors
/// Those of `events`.
pub(crate) fn send<E: Events>(value: &Value, events: &mut E) -> Result<()> {
    match value {
        Value::Null => events.word("null"),
        Value::Bool(value) => events.word(if *value { "true" } else { "false" }),
        Value::Number(number) => events.number(&number.to_string()),
        Value::String(string) => events.string(string),
        Value::Array(elements) => {
            events.begin_array()?;
            elements.iter().try_for_each(|element| send(element, events))?;
            events.end_array()
        }
        Value::Object(entries) => {
            events.begin_object()?;
            for (key, value) in entries {
                events.key(key)?;
                send(value, events)?;
            }
            events.end_object()
        }
    }
}
