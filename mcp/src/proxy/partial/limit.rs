//! How much of a result is shown, and where the whole is kept.

use super::scope::Scope;
use super::whole::ResultParts;
use serde_json::json;
use serde_json::value::RawValue;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::available_parallelism;
use tokio::sync::Semaphore;
use toon_convert::__internal::raw;
use toon_store::{Budget, Reader, Store, Stored, TOOL, notice};

/// The URIs of results, before their ids.
pub(super) const RESULTS: &str = "toon://result/";

/// How much of a result is shown, and where the whole is kept.
#[derive(Debug)]
pub(crate) struct Partial {
    pub(super) budget: Budget,
    pub(super) store: Store,
    pub(super) reader: Reader,
    clients: Clients,
    /// The results of clients without a session.
    common: Arc<Scope>,
    /// Permits for queries that run at the same time.
    pub(super) queries: Semaphore,
    /// The server has a tool with the name of ours.
    is_taken: AtomicBool,
    /// The server has no resources, but the proxy has.
    adds_resources: AtomicBool,
}

/// Who talks to the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clients {
    /// One, on the same computer.
    One,
    /// Several, over HTTP, which must not see each other's results.
    Several,
}

impl Partial {
    /// Shows at most this number of tokens.
    pub(crate) fn new(tokens: usize, store: Store, clients: Clients) -> Self {
        let reader = match clients {
            Clients::One => Reader::with_command(toon_store::program("toon-mcp")).or_tool(),
            Clients::Several => Reader::with_tool(),
        };
        Partial {
            budget: Budget::tokens(tokens),
            store,
            reader,
            clients,
            common: Arc::new(Scope::of_stateless_clients()),
            queries: Semaphore::new(available_parallelism().map_or(2, NonZero::get)),
            is_taken: AtomicBool::new(false),
            adds_resources: AtomicBool::new(false),
        }
    }

    /// The results that a client may ask for. One that is `in_session` shares them with nobody.
    pub(in super::super) fn scope(&self, in_session: bool) -> Arc<Scope> {
        match (self.clients, in_session) {
            (Clients::One, _) => Arc::new(Scope::of_all_results()),
            (Clients::Several, true) => Arc::new(Scope::of_session()),
            (Clients::Several, false) => Arc::clone(&self.common),
        }
    }

    /// Notes that the server has a tool with the name of ours. Its results are then shown as they are.
    pub(in super::super) fn give_way(&self) {
        if !self.is_taken.swap(true, Relaxed) {
            tracing::warn!("the server has a tool `{TOOL}` of its own: --budget does not apply");
        }
    }

    /// The tool for queries, as listed.
    pub(in super::super) fn definition(&self) -> Option<Box<RawValue>> {
        if self.is_taken.load(Relaxed) {
            return None;
        }
        raw(&json!({
            "name": TOOL,
            "description": "Query a result that was shown only in part, by its id. Answers in TOON.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "result": {"type": "string", "description": "16 hex digits"},
                    "filter": {"type": "string", "description": "jq filter; without it, the paths of the result"},
                },
                "required": ["result"],
            },
            "annotations": {"readOnlyHint": true},
        }))
    }

    /// Adds resources to the capabilities of a server with tools but without resources, for the links to results.
    pub(in super::super) fn add_resources(&self, capabilities: &RawValue) -> Option<Box<RawValue>> {
        let mut capabilities: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(capabilities.get()).ok()?;
        if !capabilities.contains_key("tools") || capabilities.contains_key("resources") {
            return None;
        }
        self.adds_resources.store(true, Relaxed);
        capabilities.insert("resources".to_owned(), json!({}));
        raw(&capabilities)
    }

    pub(super) fn has_added_resources(&self) -> bool {
        self.adds_resources.load(Relaxed)
    }

    /// Shows a part of the `original` result of a tool, if what would be `sent` exceeds the budget.
    /// `None` if it does not, if it is an error, if its `structuredContent` must stay, or if the
    /// whole cannot be kept.
    pub(in super::super) fn of(
        &self,
        scope: &Scope,
        (tool, keeps_structured): (&str, bool),
        original: &str,
        sent: &str,
    ) -> Option<Part> {
        if self.is_taken.load(Relaxed) || self.budget.fits(&ResultParts::read(sent)?.shown()) {
            return None;
        }
        let is_needed = |parts: &ResultParts<'_>| keeps_structured && parts.has_structured();
        let parts = ResultParts::read(original);
        let mut parts = parts.filter(|parts| !parts.is_error() && !is_needed(parts))?;
        let whole = parts.whole()?;
        let link_size = if scope.shows_links() { LINK_TOKENS } else { 0 };
        let budget = self.budget.of(self.budget.get().saturating_sub(link_size));
        let store = self.store.with_key(scope.key());
        let (text, stored) = match notice::shorten(&whole, &store, &self.reader, budget) {
            Ok(shortened) => shortened,
            Err(error) => {
                tracing::error!(tool, %error, "a result exceeds the budget, but cannot be shown in part");
                return None;
            }
        };
        scope.add(stored.id());
        tracing::info!(tool, result = stored.id(), "shown in part");
        let link =
            link(&stored).filter(|link| scope.shows_links() && self.budget.fits(&format!("{text}\n{link}")));
        let result = parts.replace(&text, link)?;
        Some(Part { result, text })
    }
}

/// A result of which a part is shown.
pub(in super::super) struct Part {
    pub(in super::super) result: Box<RawValue>,
    /// What is shown of the text.
    pub(in super::super) text: String,
}

/// The most tokens of a link: its id, which is in it twice, has up to 16.
const LINK_TOKENS: usize = 80;

fn link(stored: &Stored) -> Option<Box<RawValue>> {
    let id = stored.id();
    raw(&json!({
        "type": "resource_link",
        "uri": format!("{RESULTS}{id}"),
        "name": format!("result {id}"),
        "mimeType": mime_type(stored.is_json),
        "size": stored.bytes,
    }))
}

pub(super) const fn mime_type(is_json: bool) -> &'static str {
    if is_json { "application/json" } else { "text/plain" }
}
