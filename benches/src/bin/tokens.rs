//! Prints the size of the example in the guide (`toon::attributes`), of ten rows, and of the
//! explanations for models (`toon::prompt`), in bytes and `o200k_base` tokens.

use std::io::Write as _;
use toon::prompt;
use toon_convert::tokens;

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

/// What a model is asked to write.
#[derive(serde::Deserialize)]
#[expect(dead_code, reason = "only its template is printed")]
struct Review {
    title: String,
    severity: Severity,
    score: f32,
    approved: bool,
    labels: Vec<String>,
    reviewer: Option<String>,
    follow_up: Option<u32>,
    findings: Vec<Finding>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Low,
    Medium,
    High,
}

#[derive(serde::Deserialize)]
#[expect(dead_code, reason = "only its template is printed")]
struct Finding {
    line: u32,
    message: String,
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

/// A row of an ordinary table.
#[derive(serde::Serialize)]
struct User {
    id: usize,
    name: &'static str,
    email: String,
    active: bool,
}

fn rows() -> Vec<User> {
    let names = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Grace", "Hugo", "Ida", "Jon"];
    let row = |(at, name): (usize, &'static str)| User {
        id: 1001 + at,
        name,
        email: format!("{}@example.com", name.to_lowercase()),
        active: at % 3 != 0,
    };
    names.into_iter().enumerate().map(row).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let texts = [
        ("JSON", serde_json::to_string(&list!(plain))?),
        ("TOON, serde's derive", toon::to_string(&list!(plain))?),
        ("TOON, toon's derive", toon::to_string(&list!(hinted))?),
        ("10 rows, JSON", serde_json::to_string(&rows())?),
        ("10 rows, TOON", toon::to_string(&rows())?),
        ("no rows, []", "users: []".to_owned()),
        ("no rows, a header", "users[0]{id,name}:".to_owned()),
        ("READING", prompt::READING.to_owned()),
        ("READING_SHORT", prompt::READING_SHORT.to_owned()),
        ("WRITING", prompt::WRITING.to_owned()),
        ("WRITING_SHORT", prompt::WRITING_SHORT.to_owned()),
        ("template of eight fields", toon_answer::template::<Review>()),
    ];
    let mut out = std::io::stdout().lock();
    for (name, text) in texts {
        let count = tokens::count(&text);
        writeln!(out, "{name}: {} bytes, {count} tokens", text.len())?;
    }
    Ok(())
}
