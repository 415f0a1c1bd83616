//! Reads a normal form by undoing its steps.

use super::aliases::Aliases;
use super::entities::Entities;
use super::expansion::Expansion;
use super::fault::{At, Fault, Outcome};
use super::keys::{FORM, LET, LIST, MAP, SAME};
use super::limit::Budget;
use super::options::Options;
use super::settings::MAX_DEPTH;
use super::tables::{Role, walk};
use super::times;
use super::tree::{Builder, Members, Str, Tree, get};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::rc::Rc;
use toon::__internal::Events;
use toon::__internal::{self, JsonReader};
use toon::{DecodeOptions, ErrorKind, Result, json};

/// What the members of the root are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RootKind {
    /// The members of the value.
    Object,
    /// The value, under a name.
    List,
    Map,
}

/// The mark at the beginning of a normal form.
#[derive(Debug)]
pub(super) struct FormMark {
    pub(super) version: String,
    pub(super) root: RootKind,
    pub(super) has_times: bool,
}

impl FormMark {
    /// `^[1-9][0-9]* (object|list|map)( time)?$`
    pub(super) fn parse(value: &str) -> Option<Self> {
        let (version, rest) = value.split_once(' ')?;
        let (kind, has_times) = match rest.strip_suffix(" time") {
            Some(kind) => (kind, true),
            None => (rest, false),
        };
        let is_version = !version.starts_with('0')
            && !version.is_empty()
            && version.bytes().all(|byte| byte.is_ascii_digit());
        let root = match kind {
            "object" => RootKind::Object,
            LIST => RootKind::List,
            MAP => RootKind::Map,
            _ => return None,
        };
        is_version.then(|| FormMark { version: version.to_string(), root, has_times })
    }
}

/// Parses the mark of `text`, if it has one.
pub(super) fn mark(text: &str) -> Option<FormMark> {
    // §5.1: blank lines and comments may precede it.
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let line = lines.find(|line| !matches!(line.trim_start().bytes().next(), None | Some(b'#')))?;
    if !line.starts_with(['_', '"']) {
        return None;
    }
    let first: BTreeMap<String, String> = DecodeOptions::new().from_str(line).ok()?;
    FormMark::parse(first.get("_form")?)
}

impl Options<'_> {
    /// Reads a value from a normal form, or from plain TOON.
    ///
    /// # Errors
    /// Like [`DecodeOptions::from_str`]. Also fails if the form is malformed, of a newer version,
    /// or expands to more than [`max_output`](Self::max_output) allows; if [`decode`](Self::decode)
    /// has unsupported options; and if the text is JSON rather than TOON.
    ///
    /// ```
    /// let tags: Vec<String> = toon_normal::Options::new().from_str("_form: 1 list\nlist[2]: a,b")?;
    /// assert_eq!(tags, ["a", "b"]);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn from_str<T: DeserializeOwned>(&self, text: &str) -> Result<T> {
        match tree(text, self)? {
            Some(tree) => toon::__internal::read_value(&tree.to_value()?, self.decode.get_max_depth()),
            None => self.decode.from_str(text),
        }
    }

    /// Converts a normal form, or plain TOON, to compact JSON text.
    ///
    /// # Errors
    /// Like [`from_str`](Self::from_str), except for mismatched types.
    ///
    /// ```
    /// let json = toon_normal::Options::new().to_json("_form: 1 list\nlist[2]: a,b")?;
    /// assert_eq!(json, r#"["a","b"]"#);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn to_json(&self, text: &str) -> Result<String> {
        match tree(text, self)? {
            Some(tree) => Ok(tree.to_json()),
            None => json::from_toon(text, &self.decode),
        }
    }
}

/// The value of a normal form. `None` if `text` is plain TOON.
pub(super) fn tree(text: &str, options: &Options<'_>) -> Result<Option<Tree>> {
    if is_json(text) {
        return Err(__internal::error(ErrorKind::IsJson));
    }
    let Some(mark) = mark(text) else { return Ok(None) };
    check_options(&options.decode)?;
    let decode = options.decode.clone().max_depth(options.decode.get_max_depth().min(MAX_DEPTH));
    let mut builder = Builder::new();
    __internal::read_toon(text, &decode, &mut builder)?;
    let Some(Tree::Object(root)) = builder.finish() else { return Ok(None) };
    expand(Rc::unwrap_or_clone(root), &mark, text.len(), options.max_output, decode.get_max_depth())
        .map(Some)
        .map_err(|fault| fault.into_error(text, &decode))
}

/// Whether `text` is a JSON object or array. `[]` is excluded, since it is valid TOON as well.
fn is_json(text: &str) -> bool {
    let body = text.trim_start_matches('\u{feff}').trim();
    body.starts_with(['{', '[']) && body != "[]" && JsonReader::new(text).read(&mut Nothing).is_ok()
}

/// Rejects options that would change the result.
fn check_options(options: &DecodeOptions) -> Result<()> {
    let refused = |option| Err(__internal::error(__internal::unsupported_option(option)));
    if !options.get_strict() {
        refused("non-strict reading")
    } else if !options.get_infer_types() {
        refused("reading without type inference")
    } else if options.get_expand_paths() {
        refused("path expansion")
    } else {
        Ok(())
    }
}

/// Discards all events.
struct Nothing;

impl Events for Nothing {
    fn begin_object(&mut self) -> Result<()> {
        Ok(())
    }

    fn key(&mut self, _: &str) -> Result<()> {
        Ok(())
    }

    fn end_object(&mut self) -> Result<()> {
        Ok(())
    }

    fn begin_array(&mut self) -> Result<()> {
        Ok(())
    }

    fn end_array(&mut self) -> Result<()> {
        Ok(())
    }

    fn string(&mut self, _: &str) -> Result<()> {
        Ok(())
    }

    fn number(&mut self, _: &str) -> Result<()> {
        Ok(())
    }

    fn word(&mut self, _: &'static str) -> Result<()> {
        Ok(())
    }
}

/// The value of the document `root`, read from `len` bytes of text that begin with `mark`.
fn expand(
    mut root: Members,
    mark: &FormMark,
    len: usize,
    max_output: usize,
    max_depth: usize,
) -> std::result::Result<Tree, Fault> {
    if mark.version != "1" {
        return Err(__internal::newer_form(&mark.version).into()).at_key(&FORM.into());
    }
    let mut expansion = Expansion { budget: Budget::new(len, max_output), entities: None };
    restore_strings(&mut root, mark, &mut expansion.budget)?;
    if let Some(same) = get(&root, SAME) {
        let key = SAME.into();
        let mut entities =
            Entities::read(same, |named| walk::read_member(&mut expansion, named, Role::Entities, 0))
                .at_key(&key)?;
        entities.resolve_all(&mut expansion.budget)?;
        expansion.entities = Some(entities);
    }
    let value = match mark.root {
        RootKind::Object => walk::read_root_object(&mut expansion, &root)?,
        RootKind::List => walk::read_only_member(&mut expansion, &root, LIST)?,
        RootKind::Map => walk::read_only_member(&mut expansion, &root, MAP)?,
    };
    expansion.check_extent(&value, max_depth)?;
    Ok(value)
}

/// Expands aliases and restores times in all strings except the alias definitions.
fn restore_strings(root: &mut Members, mark: &FormMark, budget: &mut Budget) -> Outcome<()> {
    let aliases = match get(root, LET) {
        Some(definitions) => Some(Aliases::read(definitions, budget).at_key(&LET.into())?),
        None => None,
    };
    if aliases.is_none() && !mark.has_times {
        return Ok(());
    }
    let mut restore = |text: &mut Str| {
        if let Some(aliases) = &aliases {
            if let Some(expanded) = aliases.expand(text, budget)? {
                *text = expanded;
            }
        }
        if mark.has_times {
            if let Some(time) = times::restore(text) {
                budget.take(time.len())?;
                *text = time;
            }
        }
        Ok(())
    };
    for (key, value) in root.iter_mut().filter(|(key, _)| **key != *LET) {
        restore_in(value, &mut restore).at_key(key)?;
    }
    Ok(())
}

fn restore_in(tree: &mut Tree, restore: &mut impl FnMut(&mut Str) -> Outcome<()>) -> Outcome<()> {
    match tree {
        Tree::String(text) => restore(text)?,
        Tree::List(items) => {
            for (at, item) in Rc::make_mut(items).iter_mut().enumerate() {
                restore_in(item, restore).at_index(at)?;
            }
        }
        Tree::Object(members) => {
            for (key, value) in Rc::make_mut(members) {
                restore_in(value, restore).at_key(key)?;
            }
        }
        _ => {}
    }
    Ok(())
}
