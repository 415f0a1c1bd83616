//! Writes a report as a page.

use super::report::Report;

const PAGE: &str = include_str!("page.html");

impl Report {
    /// The report as an HTML page that needs nothing else, with the numbers of its JSON.
    ///
    /// # Errors
    ///
    /// Fails if a number is not finite.
    pub fn html(&self) -> serde_json::Result<String> {
        // Within a script, only the end of an element has a meaning.
        let json = serde_json::to_string(self)?.replace('<', "\\u003c");
        Ok(PAGE.replacen("REPORT", &json, 1))
    }
}
