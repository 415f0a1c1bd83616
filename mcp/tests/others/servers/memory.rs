//! `@modelcontextprotocol/server-memory`, whose results are long JSON.

use crate::install::wanted;
use crate::program::Program;
use crate::servers::compare::check;
use crate::servers::peer::Peer;
use crate::servers::run::{ALL, OFF, after_dashes, memory, proxy};
use crate::servers::script::{Record, Session};
use serde_json::{Value, json};
use std::path::PathBuf;

/// A file that does not exist yet, for a server that knows nothing.
fn no_file(name: &str) -> PathBuf {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("memory-{name}.jsonl"));
    let _ = std::fs::remove_file(&file);
    file
}

async fn session(peer: Peer) -> Record {
    let mut session = Session::start(peer).await;
    session.ask("tools/list", json!({})).await;
    session.call("read_graph", json!({})).await;
    let entities: Vec<Value> = (0..300)
        .map(|id| {
            let observations = json!([format!("knows \"{id}\""), "läuft, schwimmt: \u{1F600}", "007"]);
            json!({ "name": format!("person {id}"), "entityType": "person", "observations": observations })
        })
        .collect();
    session.call("create_entities", json!({ "entities": entities })).await;
    let relations: Vec<Value> = (1..300)
        .map(|id| json!({ "from": format!("person {id}"), "to": "person 0", "relationType": "knows" }))
        .collect();
    session.call("create_relations", json!({ "relations": relations })).await;
    let observations = json!([{ "entityName": "person 1", "contents": ["", "- a", "[2]: 1,2"] }]);
    session.call("add_observations", json!({ "observations": observations })).await;
    session.call("read_graph", json!({})).await;
    session.call("search_nodes", json!({ "query": "person 1" })).await;
    session.call("open_nodes", json!({ "names": ["person 0", "person 1"] })).await;
    session.call("open_nodes", json!({ "names": [] })).await;
    session.call("delete_entities", json!({ "entityNames": ["person 1"] })).await;
    session.call("open_nodes", json!({ "names": 1 })).await;
    session.end().await
}

/// All results, except those that are not JSON or have lists that are no shorter in TOON.
const CONVERTED: usize = 6;

#[tokio::test]
async fn long_results() {
    if !wanted() {
        return;
    }
    let mut command = memory();
    command.env("MEMORY_FILE_PATH", no_file("direct"));
    let direct = session(Peer::lines(command)).await;
    let server = after_dashes(&memory());
    let server: Vec<&str> = server.iter().map(String::as_str).collect();
    for flags in [OFF, ALL] {
        let mut lines = proxy(flags, &server);
        lines.env("MEMORY_FILE_PATH", no_file("lines"));
        check(session(Peer::lines(lines)).await, &direct, flags, CONVERTED);
        let file = no_file("http");
        let variables = [("MEMORY_FILE_PATH", file.to_str().unwrap())];
        let front = Program::proxy(&[flags, &server].concat(), &variables);
        check(session(Peer::http(&front.url)).await, &direct, flags, CONVERTED);
    }
}
