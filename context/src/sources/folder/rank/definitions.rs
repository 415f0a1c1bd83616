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
            let named = identifiers(line).filter(|name| is_import || is_distinctive(name));
            names.named.extend(named.filter(|name| name.len() >= MIN_NAME_LEN).map(hash));
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
        defining.extend(names.named.iter().filter_map(|name| definers.get(name)).flatten().copied());
        defining.sort_unstable();
        defining.dedup();
        for other in defining.iter().filter(|other| **other != file) {
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
    // Half of it is enough: that names are taken for each other by chance is harmless and rare.
    hasher.finish() as u32
}
