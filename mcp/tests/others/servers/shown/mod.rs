//! What hosts show their models of results, directly and behind the proxy, in tokens.

pub(crate) mod servers;
mod table;

use crate::install::wanted;
use crate::servers::compare::assert_says_the_same;
use crate::servers::peer::Peer;
use crate::servers::run::{after_dashes, proxy};
use crate::servers::script::Session;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use servers::{CLOCK, Server, UI, WITHOUT_SCHEMA};
use std::process::Command;
use std::time::{Duration, Instant};
use toon::Delimiter;
use toon_convert::{Explanation, Host, tokens};

/// A host, as in the table.
struct ShownHost {
    name: &'static str,
    /// What it calls itself.
    client: &'static str,
    shows: Host,
    /// The level of the normal form that is considered for it.
    level: &'static str,
}

/// A host of each kind with capable models, and one with models of which nothing is known.
const HOSTS: [ShownHost; 3] = [
    ShownHost { name: "Codex", client: "codex-mcp-client", shows: Host::Structured, level: "legible" },
    ShownHost { name: "Claude Desktop", client: "claude-ai", shows: Host::Content, level: "legible" },
    ShownHost { name: "Gemini CLI", client: "gemini-cli-mcp-client", shows: Host::Content, level: "plain" },
];

/// The result of a call.
pub(crate) struct Answer(String);

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    result: CallResult<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallResult<'a> {
    #[serde(default)]
    content: Vec<Value>,
    #[serde(borrow)]
    structured_content: Option<&'a RawValue>,
}

impl Answer {
    pub(crate) async fn to(session: &mut Session, tool: &str, arguments: &Value) -> Self {
        let arguments = if arguments.is_null() { json!({}) } else { arguments.clone() };
        session.call(tool, arguments).await;
        Answer(session.raw_answer().to_owned())
    }

    pub(crate) fn raw(&self) -> &str {
        &self.0
    }

    /// The result, without an explanation.
    fn result(&self) -> Value {
        let mut result = serde_json::from_str::<Value>(&self.0).unwrap()["result"].take();
        if let Some(content) = result["content"].as_array_mut() {
            content.retain(|block| !block["text"].as_str().is_some_and(is_explanation));
        }
        result
    }

    /// The texts that a host shows its model.
    pub(crate) fn shown(&self, host: Host) -> Vec<String> {
        let Message { result } = serde_json::from_str(&self.0).expect(&self.0);
        match result.structured_content {
            // Servers send it without whitespace.
            Some(structured) if host == Host::Structured => vec![structured.get().to_owned()],
            _ => {
                let text = |block: &Value| {
                    let text = block["text"].as_str().or_else(|| block["resource"]["text"].as_str());
                    text.map(str::to_owned)
                };
                result.content.iter().filter_map(text).collect()
            }
        }
    }

    /// The tokens that a host shows, without an explanation, and those of the explanation.
    fn tokens(&self, host: Host) -> [usize; 2] {
        let shown = self.shown(host);
        let (explanation, others): (Vec<&String>, Vec<&String>) =
            shown.iter().partition(|text| is_explanation(text));
        [others, explanation].map(|texts| texts.into_iter().map(|text| tokens::count(text)).sum())
    }
}

/// Whether a text explains TOON. These hosts show all blocks, so that it has its own.
fn is_explanation(text: &str) -> bool {
    text == Explanation::Short.text(Delimiter::Comma, 2)
        || text.starts_with("TOON: T[2]{id,a{b}}:")
        || text.starts_with("Also in TOON:")
}

/// One call, without the proxy and behind it, in a session of each host.
struct Measured {
    server: &'static str,
    tool: &'static str,
    label: &'static str,
    direct: Answer,
    proxied: [Answer; 3],
}

/// Tokens that a host shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Change {
    before: usize,
    after: usize,
    /// Those of the explanation, which do not count as `after`.
    explanation: usize,
}

impl Measured {
    /// For each host.
    fn changes(&self) -> [Change; 3] {
        std::array::from_fn(|place| {
            let host = HOSTS[place].shows;
            let [before, _] = self.direct.tokens(host);
            let [after, explanation] = self.proxied[place].tokens(host);
            Change { before, after, explanation }
        })
    }
}

/// The proxy in front of a server, with its defaults.
pub(crate) fn behind_proxy(server: &Command) -> Command {
    let arguments = after_dashes(server);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut command = proxy(&[], &arguments);
    command.envs(server.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command
}

/// A session of the client with this name, without optional capabilities: roots would change which
/// files are served.
pub(crate) async fn start(client: &str, command: Command) -> Session {
    let mut session = Session::start_as(client, Peer::lines(command), json!({})).await;
    // As hosts do; the proxy learns which tools have a UI.
    session.ask("tools/list", json!({})).await;
    session
}

/// Waits until the proxies that have been started at `started` have loaded their tokenizers and no
/// longer approximate.
async fn wait_for_tokenizers(started: Instant) {
    static LOADING: std::sync::OnceLock<Duration> = std::sync::OnceLock::new();
    let loading = LOADING.get_or_init(|| {
        let started = Instant::now();
        tokens::load();
        started.elapsed()
    });
    // They load concurrently, on a machine that may be busy.
    tokio::time::sleep((*loading * 4).saturating_sub(started.elapsed())).await;
}

async fn measure(server: Server) -> Vec<Measured> {
    let [first, commands @ ..] = server.commands;
    let started = Instant::now();
    let mut sessions = Vec::new();
    for (host, command) in HOSTS.iter().zip(&commands) {
        sessions.push(start(host.client, behind_proxy(command)).await);
    }
    let mut direct = start("script", first).await;
    wait_for_tokenizers(started).await;
    let mut all = Vec::new();
    for call in server.calls {
        let direct = Answer::to(&mut direct, call.tool, &call.arguments).await;
        let mut proxied = Vec::new();
        for session in &mut sessions {
            proxied.push(Answer::to(session, call.tool, &call.arguments).await);
        }
        let Ok(proxied) = proxied.try_into() else { panic!("an answer for each host") };
        all.push(Measured { server: server.name, tool: call.tool, label: call.label, direct, proxied });
    }
    all
}

/// Tools of which a host that shows only content then shows more: data that was only in
/// `structuredContent`.
const NEW_IN_CONTENT: [&str; 2] = ["no_text", "no_text_without_schema"];

/// Tools that return a list of 20 rows.
const LISTS: [&str; 3] = ["list_of_models", "list_of_dicts", "text_of_items"];

#[tokio::test]
async fn no_result_costs_tokens() {
    if !wanted() {
        return;
    }
    let mut all = Vec::new();
    for server in servers::all() {
        all.extend(measure(server).await);
    }
    for measured in &all {
        let Measured { server, tool, direct, proxied, .. } = measured;
        for ((host, change), proxied) in HOSTS.iter().zip(measured.changes()).zip(proxied) {
            let what = format!("{server} {tool} in {}: {change:?}", host.name);
            let is_new = host.shows == Host::Content && NEW_IN_CONTENT.contains(tool);
            assert_eq!(change.after > change.before, is_new, "{what}");
            assert!(!LISTS.contains(tool) || change.after <= 340, "{what}");
            if *tool == UI {
                let ui = |answer: &Answer| answer.result()["structuredContent"].clone();
                assert!(ui(direct).is_object() && ui(proxied) == ui(direct), "{what}");
            }
            if *tool != CLOCK {
                assert_says_the_same(&proxied.result(), &direct.result());
            }
        }
        // Whether a tool declares its structured content makes no difference.
        if let Some(name) = tool.strip_suffix(WITHOUT_SCHEMA) {
            let with = all.iter().find(|other| other.server == *server && other.tool == name).unwrap();
            let sizes = |measured: &Measured| measured.changes().map(|change| (change.before, change.after));
            assert_eq!(sizes(with), sizes(measured), "{server} {tool}");
        }
    }
    for (server, changes) in table::sessions(&all) {
        for (host, Change { before, after, explanation }) in HOSTS.iter().zip(changes) {
            assert!(
                after + explanation <= before,
                "{server} in {}: {before} → {after} + {explanation}",
                host.name
            );
        }
    }
    table::check(&all);
}
