//! Tool results in TOON.

use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, MetaObject, TextContent};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use std::borrow::Cow;
use toon::EncodeOptions;
use toon::json::{Smallest, smallest_by};
use toon_convert::__internal::normal_options;
use toon_convert::marker::Format;
use toon_convert::tokens;

/// The text block for a value in `structuredContent`. Without it, hosts that show only `content`
/// would show an empty result.
const IN_STRUCTURED_CONTENT: &str = "The result is in structuredContent.";

/// A tool result that is sent to the model as TOON.
///
/// Functions with rmcp's `#[tool]` can return this directly, or in a `Result` whose error is an
/// [`ErrorData`] or a `String`. The result has one text block, which is marked as TOON in its
/// `_meta` ([`marker`](crate::marker)), but no `structuredContent`, since many hosts show nothing
/// else to the model if there is any. See [`with_structured`](Toon::with_structured) for tools that
/// need it.
///
/// ```
/// use toon_rmcp::Toon;
///
/// #[derive(toon::Serialize)]
/// struct User { id: u32, name: &'static str }
///
/// let users = vec![User { id: 1, name: "Ada" }, User { id: 2, name: "Bob" }];
/// let result = Toon::new(users).into_result()?;
/// let text = result.content[0].as_text().unwrap();
/// assert_eq!(text.text, "[2]{id,name}:\n  1,Ada\n  2,Bob");
/// assert_eq!(text.meta.as_ref().unwrap()["toon/format"], "toon");
/// assert_eq!(result.structured_content, None);
/// # Ok::<(), rmcp::ErrorData>(())
/// ```
#[derive(Clone, Debug)]
pub struct Toon<T> {
    value: T,
    options: EncodeOptions,
    structured: bool,
    is_normal: bool,
}

impl<T> Toon<T> {
    /// Creates a result from `value`.
    pub fn new(value: T) -> Self {
        Toon { value, options: EncodeOptions::new(), structured: false, is_normal: false }
    }

    /// Creates a result from `value` in the [normal form](toon_normal), or as TOON if that is no
    /// longer. The normal form states repeated data only once, and suits lists of nested or ragged
    /// objects. The keys of rows take the order of their table's header.
    ///
    /// The server's instructions have to [explain it](crate::Explanation::for_level). The block's
    /// `_meta` states which of the two it is: `normal` or `toon`.
    ///
    /// ```
    /// use serde_json::json;
    /// use toon_rmcp::Toon;
    ///
    /// let users: Vec<_> = ["ada", "bob", "cy", "dee", "eve"]
    ///     .map(|name| json!({"active": true, "login": name, "url": format!("https://x.org/u/{name}")})).into();
    /// let result = Toon::normal(&users).into_result()?;
    /// let block = result.content[0].as_text().unwrap();
    /// assert_eq!(
    ///     block.text,
    ///     "\
    /// _form: 1 list
    /// list.each:
    ///   active: true
    ///   url: \"https://x.org/u/{login}\"
    /// list[5]{login}:
    ///   ada
    ///   bob
    ///   cy
    ///   dee
    ///   eve"
    /// );
    /// assert_eq!(block.meta.as_ref().unwrap()["toon/format"], "normal");
    /// assert_eq!(toon_normal::from_str::<serde_json::Value>(&block.text).unwrap(), json!(users));
    /// # Ok::<(), rmcp::ErrorData>(())
    /// ```
    pub fn normal(value: T) -> Self {
        Toon { is_normal: true, ..Toon::new(value) }
    }

    /// Sets how TOON is written: the delimiter, the selected fields, the level and so on.
    ///
    /// ```
    /// use toon::{Delimiter, EncodeOptions};
    /// use toon_rmcp::Toon;
    ///
    /// let piped = Toon::new([1, 2]).with_options(EncodeOptions::new().delimiter(Delimiter::Pipe));
    /// let result = piped.into_result()?;
    /// assert_eq!(result.content[0].as_text().unwrap().text, "[2|]: 1|2");
    /// # Ok::<(), rmcp::ErrorData>(())
    /// ```
    #[must_use]
    pub fn with_options(mut self, options: EncodeOptions) -> Self {
        self.options = options;
        self
    }

    /// Sends the value in `structuredContent` *instead of* as TOON text, so that it is never sent
    /// twice.
    ///
    /// A tool that declares an `outputSchema` needs this, or clients will reject its results. Other
    /// tools are better off without it: `structuredContent` is JSON, so the model reads JSON. What
    /// hosts show to their models differs:
    ///
    /// | the host shows | with TOON text | with `structuredContent` |
    /// | --- | --- | --- |
    /// | `structuredContent` if present, else `content` | TOON | JSON |
    /// | both | TOON | JSON and one line |
    /// | only `content` | TOON | one line that says where the value is |
    ///
    /// The specification recommends repeating the value as JSON text for the hosts in the last row.
    /// A tool that must support them should not declare an `outputSchema`, and should return TOON
    /// text.
    ///
    /// [Options](Toon::with_options) do not affect the JSON. Up to revision 2025-11-25, the value
    /// must be an object: wrap a list as `{"items": […]}`. (rmcp sends other values to clients of
    /// these revisions as JSON text.)
    ///
    /// ```
    /// use toon_rmcp::Toon;
    ///
    /// let answer = Toon::new(serde_json::json!({"total": 3})).with_structured();
    /// let result = answer.into_result()?;
    /// assert_eq!(result.structured_content, Some(serde_json::json!({"total": 3})));
    /// assert_eq!(result.content[0].as_text().unwrap().text, "The result is in structuredContent.");
    /// # Ok::<(), rmcp::ErrorData>(())
    /// ```
    #[must_use]
    pub fn with_structured(mut self) -> Self {
        self.structured = true;
        self
    }

    /// Returns the value.
    ///
    /// ```
    /// assert_eq!(toon_rmcp::Toon::new(3).into_inner(), 3);
    /// ```
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> From<T> for Toon<T> {
    fn from(value: T) -> Self {
        Toon::new(value)
    }
}

impl<T: Serialize> Toon<T> {
    /// Creates the result, for callers that add something to it.
    ///
    /// # Errors
    ///
    /// Returns an internal error if the value cannot be written, such as a map whose keys are not
    /// strings.
    pub fn into_result(self) -> Result<CallToolResult, ErrorData> {
        if self.structured {
            let value = serde_json::to_value(&self.value).map_err(|error| failed(&error))?;
            let mut result = CallToolResult::success(vec![ContentBlock::text(IN_STRUCTURED_CONTENT)]);
            result.structured_content = Some(value);
            return Ok(result);
        }
        let block = if self.is_normal {
            let options = normal_options().encode(self.options);
            let toon_normal::Text { text, form, .. } =
                options.to_string(&self.value).map_err(|error| failed(&error))?;
            block(text, if form == toon_normal::Form::Normal { Format::Normal } else { Format::Toon })
        } else {
            block(self.options.to_string(&self.value).map_err(|error| failed(&error))?, Format::Toon)
        };
        Ok(CallToolResult::success(vec![block]))
    }
}

impl<T: Serialize> IntoCallToolResult for Toon<T> {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        self.into_result().map(Into::into)
    }
}

/// A tool result that is sent to the model as TOON or compact JSON, whichever is smaller.
///
/// Deep and irregular values are often longer in TOON. The block's `_meta` states which format was
/// chosen.
///
/// ```
/// use serde_json::json;
/// use toon_rmcp::ToonOr;
///
/// let text_of = |value: serde_json::Value| {
///     let result = ToonOr::new(value).into_result()?;
///     let block = result.content[0].as_text().unwrap().clone();
///     Ok::<_, rmcp::ErrorData>((block.text, block.meta.unwrap()["toon/format"].clone()))
/// };
/// assert_eq!(text_of(json!({"tags": ["a", "b"]}))?, ("tags[2]: a,b".to_owned(), json!("toon")));
/// assert_eq!(text_of(json!([[1], [2], [3]]))?, ("[[1],[2],[3]]".to_owned(), json!("json")));
/// # Ok::<(), rmcp::ErrorData>(())
/// ```
#[derive(Clone, Debug)]
pub struct ToonOr<T> {
    value: T,
    options: EncodeOptions,
    size: fn(&str) -> usize,
}

impl<T> ToonOr<T> {
    /// Creates a result from `value`, whose size is measured in bytes.
    pub fn new(value: T) -> Self {
        ToonOr { value, options: EncodeOptions::new(), size: str::len }
    }

    /// Measures the size in tokens: exactly, for `o200k_base`, with the feature `tokens`, or else
    /// [estimated](tokens::estimate).
    ///
    /// ```
    /// use toon_rmcp::ToonOr;
    ///
    /// let rows: Vec<_> = (0..9).map(|id| serde_json::json!({"id": id, "kind": "issue"})).collect();
    /// let result = ToonOr::new(rows).by_tokens().into_result()?;
    /// assert!(result.content[0].as_text().unwrap().text.starts_with("[9]{id,kind}:"));
    /// # Ok::<(), rmcp::ErrorData>(())
    /// ```
    #[must_use]
    pub fn by_tokens(mut self) -> Self {
        self.size = tokens::best;
        self
    }

    /// Sets how TOON is written.
    #[must_use]
    pub fn with_options(mut self, options: EncodeOptions) -> Self {
        self.options = options;
        self
    }
}

impl<T> From<T> for ToonOr<T> {
    fn from(value: T) -> Self {
        ToonOr::new(value)
    }
}

impl<T: Serialize> ToonOr<T> {
    /// Creates the result, for callers that add something to it.
    ///
    /// # Errors
    ///
    /// Returns an internal error if the value cannot be written as TOON or JSON.
    pub fn into_result(self) -> Result<CallToolResult, ErrorData> {
        let block =
            match smallest_by(&self.value, &self.options, self.size).map_err(|error| failed(&error))? {
                Smallest::Toon(text) => block(text, Format::Toon),
                Smallest::Json(text) => block(text, Format::Json),
            };
        Ok(CallToolResult::success(vec![block]))
    }
}

impl<T: Serialize> IntoCallToolResult for ToonOr<T> {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        self.into_result().map(Into::into)
    }
}

/// Implements `JsonSchema` with the schema of the value.
macro_rules! delegate_schema {
    ($($name:ident)*) => {$(
        /// The schema of the value.
        impl<T: JsonSchema> JsonSchema for $name<T> {
            fn inline_schema() -> bool {
                T::inline_schema()
            }

            fn schema_name() -> Cow<'static, str> {
                T::schema_name()
            }

            fn schema_id() -> Cow<'static, str> {
                T::schema_id()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                T::json_schema(generator)
            }
        }
    )*};
}

delegate_schema!(Toon ToonOr);

/// A text block that is marked with its format.
pub fn block(text: String, format: Format) -> ContentBlock {
    ContentBlock::Text(TextContent::new(text).with_meta(MetaObject(format.meta())))
}

fn failed(error: &dyn std::error::Error) -> ErrorData {
    ErrorData::internal_error(format!("Encoding failed: {error}"), None)
}
