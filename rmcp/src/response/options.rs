//! Options set by the author of a tool.

use rmcp::ErrorData;
use toon::EncodeOptions;

/// The key of the page information in a response.
pub(super) const PAGINATION: &str = "pagination";

/// Options that the author of a tool sets for its responses. They are passed to
/// [`ResponseParams::respond_with`](super::ResponseParams::respond_with) and
/// [`respond_page_with`](super::ResponseParams::respond_page_with).
///
/// ```
/// use toon_rmcp::ResponseOptions;
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
    pub(super) explain: bool,
}

impl Default for ResponseOptions {
    fn default() -> Self {
        ResponseOptions {
            key: "items".to_owned(),
            default_sort: Vec::new(),
            sortable: None,
            ranks: Vec::new(),
            encode: EncodeOptions::new(),
            explain: true,
        }
    }
}

impl ResponseOptions {
    /// The defaults: the list is named `items`, keeps the order of the rows, and can be sorted by
    /// every field. TOON is written with the default [`EncodeOptions`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the name of the list in the response. The default is `items`.
    ///
    /// Any name except `pagination` is allowed. With `pagination`, every call returns an
    /// `INTERNAL_ERROR`. Callers refer to fields without the name, as in `fields: ["id"]`.
    ///
    /// ```
    /// use toon_rmcp::{ResponseOptions, ResponseParams};
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
    /// Returns `INTERNAL_ERROR` if two keys of the response would be the same.
    pub(super) fn check(&self) -> Result<(), ErrorData> {
        if self.key == PAGINATION {
            let message = format!(
                "`{PAGINATION}` cannot be the name of the list, because the answer uses it for something else"
            );
            return Err(ErrorData::internal_error(message, None));
        }
        Ok(())
    }

    /// Sets the default order: fields as in `sortBy`, optionally prefixed with `+` or `-`.
    ///
    /// ```
    /// use toon_rmcp::{ResponseOptions, ResponseParams};
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

    /// Restricts the fields that callers may sort by: names, or paths of nested fields. By default,
    /// all are allowed.
    ///
    /// ```
    /// # use toon_rmcp::{ResponseOptions, ResponseParams};
    /// # #[derive(toon::Serialize)]
    /// # #[toon(tabular)]
    /// # struct Project { id: u32, stars: u32 }
    /// let options = ResponseOptions::new().sortable(["stars"]);
    /// let params = ResponseParams { sort_by: vec!["id".to_owned()], ..ResponseParams::default() };
    /// let result = params.respond_with::<Project>(&[], &options)?;
    /// assert_eq!(result.content[0].as_text().unwrap().text, "Invalid sort field: id. Allowed: stars");
    /// # Ok::<(), rmcp::ErrorData>(())
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

    /// Sets the order of a field's strings, if it is not alphabetical. Strings that are not listed
    /// come last.
    ///
    /// This applies to rows that are sorted here. A query of your own has to sort the same way.
    ///
    /// ```
    /// use toon_rmcp::{ResponseOptions, ResponseParams};
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

    /// Sets how TOON is written, such as its delimiter. The fields, and the level if the rows have
    /// levels, are up to the caller.
    ///
    /// ```
    /// # use toon_rmcp::{ResponseOptions, ResponseParams};
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

    /// Whether an answer in a normal form comes with an explanation of the parts that it uses. The
    /// default is `true`.
    ///
    /// Turn this off if the server's instructions explain the normal form instead, by
    /// [`Explanation::for_level`](crate::Explanation::for_level).
    ///
    /// ```
    /// # use toon_rmcp::{ResponseOptions, ResponseParams};
    /// # #[derive(toon::Serialize)]
    /// # #[toon(tabular)]
    /// # struct Order { id: u32, currency: &'static str }
    /// let orders: Vec<Order> = (0..9).map(|id| Order { id, currency: "EUR" }).collect();
    /// let params: ResponseParams = serde_json::from_str(r#"{"responseFormat": "legible"}"#)?;
    /// let result = params.respond_with(&orders, &ResponseOptions::new().explain(false))?;
    /// assert!(result.content[0].as_text().unwrap().text.contains("items.each:\n  currency: EUR\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain(mut self, explain: bool) -> Self {
        self.explain = explain;
        self
    }
}
