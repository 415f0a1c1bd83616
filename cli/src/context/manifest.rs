//! Manifests: the blocks of a context in JSON or TOML.

use super::diff;
use super::secrets::{Guard, Parts};
use crate::failure::Failure;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::fmt::Display;
use std::path::Path;
use toon_context::{
    Block, Code, Conversation, Data, DataFormat, Document, DocumentFormat, FileTree, Lang, Priority, Role,
    Status, ToolResult,
};

/// The types of blocks.
const TYPES: [&str; 7] =
    ["code", "conversation", "tool_result", "document", "structured_data", "diff", "file_tree"];

/// A block, with the fields that were not read yet.
struct Part<'p, 'g> {
    fields: Map<String, Value>,
    guard: &'p Guard<'g>,
    /// Cleans what the manifest itself contains.
    inline: &'p RefCell<Parts<'g>>,
}

/// Whether a text, or the beginning of one, may be a manifest: its first field is `blocks`.
pub(super) fn begins(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if let Some(rest) = text.strip_prefix('{') {
        return rest.trim_start().starts_with("\"blocks\"");
    }
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        let is_table = line.strip_prefix("[[").is_some_and(|rest| rest.trim_start().starts_with("blocks"));
        is_table || line.strip_prefix("blocks").is_some_and(|rest| rest.trim_start().starts_with('='))
    })
}

/// The blocks of a manifest whose paths are relative to `folder`. `None` if it is other data: anything but an object
/// with a list `blocks` and nothing else.
pub(super) fn blocks(
    name: &str,
    text: &str,
    folder: &Path,
    guard: &Guard<'_>,
) -> Result<Option<Vec<Block>>, Failure> {
    // TOML never begins with a brace.
    let manifest: Value = if text.trim_start().starts_with('{') {
        serde_json::from_str(text).map_err(|error| Failure::Input(format!("{name}: {error}")))?
    } else {
        toml::from_str(text)
            .map_err(|error| Failure::Input(format!("{name}: {}", error.to_string().trim_end())))?
    };
    let Some(parts) = parts(manifest) else { return Ok(None) };
    let inline = RefCell::new(guard.parts_of(name));
    let blocks = parts.into_iter().enumerate().map(|(index, part)| {
        let blocks = Part::new(part, &inline, guard).and_then(|part| part.blocks(folder));
        blocks.map_err(|message| Failure::Input(format!("{name}: blocks[{index}]: {message}")))
    });
    let blocks = blocks.collect::<Result<Vec<_>, _>>()?;
    inline.into_inner().tell();
    Ok(Some(blocks.into_iter().flatten().collect()))
}

/// The values that describe blocks.
fn parts(manifest: Value) -> Option<Vec<Value>> {
    let Value::Object(mut manifest) = manifest else { return None };
    match manifest.remove("blocks") {
        Some(Value::Array(parts)) if manifest.is_empty() => Some(parts),
        _ => None,
    }
}

/// What a value is.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

impl<'p, 'g> Part<'p, 'g> {
    fn new(value: Value, inline: &'p RefCell<Parts<'g>>, guard: &'p Guard<'g>) -> Result<Self, String> {
        let Value::Object(mut fields) = value else {
            return Err(format!("expected an object, found {}", kind(&value)));
        };
        fields.retain(|_, value| !value.is_null());
        Ok(Part { fields, guard, inline })
    }

    /// The block, or several if it is a diff of several files.
    fn blocks(mut self, folder: &Path) -> Result<Vec<Block>, String> {
        let priority = match self.take("priority")? {
            Some(word) => Some(known("priority", &word, Priority::from_word, Priority::ALL)?),
            None => None,
        };
        let summary = self.take("summary")?;
        for name in ["content_file", "path"] {
            if let Some(Value::String(path)) = self.fields.get(name)
                && self.guard.keeps_out(path)
            {
                return Ok(Vec::new());
            }
        }
        let contents = self.contents(folder)?;
        if let Some(name) = self.fields.keys().next() {
            return Err(format!("a block of this type has no `{name}`"));
        }
        if summary.is_some() && contents.len() > 1 {
            return Err("a diff of several files has no `summary`: make a block of each".to_owned());
        }
        Ok(contents.into_iter().map(|block| block.with(summary.clone(), priority)).collect())
    }

    fn contents(&mut self, folder: &Path) -> Result<Vec<Block>, String> {
        let block = match self.required("type")?.as_str() {
            "file_tree" => {
                let path = self.required("path")?;
                FileTree::from_dir(folder.join(&path)).map_err(|error| error.to_string())?.into()
            }
            "code" => {
                let code = Code::new(self.required("path")?, self.content(folder)?);
                match self.take("lang")? {
                    Some(lang) => code.lang(Lang::from_word(&lang).unwrap_or_default()).into(),
                    None => code.into(),
                }
            }
            "conversation" => {
                let role = known("role", &self.required("role")?, Role::from_word, Role::ALL)?;
                Conversation::new(role, self.content(folder)?).into()
            }
            "tool_result" => {
                let name = self.required("name")?;
                let status = match self.take("status")? {
                    Some(status) => known("status", &status, Status::from_word, Status::ALL)?,
                    None => Status::Ok,
                };
                let result = ToolResult::new(name, status);
                match String::from_utf8(self.content(folder)?) {
                    // Other JSON is as likely to be plain text.
                    Ok(text) if text.trim_start().starts_with(['{', '[']) => result.json(text).into(),
                    Ok(text) => result.text(text).into(),
                    Err(error) => result.text(error.into_bytes()).into(),
                }
            }
            "document" => {
                let title = self.required("title")?;
                let format = match self.take("format")? {
                    Some(format) => known("format", &format, DocumentFormat::from_word, DocumentFormat::ALL)?,
                    None => DocumentFormat::Markdown,
                };
                Document::new(title, self.content(folder)?).format(format).into()
            }
            "structured_data" => {
                let format = self.required("format")?;
                let format = known("format", &format, DataFormat::from_word, DataFormat::ALL)?;
                match (format, String::from_utf8(self.content(folder)?)) {
                    (DataFormat::Json, Ok(text)) => Data::json(text).into(),
                    (_, Ok(text)) => Data::text(format, text).into(),
                    (_, Err(error)) => Data::text(format, error.into_bytes()).into(),
                }
            }
            "diff" => {
                let (_, content) = self.raw_content(folder)?;
                return diff::blocks(&content, self.guard).map_err(|error| error.to_string());
            }
            other => return Err(format!("unknown type `{other}`; expected {}", TYPES.join(", "))),
        };
        Ok(vec![block])
    }

    /// The text in a field, which is removed, without keys and tokens. `None` if there is no such field.
    fn take(&mut self, name: &str) -> Result<Option<String>, String> {
        let text = self.take_raw(name)?;
        Ok(text.map(|text| self.inline.borrow_mut().clean(&text).into_owned()))
    }

    fn take_raw(&mut self, name: &str) -> Result<Option<String>, String> {
        match self.fields.remove(name) {
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(format!("expected a string in `{name}`, found {}", kind(&other))),
            None => Ok(None),
        }
    }

    fn required(&mut self, name: &str) -> Result<String, String> {
        self.take(name)?.ok_or_else(|| format!("missing `{name}`"))
    }

    fn content(&mut self, folder: &Path) -> Result<Vec<u8>, String> {
        let (name, content) = self.raw_content(folder)?;
        Ok(match name {
            Some(name) => self.guard.clean_bytes(&name, content),
            None => self.inline.borrow_mut().clean_bytes(content),
        })
    }

    /// The file that the content comes from, if it does, and what it is.
    fn raw_content(&mut self, folder: &Path) -> Result<(Option<String>, Vec<u8>), String> {
        match (self.take_raw("content")?, self.take_raw("content_file")?) {
            (Some(content), None) => Ok((None, content.into_bytes())),
            (None, Some(name)) => {
                let path = folder.join(&name);
                let read = std::fs::read(&path);
                let bytes = read.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
                Ok((Some(name), bytes))
            }
            (Some(_), Some(_)) => Err("has both `content` and `content_file`".to_owned()),
            (None, None) => Err("missing `content` or `content_file`".to_owned()),
        }
    }
}

/// The value of a word.
fn known<T: Display>(field: &str, word: &str, from: fn(&str) -> Option<T>, all: &[T]) -> Result<T, String> {
    from(word).ok_or_else(|| {
        let all: Vec<String> = all.iter().map(ToString::to_string).collect();
        format!("unknown {field} `{word}`; expected {}", all.join(", "))
    })
}
