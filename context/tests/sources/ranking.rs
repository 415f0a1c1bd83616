//! The order of the files of a folder.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;
use toon_context::sources::{Folder, Ranked, Signal, Weights};

fn folder_of(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in files {
        write(dir.path(), path, text);
    }
    dir
}

fn write(dir: &Path, path: &str, text: &str) {
    let path = dir.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn rank(dir: &Path, query: &str) -> Vec<Ranked> {
    Folder::new(dir).rank(query).unwrap()
}

fn paths(ranked: &[Ranked]) -> Vec<&str> {
    ranked.iter().map(|file| file.path.as_str()).collect()
}

/// Runs `git` in the folder. `false` if there is no such program, which is said.
fn git(dir: &Path, arguments: &[&str]) -> bool {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgSign=false"];
    let mut command = Command::new("git");
    command.arg("-C").arg(dir).args(identity).args(arguments).stdout(Stdio::null());
    command.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE").env_remove("GIT_INDEX_FILE");
    match command.status() {
        Ok(status) => assert!(status.success(), "git {arguments:?}"),
        Err(error) => {
            eprintln!("skipped: cannot run git: {error}");
            return false;
        }
    }
    true
}

fn commit(dir: &Path, message: &str, files: &[&str]) {
    for file in files {
        let path = dir.join(file);
        let text = fs::read_to_string(&path).unwrap_or_default();
        write(dir, file, &format!("{text}// changed\n"));
    }
    assert!(git(dir, &["add", "--all"]) && git(dir, &["commit", "--quiet", "--message", message]));
}

#[test]
fn what_answers_the_question_comes_first() {
    let dir = folder_of(&[
        ("a.rs", "fn other() {}"),
        ("src/client.rs", "fn wait() { retry(timeout) }\n"),
        ("src/retry_timeout.rs", "fn retry() {}\n"),
        ("z.rs", "struct RetriesTimedOut;\n"),
    ]);
    let ranked = rank(dir.path(), "Which files retry after a timeout?");
    assert_eq!(paths(&ranked), ["src/retry_timeout.rs", "src/client.rs", "z.rs", "a.rs"]);
    let path = Signal::Path(vec!["retry".to_owned(), "timeout".to_owned()]);
    assert!(ranked[0].score.parts.iter().any(|(signal, points)| *signal == path && *points > 0.0));
    assert!(ranked[1].score.to_string().contains("text: retry, timeout"), "{}", ranked[1].score);
    assert_eq!(ranked[3].score.to_string(), "0.00");
}

#[test]
fn without_a_question_entry_points_and_what_others_name_come_first() {
    let dir = folder_of(&[
        ("a_leaf.rs", "use crate::shared::SharedState;\n"),
        ("b_leaf.rs", "use crate::shared::SharedState;\n"),
        ("lib.rs", "mod shared;\n"),
        ("shared.rs", "pub struct SharedState;\n"),
        ("tests/all.rs", "SharedState\n"),
    ]);
    let ranked = rank(dir.path(), "");
    assert_eq!(paths(&ranked), ["lib.rs", "shared.rs", "a_leaf.rs", "b_leaf.rs", "tests/all.rs"]);
    assert_eq!(ranked[0].score.to_string(), "0.20 · entry point (0.20)");
    assert_eq!(ranked[1].score.to_string(), "0.10 · named by 3 files (0.10)");
}

#[test]
fn tests_come_after_code_and_generated_code_last() {
    let text = "fn timeout() {}\n";
    let generated = format!("// @generated\n{text}");
    let dir = folder_of(&[
        ("a_test.rs", text),
        ("b.rs", text),
        ("vendor/c.rs", text),
        ("d.rs", &generated),
        ("e.rs", ""),
    ]);
    let ranked = rank(dir.path(), "timeout");
    assert_eq!(paths(&ranked)[..2], ["b.rs", "a_test.rs"]);
    assert!(ranked[1].score.to_string().ends_with("times 0.9"), "{}", ranked[1].score);
    // The empty file is left out, and so are vendored ones.
    assert_eq!(ranked.len(), 3);
    assert!(ranked[2].score.factor < 0.5);
}

#[test]
fn equal_files_are_in_the_order_of_their_paths() {
    let dir = folder_of(&[("b.txt", "b"), ("a/c.txt", "c"), ("a.txt", "a"), ("B.txt", "B")]);
    for query in ["", "timeout", "\u{0}", "?!", &"word ".repeat(10_000)] {
        assert_eq!(paths(&rank(dir.path(), query)), ["B.txt", "a.txt", "a/c.txt", "b.txt"]);
    }
    let odd = Weights { text: f64::NAN, path: -1.0, entry: f64::INFINITY, ..Weights::default() };
    assert_eq!(Folder::new(dir.path()).weights(odd).rank("a b").unwrap().len(), 4);
}

#[test]
fn files_that_are_not_text_are_ranked_by_their_paths() {
    let dir = folder_of(&[("a.txt", "nothing")]);
    fs::write(dir.path().join("timeout.bin"), b"\xff\xfe\0").unwrap();
    write(dir.path(), "timeout.log", &"x".repeat(200));
    let ranked = Folder::new(dir.path()).max_file_bytes(100).rank("timeout").unwrap();
    assert_eq!(paths(&ranked), ["timeout.bin", "timeout.log", "a.txt"]);
}

#[test]
fn commits_count_by_message_by_company_and_by_age() {
    let dir = tempfile::tempdir().unwrap();
    if !git(dir.path(), &["init", "--quiet"]) {
        return;
    }
    commit(dir.path(), "Begin", &["a.rs", "b.rs", "c.rs", "d.rs", "e.rs", "sub/f.rs"]);
    commit(dir.path(), "Shorten the waiting time\n\nUntil the timeout.", &["d.rs"]);
    commit(dir.path(), "Change both", &["d.rs", "sub/f.rs"]);
    commit(dir.path(), "Clean up", &["c.rs"]);

    let ranked = rank(dir.path(), "timeout");
    assert_eq!(paths(&ranked)[..2], ["d.rs", "sub/f.rs"]);
    let reasons = ranked[0].score.to_string();
    assert!(reasons.contains("commit \"Shorten the waiting time\""), "{reasons}");
    assert!(ranked[1].score.to_string().contains("changed together with d.rs"), "{}", ranked[1].score);

    let recent = rank(dir.path(), "");
    assert_eq!(paths(&recent)[..1], ["d.rs"]);
    assert!(recent[0].score.to_string().contains("changed 2 commits ago"), "{}", recent[0].score);

    // Paths are relative to the folder, also if it is not the whole repository.
    let sub = rank(&dir.path().join("sub"), "");
    assert_eq!(sub[0].score.to_string(), "0.20 · changed by the last commit (0.20)");

    let no_history = Weights { messages: 0.0, together: 0.0, recent: 0.0, ..Weights::default() };
    let ranked = Folder::new(dir.path()).weights(no_history).rank("timeout").unwrap();
    assert_eq!(paths(&ranked), ["a.rs", "b.rs", "c.rs", "d.rs", "e.rs", "sub/f.rs"]);
}

#[test]
fn odd_names_and_large_commits() {
    let dir = tempfile::tempdir().unwrap();
    if !git(dir.path(), &["init", "--quiet"]) {
        return;
    }
    let many: Vec<String> = (0..150).map(|index| format!("many/{index}.rs")).collect();
    commit(dir.path(), "timeout", &many.iter().map(String::as_str).collect::<Vec<_>>());
    let odd = if cfg!(unix) { "ü \"q\"\\\n\u{1}.rs" } else { "ü q.rs" };
    commit(dir.path(), "timeout", &[odd]);
    let ranked = rank(dir.path(), "timeout");
    assert_eq!(ranked[0].path, odd);
    assert!(ranked[1].score.parts.is_empty(), "{}", ranked[1].score);
}

#[test]
fn nothing_that_a_repository_names_is_run() {
    let dir = tempfile::tempdir().unwrap();
    if !git(dir.path(), &["init", "--quiet"]) {
        return;
    }
    write(dir.path(), ".gitattributes", "*.rs diff=run\n");
    commit(dir.path(), "Begin", &["a.rs"]);
    let target = dir.path().join("was-run");
    let run = format!("touch '{}'; false", target.display());
    for name in [
        "core.pager",
        "core.fsmonitor",
        "gpg.program",
        "diff.external",
        "diff.run.textconv",
        "diff.run.command",
    ] {
        assert!(git(dir.path(), &["config", name, &run]));
    }
    assert!(git(dir.path(), &["config", "log.showSignature", "true"]));
    assert!(git(dir.path(), &["config", "log.follow", "true"]));
    assert!(git(dir.path(), &["config", "log.diffMerges", "on"]));
    let ranked = rank(dir.path(), "");
    assert_eq!(ranked[0].score.to_string(), "0.20 · changed by the last commit (0.20)");
    assert!(!target.exists());
}

#[test]
fn repositories_without_commits_or_with_damage_have_no_history() {
    let dir = folder_of(&[("a.rs", "fn timeout() {}")]);
    if !git(dir.path(), &["init", "--quiet"]) {
        return;
    }
    assert_eq!(rank(dir.path(), "timeout").len(), 1);
    fs::write(dir.path().join(".git/HEAD"), "damaged").unwrap();
    assert_eq!(rank(dir.path(), "timeout")[0].score.parts.len(), 1);
}
