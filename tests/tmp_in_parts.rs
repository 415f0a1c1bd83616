#![allow(dead_code, missing_docs)]
#[path = "derive/in_parts.rs"]
mod in_parts;
