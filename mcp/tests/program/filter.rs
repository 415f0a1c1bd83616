//! `toon-mcp filter` and `toon-mcp prompt`, as programs.

use crate::program::ONLY_TOON;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};
use toon::Delimiter;
use toon_convert::Explanation;
use toon_normal::Level;

const PROGRAM: &str = env!("CARGO_BIN_EXE_toon-mcp");

/// Runs a command with this input.
fn feed(command: &mut Command, input: &[u8]) -> Output {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = piped.spawn().unwrap();
    // A program that rejects its flags does not read its input.
    let _ = process.stdin.take().unwrap().write_all(input);
    process.wait_with_output().unwrap()
}

/// The output of the filter, which must not fail.
fn filter(flags: &[&str], input: &str) -> String {
    let all = [&["filter", "--measure", "bytes", "--min-size-bytes", "0"], flags].concat();
    let output = feed(Command::new(PROGRAM).args(all).envs(ONLY_TOON), input.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const RESULT: &str = r#"{"content":[{"type":"text","text":"{\"ids\": [1, 2, 3]}"}],"structuredContent":{"ids":[1,2,3]},"x":1.0}"#;
const TOON: &str = r#"{"content":[{"type":"text","text":"ids[3]: 1,2,3","_meta":{"toon/format":"toon"},"annotations":{"format":"toon"}}],"x":1.0}"#;

#[test]
fn results_and_responses() {
    assert_eq!(filter(&[], RESULT), format!("{TOON}\n"));
    let response = |result: &str| format!("{{ \"jsonrpc\":\"2.0\",\"id\":1e0,\n \"result\": {result} }}\n");
    assert_eq!(filter(&[], &response(RESULT)), response(TOON));
}

/// It follows the same rules as the proxy.
#[test]
fn rules() {
    let keep = filter(&["--structured", "keep"], RESULT);
    assert!(
        keep.contains("ids[3]: 1,2,3") && keep.contains(r#""structuredContent":{"ids":[1,2,3]}"#),
        "{keep}"
    );
    assert!(filter(&["--delimiter", "pipe"], RESULT).contains("ids[3|]: 1|2|3"));
    for flags in [
        &["--off"][..],
        &["--tool", "read_file"],
        &["--tool", "search", "--exclude-tools", "s*"],
        &["--include-tools", "list"],
        &["--tool", "open", "--arguments", r#"{"path":"package.json"}"#],
        &["--min-size-bytes", "1000"],
    ] {
        // The last of two flags counts.
        let flags: Vec<&str> = flags.to_vec();
        let all = [&["filter", "--measure", "bytes"], &flags[..]].concat();
        let output = feed(Command::new(PROGRAM).args(all).envs(ONLY_TOON), RESULT.as_bytes());
        assert_eq!(String::from_utf8(output.stdout).unwrap(), RESULT, "{flags:?}");
    }
    let error = RESULT.replace("\"x\"", "\"isError\":true,\"x\"");
    assert_eq!(filter(&[], &error), error);
    assert!(filter(&["--convert-errors"], &error).contains("ids[3]: 1,2,3"));
}

/// To count tokens, it waits for the tokenizer, since there is only one result.
#[test]
fn by_tokens() {
    let rows: Vec<Value> = (0..20).map(|id| json!({"id": id, "name": format!("row {id}")})).collect();
    let json = Value::from(rows).to_string();
    let result = json!({"content": [{"type": "text", "text": json}]}).to_string();
    let output = feed(Command::new(PROGRAM).args(["filter", "-v"]).envs(ONLY_TOON), result.as_bytes());
    let toon: Value = serde_json::from_slice(&output.stdout).unwrap();
    let toon = toon["content"][0]["text"].as_str().unwrap();
    assert!(toon.starts_with("[20]{id,name}:"), "{toon}");
    let log = String::from_utf8(output.stderr).unwrap();
    let sizes = [&json, toon].map(toon_convert::tokens::count);
    assert!(log.contains(&format!(" tokens={}→{} ", sizes[0], sizes[1])), "{log}");
}

#[test]
fn settings_of_a_file() {
    let path = std::env::temp_dir().join(format!("toon-mcp-filter-{}.toml", std::process::id()));
    std::fs::write(&path, "structured = \"keep\"\ndelimiter = \"tab\"\nhost = \"content\"\n").unwrap();
    let output = filter(&["--config", path.to_str().unwrap()], RESULT);
    std::fs::remove_file(path).unwrap();
    let output: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(output["content"][0]["text"], "ids[3\t]: 1\t2\t3");
    assert_eq!(output["structuredContent"], json!({"ids": [1, 2, 3]}));
}

/// If a hook fails or prints nothing, the call fails, or the result is taken to be empty.
#[test]
fn what_is_not_a_result_stays() {
    for input in [
        "",
        "\n",
        "not JSON",
        "7",
        "[]",
        "{}",
        "{\"content\":",
        r#"{"content":[]}"#,
        r#"{"content":"text"}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","outputSchema":{}}]}}"#,
        r#"{"content":[{"type":"text","text":"plain"}]}"#,
        r#"{"content":[{"type":"text","text":"{\"a\":1,\"a\":2}"}]}"#,
    ] {
        assert_eq!(filter(&[], input), input);
    }
    assert_eq!(filter(&[], &"[".repeat(100_000)), "[".repeat(100_000));
    // Not even UTF-8.
    let bytes = b"{\"content\":[{\"type\":\"text\",\"text\":\"\xff\"}]}\n";
    let output =
        feed(Command::new(PROGRAM).arg("filter").args(["--measure", "bytes"]).envs(ONLY_TOON), bytes);
    assert!(output.status.success());
    assert_eq!(output.stdout, bytes);
}

#[test]
fn normal_forms() {
    let rows: Vec<Value> =
        (0..9).map(|id| json!({"id": id, "url": format!("https://a.example/rows/{id}")})).collect();
    let result = json!({"content": [{"type": "text", "text": json!(rows).to_string()}]}).to_string();
    let text = |flags: &[&str]| {
        let output: Value = serde_json::from_str(&filter(flags, &result)).unwrap();
        output["content"][0]["text"].as_str().unwrap().to_owned()
    };
    assert!(text(&[]).starts_with("[9]{id,url}:"));
    // By default, nothing has to be put together.
    assert!(text(&["--form", "auto"]).starts_with("[9]{id,url}:"));
    for form in ["normal", "legible", "dense"] {
        let text = text(&["--form", form]);
        assert!(text.starts_with("_form: 1 list\n"), "{text}");
        assert_eq!(toon_normal::from_str::<Vec<Value>>(&text).unwrap(), rows);
    }
}

/// Docker's gateway writes `null` for a call that has failed, and continues with its own error if
/// nothing comes back.
#[test]
fn a_call_that_failed() {
    for null in ["null", "null\n", " null "] {
        assert_eq!(filter(&[], null), "");
    }
}

#[test]
fn what_is_wrong_is_said() {
    for (flags, part) in [
        (&["--arguments", "{"][..], "--arguments"),
        (&["--config", "/no/such/file"], "/no/such/file"),
        (&["--include-tools", "a[b"], "a[b"),
    ] {
        let output = feed(Command::new(PROGRAM).arg("filter").args(flags).envs(ONLY_TOON), RESULT.as_bytes());
        let log = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && output.stdout.is_empty() && log.contains(part), "{log}");
    }
}

/// The command of the example, as the gateway runs it.
#[cfg(unix)]
#[test]
fn the_example_for_the_gateway_of_docker() {
    let readme = include_str!("../../examples/docker-gateway/README.md");
    let (_, command) = readme.split_once("'after:exec:").unwrap();
    let (command, _) = command.split_once('\'').unwrap();
    let mut examples = readme.split("```json\n").skip(1).map(|block| block.split_once("\n```").unwrap().0);
    let (input, expected) = (examples.next().unwrap(), examples.next().unwrap());
    let folder = std::path::Path::new(PROGRAM).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let run = |input: &str| {
        let output = feed(Command::new("/bin/sh").args(["-c", command]).env("PATH", &path), input.as_bytes());
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(run(input), format!("{expected}\n"));
    assert_eq!(run("null"), "");
    // Structured content is kept, as the example says.
    let text = serde_json::from_str::<Value>(input).unwrap()["content"][0]["text"].clone();
    let structured: Value = serde_json::from_str(text.as_str().unwrap()).unwrap();
    let both =
        json!({"content": [{"type": "text", "text": text}], "structuredContent": {"users": structured}});
    let output: Value = serde_json::from_str(&run(&both.to_string())).unwrap();
    assert_eq!(output["structuredContent"], both["structuredContent"]);
    assert!(output["content"][0]["text"].as_str().unwrap().contains("\n\n[12]{id,name,team}:"));
}

#[test]
fn prompts() {
    let prompt = |flags: &[&str]| {
        let output = Command::new(PROGRAM).arg("prompt").args(flags).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(prompt(&[]).trim_end(), toon_convert::PROMPT.trim_end());
    assert_eq!(prompt(&["--short"]).trim_end(), Explanation::Short.text(Delimiter::Comma, 2));
    assert_eq!(
        prompt(&["--short", "--delimiter", "pipe"]).trim_end(),
        Explanation::Short.text(Delimiter::Pipe, 2)
    );
    assert_eq!(
        prompt(&["--delimiter", "tab", "--indent", "4"]).trim_end(),
        Explanation::Full.text(Delimiter::Tab, 4).trim_end()
    );
    for (name, level) in [
        ("toon", None),
        ("auto", Some(Level::Legible)),
        ("plain", Some(Level::Plain)),
        ("normal", Some(Level::Legible)),
        ("dense", Some(Level::Dense)),
    ] {
        for (flags, explanation) in [(&["--short"][..], Explanation::Short), (&[], Explanation::Full)] {
            let text = explanation.for_level(level, Delimiter::Comma, 2);
            assert_eq!(prompt(&[&["--form", name], flags].concat()).trim_end(), text.trim_end());
        }
    }
    let refused = Command::new(PROGRAM).args(["prompt", "--indent", "0"]).output().unwrap();
    assert!(!refused.status.success());
}
