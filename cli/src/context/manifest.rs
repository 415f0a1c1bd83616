//! Manifests: the blocks of a context in JSON or TOML.

use super::read;
use crate::failure::Failure;
use serde_json::{Map, Value};
use std::fmt::Display;
use std::path::Path;
use toon_context::{
    Block, Code, Conversation, Data, DataFormat, Diff, Document, DocumentFormat, FileTree, Lang, Priority,
    Role, Status, ToolResult,
};

/// The types of blocks.
const TYPES: [&str; 7] =
    ["code", "conversation", "tool_result", "document", "structured_data", "diff", "file_tree"];

/// A block, with the fields that were not read yet.
struct Part {
    fields: Map<String, Value>,
}

/// The blocks of a manifest. Its paths are relative to its folder.
pub(super) fn read(path: &Path) -> Result<Vec<Block>, Failure> {
    let (name, bytes) = read::bytes(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        Failure::Input(format!("{name}: invalid UTF-8 at byte {}", error.utf8_error().valid_up_to()))
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let manifest: Value = if is_toml(path, text) {
        toml::from_str(text)
            .map_err(|error| Failure::Input(format!("{name}: {}", error.to_string().trim_end())))?
    } else {
        serde_json::from_str(text).map_err(|error| Failure::Input(format!("{name}: {error}")))?
    };
    let parts = parts(manifest).map_err(|message| Failure::Input(format!("{name}: {message}")))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let blocks = parts.into_iter().enumerate().map(|(index, part)| {
        let blocks = Part::new(part).and_then(|part| part.blocks(folder));
        blocks.map_err(|message| Failure::Input(format!("{name}: blocks[{index}]: {message}")))
    });
    Ok(blocks.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// Whether a manifest is TOML, which never begins with a brace. The text decides if the name does not.
fn is_toml(path: &Path, text: &str) -> bool {
    let is_named = |end| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(end));
    is_named("toml") || !is_named("json") && !text.trim_start().starts_with('{')
}

/// The values that describe blocks.
fn parts(manifest: Value) -> Result<Vec<Value>, String> {
    let Value::Object(mut manifest) = manifest else {
        return Err(format!("expected an object with a list `blocks`, found {}", kind(&manifest)));
    };
    let parts = match manifest.remove("blocks") {
        Some(Value::Array(parts)) => parts,
        Some(other) => return Err(format!("expected a list in `blocks`, found {}", kind(&other))),
        None => return Err("missing `blocks`".to_owned()),
    };
    match manifest.keys().next() {
        Some(name) => Err(format!("unknown field `{name}`; expected only `blocks`")),
        None => Ok(parts),
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

impl Part {
    fn new(value: Value) -> Result<Self, String> {
        let Value::Object(mut fields) = value else {
            return Err(format!("expected an object, found {}", kind(&value)));
        };
        fields.retain(|_, value| !value.is_null());
        Ok(Part { fields })
    }

    /// The block, or several if it is a diff of several files.
    fn blocks(mut self, folder: &Path) -> Result<Vec<Block>, String> {
        let priority = match self.take("priority")? {
            Some(word) => Some(known("priority", &word, Priority::from_word, Priority::ALL)?),
            None => None,
        };
        let summary = self.take("summary")?;
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
                let files = Diff::from_unified(self.content(folder)?).map_err(|error| error.to_string())?;
                return Ok(files.into_iter().map(Block::from).collect());
            }
            other => return Err(format!("unknown type `{other}`; expected {}", TYPES.join(", "))),
        };
        Ok(vec![block])
    }

    /// The text in a field, which is removed. `None` if there is no such field.
    fn take(&mut self, name: &str) -> Result<Option<String>, String> {
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
        match (self.take("content")?, self.take("content_file")?) {
            (Some(content), None) => Ok(content.into_bytes()),
            (None, Some(path)) => {
                let path = folder.join(path);
                std::fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
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
