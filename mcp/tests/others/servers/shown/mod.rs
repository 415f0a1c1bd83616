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
use toon_convert::{Host, tokens};

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

    fn result(&self) -> Value {
        serde_json::from_str::<Value>(&self.0).unwrap()["result"].take()
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

    fn tokens(&self, host: Host) -> usize {
        self.shown(host).iter().map(|text| tokens::count(text)).sum()
    }
}

/// One call, in three sessions.
struct Measured {
    server: &'static str,
    tool: &'static str,
    label: &'static str,
    direct: Answer,
    structured: Answer,
    content: Answer,
}

/// Tokens that a host shows.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Change {
    before: usize,
    after: usize,
}

impl Measured {
    fn structured(&self) -> Change {
        let of = |answer: &Answer| answer.tokens(Host::Structured);
        Change { before: of(&self.direct), after: of(&self.structured) }
    }

    fn content(&self) -> Change {
        let of = |answer: &Answer| answer.tokens(Host::Content);
        Change { before: of(&self.direct), after: of(&self.content) }
    }
}

/// The proxy for a kind of host in front of a server, otherwise with its defaults.
pub(crate) fn behind_proxy(host: Host, server: &Command) -> Command {
    let arguments = after_dashes(server);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut command = proxy(&["--host", host.as_str()], &arguments);
    command.envs(server.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command
}

/// A session of a client without optional capabilities: roots would change which files are served.
pub(crate) async fn start(command: Command) -> Session {
    let mut session = Session::start_with(Peer::lines(command), json!({})).await;
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
    let [first, second, third] = server.commands;
    let started = Instant::now();
    let mut structured = start(behind_proxy(Host::Structured, &first)).await;
    let mut content = start(behind_proxy(Host::Content, &second)).await;
    let mut direct = start(third).await;
    wait_for_tokenizers(started).await;
    let mut all = Vec::new();
    for call in server.calls {
        let measured = Measured {
            server: server.name,
            tool: call.tool,
            label: call.label,
            direct: Answer::to(&mut direct, call.tool, &call.arguments).await,
            structured: Answer::to(&mut structured, call.tool, &call.arguments).await,
            content: Answer::to(&mut content, call.tool, &call.arguments).await,
        };
        all.push(measured);
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
        let Measured { server, tool, direct, structured, content, .. } = measured;
        let what = format!("{server} {tool}");
        let (in_structured, in_content) = (measured.structured(), measured.content());
        assert!(in_structured.after <= in_structured.before, "{what}: {in_structured:?}");
        let is_more = in_content.after > in_content.before;
        assert_eq!(is_more, NEW_IN_CONTENT.contains(tool), "{what}: {in_content:?}");
        if LISTS.contains(tool) {
            assert!(in_structured.after <= 340, "{what}: {in_structured:?}");
        }
        if *tool == UI {
            let ui = |answer: &Answer| answer.result()["structuredContent"].clone();
            assert!(ui(direct).is_object());
            assert!(ui(structured) == ui(direct) && ui(content) == ui(direct), "{what}");
        }
        if *tool != CLOCK {
            for proxied in [structured, content] {
                assert_says_the_same(&proxied.result(), &direct.result());
            }
        }
        // Whether a tool declares its structured content makes no difference.
        if let Some(name) = tool.strip_suffix(WITHOUT_SCHEMA) {
            let with = all.iter().find(|other| other.server == *server && other.tool == name).unwrap();
            assert_eq!((with.structured(), with.content()), (in_structured, in_content), "{what}");
        }
    }
    table::check(&all, explanation().await);
}

/// The tokens that the proxy adds to the instructions of a server.
async fn explanation() -> usize {
    let server = crate::servers::run::memory();
    let instructions = async |command| {
        let session = Session::start_with(Peer::lines(command), json!({})).await;
        let (_, greeting) = session.end().await.answers.swap_remove(0);
        tokens::count(greeting["result"]["instructions"].as_str().unwrap_or_default())
    };
    instructions(behind_proxy(Host::Structured, &server)).await - instructions(server).await
}
