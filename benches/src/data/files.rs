//! Data sets of the TOON project's own benchmarks, if they are stored next to the repository.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;

fn load<T: DeserializeOwned>(name: &str) -> Option<T> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let folder = std::env::var_os("TOON_DATA").map_or(beside, Into::into);
    let json = std::fs::read_to_string(folder.join(name)).ok()?;
    match serde_json::from_str(&json) {
        Ok(data) => Some(data),
        Err(error) => {
            eprintln!("{name}: {error}");
            None
        }
    }
}

/// Metadata of one hundred repositories.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Github {
    repositories: Vec<Repository>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Repository {
    id: u64,
    name: String,
    repo: String,
    description: Option<String>,
    created_at: String,
    updated_at: String,
    pushed_at: String,
    stars: u32,
    watchers: u32,
    forks: u32,
    default_branch: String,
}

/// `token-github.json`
pub fn github() -> Option<Github> {
    load("token-github.json")
}

/// Two thousand log lines, some with an error.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct EventLogs {
    logs: Vec<Log>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Log {
    timestamp: String,
    level: String,
    endpoint: String,
    status_code: u16,
    response_time: u32,
    user_id: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Failure {
    message: String,
    stack: String,
    retryable: bool,
}

/// `token-event-logs.json`
pub fn event_logs() -> Option<EventLogs> {
    load("token-event-logs.json")
}
