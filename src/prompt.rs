//! Explanations of TOON for language models, to include in prompts.
//!
//! [`READING`] explains how to read TOON and [`WRITING`] how to write it. Each has a short form of
//! at most 60 tokens. All of them describe the TOON that [`to_string`](crate::to_string) writes by
//! default: with commas and two spaces per level.
//!
//! ```
//! use toon::prompt;
//!
//! let users = ["Ada", "Bob"];
//! let prompt = format!(
//!     "{reading}\n\n```toon\n{users}\n```\n\nWhich of them might know Charles? {writing}",
//!     reading = prompt::READING_SHORT,
//!     users = toon::display(&users),
//!     writing = prompt::WRITING_SHORT,
//! );
//! assert!(prompt.contains("\n[2]: Ada,Bob\n"));
//! ```
//!
//! # When no explanation is needed
//!
//! To have a model *read* TOON, try without an explanation first: a table names its fields above
//! their values, like a CSV file, and the rest looks like YAML. Add one if answers are wrong, for
//! small models, and for tables with groups of columns or keyed rows.
//!
//! To *write* TOON, a model needs an explanation, because the format is new and easily confused
//! with YAML and JSON. If the answer has a fixed structure, an example in TOON explains it better
//! than rules do, and costs about as much as one answer. `template` of the crate `toon-answer` makes one
//! from the type that the answer is read into. Or write your own:
//!
//! ```
//! #[derive(serde::Serialize)]
//! struct Finding {
//!     line: u32,
//!     severity: &'static str,
//!     message: &'static str,
//! }
//!
//! let example = [Finding { line: 7, severity: "error", message: "index may be out of bounds" }];
//! let prompt = format!(
//!     "{}\nList all findings like this:\n```toon\n{}\n```",
//!     toon::prompt::WRITING_SHORT,
//!     toon::display(&example),
//! );
//! assert!(prompt.contains("[1]{line,severity,message}:\n  7,error,index may be out of bounds\n"));
//! ```
//!
//! # What an explanation costs
//!
//! In `o200k_base` tokens, once per prompt (counted by `cargo run -p toon-benches --features tokens
//! --bin tokens`):
//!
//! | text | tokens |
//! | --- | ---: |
//! | [`READING`] | 505 |
//! | [`READING_SHORT`] | 56 |
//! | [`WRITING`] | 557 |
//! | [`WRITING_SHORT`] | 59 |
//! | `toon_answer::template` of a struct with eight fields, among them a list of structs | 100 |
//!
//! Ten rows with a number, a name, an email address and a flag take 199 tokens as compact JSON and
//! 131 as TOON. So a short explanation pays for itself with nine such rows, and a full one with 75
//! to 80. If the beginning of a prompt stays the same, it is usually cached, which makes an
//! explanation cheaper.
//!
//! # Reading the answer
//!
//! Models make mistakes that strict reading rejects. `from_answer` of the crate `toon-answer` finds
//! the document in an answer, corrects what can be corrected safely, and reports what it changed.
//! [`strict(false)`](crate::DecodeOptions::strict) is not a substitute.

/// Explains how to read TOON: all its forms, with three examples.
///
/// ```
/// assert!(toon::prompt::READING.contains("`key[3]: a,b,c` is an array of 3 values."));
/// ```
pub const READING: &str = include_str!("prompt/reading.md").trim_ascii_end();

/// Explains how to read TOON, in at most 60 tokens.
///
/// ```
/// assert!(toon::prompt::READING_SHORT.contains("`key[2]{id,name}:` is a list of 2 objects"));
/// ```
pub const READING_SHORT: &str = "\
    Data may be TOON, a compact form of JSON: `key[2]{id,name}:` is a list of 2 objects with these keys, one on each \
    indented line, values separated by commas. Other lines are `key: value`, nested by indentation.";

/// Explains how to write TOON: the rules, with two examples. Asks for the answer in a fenced block.
///
/// ```
/// assert!(toon::prompt::WRITING.contains("A list of strings or numbers is one line, `key[3]: a,b,c`."));
/// ```
pub const WRITING: &str = include_str!("prompt/writing.md").trim_ascii_end();

/// Explains how to write TOON, in at most 60 tokens.
///
/// ```
/// assert!(toon::prompt::WRITING_SHORT.contains("`key[2]{id,name}:`"));
/// ```
pub const WRITING_SHORT: &str = "\
    Answer in TOON, fenced: `key: value`, nested by two spaces; lists `key[2]: a,b`; tables `key[2]{id,name}:` above \
    indented rows `1,Ada`. [2] counts elements. Quote text with commas or colons.";
