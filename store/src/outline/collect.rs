//! Collects what an outline needs, in one pass.

use super::node::{Node, Type};
use toon::__internal::{Events, JsonReader};
use toon::Result;

/// The number of paths that are kept, so that memory is bounded. What lies beyond is counted.
const MAX_PATHS: usize = 10_000;

/// The depth to which paths are kept.
const MAX_DEPTH: usize = 24;

/// Collects an outline from the parts of a document, in bounded memory.
///
/// ```
/// use toon_store::{Budget, Collector};
///
/// let mut collector = Collector::new();
/// for row in [r#"{"id":1}"#, r#"{"id":2}"#] {
///     collector.add_row(row)?;
/// }
/// let text = collector.finish().to_text(Budget::tokens(700));
/// assert_eq!(text, "outline[1]{path,type,n,values}:\n  \".[].id\",number,2,1|2");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Collector {
    root: Node,
    /// The way to the open containers.
    open: Vec<Step>,
    /// The number of open containers that are not kept.
    skipped: usize,
    paths: usize,
}

/// A step from a container to a value in it.
#[derive(Clone, Copy, Debug)]
enum Step {
    Elements,
    /// An object, with the place of the current key.
    Field(Option<usize>),
}

impl Collector {
    /// Nothing has been seen yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a document.
    ///
    /// # Errors
    ///
    /// Fails if the text is not JSON.
    pub fn add_json(&mut self, json: &str) -> Result<()> {
        JsonReader::new(json).read(self)
    }

    /// Adds an element of a list that is the document.
    ///
    /// # Errors
    ///
    /// Fails if the text is not JSON.
    pub fn add_row(&mut self, json: &str) -> Result<()> {
        if self.root.n() == 0 {
            self.root.count(Type::Array);
            self.root.begin_list();
        }
        self.open.push(Step::Elements);
        let added = self.add_json(json);
        self.open.clear();
        self.skipped = 0;
        added
    }

    /// What is known about all that was added.
    pub(super) fn into_root(mut self) -> Node {
        self.root.find_maps();
        self.root
    }

    /// Notes a value of this type at the current place. `None` if it is not kept.
    fn value(&mut self, kind: Type) -> Option<&mut Node> {
        if self.skipped > 0 {
            return None;
        }
        let node = descend(&mut self.root, &self.open)?;
        node.count(kind);
        Some(node)
    }

    fn begin(&mut self, kind: Type, step: Step) {
        let can_grow = self.open.len() < MAX_DEPTH && self.paths < MAX_PATHS;
        let Some(node) = self.value(kind).filter(|_| can_grow) else {
            self.skipped += 1;
            return;
        };
        let is_new = match step {
            Step::Elements => node.begin_list(),
            Step::Field(_) => node.begin_object(),
        };
        self.paths += usize::from(is_new);
        self.open.push(step);
    }

    fn end(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else {
            self.open.pop();
        }
    }
}

/// The node at the end of a way.
fn descend<'n>(root: &'n mut Node, way: &[Step]) -> Option<&'n mut Node> {
    way.iter().try_fold(root, |node, step| match step {
        Step::Elements => node.elements.as_deref_mut(),
        Step::Field(place) => node.fields.get_mut((*place)?),
    })
}

impl Events for Collector {
    fn begin_object(&mut self) -> Result<()> {
        self.begin(Type::Object, Step::Field(None));
        Ok(())
    }

    fn key(&mut self, key: &str) -> Result<()> {
        if self.skipped > 0 {
            return Ok(());
        }
        let can_grow = self.paths < MAX_PATHS;
        let Some((Step::Field(current), way)) = self.open.split_last_mut() else { return Ok(()) };
        let Some(node) = descend(&mut self.root, way) else { return Ok(()) };
        let known = node.fields.len();
        *current = node.fields.place(key, can_grow);
        self.paths += node.fields.len() - known;
        Ok(())
    }

    fn end_object(&mut self) -> Result<()> {
        self.end();
        Ok(())
    }

    fn begin_array(&mut self) -> Result<()> {
        self.begin(Type::Array, Step::Elements);
        Ok(())
    }

    fn end_array(&mut self) -> Result<()> {
        self.end();
        Ok(())
    }

    fn string(&mut self, string: &str) -> Result<()> {
        if let Some(node) = self.value(Type::String) {
            node.values.add(string);
        }
        Ok(())
    }

    fn number(&mut self, number: &str) -> Result<()> {
        if let Some(node) = self.value(Type::Number) {
            node.values.add(number);
        }
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        let kind = if word == "null" { Type::Null } else { Type::Boolean };
        if let Some(node) = self.value(kind)
            && kind == Type::Boolean
        {
            node.values.add(word);
        }
        Ok(())
    }
}
