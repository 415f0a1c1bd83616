//! `toon context pack`: folders, files and patterns.

use super::{folder, read, toon_in};
use snapbox::str;
use std::fs;
use tempfile::TempDir;

/// What the program prints to standard output and standard error.
fn pack(folder: &TempDir, args: &[&str]) -> (String, String) {
    let output =
        toon_in(folder, &[&["context", "pack", "--style", "minimal"], args].concat()).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    (String::from_utf8(output.stdout).unwrap(), stderr)
}

fn demo() -> TempDir {
    let folder = folder(&[
        ("demo/src/main.rs", "fn main() {}\n"),
        ("demo/README.md", "# Demo\n"),
        ("demo/.gitignore", "target\n"),
        ("demo/target/debug.log", "built\n"),
        ("demo/Cargo.lock", "version = 4\n"),
        ("other/a.py", "print(1)\n"),
    ]);
    fs::write(folder.path().join("demo/logo.png"), [0x89, b'P', b'N', b'G', 0xff, 0]).unwrap();
    folder
}

/// A folder with `files`, packed with `args`, and the paths of what is shown.
fn shown(files: &[(&str, &str)], args: &[&str]) -> Vec<String> {
    let text = pack(&folder(files), args).0;
    let headers = text.lines().filter_map(|line| line.strip_prefix("--- ")?.strip_suffix(" ---"));
    let names = headers.map(|header| header.split(" [").next().unwrap_or(header).to_owned());
    names.filter(|name| !name.starts_with("tree: ")).collect()
}

#[test]
fn a_folder() {
    for args in [&["demo"][..], &["--dir", "demo"]] {
        toon_in(&demo(), &[&["context", "pack", "--style", "minimal", "--budget", "100"], args].concat())
            .assert()
            .success()
            .stdout_eq(str![[r#"
--- tree: demo/ ---
Cargo.lock
README.md
logo.png
src/
  main.rs


--- README.md ---
# Demo


--- src/main.rs [rust] ---
fn main() {}

"#]])
            .stderr_eq(str![[r#"
skipped 1 lock file: Cargo.lock; --include brings it back
skipped 1 binary file: logo.png
40 of 100 tokens; 2 files in full
largest: tree: demo/ (21), src/main.rs (12), README.md (7)

"#]]);
    }
}

#[test]
fn the_current_folder() {
    let folder = demo();
    let output = toon_in(&folder, &["context", "pack", "."]).current_dir(folder.path().join("demo")).output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(text.starts_with("<context>\n<tree root=\"demo/\">\n"), "{text}");
    assert!(text.contains("<code lang=\"rust\" path=\"src/main.rs\">"), "{text}");
}

#[test]
fn a_single_file() {
    let (text, notes) = pack(&demo(), &["other/a.py"]);
    assert_eq!(text, "--- other/a.py [python] ---\nprint(1)\n");
    assert_eq!(notes, "12 tokens; 1 file in full\n");
}

#[test]
fn outlines() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.md"), "# A\n\nsome words\n\n## B\n\nother words\n").unwrap();
    let (text, _) = pack(&folder, &["a.md", "--outline"]);
    assert_eq!(text, "--- a.md ---\n# A\n⋮\n## B\n[... 5 of 7 lines left out]\n");
}

#[test]
fn line_numbers() {
    let (text, _) = pack(&demo(), &["other/a.py", "--line-numbers"]);
    assert_eq!(text, "--- other/a.py [python] ---\n1  print(1)\n");
}

/// Their paths are relative to the current folder.
#[test]
fn several_folders_and_files() {
    toon_in(&demo(), &["context", "pack", "demo/src", "demo/README.md", "other", "--style", "minimal"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
--- tree: [..]/ ---
demo/
  README.md
  src/
    main.rs
other/
  a.py


--- demo/README.md ---
# Demo


--- demo/src/main.rs [rust] ---
fn main() {}


--- other/a.py [python] ---
print(1)

"#]]);
}

/// Their paths are relative to the folder that they have in common.
#[test]
fn folders_elsewhere() {
    let folder = demo();
    let args = ["context", "pack", "../demo/src", "../other/./a.py", "--style", "minimal"];
    let output = toon_in(&folder, &args).current_dir(folder.path().join("demo")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("--- demo/src/main.rs [rust] ---") && text.contains("--- other/a.py [python] ---"));
}

#[test]
fn patterns() {
    let files =
        [("a.rs", "a"), ("src/b.rs", "b"), ("src/c.py", "c"), ("src/deep/d.rs", "d"), ("[x].rs", "x")];
    let sorted = |args: &[&str]| {
        let mut names = shown(&files, args);
        names.sort();
        names
    };
    assert_eq!(sorted(&["src/*.rs"]), ["src/b.rs"]);
    assert_eq!(sorted(&["**/*.rs"]), ["[x].rs", "a.rs", "src/b.rs", "src/deep/d.rs"]);
    assert_eq!(sorted(&["src/**/*.rs", "a.rs"]), ["a.rs", "src/b.rs", "src/deep/d.rs"]);
    assert_eq!(sorted(&["[x].rs"]), ["[x].rs"]);
    assert_eq!(sorted(&[".", "--exclude", "*.rs"]), ["src/c.py"]);
    assert_eq!(sorted(&["src", "--exclude", "src/deep"]), ["b.rs", "c.py"]);
}

#[test]
fn what_does_not_exist() {
    let folder = demo();
    for (args, message) in [
        (&["nope"][..], "error: there is no file or folder nope\n"),
        (&["demo", "nope/a.rs"], "error: there is no file or folder nope/a.rs\n"),
        (&["*.nope"], "error: no text files in *.nope\n"),
        (&["demo", "--include", "{"], "error: invalid pattern `{`: "),
    ] {
        let output = toon_in(&folder, &[&["context", "pack"], args].concat()).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.starts_with(message), "{stderr}");
    }
    toon_in(&folder, &["context", "pack"]).assert().code(2);
}

/// What is hidden, ignored or generated is left out unless it is asked for.
#[test]
fn files_that_are_left_out() {
    let files = [
        ("a.rs", "a"),
        (".hidden.rs", "h"),
        (".gitignore", "ignored.rs\n"),
        ("ignored.rs", "i"),
        ("Cargo.lock", "l"),
        ("gen.rs", "// @generated\n"),
        ("node_modules/x.js", "x"),
    ];
    let sorted = |args: &[&str]| {
        let mut names = shown(&files, &[&["."], args].concat());
        names.sort();
        names
    };
    assert_eq!(sorted(&[]), ["a.rs"]);
    assert_eq!(sorted(&["--hidden"]), [".gitignore", ".hidden.rs", "a.rs"]);
    assert_eq!(sorted(&["--no-ignore"]), ["a.rs", "ignored.rs"]);
    assert_eq!(
        sorted(&["--include", "Cargo.lock", "--include", "node_modules/**"]),
        ["Cargo.lock", "a.rs", "node_modules/x.js"]
    );
    assert_eq!(sorted(&["--include", "node_modules"]), ["a.rs", "node_modules/x.js"]);
    assert_eq!(shown(&files, &["node_modules/x.js", "a.rs"]).len(), 2);
    for named in ["node_modules", "ignored.rs", ".hidden.rs"] {
        assert_eq!(shown(&files, &[".", named]).len(), 2, "{named}");
        assert_eq!(shown(&files, &["a.*", named]).len(), 2, "{named}");
    }
    assert_eq!(sorted(&["--include", "gen.*"]), ["a.rs", "gen.rs"]);
    assert_eq!(
        sorted(&["--include", "ignored.rs", "--include", ".hidden.rs"]),
        [".hidden.rs", "a.rs", "ignored.rs"]
    );
}

/// They match no more than they say.
#[test]
fn odd_patterns() {
    let files = [("a.rs", "a"), (".hidden.rs", "h"), ("#x", "x"), ("!y", "y"), ("z w", "z")];
    let sorted = |args: &[&str]| {
        let mut names = shown(&files, &[&["."], args].concat());
        names.sort();
        names
    };
    let all = ["!y", "#x", "a.rs", "z w"];
    for pattern in ["", " ", "#none", "!none", "!a.rs"] {
        assert_eq!(sorted(&["--include", pattern]), all, "{pattern}");
        assert_eq!(sorted(&["--exclude", pattern]), all, "{pattern}");
    }
    assert_eq!(sorted(&["--exclude", "#x", "--exclude", "!y", "--exclude", "z w"]), ["a.rs"]);
    assert_eq!(shown(&files, &["#x", "!y"]), ["!y", "#x"]);
}

#[test]
fn names_that_look_like_patterns() {
    let files = [("[x].txt", "a\n"), ("x.txt", "b\n"), ("sub/{a}.env/.env", "KEY=1\n")];
    assert_eq!(shown(&files, &[".", "--exclude", "[x].txt"]), ["x.txt"]);
    assert_eq!(shown(&files, &[".", "--exclude", "./[x].*"]), ["[x].txt"]);
    let (text, notes) = pack(&folder(&files), &["sub", "--include", "sub/{a}.env/.env"]);
    assert!(text.contains("KEY=1") && notes.contains("{a}.env/.env"), "{text}{notes}");
}

#[test]
fn patterns_that_match_nothing() {
    let files = [("a.txt", "a\n"), ("sub/b.txt", "b\n"), (".c/d.txt", "d\n")];
    let notes = |args: &[&str]| {
        let notes = pack(&folder(&files), args).1;
        let lines = notes.lines().filter(|line| line.starts_with("no file matches "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(notes(&["a.txt", "nomatch*.zz"]), ["no file matches `nomatch*.zz`"]);
    assert_eq!(notes(&[".", "nomatch*.zz"]), ["no file matches `nomatch*.zz`"]);
    assert_eq!(notes(&[".", "--include", "*.zz"]), ["no file matches `*.zz`"]);
    assert_eq!(notes(&["sub", "--include", "sub/none.txt"]), ["no file matches `sub/none.txt`"]);
    for args in
        [&["a.txt", "s*/*"][..], &[".", "--include", ".c"], &["sub", "--include", "sub/*.txt"], &["*.txt"]]
    {
        assert!(notes(args).is_empty(), "{args:?}");
    }
}

/// They may begin with the folder, as a shell completes them.
#[test]
fn patterns_that_begin_with_the_folder() {
    let folder = folder(&[("src/a.py", "a\n"), ("src/sub/b.py", "b\n"), ("src/c.txt", "c\n")]);
    let names = |args: &[&str]| {
        let text = pack(&folder, &[&["src"], args].concat()).0;
        ["a.py", "sub/b.py", "c.txt"].map(|name| text.contains(&format!("--- {name} ")))
    };
    assert_eq!(names(&["--exclude", "src/*.py"]), [false, true, true]);
    assert_eq!(names(&["--exclude", "*.py"]), [false, false, true]);
    assert_eq!(names(&["--exclude", "src/../src/sub"]), [true, false, true]);
}

/// For each reason, a line with the first names.
#[test]
fn notes_about_files_that_are_left_out() {
    let mut files: Vec<(String, String)> =
        (0..7).map(|number| (format!("gen{number}.rs"), "// @generated\n".to_owned())).collect();
    files.push(("large.txt".to_owned(), "x ".repeat(1_000)));
    files.push(("a.txt".to_owned(), "a\n".to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let args = [".", "--max-file-size", "1K"];
    let notes = pack(&folder(&files), &args).1;
    let expected = "skipped 7 generated files: gen0.rs, gen1.rs, gen2.rs, gen3.rs, gen4.rs and 2 others; \
        --include brings them back\n\
        skipped 1 file of more than 1,024 bytes: large.txt; --max-file-size raises the limit\n";
    assert!(notes.starts_with(expected) && notes.contains(" tokens; 1 file in full\n"), "{notes}");
    assert!(pack(&folder(&files), &[&args[..], &["-v"]].concat()).1.contains("gen5.rs, gen6.rs; "));
}

#[test]
fn the_output_is_not_packed() {
    let folder = folder(&[("a.txt", "a\n"), ("o[u]t x.txt", "old\n"), ("sub/b.txt", "b\n")]);
    for _ in 0..2 {
        pack(&folder, &[".", "-o", "o[u]t x.txt"]);
        let text = read(&folder, "o[u]t x.txt");
        assert!(text.contains("sub/b.txt") && !text.contains("t x.txt") && !text.contains("old"), "{text}");
    }
}

/// An input that was named is not lost.
#[test]
fn the_output_is_no_input() {
    let folder = folder(&[("a.txt", "a\n"), ("b.json", r#"[{"role":"user","content":"Hi"}]"#)]);
    for (args, name) in [
        (&["a.txt", "-o", "a.txt"][..], "a.txt"),
        (&["b.json", "./a.txt", "-o", "a.txt"], "./a.txt"),
        (&["--chat", "b.json", "-o", "b.json"], "b.json"),
        (&["--chat", "b.json", "--output-format", "messages", "-o", "./b.json"], "b.json"),
        (&[".", "--chat", "b.json", "-o", "b.json"], "b.json"),
    ] {
        let args = [&["context", "pack"], args].concat();
        let message =
            format!("error: the output would replace the input {name}; choose another name for -o\n");
        toon_in(&folder, &args).assert().code(2).stdout_eq("").stderr_eq(message);
    }
    assert_eq!(read(&folder, "a.txt"), "a\n");
}

/// A name is shown in the tree, too.
#[test]
fn secrets_in_names() {
    let token = format!("ghp_{}", "a1B2".repeat(9));
    let (file, inside) = (format!("{token}.txt"), format!("{token}/b.txt"));
    let folder = folder(&[("a.txt", "a\n"), (&file, "b\n"), (&inside, "c\n")]);
    let (text, notes) = pack(&folder, &["."]);
    assert!(text.contains("a.txt") && !text.contains("ghp_"), "{text}");
    let note = "left out [GitHub token left out].txt, which looks secret: GitHub token in its name";
    assert!(notes.contains(note) && !notes.contains("ghp_"), "{notes}");
    assert!(pack(&folder, &[".", "--include", &file]).0.contains(&format!("--- {file} ")), "{text}");
}

#[cfg(unix)]
#[test]
fn an_output_that_is_a_link_is_not_packed() {
    let folder = folder(&[("a.txt", "a\n"), ("out.txt", "old\n")]);
    std::os::unix::fs::symlink("out.txt", folder.path().join("link.txt")).unwrap();
    for paths in [&["."][..], &["*.txt"]] {
        pack(&folder, &[paths, &["-o", "link.txt"]].concat());
        let text = read(&folder, "out.txt");
        assert!(text.contains("a.txt") && !text.contains("old") && !text.contains("link"), "{text}");
    }
}

/// Links are followed where they are named.
#[cfg(unix)]
#[test]
fn paths_through_links() {
    let folder = folder(&[("sub/a.txt", "a\n"), ("b.txt", "b\n")]);
    std::os::unix::fs::symlink("sub", folder.path().join("link")).unwrap();
    for paths in [&["link/a.txt", "b.txt"][..], &["link", "b.txt"], &["link/a.txt", "link/../b.txt"]] {
        let text = pack(&folder, paths).0;
        assert!(text.contains("--- sub/a.txt") && text.contains("--- b.txt"), "{text}");
    }
    assert!(!pack(&folder, &["."]).0.contains("link"));
}

/// A shell creates the file before the program starts.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_is_not_packed() {
    let folder = folder(&[("a.txt", "a\n"), ("out.txt", "old\n")]);
    let out = fs::File::options().append(true).open(folder.path().join("out.txt")).unwrap();
    let status = std::process::Command::new(snapbox::cmd::cargo_bin!("toon"))
        .args(["context", "pack", ".", "--style", "minimal"])
        .current_dir(folder.path())
        .stdout(out)
        .status();
    assert!(status.unwrap().success());
    assert!(!read(&folder, "out.txt").contains("out.txt"));
}

#[test]
fn budgets() {
    let text = "one two three four five six seven eight nine ten\n".repeat(900);
    let folder = folder(&[("a.txt", &text), ("b.txt", "short\n")]);
    for (budget, limit) in [("2k", "2,000"), ("1.5k", "1,500"), ("1_000", "1,000"), ("0.5K", "500")] {
        let notes = pack(&folder, &[".", "--budget", budget]).1;
        assert!(notes.contains(&format!(" of {limit} tokens; 1 file in full, 1 in part\n")), "{notes}");
    }
    let notes = pack(&folder, &[".", "--budget", "2k", "--reserve", "0.5k"]).1;
    assert!(notes.contains(" of 1,500 tokens; "), "{notes}");
    for (args, code, message) in [
        (
            &["--budget", "2k", "--reserve", "2k"][..],
            2,
            "a reserve of 2000 tokens leaves nothing of a budget of 2000",
        ),
        (
            &["--budget", "10", "--request", &text],
            1,
            "the request takes 9914 tokens, 9904 more than the budget allows (10)",
        ),
    ] {
        let args = [&["context", "pack", "."], args].concat();
        toon_in(&folder, &args).assert().code(code).stdout_eq("").stderr_eq(format!("error: {message}\n"));
    }
    for args in [["--budget", "8kb"], ["--budget", "8,000"], ["--budget", "many"], ["--max-file-size", "big"]]
    {
        let output = toon_in(&folder, &[&["context", "pack", "."], &args[..]].concat()).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("expected a "), "{stderr}");
    }
}

/// The question decides what comes first.
#[test]
fn a_question() {
    let files = [("a.txt", "apples\n"), ("b.txt", "bananas\n"), ("c.txt", "cherries\n")];
    assert_eq!(shown(&files, &[".", "--query", "bananas"])[0], "b.txt");
    assert_eq!(shown(&files, &[".", "--request", "Where are the cherries?"])[0], "c.txt");
    assert_eq!(shown(&files, &[".", "--request", "Cherries?", "--query", "bananas"])[0], "b.txt");
}

#[test]
fn a_request_comes_last() {
    let folder = folder(&[("a.txt", &"a b c d\n".repeat(500))]);
    let text = pack(&folder, &["a.txt", "--budget", "60", "--request", "Which letters are missing?"]).0;
    assert!(text.ends_with("more lines]\n\n\n[user] Which letters are missing?"), "{text}");
}

#[test]
fn explanations() {
    let long = "filler and more\n".repeat(200);
    let zero = "fn zero() {}\n".repeat(50);
    let files = [("notes.txt", long.as_str()), ("timeout.rs", "fn timeout() {}\n"), ("zero.rs", &zero)];
    toon_in(&folder(&files), &["context", "pack", ".", "--query", "timeout", "--budget", "100", "--explain"])
        .assert()
        .success()
        .stderr_eq(str![[r#"
place  path        shown            tokens  why
    1  timeout.rs  full                 18  1.70 · text: timeout (1.00) · path: timeout (0.70)
    2  notes.txt   11 of 200 lines      76  [..]0.00
    3  zero.rs     nothing               0  [..]0.00
99 of 100 tokens; 1 file in full, 1 in part, 1 not shown
largest: notes.txt (76), timeout.rs (18)

"#]]);
}

#[test]
fn explanations_end_after_some_files_that_are_not_shown() {
    let files: Vec<(String, String)> =
        (0..40).map(|number| (format!("{number}.txt"), format!("number {number}\n").repeat(40))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let folder = folder(&files);
    let notes = pack(&folder, &[".", "--budget", "60", "--explain"]).1;
    let hidden = notes.lines().filter(|line| line.contains("  nothing  ")).count();
    assert_eq!(hidden, 20, "{notes}");
    assert!(notes.contains(" more files not shown\n"), "{notes}");
}

/// Files of data are tables.
#[test]
fn data() {
    let folder = folder(&[("a.csv", "id,name\n1,Ada\n2,Bo\n"), ("b.ndjson", "{\"id\":1}\n{\"id\":2}\n")]);
    let text = pack(&folder, &["."]).0;
    assert!(text.contains("a.csv[2]{id,name}:\n  1,Ada\n  2,Bo"), "{text}");
    assert!(text.contains("{\"b.ndjson\":[{\"id\":1},{\"id\":2}]}"), "{text}");
}

#[test]
fn a_folder_as_a_container() {
    let folder = demo();
    toon_in(&folder, &["context", "pack", "demo", "-o", "demo.bcp"]).assert().success();
    let output = toon_in(&folder, &["context", "inspect", "demo.bcp"]).output().unwrap();
    let listing = String::from_utf8(output.stdout).unwrap();
    assert!(listing.contains(",code,src/main.rs,") && listing.contains(",file_tree,"), "{listing}");
}
