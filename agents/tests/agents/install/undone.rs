//! What was changed goes without a trace.

use super::{Home, SYSTEMS, carry_out, refusals};
use std::fs;
use toon_agents::{Host, System};

/// Settings of people.
pub(super) fn settings() -> Vec<String> {
    let groups = r#"{
  // our rules
  "model": "opus", "env": { "A": "1" },
  "hooks": {
    "PreToolUse": [ { "matcher": "Bash", "hooks": [ { "type": "command", "command": "check" } ] } ],
    "PostToolUse": [
      { "matcher": "Edit", "hooks": [ { "type": "command", "command": "format // x" } ] } // keep
    ], /* more */
    "AfterTool": [],
    "postToolUse": [{"command": "a"}]
  },
  "last": [1,2 , 3 ]
}"#;
    let mut settings: Vec<String> = [
        "",
        "\n",
        "{}",
        "{}\n",
        "{\n}\n",
        "{ }",
        "{\"a\":1}",
        "{\"a\":1}\n\n",
        "{\"hooks\":{}}",
        "{\"hooks\":{},\"b\":[]}",
        "{\"hooks\":{\"PostToolUse\":[],\"postToolUse\":[],\"AfterTool\":[]}}",
        "{\n  \"hooks\": {}\n}",
        "{\n  \"hooks\": {\n  }\n}",
        "{\n  \"hooks\": {\n    \"PostToolUse\": [\n    ]\n  }\n}",
        "{\n  \"version\": 1,\n  \"hooks\": {\"postToolUse\": [\n    {\"command\": \"a\"}\n  ]}\n}\n",
        "// nothing yet\n",
        "// nothing yet",
        "{\n  // nothing yet\n}",
        "{\n  \"a\": 1, // one\n  /* two */\n}",
        "{\n  \"a\": 1 // one, or two\n  // three\n}\n",
        "{\n    \"a\": {\n        \"b\": \"\\u00e9 {[,]}\"\n    },\n}",
        groups,
    ]
    .map(str::to_owned)
    .into();
    settings.push(groups.replace("  ", "\t"));
    let with_line_ends: Vec<String> = settings.iter().map(|text| text.replace('\n', "\r\n")).collect();
    settings.extend(with_line_ends);
    let with_marks: Vec<String> = settings.iter().map(|text| format!("\u{feff}{text}")).collect();
    settings.extend(with_marks);
    settings
}

#[test]
fn to_the_byte() {
    for host in [Host::Claude, Host::Codex, Host::Cursor, Host::Gemini] {
        for text in settings() {
            let home = Home::new(System::Linux);
            home.write(Home::file(host), &text);
            let before = home.contents();
            let installer = home.installer().blocking(true);
            assert_eq!(carry_out(&installer.install(&[host])), 1);
            let changed = home.read(Home::file(host));
            assert!(changed.contains("toon-mcp"), "{changed}");
            assert_eq!(changed.starts_with('\u{feff}'), text.starts_with('\u{feff}'));
            if text.contains("\r\n") {
                assert_eq!(changed.matches('\n').count(), changed.matches("\r\n").count(), "{changed:?}");
            }
            // Everything that was there is still there, in the same order.
            let mut rest = changed.chars();
            assert!(
                text.chars().filter(|c| !c.is_whitespace()).all(|c| rest.any(|other| other == c)),
                "{changed}"
            );

            assert!(installer.install(&[host]).changes().is_empty());
            carry_out(&installer.install(&[host]));
            assert_eq!(home.read(Home::file(host)), changed);

            carry_out(&installer.uninstall(&[host]));
            assert_eq!(home.read(Home::file(host)), text, "{changed}");
            let mut after = home.contents();
            after.retain(|path, _| !home.places().data().starts_with(path));
            assert_eq!(after, before);
        }
    }
}

/// Without a record, only what was empty may be written in another way.
#[test]
fn without_a_record() {
    for host in [Host::Claude, Host::Codex, Host::Gemini] {
        for text in settings() {
            let home = Home::new(System::Linux);
            home.write(Home::file(host), &text);
            let installer = home.installer().blocking(true);
            carry_out(&installer.install(&[host]));
            home.forget();
            carry_out(&installer.uninstall(&[host]));
            let after = home.read(Home::file(host));
            assert!(!after.contains("toon-mcp"), "{after}");
            let bare = |text: &str| {
                let mut text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
                let empty = [
                    r#","hooks":{}"#,
                    r#""hooks":{},"#,
                    r#""hooks":{}"#,
                    r#""PostToolUse":[],"#,
                    r#""AfterTool":[],"#,
                    r#","AfterTool":[]"#,
                    r#""PostToolUse":[]"#,
                ];
                for _ in 0..3 {
                    text = empty.iter().fold(text, |text, empty| text.replace(empty, ""));
                }
                text.trim_end_matches("{}").to_owned()
            };
            assert_eq!(bare(&after), bare(&text), "{text:?}");
            let has_room = text.contains("opus") && host != Host::Gemini;
            assert!(!has_room || after == text, "{after}");
        }
    }
}

#[test]
fn with_changes_of_others() {
    let home = Home::new(System::Linux);
    let text = "{\n  \"a\": 1,\n  \"hooks\": {}\n}\n";
    home.write(".claude/settings.json", text);
    carry_out(&home.installer().install(&[Host::Claude]));
    // Elsewhere: the rest becomes what it was.
    let changed = home.read(".claude/settings.json");
    home.write(".claude/settings.json", changed.replace("\"a\": 1", "\"a\": 1,\n  \"b\": 2"));
    carry_out(&home.installer().uninstall(&[Host::Claude]));
    let expected = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"hooks\": {}\n}\n";
    assert_eq!(home.read(".claude/settings.json"), expected);

    // Among our entries: theirs stay.
    carry_out(&home.installer().install(&[Host::Claude]));
    let changed = home.read(".claude/settings.json");
    let theirs = r#"{ "type": "command", "command": "theirs" }"#;
    home.write(
        ".claude/settings.json",
        changed.replacen("\"hooks\": [", &format!("\"hooks\": [{theirs},"), 1),
    );
    carry_out(&home.installer().uninstall(&[Host::Claude]));
    let after: serde_json::Value = serde_json::from_str(&home.read(".claude/settings.json")).unwrap();
    let group =
        serde_json::json!({"matcher": "^mcp__.+$", "hooks": [{"type": "command", "command": "theirs"}]});
    assert_eq!(after["hooks"], serde_json::json!({"PostToolUse": [group]}));
}

#[test]
fn nothing_there_before() {
    for system in SYSTEMS {
        let home = Home::new(system);
        let installer = home.installer().blocking(true);
        assert!(installer.found().is_empty());
        assert_eq!(carry_out(&installer.install(&Host::ALL)), Host::ALL.len());
        for host in Host::ALL {
            assert!(home.read(Home::file(host)).contains("toon-mcp"));
        }
        assert_eq!(installer.found(), Host::ALL);
        assert!(installer.install(&Host::ALL).changes().is_empty());
        carry_out(&installer.uninstall_all(&[]));
        let left = home.contents();
        let is_above_data = |path: &&std::path::PathBuf| home.places().data().starts_with(path);
        // The folder for data is not ours alone.
        assert_eq!(left.keys().filter(|path| !is_above_data(path)).count(), 0, "{left:?}");
    }
}

#[test]
fn projects() {
    let home = Home::new(System::Linux);
    let project = home.path().join("shop");
    fs::create_dir(&project).unwrap();
    let installer = home.installer().project(&project).blocking(true);
    assert_eq!(carry_out(&installer.install(&Host::ALL)), Host::ALL.len());
    for name in [
        ".claude/settings.local.json",
        ".codex/hooks.json",
        ".github/hooks/toon-mcp.json",
        ".cursor/hooks.json",
        ".gemini/settings.json",
        ".opencode/plugins/toon-mcp.js",
    ] {
        assert!(project.join(name).is_file(), "{name}");
    }
    // It is known where.
    carry_out(&home.installer().uninstall_all(&[]));
    assert_eq!(fs::read_dir(&project).unwrap().count(), 0);
}

#[test]
fn another_program() {
    let home = Home::new(System::Linux);
    let text = "{\n  \"hooks\": {\n    \"PostToolUse\": [ {\"matcher\": \"x\", \"hooks\": []} ]\n  }\n}\n";
    home.write(".claude/settings.json", text);
    for program in ["/a/toon-mcp", "/b/toon-mcp"] {
        let installer = toon_agents::install::Installer::new(home.places(), program);
        assert_eq!(carry_out(&installer.install(&[Host::Claude])), 1);
        let changed = home.read(".claude/settings.json");
        assert_eq!(
            changed.matches(&format!("\"{program} hook\"")).count(),
            changed.matches(" hook\"").count()
        );
    }
    carry_out(&home.installer().uninstall(&[Host::Claude]));
    assert_eq!(home.read(".claude/settings.json"), text);
}

/// Nothing is replaced that is not as expected.
#[test]
fn refused() {
    for (text, expected) in [
        ("{\n  \"a\": \n}", "3:1: unexpected close brace"),
        ("not JSON", "1:1: unexpected word"),
        ("{'a': 1}", "1:2: single-quoted strings are not allowed"),
        ("[]", "1:1: expected the settings to be an object, found a list"),
        ("{\n\t\"é\": 1, \"hooks\": []}", "2:19: expected \"hooks\" to be an object, found a list"),
        ("{\"hooks\": null}", "1:11: expected \"hooks\" to be an object, found null"),
        (
            "{\"hooks\": {\"PostToolUse\": {}}}",
            "1:27: expected \"PostToolUse\" to be a list, found an object",
        ),
        ("{\"hooks\": {}, \"hooks\": {}}", "1:15: duplicate key \"hooks\""),
    ] {
        let home = Home::new(System::Linux);
        home.write(".claude/settings.json", text);
        home.write(".cursor/hooks.json", "{}");
        let plan = home.installer().install(&[Host::Claude, Host::Cursor]);
        assert_eq!(refusals(&home, &plan), [format!(".claude/settings.json:{expected}")]);
        assert_eq!(plan.changes().len(), 1);
        plan.carry_out().unwrap();
        assert_eq!(home.read(".claude/settings.json"), text);
        let plan = home.installer().uninstall_all(&[]);
        assert_eq!(plan.refusals().len(), 1);
    }
    let home = Home::new(System::Linux);
    home.write(".claude/settings.json", b"{\"a\": \"\xff\"}");
    assert_eq!(
        refusals(&home, &home.installer().install(&[Host::Claude])),
        [".claude/settings.json: invalid UTF-8"]
    );
}

/// Reading a pipe would wait for ever.
#[cfg(unix)]
#[test]
fn pipes_and_folders() {
    for host in [Host::Claude, Host::Copilot] {
        let home = Home::new(System::Linux);
        let file = home.path().join(Home::file(host));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
        let plan = home.installer().install(&[host]);
        assert!(plan.refusals()[0].to_string().ends_with("this is not a file"));
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        let plan = home.installer().install(&[host]);
        assert!(plan.changes().is_empty() && plan.refusals()[0].to_string().ends_with("this is not a file"));
    }
}

#[test]
fn foreign_files() {
    let home = Home::new(System::Linux);
    for host in [Host::Copilot, Host::Opencode] {
        let foreign = "{\"version\": 1, \"hooks\": {\"postToolUse\": [{\"bash\": \"theirs\"}]}}";
        home.write(Home::file(host), foreign);
        let plan = home.installer().install(&[host]);
        assert_eq!(refusals(&home, &plan), [format!("{}: this file is not ours", Home::file(host))]);
        carry_out(&home.installer().uninstall(&[host]));
        assert_eq!(home.read(Home::file(host)), foreign);
    }
}

#[test]
fn blocking_only_if_wanted() {
    let home = Home::new(System::Linux);
    for host in [Host::Codex, Host::Gemini] {
        let plan = home.installer().install(&[host]);
        assert!(plan.changes().is_empty());
        let [refusal] = &refusals(&home, &plan)[..] else { panic!() };
        assert!(refusal.contains("--proxy") && refusal.contains("--blocking"), "{refusal}");
    }
}

#[test]
fn changed_in_the_meantime() {
    let home = Home::new(System::Linux);
    home.write(".claude/settings.json", "{}");
    let plan = home.installer().install(&[Host::Claude]);
    home.write(".claude/settings.json", "{\"a\": 1}");
    assert!(plan.carry_out().unwrap_err().to_string().ends_with("changed in the meantime"));
    assert_eq!(home.read(".claude/settings.json"), "{\"a\": 1}");
}

#[test]
fn one_backup() {
    let home = Home::new(System::Linux);
    home.write(".claude/settings.json", "{\"a\": 1}");
    let backups = || -> Vec<String> {
        let names = fs::read_dir(home.path().join(".claude")).unwrap();
        names
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.contains(".bak"))
            .collect()
    };
    for program in ["/a/toon-mcp", "/b/toon-mcp"] {
        carry_out(&toon_agents::install::Installer::new(home.places(), program).install(&[Host::Claude]));
        let [backup] = &backups()[..] else { panic!() };
        assert!(
            backup.starts_with("settings.json.20")
                && backup.len() == "settings.json.2026-11-28T16-03-45Z.bak".len()
        );
        assert_eq!(home.read(&format!(".claude/{backup}")), "{\"a\": 1}");
    }
    // What someone has changed since is not in it.
    let changed = home.read(".claude/settings.json");
    home.write(".claude/settings.json", changed.replace("\"a\": 1", "\"a\": 2"));
    carry_out(&home.installer().uninstall(&[Host::Claude]));
    assert_eq!(home.read(".claude/settings.json"), "{\"a\": 2}");
    assert_eq!(backups().len(), 1);
}

#[cfg(unix)]
#[test]
fn links_and_modes() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let home = Home::new(System::Linux);
    let real = home.write("dotfiles/claude.json", "{\"a\": 1}");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    fs::create_dir(home.path().join(".claude")).unwrap();
    let link = home.path().join(".claude/settings.json");
    symlink("../dotfiles/claude.json", &link).unwrap();
    carry_out(&home.installer().install(&[Host::Claude]));
    assert!(link.is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("toon-mcp"));
    assert_eq!(fs::metadata(&real).unwrap().mode() & 0o777, 0o640);
    carry_out(&home.installer().uninstall(&[Host::Claude]));
    assert_eq!(fs::read_to_string(&real).unwrap(), "{\"a\": 1}");

    carry_out(&home.installer().install(&[Host::Cursor]));
    assert_eq!(fs::metadata(home.path().join(".cursor/hooks.json")).unwrap().mode() & 0o777, 0o600);

    fs::set_permissions(&real, fs::Permissions::from_mode(0o444)).unwrap();
    let plan = home.installer().install(&[Host::Claude]);
    assert_eq!(refusals(&home, &plan), [".claude/settings.json: this file is read-only"]);
    fs::remove_file(&real).unwrap();
    assert_eq!(home.installer().install(&[Host::Claude]).refusals().len(), 1);
}
