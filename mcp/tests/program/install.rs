//! Installation in a made home folder by the program, and its undoing.

use crate::program::PROGRAM;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Runs the program for a user with this home folder. Returns its exit code, its output and its errors.
fn run(home: &Path, arguments: &[&str]) -> (i32, String, String) {
    run_with(home, arguments, &[])
}

fn run_with(home: &Path, arguments: &[&str], variables: &[(&str, &Path)]) -> (i32, String, String) {
    let output = Command::new(PROGRAM)
        .args(arguments)
        .current_dir(home)
        .env_clear()
        // Shells for hooks.
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("SYSTEMROOT", std::env::var_os("SYSTEMROOT").unwrap_or_default())
        .env("HOME", home)
        .env("USERPROFILE", home)
        .env("APPDATA", home.join("AppData/Roaming"))
        .env("LOCALAPPDATA", home.join("AppData/Local"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CACHE_HOME", home.join("cache"))
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A home folder with all hosts.
fn home() -> TempDir {
    let home = TempDir::new().unwrap();
    for (name, text) in [
        (".claude/settings.json", "{\r\n\t\"model\": \"opus\" // ours\r\n}"),
        (".claude.json", r#"{"mcpServers":{"files":{"command":"npx","args":["-y","files"]}}}"#),
        (".codex/config.toml", "[mcp_servers.files]\ncommand = \"npx\"\n"),
        (".copilot/config.json", "{}"),
        (".cursor/hooks.json", "{\"version\": 1, \"hooks\": {}}\n"),
        (".gemini/settings.json", "{}"),
        ("config/opencode/opencode.json", r#"{"mcp":{"files":{"type":"local","command":["npx"]}}}"#),
    ] {
        let file = home.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    home
}

fn files(home: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![home.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let contents = fs::read(&path).unwrap();
                found.insert(path, contents);
            }
        }
    }
    found
}

#[test]
fn all_hosts_and_back() {
    let home = home();
    let home = home.path();
    let before = files(home);

    let (code, out, errors) = run(home, &["install"]);
    assert_eq!(code, 1, "{errors}");
    assert!(errors.contains("--yes") && errors.contains("no terminal"), "{errors}");
    assert!(
        out.starts_with("Found: Claude Code, Codex, Copilot CLI, Cursor, Gemini CLI, opencode\n"),
        "{out}"
    );
    assert!(out.contains("To undo this: toon-mcp uninstall\n"), "{out}");
    assert_eq!(files(home), before);

    let (code, out, _) = run(home, &["install", "claude", "--dry-run"]);
    assert_eq!(code, 0);
    assert!(out.contains("+\t\"hooks\": {") && out.contains("toon-mcp"), "{out}");
    assert_eq!(files(home), before);

    let (code, out, errors) = run(home, &["install", "--yes"]);
    assert_eq!(code, 0, "{errors}");
    assert!(out.contains("Backup: "), "{out}");
    let installed = files(home);
    let changed = |name: &str| installed.get(&home.join(name)) != before.get(&home.join(name));
    for name in [
        ".claude/settings.json",
        ".copilot/hooks/toon-mcp.json",
        ".cursor/hooks.json",
        "config/opencode/plugins/toon-mcp.js",
    ] {
        assert!(changed(name), "{name}");
    }
    assert!(!changed(".codex/hooks.json") && !changed(".gemini/settings.json"));
    let (code, out, _) = run(home, &["install", "-y"]);
    assert_eq!(code, 0);
    assert!(out.contains("There is nothing to change.\n"), "{out}");
    assert_eq!(files(home), installed);

    let (code, _, errors) = run(home, &["install", "--proxy", "files"]);
    assert_eq!(code, 0, "{errors}");
    for name in [".claude.json", ".codex/config.toml", "config/opencode/opencode.json"] {
        assert!(fs::read_to_string(home.join(name)).unwrap().contains("\"proxy\""), "{name}");
    }
    let (code, _, errors) = run(home, &["uninstall"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert_eq!(files(home), before);
}

#[cfg(unix)]
#[test]
fn the_doctor() {
    let home = home();
    let home = home.path();
    assert_eq!(run(home, &["install", "--yes"]).0, 0);
    assert_eq!(run(home, &["install", "gemini", "codex", "--blocking"]).0, 0);
    let before = files(home);
    let (code, out, errors) = run(home, &["doctor"]);
    assert_eq!((code, errors.as_str()), (0, ""), "{out}");
    assert_eq!(out.matches(": a sample is converted").count(), 6, "{out}");
    assert_eq!(out.matches("the hook is installed in ").count(), 6, "{out}");
    for text in ["stats.jsonl", "hook.log", "2.1.121", "trust the hook"] {
        assert!(out.contains(text), "{out}");
    }
    // It leaves nothing in the statistics.
    assert_eq!(files(home), before);

    let file = home.join(".claude/settings.json");
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("^mcp__.+$", "mcp__files")).unwrap();
    let (code, out, errors) = run(home, &["doctor"]);
    assert_eq!(code, 1);
    assert!(out.contains("WRONG  Claude Code: ") && errors.contains("something is wrong"), "{out}{errors}");
}

#[test]
fn what_is_refused() {
    let home = home();
    let home = home.path();
    fs::write(home.join(".claude/settings.json"), "{\n  oops\n}").unwrap();
    let (code, _, errors) = run(home, &["install", "--yes"]);
    assert_eq!(code, 1);
    assert!(errors.contains("settings.json:2:3: "), "{errors}");
    assert_eq!(fs::read_to_string(home.join(".claude/settings.json")).unwrap(), "{\n  oops\n}");
    // The others are installed.
    assert!(home.join(".copilot/hooks/toon-mcp.json").exists());

    let (code, _, errors) = run(home, &["install", "codex"]);
    assert_eq!(code, 1);
    assert!(errors.contains("--proxy") && errors.contains("--blocking"), "{errors}");
    let (code, _, errors) = run(home, &["install", "vscode"]);
    assert_eq!(code, 1);
    assert!(errors.contains("VS Code cannot replace results"), "{errors}");
    assert_eq!(run(home, &["install", "emacs"]).0, 2);
    let (code, _, errors) = run(home, &["install", "--proxy", "none"]);
    assert_eq!(code, 1);
    assert!(errors.contains("no such server"), "{errors}");

    let empty = TempDir::new().unwrap();
    let (code, _, errors) = run(empty.path(), &["install", "--yes"]);
    assert_eq!(code, 1);
    assert!(errors.contains("no coding agent was found"), "{errors}");
    assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0);
}

#[test]
fn a_project() {
    let home = home();
    let home = home.path();
    let before = files(home);
    assert_eq!(run(home, &["install", "claude", "--project=shop"]).0, 0);
    assert!(home.join("shop/.claude/settings.local.json").is_file());
    assert_eq!(run(home, &["uninstall", "--project=shop", "--dry-run"]).0, 0);
    assert!(home.join("shop/.claude/settings.local.json").is_file());
    assert_eq!(run(home, &["uninstall"]).0, 0);
    assert_eq!(files(home), before);
    assert!(!home.join("shop").exists());
}

/// A folder that was moved by a variable is known.
#[test]
fn folders_elsewhere() {
    let home = home();
    let home = home.path();
    let before = files(home);
    let moved: Vec<PathBuf> = ["a", "b", "c"].map(|name| home.join("moved").join(name)).into();
    let variables =
        [("CLAUDE_CONFIG_DIR", &*moved[0]), ("COPILOT_HOME", &moved[1]), ("CODEX_HOME", &moved[2])];
    let files_in = |name: &str| files(home).keys().filter(|path| path.starts_with(home.join(name))).count();
    for arguments in [&["install", "claude", "copilot"][..], &["install", "codex", "--blocking"]] {
        assert_eq!(run_with(home, arguments, &variables).0, 0);
    }
    assert_eq!(files_in("moved"), 3);
    assert_eq!(run(home, &["uninstall"]).0, 0);
    assert_eq!(files(home), before);
}

/// Which files the program opens for a user.
#[cfg(target_os = "linux")]
#[test]
fn nothing_else_is_opened() {
    if Command::new("strace").arg("-V").stdout(Stdio::null()).status().is_err() {
        eprintln!("There is no strace: opened files are not tested.");
        return;
    }
    let home = home();
    let home = home.path();
    for arguments in [&["install", "--yes"][..], &["install", "--proxy", "files"], &["uninstall"]] {
        let log = TempDir::new().unwrap();
        let log = log.path().join("log");
        let output = Command::new("strace")
            .args(["-f", "-e", "trace=openat,creat,rename,mkdir,unlink", "-o"])
            .arg(&log)
            .arg(PROGRAM)
            .args(arguments)
            .current_dir(home)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", home)
            .output()
            .unwrap();
        assert!(output.status.success());
        for line in fs::read_to_string(log).unwrap().lines() {
            let Some(path) = line.split('"').nth(1) else { continue };
            let of_system = ["/etc/ld.so", "/lib", "/usr/lib", "/proc", "/sys", "/dev"];
            let is_known = path.starts_with(home.to_str().unwrap())
                || of_system.iter().any(|start| path.starts_with(start));
            assert!(is_known, "{line}");
        }
    }
}
