//! `context_pack`: what of a folder answers a question, within a budget of tokens.

mod left_out;

use super::fault::Fault;
use super::workers::workers;
use super::{arguments, schema};
use left_out::LeftOut;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, JsonObject, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use toon_context::sources::{FileError, Folder, Packed, without_secrets};
use toon_context::{Budget, Context, O200k, Rendered, Style};
use toon_convert::__internal::shorten;
use toon_convert::marker::Format;
use toon_convert::tokens;
use toon_rmcp::__internal::block;

pub(super) const NAME: &str = "context_pack";

const DEFAULT_BUDGET: usize = 20_000;
/// With fewer tokens, most folders would show hardly more than names.
const MIN_BUDGET: usize = 500;
const MAX_BUDGET: usize = 100_000;
const MAX_QUERY_BYTES: usize = 16 << 10;
const MAX_PATHS: usize = 100;
const MAX_PATH_BYTES: usize = 1 << 10;
/// A call ends, however large the folder is.
const MAX_FILES: usize = 50_000;
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// How much of the budget may go to the line that says what was left out.
const LEFT_OUT_SHARE: usize = 20;
/// How many tokens two texts may have together beyond the sum of both.
const SEAM: usize = 4;

/// The folder that the tool reads.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    path: PathBuf,
    /// Limits concurrent calls of this tool, so that slow ones do not block the other tools.
    pub(super) workers: Arc<Semaphore>,
}

impl Root {
    /// # Errors
    /// If `path` is not a folder that can be read.
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize()?;
        std::fs::read_dir(&path)?;
        Ok(Root { path, workers: workers() })
    }

    /// The path in the folder that a caller names. `None` for the folder itself.
    fn inside<'p>(&self, path: &'p str) -> Result<Option<&'p str>, Fault> {
        if path.len() > MAX_PATH_BYTES {
            return Err(Fault::arguments(format!(
                "expected paths of at most {MAX_PATH_BYTES} bytes, found one of {}",
                path.len()
            )));
        }
        let relative = Path::new(path).strip_prefix(&self.path).unwrap_or(Path::new(path));
        let mut is_root = true;
        for part in relative.components() {
            match part {
                Component::CurDir => {}
                Component::Normal(_) => is_root = false,
                _ => {
                    let message = format!("expected a path in the folder, found `{}`", shorten(path));
                    return Err(Fault::arguments(message));
                }
            }
        }
        // Part of a string, so it is one.
        Ok(relative.to_str().filter(|_| !is_root))
    }
}

/// The arguments apart from the question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct PackSettings {
    /// Maximum tokens of the result, from 500 to 100000.
    budget: u64,
    /// Read only these files and folders, and what matches these globs: `src`, `**/*.md`.
    paths: Vec<String>,
}

impl Default for PackSettings {
    fn default() -> Self {
        PackSettings { budget: DEFAULT_BUDGET as u64, paths: Vec::new() }
    }
}

impl PackSettings {
    /// Callers that ask for more than there can be get as much as there can be.
    fn tokens(&self) -> Result<usize, Fault> {
        let tokens = usize::try_from(self.budget).unwrap_or(usize::MAX).min(MAX_BUDGET);
        if tokens < MIN_BUDGET {
            let message = format!("expected a `budget` of at least {MIN_BUDGET} tokens, found {tokens}");
            return Err(Fault::arguments(message));
        }
        Ok(tokens)
    }

    /// The paths to read. None if everything is to be read.
    fn paths(&self, root: &Root) -> Result<Vec<&str>, Fault> {
        if self.paths.len() > MAX_PATHS {
            let message = format!("expected at most {MAX_PATHS} `paths`, found {}", self.paths.len());
            return Err(Fault::arguments(message));
        }
        let paths = self.paths.iter().map(|path| root.inside(path)).collect::<Result<Vec<_>, _>>()?;
        Ok(paths.into_iter().collect::<Option<_>>().unwrap_or_default())
    }
}

pub(super) fn tool() -> Tool {
    let query = json!({
        "type": "string",
        "description": "A question or task, with names from the code if you know some.",
    });
    Tool::new(
        NAME,
        "Read what helps with a question from the server's folder: the names of its files, and as much of the best \
         files as fits the budget. Says what was left out.",
        schema::input("query", query, schema::options::<PackSettings>()),
    )
    .with_title("Read a folder for a question")
    .with_annotations(schema::annotations())
}

pub(super) fn call(mut arguments: JsonObject, root: &Root) -> Result<CallToolResult, Fault> {
    let query = arguments::text(&mut arguments, "query")?;
    if query.len() > MAX_QUERY_BYTES {
        let message = format!("expected a `query` of at most {MAX_QUERY_BYTES} bytes, found {}", query.len());
        return Err(Fault::arguments(message));
    }
    let settings: PackSettings = arguments::options(arguments, &["options"])?;
    let text = pack(&query, settings.tokens()?, &settings.paths(root)?, root)?;
    Ok(CallToolResult::success(vec![block(text, Format::Text)]))
}

fn pack(query: &str, budget: usize, paths: &[&str], root: &Root) -> Result<String, Fault> {
    let folder = Folder::new(&root.path).query(query).budget(budget).paths(paths.iter().copied());
    let folder = folder.protect_secrets().max_files(MAX_FILES).time_limit(TIME_LIMIT);
    let Packed { blocks, ranked, skipped, .. } = folder.pack().map_err(fault)?;
    let (files, kept) = (ranked.len(), blocks.len().saturating_sub(1));
    let mut left_out = LeftOut::new(&skipped, files);
    left_out.shorten(budget / LEFT_OUT_SHARE);
    if files == 0 {
        let nothing = if paths.is_empty() { "the folder" } else { "`paths`" };
        return Err(Fault::arguments(
            format!("no text was found in {nothing}. {left_out}").trim_end().to_owned(),
        ));
    }
    let reserved = tokens::count(&left_out.to_string()) + SEAM;
    let tokens = Budget::tokens(budget).counter(O200k).reserve(reserved);
    let context: Context = blocks.into_iter().collect();
    let rendered =
        context.render(&tokens, Style::Xml).map_err(|error| Fault::arguments(error.to_string()))?;
    if rendered.text.is_empty() {
        let message = format!("nothing fits a `budget` of {budget} tokens; the default is {DEFAULT_BUDGET}");
        return Err(Fault::arguments(message));
    }
    left_out.does_not_fit(files.saturating_sub(kept) + not_shown(&rendered));
    let text = format!("{}\n\n{left_out}", rendered.text);
    // Files are checked one by one. This also covers names, and files that changed in the meantime.
    Ok(without_secrets(text.trim_end()).0.into_owned())
}

/// How many files are not shown at all.
fn not_shown(rendered: &Rendered) -> usize {
    use toon_context::Remainder::Nothing;

    // The first block is the tree.
    rendered.omitted.iter().filter(|omitted| omitted.block > 0 && omitted.shown == Nothing).count()
}

/// Why nothing can be read, without the path of the folder.
fn fault(error: FileError) -> Fault {
    const NAME_SOME: &str = "name the folders that matter in `paths`";
    match error {
        FileError::TooManyFiles { limit, .. } => {
            Fault::arguments(format!("the folder contains more than {limit} files and folders: {NAME_SOME}"))
        }
        FileError::TimedOut { limit, .. } => {
            Fault::arguments(format!("the folder cannot be read within {limit:?}: {NAME_SOME}"))
        }
        FileError::Io { source, .. } => {
            Fault::Protocol(ErrorData::internal_error(format!("cannot read the folder: {source}"), None))
        }
        error => Fault::arguments(error.to_string()),
    }
}
