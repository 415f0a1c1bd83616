//! Files are replaced only on success.

use super::{folder, names, read, toon_in};

#[test]
fn a_failure_leaves_the_old_file() {
    let folder = folder(&[("bad.json", "{"), ("rows.toon", "[3]{a}:\n  1\n  2\n"), ("old", "old")]);
    toon_in(&folder, &["bad.json", "-o", "old"]).assert().code(1);
    toon_in(&folder, &["decode", "rows.toon", "--to", "ndjson", "-o", "old"]).assert().code(1);
    toon_in(&folder, &["encode", "missing", "-o", "old"]).assert().code(1);
    assert_eq!(read(&folder, "old"), "old");
    assert_eq!(names(folder.path()), ["bad.json", "old", "rows.toon"]);
}

/// However it is spelled, and before anything is read.
#[test]
fn the_input_is_not_the_output() {
    let folder = folder(&[("a", "{\"a\":1}"), ("b.toon", "b: 1"), ("x/c.json", "{\"c\":")]);
    for (args, output) in [
        (&["a"][..], "a"),
        (&["encode", "--from", "ndjson", "a"], "./a"),
        (&["decode", "b.toon"], "x/../b.toon"),
        (&["b.toon"], "b.toon"),
        (&["encode", "--smallest", "./x/c.json"], "x/c.json"),
    ] {
        toon_in(&folder, &[args, &["-o", output]].concat()).assert().code(2).stdout_eq("").stderr_eq(
            format!("error: {output} is the input itself, which would be lost; write to another file\n"),
        );
    }
    assert_eq!([read(&folder, "a"), read(&folder, "b.toon")], ["{\"a\":1}", "b: 1"]);
}

/// It has no name then, but Linux knows which file it is.
#[cfg(target_os = "linux")]
#[test]
fn redirected_input_is_not_the_output() {
    let folder = folder(&[("a", "{\"a\":1}"), ("b.json", "{\"b\":1}")]);
    for (command, file) in [("encode", "a"), ("decode", "b.json")] {
        let before = read(&folder, file);
        let input = std::fs::File::open(folder.path().join(file)).unwrap();
        let mut run = std::process::Command::new(snapbox::cmd::cargo_bin!("toon"));
        let run = run.args([command, "-o", file]).current_dir(folder.path()).stdin(input).output().unwrap();
        assert_eq!(
            String::from_utf8(run.stderr).unwrap(),
            format!("error: {file} is the input itself, which would be lost; write to another file\n")
        );
        assert_eq!(read(&folder, file), before);
    }
    toon_in(&folder, &["encode", "-o", "c"]).stdin("{}").assert().success();
}

/// With a command that works.
#[test]
fn other_formats_by_the_name_of_the_output() {
    let folder = folder(&[("a.csv", "a\n1\n"), ("a b.json", "{\"a\":1}"), ("a.toon", "[1]{a}:\n  1\n")]);
    for (args, advice) in [
        (
            &["a.csv", "-o", "x.json"][..],
            "TOON is written, but x.json is named as JSON; use `toon encode a.csv | toon decode --to json -o x.json`",
        ),
        (
            &["encode", "a b.json", "-o", "x.YML"],
            "TOON is written, but x.YML is named as YAML; use `toon encode 'a b.json' | toon decode --to yaml -o x.YML`",
        ),
        (
            &["encode", "--from", "csv", "-o", "x.jsonl"],
            "TOON is written, but x.jsonl is named as NDJSON; use `toon encode --from csv | toon decode --to ndjson -o x.jsonl`",
        ),
        (
            &["encode", "a.csv", "-o", "x.csv.gz"],
            "TOON is written, but x.csv.gz is named as CSV; use `toon encode a.csv | toon decode --to csv -o x.csv.gz`",
        ),
        (
            &["encode", "--smallest", "a.csv", "-o", "x.toml"],
            "TOON or JSON is written, but x.toml is named as TOML; TOML cannot be written; choose a name that ends in .toon",
        ),
        (
            &["a.toon", "-o", "x.csv"],
            "JSON is written, but x.csv is named as CSV; use `toon decode a.toon --to csv -o x.csv`",
        ),
        (
            &["decode", "a.toon", "--to", "yaml", "-o", "x.json"],
            "YAML is written, but x.json is named as JSON; use `toon decode a.toon --to json -o x.json`",
        ),
        (
            &["decode", "a.toon", "--to", "ndjson", "-o", "x.json"],
            "NDJSON is written, but x.json is named as JSON; use `toon decode a.toon --to json -o x.json`",
        ),
        (
            &["decode", "a.toon", "--to", "csv", "-o", "x.tsv"],
            "CSV is written, but x.tsv is named as TSV; TSV cannot be written; choose a name that ends in .csv",
        ),
        (
            &["decode", "a.toon", "-o", "x.toon"],
            "JSON is written, but x.toon is named as TOON; use `toon fmt a.toon > x.toon` to rewrite TOON",
        ),
    ] {
        let refused = toon_in(&folder, args).stdin("a\n1").assert().code(2).stdout_eq("");
        refused.stderr_eq(format!("error: {advice}\n"));
        assert_eq!(names(folder.path()), ["a b.json", "a.csv", "a.toon"]);
    }
}

/// A file can be repaired in place, but not into another format.
#[test]
fn repaired_files() {
    let folder = folder(&[("a.toon", "a[1]: 1,2\n"), ("x.json", "{}")]);
    for (args, command) in [(&["repair", "a.toon"][..], "toon repair a.toon"), (&["repair"], "toon repair")] {
        let refused = toon_in(&folder, &[args, &["-o", "x.json"]].concat()).stdin("a: 1").assert().code(2);
        refused.stdout_eq("").stderr_eq(format!(
            "error: TOON is written, but x.json is named as JSON; use `{command} | toon decode --to json -o x.json`\n"
        ));
        assert_eq!(read(&folder, "x.json"), "{}");
    }
    toon_in(&folder, &["repair", "a.toon", "-o", "a.toon"]).assert().success();
    assert_eq!(read(&folder, "a.toon"), "a[2]: 1,2\n");
}

#[test]
fn names_that_fit() {
    let folder = folder(&[("a.csv", "a\n1\n"), ("a.toon", "[1]{a}:\n  1\n")]);
    for (args, outputs) in [
        (&["encode", "a.csv"][..], &["x.toon", "x.txt", "x.md", "x", "x.toon.gz"][..]),
        (&["encode", "--smallest", "a.csv"], &["x.toon", "x.json", "x.jsonc", "x.txt"]),
        (&["a.toon"], &["x.json", "x.jsonc", "x.txt"]),
        (&["decode", "a.toon", "--to", "json"], &["x.json"]),
        (&["decode", "a.toon", "--to", "ndjson"], &["x.ndjson", "x.jsonl", "x.log"]),
        (&["decode", "a.toon", "--to", "yaml"], &["x.yaml", "x.yml"]),
        (&["decode", "a.toon", "--to", "csv"], &["x.csv"]),
    ] {
        for output in outputs {
            toon_in(&folder, &[args, &["-o", output]].concat()).assert().success();
        }
    }
}

#[test]
fn toon_that_is_not_decoded() {
    let folder = folder(&[("a.toon", "{\"a\":1}")]);
    toon_in(&folder, &["-e", "a.toon"])
        .assert()
        .success()
        .stdout_eq("a: 1\n")
        .stderr_eq("a.toon is read as JSON, since --encode does not decode first; `toon encode` does\n");
    toon_in(&folder, &["--from", "json", "a.toon"]).assert().success().stdout_eq("a: 1\n").stderr_eq("");
}

#[test]
fn a_hyphen_is_standard_output() {
    let folder = folder(&[("a.json", "{\"a\":1}")]);
    toon_in(&folder, &["a.json", "-o", "-"]).assert().success().stdout_eq("a: 1\n").stderr_eq("");
    assert_eq!(names(folder.path()), ["a.json"]);
}

/// A file named .toon contains TOON.
#[test]
fn the_smallest_is_toon_by_its_name() {
    let folder = folder(&[("a.json", "[[1,2],[3]]")]);
    let toon_text = "[2]:\n  - [2]: 1,2\n  - [1]: 3\n";
    for name in ["out.toon", "out.TOON"] {
        toon_in(&folder, &["encode", "--smallest", "a.json", "-o", name]).assert().success().stderr_eq(format!(
            "TOON: 20 tokens, and 7 as compact JSON, which does not belong in a .toon file\nEncoded a.json to {name}\n"
        ));
        assert_eq!(read(&folder, name), toon_text);
        for normal in ["--normal", "--normal=dense"] {
            toon_in(&folder, &["encode", "--smallest", normal, "a.json", "-o", name]).assert().success().stderr_eq(
                format!(
                    "TOON: 20 tokens, and 7 as compact JSON, which does not belong in a .toon file; the normal form is not smaller\nEncoded a.json to {name}\n"
                ),
            );
            assert_eq!(read(&folder, name), toon_text);
        }
    }
    for (args, text) in [(&["-o", "out"][..], "[[1,2],[3]]\n"), (&["-o", "out.json"], "[[1,2],[3]]\n")] {
        let args = [&["encode", "--smallest", "a.json"], args].concat();
        toon_in(&folder, &args).assert().success();
        assert_eq!(read(&folder, args[4]), text);
    }
}

#[cfg(unix)]
mod unix {
    use super::*;
    use crate::limit::{self, Deadline, Limit};
    use std::fs::{self, Permissions};
    use std::io::Write;
    use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, ChildStdin, Stdio};
    use tempfile::TempDir;

    #[test]
    fn permissions_stay() {
        let folder = folder(&[("a.json", "{}"), ("old", "old")]);
        let old = folder.path().join("old");
        fs::set_permissions(&old, Permissions::from_mode(0o640)).unwrap();
        toon_in(&folder, &["a.json", "-o", "old"]).assert().success();
        assert_eq!(fs::metadata(&old).unwrap().permissions().mode() & 0o777, 0o640);
        // A new file has the usual permissions.
        toon_in(&folder, &["a.json", "-o", "new"]).assert().success();
        let beside = folder.path().join("beside");
        fs::write(&beside, "").unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(folder.path().join("new")), mode(beside));
    }

    #[test]
    fn links_stay_links() {
        let folder = folder(&[("a.json", "{\"a\":1}"), ("target", "old")]);
        symlink("target", folder.path().join("link")).unwrap();
        toon_in(&folder, &["a.json", "-o", "link"]).assert().success();
        assert!(folder.path().join("link").is_symlink());
        assert_eq!(read(&folder, "target"), "a: 1\n");
    }

    #[test]
    fn devices_stay_devices() {
        let folder = folder(&[("a.json", "{\"a\":1}")]);
        toon_in(&folder, &["a.json", "-o", "/dev/null"]).assert().success();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }

    /// Where a link leads to nothing yet, that is created.
    #[test]
    fn links_to_a_new_file() {
        let folder = folder(&[("a.json", "{\"a\":1}"), ("data/x", "")]);
        symlink("data/new", folder.path().join("link")).unwrap();
        toon_in(&folder, &["a.json", "-o", "link"]).assert().success();
        assert!(folder.path().join("link").is_symlink());
        assert_eq!(read(&folder, "data/new"), "a: 1\n");
        symlink("loop", folder.path().join("loop")).unwrap();
        toon_in(&folder, &["a.json", "-o", "loop"])
            .assert()
            .code(1)
            .stderr_eq("error: cannot write loop: too many links\n");
    }

    /// The result goes where the shell has opened the file, between what others write.
    #[test]
    fn descriptors_are_streams() {
        let folder = folder(&[("a.json", "{\"a\":1}")]);
        symlink("/dev/stdout", folder.path().join("link")).unwrap();
        let program = snapbox::cmd::cargo_bin!("toon").display().to_string();
        for (output, redirection) in [
            ("/dev/stdout", ""),
            ("/dev/fd/1", ""),
            ("/proc/self/fd/1", ""),
            ("link", ""),
            ("/dev/stderr", "2>&1"),
            ("/dev/fd/3", "3>&1"),
            ("/dev/fd/7", "7>&1"),
        ] {
            if output.starts_with("/proc") && !cfg!(target_os = "linux") {
                continue;
            }
            let script =
                format!("{{ echo one; {program} a.json -o {output} {redirection}; echo two; }} > file");
            let mut shell = std::process::Command::new("sh");
            let run = limit::output(shell.args(["-c", &script]).current_dir(&folder)).unwrap();
            // There is no note, which would be among the results.
            assert_eq!((String::from_utf8_lossy(&run.stderr), run.status.code()), ("".into(), Some(0)));
            assert_eq!(read(&folder, "file"), "one\na: 1\ntwo\n", "{output}");
        }
        toon_in(&folder, &["a.json", "-o", "/dev/fd/99"])
            .assert()
            .code(1)
            .stderr_eq("error: cannot write /dev/fd/99: Bad file descriptor (os error 9)\n");
    }

    /// Runs the program as somebody who is not root and may write only the given file. `None` if
    /// that is not possible.
    fn as_nobody(folder: &TempDir, args: &[&str]) -> Option<std::process::Output> {
        use std::os::unix::process::CommandExt;
        let is_root = fs::metadata("/proc/self").is_ok_and(|data| data.uid() == 0);
        let program = folder.path().join("program");
        fs::copy(snapbox::cmd::cargo_bin!("toon"), &program).unwrap();
        let mut command = std::process::Command::new(program);
        command.args(args).env("NO_COLOR", "1").current_dir(folder);
        if is_root {
            command.uid(65534).gid(65534);
        }
        // Another test that starts a program just now has the copy open for writing until it runs.
        let is_busy = |error: &std::io::Error| error.kind() == std::io::ErrorKind::ExecutableFileBusy;
        let mut run = limit::output(&mut command);
        while run.as_ref().is_err_and(is_busy) {
            std::thread::sleep(std::time::Duration::from_millis(10));
            run = limit::output(&mut command);
        }
        // The folders above may not be accessible to others.
        run.inspect_err(|error| limit::skipped(&format!("not runnable by others than root: {error}"))).ok()
    }

    #[test]
    fn only_the_file_is_writable() {
        let folder =
            folder(&[("a.json", "{\"a\":1}"), ("out", "much longer than the result"), ("bad.json", "{")]);
        let mode = |name: &str, mode| {
            fs::set_permissions(folder.path().join(name), Permissions::from_mode(mode)).unwrap();
        };
        mode("out", 0o666);
        mode("", 0o555);
        let Some(failed) = as_nobody(&folder, &["bad.json", "-o", "out"]) else { return };
        assert_eq!(failed.status.code(), Some(1));
        assert_eq!(read(&folder, "out"), "much longer than the result");
        let run = as_nobody(&folder, &["a.json", "-o", "out"]).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&run.stderr),
            "warning: out cannot be replaced (permission denied), so it is overwritten in place\nEncoded a.json to out\n"
        );
        assert_eq!(read(&folder, "out"), "a: 1\n");
        mode("out", 0o444);
        let run = as_nobody(&folder, &["a.json", "-o", "out"]).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&run.stderr),
            "error: cannot write out: Permission denied (os error 13)\n"
        );
        mode("", 0o755);
    }

    /// A file that another is mounted on can be written, but not replaced.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_mount_point() {
        let folder =
            folder(&[("a.json", "{\"a\":1}"), ("mounted", "much longer than the result"), ("out", "")]);
        let unshare = |script: &str| {
            let mut command = std::process::Command::new("unshare");
            command.args(["-m", "sh", "-c", script]).arg(snapbox::cmd::cargo_bin!("toon"));
            limit::output(command.env("NO_COLOR", "1").current_dir(&folder))
        };
        let mount = "mount --bind mounted out";
        if !unshare(mount).is_ok_and(|run| run.status.success()) {
            return limit::skipped("mounting is not permitted");
        }
        let run = unshare(&format!("{mount} && exec \"$0\" a.json -o out")).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&run.stderr),
            "warning: out cannot be replaced (resource busy), so it is overwritten in place\nEncoded a.json to out\n"
        );
        assert_eq!((read(&folder, "mounted"), read(&folder, "out")), ("a: 1\n".to_owned(), String::new()));
        assert_eq!(names(folder.path()), ["a.json", "mounted", "out"]);
    }

    /// Decodes a long table to `out`, of which only a part is sent.
    fn interrupted(folder: &TempDir, shell: &str) -> (Child, ChildStdin, Limit) {
        let mut child = std::process::Command::new("sh")
            .args(["-c", &format!("{shell} exec \"$0\" decode --to ndjson -o out")])
            .arg(snapbox::cmd::cargo_bin!("toon"))
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let limit = Limit::of(child.id());
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"[100001]{id}:\n").unwrap();
        stdin.write_all("  1\n".repeat(100_000).as_bytes()).unwrap();
        let is_temporary = |name: &String| name.starts_with(".toon-");
        Deadline::new().wait("the temporary file", || {
            assert!(child.try_wait().unwrap().is_none());
            names(folder.path()).iter().any(is_temporary)
        });
        (child, stdin, limit)
    }

    fn kill(child: &Child, signal: i32) {
        let id = child.id().to_string();
        let status = std::process::Command::new("kill").args([format!("-{signal}"), id]).status().unwrap();
        assert!(status.success());
    }

    /// Undoes what `nohup` does, if the tests are run by it. Only GNU's `env` can.
    const HEEDING_SIGNALS: &str = "env --default-signal true 2> /dev/null && \
        exec env --default-signal \"$0\" decode --to ndjson -o out;";

    const SIGHUP: i32 = 1;
    const SIGINT: i32 = 2;
    const SIGTERM: i32 = 15;

    #[test]
    fn signals_leave_no_temporary_file() {
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            let folder = folder(&[("out", "old")]);
            let (mut child, _stdin, _limit) = interrupted(&folder, HEEDING_SIGNALS);
            kill(&child, signal);
            // The program ends as if it did not know the signal.
            assert_eq!(child.wait().unwrap().signal(), Some(signal));
            assert_eq!(names(folder.path()), ["out"]);
            assert_eq!(read(&folder, "out"), "old");
        }
    }

    /// As `nohup` does.
    #[test]
    #[cfg(target_os = "linux")]
    fn ignored_signals_stay_ignored() {
        let folder = folder(&[]);
        let (mut child, mut stdin, _limit) = interrupted(&folder, "trap '' HUP INT;");
        kill(&child, SIGHUP);
        kill(&child, SIGINT);
        stdin.write_all(b"  2\n").unwrap();
        drop(stdin);
        assert!(child.wait().unwrap().success());
        assert_eq!(names(folder.path()), ["out"]);
        assert!(read(&folder, "out").ends_with("{\"id\":2}\n"));
        let (mut child, _stdin, _limit) = interrupted(&folder, "trap '' HUP INT;");
        kill(&child, SIGTERM);
        assert_eq!(child.wait().unwrap().signal(), Some(SIGTERM));
        assert_eq!(names(folder.path()), ["out"]);
    }
}
