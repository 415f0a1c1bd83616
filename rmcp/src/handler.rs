//! A server wrapper that converts tool results.
//!
//! [`ServerHandler`] has a default for each of its methods. A method that is missing here would
//! silently use that default instead of the server's implementation. After each update of rmcp,
//! compare the methods below with rmcp's own `impl ServerHandler for Arc<T>`.

#![expect(deprecated, reason = "rmcp has deprecated methods of the protocol that servers still implement")]

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams, CancelledNotificationParam,
    CompleteRequestParams, CompleteResult, CustomNotification, CustomRequest, CustomResult, DiscoverResult,
    GetPromptRequestParams, GetPromptResponse, GetSkillRequestParams, GetSkillResult, GetTaskParams,
    GetTaskResult, InitializeRequestParams, InitializeResult, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListSkillsResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ProtocolVersion, ReadResourceDirectoryRequestParams,
    ReadResourceDirectoryResult, ReadResourceRequestParams, ReadResourceResponse, ServerConfig,
    SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, TaskPayload, Tool,
    UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;
use toon_convert::__internal::{Registry, ToolCall};
use toon_convert::{Client, Converter, Definition};

/// Wraps a server so that its tool results are converted by a [`Converter`]. Everything else is
/// forwarded to the server.
///
/// One line adds TOON to a whole server: `Converted::new(server, converter).serve(transport)`.
/// Results of tasks are converted as well. Tools whose `structuredContent` may be removed no longer
/// declare an `outputSchema`.
///
/// If a result cannot be written as TOON and [`Rules::skip_on_error`](crate::Rules::skip_on_error)
/// is off, the caller gets an internal error.
///
/// For an HTTP service that creates a handler per session, create one of these and clone it: clones
/// share the tasks and the converter with its statistics.
///
/// ```
/// use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};
/// use rmcp::model::CallToolRequestParams;
/// use toon_rmcp::{Converted, Converter, Rules};
///
/// struct Server;
///
/// #[tool_handler]
/// impl ServerHandler for Server {}
///
/// #[tool_router]
/// impl Server {
///     #[tool(description = "Lists users")]
///     fn list_users(&self) -> String {
///         format!("[{}]", [r#"{"id": 1, "name": "Ada"}"#; 9].join(", "))
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let converted = Converted::new(Server, Converter::new(Rules::new())?);
///
/// let (client, server) = tokio::io::duplex(4096);
/// let server = tokio::spawn(converted.serve(server));
/// let client = ().serve(client).await?;
/// let _running = server.await??;
/// let result = client.call_tool(CallToolRequestParams::new("list_users")).await?;
/// assert!(result.content[0].as_text().unwrap().text.starts_with("[9]{id,name}:\n  1,Ada\n"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Converted<S> {
    server: S,
    converter: Arc<Converter>,
    registry: Arc<Registry>,
}

impl<S> Converted<S> {
    /// Wraps `server`. Pass an `Arc` to share the converter.
    pub fn new(server: S, converter: impl Into<Arc<Converter>>) -> Self {
        Converted { server, converter: converter.into(), registry: Arc::default() }
    }

    /// The converter, which has the statistics.
    ///
    /// ```
    /// use toon_rmcp::{Converted, Converter, Rules};
    ///
    /// let converted = Converted::new((), Converter::new(Rules::new())?);
    /// assert_eq!(converted.converter().statistics().tools_processed, 0);
    /// # Ok::<(), toon_rmcp::InvalidPattern>(())
    /// ```
    pub fn converter(&self) -> &Arc<Converter> {
        &self.converter
    }

    /// The wrapped server.
    ///
    /// ```
    /// use toon_rmcp::{Converted, Converter, Rules};
    ///
    /// let converted = Converted::new("a server", Converter::new(Rules::new())?);
    /// assert_eq!(*converted.inner(), "a server");
    /// # Ok::<(), toon_rmcp::InvalidPattern>(())
    /// ```
    pub fn inner(&self) -> &S {
        &self.server
    }

    /// Converts the result of a call. Returns whether it has changed.
    fn convert(&self, call: &ToolCall, result: &mut CallToolResult) -> Result<bool, ErrorData> {
        match self.converter.convert(call.about(self.registry.definition(&call.tool)), result) {
            Ok(conversion) => Ok(conversion.is_converted),
            Err(error) => {
                let message = format!("the result of `{}` cannot be written as TOON: {error}", call.tool);
                Err(ErrorData::internal_error(message, None))
            }
        }
    }

    /// The definition of `tool` for clients, without an `outputSchema` if its `structuredContent`
    /// may be removed.
    fn declare(&self, mut tool: Tool) -> Tool {
        let definition = define(&tool);
        self.registry.define(&tool.name, definition);
        if !self.converter.keeps_structured(&tool.name, &definition) {
            tool.output_schema = None;
        }
        tool
    }
}

/// Reads what a tool's definition says about its results.
fn define(tool: &Tool) -> Definition {
    serde_json::to_string(tool).map_or_else(|_| Definition::unknown(), |tool| Definition::of(&tool))
}

/// Forwards methods to the server.
macro_rules! delegate {
    ($(async fn $method:ident($($name:ident: $type:ty),*) -> $output:ty;)*) => {
        $(async fn $method(&self, $($name: $type),*) -> $output {
            self.server.$method($($name),*).await
        })*
    };
}

impl<S: ServerHandler> ServerHandler for Converted<S> {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let client = context.client_info().map(|client| Client::of_name(&client.name)).unwrap_or_default();
        let arguments = request.arguments.as_ref();
        let arguments = arguments.and_then(|arguments| serde_json::value::to_raw_value(arguments).ok());
        let call = ToolCall { tool: request.name.clone().into_owned(), arguments, client };
        if let Some(tool) = self.server.get_tool(&call.tool) {
            self.registry.define(&call.tool, define(&tool));
        }
        let mut response = self.server.call_tool(request, context).await?;
        match &mut response {
            CallToolResponse::Complete(result) => {
                self.convert(&call, result)?;
            }
            CallToolResponse::Task(created) => {
                self.registry.begin_task(created.task.task_id.clone(), call);
            }
            _ => {}
        }
        Ok(response)
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let mut task = self.server.get_task(request, context).await?;
        if let TaskPayload::Completed { result } = &mut task.task.payload
            && let Some(call) = self.registry.task(&task.task.task.task_id)
            && let Ok(mut typed) = serde_json::from_value(Value::Object(result.clone()))
            && self.convert(&call, &mut typed)?
            && let Ok(Value::Object(converted)) = serde_json::to_value(typed)
        {
            *result = converted;
        }
        Ok(task)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = self.server.list_tools(request, context).await?;
        list.tools = list.tools.into_iter().map(|tool| self.declare(tool)).collect();
        Ok(list)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.server.get_tool(name).map(|tool| self.declare(tool))
    }

    fn get_info(&self) -> ServerConfig {
        self.server.get_info()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.server.supported_protocol_versions()
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Result<InitializeResult, ErrorData> {
        self.server.negotiate_initialize(request)
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.server.accepted_subscription_filter(requested)
    }

    delegate! {
        async fn ping(context: RequestContext<RoleServer>) -> Result<(), ErrorData>;
        async fn initialize(
            request: InitializeRequestParams,
            context: RequestContext<RoleServer>
        ) -> Result<InitializeResult, ErrorData>;
        async fn discover(context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData>;
        async fn complete(
            request: CompleteRequestParams,
            context: RequestContext<RoleServer>
        ) -> Result<CompleteResult, ErrorData>;
        async fn set_level(
            request: SetLevelRequestParams,
            context: RequestContext<RoleServer>
        ) -> Result<(), ErrorData>;
        async fn get_prompt(
            request: GetPromptRequestParams,
            context: RequestContext<RoleServer>
        ) -> Result<GetPromptResponse, ErrorData>;
        async fn list_prompts(
            request: Option<PaginatedRequestParams>,
            context: RequestContext<RoleServer>
        ) -> Result<ListPromptsResult, ErrorData>;
        async fn list_resources(
            request: Option<PaginatedRequestParams>,
            context: RequestContext<RoleServer>
        ) -> Result<ListResourcesResult, ErrorData>;
        async fn list_resource_templates(
            request: Option<PaginatedRequestParams>,
            context: RequestContext<RoleServer>
        ) -> Result<ListResourceTemplatesResult, ErrorData>;
        async fn read_resource(
            request: ReadResourceRequestParams,
            context: RequestContext<RoleServer>
        ) -> Result<ReadResourceResponse, ErrorData>;
        async fn listen(context: SubscriptionContext) -> Result<(), ErrorData>;
        async fn subscribe(
            request: SubscribeRequestParams,
            context: RequestContext<RoleServer>
        ) -> Result<(), ErrorData>;
        async fn unsubscribe(
            request: UnsubscribeRequestParams,
            context: RequestContext<RoleServer>
        ) -> Result<(), ErrorData>;
        async fn on_custom_request(
            request: CustomRequest,
            context: RequestContext<RoleServer>
        ) -> Result<CustomResult, ErrorData>;
        async fn on_cancelled(
            notification: CancelledNotificationParam,
            context: NotificationContext<RoleServer>
        ) -> ();
        async fn on_progress(
            notification: ProgressNotificationParam,
            context: NotificationContext<RoleServer>
        ) -> ();
        async fn on_initialized(context: NotificationContext<RoleServer>) -> ();
        async fn on_roots_list_changed(context: NotificationContext<RoleServer>) -> ();
        async fn on_custom_notification(
            notification: CustomNotification,
            context: NotificationContext<RoleServer>
        ) -> ();
        async fn update_task(
            request: UpdateTaskParams,
            context: RequestContext<RoleServer>
        ) -> Result<(), ErrorData>;
        async fn cancel_task(
            request: CancelTaskParams,
            context: RequestContext<RoleServer>
        ) -> Result<(), ErrorData>;
        async fn list_skills(
            request: Option<PaginatedRequestParams>,
            context: RequestContext<RoleServer>
        ) -> Result<ListSkillsResult, ErrorData>;
        async fn get_skill(
            request: GetSkillRequestParams,
            context: RequestContext<RoleServer>
        ) -> Result<GetSkillResult, ErrorData>;
        async fn read_resource_directory(
            request: ReadResourceDirectoryRequestParams,
            context: RequestContext<RoleServer>
        ) -> Result<ReadResourceDirectoryResult, ErrorData>;
    }
}
