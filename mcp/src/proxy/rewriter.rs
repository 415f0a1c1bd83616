//! What the proxy changes in messages, and what it needs to know about the server and its clients.

use super::allowed::AllowedTools;
use super::definitions::{Definitions, ListPage};
use super::partial::{Partial, Scope};
use crate::http::{Metrics, OTHER_TOOLS};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::runtime::{Handle, RuntimeFlavor};
use toon_convert::__internal::{Object, raw};
use toon_convert::__internal::{Registry, ToolCall, shorten};
use toon_convert::{Client, ConvertedJson, Converter, Definition, Explanation, Host, Measure, Session};
use toon_store::TOOL;

/// Rewrites messages. All sessions share one, since it learns about the server.
#[derive(Debug)]
pub(crate) struct Rewriter {
    converter: Arc<Converter>,
    host: Option<Host>,
    hosts: BTreeMap<String, Client>,
    explaining: Explaining,
    resources: bool,
    prompts: bool,
    tools: Option<AllowedTools>,
    partial: Option<Arc<Partial>>,
    definitions: Definitions,
    metrics: Option<Arc<Metrics>>,
    registry: Registry,
    /// The name of the first client, shortened.
    first_client: OnceLock<String>,
    /// The number of servers whose tasks are kept separate.
    servers: AtomicU64,
}

impl Rewriter {
    /// Creates a rewriter that converts only tool results.
    pub(crate) fn new(converter: impl Into<Arc<Converter>>) -> Self {
        Rewriter {
            converter: converter.into(),
            host: None,
            hosts: BTreeMap::new(),
            explaining: Explaining::Nowhere,
            resources: false,
            prompts: false,
            tools: None,
            partial: None,
            definitions: Definitions::default(),
            metrics: None,
            registry: Registry::default(),
            first_client: OnceLock::new(),
            servers: AtomicU64::new(0),
        }
    }

    /// Sets the kind of all hosts. With `None`, it depends on the name in `clientInfo`.
    #[must_use]
    pub(crate) fn host(mut self, host: Option<Host>) -> Self {
        self.host = host;
        self
    }

    /// Sets what is known about hosts, by the name in `clientInfo`. This takes precedence over what
    /// is [known](Client::of_name) otherwise.
    #[must_use]
    pub(crate) fn hosts(mut self, hosts: BTreeMap<String, Client>) -> Self {
        self.hosts = hosts;
        self
    }

    /// Sets where results are explained. By default, they are not.
    #[must_use]
    pub(crate) fn explaining(mut self, explaining: Explaining) -> Self {
        self.explaining = explaining;
        self
    }

    /// Also converts JSON in the results of `resources/read`.
    #[must_use]
    pub(crate) fn resources(mut self, convert: bool) -> Self {
        self.resources = convert;
        self
    }

    /// Also converts JSON in the results of `prompts/get`.
    #[must_use]
    pub(crate) fn prompts(mut self, convert: bool) -> Self {
        self.prompts = convert;
        self
    }

    /// Lists only these tools, and refuses calls of others. With `None`, all tools are listed.
    #[must_use]
    pub(crate) fn tools(mut self, tools: Option<AllowedTools>) -> Self {
        self.tools = tools;
        self
    }

    /// Shows a part of results that exceed a budget.
    #[must_use]
    pub(crate) fn showing_part(mut self, partial: Option<Partial>) -> Self {
        self.partial = partial.map(Arc::new);
        self
    }

    /// Sets the metrics that count calls. Failed calls of tools that the server has not listed are
    /// counted as `other`, since clients can call any name.
    #[must_use]
    pub(crate) fn metrics(mut self, metrics: Arc<Metrics>) -> Self {
        self.metrics = Some(metrics);
        self
    }

    /// The converter of results.
    pub(crate) fn converter(&self) -> &Converter {
        &self.converter
    }

    /// The definitions of the tools that were listed.
    pub(crate) fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// The tools that may be called. `None` if all may.
    pub(crate) fn allowed(&self) -> Option<&AllowedTools> {
        self.tools.as_ref()
    }

    /// What keeps results that exceed the budget, if there is one.
    pub(super) fn partial(&self) -> Option<&Arc<Partial>> {
        self.partial.as_ref()
    }

    /// Whether results that are too long are shown in part.
    pub(crate) fn has_budget(&self) -> bool {
        self.partial.is_some()
    }

    /// The results that a new client may ask for.
    pub(super) fn scope(&self, in_session: bool) -> Option<Arc<Scope>> {
        self.partial.as_ref().map(|partial| partial.scope(in_session))
    }

    /// The name of the first client, shortened.
    pub(crate) fn first_client(&self) -> Option<&str> {
        self.first_client.get().map(String::as_str)
    }

    /// What is known about the host with this name.
    pub(super) fn client_of(&self, name: Option<&str>) -> Client {
        let by_name = |name: &str| {
            let hosts = &self.hosts;
            let by_pattern =
                || hosts.iter().find(|(pattern, _)| Client::is_name(name, pattern)).map(|(_, it)| it);
            hosts.get(name).or_else(by_pattern).copied().unwrap_or_else(|| Client::of_name(name))
        };
        if let Some(name) = name {
            self.first_client.get_or_init(|| shorten(name));
        }
        let client = name.map(by_name).unwrap_or_default();
        Client { shows: self.host.or(client.shows), ..client }
    }

    /// A new conversation.
    pub(super) fn session(&self) -> Session {
        match self.explaining {
            Explaining::WithResults => Session::new(),
            Explaining::InAdvance(_) | Explaining::Nowhere => Session::told(),
        }
    }

    /// Counts a call and its outcome.
    pub(super) fn count(&self, tool: &str, end: CallEnd, duration: Duration) {
        let Some(metrics) = &self.metrics else { return };
        // Clients can call tools that do not exist.
        let is_known = end == CallEnd::Ok || self.registry.is_defined(tool);
        let name = if is_known { tool } else { OTHER_TOOLS };
        match end {
            CallEnd::Ok | CallEnd::Error => metrics.tool_call(name, end == CallEnd::Ok, duration),
            CallEnd::Cancelled => metrics.cancelled_call(name, duration),
        }
    }

    /// Separates the tasks of another server, since task ids are unique only within a server.
    pub(super) fn own_tasks(&self) -> Tasks {
        Tasks(self.servers.fetch_add(1, Relaxed) + 1)
    }

    /// Rewrites the result of a call. `None` if it is unchanged, or if the result of a task will
    /// follow.
    pub(super) fn tool_result(
        &self,
        tasks: Tasks,
        conversation: Conversation<'_>,
        call: &ToolCall,
        result: &str,
    ) -> Option<Box<RawValue>> {
        if let Some(task) = task_in(result) {
            self.registry.begin_task(tasks.key(&task), call.clone());
            return None;
        }
        let Conversation { session, scope } = conversation;
        let definition = self.registry.definition(&call.tool);
        let partial = self.partial.as_ref().zip(scope);
        let partial = partial.filter(|_| !self.converter.leaves_alone(&call.tool, &definition));
        let before = partial.map(|_| session.clone());
        let about = call.about(definition);
        let converted = self.aside(result, || self.converter.convert_json_in(session, about, result));
        let conversion = converted.as_ref().ok().map(|converted| converted.conversion.clone());
        let conversion = conversion.filter(|conversion| !conversion.is_left_alone);
        let converted = Self::log(&call.tool, converted);
        if let Some(((partial, scope), conversion)) = partial.zip(conversion) {
            let sent = converted.as_deref().map_or(result, RawValue::get);
            let keeps = self.converter.keeps_structured(&call.tool, &definition);
            if let Some(part) = self.aside(result, || partial.of(scope, (&call.tool, keeps), result, sent)) {
                // What was not shown has not been explained.
                session.set(before.unwrap_or_default());
                self.converter.count_part(&call.tool, &conversion, &part.text);
                return Some(part.result);
            }
        }
        converted
    }

    /// Rewrites the result of a task: `tasks/result` in revision 2025-11-25.
    pub(super) fn task_result(
        &self,
        tasks: Tasks,
        conversation: Conversation<'_>,
        task: &str,
        result: &str,
    ) -> Option<Box<RawValue>> {
        let call = self.registry.task(&tasks.key(task))?;
        self.tool_result(tasks, conversation, &call, result)
    }

    /// Rewrites a task that may contain its result: in `tasks/get` and notifications, in the
    /// extension to revision 2026-07-28.
    pub(super) fn task(
        &self,
        tasks: Tasks,
        conversation: Conversation<'_>,
        task: &str,
    ) -> Option<Box<RawValue>> {
        let mut object: Object<'_> = serde_json::from_str(task).ok()?;
        let id = object.string("taskId")?.into_owned();
        let result = self.task_result(tasks, conversation, &id, object.get("result")?.get())?;
        object.set("result", result);
        raw(&object)
    }

    pub(super) fn resource(&self, session: &Session, result: &str) -> Option<Box<RawValue>> {
        let convert = || self.aside(result, || self.converter.convert_resource_in(session, result));
        let converted = self.resources.then(convert)?;
        Self::log("resources/read", converted)
    }

    pub(super) fn prompt(&self, session: &Session, result: &str) -> Option<Box<RawValue>> {
        let convert = || self.aside(result, || self.converter.convert_prompt_in(session, result));
        let converted = self.prompts.then(convert)?;
        Self::log("prompts/get", converted)
    }

    /// Rewrites a list of tools: removes those that are not allowed, and the `outputSchema` of those
    /// whose structured content may be removed.
    pub(super) fn tool_list(&self, page: ListPage, result: &str) -> Option<Box<RawValue>> {
        let mut list: Object<'_> = serde_json::from_str(result).ok()?;
        let tools: Vec<&RawValue> = serde_json::from_str(list.borrowed("tools")?.get()).ok()?;
        self.definitions.begin(page);
        let mut listed: Vec<Cow<'_, RawValue>> = Vec::with_capacity(tools.len());
        for tool in &tools {
            let definition = self.converter.convert_definition(tool.get());
            let definition = definition.map_or(Cow::Borrowed(*tool), Cow::Owned);
            let object: Object<'_> = serde_json::from_str(tool.get()).unwrap_or_default();
            let name = object.string("name");
            let is_listed = self
                .tools
                .as_ref()
                .is_none_or(|tools| name.as_deref().is_some_and(|name| tools.contains(name)));
            if let Some(name) = name {
                if page != ListPage::Own {
                    self.definitions.add(&name, definition.get(), is_listed);
                }
                if is_listed {
                    self.registry.define(&name, Definition::of(tool.get()));
                }
            }
            if is_listed {
                listed.push(definition);
            }
        }
        let is_taken = |tool: &&RawValue| {
            let tool: Object<'_> = serde_json::from_str(tool.get()).unwrap_or_default();
            tool.string("name").is_some_and(|name| name == TOOL)
        };
        if let Some(partial) = &self.partial {
            if tools.iter().any(is_taken) {
                partial.give_way();
            }
            if let Some(own) = partial.definition().filter(|_| page == ListPage::First) {
                self.definitions.add(TOOL, own.get(), true);
                listed.push(Cow::Owned(own));
            }
        }
        if listed.len() == tools.len() && listed.iter().all(|tool| matches!(tool, Cow::Borrowed(_))) {
            return None;
        }
        list.set("tools", raw(&listed)?);
        raw(&list)
    }

    /// Changes the result of `initialize` or `server/discover`: appends an explanation to the instructions, and adds
    /// resources for the links to results.
    pub(super) fn handshake(
        &self,
        client: Client,
        conversation: Conversation<'_>,
        result: &str,
    ) -> Option<Box<RawValue>> {
        let explained = self.explained(client, result);
        let result = explained.as_deref().map_or(result, RawValue::get);
        let with_resources = self.with_resources(conversation.scope, result);
        with_resources.or(explained)
    }

    fn with_resources(&self, scope: Option<&Scope>, result: &str) -> Option<Box<RawValue>> {
        let (partial, scope) = self.partial.as_ref().zip(scope)?;
        let mut result: Object<'_> = serde_json::from_str(result).ok()?;
        if let Some(version) = result.string("protocolVersion") {
            scope.set_version(&version);
        }
        let capabilities = partial.add_resources(result.get("capabilities")?)?;
        result.set("capabilities", capabilities);
        raw(&result)
    }

    fn explained(&self, client: Client, result: &str) -> Option<Box<RawValue>> {
        let Explaining::InAdvance(explanation) = self.explaining else { return None };
        let rules = self.converter.rules();
        let options = rules.written_with();
        let (level, delimiter) = (rules.compared_form().level(client.level), options.get_delimiter());
        let text = &explanation.for_level(level, delimiter, options.get_indent());
        let mut result: Object<'_> = serde_json::from_str(result).ok()?;
        let capabilities = result.object("capabilities")?;
        let can = |capability: &str| capabilities.get(capability).is_some();
        let has_toon = can("tools") || self.resources && can("resources") || self.prompts && can("prompts");
        if !has_toon {
            return None;
        }
        let instructions = match result.string("instructions") {
            Some(instructions) if !instructions.trim().is_empty() => format!("{instructions}\n\n{text}"),
            _ => text.to_owned(),
        };
        result.set("instructions", raw(&instructions)?);
        self.converter.count_explanation(text);
        raw(&result)
    }

    /// Runs `work` without blocking other tasks, if the result is long and the runtime has several
    /// threads: counting the tokens of a megabyte takes tenths of a second.
    fn aside<R>(&self, result: &str, work: impl FnOnce() -> R) -> R {
        const MIN_BYTES_ASIDE: usize = 32 << 10;
        let takes_long =
            self.converter.rules().measured_by() == Measure::Tokens && result.len() > MIN_BYTES_ASIDE;
        let has_threads = |handle: Handle| handle.runtime_flavor() == RuntimeFlavor::MultiThread;
        if takes_long && Handle::try_current().is_ok_and(has_threads) {
            return tokio::task::block_in_place(work);
        }
        work()
    }

    /// Logs what was done and why in one line.
    fn log(tool: &str, converted: toon::Result<ConvertedJson>) -> Option<Box<RawValue>> {
        match converted {
            Ok(ConvertedJson { result, conversion }) => {
                tracing::debug!("{}", conversion.describe(tool));
                result
            }
            // JSON is better for the client than an error from the proxy.
            Err(error) => {
                tracing::error!(tool, %error, "left unchanged: the result cannot be written as TOON");
                None
            }
        }
    }
}

/// The conversation that a result belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conversation<'c> {
    /// What the model has been told.
    pub(super) session: &'c Session,
    /// The results that the client may ask for.
    pub(super) scope: Option<&'c Scope>,
}

/// Where the forms of results are explained to the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Explaining {
    /// In front of the first result that is in the form.
    WithResults,
    /// In the server's instructions.
    InAdvance(Explanation),
    Nowhere,
}

/// The outcome of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallEnd {
    Ok,
    Error,
    /// The client stopped waiting for it.
    Cancelled,
}

impl CallEnd {
    pub(super) const fn of(is_ok: bool) -> Self {
        if is_ok { CallEnd::Ok } else { CallEnd::Error }
    }
}

/// The server that tasks belong to. The default is the one that all sessions share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tasks(u64);

impl Tasks {
    /// The key of a task in the registry.
    fn key(self, id: &str) -> String {
        format!("{} {id}", self.0)
    }
}

/// The id of the task that a result contains instead of content, in either version of tasks.
fn task_in(result: &str) -> Option<String> {
    if !result.contains("taskId") {
        return None;
    }
    let result: Object<'_> = serde_json::from_str(result).ok()?;
    if result.string("resultType").as_deref() == Some("task") {
        return result.string("taskId").map(Into::into);
    }
    if result.get("content").is_some() {
        return None;
    }
    result.object("task")?.string("taskId").map(Into::into)
}
