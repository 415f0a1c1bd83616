//! Turns the JSON in tool results into TOON, where that makes them smaller.

mod compact;
mod filter;
mod result;
mod rules;
mod stats;
mod text;

pub use rules::{InvalidPattern, Marker, Measure, Rules, Structured};
pub use stats::Statistics;

use filter::Filter;
use rmcp::model::CallToolResult;
use serde_json::value::RawValue;
use stats::Counters;
use std::time::{Duration, Instant};

/// What was done to a result.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Conversion {
    /// The text blocks that are TOON now.
    pub blocks: usize,
    /// The length of these blocks before, in bytes.
    pub bytes_before: u64,
    /// Their length now.
    pub bytes_after: u64,
    /// How long it took, everything that was tried included.
    pub time: Duration,
}

impl Conversion {
    /// Whether anything is TOON now.
    ///
    /// ```
    /// assert!(!toon_mcp::Conversion::default().is_converted());
    /// ```
    pub const fn is_converted(&self) -> bool {
        self.blocks > 0
    }

    /// The bytes that are saved.
    ///
    /// ```
    /// use toon_mcp::Conversion;
    ///
    /// let conversion = Conversion { blocks: 1, bytes_before: 200, bytes_after: 150, ..Conversion::default() };
    /// assert_eq!(conversion.bytes_saved(), 50);
    /// ```
    pub const fn bytes_saved(&self) -> u64 {
        self.bytes_before.saturating_sub(self.bytes_after)
    }

    /// The share of the bytes that is saved, in percent, to two decimals.
    ///
    /// ```
    /// use toon_mcp::Conversion;
    ///
    /// let conversion = Conversion { blocks: 1, bytes_before: 300, bytes_after: 200, ..Conversion::default() };
    /// assert_eq!(conversion.savings_percent(), 33.33);
    /// ```
    pub fn savings_percent(&self) -> f64 {
        stats::percent(self.bytes_saved(), self.bytes_before)
    }
}

/// Turns the JSON in tool results into TOON by the [`Rules`] that it is made of, and counts what it does.
///
/// It knows nothing of transports: a gateway, a proxy or a server calls it with a tool's name and its result. It can be
/// shared between threads.
///
/// ```
/// use rmcp::model::{CallToolResult, ContentBlock};
/// use toon_mcp::{Converter, Rules};
///
/// let converter = Converter::new(Rules::new())?;
/// let json = format!("[{}]", [r#"{"id": 1, "name": "Ada"}"#; 9].join(", "));
/// let mut result = CallToolResult::success(vec![ContentBlock::text(json)]);
/// let conversion = converter.convert("list_users", &mut result).unwrap();
/// assert!(result.content[0].as_text().unwrap().text.starts_with("[9]{id,name}:\n  1,Ada\n"));
/// assert_eq!((conversion.blocks, conversion.bytes_before, conversion.bytes_after), (1, 234, 85));
/// assert_eq!(converter.statistics().items_converted, 1);
/// # Ok::<(), toon_mcp::InvalidPattern>(())
/// ```
#[derive(Debug)]
pub struct Converter {
    rules: Rules,
    filter: Filter,
    counters: Counters,
}

impl Converter {
    /// A converter with these rules.
    ///
    /// # Errors
    ///
    /// If a name in the lists of tools is no glob.
    pub fn new(rules: Rules) -> Result<Self, InvalidPattern> {
        let filter = Filter::new(&rules)?;
        tracing::info!(
            min_size = rules.min_size_bytes,
            max_size = rules.max_size_bytes,
            include = ?rules.include_tools,
            exclude = ?rules.exclude_tools,
            "results become TOON where that makes them smaller"
        );
        Ok(Converter { rules, filter, counters: Counters::default() })
    }

    /// The rules.
    ///
    /// ```
    /// use toon_mcp::{Converter, Rules};
    ///
    /// let converter = Converter::new(Rules::new().min_size_bytes(0))?;
    /// assert_eq!(converter.rules(), &Rules::new().min_size_bytes(0));
    /// # Ok::<(), toon_mcp::InvalidPattern>(())
    /// ```
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What has been done since it was made.
    pub fn statistics(&self) -> Statistics {
        self.counters.statistics()
    }

    /// Whether results of the tool are looked at.
    ///
    /// ```
    /// use toon_mcp::{Converter, Rules};
    ///
    /// let converter = Converter::new(Rules::new().exclude_tools(["read_*"]))?;
    /// assert!(converter.applies_to("list_users") && !converter.applies_to("read_file"));
    /// # Ok::<(), toon_mcp::InvalidPattern>(())
    /// ```
    pub fn applies_to(&self, tool: &str) -> bool {
        self.filter.takes(tool)
    }

    /// Converts the text blocks of a tool's result. What is not JSON, or not smaller, stays as it is.
    ///
    /// # Errors
    ///
    /// If JSON cannot be written as TOON and [`Rules::skip_on_error`] is off. Then the result is as it was.
    pub fn convert(&self, tool: &str, result: &mut CallToolResult) -> toon::Result<Conversion> {
        let started = Instant::now();
        if !self.applies_to(tool) {
            return Ok(Conversion::default());
        }
        let has_content = !result.content.is_empty();
        let conversion = self.convert_typed(result, started)?;
        if has_content {
            self.counters.add_result(&conversion);
        }
        Ok(conversion)
    }

    /// The same for a result in JSON: `None` if it stays as it is. All that is not touched, unknown fields included,
    /// is handed on as it stands in the text.
    ///
    /// ```
    /// use toon_mcp::{Converter, Rules};
    ///
    /// let converter = Converter::new(Rules::new().min_size_bytes(0))?;
    /// let result = r#"{"content": [{"type": "text", "text": "{\"ids\": [1, 2, 3]}", "x": 1e0}], "y": {"b":0, "a":0}}"#;
    /// let (result, _) = converter.convert_json("list", result).unwrap().unwrap();
    /// assert_eq!(
    ///     result.get(),
    ///     concat!(
    ///         r#"{"content":[{"type":"text","text":"ids[3]: 1,2,3","x":1e0,"_meta":{"toon/format":"toon"}}],"#,
    ///         r#""y":{"b":0, "a":0}}"#,
    ///     ),
    /// );
    /// # Ok::<(), toon_mcp::InvalidPattern>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If JSON cannot be written as TOON and [`Rules::skip_on_error`] is off.
    pub fn convert_json(
        &self,
        tool: &str,
        result: &str,
    ) -> toon::Result<Option<(Box<RawValue>, Conversion)>> {
        let started = Instant::now();
        if !self.applies_to(tool) {
            return Ok(None);
        }
        let converted = self.convert_raw(result, started)?;
        let conversion = converted.as_ref().map_or_else(Conversion::default, |(_, conversion)| *conversion);
        if conversion.is_converted() || result::has_content(result) {
            self.counters.add_result(&conversion);
        }
        Ok(converted)
    }
}
