//! What kind of file a file is, and how important it is.

use crate::block::{Block, Code, Document};
use crate::words::{DocumentFormat, Lang, Priority};

/// Files that describe a project and what it depends on.
const MANIFESTS: &[&str] = &[
    "build.gradle",
    "build.gradle.kts",
    "build.sbt",
    "cargo.toml",
    "cmakelists.txt",
    "composer.json",
    "deno.json",
    "dockerfile",
    "gemfile",
    "go.mod",
    "makefile",
    "meson.build",
    "mix.exs",
    "package.json",
    "package.swift",
    "pom.xml",
    "pubspec.yaml",
    "pyproject.toml",
    "requirements.txt",
    "setup.cfg",
    "setup.py",
];

/// What programs and libraries begin with, without the extension.
const ENTRY_POINTS: &[&str] =
    &["__init__", "__main__", "app", "cli", "index", "lib", "main", "mod", "package-info", "server"];

/// Lock files whose names do not end in `.lock`.
const LOCK_FILES: &[&str] = &[
    "bun.lockb",
    "go.sum",
    "gradle.lockfile",
    "npm-shrinkwrap.json",
    "package-lock.json",
    "package.resolved",
    "packages.lock.json",
    "pnpm-lock.yaml",
];

/// Folders with code from elsewhere, or from a tool.
const FOREIGN_FOLDERS: &[&str] = &[
    "__pycache__",
    "__snapshots__",
    "bower_components",
    "node_modules",
    "site-packages",
    "third-party",
    "third_party",
    "vendor",
    "venv",
];

/// Folders that tools fill, except in folders of source code, where the name is one of the project's own.
const BUILT_FOLDERS: &[&str] = &["build", "coverage", "dist", "target"];
const SOURCE_FOLDERS: &[&str] = &["crates", "internal", "lib", "packages", "pkg", "src"];

/// How the names of generated files end.
const GENERATED: &[&str] = &[
    ".designer.cs",
    ".freezed.dart",
    ".g.dart",
    ".lock",
    ".map",
    ".min.css",
    ".min.js",
    ".pb.go",
    ".snap",
    "_pb2.py",
    "_pb2_grpc.py",
];

const TEST_FOLDERS: &[&str] =
    &["__mocks__", "__tests__", "e2e", "fixtures", "spec", "specs", "test", "testdata", "tests"];

/// How the names of tests end, before the extension.
const TESTS: &[&str] = &[".spec", ".test", "_spec", "_test", "_tests"];

/// Texts without a language, by name and by extension.
const DOCUMENTS: &[&str] =
    &["authors", "changelog", "contributing", "copying", "licence", "license", "news", "notice", "readme"];
const DOCUMENT_EXTENSIONS: &[&str] = &["adoc", "org", "rst", "text", "txt"];

/// Formats of data.
const DATA_EXTENSIONS: &[&str] = &["csv", "geojson", "json", "jsonl", "ndjson", "tsv"];

/// The names in the path of a file, in lowercase.
struct Names {
    path: String,
}

impl Names {
    fn of(path: &str) -> Self {
        Names { path: path.to_lowercase() }
    }

    fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// The name without its last extension.
    fn stem(&self) -> &str {
        self.name().rsplit_once('.').map_or(self.name(), |(stem, _)| stem)
    }

    fn extension(&self) -> Option<&str> {
        self.name().rsplit_once('.').map(|(_, extension)| extension)
    }

    fn is_in_tests(&self) -> bool {
        self.path.rsplit('/').skip(1).any(|name| TEST_FOLDERS.contains(&name))
    }

    fn ends_in(&self, ends: &[&str]) -> bool {
        ends.iter().any(|end| self.name().ends_with(end))
    }

    /// Whether the name is one of these, whatever the extension.
    fn is_named(&self, names: &[&str]) -> bool {
        names.contains(&self.name().split(['.', '-']).next().unwrap_or_default())
    }
}

/// The folder of a file or folder.
pub(super) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// The outermost folder of a path of folders with what a tool has made or copied, and that is not `open` or above.
pub(super) fn foreign_folder<'p>(path: &'p str, open: &str) -> Option<&'p str> {
    let mut end = 0;
    let mut is_source = false;
    for name in path.split('/') {
        end += name.len();
        let lower = name.to_lowercase();
        let is_built = BUILT_FOLDERS.contains(&lower.as_str()) && !is_source;
        let is_foreign = is_built || FOREIGN_FOLDERS.contains(&lower.as_str());
        if is_foreign && end > open.len() {
            return path.get(..end);
        }
        is_source |= SOURCE_FOLDERS.contains(&lower.as_str());
        end += 1;
    }
    None
}

/// Why the name of a file says that a tool has written it.
pub(super) fn is_generated_name(path: &str) -> Option<&'static str> {
    let names = Names::of(path);
    if LOCK_FILES.contains(&names.name()) || names.ends_in(&[".lock"]) {
        return Some("a lock file");
    }
    names.ends_in(GENERATED).then_some("generated")
}

/// Why the text of a file says that a tool has written it.
pub(super) fn is_generated_text(path: &str, text: &str) -> Option<&'static str> {
    if is_generated(text) {
        return Some("generated");
    }
    is_minified(path, text).then_some("minified")
}

/// The block of a file.
pub(super) fn block(path: &str, text: String) -> Block {
    let names = Names::of(path);
    let is_plain = DOCUMENTS.contains(&names.name())
        || names.extension().is_some_and(|extension| DOCUMENT_EXTENSIONS.contains(&extension));
    match Lang::of_path(path) {
        Lang::Markdown => Document::new(path, text).into(),
        Lang::Unknown if is_plain && !MANIFESTS.contains(&names.name()) => {
            Document::new(path, text).format(DocumentFormat::Plain).into()
        }
        _ => Code::new(path, text).into(),
    }
}

/// How much a file is where a reader of the project begins, from 0 to 1: the less, the deeper it is.
pub(super) fn entry(path: &str) -> f64 {
    let names = Names::of(path);
    let is_entry = ENTRY_POINTS.contains(&names.stem())
        || names.is_named(&["readme"])
        || MANIFESTS.contains(&names.name());
    let depth = u32::try_from(path.matches('/').count()).unwrap_or(u32::MAX);
    if is_entry { 1.0 / (1.0 + f64::from(depth)) } else { 0.0 }
}

/// How important a file is.
pub(super) fn priority(path: &str, text: &str) -> Priority {
    let names = Names::of(path);
    let is_licence = names.is_named(&["copying", "licence", "license", "notice"]);
    let is_foreign = foreign_folder(parent(path), "").is_some()
        || is_generated_name(path).is_some()
        || is_generated_text(path, text).is_some();
    let is_test = names.is_in_tests()
        || TESTS.iter().any(|end| names.stem().ends_with(end))
        || names.name().starts_with("test_")
        || ["test", "tests", "conftest"].contains(&names.stem());
    if is_licence || is_foreign {
        Priority::Background
    } else if is_test || names.is_named(&["changelog", "news"]) {
        Priority::Low
    } else {
        Priority::Normal
    }
}

/// Whether the first lines say that a tool has written the text.
fn is_generated(text: &str) -> bool {
    let says_so = |line: &str| {
        let line = line.to_lowercase();
        line.contains("@generated")
            || line.contains("automatically generated")
            || line.contains("autogenerated by")
            || line.contains("do not modify") && line.contains("generated")
            || line.contains("generated") && line.contains("do not edit")
    };
    text.lines().take(5).any(says_so)
}

/// Whether the lines are far longer than people write code.
fn is_minified(path: &str, text: &str) -> bool {
    const MIN_BYTES: usize = 2_000;
    const MIN_LINE_BYTES: usize = 500;
    let is_prose = Lang::of_path(path) == Lang::Markdown;
    // Data are often on one line, and are shown as tables.
    let is_data = Names::of(path).extension().is_some_and(|extension| DATA_EXTENSIONS.contains(&extension));
    !is_prose
        && !is_data
        && text.len() >= MIN_BYTES
        && text.len() / text.lines().count().max(1) >= MIN_LINE_BYTES
}
