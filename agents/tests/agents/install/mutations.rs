//! Settings that are damaged at random.

use super::{Home, carry_out, undone};
use proptest::prelude::*;
use proptest::sample::Index;
use toon_agents::install::Client;
use toon_agents::{Host, System};
use toon_testing::effort::cases;

const PIECES: [&str; 16] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "//",
    "/*",
    "*/",
    "\n",
    "\r\n",
    "\t",
    "é",
    "\"hooks\": {",
    "\"PostToolUse\": [",
];

const SERVERS: [&str; 2] = [
    "{\n  \"mcpServers\": {\n    \"files\": { \"command\": \"npx\", \"args\": [\"-y\"], \"env\": {} }, // one\n    \"b\": {\"url\": \"x\"},\n  }\n}\n",
    "[mcp_servers.files]\ncommand = \"npx\" # one\nargs = [\n  \"-y\", # two\n  'b'\n]\n[mcp_servers.files.env]\na = \"1\"\n",
];

type Change = (Index, Index, bool, usize);

fn changed(text: &str, changes: Vec<Change>) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (start, length, is_removed, piece) in changes {
        let at = start.index(text.len() + 1);
        if is_removed {
            text.drain(at..text.len().min(at + 1 + length.index(5)));
        } else {
            text.splice(at..at, PIECES[piece].chars());
        }
    }
    text.into_iter().collect()
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = (any::<Index>(), any::<Index>(), any::<bool>(), 0..PIECES.len());
    prop::collection::vec(change, 0..4)
}

proptest! {
    #![proptest_config(cases(1_600))]

    /// They are left alone, or become what they were.
    #[test]
    fn hooks(settings in any::<Index>(), changes in changes(), is_cursor in any::<bool>()) {
        let all = undone::settings();
        let text = changed(&all[settings.index(all.len())], changes);
        let host = if is_cursor { Host::Cursor } else { Host::Claude };
        let home = Home::new(System::Linux);
        home.write(Home::file(host), &text);
        let plan = home.installer().install(&[host]);
        if plan.changes().is_empty() {
            prop_assert_eq!(plan.refusals().len(), 1);
            return Ok(());
        }
        carry_out(&plan);
        prop_assert!(home.installer().install(&[host]).changes().is_empty());
        carry_out(&home.installer().uninstall(&[host]));
        prop_assert_eq!(&home.read(Home::file(host)), &text);

        carry_out(&home.installer().install(&[host]));
        home.forget();
        carry_out(&home.installer().uninstall(&[host]));
        let left = home.read(Home::file(host));
        prop_assert!(!left.contains("toon-mcp"), "{left}");
        prop_assert!(home.installer().install(&[host]).refusals().is_empty(), "{left}");
        let rest: Vec<char> = left.chars().filter(|c| !c.is_whitespace()).collect();
        let mut chars = text.chars();
        let is_new = |c: &&char| !chars.any(|other| other == **c);
        // A version, or an object for a text without a value.
        let added: String = rest.iter().filter(is_new).collect();
        prop_assert!(added.is_empty() || added == "{}" || is_cursor, "{left} {added}");
    }

    #[test]
    fn servers(is_toml in any::<bool>(), changes in changes()) {
        let text = changed(SERVERS[usize::from(is_toml)], changes);
        let (host, name) = if is_toml { (Host::Codex, ".codex/config.toml") } else { (Host::Cursor, ".cursor/mcp.json") };
        let home = Home::new(System::Linux);
        home.write(name, &text);
        let plan = home.installer().wrap("files", &[Client::Host(host)]);
        if plan.changes().is_empty() {
            prop_assert_eq!(plan.refusals().len(), 1);
            return Ok(());
        }
        carry_out(&plan);
        prop_assert!(home.read(name).contains("/opt/some tools/toon-mcp"));
        prop_assert!(home.installer().wrap("files", &[Client::Host(host)]).changes().is_empty());
        carry_out(&home.installer().unwrap("files", &[]));
        prop_assert_eq!(&home.read(name), &text);

        carry_out(&home.installer().wrap("files", &[Client::Host(host)]));
        home.forget();
        carry_out(&home.installer().uninstall_all(&[]));
        prop_assert!(!home.read(name).contains("toon-mcp"));
        prop_assert!(home.installer().wrap("files", &[Client::Host(host)]).refusals().is_empty());
    }
}
