//! What files define, and how many other files name it.

use super::words::identifiers;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

/// A name that more files define says little about which one is meant.
const MAX_DEFINING_FILES: usize = 3;

/// Shorter names are common words.
const MIN_NAME_LEN: usize = 4;

/// Words before a name that is defined.
const KEYWORDS: &[&str] = &[
    "class",
    "const",
    "def",
    "defmodule",
    "enum",
    "fn",
    "fun",
    "func",
    "function",
    "interface",
    "macro",
    "mod",
    "module",
    "namespace",
    "object",
    "protocol",
    "record",
    "static",
    "struct",
    "trait",
    "type",
    "typedef",
    "union",
    "macro_rules",
    "define",
];

/// Words before those.
const MODIFIERS: &[&str] = &[
    "abstract",
    "async",
    "crate",
    "data",
    "declare",
    "default",
    "export",
    "extern",
    "final",
    "in",
    "inline",
    "internal",
    "local",
    "open",
    "override",
    "private",
    "protected",
    "pub",
    "public",
    "sealed",
    "self",
    "super",
    "unsafe",
    "virtual",
    "C",
];

/// Words that a line begins with that names other files.
const IMPORTS: &[&str] = &["from", "import", "include", "require", "require_relative", "use", "using"];

/// Endings of files in which lines beginning with such words are code.
const CODE_EXTENSIONS: &[&str] = &[
    "bash", "c", "cc", "cjs", "clj", "cpp", "cs", "cts", "cxx", "dart", "erl", "ex", "exs", "go", "h", "hh",
    "hpp", "hs", "hxx", "java", "jl", "js", "jsx", "kt", "kts", "lua", "m", "mjs", "ml", "mm", "mts", "nim",
    "php", "pl", "pm", "proto", "py", "pyi", "r", "rb", "rs", "scala", "sh", "sql", "svelte", "swift", "ts",
    "tsx", "vue", "zig", "zsh",
];

/// The names that one file has.
#[derive(Debug, Default)]
pub(super) struct Names {
    defined: Vec<u32>,
    /// In order, each once.
    named: Vec<u32>,
}

impl Names {
    /// Reads the names of a file. There are none if it is not code.
    pub(super) fn of(path: &str, text: &str) -> Self {
        if !is_code(path) {
            return Names::default();
        }
        let mut names = Names::default();
        // Modules are named by the names of their files.
        names.defined.extend(module(path).map(hash));
        for line in text.lines() {
            let is_import = imports(line);
            names.defined.extend(definition(line).map(hash));
            let telling = |name: &&str| name.len() >= MIN_NAME_LEN && (is_import || is_distinctive(name));
            names.named.extend(identifiers(line).filter(telling).map(hash));
        }
        names.named.sort_unstable();
        names.named.dedup();
        names.named.shrink_to_fit();
        names
    }
}

/// For each file, how many other files name what it defines.
pub(super) fn naming_files(files: &[Names]) -> Vec<u32> {
    let mut definers = HashMap::<u32, Vec<usize>>::new();
    for (file, names) in files.iter().enumerate() {
        for name in &names.defined {
            let files = definers.entry(*name).or_default();
            if files.last() != Some(&file) && files.len() <= MAX_DEFINING_FILES {
                files.push(file);
            }
        }
    }
    definers.retain(|_, files| files.len() <= MAX_DEFINING_FILES);
    let mut counts = vec![0_u32; files.len()];
    let mut defining = Vec::new();
    for (file, names) in files.iter().enumerate() {
        defining.clear();
        // A file that defines a name itself means its own.
        let others =
            names.named.iter().filter_map(|name| definers.get(name)).filter(|files| !files.contains(&file));
        defining.extend(others.flatten().copied());
        defining.sort_unstable();
        defining.dedup();
        for other in &defining {
            if let Some(count) = counts.get_mut(*other) {
                *count += 1;
            }
        }
    }
    counts
}

fn is_code(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| CODE_EXTENSIONS.contains(&extension.as_str()))
}

/// The name under which a file is imported.
fn module(path: &str) -> Option<&str> {
    let mut names = path.rsplit('/');
    let stem = names.next()?.split('.').next()?;
    let is_folder = ["mod", "index", "__init__", "lib", "main"].contains(&stem);
    Some(if is_folder { names.next()? } else { stem }).filter(|name| name.len() >= MIN_NAME_LEN)
}

/// The name that a line defines.
fn definition(line: &str) -> Option<&str> {
    let mut words = identifiers(line);
    let mut keyword = words.find(|word| !MODIFIERS.contains(word))?;
    if !KEYWORDS.contains(&keyword) {
        return None;
    }
    let mut name = words.next()?;
    // `const fn`, `enum class`, `static async function`
    while KEYWORDS.contains(&name) || MODIFIERS.contains(&name) {
        keyword = name;
        name = words.next()?;
    }
    // `mod name;` says that another file is the definition.
    if keyword == "mod" && line.trim_end().ends_with(';') {
        return None;
    }
    // Go: `func (receiver *Type) Method(`
    if keyword == "func" && line.contains("func (") {
        name = identifiers(line.split_once(") ")?.1).next()?;
    }
    (name.len() >= MIN_NAME_LEN).then_some(name)
}

fn imports(line: &str) -> bool {
    let first = identifiers(line).find(|word| !MODIFIERS.contains(word));
    first.is_some_and(|first| IMPORTS.contains(&first)) || line.contains("require(")
}

/// Whether the name is hardly an ordinary word or a variable.
fn is_distinctive(name: &str) -> bool {
    let inner = name.trim_matches('_');
    let has_capital = inner.bytes().any(|byte| byte.is_ascii_uppercase());
    let has_small = inner.bytes().any(|byte| byte.is_ascii_lowercase());
    inner.contains('_') || has_capital && has_small
}

fn hash(name: &str) -> u32 {
    let mut hasher = DefaultHasher::new();
    hasher.write(name.as_bytes());
    // Half of it is enough: names are rarely taken for each other, and it does little harm.
    (hasher.finish() >> 32).try_into().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_define_names() {
        let cases = [
            ("pub(crate) fn render_all(&self) -> String {", Some("render_all")),
            ("pub const fn size() -> usize {", Some("size")),
            ("unsafe extern \"C\" fn entry_point() {", Some("entry_point")),
            ("macro_rules! words {", Some("words")),
            ("export default async function loadAll() {", Some("loadAll")),
            ("export class Store extends Base {", Some("Store")),
            ("    def read_rows(self):", Some("read_rows")),
            ("func (s *Server) Serve(l net.Listener) error {", Some("Serve")),
            ("func Listen(network string) {", Some("Listen")),
            ("enum class Colour { red };", Some("Colour")),
            ("#define MAX_LEN 10", Some("MAX_LEN")),
            ("mod inner {", Some("inner")),
            ("mod outer;", None),
            ("let class = 5;", None),
            ("a class of their own", None),
            ("fn", None),
            ("fn f() {", None),
            ("", None),
            ("func (", None),
        ];
        for (line, name) in cases {
            assert_eq!(definition(line), name, "{line}");
        }
    }

    fn naming(files: &[(&str, &str)]) -> Vec<u32> {
        naming_files(&files.iter().map(|(path, text)| Names::of(path, text)).collect::<Vec<_>>())
    }

    #[test]
    fn files_that_name_a_definition_are_counted_once() {
        let naming = naming(&[
            ("src/store.rs", "pub struct RowStore;\npub fn open_store() {}\n"),
            ("src/a.rs", "RowStore RowStore open_store"),
            ("src/b.rs", "open_store();"),
            ("src/own.rs", "fn own_helper() { own_helper() }"),
            ("README.md", "RowStore"),
        ]);
        assert_eq!(naming, [2, 0, 0, 0, 0]);
    }

    #[test]
    fn names_that_many_files_define_do_not_count() {
        let define = "fn to_text() {}";
        let many =
            [("a.rs", define), ("b.rs", define), ("c.rs", define), ("d.rs", define), ("e.rs", "to_text()")];
        assert_eq!(naming(&many), [0; 5]);
        assert_eq!(naming(&many[1..]), [1, 1, 1, 0]);
    }

    #[test]
    fn modules_are_named_where_they_are_imported() {
        let naming = naming(&[
            ("src/render/mod.rs", ""),
            ("src/walker.py", ""),
            ("src/a.rs", "use crate::render;\nlet walker = 1;\n"),
            ("src/b.py", "from walker import run\n"),
        ]);
        assert_eq!(naming, [1, 1, 0, 0]);
    }
}
