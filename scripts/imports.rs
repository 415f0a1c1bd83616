//! Lists the imports between the files of a crate, and fails if files import each other in a cycle,
//! or what they must not know.
//! A single file without dependencies, so that `scripts/imports.sh` can compile it in a second.
//!
//! Every path in the code counts: `use` declarations as well as `crate::text::quote(…)` in an
//! expression. A path through a re-export counts for the file that defines the item: `crate::Error`
//! is an import of `error`, not of `lib.rs`. `mod` declarations, comments, and code that is
//! compiled only for tests do not count.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

/// The crates to check by default.
const CRATES: &[&str] = &[
    "src",
    "derive/src",
    "answer/src",
    "normal/src",
    "python/src",
    "formats/src",
    "convert/src",
    "agents/src",
    "store/src",
    "context/src",
    "rmcp/src",
    "mcp/src",
    "cli/src",
    "testing/src",
];

/// Folders whose files count as a single module, each with the reason.
const SHARED: &[(&str, &str)] = &[
    ("src/de/value", "objects, lists and variants are values of each other"),
    ("context/src/block", "a run of turns consists of blocks"),
];

/// What files must not import: the files, the files or the crate that they must not know, and the
/// reason.
const FORBIDDEN: &[(&[&str], &[&str], &str)] = &[
    (
        &["src/text/", "src/recognize/"],
        &["serde", "src/de/", "src/ser/", "src/error", "src/event.rs"],
        "they are about characters, not about documents or types",
    ),
    (&["src/ser/"], &["src/de/"], "writing and reading are independent"),
    (&["src/de/"], &["src/ser/"], "writing and reading are independent"),
    (&["src/ser/writer/", "src/ser/table/"], &["serde"], "the writer knows events, not types"),
    (
        &[
            "src/de/events.rs",
            "src/de/reader.rs",
            "src/de/entry.rs",
            "src/de/scope.rs",
            "src/de/lines.rs",
            "src/de/header.rs",
            "src/de/fields.rs",
            "src/de/cells.rs",
            "src/de/row.rs",
            "src/de/split.rs",
            "src/de/lexer.rs",
            "src/de/token.rs",
            "src/de/key_check.rs",
            "src/de/source.rs",
        ],
        &["serde", "src/de/value"],
        "the reader knows the grammar, not types",
    ),
    (
        &["src/ser/", "src/de/", "src/value/", "src/json/"],
        &["src/private/", "src/projection/", "src/grouped/"],
        "the format does not need what the derives add",
    ),
];

/// Folders of modules with another name, which `#[path]` states, and these names.
const RENAMED: &[(&str, &str)] = &[("internal", "__internal"), ("private", "__private")];

fn main() -> ExitCode {
    let mut list = false;
    let mut crates = Vec::new();
    for argument in env::args().skip(1) {
        match argument.as_str() {
            "--list" => list = true,
            _ if argument.starts_with('-') => {
                eprintln!("usage: scripts/imports.sh [--list] [FOLDER...]");
                return ExitCode::from(2);
            }
            _ => crates.push(argument),
        }
    }
    if crates.is_empty() {
        crates.extend(CRATES.iter().map(ToString::to_string));
    }

    let mut failed = false;
    for folder in &crates {
        let (imports, crates) = imports(Path::new(folder));
        if list {
            for (from, to) in &imports {
                for to in to {
                    println!("{from} -> {to}");
                }
            }
        }
        for circle in circles(&imports) {
            eprintln!("imports: {} files import each other in a circle:", circle.len());
            for file in &circle {
                let back: Vec<_> = imports[file].intersection(&circle).map(String::as_str).collect();
                eprintln!("  {file} -> {}", back.join(", "));
            }
            failed = true;
        }
        for (file, forbidden, reason) in forbidden(&imports, &crates) {
            eprintln!("imports: {file} must not import {forbidden}: {reason}");
            failed = true;
        }
    }
    ExitCode::from(u8::from(failed))
}

type Module = Vec<String>;
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The forbidden imports: the file, what it imports, and the reason.
fn forbidden<'i>(imports: &'i Imports, crates: &'i Imports) -> Vec<(&'i str, &'i str, &'static str)> {
    let mut found = Vec::new();
    for (from, not, reason) in FORBIDDEN {
        for (file, to) in imports.iter().chain(crates) {
            if from.iter().any(|from| file.starts_with(from)) {
                let is_forbidden = |to: &&String| {
                    not.iter().any(|not| to == not || (not.contains('/') && to.starts_with(not)))
                };
                found.extend(to.iter().filter(is_forbidden).map(|to| (file.as_str(), to.as_str(), *reason)));
            }
        }
    }
    found
}

/// The files of the crate that each of its files imports, and the first names of all its paths,
/// among them those of other crates.
fn imports(root: &Path) -> (Imports, Imports) {
    let mut code = Crate::default();
    let mut files = Vec::new();
    rust_files(root, &mut files);
    for file in &files {
        let module = module_of(file.strip_prefix(root).unwrap_or(file));
        code.files.insert(module, node(file));
    }
    let sources: Vec<_> = files
        .iter()
        .map(|file| {
            let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let module = module_of(file.strip_prefix(root).unwrap_or(file));
            (node(file), module, without_tests(&tokens(&text)))
        })
        .collect();
    for (file, module, tokens) in &sources {
        code.declare(file, module, tokens);
    }
    let mut imports: Imports = sources.iter().map(|(file, ..)| (file.clone(), BTreeSet::new())).collect();
    let mut crates = imports.clone();
    for (file, module, tokens) in &sources {
        let to = imports.entry(file.clone()).or_default();
        for (module, path) in paths(module, tokens) {
            crates.entry(file.clone()).or_default().extend(path.first().cloned());
            to.extend(code.absolute(&module, &path).and_then(|path| code.file_of(path)));
        }
        to.remove(file);
    }
    (imports, crates)
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<_> =
        entries.map(|entry| entry.unwrap_or_else(|error| panic!("{error}")).path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            rust_files(&entry, files);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
}

/// The module of a file. `ser/table/mod.rs` and `ser/table.rs` are both `ser::table`.
fn module_of(file: &Path) -> Module {
    let mut module: Module =
        file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if module
        .last()
        .is_some_and(|last| last == "mod" || (module.len() == 1 && (last == "lib" || last == "main")))
    {
        module.pop();
    }
    for (folder, name) in RENAMED {
        if let Some(first) = module.first_mut().filter(|first| first == folder) {
            *first = (*name).to_owned();
        }
    }
    module
}

/// The name of the file, or of the shared folder that contains it.
fn node(file: &Path) -> String {
    let name = file.to_string_lossy();
    let shared = SHARED.iter().find(|(folder, _)| {
        name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/') || rest == ".rs")
    });
    shared.map_or_else(|| name.into_owned(), |(folder, _)| (*folder).to_owned())
}

/// Splits code into identifiers, `::`, and single characters of other punctuation. Comments,
/// strings and character literals are skipped.
fn tokens(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let at = |index: usize| chars.get(index).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let mut index = 0;
    while index < chars.len() {
        let start = index;
        match at(index) {
            '/' if at(index + 1) == '/' => {
                while index < chars.len() && at(index) != '\n' {
                    index += 1;
                }
            }
            '/' if at(index + 1) == '*' => {
                let mut depth = 0;
                loop {
                    match (at(index), at(index + 1)) {
                        ('/', '*') => (depth, index) = (depth + 1, index + 2),
                        ('*', '/') => (depth, index) = (depth - 1, index + 2),
                        _ => index += 1,
                    }
                    if depth == 0 || index >= chars.len() {
                        break;
                    }
                }
            }
            '"' => {
                index += 1;
                while index < chars.len() && at(index) != '"' {
                    index += if at(index) == '\\' { 2 } else { 1 };
                }
                index += 1;
            }
            '\'' if at(index + 1) == '\\' || at(index + 2) == '\'' => {
                index += if at(index + 1) == '\\' { 3 } else { 2 };
                while index < chars.len() && at(index) != '\'' {
                    index += 1;
                }
                index += 1;
            }
            ':' if at(index + 1) == ':' => {
                tokens.push("::".to_owned());
                index += 2;
            }
            first if first.is_alphabetic() || first == '_' => {
                while at(index).is_alphanumeric() || at(index) == '_' {
                    index += 1;
                }
                let word: String = chars[start..index].iter().collect();
                let hashes = chars[index..].iter().take_while(|&&char| char == '#').count();
                if matches!(word.as_str(), "r" | "br" | "cr") && at(index + hashes) == '"' {
                    let end: Vec<char> =
                        std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
                    index += hashes + 1;
                    while index < chars.len() && !chars[index..].starts_with(&end) {
                        index += 1;
                    }
                    index += end.len();
                } else {
                    tokens.push(word);
                }
            }
            other => {
                if !other.is_whitespace() {
                    tokens.push(other.to_string());
                }
                index += 1;
            }
        }
    }
    tokens
}

/// Removes items with `#[cfg(test)]` or a similar attribute.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        let attribute = attribute_at(tokens, index);
        let is_test = |attribute: &[String]| {
            let has = |name: &str| attribute.iter().any(|token| token == name);
            attribute[2] == "cfg" && has("test") && !has("not")
        };
        match attribute {
            Some(end) if is_test(&tokens[index..end]) => {
                index = end;
                while let Some(end) = attribute_at(tokens, index) {
                    index = end;
                }
                let mut depth = 0;
                while index < tokens.len() {
                    let token = tokens[index].as_str();
                    index += 1;
                    match token {
                        "{" | "(" | "[" => depth += 1,
                        "}" | ")" | "]" => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 && matches!(token, "}" | ";") {
                        break;
                    }
                }
            }
            _ => {
                kept.push(tokens[index].clone());
                index += 1;
            }
        }
    }
    kept
}

/// The end of the attribute that begins at `index`.
fn attribute_at(tokens: &[String], index: usize) -> Option<usize> {
    if tokens.get(index)? != "#" || tokens.get(index + 1)? != "[" {
        return None;
    }
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(index + 1) {
        match token.as_str() {
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (at > index + 2).then_some(at + 1);
        }
    }
    None
}

/// All paths in a file, each with its module: paths from `use` trees, and paths in expressions and
/// types.
fn paths(module: &Module, tokens: &[String]) -> Vec<(Module, Vec<String>)> {
    let mut paths = Vec::new();
    walk(module, tokens, |module, item| match item {
        Item::Use { path, .. } | Item::Path(path) => paths.push((module.clone(), path)),
        Item::Module | Item::Definition(_) => {}
    });
    paths
}

/// An item that [`walk`] finds.
enum Item {
    /// The start of an inline module.
    Module,
    /// `name` is empty for a glob import.
    Use {
        path: Vec<String>,
        name: String,
    },
    Path(Vec<String>),
    Definition(String),
}

/// Calls `found` for each item in a file, with the module that contains it.
fn walk(module: &Module, tokens: &[String], mut found: impl FnMut(&Module, Item)) {
    let token = |index: usize| tokens.get(index).map_or("", String::as_str);
    let mut module = module.clone();
    let mut depth = 0;
    // The depths at which inline modules end.
    let mut inline = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        match token(index) {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if inline.last() == Some(&depth) {
                    inline.pop();
                    module.pop();
                }
            }
            "pub" if token(index + 1) == "(" => {
                // `pub(super)` and `pub(in crate::ser)` are not imports.
                while token(index) != ")" {
                    index += 1;
                }
            }
            "mod" if token(index + 2) == "{" => {
                module.push(token(index + 1).to_owned());
                inline.push(depth);
                found(&module, Item::Module);
                depth += 1;
                index += 2;
            }
            "use" if is_name(token(index + 1)) || token(index + 1) == "::" || token(index + 1) == "{" => {
                index = use_tree(tokens, index + 1, &[], &mut |path, name| {
                    found(&module, Item::Use { path, name });
                });
                continue;
            }
            "struct" | "enum" | "union" | "trait" | "type" | "const" | "static" | "fn" | "macro_rules" => {
                index += 1 + usize::from(token(index + 1) == "!");
                if is_name(token(index)) {
                    found(&module, Item::Definition(token(index).to_owned()));
                }
            }
            name if is_name(name)
                && token(index + 1) == "::"
                && index.checked_sub(1).is_none_or(|i| token(i) != "::") =>
            {
                let mut path = vec![name.to_owned()];
                while token(index + 1) == "::" && is_name(token(index + 2)) {
                    path.push(token(index + 2).to_owned());
                    index += 2;
                }
                found(&module, Item::Path(path));
            }
            _ => {}
        }
        index += 1;
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Expands the `use` tree that begins at `index`, with `prefix`. Returns its end.
fn use_tree(
    tokens: &[String],
    mut index: usize,
    prefix: &[String],
    found: &mut impl FnMut(Vec<String>, String),
) -> usize {
    let token = |index: usize| tokens.get(index).map_or("", String::as_str);
    let mut path = prefix.to_vec();
    loop {
        match token(index) {
            "::" => {}
            "*" => {
                found(path, String::new());
                return index + 1;
            }
            "{" => {
                index += 1;
                while !matches!(token(index), "}" | "") {
                    index = use_tree(tokens, index, &path, found);
                    index += usize::from(token(index) == ",");
                }
                return index + 1;
            }
            "self" if !path.is_empty() => {}
            name if is_name(name) => path.push(name.to_owned()),
            _ => return index + 1,
        }
        index += 1;
        if token(index) == "as" {
            found(path, token(index + 1).to_owned());
            return index + 2;
        }
        if token(index) != "::" && !matches!(token(index - 1), "::") {
            let name = path.last().cloned().unwrap_or_default();
            found(path, name);
            return index;
        }
    }
}

/// A crate's modules, and the names in them.
#[derive(Default)]
struct Crate {
    files: HashMap<Module, String>,
    uses: HashMap<Module, HashMap<String, Vec<String>>>,
    globs: HashMap<Module, Vec<Vec<String>>>,
    definitions: HashMap<Module, HashSet<String>>,
}

impl Crate {
    fn declare(&mut self, file: &str, module: &Module, tokens: &[String]) {
        walk(module, tokens, |module, item| match item {
            Item::Module => _ = self.files.insert(module.clone(), file.to_owned()),
            Item::Use { path, name } if name.is_empty() => {
                self.globs.entry(module.clone()).or_default().push(path);
            }
            Item::Use { path, name } => _ = self.uses.entry(module.clone()).or_default().insert(name, path),
            Item::Definition(name) => _ = self.definitions.entry(module.clone()).or_default().insert(name),
            Item::Path(_) => {}
        });
    }

    /// The path from the crate root, if it leads into this crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        let mut base = module.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (base, rest) = (Vec::new(), &rest[1..]),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|first| first == "super") {
                    base.pop()?;
                    rest = &rest[1..];
                }
            }
            first => {
                let mut child = module.clone();
                child.push(first.to_owned());
                let used = self.uses.get(module).and_then(|uses| uses.get(first));
                // Importing a crate by its own name leads nowhere.
                let used = used.filter(|used| used.first().is_some_and(|name| name != first));
                match used {
                    Some(used) => {
                        let mut path = self.absolute(module, used)?;
                        path.extend_from_slice(&rest[1..]);
                        return Some(path);
                    }
                    None if self.files.contains_key(&child) => {}
                    None => return None,
                }
            }
        }
        base.extend_from_slice(rest);
        Some(base)
    }

    /// The file that defines the item at `path`, after following re-exports.
    fn file_of(&self, mut path: Vec<String>) -> Option<String> {
        // No chain of re-exports is longer.
        for _ in 0..16 {
            let length = (0..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]))?;
            let (module, rest) = (path[..length].to_vec(), &path[length..]);
            let target = rest.first().and_then(|name| self.re_exported(&module, name));
            let Some(mut target) = target else { return self.files.get(&module).cloned() };
            target.extend_from_slice(&rest[1..]);
            path = target;
        }
        None
    }

    /// The path that `name` is imported from, if `module` does not define it itself.
    fn re_exported(&self, module: &Module, name: &str) -> Option<Vec<String>> {
        if self.definitions.get(module).is_some_and(|definitions| definitions.contains(name)) {
            return None;
        }
        if let Some(path) = self.uses.get(module).and_then(|uses| uses.get(name)) {
            return self.absolute(module, path);
        }
        self.globs.get(module)?.iter().find_map(|glob| {
            let mut path = self.absolute(module, glob)?;
            let definitions = self.definitions.get(&path)?;
            path.push(name.to_owned());
            definitions.contains(name).then_some(path)
        })
    }
}

/// The sets of files that import each other: strongly connected components with more than one file.
fn circles(imports: &Imports) -> Vec<BTreeSet<String>> {
    let reach: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|file| (file, reached(imports, file))).collect();
    let mut circles: Vec<BTreeSet<String>> = Vec::new();
    for (&file, others) in &reach {
        if others.contains(file) && !circles.iter().any(|circle| circle.contains(file)) {
            let circle = others.iter().filter(|&&other| reach[other].contains(file));
            circles.push(circle.map(|&other| other.clone()).collect());
        }
    }
    circles
}

fn reached<'a>(imports: &'a Imports, from: &str) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<_> = imports[from].iter().collect();
    while let Some(file) = open.pop() {
        if reached.insert(file) {
            open.extend(&imports[file]);
        }
    }
    reached
}
