//! TOON for authors of [Model Context Protocol](https://modelcontextprotocol.io) servers based on
//! [`rmcp`]:
//!
//! - [`Toon`] is a tool result in TOON, [`ToonOr`] one in TOON or JSON, whichever is smaller.
//! - [`ResponseParams`] are parameters for tools that return lists: format, verbosity, fields,
//!   order, page. A mistake in them is a result that the model can learn from, as is [`ToolError`].
//! - [`PROMPT`] explains TOON to models, and [`Explanation`] does so for other options, or in two
//!   sentences.
//! - [`Converted`] converts the results of a whole [`ServerHandler`](rmcp::ServerHandler) to their
//!   smallest form, with a [`Converter`] and its [`Rules`].
//!
//! ```
//! use rmcp::{handler::server::wrapper::Parameters, model::CallToolResult, tool, tool_router, ErrorData};
//! use toon_rmcp::{ResponseParams, Toon};
//!
//! #[derive(Clone, toon::Serialize)]
//! #[toon(tabular)]
//! struct Project { id: u32, name: String }
//!
//! struct Projects(Vec<Project>);
//!
//! #[tool_router]
//! impl Projects {
//!     #[tool(description = "The newest project")]
//!     async fn newest(&self) -> Result<Toon<Project>, String> {
//!         self.0.last().cloned().map(Toon::new).ok_or_else(|| "there is none".to_owned())
//!     }
//!
//!     #[tool(description = "All projects")]
//!     async fn list(&self, Parameters(params): Parameters<ResponseParams>) -> Result<CallToolResult, ErrorData> {
//!         params.respond(&self.0)
//!     }
//! }
//! # let _ = Projects(Vec::new());
//! ```

#[doc(hidden)]
#[path = "internal.rs"]
pub mod __internal;
mod error;
mod handler;
mod prompt;
mod response;
mod result;

pub use error::ToolError;
pub use handler::Converted;
pub use prompt::{prompt, prompt_messages};
pub use response::{PageQuery, ResponseFormat, ResponseOptions, ResponseParams, SortKey, Verbosity};
pub use result::{Toon, ToonOr};
pub use toon_convert::{
    Converter, Explanation, Form, Host, InvalidPattern, Marker, Measure, PROMPT, Rules, Size, Statistics,
    Structured, ToolStatistics, marker,
};

/// The examples in the README, as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
