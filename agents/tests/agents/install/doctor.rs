//! What the doctor says.

use super::{Home, carry_out};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use toon_agents::install::{Client, Installer, State, check};
use toon_agents::{Host, System};

/// A home folder with a program.
fn home() -> (Home, Installer) {
    let home = Home::new(System::Linux);
    let program = home.write("bin/toon-mcp", "#!/bin/sh\ncat > /dev/null\n");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let installer = Installer::new(home.places(), program);
    (home, installer)
}

/// What is not good, without the folder.
fn found(home: &Home, installer: &Installer, runs: bool) -> Vec<(State, String)> {
    let path = home.path().join("bin");
    let folder = format!("{}{}", home.path().display(), std::path::MAIN_SEPARATOR);
    check(installer, path.into(), runs)
        .into_iter()
        .filter(|check| check.state != State::Good)
        .map(|check| (check.state, check.to_string().replace(&folder, "").replace('\\', "/")))
        .filter(|(_, message)| !message.contains("a temporary folder") && !message.contains("since version"))
        .collect()
}

fn has(found: &[(State, String)], state: State, text: &str) {
    let is_there = found.iter().any(|(other, message)| *other == state && message.contains(text));
    assert!(is_there, "{text} is not in {found:#?}");
}

#[test]
fn all_is_well() {
    let (home, installer) = home();
    assert_eq!(found(&home, &installer, false), []);
    carry_out(&installer.install(&[Host::Claude]));
    assert_eq!(found(&home, &installer, false), []);
}

#[test]
fn not_installed() {
    let (home, installer) = home();
    home.write(".claude/settings.json", "{}");
    home.write(".codex/config.toml", "");
    let found = found(&home, &installer, false);
    has(&found, State::Note, "Claude Code: no hook is installed: `toon-mcp install claude`");
    has(&found, State::Note, "Codex: no hook is installed, since it would have to block calls");
    assert_eq!(found.len(), 2);
}

#[test]
fn what_is_wrong() {
    let (home, installer) = home();
    let settings = |change: &dyn Fn(String) -> String| {
        carry_out(&installer.install(&[Host::Claude]));
        let text = home.read(".claude/settings.json");
        home.write(".claude/settings.json", change(text));
        let found = found(&home, &installer, false);
        fs::remove_file(home.path().join(".claude/settings.json")).unwrap();
        found
    };
    let with = |entry: &str| settings(&|text| text.replacen('{', &format!("{{{entry},"), 1));
    has(
        &settings(&|text| text.replace("^mcp__.+$", "mcp__github")),
        State::Bad,
        "the matchers or other parts",
    );
    has(
        &settings(&|text| text.replace("bin/toon-mcp", "old/toon-mcp")),
        State::Bad,
        "old/toon-mcp, which does not exist",
    );
    has(&settings(&|text| text.replacen("bin/toon-mcp", "old/toon-mcp", 1)), State::Bad, "several programs");
    has(&settings(&|_| "{\n  7}".into()), State::Bad, ".claude/settings.json:2:3: ");
    has(&with(r#""disableAllHooks": true"#), State::Bad, "switched off by \"disableAllHooks\"");
    let others = r#""enabledPlugins": {"toonify-mcp@x": true, "omni@x": false, "toon-mcp@toon": true}"#;
    let found = with(others);
    has(&found, State::Note, "toonify also changes results");
    has(&found, State::Note, "also installed as a plug-in");
    assert_eq!(found.len(), 2);
    let theirs = |command: &str| {
        let hook = format!(r#"{{"type": "command", "command": "{command}"}}"#);
        settings(&|text| text.replacen("\"hooks\": [", &format!("\"hooks\": [{hook},"), 1))
    };
    has(&theirs("/usr/bin/rtk hook claude"), State::Note, "rtk also changes results");
    has(&theirs("node lean-ctx.js"), State::Note, "lean-ctx also changes results");
    assert!(!theirs("startkit").iter().any(|(_, message)| message.contains("rtk")));
}

#[test]
fn several_programs() {
    let (home, installer) = home();
    let other = home.write("other/toon-mcp", "");
    let path =
        std::env::join_paths([home.path().join("bin"), other.parent().map(Path::to_owned).unwrap()]).unwrap();
    let message = |installer: &Installer| {
        let checks = check(installer, path.clone(), false);
        checks.into_iter().map(|check| check.to_string()).find(|message| message.contains("on the PATH"))
    };
    assert!(message(&installer).unwrap().contains("several times"));
    carry_out(&installer.install(&[Host::Claude]));
    let moved = Installer::new(home.places(), home.path().join("other/toon-mcp"));
    has(&found(&home, &moved, false), State::Note, "the hook runs another program");
}

#[test]
fn proxies() {
    let (home, installer) = home();
    home.write(".cursor/mcp.json", r#"{"mcpServers":{"files":{"command":"npx"}}}"#);
    carry_out(&installer.wrap("files", &[Client::Host(Host::Cursor)]));
    let checks = check(&installer, "".into(), false);
    assert!(checks.iter().any(|check| check.message.ends_with("files is behind the proxy")));
    fs::remove_file(home.path().join("bin/toon-mcp")).unwrap();
    has(&found(&home, &installer, false), State::Bad, "bin/toon-mcp, which does not exist");
}

#[test]
fn errors_of_the_hook() {
    let (home, installer) = home();
    toon_agents::stats::note(&home.places(), "the disk is full").unwrap();
    has(&found(&home, &installer, false), State::Note, "the disk is full");
}

/// The very command in the settings is run.
#[test]
fn samples() {
    let (home, installer) = home();
    let hosts = [Host::Claude, Host::Copilot, Host::Cursor, Host::Opencode];
    carry_out(&installer.install(&hosts));
    for (answer, expected) in [
        ("", "there is no answer"),
        ("echo no", "the answer is not JSON"),
        ("echo '{}'", "the answer has another shape"),
        ("exit 3", "exit status: 3"),
    ] {
        home.write("bin/toon-mcp", format!("#!/bin/sh\ncat > /dev/null\n{answer}\n"));
        let found = found(&home, &installer, true);
        assert_eq!(found.iter().filter(|(state, _)| *state == State::Bad).count(), hosts.len(), "{found:#?}");
        has(&found, State::Bad, expected);
    }
}
