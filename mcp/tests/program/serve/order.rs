//! Keys keep their order and numbers their digits on the way through the program.

use super::raw::{self, INITIALIZE};
use crate::program::{PROGRAM, Program};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

const CALL: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"toon_encode","arguments":{"json":{"z":12345678901234567890123,"a":1e400,"m":{"y":1,"b":"\u00e9\"\\"}}}}}"#;
const TOON: &str = "z: 12345678901234567890123\na: 1e+400\nm:\n  y: 1\n  b: \"é\\\"\\\\\"";

#[track_caller]
fn check(message: &str) {
    let message: Value = serde_json::from_str(message).unwrap();
    assert_eq!(message["result"]["content"][0]["text"], TOON, "{message}");
}

#[test]
fn over_standard_input_and_output() {
    let mut program =
        Command::new(PROGRAM).arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = program.stdin.take().unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap()).lines();
    writeln!(input, "{INITIALIZE}").unwrap();
    output.next().unwrap().unwrap();
    writeln!(input, r#"{{"jsonrpc":"2.0","method":"notifications/initialized"}}"#).unwrap();
    writeln!(input, "{CALL}").unwrap();
    check(&output.next().unwrap().unwrap());
    // The program exits at the end of its input.
    drop(input);
    assert!(program.wait().unwrap().success());
}

#[test]
fn over_http() {
    let program = Program::start(&[], &[]);
    let session = raw::session(program.address);
    let answer = raw::post(program.address, &[&session], CALL);
    let message = answer.body.lines().find_map(|line| line.strip_prefix("data: {"));
    check(&format!("{{{}", message.unwrap()));
}
