//! The numbers of an independent count, `truths.json`.

use crate::home::{copy_of, folder, read_all, samples};
use serde::Deserialize;
use std::path::Path;
use toon_agents::Host;
use toon_agents::transcripts::{Chain, Left};

#[derive(Deserialize)]
struct Truth {
    host: String,
    file: String,
    agent: String,
    calls: Option<u64>,
    results: Vec<TrueResult>,
    usage: Option<TrueUsage>,
    result_count: usize,
    tokens_o200k: u64,
    token_turns: u64,
}

#[derive(Deserialize)]
struct TrueResult {
    id: String,
    tool: String,
    bytes: u64,
    carried: u64,
    left: String,
    tokens_o200k: u64,
    token_turns: u64,
}

#[derive(Deserialize)]
struct TrueUsage {
    input: u64,
    cache_write: u64,
    cache_read: u64,
    output: u64,
}

fn check(truth: &Truth, chain: &Chain) {
    let name = &truth.file;
    assert_eq!(Some(chain.calls), truth.calls, "{name}");
    assert_eq!(chain.agent.as_deref().unwrap_or("main"), truth.agent, "{name}");
    assert_eq!(chain.results.len(), truth.result_count, "{name}");
    for (result, expected) in chain.results.iter().zip(&truth.results) {
        let left = match result.left {
            Left::Compaction => "compaction",
            Left::Rewind => "rewind",
            Left::End => "end",
        };
        let found = (&result.id, &result.tool.name, result.bytes, result.carried, left, result.sizes.tokens);
        let expected_values = (
            &expected.id,
            &expected.tool,
            expected.bytes,
            expected.carried,
            expected.left.as_str(),
            expected.tokens_o200k,
        );
        assert_eq!(found, expected_values, "{name}");
        assert_eq!(result.sizes.tokens * result.carried, expected.token_turns, "{name}");
    }
    assert_eq!(chain.results.iter().map(|result| result.sizes.tokens).sum::<u64>(), truth.tokens_o200k);
    let token_turns = chain.results.iter().map(|result| result.sizes.tokens * result.carried);
    assert_eq!(token_turns.sum::<u64>(), truth.token_turns, "{name}");
    let Some(expected) = &truth.usage else {
        assert_eq!(chain.usage, None, "{name}");
        return;
    };
    let usage = chain.usage.unwrap();
    // Two hosts do not record what was written to a cache.
    assert_eq!(usage.input + usage.cache_write, expected.input + expected.cache_write, "{name}");
    assert_eq!((usage.cache_read, usage.output), (expected.cache_read, expected.output), "{name}");
    if usage.cache_write > 0 {
        assert_eq!(usage.cache_write, expected.cache_write, "{name}");
    }
}

fn truths() -> Vec<Truth> {
    serde_json::from_str(&std::fs::read_to_string(samples().join("truths.json")).unwrap()).unwrap()
}

/// Each file alone, since some hold the same session.
#[test]
fn every_chain() {
    for truth in truths() {
        let host = Host::of_name(&truth.host).unwrap();
        let home = copy_of(&truth.file);
        let found = read_all(host, &home.path().join("transcripts").join(&truth.host));
        assert!(found.files > 0, "{}", truth.file);
        match (truth.calls, found.chains.as_slice()) {
            (Some(_), [chain]) => check(&truth, chain),
            (None, []) => assert_eq!(host, Host::Cursor),
            (_, chains) => panic!("{} chains in {}", chains.len(), truth.file),
        }
        assert_eq!((found.unreadable, found.unknown), (0, 0), "{}", truth.file);
    }
}

/// A sub-agent is a chain of its own.
#[test]
fn sub_agents() {
    let found = read_all(Host::Claude, &samples().join("transcripts").join("claude"));
    let mut truths: Vec<Truth> = truths().into_iter().filter(|truth| truth.host == "claude").collect();
    assert_eq!(found.chains.len(), truths.len());
    for chain in &found.chains {
        let agent = chain.agent.as_deref().unwrap_or("main");
        let place = truths.iter().position(|truth| truth.agent == agent).unwrap();
        check(&truths.remove(place), chain);
    }
}

pub(crate) fn database(folder: &Path) {
    let sql = samples().join("transcripts").join("opencode").join("opencode.sql");
    let database = rusqlite::Connection::open(folder.join("opencode.db")).unwrap();
    database.execute_batch(&std::fs::read_to_string(sql).unwrap()).unwrap();
}

#[test]
fn databases() {
    let folder = folder(&[]);
    database(folder.path());
    let entries = || std::fs::read_dir(folder.path()).unwrap().count();
    let before = entries();
    let found = read_all(Host::Opencode, folder.path());
    assert_eq!(entries(), before, "nothing is left beside the database");
    let truths = truths();
    let truth = truths.iter().find(|truth| truth.host == "opencode").unwrap();
    let [chain] = found.chains.as_slice() else { panic!("{} chains", found.chains.len()) };
    check(truth, chain);
}

/// Sessions that are in several files are counted once.
#[test]
fn sessions_in_two_files() {
    let home = copy_of("transcripts/opencode/storage");
    let folder = home.path().join("transcripts").join("opencode");
    database(&folder);
    for (host, folder) in
        [(Host::Opencode, folder), (Host::Gemini, samples().join("transcripts").join("gemini"))]
    {
        let found = read_all(host, &folder);
        let [chain] = found.chains.as_slice() else { panic!("{} chains", found.chains.len()) };
        check(truths().iter().find(|truth| truth.host == host.name()).unwrap(), chain);
    }
}
