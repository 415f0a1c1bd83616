//! The proxy in front of servers.

use super::{Home, carry_out, refusals};
use toon_agents::install::Client;
use toon_agents::{Host, System};

const CURSOR: &str = ".cursor/mcp.json";
const CODEX: &str = ".codex/config.toml";

#[test]
fn to_the_byte() {
    for text in [
        r#"{"mcpServers":{"files":{"command":"npx"}}}"#,
        r#"{"mcpServers":{"files":{"command":"npx","args":[]}}}"#,
        r#"{"mcpServers":{"files":{"args":["-y", "files", "/data"],"env":{"TOKEN":"secret"},"command":"n\u0070x"}}}"#,
        "{\n\t\"mcpServers\": {\n\t\t\"files\": {\n\t\t\t\"command\": \"npx\", // run\n\t\t\t\"args\": [\n\t\t\t\t\"-y\",\n\t\t\t\t\"files\", /* it */\n\t\t\t],\n\t\t},\n\t}\n}\n",
        "{\r\n  \"mcpServers\": {\r\n    \"files\": {\r\n      \"command\": \"npx\"\r\n    }\r\n  }\r\n}",
    ] {
        let home = Home::new(System::Linux);
        home.write(CURSOR, text);
        let installer = home.installer();
        carry_out(&installer.wrap("files", &[]));
        let wrapped = home.read(CURSOR);
        let words = wrapped.replace(['\n', '\r', '\t', ' '], "");
        assert!(words.contains(r#""proxy","--","npx""#), "{wrapped}");
        assert!(wrapped.contains("/opt/some tools/toon-mcp"), "{wrapped}");
        assert!(installer.wrap("files", &[]).changes().is_empty());
        let record = home.places().data().join("installed.json");
        assert!(!std::fs::read_to_string(record).unwrap().contains("secret"));
        carry_out(&installer.unwrap("files", &[]));
        assert_eq!(home.read(CURSOR), text, "{wrapped}");

        // Without a record, by what is there.
        carry_out(&installer.wrap("files", &[]));
        home.forget();
        carry_out(&installer.uninstall_all(&[]));
        let expected = text.replace("n\\u0070x", "npx");
        let unwrapped = home.read(CURSOR);
        if text.contains("args") {
            assert_eq!(unwrapped, expected);
        } else {
            assert!(unwrapped.contains("\"args\": []"), "{unwrapped}");
        }
    }
}

#[test]
fn toml_to_the_byte() {
    for text in [
        "[mcp_servers.files]\ncommand = \"npx\" # run\n",
        "# ours\n[mcp_servers.files]\ncommand = 'npx'\nargs = [\"-y\", 'files']\nenv = { TOKEN = \"secret\" }\n\n[tui]\nx = 1\n",
        "[mcp_servers]\nfiles = { command = \"npx\", args = [] }\nother = { url = \"https://example.com\" }",
        "[mcp_servers.files]\r\nargs = [\r\n  \"-y\", # yes\r\n  \"files\",\r\n]\r\ncommand = \"npx\"\r\n",
        "\u{feff}mcp_servers.files.command = \"npx\"\n",
    ] {
        let home = Home::new(System::Linux);
        home.write(CODEX, text);
        let installer = home.installer();
        carry_out(&installer.wrap("files", &[Client::Host(Host::Codex)]));
        let wrapped = home.read(CODEX);
        assert!(wrapped.replace(['\n', '\r', ' '], "").contains(r#""proxy","--","npx""#), "{wrapped}");
        assert!(!text.contains("\r\n") || wrapped.matches('\n').count() == wrapped.matches("\r\n").count());
        assert!(installer.wrap("files", &[]).changes().is_empty(), "{wrapped}");
        carry_out(&installer.unwrap("files", &[]));
        assert_eq!(home.read(CODEX), text, "{wrapped}");

        carry_out(&installer.wrap("files", &[]));
        home.forget();
        carry_out(&installer.unwrap("files", &[]));
        let unwrapped = home.read(CODEX);
        assert!(!unwrapped.contains("toon-mcp") && unwrapped.contains("npx"), "{unwrapped}");
    }
}

#[test]
fn several() {
    let home = Home::new(System::Linux);
    let text = r#"{
  "mcpServers": {
    "a": { "command": "a", "args": ["1"] },
    "b": { "command": "b", "args": ["2"] },
    "c": { "command": "c" }
  },
  "projects": { "/shop": { "mcpServers": { "b": { "command": "b2", "args": [] } }, "history": [] } }
}
"#;
    home.write(".claude.json", text);
    let installer = home.installer();
    for server in ["b", "a", "c"] {
        carry_out(&installer.wrap(server, &[]));
    }
    assert_eq!(home.read(".claude.json").matches("toon-mcp").count(), 4);
    carry_out(&installer.unwrap("b", &[]));
    let left = home.read(".claude.json");
    assert!(left.contains(r#""b": { "command": "b", "args": ["2"] }"#), "{left}");
    assert!(left.contains(r#""b": { "command": "b2", "args": [] }"#), "{left}");
    carry_out(&installer.uninstall_all(&[]));
    assert_eq!(home.read(".claude.json"), text);
}

#[test]
fn a_program_that_has_moved() {
    let home = Home::new(System::Linux);
    let text = r#"{"mcpServers":{"files":{"command":"npx","args":["-y"]}}}"#;
    home.write(CURSOR, text);
    for program in ["/a/toon-mcp", "/b/toon-mcp"] {
        carry_out(&toon_agents::install::Installer::new(home.places(), program).wrap("files", &[]));
        let expected = format!(
            r#"{{"mcpServers":{{"files":{{"command":"{program}","args":["proxy", "--", "npx", "-y"]}}}}}}"#
        );
        assert_eq!(home.read(CURSOR), expected);
    }
    carry_out(&home.installer().uninstall_all(&[]));
    assert_eq!(home.read(CURSOR), text);
}

#[test]
fn refused() {
    let home = Home::new(System::Linux);
    home.write(
        CURSOR,
        r#"{"mcpServers":{"far":{"url":"https://example.com","command":"x"},"n":{"command":7}}}"#,
    );
    home.write(CODEX, "[mcp_servers.far]\nurl = \"https://example.com\"\n");
    let remote = "\"far\" is a remote server, which no program is started for: the hook converts its results";
    let cursor = [Client::Host(Host::Cursor)];
    let plan = home.installer().wrap("far", &cursor);
    assert_eq!(
        refusals(&home, &plan),
        [".cursor/mcp.json:1:81: expected \"command\" to be a string, found a number"]
    );
    home.write(CURSOR, r#"{"mcpServers":{"far":{"url":"https://example.com","command":"x"}}}"#);
    let plan = home.installer().wrap("far", &[]);
    assert_eq!(refusals(&home, &plan), [format!("{CODEX}: {remote}"), format!("{CURSOR}: {remote}")]);
    assert!(plan.changes().is_empty());

    let plan = home.installer().wrap("none", &cursor);
    let [refusal] = &refusals(&home, &plan)[..] else { panic!() };
    assert!(refusal.starts_with("none: no such server in "), "{refusal}");

    home.write(CODEX, "[mcp_servers.n]\ncommand = \"a\"\nargs = \"x\"\n");
    let plan = home.installer().wrap("n", &[Client::Host(Host::Codex)]);
    assert_eq!(refusals(&home, &plan), [".codex/config.toml:3:8: expected \"args\" to be a list of strings"]);
    home.write(CODEX, "a = [\n");
    let [refusal] = &refusals(&home, &home.installer().wrap("n", &[Client::Host(Host::Codex)]))[..] else {
        panic!()
    };
    assert!(refusal.starts_with(".codex/config.toml:"), "{refusal}");
}

/// Someone has put the proxy there with flags: that is not ours.
#[test]
fn by_hand() {
    let home = Home::new(System::Linux);
    let text =
        r#"{"mcpServers":{"files":{"command":"toon-mcp","args":["proxy","--form","toon","--","npx"]}}}"#;
    home.write(CURSOR, text);
    assert_eq!(carry_out(&home.installer().wrap("files", &[])), 0);
    assert_eq!(carry_out(&home.installer().uninstall_all(&[])), 0);
    assert_eq!(home.read(CURSOR), text);
}
