//! What is known about a document.

use super::collect::Collector;
use super::node::Node;
use super::{filters, render};
use crate::Budget;
use crate::budget::counted;

/// The tokens that an outline takes at most, whatever the document is.
pub(crate) const MAX_TOKENS: usize = 700;

/// What a document contains, by path: enough to write a query without having seen it.
///
/// The paths are those of jq. Types are those of JSON, `n` is the number of times that a path occurs, and values are
/// all values of a path if there are few, or else one example.
///
/// ```
/// use toon_store::{Budget, Outline};
///
/// let json = r#"{"items":[{"id":1,"state":"open"},{"id":2,"state":"closed"},{"id":3,"state":null}]}"#;
/// let outline = Outline::of_json(json)?;
/// assert_eq!(outline.to_text(Budget::tokens(700)), "\
/// outline[2]{path,type,n,values}:
///   \".items[].id\",number,3,1|2|3
///   \".items[].state\",null|string,3,closed|open");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Debug)]
pub struct Outline {
    root: Node,
}

impl Outline {
    /// Reads a JSON document.
    ///
    /// # Errors
    ///
    /// Fails if the text is not JSON.
    pub fn of_json(json: &str) -> toon::Result<Self> {
        let mut collector = Collector::new();
        collector.add_json(json)?;
        Ok(collector.finish())
    }

    /// What the document is, such as `847 rows`.
    ///
    /// ```
    /// assert_eq!(toon_store::Outline::of_json("[1, 2]")?.what(), "2 rows");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn what(&self) -> String {
        match self.root.elements() {
            Some(rows) if self.root.map.is_none() => counted(rows.n(), "row"),
            _ => self.root.types().next().map_or(String::new(), |kind| format!("1 {}", kind.name())),
        }
    }

    /// The keys of the rows of a list, with how often they occur. `keys` lead from the root to the list.
    pub(crate) fn fields(&self, keys: &[String]) -> impl Iterator<Item = (&str, u64)> {
        let rows = self.root.at(keys).and_then(Node::elements);
        rows.into_iter().flat_map(|rows| rows.fields.iter().map(|(key, node)| (key, node.n())))
    }

    /// Filters that show what can be asked of a list of objects, each with what it answers. `keys` lead from the root to the
    /// list. They have no quotes, so that any shell takes them in quotes, unless a key needs them.
    ///
    /// ```
    /// use toon_store::Outline;
    ///
    /// let json = r#"[{"state":"open"},{"state":"closed"},{"state":"open"}]"#;
    /// let filters = Outline::of_json(json)?.filters(&[]);
    /// assert_eq!(filters[0].1, "group_by(.state)|map({state:.[0].state,n:length})");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn filters(&self, keys: &[String]) -> Vec<(&'static str, String)> {
        filters::of(&self.root, keys)
    }

    /// Writes a table that takes at most `budget`, and at most 700 tokens. What does not fit is summarized, with its
    /// number of keys.
    pub fn to_text(&self, budget: Budget) -> String {
        render::text(&self.root, budget.of(budget.get().min(MAX_TOKENS)))
    }
}

impl Collector {
    /// The outline of all that was added.
    pub fn finish(self) -> Outline {
        Outline { root: self.into_root() }
    }
}
