//! A server's questions to the user and the model, and for roots, through the program, with each
//! transport on both sides: as its own requests after a handshake, and as results that require
//! input without sessions.

// Sampling and roots are deprecated since 2026-07-28, but still exist.
#![allow(deprecated)]

use crate::generations::{generations, request};
use crate::program::{PROGRAM, Program};
use crate::support::example;
use rmcp::ClientHandler;
use rmcp::model::{
    ClientCapabilities, ClientConfig, CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams,
    ElicitResult, ElicitationAction, ErrorData, GetPromptRequestParams, Implementation, ListRootsResult,
    Root, SamplingMessage,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RequestContext, RoleClient, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

/// A client that answers everything, and records the questions.
#[derive(Clone, Default)]
struct Answering(Arc<Mutex<Vec<&'static str>>>);

impl Answering {
    fn note(&self, method: &'static str) {
        self.0.lock().unwrap().push(method);
    }
}

impl ClientHandler for Answering {
    fn get_info(&self) -> ClientConfig {
        let able =
            ClientCapabilities::builder().enable_elicitation().enable_roots().enable_sampling().build();
        ClientConfig::new(able, Implementation::new("answering", "1"))
    }

    async fn create_message(
        &self,
        asked: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        self.note("sampling/createMessage");
        assert_eq!(asked.max_tokens, 100);
        Ok(CreateMessageResult::new(SamplingMessage::assistant_text("Paris"), "none".to_owned()))
    }

    async fn create_elicitation(
        &self,
        asked: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.note("elicitation/create");
        let ElicitRequestParams::FormElicitationParams { message, .. } = asked else { panic!("{asked:?}") };
        let field = message.trim_start_matches("The ").trim_end_matches('?').to_owned();
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({ field: "Ada" })))
    }

    async fn list_roots(&self, _: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        self.note("roots/list");
        Ok(ListRootsResult::new(vec![Root::new("file:///work")]))
    }
}

type Client = RunningService<RoleClient, Answering>;

/// Makes all tools that ask, and the prompt, ask their questions.
async fn check(client: Client) {
    let has_session = client.peer_info().unwrap().protocol_version.has_initialize();
    let answer =
        |name: &str, field: &str| json!({ name: { "action": "accept", "content": { field: "Ada" } } });
    let sample =
        json!({ "model": "none", "role": "assistant", "content": { "type": "text", "text": "Paris" } });
    let roots = json!({ "roots": [{ "uri": "file:///work" }] });
    for (tool, methods, answers) in [
        ("test_input_required_result_elicitation", &["elicitation/create"][..], answer("user_name", "name")),
        (
            "test_input_required_result_sampling",
            &["sampling/createMessage"],
            json!({ "capital_question": &sample }),
        ),
        ("test_input_required_result_list_roots", &["roots/list"], json!({ "client_roots": &roots })),
        ("test_input_required_result_request_state", &["elicitation/create"], answer("confirm", "ok")),
        // Concurrently, and one after another.
        (
            "test_input_required_result_multiple_inputs",
            &["elicitation/create", "roots/list", "sampling/createMessage"],
            json!({
                "user_name": answer("user_name", "name")["user_name"],
                "greeting": &sample,
                "client_roots": &roots,
            }),
        ),
        (
            "test_input_required_result_multi_round",
            &["elicitation/create", "elicitation/create"],
            answer("step2", "color"),
        ),
    ] {
        let result = client.call_tool(request(tool, &json!({}))).await.unwrap();
        let text = &result.content[0].as_text().unwrap().text;
        let mut found: Value = serde_json::from_str(text.strip_prefix("state-ok ").expect(text)).unwrap();
        // Without sessions, a call contains only the answers of its own round.
        let before = found.as_object_mut().unwrap().remove("step1");
        assert_eq!(before.is_some(), has_session && tool.ends_with("multi_round"));
        assert_eq!(without_nulls(found), answers, "{tool}");
        let mut asked = std::mem::take(&mut *client.service().0.lock().unwrap());
        asked.sort_unstable();
        assert_eq!(asked, methods, "{tool}");
    }
    let prompt = GetPromptRequestParams::new("test_input_required_result_prompt");
    let prompt = client.get_prompt(prompt).await.unwrap();
    let text = &prompt.messages[0].content.as_text().unwrap().text;
    let found: Value = serde_json::from_str(text).unwrap();
    assert_eq!(without_nulls(found), answer("user_context", "context"));
    client.cancel().await.unwrap();
}

/// Missing values may be null.
fn without_nulls(mut value: Value) -> Value {
    match &mut value {
        Value::Object(object) => {
            object.retain(|_, value| !value.is_null());
            object.values_mut().for_each(|value| *value = without_nulls(value.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| *value = without_nulls(value.take())),
        _ => {}
    }
    value
}

async fn of_process(arguments: &[&str], generation: ClientLifecycleMode) -> Client {
    let mut command = tokio::process::Command::new(PROGRAM);
    command.arg("proxy").args(arguments);
    let transport = TokioChildProcess::new(command).unwrap();
    Answering::default().serve_with_lifecycle(transport, generation).await.unwrap()
}

async fn of_url(url: &str, generation: ClientLifecycleMode) -> Client {
    let transport = StreamableHttpClientTransport::from_uri(url);
    Answering::default().serve_with_lifecycle(transport, generation).await.unwrap()
}

/// The server, over HTTP.
struct Listening {
    url: String,
    process: Child,
}

impl Listening {
    fn start() -> Self {
        let mut command = Command::new(example("asking_server"));
        let mut process = command.arg("http").env("PORT", "0").stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim_end().strip_prefix("listening on ").expect(&line).to_owned();
        Listening { url, process }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn lines_before_lines() {
    let server = example("asking_server");
    for generation in generations() {
        check(of_process(&["--", server.to_str().unwrap()], generation).await).await;
    }
}

#[tokio::test]
async fn lines_before_http() {
    let server = Listening::start();
    for generation in generations() {
        check(of_process(&["--upstream", &server.url], generation).await).await;
    }
}

#[tokio::test]
async fn http_before_lines() {
    let server = example("asking_server");
    let front = Program::proxy(&["--", server.to_str().unwrap()], &[]);
    for generation in generations() {
        check(of_url(&front.url, generation).await).await;
    }
}

#[tokio::test]
async fn http_before_http() {
    let server = Listening::start();
    let front = Program::proxy(&["--upstream", &server.url], &[]);
    for generation in generations() {
        check(of_url(&front.url, generation).await).await;
    }
}
