//! The converter: its entry points, and what they return.

use crate::call::Call;
use crate::conversion::{Conversion, Counted};
use crate::definition::Definition;
use crate::files;
use crate::filter::ToolFilter;
use crate::object::{Object, raw};
use crate::rules::{InvalidPattern, Rules, Structured};
use crate::session::Session;
use crate::size::Measure;
use crate::stats::{self, Counters, Statistics};
use serde::Serialize;
use serde::de::{DeserializeOwned, Error};
use serde_json::value::RawValue;

/// The result of [`Converter::convert_json`].
#[derive(Debug)]
pub struct ConvertedJson {
    /// The converted result, or `None` if it is unchanged.
    pub result: Option<Box<RawValue>>,
    /// What was done, and why.
    pub conversion: Conversion,
}

/// Converts tool results to their smallest form – TOON, compact JSON or the original, and a normal
/// form if [`Rules::form`] allows it – according to its [`Rules`], and counts the savings. No
/// information is lost, and contents of files are left alone.
///
/// It is independent of transports: a gateway, proxy or server calls it with a tool's name and
/// result. It can be shared between threads. With [`Measure::Tokens`], the tokenizer's tables are
/// loaded in the background. Until they are, sizes are approximated, and no call has to wait.
///
/// ```
/// use serde_json::json;
/// use toon_convert::{Converter, Measure, Rules};
///
/// let converter = Converter::new(Rules::new().measure(Measure::Bytes))?;
/// let json = format!("[{}]", [r#"{"id": 1, "name": "Ada"}"#; 9].join(", "));
/// let mut result = json!({"content": [{"type": "text", "text": json}]});
/// let conversion = converter.convert("list_users", &mut result).unwrap();
/// assert!(result["content"][0]["text"].as_str().unwrap().starts_with("[9]{id,name}:\n  1,Ada\n"));
/// assert_eq!((conversion.before.bytes, conversion.after.bytes), (234, 85));
/// assert_eq!(converter.statistics().tools_converted, 1);
/// # Ok::<(), toon_convert::InvalidPattern>(())
/// ```
#[derive(Debug)]
pub struct Converter {
    pub(crate) rules: Rules,
    filter: ToolFilter,
    pub(crate) counters: Counters,
}

impl Converter {
    /// Creates a converter with the given rules.
    ///
    /// # Errors
    ///
    /// Fails if a pattern in the lists of tools is not a valid glob.
    pub fn new(rules: Rules) -> Result<Self, InvalidPattern> {
        let filter = ToolFilter::new(&rules)?;
        if rules.measure == Measure::Tokens {
            crate::tokens::load_in_background();
        }
        Ok(Converter { rules, filter, counters: Counters::default() })
    }

    /// The rules.
    ///
    /// ```
    /// use toon_convert::{Converter, Rules};
    ///
    /// let converter = Converter::new(Rules::new().min_size_bytes(0))?;
    /// assert_eq!(converter.rules(), &Rules::new().min_size_bytes(0));
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Statistics since the converter was created.
    pub fn statistics(&self) -> Statistics {
        self.counters.statistics(self.rules.measure)
    }

    /// Whether the lists of tools allow converting results of the tool.
    ///
    /// ```
    /// use toon_convert::{Converter, Rules};
    ///
    /// let converter = Converter::new(Rules::new().exclude_tools(["read_*"]))?;
    /// assert!(converter.applies_to("list_users") && !converter.applies_to("read_file"));
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    pub fn applies_to(&self, tool: &str) -> bool {
        self.filter.takes(tool)
    }

    /// Whether results of the tool always keep their `structuredContent`, and its definition its
    /// `outputSchema`. This depends only on the definition and the rules: tools with a UI and
    /// excluded tools keep them, and so do all tools under [`Structured::Keep`].
    ///
    /// ```
    /// use toon_convert::{Converter, Definition, Rules};
    ///
    /// let converter = Converter::new(Rules::new())?;
    /// assert!(!converter.keeps_structured("list_users", &Definition::default()));
    /// assert!(converter.keeps_structured("read_file", &Definition::default()));
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    pub fn keeps_structured(&self, tool: &str, definition: &Definition) -> bool {
        self.rules.structured == Structured::Keep
            || definition.needs_structured
            || self.leaves_alone(tool, definition)
    }

    /// Whether results of the tool are never changed, since it reads files or is excluded.
    ///
    /// ```
    /// use toon_convert::{Converter, Definition, Rules};
    ///
    /// let converter = Converter::new(Rules::new())?;
    /// assert!(converter.leaves_alone("read_file", &Definition::default()));
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    pub fn leaves_alone(&self, tool: &str, definition: &Definition) -> bool {
        let is_file = files::is_reader(tool) || definition.is_file && !files::is_lister(tool);
        !self.applies_to(tool) || is_file && !self.rules.rewrite_files
    }

    /// Converts a tool's definition in JSON for clients: removes an `outputSchema` that results may
    /// no longer match. `None` if nothing changes.
    ///
    /// ```
    /// use toon_convert::{Converter, Rules};
    ///
    /// let converter = Converter::new(Rules::new())?;
    /// let tool = r#"{"name":"list_users","outputSchema":{"type":"object"},"inputSchema":{ "type":"object" }}"#;
    /// let changed = converter.convert_definition(tool).unwrap();
    /// assert_eq!(changed.get(), r#"{"name":"list_users","inputSchema":{ "type":"object" }}"#);
    /// assert!(converter.convert_definition(&tool.replace("list_users", "read_file")).is_none());
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    pub fn convert_definition(&self, tool: &str) -> Option<Box<RawValue>> {
        let definition = Definition::of(tool);
        let mut tool: Object<'_> = serde_json::from_str(tool).ok()?;
        tool.get("outputSchema")?;
        if self.keeps_structured(&tool.string("name")?, &definition) {
            return None;
        }
        tool.remove("outputSchema");
        raw(&tool)
    }

    /// Counts the cost of a text that explains TOON to a model. Call it each time the text is sent.
    ///
    /// ```
    /// use toon_convert::{Converter, Explanation, Rules};
    ///
    /// let converter = Converter::new(Rules::new())?;
    /// converter.count_explanation(&Explanation::Short.text(toon::Delimiter::Comma, 2));
    /// assert!(converter.statistics().total_bytes_saved() < 0);
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    pub fn count_explanation(&self, text: &str) {
        self.counters.add_explanation(self.meter().size(text));
    }

    /// Converts a tool's result. It stays unchanged if it is not JSON, or would not become smaller.
    ///
    /// Any type that serde writes and reads as a `CallToolResult` of the protocol is a result: that
    /// of a library such as `rmcp`, or a [`serde_json::Value`].
    ///
    /// # Errors
    ///
    /// Fails if JSON cannot be written as TOON and [`Rules::skip_on_error`] is off. The result is
    /// then unchanged.
    pub fn convert<'c, R: Serialize + DeserializeOwned>(
        &self,
        call: impl Into<Call<'c>>,
        result: &mut R,
    ) -> toon::Result<Conversion> {
        let json = serde_json::to_string(result).map_err(toon::Error::custom)?;
        let ConvertedJson { result: changed, conversion } = self.convert_json(call, &json)?;
        if let Some(changed) = changed {
            *result = serde_json::from_str(changed.get()).map_err(toon::Error::custom)?;
        }
        Ok(conversion)
    }

    /// Like [`convert`](Self::convert), for a result in JSON. Everything else, including unknown
    /// fields, is passed on exactly as written.
    ///
    /// ```
    /// use toon_convert::{Converter, Measure, Rules};
    ///
    /// let converter = Converter::new(Rules::new().measure(Measure::Bytes).min_size_bytes(0).any_savings(true))?;
    /// let result = r#"{"content": [{"type": "text", "text": "{\"ids\": [1, 2, 3]}", "x": 1e0}], "y": {"b":0, "a":0}}"#;
    /// let converted = converter.convert_json("list", result).unwrap();
    /// assert_eq!(
    ///     converted.result.unwrap().get(),
    ///     concat!(
    ///         r#"{"content":[{"type":"text","text":"ids[3]: 1,2,3","x":1e0,"_meta":{"toon/format":"toon"}}],"#,
    ///         r#""y":{"b":0, "a":0}}"#,
    ///     ),
    /// );
    /// assert_eq!(converted.conversion.reason, "TOON takes 13 bytes, compact JSON 15");
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if JSON cannot be written as TOON and [`Rules::skip_on_error`] is off.
    pub fn convert_json<'c>(&self, call: impl Into<Call<'c>>, result: &str) -> toon::Result<ConvertedJson> {
        self.convert_in(None, &call.into(), result)
    }

    /// Like [`convert_json`](Self::convert_json), for a result in a conversation: the first result
    /// that is converted to a form begins with an explanation of it. See [`Session`], which has an
    /// example.
    ///
    /// # Errors
    ///
    /// Fails if JSON cannot be written as TOON and [`Rules::skip_on_error`] is off.
    pub fn convert_json_in<'c>(
        &self,
        session: &Session,
        call: impl Into<Call<'c>>,
        result: &str,
    ) -> toon::Result<ConvertedJson> {
        self.convert_in(Some(session), &call.into(), result)
    }

    /// Counts that of a result, which has been [converted](Self::convert_json), only this text was sent, without the
    /// explanation.
    ///
    /// ```
    /// use toon_convert::{Converter, Rules};
    ///
    /// let converter = Converter::new(Rules::new())?;
    /// let result = format!(r#"{{"content": [{{"type": "text", "text": "{}"}}]}}"#, "x".repeat(9_000));
    /// let converted = converter.convert_json("search", &result).unwrap();
    /// converter.count_part("search", &converted.conversion, "9,000 bytes are in a file");
    /// let statistics = converter.statistics();
    /// assert_eq!((statistics.before.bytes, statistics.after.bytes, statistics.tools_partial), (9_000, 25, 1));
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    pub fn count_part(&self, tool: &str, conversion: &Conversion, shown: &str) {
        self.counters.add_part(tool, conversion, self.meter().size(shown));
    }

    fn convert_in(
        &self,
        session: Option<&Session>,
        call: &Call<'_>,
        result: &str,
    ) -> toon::Result<ConvertedJson> {
        let (result, conversion) = self.convert_result(call, result, session)?;
        if conversion.explanation.bytes > 0 {
            self.counters.add_explanation(conversion.explanation);
        }
        match conversion.counted {
            Counted::No => {}
            // Clients can call tools that do not exist, so only names that the server knows get a
            // row of their own.
            Counted::Error if call.definition == Definition::unknown() => {
                self.counters.add_result(stats::OTHERS, &conversion);
            }
            Counted::Result | Counted::Error | Counted::Text => {
                self.counters.add_result(call.tool, &conversion);
            }
        }
        Ok(ConvertedJson { result, conversion })
    }
}
