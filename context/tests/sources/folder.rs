//! Files and folders.

use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use toon_context::sources::{FileError, Folder, folder};
use toon_context::{Block, Budget, Code, Content, Context, DocumentFormat, Entry, FileTree, Lang, Style};

/// A folder with these files, each of which has the given text.
pub(crate) fn folder_of<const N: usize>(files: [(&str, &str); N]) -> TempDir {
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

pub(crate) fn path(block: &Block) -> &str {
    match block.content() {
        Content::Code(code) => &code.path,
        Content::Document(document) => &document.title,
        Content::Data(data) => data.name.as_deref().unwrap_or_default(),
        _ => "",
    }
}

/// The paths of the blocks of files, and what was skipped.
pub(crate) fn packed(folder: &Folder) -> (Vec<String>, Vec<String>) {
    let packed = folder.pack().unwrap();
    assert!(matches!(packed.blocks[0].content(), Content::FileTree(_)));
    let paths = packed.blocks[1..].iter().map(|block| path(block).to_owned());
    (paths.collect(), packed.skipped.iter().map(ToString::to_string).collect())
}

pub(crate) fn text(folder: &Folder, style: Style) -> String {
    let context: Context = folder.pack().unwrap().blocks.into_iter().collect();
    context.render(&Budget::unlimited(), style).unwrap().text
}

pub(crate) fn sorted(folder: &Folder) -> Vec<String> {
    let mut paths = packed(folder).0;
    paths.sort();
    paths
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
    fn other_encodings() {
        let dir = tempfile::tempdir().unwrap();
        let utf16 =
            |order: fn(u16) -> [u8; 2], text: &str| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        write(dir.path(), "latin1.c", b"// na\xefve caf\xe9");
        write(dir.path(), "le.c", utf16(u16::to_le_bytes, "\u{feff}// naïve café"));
        write(dir.path(), "be.c", utf16(u16::to_be_bytes, "\u{feff}// naïve café"));
        write(dir.path(), "bare.c", utf16(u16::to_le_bytes, "// naïve café"));
        for path in ["latin1.c", "le.c", "be.c", "bare.c"] {
            let code = Code::from_path(dir.path(), path).unwrap();
            assert_eq!(String::from_utf8(code.content).unwrap(), "// naïve café", "{path}");
        }
    }

    #[test]
    fn errors_name_the_file() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "src/a.bin", b"// \xe4\x01");
        write(dir.path(), "b.bin", b"ab\0c");
        for (path, offset) in [("src/a.bin", 3), ("b.bin", 2)] {
            let error = Code::from_path(dir.path(), path).unwrap_err();
            let message = format!("{path} is not text: unexpected byte at offset {offset}");
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

    #[test]
    fn entry_points_first_and_tests_last() {
        let dir = folder_of([
            ("src/zebra.rs", "fn stripe() {}"),
            ("tests/a.rs", "fn a() {}"),
            ("src/lib.rs", "mod zebra;"),
            ("empty.rs", ""),
            ("LICENSE", "Permission is granted"),
            ("Cargo.toml", "[package]"),
        ]);
        let (paths, skipped) = packed(&Folder::new(dir.path()));
        assert_eq!(paths, ["Cargo.toml", "src/lib.rs", "LICENSE", "src/zebra.rs", "tests/a.rs"]);
        assert!(skipped.is_empty());
        let blocks = || folder(dir.path()).unwrap().blocks;
        assert_eq!(blocks(), blocks());
    }

    #[test]
    fn the_question_decides() {
        let dir = folder_of([
            ("main.rs", "fn main() { run() }"),
            ("a.rs", "fn parse_header() {}"),
            ("b.rs", "fn write_rows() {}"),
        ]);
        for (query, first) in [("Where is a header parsed?", "a.rs"), ("writing rows", "b.rs")] {
            assert_eq!(packed(&Folder::new(dir.path()).query(query)).0[0], first);
        }
    }

    #[test]
    fn paths_and_patterns() {
        let dir = folder_of([
            ("src/a.rs", "a"),
            ("src/b.py", "b"),
            ("docs/c.md", "c"),
            ("d.rs", "d"),
            (".gitignore", "e.rs"),
            ("e.rs", "e"),
            (".hidden.rs", "f"),
        ]);
        let root = || Folder::new(dir.path());
        let sorted = |folder: Folder| {
            let (mut paths, skipped) = packed(&folder);
            paths.sort();
            (paths.join(" "), skipped.join(" "))
        };
        assert_eq!(sorted(root().paths(["src", "./d.rs"])).0, "d.rs src/a.rs src/b.py");
        assert_eq!(sorted(root().paths(["**/*.rs", "docs"])).0, "d.rs docs/c.md src/a.rs");
        assert_eq!(sorted(root().exclude(["*.rs"])).0, "docs/c.md src/b.py");
        assert_eq!(sorted(root().paths(["src"]).exclude(["src/b.py"])).0, "src/a.rs");
        assert_eq!(sorted(root().ignore(false)).0, "d.rs docs/c.md e.rs src/a.rs src/b.py");
        assert_eq!(
            sorted(root().paths(["src"]).include(["e.rs", ".hidden.rs"])).0,
            ".hidden.rs e.rs src/a.rs src/b.py"
        );
        assert!(sorted(root().paths(["none"])).1.starts_with("cannot read none: "));
        let outside = sorted(Folder::new(dir.path().join("src")).paths(["../d.rs"])).1;
        assert!(outside.starts_with("cannot read ../d.rs: not in "), "{outside}");
        let error = root().exclude(["a[b"]).pack().unwrap_err();
        assert!(error.to_string().starts_with("invalid pattern `a[b`: "), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn paths_never_leave_the_folder() {
        use std::os::unix::fs::symlink;

        let dir = folder_of([
            ("outside/a.rs", "outside"),
            ("root/b.rs", "b"),
            ("root/c/d.rs", "d"),
            ("root/.git/config", "outside"),
        ]);
        let inside = dir.path().join("root");
        symlink("../outside", inside.join("folder")).unwrap();
        symlink("../outside/a.rs", inside.join("file.rs")).unwrap();
        symlink("../outside/a.rs", inside.join("file*.rs")).unwrap();
        symlink("c", inside.join("alias")).unwrap();
        let absolute = dir.path().join("outside/a.rs").to_str().unwrap().to_owned();
        for path in [
            "..",
            "../outside",
            "../outside/a.rs",
            "../outside/none.rs",
            "c/../../outside/a.rs",
            "c/../b.rs",
            &absolute,
            "/",
            "folder",
            "folder/",
            "folder/a.rs",
            "folder/none.rs",
            "folder/../b.rs",
            "file.rs",
            "file*.rs",
            "alias",
            "alias/d.rs",
            ".git",
            ".GIT",
            ".git/config",
            "./.git/./config",
        ] {
            let (paths, skipped) = packed(&Folder::new(&inside).paths([path]));
            assert_eq!((paths, skipped.len()), (Vec::<String>::new(), 1), "{path}: {skipped:?}");
            let both = packed(&Folder::new(&inside).paths([path, "**/*.rs"])).0;
            assert_eq!(both, ["b.rs", "c/d.rs"], "{path}");
        }
        for glob in
            ["*", "**", "../*", "../**/*.rs", "{..,c}/*.rs", "folder/*", "f*/*", "/../outside/*", "[.][.]/**"]
        {
            let (mut paths, _) = packed(&Folder::new(&inside).paths([glob]).hidden(true));
            paths.retain(|path| !["b.rs", "c/d.rs"].contains(&path.as_str()));
            assert!(paths.is_empty(), "{glob}: {paths:?}");
        }
        // An absolute path in the folder names what is there.
        let absolute = inside.join("c").to_str().unwrap().to_owned();
        assert_eq!(packed(&Folder::new(&inside).paths([absolute])).0, ["c/d.rs"]);
    }

    #[test]
    fn limits_hold_for_what_is_not_ignored() {
        let dir =
            folder_of([(".gitignore", "out"), ("a/b", "b"), ("a/c", "c"), ("out/d", "d"), ("out/e", "e")]);
        let root = || Folder::new(dir.path());
        assert_eq!(packed(&root().max_files(3)).0, ["a/b", "a/c"]);
        let error = root().max_files(2).pack().unwrap_err();
        assert!(error.to_string().ends_with(" contains more than 2 files and folders"), "{error}");
        assert!(root().max_files(2).rank("").is_err() && root().max_files(2).tree().is_err());
        assert_eq!(packed(&root().paths(["a/b"]).max_files(2)).0, ["a/b"]);
        let late = root().time_limit(Duration::ZERO);
        let error = late.pack().unwrap_err();
        assert!(error.to_string().ends_with(" cannot be read within 0ns"), "{error}");
        assert!(late.rank("").is_err() && late.tree().is_err());
        assert_eq!(packed(&root().time_limit(Duration::MAX)).0.len(), 2);
    }

    #[cfg(feature = "csv")]
    #[test]
    fn comments_are_no_headers() {
        let dir = folder_of([("a.csv", "# made by hand\nid,name\n1,Ada\n"), ("b.csv", "id,#\n1,2\n")]);
        write(dir.path(), "c.csv", b"\xff\xfe#\0a\0\n\0");
        let packed = folder(dir.path()).unwrap();
        let data = packed.blocks.iter().filter(|block| matches!(block.content(), Content::Data(_)));
        assert_eq!(data.map(path).collect::<Vec<_>>(), ["b.csv"]);
        assert_eq!(packed.blocks.len(), 4);
    }

    #[cfg(feature = "csv")]
    #[test]
    fn data_are_tables() {
        let row = |id| format!("{{\"id\":{id},\"state\":\"open\"}}");
        let rows = (0..300).map(row).collect::<Vec<_>>().join("\n");
        let dir = folder_of([
            ("a.json", "[{\"id\":1,\"name\":\"x\"},{\"id\":2,\"name\":\"y\"}]"),
            ("b.csv", "id,rate,note\n1,0.5,NA\n2,1.5,b\n"),
            ("c.jsonl", &rows),
            ("d.json", "{ // a comment\n}"),
        ]);
        let text = text(&Folder::new(dir.path()), Style::Xml);
        for part in [
            "<data format=\"toon\">\na.json[2]{id,name}:\n  1,x\n  2,y\n</data>",
            "b.csv[2]{id,rate,note}:\n  1,0.5,NA\n  2,1.5,b\n</data>",
            "<code lang=\"json\" path=\"d.json\">\n{ // a comment\n}\n</code>",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        // Of what is too large, the beginning, unless it looks secret.
        let token = format!("{{\"token\":\"ghp_{}\"}}\n", "a1B2".repeat(9));
        let lines = |before: usize| [row(1).as_str(), "\n"].concat().repeat(before) + &token + &rows;
        write(dir.path(), "secret.jsonl", lines(3));
        write(
            dir.path(),
            "secret.csv",
            format!("id,token\n1,ghp_{}\n{}", "a1B2".repeat(9), "2,b\n".repeat(500)),
        );
        write(dir.path(), "later.jsonl", lines(100));
        let (paths, skipped) = packed(
            &Folder::new(dir.path())
                .paths(["secret.jsonl", "secret.csv", "later.jsonl"])
                .max_file_bytes(1_000),
        );
        assert_eq!((paths, skipped.len()), (vec!["later.jsonl".to_owned()], 2), "{skipped:?}");
        assert!(skipped.iter().all(|skipped| skipped.contains("looks secret: GitHub token")), "{skipped:?}");
        let packed = Folder::new(dir.path()).paths(["c.jsonl"]).max_file_bytes(1_000).pack().unwrap();
        let context: Context = packed.blocks.into_iter().collect();
        let text = context.render(&Budget::unlimited(), Style::Minimal).unwrap().text;
        assert!(text.contains("[... at least 1 more row]"), "{text}");
    }

    #[cfg(feature = "csv")]
    #[test]
    fn csv_in_other_encodings() {
        let dir = tempfile::tempdir().unwrap();
        let table = "id,name\n1,café\n2,naïve\n";
        let utf16 = "\u{feff}".encode_utf16().chain(table.encode_utf16());
        write(dir.path(), "utf16.csv", utf16.flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
        let latin1 = table.chars().map(|char| u8::try_from(u32::from(char)).unwrap());
        write(dir.path(), "latin1.csv", latin1.collect::<Vec<u8>>());
        let text = text(&Folder::new(dir.path()), Style::Minimal);
        for name in ["latin1", "utf16"] {
            assert!(text.contains(&format!("{name}.csv[2]{{id,name}}:\n  1,café\n  2,naïve")), "{text}");
        }
    }

    /// However many folders they are in.
    #[test]
    fn deep_files() {
        let deep = "d/".repeat(60) + "a.rs";
        let dir = folder_of([(&deep, "fn a() {}")]);
        assert_eq!(packed(&Folder::new(dir.path())), (vec![deep], vec![]));
    }

    /// Of names that are not UTF-8, the same is shown.
    #[cfg(target_os = "linux")]
    #[test]
    fn names_that_look_the_same() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;

        let dir = tempfile::tempdir().unwrap();
        for (name, text) in [(&b"\xe9.rs"[..], "fn one() {}"), (b"\xe8.rs", "fn two() {}")] {
            fs::write(dir.path().join(OsStr::from_bytes(name)), text).unwrap();
        }
        let text = text(&Folder::new(dir.path()), Style::Minimal);
        assert!(text.contains("fn one") && text.contains("fn two"), "{text}");
    }

    /// It has a placeholder, since the tree may be left out.
    #[test]
    fn a_single_file_without_lines() {
        let dir = folder_of([("a.txt", &"word ".repeat(10_000))]);
        let packed = Folder::new(dir.path()).include(["a.txt"]).pack().unwrap();
        let context: Context = packed.blocks.into_iter().skip(1).collect();
        let out =
            context.render(&Budget::tokens(1_000).counter(|text: &str| text.len()), Style::Minimal).unwrap();
        assert!(out.text.contains("a.txt"), "{}", out.text);
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
        let mut formats: Vec<_> = packed.blocks[1..]
            .iter()
            .map(|block| match block.content() {
                Content::Document(document) => (document.title.as_str(), Some(document.format)),
                _ => (path(block), None),
            })
            .collect();
        formats.sort_by_key(|(path, _)| *path);
        assert_eq!(
            formats,
            [
                ("LICENSE", Some(DocumentFormat::Plain)),
                ("a.md", Some(DocumentFormat::Markdown)),
                ("b.txt", Some(DocumentFormat::Plain)),
                ("e", None),
                ("requirements.txt", None),
            ]
        );
    }

    #[test]
    fn what_is_not_text_is_skipped() {
        let dir = folder_of([("a.rs", "fn a() {}"), ("large.rs", "0123456789abcdef")]);
        write(dir.path(), "b/logo.png", b"\x89PNG\r\n\x1a\n\0");
        write(dir.path(), "utf32be.c", b"\0\0\xfe\xff\0\0\0a");
        write(dir.path(), "utf32le.c", b"\xff\xfe\0\0a\0\0\0");
        let (paths, skipped) = packed(&Folder::new(dir.path()).max_file_bytes(15));
        assert_eq!(paths, ["a.rs"]);
        assert_eq!(
            skipped,
            [
                "b/logo.png is not text: unexpected byte at offset 8",
                "large.rs is larger than 15 bytes",
                "utf32be.c is not text: unexpected byte at offset 0",
                "utf32le.c is not text: unexpected byte at offset 0",
            ]
        );
    }

    #[test]
    fn what_a_budget_has_no_room_for_is_not_kept() {
        let dir = tempfile::tempdir().unwrap();
        for index in 0..100 {
            write(dir.path(), &format!("{index}.rs"), format!("fn f{index}() {{}}\n").repeat(100));
        }
        let packed = Folder::new(dir.path()).budget(100).pack().unwrap();
        assert!((5..20).contains(&packed.blocks.len()), "{}", packed.blocks.len());
        assert_eq!((packed.ranked.len(), packed.skipped.len()), (100, 0));
    }

    #[test]
    fn an_empty_folder() {
        let dir = folder_of([]);
        assert_eq!(packed(&Folder::new(dir.path())), (vec![], vec![]));
    }
}
