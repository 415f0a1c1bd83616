//! Detects results that are contents of files. They must reach the model unchanged, since it edits
//! what it has seen.

use crate::json::Tree;
use serde_json::value::RawValue;

/// Tools that return contents of files. `*` matches any prefix.
const READERS: [&str; 9] = [
    "read_file",
    "*_read_file",
    "read_text_file",
    "*_read_text_file",
    "read_multiple_files",
    "*_read_multiple_files",
    "*_file_contents",
    "cat",
    "view",
];

/// Tools that list things, although their results look like contents of files.
const LISTERS: [&str; 3] = ["directory_tree", "read_graph", "list_"];

/// Arguments that contain names of files.
const NAMES: [&str; 6] = ["path", "paths", "file", "filename", "file_path", "uri"];

/// Extensions of JSON files.
const ENDINGS: [&str; 9] =
    [".json", ".jsonc", ".json5", ".jsonl", ".ndjson", ".geojson", ".ipynb", ".map", ".webmanifest"];

/// Whether the tool is known to return contents of files.
pub(crate) fn is_reader(tool: &str) -> bool {
    READERS.iter().any(|name| match name.strip_prefix('*') {
        Some(ending) => tool.ends_with(ending),
        None => tool == *name,
    })
}

/// Whether the tool is known to list things.
pub(crate) fn is_lister(tool: &str) -> bool {
    LISTERS.iter().any(|name| if name.ends_with('_') { tool.starts_with(name) } else { tool == *name })
}

/// The files named in the arguments of a call, at any depth.
#[derive(Debug, Default)]
pub(crate) struct Named {
    /// The argument that names a JSON file, if any.
    pub(crate) json: Option<String>,
    /// Whether any argument names a file, of any type. JSON within the text is then part of that
    /// file.
    pub(crate) any: bool,
}

impl Named {
    pub(crate) fn new(arguments: &RawValue) -> Self {
        let mut named = Named::default();
        match Tree::new(arguments) {
            Ok(tree) => named.find(&tree),
            // Arguments with a key that is not valid Unicode cannot be parsed, but may still name a
            // file.
            Err(_) => named.add("arguments", arguments.get().trim_end_matches(['"', '}', ']', ' '])),
        }
        named
    }

    fn find(&mut self, arguments: &Tree<'_>) {
        match arguments {
            Tree::Object(entries) => {
                for (name, value) in entries {
                    if NAMES.contains(&name.as_str()) {
                        self.find_names(name, value);
                    }
                    self.find(value);
                }
            }
            Tree::Array(elements) => {
                for element in elements {
                    self.find(element);
                }
            }
            Tree::Leaf(_) => {}
        }
    }

    fn find_names(&mut self, argument: &str, value: &Tree<'_>) {
        if let Tree::Array(elements) = value {
            for element in elements {
                self.find_names(argument, element);
            }
        } else if let Some(name) = value.as_string() {
            self.add(argument, &name);
        }
    }

    fn add(&mut self, argument: &str, name: &str) {
        if is_json(name) {
            self.json.get_or_insert_with(|| argument.to_owned());
        }
        self.any |= has_extension(name);
    }
}

/// Whether a path or URI ends in a file name with an extension.
fn has_extension(name: &str) -> bool {
    let path = name.trim().split(['?', '#']).next().unwrap_or_default();
    // Skip the host, which also contains dots.
    let path =
        path.split_once("://").map_or(path, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
    file.rsplit_once('.').is_some_and(|(_, extension)| {
        (1..=12).contains(&extension.len())
            && extension.chars().all(|character| character.is_ascii_alphanumeric())
    })
}

/// Whether a path or URI refers to a JSON file.
pub(crate) fn is_json(name: &str) -> bool {
    let name = name.trim().to_ascii_lowercase();
    let path = name.split(['?', '#']).next().unwrap_or_default();
    ENDINGS.iter().any(|ending| name.ends_with(ending) || path.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools() {
        for tool in [
            "read_file",
            "fs_read_file",
            "read_text_file",
            "get_file_contents",
            "repo_file_contents",
            "cat",
            "view",
        ] {
            assert!(is_reader(tool), "{tool}");
        }
        for tool in
            ["read_graph", "list_files", "cats", "review", "directory_tree", "read_files", "spread_file"]
        {
            assert!(!is_reader(tool), "{tool}");
        }
        assert!(is_lister("list_directory") && is_lister("read_graph") && !is_lister("listing"));
    }

    #[test]
    fn arguments() {
        let named = |arguments: &str| {
            let arguments: Box<RawValue> = serde_json::from_str(arguments).unwrap();
            Named::new(&arguments).json
        };
        for (arguments, name) in [
            (r#"{"path":"/srv/package.json"}"#, "path"),
            (r#"{"paths":["a.txt","B.JSONL"]}"#, "paths"),
            (r#"{"file":"x.ipynb"}"#, "file"),
            (r#"{"filename":"x.map"}"#, "filename"),
            (r#"{"file_path":"x.json5 "}"#, "file_path"),
            (r#"{"uri":"file:///x.geojson?version=2#top"}"#, "uri"),
            (r#"{"edits":[{"path":"site.webmanifest"}]}"#, "path"),
            (r#"{"\ud800":1,"path":"package.json"}"#, "arguments"),
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

    #[test]
    fn files_of_any_kind() {
        let any = |argument: &str| {
            let arguments = serde_json::json!({"path": argument}).to_string();
            Named::new(&serde_json::from_str::<Box<RawValue>>(&arguments).unwrap()).any
        };
        for name in ["README.md", "/srv/a.b/notes.txt", "C:\\x\\y.rs", "https://a.example/x.md?raw=1"] {
            assert!(any(name), "{name}");
        }
        for name in ["/srv", "https://a.example", "https://a.example/", "db://rows", "a.b/c", "x. y", "."] {
            assert!(!any(name), "{name}");
        }
    }
}
