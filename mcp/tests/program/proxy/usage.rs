//! Mistakes on the command line.

use crate::program::PROGRAM;
use std::process::Command;

fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(PROGRAM).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_command_without_dashes() {
    let advice = "put -- before the command: toon-mcp proxy -- npx …";
    for arguments in [&["proxy", "npx", "-y", "x"][..], &["-v", "proxy", "--form", "auto", "npx"]] {
        let (code, log) = refused(arguments);
        assert_eq!(code, Some(2));
        assert!(log.contains("unexpected argument 'npx' found") && log.contains(advice), "{log}");
    }
    // The switch takes the first word of the command for its value.
    let (code, log) = refused(&["proxy", "--off", "npx", "-y", "x"]);
    assert_eq!(code, Some(2));
    assert!(log.contains("put -- before the command: toon-mcp proxy -- COMMAND …"), "{log}");
    for arguments in [&["proxy", "-y"][..], &["prompt", "npx"], &["serve", "proxy"], &["npx"]] {
        let (code, log) = refused(arguments);
        assert_eq!(code, Some(2));
        assert!(!log.contains("before the command"), "{log}");
    }
}
