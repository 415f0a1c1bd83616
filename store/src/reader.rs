//! How a reader gets at a result that is in a file.

use crate::files::{Stored, is_stored_text};
use std::path::Path;

/// The tool of an MCP server that answers queries.
pub const TOOL: &str = "toon_query";

/// What a reader has to query results with.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The program, as a shell runs it.
    program: Option<String>,
    has_tool: bool,
}

impl Reader {
    /// A reader with a shell. `program` is how it runs the program that has the command `query`: see
    /// [`program`](crate::program).
    pub fn with_command(program: impl Into<String>) -> Self {
        Reader { program: Some(program.into()), has_tool: false }
    }

    /// A reader who can only call the [tool](TOOL), and does not learn where files are.
    pub const fn with_tool() -> Self {
        Reader { program: None, has_tool: true }
    }

    /// One who may have either.
    #[must_use]
    pub fn or_tool(self) -> Self {
        Reader { has_tool: true, ..self }
    }

    /// Where a result is.
    pub(crate) fn place(&self, stored: &Stored) -> String {
        match &self.program {
            Some(_) => stored.path.display().to_string(),
            None => format!("result {}", stored.id()),
        }
    }

    pub(crate) fn hints<'r>(&'r self, stored: &'r Stored) -> Hints<'r> {
        Hints { reader: self, stored }
    }
}

/// Writes how a result can be queried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hints<'r> {
    reader: &'r Reader,
    stored: &'r Stored,
}

impl Hints<'_> {
    /// Filters that fit the document, each with what it answers.
    pub(crate) fn of_filters(self, filters: &[(&str, String)]) -> Vec<String> {
        let id = self.stored.id();
        let mut hints: Vec<String> = filters
            .iter()
            .map(|(what, filter)| match &self.reader.program {
                Some(program) => {
                    let (file, filter) =
                        (quoted(&self.stored.path, cfg!(windows)), quoted_filter(filter, cfg!(windows)));
                    format!("{what}: {program} query {file} {filter}")
                }
                None => format!("{what}: {TOOL} with result {id} and filter {filter}"),
            })
            .collect();
        if hints.is_empty() {
            hints.push(match &self.reader.program {
                Some(program) => {
                    format!(
                        "Paths and filters: {program} query {} [FILTER]",
                        quoted(&self.stored.path, cfg!(windows))
                    )
                }
                None => format!("Paths and filters: {TOOL} with result {id}, and a filter if you like"),
            });
        }
        if self.reader.program.is_some() && self.reader.has_tool {
            hints.push(format!("Without a shell: {TOOL} with result {id} and a filter"));
        }
        hints
    }

    /// A text, which is queried as a list of its lines: some in its middle.
    pub(crate) fn of_lines(self, lines: usize) -> Vec<String> {
        const MAX_LINES: usize = 100;
        if !is_stored_text(&self.stored.path) {
            // A file of a host is not read as a list of lines.
            return Vec::new();
        }
        if lines < 3 {
            return self.of_filters(&[("The first characters", ".[0][:2000]".to_owned())]);
        }
        let start = lines / 3;
        let end = start + (lines / 3).clamp(1, MAX_LINES);
        let what = format!("Lines {}-{end}", start + 1);
        self.of_filters(&[(&what, format!(".[{start}:{end}]"))])
    }
}

/// How a reader calls a program of ours: by its name if it is on the `PATH`, or else by the path of this program.
pub fn program(name: &str) -> String {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let is_found =
        std::env::split_paths(&paths).any(|folder| folder.is_absolute() && folder.join(&file).is_file());
    match std::env::current_exe() {
        Ok(path) if !is_found => quoted(&path, cfg!(windows)),
        _ => name.to_owned(),
    }
}

/// A path for a shell. On Windows, one with slashes, which Git Bash, PowerShell and programs take.
fn quoted(path: &Path, is_windows: bool) -> String {
    let text = path.display().to_string();
    let text = if is_windows { text.replace('\\', "/") } else { text };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/:._-+".contains(c);
    if text.chars().all(is_plain) {
        text
    } else if is_windows {
        // File names have no quotes there.
        format!("\"{text}\"")
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// A filter for a shell. It has no quotes and no variables. `cmd` knows only double quotes.
fn quoted_filter(filter: &str, is_windows: bool) -> String {
    if is_windows { format!("\"{filter}\"") } else { format!("'{filter}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_for_shells() {
        for (path, is_windows, expected) in [
            ("/home/ann/.cache/toon/results/1.json", false, "/home/ann/.cache/toon/results/1.json"),
            ("/home/ann o'neil/1.json", false, r"'/home/ann o'\''neil/1.json'"),
            ("/a/$HOME;rm", false, "'/a/$HOME;rm'"),
            (r"C:\Users\ann\1.json", true, "C:/Users/ann/1.json"),
            (r"C:\Users\Ann O'Neil\1.json", true, "\"C:/Users/Ann O'Neil/1.json\""),
        ] {
            assert_eq!(quoted(Path::new(path), is_windows), expected);
        }
        assert_eq!(quoted_filter(".a|length", false), "'.a|length'");
        assert_eq!(quoted_filter(".a|length", true), "\".a|length\"");
    }
}
