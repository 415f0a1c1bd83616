//! Settings before and after installation, as files.
//!
//! `SNAPSHOTS=overwrite` writes those after it anew.

use super::{Home, carry_out};
use crate::file;
use std::fs;
use toon_agents::install::Client;
use toon_agents::{Host, System};

/// A file of settings in the made home folder, and what is done.
fn cases() -> Vec<(&'static str, &'static str, System, Action)> {
    use Action::{Hook, Proxy};
    let linux = System::Linux;
    vec![
        ("claude", ".claude/settings.json", linux, Hook(Host::Claude)),
        ("claude-windows", ".claude/settings.json", System::Windows, Hook(Host::Claude)),
        ("codex", ".codex/hooks.json", linux, Hook(Host::Codex)),
        ("copilot", ".copilot/hooks/toon-mcp.json", linux, Hook(Host::Copilot)),
        ("copilot-windows", ".copilot/hooks/toon-mcp.json", System::Windows, Hook(Host::Copilot)),
        ("cursor", ".cursor/hooks.json", linux, Hook(Host::Cursor)),
        ("gemini", ".gemini/settings.json", linux, Hook(Host::Gemini)),
        ("opencode", ".config/opencode/plugins/toon-mcp.js", System::MacOs, Hook(Host::Opencode)),
        ("claude-servers", ".claude.json", linux, Proxy(Client::Host(Host::Claude))),
        ("codex-servers", ".codex/config.toml", linux, Proxy(Client::Host(Host::Codex))),
        ("copilot-servers", ".copilot/mcp-config.json", linux, Proxy(Client::Host(Host::Copilot))),
        ("cursor-servers", ".cursor/mcp.json", System::Windows, Proxy(Client::Host(Host::Cursor))),
        ("gemini-servers", ".gemini/settings.json", linux, Proxy(Client::Host(Host::Gemini))),
        ("opencode-servers", ".config/opencode/opencode.jsonc", linux, Proxy(Client::Host(Host::Opencode))),
        (
            "vscode-servers",
            "Library/Application Support/Code/User/mcp.json",
            System::MacOs,
            Proxy(Client::VsCode),
        ),
    ]
}

enum Action {
    Hook(Host),
    /// Of the server `files`.
    Proxy(Client),
}

#[test]
fn files() {
    for (case, name, system, action) in cases() {
        let home = Home::new(system);
        let before = fs::read_to_string(file(&format!("install/files/{case}.before"))).ok();
        if let Some(before) = &before {
            home.write(name, before);
        }
        let installer = home.installer().blocking(true);
        let plan = || match action {
            Action::Hook(host) => installer.install(&[host]),
            Action::Proxy(client) => installer.wrap("files", &[client]),
        };
        assert_eq!(carry_out(&plan()), 1, "{case}");
        let after = file(&format!("install/files/{case}.after"));
        if std::env::var("SNAPSHOTS").as_deref() == Ok("overwrite") {
            fs::write(&after, home.read(name)).unwrap();
        }
        assert_eq!(home.read(name), fs::read_to_string(after).unwrap_or_default(), "{case}");
        assert!(plan().changes().is_empty(), "{case}");
        carry_out(&installer.uninstall_all(&[]));
        assert_eq!(fs::read_to_string(home.path().join(name)).ok(), before, "{case}");
    }
}
