//! `@modelcontextprotocol/server-everything`, which uses the whole protocol.

use crate::install::wanted;
use crate::program::{ONLY_TOON, Program};
use crate::servers::compare::check;
use crate::servers::peer::{Listening, Peer};
use crate::servers::run::{ALL, OFF, after_dashes, everything, proxy};
use crate::servers::script::{Record, Session};
use serde_json::json;
use std::process::Command;

/// Its simulated logging and its tasks are random, and are left out.
async fn session(peer: Peer) -> Record {
    let mut session = Session::start(peer).await;
    // The server sends this request unprompted. Its other requests then come later, with the same
    // id each time.
    session.hear("roots/list").await;
    session.ask("ping", json!({})).await;
    session.ask("tools/list", json!({})).await;
    tools(&mut session).await;
    resources(&mut session).await;
    prompts(&mut session).await;
    session.ask("logging/setLevel", json!({ "level": "debug" })).await;
    session.ask("no/such/method", json!({ "x": 1.0 })).await;
    cancelled(&mut session).await;
    session.ask("ping", json!({})).await;
    session.end().await
}

async fn tools(session: &mut Session) {
    session.call("echo", json!({ "message": "ä \u{2028} \"quoted\"\n" })).await;
    session.call("echo", json!({ "message": "[1, 2.0, 1e3, {\"b\": null, \"a\": \"\"}]" })).await;
    session.call("echo", json!({})).await;
    session.call("get-sum", json!({ "a": 0.1, "b": 0.2 })).await;
    for location in ["New York", "Chicago", "Los Angeles", "Atlantis"] {
        session.call("get-structured-content", json!({ "location": location })).await;
    }
    for kind in ["error", "success", "debug"] {
        session.call("get-annotated-message", json!({ "messageType": kind, "includeImage": true })).await;
    }
    session.call("get-env", json!({})).await;
    session.call("get-tiny-image", json!({})).await;
    session.call("get-resource-links", json!({ "count": 4 })).await;
    for kind in ["Text", "Blob"] {
        let arguments = json!({ "resourceType": kind, "resourceId": 3 });
        session.call("get-resource-reference", arguments).await;
    }
    let data = "data:text/plain;base64,SGVsbG8=";
    for kind in ["resource", "resourceLink"] {
        let arguments = json!({ "name": "hello.gz", "data": data, "outputType": kind });
        session.call("gzip-file-as-resource", arguments).await;
    }
    let arguments = json!({ "duration": 0.2, "steps": 4 });
    for token in [json!("a token"), json!(7)] {
        let meta = json!({ "progressToken": token });
        let call = json!({ "name": "trigger-long-running-operation", "arguments": arguments, "_meta": meta });
        session.ask("tools/call", call).await;
    }
    session.call("trigger-sampling-request", json!({ "prompt": "say", "maxTokens": 5 })).await;
    session.call("trigger-elicitation-request", json!({})).await;
    session.call("get-roots-list", json!({})).await;
    // It requires a task.
    session.call("simulate-research-query", json!({ "topic": "x" })).await;
    session.call("no-such-tool", json!({})).await;
}

async fn resources(session: &mut Session) {
    session.ask("resources/list", json!({})).await;
    session.ask("resources/templates/list", json!({})).await;
    for uri in [
        "demo://resource/static/document/architecture.md",
        "demo://resource/dynamic/text/2",
        "demo://resource/dynamic/blob/2",
        "demo://resource/session/hello.gz",
        "demo://resource/none",
    ] {
        session.ask("resources/read", json!({ "uri": uri })).await;
    }
    let uri = json!({ "uri": "demo://resource/dynamic/text/2" });
    session.ask("resources/subscribe", uri.clone()).await;
    // On, with an immediate update, and off.
    session.call("toggle-subscriber-updates", json!({})).await;
    session.call("toggle-subscriber-updates", json!({})).await;
    session.ask("resources/unsubscribe", uri).await;
}

async fn prompts(session: &mut Session) {
    session.ask("prompts/list", json!({})).await;
    session.ask("prompts/get", json!({ "name": "simple-prompt" })).await;
    session.ask("prompts/get", json!({ "name": "args-prompt", "arguments": { "city": "Ulm" } })).await;
    session.ask("prompts/get", json!({ "name": "args-prompt" })).await;
    let arguments = json!({ "resourceType": "Text", "resourceId": "1" });
    session.ask("prompts/get", json!({ "name": "resource-prompt", "arguments": arguments })).await;
    let reference = json!({ "type": "ref/prompt", "name": "completable-prompt" });
    let argument = json!({ "name": "department", "value": "S" });
    session.ask("completion/complete", json!({ "ref": reference, "argument": argument })).await;
    let argument = json!({ "name": "name", "value": "" });
    let context = json!({ "arguments": { "department": "Sales" } });
    let completion = json!({ "ref": reference, "argument": argument, "context": context });
    session.ask("completion/complete", completion).await;
}

/// A call that is cancelled while it runs gets no response.
async fn cancelled(session: &mut Session) {
    let meta = json!({ "progressToken": "cancelled" });
    let arguments = json!({ "duration": 2, "steps": 2 });
    let call = json!({ "name": "trigger-long-running-operation", "arguments": arguments, "_meta": meta });
    let id = session.begin("tools/call", call).await;
    session.hear("notifications/progress").await;
    session.tell("notifications/cancelled", json!({ "requestId": id, "reason": "enough" })).await;
}

/// The results for three places, and the list of all variables, shrink.
const CONVERTED: usize = 4;

#[tokio::test]
async fn over_standard_input_and_output() {
    if !wanted() {
        return;
    }
    // The server lists the variables, of which `Program` sets these.
    let with_variables = |mut command: Command| {
        command.envs(ONLY_TOON);
        command
    };
    let direct = session(Peer::lines(with_variables(everything("stdio")))).await;
    let server = after_dashes(&everything("stdio"));
    let server: Vec<&str> = server.iter().map(String::as_str).collect();
    for flags in [OFF, ALL] {
        check(session(Peer::lines(with_variables(proxy(flags, &server)))).await, &direct, flags, CONVERTED);
        let front = Program::proxy(&[flags, &server].concat(), &[]);
        check(session(Peer::http(&front.url)).await, &direct, flags, CONVERTED);
    }
}

#[tokio::test]
async fn over_http() {
    if !wanted() {
        return;
    }
    let server = Listening::start(everything("streamableHttp")).await;
    let direct = session(Peer::http(&server.url)).await.over_http();
    let upstream = ["--upstream", &server.url];
    for flags in [OFF, ALL] {
        check(session(Peer::lines(proxy(flags, &upstream))).await.over_http(), &direct, flags, CONVERTED);
        let front = Program::proxy(&[flags, &upstream].concat(), &[]);
        check(session(Peer::http(&front.url)).await.over_http(), &direct, flags, CONVERTED);
    }
}
