//! Prints the size of the example in the guide (`toon::attributes`), in bytes and `o200k_base`
//! tokens.

use std::io::Write as _;
use tiktoken_rs::o200k_base;

/// The guide's types with serde's derive.
mod plain {
    use serde::Serialize;

    #[derive(Serialize)]
    pub(super) struct ProjectList {
        pub(super) projects: Vec<Project>,
        pub(super) pagination: Pagination,
        pub(super) warnings: Vec<String>,
    }

    #[derive(Serialize)]
    pub(super) struct Project {
        pub(super) id: u32,
        pub(super) name: &'static str,
        pub(super) owner: Owner,
        pub(super) archived: bool,
        pub(super) note: Option<String>,
    }

    #[derive(Serialize)]
    pub(super) struct Owner {
        pub(super) login: &'static str,
    }

    #[derive(Serialize)]
    pub(super) struct Pagination {
        pub(super) next: Option<u32>,
    }
}

/// The guide's types with our derive.
mod hinted {
    use toon::Serialize;

    #[derive(Serialize)]
    #[toon(fold, skip_default)]
    pub(super) struct ProjectList {
        #[toon(tabular)]
        pub(super) projects: Vec<Project>,
        pub(super) pagination: Pagination,
        pub(super) warnings: Vec<String>,
    }

    #[derive(Serialize, PartialEq)]
    #[toon(tabular, skip_default)]
    pub(super) struct Project {
        pub(super) id: u32,
        pub(super) name: &'static str,
        pub(super) owner: Owner,
        pub(super) archived: bool,
        pub(super) note: Option<String>,
    }

    #[derive(Serialize, PartialEq, Default)]
    #[toon(tabular)]
    pub(super) struct Owner {
        pub(super) login: &'static str,
    }

    #[derive(Serialize, PartialEq, Default)]
    #[toon(skip_default)]
    pub(super) struct Pagination {
        pub(super) next: Option<u32>,
    }
}

macro_rules! list {
    ($types:ident) => {{
        use $types::{Owner, Pagination, Project, ProjectList};
        let project =
            |id, name| Project { id, name, owner: Owner { login: "ada" }, archived: false, note: None };
        ProjectList {
            projects: vec![project(1, "engine"), project(2, "loom")],
            pagination: Pagination { next: Some(2) },
            warnings: Vec::new(),
        }
    }};
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let texts = [
        ("JSON", serde_json::to_string(&list!(plain))?),
        ("TOON, serde's derive", toon::to_string(&list!(plain))?),
        ("TOON, toon's derive", toon::to_string(&list!(hinted))?),
    ];
    let tokens = o200k_base()?;
    let mut out = std::io::stdout().lock();
    for (name, text) in texts {
        let count = tokens.encode_ordinary(&text).len();
        writeln!(out, "{name}: {} bytes, {count} tokens", text.len())?;
    }
    Ok(())
}
