//! YAML 1.2, in which `yes` and `no` are strings.

mod advice;
mod limits;
mod node;
mod outline;
mod tab;
mod template;
mod write;

pub use write::{exact, item, text};

use super::fault::Fault;
use crate::error::Error;
use crate::lossy::{Lossy, NonFinite, Tags};
use limits::{REPEATED_BYTES, REPEATED_NODES};
use node::Node;
use outline::Outline;
use serde_json::Value;
use serde_saphyr::NonFiniteFloatPolicy;

/// The maximum nesting depth that the library supports.
const DEPTH: usize = 128;

/// Reads all documents of `text`: the value of the only one, or an array of their values.
///
/// # Errors
/// Fails if the text is not YAML, or has what TOON does not have and `lossy` does not allow.
pub fn read(name: &str, text: &str, lossy: Lossy) -> Result<Value, Error> {
    let refuse = |fault: Fault| template::or_template(fault, text).failure(name, text);
    let outline = Outline::of(text, lossy.tags).map_err(refuse)?;
    let options = serde_saphyr::options! {
        strict_booleans: true,
        // Other readers do not treat it as a number, and digits would be lost.
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        non_finite_float_policy: match lossy.non_finite {
            NonFinite::Error => NonFiniteFloatPolicy::Reject,
            NonFinite::Null | NonFinite::String => NonFiniteFloatPolicy::PassThrough,
        },
        ignore_binary_tag_for_string: lossy.tags == Tags::Drop,
        with_snippet: false,
        // The size of the text bounds everything except aliases, which may repeat parts of it.
        budget: serde_saphyr::budget! {
            max_events: usize::MAX,
            max_aliases: usize::MAX,
            max_anchors: usize::MAX,
            max_documents: usize::MAX,
            max_nodes: outline.nodes.saturating_add(REPEATED_NODES),
            max_total_scalar_bytes: text.len().saturating_add(REPEATED_BYTES),
            max_depth: DEPTH,
            enforce_alias_anchor_ratio: false,
        },
    };
    let read = if lossy.non_finite == NonFinite::String {
        serde_saphyr::from_multiple_with_options::<Node<true>>(text, options).map(unwrapped)
    } else {
        serde_saphyr::from_multiple_with_options::<Node<false>>(text, options).map(unwrapped)
    };
    // Documents that are null are left out.
    let mut others = read.map_err(|error| refuse(advice::of_value(&error)))?.into_iter().peekable();
    let value = |is_null: bool| match others.next_if(|_| !is_null) {
        Some(value) => value,
        None => Value::Null,
    };
    let mut values: Vec<Value> = outline.documents.into_iter().map(value).collect();
    Ok(match values.len() {
        0 | 1 => values.pop().unwrap_or_default(),
        _ => Value::Array(values),
    })
}

fn unwrapped<const NAMED: bool>(nodes: Vec<Node<NAMED>>) -> Vec<Value> {
    nodes.into_iter().map(|Node(value)| value).collect()
}

/// Whether `text` is YAML with what TOON does not have: lists without their length, blocks of text,
/// or several documents.
pub fn is_evident(text: &str) -> bool {
    let is_of_yaml = |line: &str| {
        let line = line.trim();
        line.starts_with("- ") || line == "---" || line.ends_with(": |") || line.ends_with(": >")
    };
    text.lines().any(is_of_yaml)
        && read("", text, Lossy::ALL).is_ok_and(|value| value.is_array() || value.is_object())
}
