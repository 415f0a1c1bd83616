//! The example `load`, on a small scale. `scripts/mcp_load.sh` runs all of it.

use std::process::Command;

#[test]
fn many_calls_at_a_time() {
    let test = std::env::current_exe().unwrap();
    let program = format!("load{}", std::env::consts::EXE_SUFFIX);
    let program = test.ancestors().nth(2).unwrap().join("examples").join(program);
    let mut load = Command::new(program);
    load.args([
        "run",
        env!("CARGO_BIN_EXE_toon-mcp"),
        "--clients",
        "16",
        "--calls",
        "160",
        "--longest",
        "30000",
    ]);
    // Neither the build nor the machine is suitable for measurements.
    load.args(["--added-micros", "1000000"]);
    load.args(["--pairs", "20", "--large", "6", "--large-size", "6000000", "--seconds", "120"]);
    let output = load.output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
}
