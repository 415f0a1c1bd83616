//! The kind of the host: from its name, a table in the configuration, or `--host`.

use super::line_client::LineClient;
use std::path::PathBuf;

/// A file that is deleted when the test ends.
struct Config(PathBuf);

impl Config {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("toon-mcp-{name}-{}.toml", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Config(path)
    }
}

impl Drop for Config {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The log for the host of this name, and for one that names itself in each request.
fn kinds(flags: &[&str], client: &str) -> [String; 2] {
    let client = format!(r#"{{"name":"{client}","version":"1"}}"#);
    let kind = |talk: [String; 2]| {
        let mut session = LineClient::proxied(&[flags, &["-v", "--measure", "bytes"]].concat());
        for line in talk.iter().filter(|line| !line.is_empty()) {
            session.ask(line);
        }
        let log = session.end().1;
        let line =
            log.lines().find(|line| line.contains("converted: tool=rows")).unwrap_or_else(|| panic!("{log}"));
        let kind = line.split_once(" host=").unwrap().1.to_owned();
        // The statistics agree.
        assert!(log.contains(&format!("(results by kind of host: {kind} 1):")), "{log}");
        kind
    };
    let call = |meta: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"rows","arguments":{{"count":20}}{meta}}}}}"#
        )
    };
    let initialize =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"clientInfo":{client}}}}}"#);
    let meta = format!(r#","_meta":{{"io.modelcontextprotocol/clientInfo":{client}}}"#);
    [kind([initialize, call("")]), kind([String::new(), call(&meta)])]
}

#[test]
fn by_names() {
    let config =
        Config::new("hosts", "[hosts]\n\"my host\" = \"both\"\ngoose-cli = \"structured\"\nzed = \"auto\"\n");
    let config = ["--config", config.0.to_str().unwrap()];
    for (client, flags, kind) in [
        ("claude-code", &[][..], "structured"),
        ("goose-cli", &[], "content"),
        ("kimi-code", &[], "content"),
        ("github-copilot-developer", &[], "both"),
        ("pi-mcp-github", &[], "content"),
        ("JetBrains-IU-copilot-intellij", &[], "both"),
        ("JetBrains-copilot", &[], "structured (assumed)"),
        ("unheard-of", &[], "structured (assumed)"),
        ("my host", &config, "both"),
        // The table takes precedence over known hosts.
        ("goose-cli", &config, "structured"),
        ("unheard-of", &config, "structured (assumed)"),
    ] {
        assert_eq!(kinds(flags, client), [kind, kind], "{client} {flags:?}");
    }
}

#[test]
fn by_the_flag() {
    let config = Config::new("host", "host = \"content\"\n[hosts]\nmine = \"both\"\n");
    let config = ["--config", config.0.to_str().unwrap()];
    assert_eq!(kinds(&config, "mine"), ["content"; 2]);
    assert_eq!(kinds(&[&config[..], &["--host", "structured"]].concat(), "mine"), ["structured"; 2]);
    assert_eq!(kinds(&[&config[..], &["--host", "auto"]].concat(), "mine"), ["both"; 2]);
}

/// All hosts show the text of a resource.
#[test]
fn resources_do_not_depend_on_it() {
    let mut session =
        LineClient::proxied(&["-v", "--measure", "bytes", "--convert-resources", "--host", "content"]);
    let rows: Vec<String> = (0..20).map(|id| format!(r#"{{\"id\": {id}}}"#)).collect();
    let resource =
        format!(r#"{{"uri":"db://rows","mimeType":"application/json","text":"[{}]"}}"#, rows.join(", "));
    // The server returns the parameters of the request.
    session.ask(&format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{{"contents":[{resource}]}}}}"#
    ));
    let log = session.end().1;
    let line = log
        .lines()
        .find(|line| line.contains("converted: tool=resources/read "))
        .unwrap_or_else(|| panic!("{log}"));
    assert!(!line.contains("host="), "{line}");
    assert!(log.contains("shown by hosts:\n") && log.contains("\nresources/read"), "{log}");
}

#[test]
fn a_kind_that_there_is_not() {
    let config = Config::new("wrong", "[hosts]\nmine = \"none\"\n");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_toon-mcp"))
        .args(["proxy", "--config", config.0.to_str().unwrap(), "--", "true"])
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && log.contains("structured") && log.contains("none"), "{log}");
}
