//! What the author of a tool sets.

use rmcp::ErrorData;
use toon::EncodeOptions;

/// The key of what an answer says of its page.
pub(super) const PAGINATION: &str = "pagination";

/// What the author of a tool sets for its answers; for
/// [`ResponseParams::respond_with`](super::ResponseParams::respond_with) and
/// [`respond_page_with`](super::ResponseParams::respond_page_with).
///
/// ```
/// use toon_mcp::ResponseOptions;
///
/// let options = ResponseOptions::new().default_sort(["-createdAt", "id"]).sortable(["id", "name", "createdAt"]);
/// assert_ne!(options, ResponseOptions::new());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResponseOptions {
    pub(super) key: String,
    pub(super) default_sort: Vec<String>,
    pub(super) sortable: Option<Vec<String>>,
    pub(super) ranks: Vec<(String, Vec<String>)>,
    pub(super) encode: EncodeOptions,
}

impl Default for ResponseOptions {
    fn default() -> Self {
        ResponseOptions {
            key: "items".to_owned(),
            default_sort: Vec::new(),
            sortable: None,
            ranks: Vec::new(),
            encode: EncodeOptions::new(),
        }
    }
}

impl ResponseOptions {
    /// A list named `items`, no order but that of the rows, sorting by every field, and the default
    /// [`EncodeOptions`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The name of the list in the answer: `items` unless set.
    ///
    /// Any name will do but `pagination`, which is taken: with it, every call is an
    /// `INTERNAL_ERROR`. Callers name fields without it, as in `fields: ["id"]`.
    ///
    /// ```
    /// use toon_mcp::{ResponseOptions, ResponseParams};
    ///
    /// #[derive(toon::Serialize)]
    /// #[toon(tabular)]
    /// struct Project {
    ///     id: u32,
    ///     name: &'static str,
    /// }
    ///
    /// let options = ResponseOptions::new().key("projects");
    /// let result = ResponseParams::default().respond_with(&[Project { id: 1, name: "Engine" }], &options)?;
    /// let text = &result.content[0].as_text().unwrap().text;
    /// assert!(text.starts_with("projects[1]{id,name}:\n  1,Engine\npagination:\n"));
    /// # Ok::<(), rmcp::ErrorData>(())
    /// ```
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = key.into();
        self
    }

    /// # Errors
    /// `INTERNAL_ERROR`, if two keys of the answer would be the same.
    pub(super) fn check(&self) -> Result<(), ErrorData> {
        if self.key == PAGINATION {
            let message = format!(
                "`{PAGINATION}` cannot be the name of the list, because the answer uses it for something else"
            );
            return Err(ErrorData::internal_error(message, None));
        }
        Ok(())
    }

    /// What rows are sorted by where the caller does not say: fields as in `sortBy`, with `+`, `-`
    /// or nothing in front.
    ///
    /// ```
    /// use toon_mcp::{ResponseOptions, ResponseParams};
    ///
    /// #[derive(toon::Serialize)]
    /// #[toon(tabular)]
    /// struct Project {
    ///     id: u32,
    ///     stars: u32,
    /// }
    ///
    /// let projects = [Project { id: 1, stars: 3 }, Project { id: 2, stars: 5 }];
    /// let options = ResponseOptions::new().default_sort(["-stars"]);
    /// let result = ResponseParams::default().respond_with(&projects, &options)?;
    /// let text = &result.content[0].as_text().unwrap().text;
    /// assert!(text.starts_with("items[2]{id,stars}:\n  2,5\n  1,3\n"));
    /// # Ok::<(), rmcp::ErrorData>(())
    /// ```
    #[must_use]
    pub fn default_sort<I>(mut self, by: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.default_sort = by.into_iter().map(Into::into).collect();
        self
    }

    /// The fields that callers may sort by, in place of all of the row: names, or paths to what is
    /// in a group.
    ///
    /// ```
    /// # use toon_mcp::{ResponseOptions, ResponseParams};
    /// # #[derive(toon::Serialize)]
    /// # #[toon(tabular)]
    /// # struct Project { id: u32, stars: u32 }
    /// let options = ResponseOptions::new().sortable(["stars"]);
    /// let params = ResponseParams { sort_by: vec!["id".to_owned()], ..ResponseParams::default() };
    /// let error = params.respond_with::<Project>(&[], &options).unwrap_err();
    /// assert_eq!(error.message, "Invalid sort field: id. Allowed: stars");
    /// ```
    #[must_use]
    pub fn sortable<I>(mut self, fields: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.sortable = Some(fields.into_iter().map(Into::into).collect());
        self
    }

    /// The strings of a field in the order they sort in, where that is not the alphabet's. Others
    /// come after them.
    ///
    /// This is for rows that are sorted here. A query of your own has to sort that way itself.
    ///
    /// ```
    /// use toon_mcp::{ResponseOptions, ResponseParams};
    ///
    /// #[derive(toon::Serialize)]
    /// #[toon(tabular)]
    /// struct Task {
    ///     priority: &'static str,
    /// }
    ///
    /// let tasks = ["high", "low", "medium"].map(|priority| Task { priority });
    /// let options = ResponseOptions::new().ranked("priority", ["low", "medium", "high"]);
    /// let params = ResponseParams { sort_by: vec!["-priority".to_owned()], ..ResponseParams::default() };
    /// let result = params.respond_with(&tasks, &options)?;
    /// let text = &result.content[0].as_text().unwrap().text;
    /// assert!(text.starts_with("items[3]{priority}:\n  high\n  medium\n  low\n"));
    /// # Ok::<(), rmcp::ErrorData>(())
    /// ```
    #[must_use]
    pub fn ranked<I>(mut self, field: impl Into<String>, values: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.ranks.push((field.into(), values.into_iter().map(Into::into).collect()));
        self
    }

    /// How TOON is written: its delimiter, for instance. The fields are the caller's, and so is the
    /// level where the rows have levels.
    ///
    /// ```
    /// # use toon_mcp::{ResponseOptions, ResponseParams};
    /// # #[derive(toon::Serialize)]
    /// # #[toon(tabular)]
    /// # struct Project { id: u32, stars: u32 }
    /// use toon::{Delimiter, EncodeOptions};
    ///
    /// let options = ResponseOptions::new().encode(EncodeOptions::new().delimiter(Delimiter::Pipe));
    /// let result = ResponseParams::default().respond_with(&[Project { id: 1, stars: 3 }], &options)?;
    /// assert!(result.content[0].as_text().unwrap().text.starts_with("items[1|]{id|stars}:\n  1|3\n"));
    /// # Ok::<(), rmcp::ErrorData>(())
    /// ```
    #[must_use]
    pub fn encode(mut self, options: EncodeOptions) -> Self {
        self.encode = options;
        self
    }
}
