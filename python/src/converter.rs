//! Results of tools, by the rules of `toon-mcp`.

use crate::dump::Writer;
use crate::error::encode_error;
use crate::load::{Builder, Hooks};
use crate::options::{choice, encode_options};
use pyo3::exceptions::{PyException, PyRuntimeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use toon::__internal::{JsonReader, JsonText};
use toon_convert::{
    Call, Conversion, ConvertedJson, Form, Host, Marker, Measure, Rules, Session, Structured,
};

/// Converts the results of tools to what costs a model the fewest tokens.
#[pyclass(frozen, module = "toon_serde")]
pub(crate) struct Converter {
    inner: toon_convert::Converter,
    skip_on_error: bool,
    /// What hosts show, if it is known.
    host: Option<Host>,
}

#[pymethods]
impl Converter {
    #[new]
    #[pyo3(signature = (
        *, min_size_bytes=100, max_size_bytes=1_048_576, include_tools=None, exclude_tools=None,
        add_format_marker=true, skip_on_error=true, form="toon", structured="auto", measure="tokens",
        any_savings=false, host=None, convert_errors=false, convert_scalars=false, rewrite_files=false, indent_size=2,
        delimiter=","
    ))]
    #[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "these are the rules")]
    fn new(
        py: Python<'_>,
        min_size_bytes: u64,
        max_size_bytes: u64,
        include_tools: Option<Vec<String>>,
        exclude_tools: Option<Vec<String>>,
        add_format_marker: bool,
        skip_on_error: bool,
        form: &str,
        structured: &str,
        measure: &str,
        any_savings: bool,
        host: Option<&str>,
        convert_errors: bool,
        convert_scalars: bool,
        rewrite_files: bool,
        indent_size: i64,
        delimiter: &str,
    ) -> PyResult<Self> {
        const FORMS: [(&str, Form); 5] = [
            ("toon", Form::Toon),
            ("auto", Form::Auto),
            ("plain", Form::Plain),
            ("legible", Form::Legible),
            ("dense", Form::Dense),
        ];
        const STRUCTURED: [(&str, Structured); 3] =
            [("auto", Structured::Auto), ("keep", Structured::Keep), ("drop", Structured::Drop)];
        const HOSTS: [(&str, Host); 3] =
            [("structured", Host::Structured), ("content", Host::Content), ("both", Host::Both)];
        const MEASURES: [(&str, Measure); 2] = [("tokens", Measure::Tokens), ("bytes", Measure::Bytes)];
        let options = encode_options(indent_size, delimiter)?;
        // An invalid indentation would otherwise fail for each result.
        options.to_string(&()).map_err(|error| encode_error(py, &error))?;
        let mut rules = Rules::new()
            .min_size_bytes(min_size_bytes)
            .max_size_bytes(max_size_bytes)
            .exclude_tools(exclude_tools.unwrap_or_default())
            .marker(if add_format_marker { Marker::Meta } else { Marker::Off })
            .skip_on_error(skip_on_error)
            .form(choice("form", form, &FORMS)?)
            .structured(choice("structured", structured, &STRUCTURED)?)
            .measure(choice("measure", measure, &MEASURES)?)
            .any_savings(any_savings)
            .errors(convert_errors)
            .scalars(convert_scalars)
            .rewrite_files(rewrite_files)
            .options(options);
        if let Some(names) = include_tools {
            rules = rules.include_tools(names);
        }
        let inner = toon_convert::Converter::new(rules);
        let inner = inner.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let host = host.map(|host| choice("host", host, &HOSTS)).transpose()?;
        Ok(Converter { inner, skip_on_error, host })
    }

    /// Whether the results of this tool may be converted.
    fn applies_to(&self, tool: &str) -> bool {
        self.inner.applies_to(tool)
    }

    /// Converts the result of a tool, a dictionary as the Model Context Protocol describes it. Returns the result,
    /// which is the same object if it is not changed, and what was done.
    #[pyo3(signature = (tool, result, arguments=None))]
    fn convert_result<'py>(
        &self,
        tool: &str,
        result: &Bound<'py, PyDict>,
        arguments: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
        let py = result.py();
        // Statistics are counted at the end, and locks that a panic has poisoned are taken nevertheless.
        let converted = catch_unwind(AssertUnwindSafe(|| self.convert(tool, result, arguments)))
            .unwrap_or_else(|_| Err(PyRuntimeError::new_err("internal error")));
        match converted {
            Ok((converted, conversion)) => Ok((converted, described(py, conversion)?)),
            // Not `KeyboardInterrupt` and the like, which are meant for the caller.
            Err(error) if self.skip_on_error && error.is_instance_of::<PyException>(py) => {
                let mut kept = Conversion::default();
                kept.reason = format!("an error: {error}").into();
                Ok((result.clone(), described(py, kept)?))
            }
            Err(error) => Err(error),
        }
    }

    /// What has been saved so far.
    fn get_stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let statistics = self.inner.statistics();
        let stats = PyDict::new(py);
        stats.set_item("tools_processed", statistics.tools_processed)?;
        stats.set_item("tools_converted", statistics.tools_converted)?;
        stats.set_item("tool_conversion_rate", statistics.tool_conversion_rate())?;
        stats.set_item("items_attempted", statistics.items_attempted)?;
        stats.set_item("items_converted", statistics.items_converted)?;
        stats.set_item("item_conversion_rate", statistics.item_conversion_rate())?;
        stats.set_item("total_bytes_saved", statistics.total_bytes_saved())?;
        stats.set_item("total_tokens_saved", statistics.total_tokens_saved())?;
        // The same under other names.
        stats.set_item("conversions_attempted", statistics.items_attempted)?;
        stats.set_item("conversions_successful", statistics.items_converted)?;
        stats.set_item("success_rate", statistics.item_conversion_rate())?;
        Ok(stats)
    }
}

impl Converter {
    fn convert<'py>(
        &self,
        tool: &str,
        result: &Bound<'py, PyDict>,
        arguments: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyDict>, Conversion)> {
        let py = result.py();
        let json = json_of(result)?;
        let arguments = arguments.map(json_of).transpose()?.and_then(|json| RawValue::from_string(json).ok());
        let convert = || {
            let mut call = Call::new(tool);
            if let Some(arguments) = &arguments {
                call = call.arguments(arguments);
            }
            if let Some(host) = self.host {
                call = call.host(host);
            }
            // Nobody knows which results the same model has seen, so each explains its own normal form.
            match self.inner.rules().compared_form() {
                Form::Toon => self.inner.convert_json(call, &json),
                _ => self.inner.convert_json_in(&Session::reads_toon(), call, &json),
            }
        };
        let ConvertedJson { result: changed, conversion } =
            py.detach(convert).map_err(|error| encode_error(py, &error))?;
        let converted = match changed {
            Some(changed) => changed_parts(result, &json, changed.get())?,
            None => result.clone(),
        };
        Ok((converted, conversion))
    }
}

/// The result after a conversion of the JSON text `before` to `after`. What is the same in both stays the same
/// object.
fn changed_parts<'py>(
    result: &Bound<'py, PyDict>,
    before: &str,
    after: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let py = result.py();
    // Not a plain copy: a subclass may keep its entries elsewhere.
    let items = result.call_method0(intern!(py, "items"))?;
    let converted = py.get_type::<PyDict>().call1((items,))?.cast_into::<PyDict>()?;
    let [before, after] = [before, after].map(serde_json::from_str::<BTreeMap<String, &RawValue>>);
    let (Ok(before), Ok(after)) = (before, after) else {
        return Err(PyValueError::new_err("the result must have string keys"));
    };
    for key in before.keys().filter(|key| !after.contains_key(*key)) {
        converted.del_item(key)?;
    }
    for (key, value) in &after {
        if before.get(key).is_none_or(|before| before.get() != value.get()) {
            let mut builder = Builder::new(py, Hooks::default())?;
            let sent = JsonReader::new(value.get()).read(&mut builder);
            converted.set_item(key, builder.finish(sent, encode_error)?)?;
        }
    }
    Ok(converted)
}

fn json_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut json = JsonText::default();
    Writer::new(object.py(), &mut json, None, false).write(object)?;
    Ok(json.text)
}

/// What was done to a result. Sizes after the conversion include the explanation.
fn described(py: Python<'_>, mut conversion: Conversion) -> PyResult<Bound<'_, PyDict>> {
    conversion.after += conversion.explanation;
    let Conversion { is_converted, blocks, before, after, ref reason, time, .. } = conversion;
    let described = PyDict::new(py);
    described.set_item("toon_encoded", is_converted)?;
    described.set_item("items_converted", blocks)?;
    described.set_item("bytes_before", before.bytes)?;
    described.set_item("bytes_after", after.bytes)?;
    described.set_item("bytes_saved", conversion.bytes_saved())?;
    described.set_item("tokens_before", before.tokens)?;
    described.set_item("tokens_after", after.tokens)?;
    described.set_item("tokens_saved", conversion.tokens_saved())?;
    described.set_item("savings_percent", conversion.savings_percent())?;
    let micros = (time.as_secs_f64() * 1e5).round();
    described.set_item("conversion_time_ms", micros / 100.0)?;
    described.set_item("reason", reason)?;
    Ok(described)
}
