//! `Converted`: a server whose tool results are converted, with a client of rmcp.

#![expect(deprecated, reason = "deprecated methods are handed on, too")]

use rmcp::handler::server::tool::schema_for_type;
use rmcp::model::*;
use rmcp::service::{
    ClientLifecycleMode, ClientServiceExt, NotificationContext, RequestContext, RoleClient, RunningService,
    SubscriptionContext,
};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceError, ServiceExt};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::sync::{Arc, Mutex};
use toon_rmcp::marker::FORMAT;
use toon_rmcp::{Converted, Converter, Measure, Rules, Structured};

type Client = RunningService<RoleClient, ClientConfig>;

fn converter(rules: Rules) -> Converter {
    Converter::new(rules.min_size_bytes(0).measure(Measure::Bytes).any_savings(true)).unwrap()
}

/// A client of `server`, with or without a session.
async fn connect(server: impl ServerHandler, mode: ClientLifecycleMode) -> Client {
    let (client, stream) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move { server.serve(stream).await.unwrap().waiting().await });
    let config = ClientConfig::new(
        ClientCapabilities::builder().enable_tasks().build(),
        Implementation::new("client", "1.0.0"),
    );
    config.serve_with_lifecycle(client, mode).await.unwrap()
}

fn without_session() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
}

const ROWS: &str = r#"[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bob"}]"#;
const TABLE: &str = "[2]{id,name}:\n  1,Ada\n  2,Bob";
/// It cannot be written as TOON.
const TWICE: &str = r#"{"a":1,"a":2}"#;

/// A server whose tools respond at once or as tasks, depending on their names.
struct Tools;

fn answer(tool: &str) -> CallToolResult {
    match tool {
        "twice" | "task-twice" => CallToolResult::success(vec![ContentBlock::text(TWICE)]),
        "structured" => {
            let mut result = CallToolResult::structured(json!({"rows": [{"id": 1}, {"id": 2}, {"id": 3}]}));
            result.content.push(ContentBlock::text("text"));
            result
        }
        "error" => CallToolResult::error(vec![ContentBlock::text(ROWS)]),
        _ => CallToolResult::success(vec![ContentBlock::text(ROWS)]),
    }
}

fn task(id: &str, status: TaskStatus) -> Task {
    Task::new(id, status, "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z")
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_tasks().build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match &*request.name {
            "refused" => Err(ErrorData::invalid_params("refused", None)),
            // Its id is the name of the tool, so that the tool need not be stored.
            name if name.starts_with("task") => {
                Ok(CallToolResponse::Task(CreateTaskResult::new(task(name, TaskStatus::Working))))
            }
            name => Ok(answer(name).into()),
        }
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let payload = match &*request.task_id {
            "task-working" => TaskPayload::Working,
            id => {
                let Value::Object(result) = serde_json::to_value(answer(id)).unwrap() else { unreachable!() };
                TaskPayload::Completed { result }
            }
        };
        Ok(GetTaskResult::new(DetailedTask::new(task(&request.task_id, TaskStatus::Completed), payload)))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = ["list", "structured"].map(|name| self.get_tool(name).unwrap());
        Ok(ListToolsResult::with_all_items(tools.to_vec()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let schema = schema_for_type::<JsonObject>();
        let mut tool = Tool::new(name.to_owned(), "A tool", Arc::clone(&schema));
        tool.output_schema = Some(schema);
        Some(tool)
    }
}

async fn call(client: &Client, tool: &'static str) -> CallToolResult {
    client.call_tool(CallToolRequestParams::new(tool)).await.unwrap()
}

#[track_caller]
fn error<T: std::fmt::Debug>(result: Result<T, ServiceError>) -> ErrorData {
    match result {
        Err(ServiceError::McpError(error)) => error,
        other => panic!("{other:?}"),
    }
}

fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().unwrap().text
}

#[tokio::test]
async fn results_of_tools() {
    for mode in [ClientLifecycleMode::Initialize, without_session()] {
        let converter = Arc::new(converter(Rules::new().exclude_tools(["raw"])));
        let client = connect(Converted::new(Tools, Arc::clone(&converter)), mode).await;
        let list = call(&client, "list").await;
        assert_eq!(text(&list), TABLE);
        assert_eq!(list.content[0].as_text().unwrap().meta.as_ref().unwrap()[FORMAT], "toon");
        for tool in ["raw", "error"] {
            assert_eq!(text(&call(&client, tool).await), ROWS, "{tool}");
        }
        assert_eq!(text(&call(&client, "twice").await), TWICE);
        let refused = error(client.call_tool(CallToolRequestParams::new("refused")).await);
        assert_eq!((refused.code, &*refused.message), (ErrorCode::INVALID_PARAMS, "refused"));
        let statistics = converter.statistics();
        assert_eq!((statistics.tools_processed, statistics.tools_converted), (4, 1));
        client.cancel().await.unwrap();
    }
}

#[tokio::test]
async fn results_of_tasks() {
    let rules = Rules::new().exclude_tools(["task-raw"]);
    let client = connect(Converted::new(Tools, converter(rules)), without_session()).await;
    let run = async |tool: &'static str| {
        let response = client.call_tool_once(CallToolRequestParams::new(tool)).await.unwrap();
        let CallToolResponse::Task(created) = response else { panic!("{response:?}") };
        client.get_task(GetTaskParams::new(created.task.task_id)).await.unwrap().task.payload
    };
    let result = |payload: TaskPayload| -> CallToolResult {
        let TaskPayload::Completed { result } = payload else { panic!("{payload:?}") };
        serde_json::from_value(Value::Object(result)).unwrap()
    };
    assert_eq!(text(&result(run("task").await)), TABLE);
    // However often they are requested.
    assert_eq!(text(&result(client.get_task(GetTaskParams::new("task")).await.unwrap().task.payload)), TABLE);
    assert_eq!(text(&result(run("task-raw").await)), ROWS);
    assert_eq!(text(&result(run("task-twice").await)), TWICE);
    assert_eq!(run("task-working").await, TaskPayload::Working);
    // Nobody knows which tool started it.
    let other = client.get_task(GetTaskParams::new("task-other")).await.unwrap().task.payload;
    assert_eq!(text(&result(other)), ROWS);
}

/// As in an HTTP service, where each request may have its own handler.
#[tokio::test]
async fn clones_know_of_each_others_tasks() {
    let converted = Converted::new(Arc::new(Tools), converter(Rules::new()));
    let one = connect(converted.clone(), without_session()).await;
    let other = connect(converted.clone(), without_session()).await;
    one.call_tool_once(CallToolRequestParams::new("task")).await.unwrap();
    let task = other.get_task(GetTaskParams::new("task")).await.unwrap().task;
    let TaskPayload::Completed { result } = task.payload else { panic!("{task:?}") };
    assert_eq!(result["content"][0]["text"], TABLE);
    assert_eq!(converted.converter().statistics().tools_converted, 1);
}

#[tokio::test]
async fn what_cannot_be_converted_is_an_error_of_the_server() {
    let rules = Rules::new().skip_on_error(false);
    let client = connect(Converted::new(Tools, converter(rules)), without_session()).await;
    let of_call = error(client.call_tool(CallToolRequestParams::new("twice")).await);
    assert_eq!(of_call.code, ErrorCode::INTERNAL_ERROR);
    let start = "the result of `twice` cannot be written as TOON: ";
    assert!(of_call.message.starts_with(start) && of_call.message.len() > start.len(), "{}", of_call.message);

    client.call_tool_once(CallToolRequestParams::new("task-twice")).await.unwrap();
    let of_task = error(client.get_task(GetTaskParams::new("task-twice")).await);
    assert_eq!(of_task.code, ErrorCode::INTERNAL_ERROR);
    // The server continues.
    assert_eq!(text(&call(&client, "list").await), TABLE);
}

#[tokio::test]
async fn tools_whose_structured_content_goes_declare_none() {
    let keep = Rules::new().structured(Structured::Keep);
    for (rules, declares) in [(keep, [true, true]), (Rules::new().exclude_tools(["list"]), [true, false])] {
        let drops = declares != [true, true];
        let converted = Converted::new(Tools, converter(rules));
        let declared =
            ["list", "structured"].map(|name| converted.get_tool(name).unwrap().output_schema.is_some());
        assert_eq!(declared, declares);
        let client = connect(converted, ClientLifecycleMode::Initialize).await;
        let tools = client.list_all_tools().await.unwrap();
        let declared: Vec<bool> = tools.iter().map(|tool| tool.output_schema.is_some()).collect();
        assert_eq!(declared, declares);
        let result = call(&client, "structured").await;
        assert_eq!(text(&result), "rows[3]{id}:\n  1\n  2\n  3");
        assert_eq!(result.structured_content.is_none(), drops);
    }
}

/// A server whose requests fail with the name of the called method, and which records
/// notifications.
#[derive(Clone, Default)]
struct Refusing {
    notifications: Arc<Mutex<Vec<&'static str>>>,
}

macro_rules! refuse {
    ($($method:ident($($type:ty),*) -> $output:ty;)*) => {
        $(async fn $method(&self, $(_: $type),*) -> Result<$output, ErrorData> {
            Err(ErrorData::new(ErrorCode(7), stringify!($method), None))
        })*
    };
}

macro_rules! keep {
    ($($method:ident($($type:ty),*);)*) => {
        $(async fn $method(&self, $(_: $type),*) {
            self.notifications.lock().unwrap().push(stringify!($method));
        })*
    };
}

type Request = RequestContext<RoleServer>;
type Notification = NotificationContext<RoleServer>;

impl ServerHandler for Refusing {
    refuse! {
        ping(Request) -> ();
        complete(CompleteRequestParams, Request) -> CompleteResult;
        set_level(SetLevelRequestParams, Request) -> ();
        get_prompt(GetPromptRequestParams, Request) -> GetPromptResponse;
        list_prompts(Option<PaginatedRequestParams>, Request) -> ListPromptsResult;
        list_resources(Option<PaginatedRequestParams>, Request) -> ListResourcesResult;
        list_resource_templates(Option<PaginatedRequestParams>, Request) -> ListResourceTemplatesResult;
        read_resource(ReadResourceRequestParams, Request) -> ReadResourceResponse;
        listen(SubscriptionContext) -> ();
        subscribe(SubscribeRequestParams, Request) -> ();
        unsubscribe(UnsubscribeRequestParams, Request) -> ();
        call_tool(CallToolRequestParams, Request) -> CallToolResponse;
        list_tools(Option<PaginatedRequestParams>, Request) -> ListToolsResult;
        on_custom_request(CustomRequest, Request) -> CustomResult;
        get_task(GetTaskParams, Request) -> GetTaskResult;
        update_task(UpdateTaskParams, Request) -> ();
        cancel_task(CancelTaskParams, Request) -> ();
        list_skills(Option<PaginatedRequestParams>, Request) -> ListSkillsResult;
        get_skill(GetSkillRequestParams, Request) -> GetSkillResult;
        read_resource_directory(ReadResourceDirectoryRequestParams, Request) -> ReadResourceDirectoryResult;
    }

    keep! {
        on_cancelled(CancelledNotificationParam, Notification);
        on_progress(ProgressNotificationParam, Notification);
        on_initialized(Notification);
        on_roots_list_changed(Notification);
        on_custom_notification(CustomNotification, Notification);
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: Request,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        Ok(self.negotiate_initialize(&request)?.with_instructions("initialize"))
    }

    async fn discover(&self, _: Request) -> Result<DiscoverResult, ErrorData> {
        let versions = vec![ProtocolVersion::V_2026_07_28];
        Ok(DiscoverResult::from_server_info(versions, self.get_info().with_instructions("discover")))
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Result<InitializeResult, ErrorData> {
        let mut info = self.get_info();
        info.protocol_version = request.protocol_version.clone();
        Ok(info.with_instructions("negotiate_initialize"))
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(&[ProtocolVersion::V_2025_06_18, ProtocolVersion::V_2026_07_28])
    }

    fn accepted_subscription_filter(&self, _: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(SubscriptionFilter::builder().tools_list_changed().build())
    }

    fn get_info(&self) -> ServerConfig {
        let capabilities = json!({
            "tools": {"listChanged": true},
            "resources": {},
            "extensions": {
                TASKS_EXTENSION_ID: {},
                SKILLS_EXTENSION_ID: {"directoryRead": true},
            },
        });
        ServerConfig::new(serde_json::from_value(capabilities).unwrap())
            .with_server_info(Implementation::new("refusing", "7.0.0"))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        (name == "known").then(|| Tool::new("known", "get_tool", schema_for_type::<JsonObject>()))
    }
}

/// The method of the server that a request reaches.
async fn method_of(client: &Client, method: &str, params: Value) -> String {
    let request = ClientRequest::CustomRequest(CustomRequest::new(method, Some(params)));
    let error = error(client.send_request(request).await);
    assert_eq!(error.code, ErrorCode(7), "{method}: {error:?}");
    error.message.into_owned()
}

#[tokio::test]
async fn requests_reach_the_server() {
    let server = Converted::new(Refusing::default(), converter(Rules::new()));
    let client = connect(server, ClientLifecycleMode::Initialize).await;
    let info = client.peer_info().unwrap();
    assert_eq!(info.server_info.as_ref().unwrap().name, "refusing");
    assert_eq!(info.instructions.as_deref(), Some("initialize"));
    let uri = json!({"uri": "file:///a"});
    for (method, params, expected) in [
        ("ping", json!({}), "ping"),
        (
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": "a"}, "argument": {"name": "b", "value": "c"}}),
            "complete",
        ),
        ("logging/setLevel", json!({"level": "info"}), "set_level"),
        ("prompts/get", json!({"name": "a"}), "get_prompt"),
        ("prompts/list", json!({}), "list_prompts"),
        ("resources/list", json!({}), "list_resources"),
        ("resources/templates/list", json!({}), "list_resource_templates"),
        ("resources/read", uri.clone(), "read_resource"),
        ("resources/subscribe", uri.clone(), "subscribe"),
        ("resources/unsubscribe", uri.clone(), "unsubscribe"),
        ("tools/call", json!({"name": "a"}), "call_tool"),
        ("tools/list", json!({}), "list_tools"),
        ("x/other", json!({}), "on_custom_request"),
        ("tasks/get", json!({"taskId": "a"}), "get_task"),
        ("tasks/update", json!({"taskId": "a", "inputResponses": {}}), "update_task"),
        ("tasks/cancel", json!({"taskId": "a"}), "cancel_task"),
        ("skills/list", json!({}), "list_skills"),
        ("skills/get", json!({"uri": "skill://a/SKILL.md"}), "get_skill"),
        ("resources/directory/read", uri, "read_resource_directory"),
    ] {
        assert_eq!(method_of(&client, method, params).await, expected);
    }
}

#[tokio::test]
async fn requests_without_a_session_reach_the_server() {
    let server = Converted::new(Refusing::default(), converter(Rules::new()));
    let client = connect(server, without_session()).await;
    assert_eq!(client.peer_info().unwrap().instructions.as_deref(), Some("discover"));
    let listen = json!({"notifications": {"toolsListChanged": true}});
    assert_eq!(method_of(&client, "subscriptions/listen", listen).await, "listen");
}

#[tokio::test]
async fn notifications_reach_the_server() {
    let server = Refusing::default();
    let notifications = Arc::clone(&server.notifications);
    let server = Converted::new(server, converter(Rules::new()));
    let client = connect(server, ClientLifecycleMode::Initialize).await;
    for (method, params) in [
        ("notifications/cancelled", json!({"requestId": 99, "reason": "a"})),
        ("notifications/progress", json!({"progressToken": "a", "progress": 1})),
        ("notifications/roots/list_changed", json!({})),
        ("notifications/x", json!({})),
    ] {
        let notification = CustomNotification::new(method, Some(params));
        client.send_notification(ClientNotification::CustomNotification(notification)).await.unwrap();
    }
    // Each one is handled in its own task.
    let all =
        ["on_cancelled", "on_custom_notification", "on_initialized", "on_progress", "on_roots_list_changed"];
    let all_arrived = async {
        loop {
            let mut arrived = notifications.lock().unwrap().clone();
            arrived.sort_unstable();
            if arrived == all {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    let waited = tokio::time::timeout(std::time::Duration::from_secs(30), all_arrived).await;
    assert!(waited.is_ok(), "{:?}", notifications.lock().unwrap());
}

#[test]
fn what_the_server_says_of_itself() {
    let inner = Refusing::default();
    let server = Converted::new(inner.clone(), converter(Rules::new()));
    assert_eq!(server.get_info(), inner.get_info());
    assert_eq!(server.supported_protocol_versions(), inner.supported_protocol_versions());
    let filter = SubscriptionFilter::new();
    assert_eq!(server.accepted_subscription_filter(&filter), inner.accepted_subscription_filter(&filter));
    assert_eq!(server.get_tool("known"), inner.get_tool("known"));
    assert_eq!(server.get_tool("other"), None);
    let request = InitializeRequestParams::default();
    assert_eq!(server.negotiate_initialize(&request), inner.negotiate_initialize(&request));
    assert_eq!(server.inner().get_info(), inner.get_info());
}
