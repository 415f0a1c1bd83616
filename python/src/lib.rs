//! The Python module `toon_serde`: TOON between Python objects and text, and what else this
//! repository has for texts that models read and write.
#![forbid(unsafe_code)]

mod answer;
mod converter;
mod document;
mod dump;
mod error;
mod json;
mod key;
mod load;
mod normal;
mod options;
mod reentry;
mod tape;
mod text;

use pyo3::prelude::*;

#[pymodule]
mod toon_serde {
    #[pymodule_export]
    use super::answer::{Block, Note, Repaired, extract, repair};
    #[pymodule_export]
    use super::converter::Converter;
    #[pymodule_export]
    use super::document::{dump, dumps, load, loads};
    use super::error;
    #[pymodule_export]
    use super::error::{ToonDecodeError, ToonEncodeError};
    #[pymodule_export]
    use super::json::{json_to_toon, toon_to_json};
    #[pymodule_export]
    use super::normal::{count_tokens, normal_dumps, normal_loads, smallest};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("__toon_spec__", "4.4")?;
        error::declare_attributes(module.py())
    }
}
