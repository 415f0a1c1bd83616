//! Files and folders.

use std::fs;
use std::path::Path;
use tempfile::TempDir;
use toon_context::sources::{FileError, Folder, folder};
use toon_context::{Block, Code, Content, DocumentFormat, Entry, FileTree, Lang, Priority};

/// A folder with these files, each of which has the given text.
fn folder_of<const N: usize>(files: [(&str, &str); N]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in files {
        write(dir.path(), path, text);
    }
    dir
}

fn write(dir: &Path, path: &str, text: impl AsRef<[u8]>) {
    let path = dir.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

mod code {
    use super::*;

    #[test]
    fn paths_are_relative() {
        let dir = folder_of([("src/a.rs", "fn a() {}\n"), ("b", "b")]);
        for path in ["src/a.rs", "./src/./a.rs"] {
            let code = Code::from_path(dir.path(), path).unwrap();
            assert_eq!(code, Code::new("src/a.rs", "fn a() {}\n").lang(Lang::Rust));
        }
        let absolute = dir.path().join("src/a.rs");
        assert_eq!(Code::from_path(dir.path(), absolute).unwrap().path, "src/a.rs");
        assert_eq!(Code::from_path(dir.path().join("src"), "a.rs").unwrap().path, "a.rs");
        assert_eq!(Code::from_path(dir.path(), "b").unwrap().lang, Lang::Unknown);
        // Also if it begins with the name of the folder.
        let nested = folder_of([("demo/a.rs", "outer"), ("demo/demo/a.rs", "inner")]);
        let code = Code::from_path(nested.path().join("demo"), "demo/a.rs").unwrap();
        assert_eq!((code.path.as_str(), code.content.as_slice()), ("demo/a.rs", &b"inner"[..]));
        let elsewhere = Code::from_path(dir.path().join("src"), dir.path().join("b")).unwrap();
        assert_eq!(Path::new(&elsewhere.path), dir.path().join("b"));
    }

    #[test]
    fn byte_order_marks() {
        let dir = folder_of([("a.rs", "\u{feff}fn a() {}")]);
        assert_eq!(Code::from_path(dir.path(), "a.rs").unwrap().content, b"fn a() {}");
    }

    #[test]
    fn errors_name_the_file() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "src/latin1.c", b"// \xe4");
        write(dir.path(), "utf16.c", b"/\0/\0");
        for (path, offset) in [("src/latin1.c", 3), ("utf16.c", 1)] {
            let error = Code::from_path(dir.path(), path).unwrap_err();
            let message = format!("{path} is not text in UTF-8: invalid byte at offset {offset}");
            assert_eq!(error.to_string(), message);
        }
        let error = Code::from_path(dir.path(), "src/none.rs").unwrap_err();
        assert!(error.to_string().starts_with("cannot read src/none.rs: "), "{error}");
        assert!(matches!(Code::from_path(dir.path(), "src").unwrap_err(), FileError::Io { .. }));
    }

    #[test]
    fn limit() {
        let dir = folder_of([("a.rs", "12345")]);
        assert!(Folder::new(dir.path()).max_file_bytes(5).code("a.rs").is_ok());
        let error = Folder::new(dir.path()).max_file_bytes(4).code("a.rs").unwrap_err();
        assert_eq!(error.to_string(), "a.rs is larger than 4 bytes");
        assert!(Folder::new(dir.path()).max_file_bytes(u64::MAX).code("a.rs").is_ok());
    }
}

mod tree {
    use super::*;

    #[test]
    fn sorted_by_name() {
        let dir = folder_of([("b.rs", "12"), ("a/d.rs", "1"), ("a/c/e.rs", ""), ("a.rs", ""), ("B", "")]);
        let tree = FileTree::from_dir(dir.path().join(".")).unwrap();
        let name = dir.path().file_name().unwrap().to_str().unwrap();
        let a =
            Entry::directory("a", [Entry::directory("c", [Entry::file("e.rs", 0)]), Entry::file("d.rs", 1)]);
        let entries = [Entry::file("B", 0), a, Entry::file("a.rs", 0), Entry::file("b.rs", 2)];
        assert_eq!(tree, FileTree::new(format!("{name}/"), entries));
    }

    #[test]
    fn ignored_and_hidden() {
        let dir = folder_of([
            (".gitignore", "*.log\n/build\n"),
            (".env", "SECRET"),
            (".git/config", ""),
            ("a.log", ""),
            ("build/a", ""),
            ("sub/.gitignore", "!keep.log\nlocal"),
            ("sub/keep.log", ""),
            ("sub/other.log", ""),
            ("sub/local/a", ""),
            ("sub/build", ""),
        ]);
        let sub = Entry::directory("sub", [Entry::file("build", 0), Entry::file("keep.log", 0)]);
        assert_eq!(FileTree::from_dir(dir.path()).unwrap().entries, [sub]);
        let hidden = Folder::new(dir.path()).hidden(true).tree().unwrap();
        let names: Vec<_> = hidden.entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, [".env", ".gitignore", "sub"]);
    }

    #[test]
    fn depth() {
        let dir = folder_of([("a/b/c", ""), ("d", "")]);
        let tree = |levels| Folder::new(dir.path()).max_depth(levels).tree().unwrap().entries;
        assert_eq!(tree(0), []);
        assert_eq!(tree(1), [Entry::directory("a", []), Entry::file("d", 0)]);
        let a = Entry::directory("a", [Entry::directory("b", [])]);
        assert_eq!(tree(2), [a, Entry::file("d", 0)]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let dir = folder_of([("a/b", "")]);
        std::os::unix::fs::symlink(dir.path(), dir.path().join("a/loop")).unwrap();
        std::os::unix::fs::symlink(dir.path().join("a/b"), dir.path().join("link")).unwrap();
        let entries = [Entry::directory("a", [Entry::file("b", 0)])];
        assert_eq!(FileTree::from_dir(dir.path()).unwrap().entries, entries);
    }

    #[test]
    fn errors() {
        let dir = folder_of([("a", "")]);
        for name in ["a", "none"] {
            let path = dir.path().join(name);
            let error = FileTree::from_dir(&path).unwrap_err();
            assert_eq!(Path::new(error.path()), path);
            assert!(error.to_string().starts_with("cannot read "), "{error}");
        }
    }
}

mod pack {
    use super::*;

    fn path(block: &Block) -> &str {
        match block.content() {
            Content::Code(code) => &code.path,
            Content::Document(document) => &document.title,
            _ => "",
        }
    }

    /// The paths of the blocks of files, with their priorities.
    fn packed(dir: &TempDir) -> Vec<(String, Priority)> {
        let packed = folder(dir.path()).unwrap();
        assert_eq!(packed.blocks[0].priority(), Priority::High);
        assert!(matches!(packed.blocks[0].content(), Content::FileTree(_)));
        packed.blocks[1..].iter().map(|block| (path(block).to_owned(), block.priority())).collect()
    }

    #[track_caller]
    fn check(priority: Priority, paths: &[&str]) {
        for path in paths {
            let dir = folder_of([(path, "text\n")]);
            assert_eq!(packed(&dir), [((*path).to_owned(), priority)]);
        }
    }

    #[test]
    fn order() {
        let dir = folder_of([
            ("README.md", "# A"),
            ("Cargo.toml", "[package]"),
            ("Cargo.lock", "version = 4"),
            ("src/lib.rs", "mod a;"),
            ("src/README.md", "# B"),
            ("tests/a.rs", "fn a() {}"),
            ("build.rs", "fn main() {}"),
            ("empty.rs", ""),
        ]);
        let expected = [
            ("Cargo.toml", Priority::High),
            ("README.md", Priority::High),
            ("Cargo.lock", Priority::Background),
            ("build.rs", Priority::Normal),
            ("src/README.md", Priority::Normal),
            ("src/lib.rs", Priority::Normal),
            ("tests/a.rs", Priority::Low),
        ];
        assert_eq!(packed(&dir), expected.map(|(path, priority)| (path.to_owned(), priority)));
        assert_eq!(folder(dir.path()).unwrap().blocks, folder(dir.path()).unwrap().blocks);
    }

    #[test]
    fn priorities_by_name() {
        check(Priority::High, &["README", "readme.rst", "package.json", "Makefile", "go.mod", "Dockerfile"]);
        check(
            Priority::Normal,
            &["src/main.rs", "docs/guide.md", "sub/package.json", "latest.js", "contest.py"],
        );
        check(
            Priority::Low,
            &[
                "tests/a.rs",
                "src/tests.rs",
                "a/__tests__/b.js",
                "b.test.ts",
                "test_c.py",
                "d_test.go",
                "CHANGELOG.md",
            ],
        );
        check(
            Priority::Background,
            &[
                "yarn.lock",
                "go.sum",
                "vendor/tests/a.go",
                "LICENSE-MIT",
                "app.min.js",
                "api.pb.go",
                "dist/a.js",
            ],
        );
    }

    #[test]
    fn priorities_by_text() {
        let long = "var a=1;".repeat(1_000);
        let prose = "word ".repeat(1_000);
        for (path, text, priority) in [
            ("a.go", "// Code generated by protoc. DO NOT EDIT.\npackage a", Priority::Background),
            ("a.js", "/**\n * @generated\n */", Priority::Background),
            ("a.js", long.as_str(), Priority::Background),
            ("a.md", prose.as_str(), Priority::Normal),
            ("a.rs", "// Generated names are short.", Priority::Normal),
        ] {
            assert_eq!(packed(&folder_of([(path, text)])), [(path.to_owned(), priority)]);
        }
    }

    #[test]
    fn documents_and_code() {
        let dir = folder_of([
            ("a.md", "a"),
            ("b.txt", "b"),
            ("LICENSE", "c"),
            ("requirements.txt", "d"),
            ("e", "e"),
        ]);
        let packed = folder(dir.path()).unwrap();
        let formats = packed.blocks[1..].iter().map(|block| match block.content() {
            Content::Document(document) => (document.title.as_str(), Some(document.format)),
            _ => (path(block), None),
        });
        assert_eq!(
            formats.collect::<Vec<_>>(),
            [
                ("requirements.txt", None),
                ("LICENSE", Some(DocumentFormat::Plain)),
                ("a.md", Some(DocumentFormat::Markdown)),
                ("b.txt", Some(DocumentFormat::Plain)),
                ("e", None),
            ]
        );
    }

    #[test]
    fn what_is_not_text_is_skipped() {
        let dir = folder_of([("a.rs", "fn a() {}"), ("large.rs", "0123456789abcdef")]);
        write(dir.path(), "b/logo.png", b"\x89PNG\r\n\x1a\n\0");
        let packed = Folder::new(dir.path()).max_file_bytes(15).pack().unwrap();
        assert_eq!(packed.blocks.len(), 2);
        let skipped: Vec<_> = packed.skipped.iter().map(ToString::to_string).collect();
        let messages =
            ["b/logo.png is not text in UTF-8: invalid byte at offset 0", "large.rs is larger than 15 bytes"];
        assert_eq!(skipped, messages);
    }

    #[test]
    fn an_empty_folder() {
        let dir = folder_of([]);
        assert_eq!(packed(&dir), []);
    }
}
