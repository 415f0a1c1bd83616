//! Compares `structuredContent` with the text next to it.

use crate::find::string;
use crate::json::Tree;
use crate::object::Object;
use serde_json::value::RawValue;

/// A text block of a result, parsed.
#[derive(Debug)]
pub(crate) struct TextBlock<'t> {
    text: &'t str,
    json: Option<(Tree<'t>, u64)>,
}

/// A value to compare texts with. Work proportional to its size is done once, not once per text.
struct Sought<'v, 'j> {
    tree: &'v Tree<'j>,
    fingerprint: u64,
    string: Option<String>,
}

impl<'v, 'j> Sought<'v, 'j> {
    fn new(tree: &'v Tree<'j>) -> Self {
        Sought { tree, fingerprint: tree.fingerprint(), string: tree.as_string() }
    }
}

impl<'t> TextBlock<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let json = Tree::parse(text).map(|tree| {
            let fingerprint = tree.fingerprint();
            (tree, fingerprint)
        });
        TextBlock { text, json }
    }

    /// Whether the text is this value, either as JSON or, for a string, as is.
    fn is(&self, value: &Sought<'_, '_>) -> bool {
        self.is_json_of(value) || value.string.as_deref() == Some(self.text)
    }

    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// Whether the text is JSON that has this value.
    pub(crate) fn is_value(&self, value: &RawValue) -> bool {
        Tree::new(value).is_ok_and(|tree| self.is_json_of(&Sought::new(&tree)))
    }

    fn is_json_of(&self, value: &Sought<'_, '_>) -> bool {
        let is_it = |(tree, fingerprint): &(Tree<'_>, u64)| {
            *fingerprint == value.fingerprint && tree.is_same(value.tree)
        };
        self.json.as_ref().is_some_and(is_it)
    }
}

/// Which part of `structuredContent` to show, and which text has the same value.
#[derive(Debug)]
pub(crate) struct Relation<'s> {
    /// The value, unwrapped if its wrapper only serves to make it an object.
    pub(crate) value: &'s RawValue,
    /// The value as text, if it is a string, or an object that only wraps one.
    pub(crate) string: Option<String>,
    /// The text with the same value, if any.
    pub(crate) repeated: Option<Repeated>,
    /// Whether the value has a key that the text lacks.
    pub(crate) adds_key: bool,
}

/// The text with the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeated {
    /// One text block, by index.
    Text(usize),
    /// All text blocks, each an element of a list.
    List,
}

impl<'s> Relation<'s> {
    /// Compares `structuredContent` with the text blocks. `is_wrapped` means that the server
    /// declares it as an object that only wraps a value.
    pub(crate) fn new(structured: &'s RawValue, texts: &[TextBlock<'_>], is_wrapped: bool) -> Self {
        let whole = Relation { value: structured, string: None, repeated: None, adds_key: false };
        let Ok(tree) = Tree::new(structured) else { return whole };
        if let Some(repeated) = find(texts, &tree) {
            let text = match repeated {
                Repeated::Text(place) => texts.get(place).map(|text| text.text.to_owned()),
                Repeated::List => None,
            };
            let string = text.filter(|text| string(text).is_some()).or_else(|| tree.as_string());
            return Relation { string, repeated: Some(repeated), ..whole };
        }
        let Some((key, value, inner)) = only_entry(structured, &tree) else { return whole };
        let string = inner.as_string();
        // File servers repeat the text under this key.
        let repeated = find(texts, inner);
        let is_file = key == "content" && string.is_some() && repeated.is_some();
        if is_wrapped || key == WRAPPER || is_file {
            return Relation { value, string, repeated, adds_key: false };
        }
        // Text that equals the string is not JSON of an object that contains the string.
        Relation { repeated: repeated.filter(|_| string.is_none()), adds_key: true, ..whole }
    }
}

/// The text that has this value: a single text, or one text per list element.
fn find(texts: &[TextBlock<'_>], value: &Tree<'_>) -> Option<Repeated> {
    let sought = Sought::new(value);
    if let Some(place) = texts.iter().position(|text| text.is(&sought)) {
        return Some(Repeated::Text(place));
    }
    let Tree::Array(elements) = value else { return None };
    let is_list = !texts.is_empty()
        && elements.len() == texts.len()
        && elements.iter().zip(texts).all(|(element, text)| text.is(&Sought::new(element)));
    is_list.then_some(Repeated::List)
}

/// The key and value of an object that has exactly one entry.
fn only_entry<'s, 't>(
    json: &'s RawValue,
    tree: &'t Tree<'s>,
) -> Option<(&'t str, &'s RawValue, &'t Tree<'s>)> {
    let Tree::Object(entries) = tree else { return None };
    let [(key, inner)] = entries.as_slice() else { return None };
    let object: Object<'s> = serde_json::from_str(json.get()).ok()?;
    Some((key, object.into_only_value()?, inner))
}

/// The key under which frameworks put a result that is not an object.
const WRAPPER: &str = "result";

/// The text, if this is exactly `{result: string}`.
pub(crate) fn wrapped(structured: &RawValue) -> Option<String> {
    let object: Object<'_> = serde_json::from_str(structured.get()).ok()?;
    let text = object.string(WRAPPER).filter(|_| object.len() == 1)?;
    Some(text.into_owned())
}

/// The inverse of [`wrapped`].
pub(crate) fn wrap(text: &str) -> serde_json::Value {
    serde_json::json!({WRAPPER: text})
}

/// Whether this is exactly `{content: string}`, which is how file servers return a file.
pub(crate) fn is_file(structured: &RawValue) -> bool {
    let object: Object<'_> = serde_json::from_str(structured.get()).unwrap_or_default();
    object.len() == 1 && object.string("content").is_some()
}

/// Whether this is `{content: […]}` with the blocks of the result, as some servers of media files
/// repeat them.
pub(crate) fn is_content(structured: &RawValue, blocks: &[&RawValue]) -> bool {
    let Ok(tree) = Tree::new(structured) else { return false };
    let Some(("content", _, Tree::Array(elements))) = only_entry(structured, &tree) else { return false };
    let is_block =
        |element: &Tree<'_>, block: &RawValue| Tree::new(block).is_ok_and(|block| element.is_same(&block));
    !blocks.is_empty()
        && elements.len() == blocks.len()
        && elements.iter().zip(blocks).all(|(element, block)| is_block(element, block))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value to show, and the text with the same value.
    fn relation(structured: &str, texts: &[&str]) -> (String, Option<Repeated>) {
        let structured: Box<RawValue> = serde_json::from_str(structured).unwrap();
        let texts: Vec<_> = texts.iter().map(|text| TextBlock::new(text)).collect();
        let relation = Relation::new(&structured, &texts, false);
        (relation.value.get().to_owned(), relation.repeated)
    }

    #[test]
    fn what_repeats_the_text() {
        let rows = r#"[{"id":1},{"id":2}]"#;
        let (one, list) = (Repeated::Text(0), Repeated::List);
        for (structured, texts, value, repeated) in [
            (r#"{"a":1,"b":2}"#, &[r#"{ "b": 2.0, "a": 1 }"#][..], r#"{"a":1,"b":2}"#, one),
            (r#"{"result":[{"id":1},{"id":2}]}"#, &[r#"{"id":1}"#, r#"{"id": 2}"#], rows, list),
            (r#"{"result":[{"id":1},{"id":2}]}"#, &[rows], rows, one),
            (r#"{"result":"[1]"}"#, &["[1]"], r#""[1]""#, one),
            (r#"{"result":["a","b"]}"#, &["a", "b"], r#"["a","b"]"#, list),
            (r#"{"result":[7]}"#, &["7"], "[7]", list),
            (r#"{"items":[1,2]}"#, &["[1, 2]"], r#"{"items":[1,2]}"#, one),
            (r#"{"items":[1,2]}"#, &["1", "2"], r#"{"items":[1,2]}"#, list),
            (r#"{"content":"text"}"#, &["text"], r#""text""#, one),
            ("[1,2]", &["1", "2"], "[1,2]", list),
            (r#"{"a":1}"#, &["found", r#"{"a":1}"#], r#"{"a":1}"#, Repeated::Text(1)),
        ] {
            assert_eq!(relation(structured, texts), (value.to_owned(), Some(repeated)), "{structured}");
        }
    }

    #[test]
    fn what_the_text_does_not_say() {
        for (structured, texts) in [
            (r#"{"a":1}"#, &[r#"{"a":2}"#][..]),
            (r#"{"a":1}"#, &[]),
            (r#"{"items":[1,2]}"#, &["Found 2"]),
            (r#"{"output":"text"}"#, &["text"]),
            (r#"{"items":[1,2],"total":2}"#, &["[1,2]"]),
        ] {
            assert_eq!(relation(structured, texts), (structured.to_owned(), None), "{structured}");
        }
        // The value is unwrapped nevertheless.
        assert_eq!(relation(r#"{"result":[1]}"#, &["one"]), ("[1]".to_owned(), None));
    }

    #[test]
    fn a_wrapper_that_is_announced() {
        let structured: Box<RawValue> = serde_json::from_str(r#"{"value":[1,2]}"#).unwrap();
        let relation = Relation::new(&structured, &[TextBlock::new("[1,2]")], true);
        assert_eq!((relation.value.get(), relation.repeated), ("[1,2]", Some(Repeated::Text(0))));
    }

    #[test]
    fn blocks_once_more() {
        let json = |json: &str| serde_json::from_str::<Box<RawValue>>(json).unwrap();
        let structured = json(r#"{"content":[{"type":"image","data":"aGk="}]}"#);
        assert!(is_content(&structured, &[&json(r#"{ "data": "aGk=", "type": "image" }"#)]));
        assert!(!is_content(&structured, &[&json(r#"{"type":"image","data":"aGo="}"#)]));
        assert!(!is_content(&structured, &[]));
        assert!(!is_content(&json(r#"{"content":[]}"#), &[]));
    }

    #[test]
    fn contents_of_files() {
        let is = |json: &str| is_file(&serde_json::from_str::<Box<RawValue>>(json).unwrap());
        assert!(is(r#"{"content":"text"}"#));
        assert!(!is(r#"{"content":["text"]}"#) && !is(r#"{"content":"a","x":1}"#) && !is(r#"{"text":"a"}"#));
    }
}
