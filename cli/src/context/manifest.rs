//! Manifests: the blocks of a context in JSON or TOML.

use super::read;
use crate::failure::Failure;
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use toon_context::{
    Block, Code, Conversation, Data, DataFormat, Diff, Document, DocumentFormat, FileTree, Lang, Priority,
    Role, Status, ToolResult,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    /// Each is a [`Part`], read on its own so that an error can say which one it is in.
    blocks: Vec<Value>,
}

/// A block.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    #[serde(rename = "type")]
    kind: Kind,
    content: Option<String>,
    content_file: Option<PathBuf>,
    path: Option<String>,
    lang: Option<String>,
    role: Option<String>,
    name: Option<String>,
    status: Option<String>,
    title: Option<String>,
    format: Option<String>,
    summary: Option<String>,
    priority: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Code,
    Conversation,
    ToolResult,
    Document,
    StructuredData,
    Diff,
    FileTree,
}

/// The blocks of a manifest. Its paths are relative to its folder.
pub(super) fn read(path: &Path) -> Result<Vec<Block>, Failure> {
    let (name, bytes) = read::bytes(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        Failure::Input(format!("{name}: invalid UTF-8 at byte {}", error.utf8_error().valid_up_to()))
    })?;
    let is_toml = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    let manifest: Manifest = if is_toml {
        toml::from_str(&text)
            .map_err(|error| Failure::Input(format!("{name}: {}", error.to_string().trim_end())))?
    } else {
        serde_json::from_str(&text).map_err(|error| Failure::Input(format!("{name}: {error}")))?
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let blocks = manifest.blocks.into_iter().enumerate().map(|(index, part)| {
        let failure = |message: &dyn Display| Failure::Input(format!("{name}: blocks[{index}]: {message}"));
        let part: Part = serde_json::from_value(part).map_err(|error| failure(&error))?;
        part.blocks(folder).map_err(|error| failure(&error))
    });
    Ok(blocks.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

impl Part {
    /// The block, or several if it is a diff of several files.
    fn blocks(mut self, folder: &Path) -> Result<Vec<Block>, String> {
        let priority = match self.priority.take() {
            Some(word) => Some(known("priority", &word, Priority::from_word, Priority::ALL)?),
            None => None,
        };
        let summary = self.summary.take();
        let contents = self.contents(folder)?;
        if summary.is_some() && contents.len() > 1 {
            return Err("a diff of several files has no `summary`: make a block of each".to_owned());
        }
        Ok(contents.into_iter().map(|block| block.with(summary.clone(), priority)).collect())
    }

    fn contents(&mut self, folder: &Path) -> Result<Vec<Block>, String> {
        let block = match self.kind {
            Kind::FileTree => {
                let path = self.required("path", |part| part.path.take())?;
                FileTree::from_dir(folder.join(&path)).map_err(|error| error.to_string())?.into()
            }
            Kind::Code => {
                let path = self.required("path", |part| part.path.take())?;
                let lang = self.lang.take();
                let code = Code::new(path, self.content(folder)?);
                match lang {
                    Some(lang) => code.lang(Lang::from_word(&lang).unwrap_or_default()).into(),
                    None => code.into(),
                }
            }
            Kind::Conversation => {
                let role = self.required("role", |part| part.role.take())?;
                let role = known("role", &role, Role::from_word, Role::ALL)?;
                Conversation::new(role, self.content(folder)?).into()
            }
            Kind::ToolResult => {
                let name = self.required("name", |part| part.name.take())?;
                let status = match self.status.take() {
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
            Kind::Document => {
                let title = self.required("title", |part| part.title.take())?;
                let format = match self.format.take() {
                    Some(format) => known("format", &format, DocumentFormat::from_word, DocumentFormat::ALL)?,
                    None => DocumentFormat::Markdown,
                };
                Document::new(title, self.content(folder)?).format(format).into()
            }
            Kind::StructuredData => {
                let format = self.required("format", |part| part.format.take())?;
                let format = known("format", &format, DataFormat::from_word, DataFormat::ALL)?;
                match (format, String::from_utf8(self.content(folder)?)) {
                    (DataFormat::Json, Ok(text)) => Data::json(text).into(),
                    (_, Ok(text)) => Data::text(format, text).into(),
                    (_, Err(error)) => Data::text(format, error.into_bytes()).into(),
                }
            }
            Kind::Diff => {
                let files = Diff::from_unified(self.content(folder)?).map_err(|error| error.to_string())?;
                return self.finished(files.into_iter().map(Block::from).collect());
            }
        };
        self.finished(vec![block])
    }

    /// The blocks, unless a field is left that they do not use.
    fn finished(&self, blocks: Vec<Block>) -> Result<Vec<Block>, String> {
        let fields = [
            ("content", self.content.is_some()),
            ("content_file", self.content_file.is_some()),
            ("path", self.path.is_some()),
            ("lang", self.lang.is_some()),
            ("role", self.role.is_some()),
            ("name", self.name.is_some()),
            ("status", self.status.is_some()),
            ("title", self.title.is_some()),
            ("format", self.format.is_some()),
        ];
        match fields.iter().find(|(_, is_left)| *is_left) {
            Some((name, _)) => Err(format!("a block of this type has no `{name}`")),
            None => Ok(blocks),
        }
    }

    fn required(
        &mut self,
        name: &str,
        take: impl FnOnce(&mut Self) -> Option<String>,
    ) -> Result<String, String> {
        take(self).ok_or_else(|| format!("missing `{name}`"))
    }

    fn content(&mut self, folder: &Path) -> Result<Vec<u8>, String> {
        match (self.content.take(), self.content_file.take()) {
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
