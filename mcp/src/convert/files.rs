//! Results that are the contents of files, which must reach a model as they are: it edits what it has seen.

use crate::json::Tree;
use serde_json::value::RawValue;

/// Tools whose results are the contents of files. `*` stands for any beginning.
const READERS: [&str; 7] = [
    "read_file",
    "read_text_file",
    "read_multiple_files",
    "get_file_contents",
    "*_file_contents",
    "cat",
    "view",
];

/// Tools that list what there is, though their results may look like the contents of a file.
const LISTERS: [&str; 3] = ["directory_tree", "read_graph", "list_"];

/// Arguments that name files.
const NAMES: [&str; 6] = ["path", "paths", "file", "filename", "file_path", "uri"];

/// The endings of files that are JSON.
const ENDINGS: [&str; 9] =
    [".json", ".jsonc", ".json5", ".jsonl", ".ndjson", ".geojson", ".ipynb", ".map", ".webmanifest"];

/// Whether the tool is known for giving contents of files.
pub(super) fn is_reader(tool: &str) -> bool {
    READERS.iter().any(|name| match name.strip_prefix('*') {
        Some(ending) => tool.ends_with(ending),
        None => tool == *name,
    })
}

/// Whether the tool is known for listing things.
pub(super) fn is_lister(tool: &str) -> bool {
    LISTERS.iter().any(|name| if name.ends_with('_') { tool.starts_with(name) } else { tool == *name })
}

/// The argument that names a JSON file, at any depth.
pub(super) fn named_in(arguments: &RawValue) -> Option<String> {
    find(&Tree::new(arguments).ok()?)
}

fn find(arguments: &Tree<'_>) -> Option<String> {
    match arguments {
        Tree::Object(entries) => entries.iter().find_map(|(name, value)| {
            if NAMES.contains(&name.as_str()) && names_json(value) {
                return Some(name.clone());
            }
            find(value)
        }),
        Tree::Array(elements) => elements.iter().find_map(find),
        Tree::Leaf(_) => None,
    }
}

fn names_json(value: &Tree<'_>) -> bool {
    match value {
        Tree::Array(elements) => elements.iter().any(names_json),
        leaf => leaf.as_string().is_some_and(|name| is_json(&name)),
    }
}

/// Whether a path or URI is that of a JSON file.
pub(super) fn is_json(name: &str) -> bool {
    let name = name.trim().to_ascii_lowercase();
    let path = name.split(['?', '#']).next().unwrap_or_default();
    ENDINGS.iter().any(|ending| name.ends_with(ending) || path.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools() {
        for tool in ["read_file", "read_text_file", "get_file_contents", "repo_file_contents", "cat", "view"]
        {
            assert!(is_reader(tool), "{tool}");
        }
        for tool in ["read_graph", "list_files", "cats", "review", "directory_tree", "read_files"] {
            assert!(!is_reader(tool), "{tool}");
        }
        assert!(is_lister("list_directory") && is_lister("read_graph") && !is_lister("listing"));
    }

    #[test]
    fn arguments() {
        let named = |arguments: &str| {
            let arguments: Box<RawValue> = serde_json::from_str(arguments).unwrap();
            named_in(&arguments)
        };
        for (arguments, name) in [
            (r#"{"path":"/srv/package.json"}"#, "path"),
            (r#"{"paths":["a.txt","B.JSONL"]}"#, "paths"),
            (r#"{"file":"x.ipynb"}"#, "file"),
            (r#"{"filename":"x.map"}"#, "filename"),
            (r#"{"file_path":"x.json5 "}"#, "file_path"),
            (r#"{"uri":"file:///x.geojson?version=2#top"}"#, "uri"),
            (r#"{"edits":[{"path":"site.webmanifest"}]}"#, "path"),
        ] {
            assert_eq!(named(arguments).as_deref(), Some(name), "{arguments}");
        }
        for arguments in [
            r#"{"path":"/srv"}"#,
            r#"{"path":"json"}"#,
            r#"{"query":"package.json"}"#,
            r#"{"path":{"x":1}}"#,
            r#"{"path":"a.json.bak"}"#,
            "[]",
            "null",
        ] {
            assert_eq!(named(arguments), None, "{arguments}");
        }
    }
}
