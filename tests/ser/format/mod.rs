//! The literal text of every form, and of every way in which a scope turns out not to be a table.
//!
//! Each text is as specified, and as the reference implementation writes it.

mod arrays;
mod fallback;
mod groups;
mod keyed;
mod objects;
mod options;
mod strings;
mod tables;
mod typed;

use crate::support::equality::equal;
use crate::support::model::{Layout, as_decoded, encode};
use serde_json::Value;

/// `value` is written as `text`, and `text` read back as `value`.
#[track_caller]
#[allow(clippy::needless_pass_by_value, reason = "for `json!` without an ampersand")]
fn assert_text(value: Value, text: &str) {
    assert_text_in(Layout::DEFAULT, value, text);
}

#[track_caller]
#[allow(clippy::needless_pass_by_value, reason = "for `json!` without an ampersand")]
fn assert_text_in(layout: Layout, value: Value, text: &str) {
    assert_eq!(encode(&value, layout), text, "the model");
    assert_eq!(layout.encode_options().to_string(&value).unwrap(), text);
    let read: Value = layout.decode_options().from_str(text).unwrap();
    assert!(equal(&read, &as_decoded(&value, layout)), "{read}");
}
