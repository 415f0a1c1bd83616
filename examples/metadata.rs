//! Prints the packages that this workspace is built from as a TOON table, and reads the table back.
//!
//! ```sh
//! cargo run --example metadata
//! ```

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::error::Error;
use std::process::Command;

/// The part of `cargo metadata`'s output that is used here.
#[derive(Deserialize)]
struct Metadata<'a> {
    #[serde(borrow)]
    packages: Vec<Package<'a>>,
}

/// A package, as described by cargo. Strings are borrowed from cargo's output.
#[derive(Deserialize)]
struct Package<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    version: &'a str,
    #[serde(borrow)]
    license: Option<Cow<'a, str>>,
    edition: &'a str,
    rust_version: Option<&'a str>,
    dependencies: Vec<Dependency<'a>>,
}

#[derive(Deserialize)]
struct Dependency<'a> {
    /// `None` for a normal dependency, otherwise `"dev"` or `"build"`.
    kind: Option<&'a str>,
    optional: bool,
}

/// A list of structs like this one, with a scalar in every field, is a table in TOON: its field
/// names are written once, for all rows. A struct inside it is a group of columns.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Row<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    version: &'a str,
    #[serde(borrow)]
    license: Option<Cow<'a, str>>,
    edition: &'a str,
    rust_version: Option<&'a str>,
    dependencies: Dependencies,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Dependencies {
    required: usize,
    optional: usize,
}

impl<'a> From<Package<'a>> for Row<'a> {
    fn from(package: Package<'a>) -> Self {
        let normal = package.dependencies.iter().filter(|dependency| dependency.kind.is_none());
        let (optional, required): (Vec<_>, Vec<_>) = normal.partition(|dependency| dependency.optional);
        Row {
            name: package.name,
            version: package.version,
            license: package.license,
            edition: package.edition,
            rust_version: package.rust_version,
            dependencies: Dependencies { required: required.len(), optional: optional.len() },
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let json = cargo_metadata()?;
    let metadata: Metadata<'_> = serde_json::from_str(&json)?;
    let rows: Vec<Row<'_>> = metadata.packages.into_iter().map(Row::from).collect();

    let toon = toon::to_string(&rows)?;
    println!("{toon}\n");

    // The rows read back borrow their strings from the table's text.
    let read: Vec<Row<'_>> = toon::from_str(&toon)?;
    assert_eq!(read, rows);

    let json = serde_json::to_string(&rows)?;
    println!("{} packages: {} bytes as compact JSON, {} bytes as TOON", rows.len(), json.len(), toon.len());
    Ok(())
}

/// The output of `cargo metadata` for the workspace of this example.
fn cargo_metadata() -> Result<String, Box<dyn Error>> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--manifest-path", manifest])
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
