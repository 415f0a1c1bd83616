//! What kind of file a file is, and how important it is.

use super::generated::{is_generated_name, is_generated_text};
use super::names::Names;
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

/// Folders that tools fill, except in folders of source code, where the name is one of the project's own unless it is
/// beside the manifest of another.
const BUILT_FOLDERS: &[&str] = &["build", "coverage", "dist", "target"];
const SOURCE_FOLDERS: &[&str] = &["crates", "internal", "lib", "packages", "pkg", "src"];

const TEST_FOLDERS: &[&str] =
    &["__mocks__", "__tests__", "e2e", "fixtures", "spec", "specs", "test", "testdata", "tests"];

/// How the names of tests end, before the extension.
const TESTS: &[&str] = &[".spec", ".test", "_spec", "_test", "_tests"];

/// Texts without a language, by name and by extension.
const DOCUMENTS: &[&str] =
    &["authors", "changelog", "contributing", "copying", "licence", "license", "news", "notice", "readme"];
const DOCUMENT_EXTENSIONS: &[&str] = &["adoc", "org", "rst", "text", "txt"];

/// The folder of a file or folder.
pub(super) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// Whether a file describes a project, rather than only its folder as those of build systems in C do.
pub(super) fn is_project(path: &str) -> bool {
    const OF_FOLDERS: [&str; 4] = ["cmakelists.txt", "dockerfile", "makefile", "meson.build"];
    let names = Names::of(path);
    MANIFESTS.contains(&names.name()) && !OF_FOLDERS.contains(&names.name())
}

/// The outermost folder of a path of folders with what a tool has made or copied, and that is not `open` or above.
pub(super) fn foreign_folder<'p>(
    path: &'p str,
    open: &str,
    is_project: impl Fn(&str) -> bool,
) -> Option<&'p str> {
    let mut end = 0;
    let mut is_source = false;
    for name in path.split('/') {
        end += name.len();
        let lower = name.to_lowercase();
        let is_built = BUILT_FOLDERS.contains(&lower.as_str())
            && (!is_source || is_project(parent(path.get(..end).unwrap_or_default())));
        let is_foreign = is_built || FOREIGN_FOLDERS.contains(&lower.as_str());
        if is_foreign && end > open.len() {
            return path.get(..end);
        }
        is_source |= SOURCE_FOLDERS.contains(&lower.as_str());
        end += 1;
    }
    None
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
    let is_foreign = foreign_folder(parent(path), "", |_| false).is_some()
        || is_generated_name(path).is_some()
        || is_generated_text(path, text).is_some();
    let is_test = names.is_in(TEST_FOLDERS)
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
