//! Plug-ins: the folder for Claude Code, and the file for opencode.

use super::{Home, carry_out};
use crate::payload;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use toon_agents::install::{Installer, plugin_hooks};
use toon_agents::{Host, System};

fn plugin(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugin").join(name)
}

/// The plug-in has the hooks that are installed, but for the path of the program.
///
/// `SNAPSHOTS=overwrite` writes them anew.
#[test]
fn of_claude() {
    if std::env::var("SNAPSHOTS").as_deref() == Ok("overwrite") {
        fs::write(plugin("hooks/hooks.json"), plugin_hooks()).unwrap();
    }
    assert_eq!(fs::read_to_string(plugin("hooks/hooks.json")).unwrap(), plugin_hooks());

    let home = Home::new(System::Linux);
    carry_out(&Installer::new(home.places(), "toon-mcp").install(&[Host::Claude]));
    let settings: Value = serde_json::from_str(&home.read(Home::file(Host::Claude))).unwrap();
    let hooks: Value = serde_json::from_str(&plugin_hooks()).unwrap();
    assert_eq!(hooks["hooks"], settings["hooks"]);

    let read = |name| -> Value { serde_json::from_str(&fs::read_to_string(plugin(name)).unwrap()).unwrap() };
    let manifest = read(".claude-plugin/plugin.json");
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(read(".claude-plugin/marketplace.json")["plugins"][0]["name"], manifest["name"]);
}

/// Runs the plug-in for opencode in Node.js, with a program that answers as `answer` in a shell.
fn run(home: &Home, answer: &str, script: &str) -> Option<Value> {
    use std::os::unix::fs::PermissionsExt;
    let program =
        home.write("toon-mcp", format!("#!/bin/sh\ncat > '{}/sent'\n{answer}\n", home.path().display()));
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    carry_out(&Installer::new(home.places(), &program).install(&[Host::Opencode]));
    let file = home.path().join(Home::file(Host::Opencode)).with_extension("mjs");
    fs::copy(home.path().join(Home::file(Host::Opencode)), &file).unwrap();
    let script = format!("import plugin from '{}';\n{script}", file.display());
    let output = Command::new("node").args(["--input-type=module", "-e", &script]).output();
    let Ok(output) = output else {
        eprintln!("There is no Node.js: the plug-in for opencode is not tested.");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn of_opencode() {
    let first = |sent: &Value| {
        format!(
            "const hooks = await plugin({{}}); const {{ input, output }} = {sent};
            await hooks['tool.execute.after'](input, output); console.log(JSON.stringify(output));"
        )
    };
    let second = |sent: &Value| {
        format!(
            "let run; await plugin.setup({{ tool: {{ hook: async (name, hook) => {{ run = hook; }} }} }});
            const {{ input, output }} = {sent};
            const event = {{ tool: input.tool, sessionID: input.sessionID, id: input.callID, input: input.args,
                status: 'completed', result: output }};
            await run(event); console.log(JSON.stringify(event.result));"
        )
    };
    for (name, answer, pointer) in [
        ("opencode-after-mcp", r#"{"content":[{"type":"text","text":"less"}]}"#, "/content/0/text"),
        ("opencode-after-native", r#"{"output":"less"}"#, "/output"),
    ] {
        let sent: Value = serde_json::from_str(&payload(name)).unwrap();
        for script in [first(&sent), second(&sent)] {
            let home = Home::new(System::Linux);
            let Some(output) = run(&home, &format!("echo '{answer}'"), &script) else { return };
            let mut expected = sent["output"].clone();
            *expected.pointer_mut(pointer).unwrap() = "less".into();
            assert_eq!(output, expected);
            // What the hook reads in its own tests.
            let read: Value = serde_json::from_str(&home.read("sent")).unwrap();
            assert_eq!((&read["host"], &read["input"]), (&sent["host"], &sent["input"]));
            let key = pointer.split('/').nth(1).unwrap();
            assert_eq!(read["output"][key], sent["output"][key]);
        }
        // Whatever happens, the result stays.
        for answer in [
            "",
            "exit 3",
            "echo '{\"output\":'",
            "echo 7",
            "echo '{\"content\":7,\"output\":7}'",
            "kill -9 $$",
        ] {
            for script in [first(&sent), second(&sent)] {
                assert_eq!(
                    run(&Home::new(System::Linux), answer, &script).unwrap(),
                    sent["output"],
                    "{answer}"
                );
            }
        }
    }
    for output in ["undefined", "null", "7", "{}"] {
        let script = format!(
            "const hooks = await plugin({{}}); await hooks['tool.execute.after'](undefined, {output});
            await hooks['tool.execute.after']({{}}, {output}); await plugin.setup({{}}); console.log('{{}}');"
        );
        run(&Home::new(System::Linux), "", &script);
    }
}
