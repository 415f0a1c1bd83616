//! Why a call fails.

use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};

/// The reason why a call fails, for tools to return.
///
/// Hosts show results to their models, but often not errors of the protocol. A mistake that a model
/// can correct is therefore sent as a result with `isError` (SEP-1303).
///
/// ```
/// use rmcp::model::CallToolResult;
/// use rmcp::{ErrorData, tool};
/// use toon_rmcp::ToolError;
///
/// struct Server;
///
/// impl Server {
///     #[tool(description = "Deletes a project")]
///     fn delete(&self) -> Result<CallToolResult, ToolError> {
///         let id = Some(3).ok_or(ErrorData::internal_error("the database failed", None))?;
///         Err(ToolError::Arguments(format!("There is no project {id}: list_projects lists them")))
///     }
/// }
///
/// let result = Server.delete().unwrap_err().into_result()?;
/// assert_eq!(result.is_error, Some(true));
/// assert_eq!(result.content[0].as_text().unwrap().text, "There is no project 3: list_projects lists them");
/// # Ok::<(), ErrorData>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ToolError {
    /// The arguments are wrong. The text tells the model how to correct them.
    #[error("{0}")]
    Arguments(String),
    /// Other arguments would not help: an error of the protocol.
    #[error(transparent)]
    Protocol(#[from] ErrorData),
}

impl ToolError {
    /// The result for [wrong arguments](ToolError::Arguments).
    ///
    /// # Errors
    /// Returns the error of the protocol, if it is one.
    ///
    /// ```
    /// use rmcp::ErrorData;
    /// use toon_rmcp::ToolError;
    ///
    /// let error = ErrorData::internal_error("the database failed", None);
    /// assert_eq!(ToolError::from(error.clone()).into_result(), Err(error));
    /// ```
    pub fn into_result(self) -> Result<CallToolResult, ErrorData> {
        match self {
            ToolError::Arguments(text) => Ok(CallToolResult::error(vec![ContentBlock::text(text)])),
            ToolError::Protocol(error) => Err(error),
        }
    }
}

impl IntoCallToolResult for ToolError {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        self.into_result().map(Into::into)
    }
}
