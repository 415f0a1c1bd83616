//! What is chosen of folders and tables that do not fit.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use toon_context::sources::Folder;
use toon_context::{
    Budget, Context, Conversation, Counter, Data, Document, Entry, FileTree, Remainder, Rendered, Status,
    Style, ToolResult,
};

fn write(dir: &TempDir, path: &str, text: &str) {
    let path = dir.path().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A name that says nothing about the next one, so that rows have no short form.
fn name(id: usize) -> String {
    format!("{:08x} {:06x}", id * 2_654_435_761_usize % 4_294_967_291, id * 40_503 % 16_777_213)
}

/// A quarter of the bytes, about as many as a vocabulary counts.
fn quarters(text: &str) -> usize {
    text.len().div_ceil(4)
}

fn packed(dir: &Path, query: &str, tokens: usize) -> Rendered {
    let packed = Folder::new(dir).query(query).budget(tokens).pack().unwrap();
    let context: Context = packed.blocks.into_iter().collect();
    let out = context.render(&Budget::tokens(tokens).counter(quarters), Style::Xml).unwrap();
    assert!(out.tokens <= tokens);
    out
}

fn shown(out: &Rendered, path: &str) -> Option<Remainder> {
    out.omitted.iter().find(|omitted| omitted.label.name == path).map(|omitted| omitted.shown)
}

#[cfg(feature = "json")]
#[test]
fn programs_in_full_and_then_rows_of_a_fixture() {
    let dir = tempfile::tempdir().unwrap();
    let rows: Vec<String> =
        (0..2_000).map(|id| format!("{{\"id\":{id},\"name\":\"{}\"}}", name(id))).collect();
    write(&dir, "users.json", &format!("[{}]", rows.join(",")));
    for name in ["a", "b", "c"] {
        let body = "    rows = [row for row in rows if row]\n".repeat(12);
        write(&dir, &format!("{name}.py"), &format!("def {name}(rows):\n{body}    return rows\n"));
    }
    let out = packed(dir.path(), "", 4_000);
    for name in ["a.py", "b.py", "c.py"] {
        assert_eq!(shown(&out, name), None, "{name}");
    }
    let Some(Remainder::Rows { shown, all: 2_000 }) = shown(&out, "users.json") else {
        panic!("{:?}", out.omitted)
    };
    assert!(shown > 300, "{shown}");
}

/// However small the budget is.
#[test]
fn small_files_in_full_beside_large_ones() {
    let long = |word: &str| format!("{word} = 1\n").repeat(400);
    for (large, small, tokens) in [(1, 3, 200), (2, 20, 1_000)] {
        let dir = tempfile::tempdir().unwrap();
        (0..large).for_each(|index| write(&dir, &format!("large{index}.py"), &long("x")));
        (0..small).for_each(|index| write(&dir, &format!("s{index}.py"), &format!("y{index} = 2\n")));
        let out = packed(dir.path(), "", tokens);
        let left_out: Vec<_> = out.omitted.iter().map(|omitted| &omitted.label.name).collect();
        assert!(left_out.iter().all(|name| name.starts_with("large")), "{left_out:?}");
    }
}

#[test]
fn notes_in_full_and_then_rows_of_a_table() {
    let rows: Vec<(usize, String)> = (0..5_000).map(|id| (id, name(id))).collect();
    let mut context = Context::new().push(Data::new(&rows).named("issues"));
    for number in 0..10 {
        context =
            context.push(Document::new(format!("note {number}"), "A note of a few lines.\n".repeat(40)));
    }
    let out = context.render(&Budget::tokens(20_000).counter(quarters), Style::Xml).unwrap();
    assert_eq!(out.omitted.len(), 1, "{:?}", out.omitted);
    assert!(
        matches!(out.omitted[0].shown, Remainder::Rows { shown, .. } if shown > 1_500),
        "{:?}",
        out.omitted
    );
}

#[test]
fn entry_points_in_full_and_a_part_of_many_files() {
    let dir = tempfile::tempdir().unwrap();
    write(
        &dir,
        "src/lib.rs",
        &(0..200).fold(String::new(), |mut text, number| {
            let _ = writeln!(text, "pub mod m{number};");
            text
        }),
    );
    for number in 0..200 {
        let body = format!("    let x = {number};\n").repeat(100);
        write(&dir, &format!("src/m{number}.rs"), &format!("fn f{number}() {{\n{body}}}\n"));
    }
    let out = packed(dir.path(), "", 50_000);
    assert_eq!(shown(&out, "src/lib.rs"), None);
    let nothing = out.omitted.iter().filter(|omitted| omitted.shown == Remainder::Nothing).count();
    assert!(nothing <= 100, "{nothing} of 200 files are not shown");
}

#[test]
fn the_tree_takes_an_eighth() {
    let dir = tempfile::tempdir().unwrap();
    for number in 0..1_500 {
        write(&dir, &format!("internal/d{}/file_{number}.go", number % 40), "package a\n");
    }
    write(&dir, "main.go", &"package main\n\nfunc main() {}\n".repeat(200));
    let out = packed(dir.path(), "", 2_000);
    let tree = &out.text[out.blocks[0].clone()];
    assert!(quarters.count(tree) <= 250, "{tree}");
    assert!(tree.contains("internal/") && tree.contains(" files)"), "{tree}");
    // What the tree lists has no placeholder.
    assert!(!out.text.contains("<omitted"), "{}", out.text);
}

/// Where an eighth is too little for all names of a folder, some of them say more than a placeholder.
#[test]
fn the_largest_folders_of_a_tree_come_first() {
    let tree = |folders: usize| {
        let files = |count: usize| (0..count).map(|index| Entry::file(format!("file{index}.go"), 1));
        let count = |folder: usize| if folder == 7 { 4_108 } else { folder + 1 };
        let folder = |folder: usize| Entry::directory(format!("folder{folder}"), files(count(folder)));
        FileTree::new("app/", (0..folders).map(folder))
    };
    for (folders, tokens) in [(41, 2_000), (41, 500), (30, 2_000), (20, 1_000), (10, 500), (10, 300)] {
        let context =
            Context::new().push(tree(folders)).push(Document::new("log", "word word\n".repeat(2_000)));
        for style in [Style::Xml, Style::Markdown, Style::Minimal, Style::Toon] {
            let out = context.render(&Budget::tokens(tokens).counter(quarters), style).unwrap();
            let tree = &out.text[out.blocks[0].clone()];
            assert!(quarters(tree) <= tokens / 8, "{tree}");
            let named = tree.matches("folder").count();
            assert!(tree.contains("folder7/ (4,108 files)") && named >= 2, "{folders} {tokens} {tree}");
            let more = folders - named;
            assert!(
                more == 0 || tree.contains(&format!("[... {more} more name")),
                "{folders} {tokens} {tree}"
            );
        }
    }
}

/// Most programs say at their end what went wrong.
#[test]
fn the_end_of_a_log_that_failed() {
    let mut log: String = (0..2_999).fold(String::new(), |mut log, line| {
        let _ = writeln!(log, "line {line} ok");
        log
    });
    log.push_str("line 2999 FAILED");
    let result = ToolResult::new("cargo test", Status::Error).text(log);
    for style in [Style::Xml, Style::Markdown, Style::Minimal] {
        let context = Context::new().push(result.clone());
        let out = context.render(&Budget::tokens(300).counter(quarters), style).unwrap();
        let (head, tail) = out.text.split_once("\n[... ").unwrap();
        let (left_out, tail) = tail.split_once(" lines left out]\n").unwrap();
        let (head, tail) = (head.matches(" ok").count(), tail.matches("line ").count());
        assert!(out.text.contains("\nline 0 ok\nline 1 ok\n"), "{}", out.text);
        assert!(out.text.contains("\nline 2998 ok\nline 2999 FAILED"), "{}", out.text);
        assert!(head + tail > 50 && (3 * head..5 * head).contains(&tail), "{head} and {tail} lines");
        assert_eq!(left_out.parse(), Ok(3_000 - head - tail));
    }
}

#[test]
fn a_block_has_at_most_its_own_limit() {
    let log = "a line of the log\n".repeat(500);
    let context = Context::new()
        .push(Document::new("log", log.as_str()).max_tokens(100))
        .push(Conversation::user("Why does it fail?"));
    for budget in [Budget::unlimited(), Budget::tokens(5_000)] {
        let out = context.render(&budget.counter(quarters), Style::Minimal).unwrap();
        assert!((80..130).contains(&out.tokens), "{}", out.tokens);
    }
}
