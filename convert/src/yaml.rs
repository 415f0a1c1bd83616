//! Finds out whether a text is YAML that loses nothing as JSON and TOON.
//!
//! This is conservative: much text that people write for each other is YAML, too.

use granit_parser::{Event, Parser, ScalarStyle, Span, StructureStyle, options};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write;
use toon::__internal::push_canonical;

/// The maximum length of a text in bytes.
const MAX_BYTES: usize = 1 << 20;

/// The maximum number of lists and maps around a value.
const MAX_DEPTH: usize = 64;

/// The number of entries from which a map counts as data. `- Note: this is a list` is a map as well.
const RECORD_ENTRIES: usize = 2;

/// The compact JSON of a text that is, as a whole, a YAML list of maps, or a map that contains maps.
///
/// `None` if the text is anything else, or if JSON or TOON would lose something of it:
/// - comments, anchors, aliases, tags, directives, document markers, blank lines, line breaks within
///   a scalar;
/// - the spelling of plain scalars that are not in JSON's and TOON's: `1.10`, `0o644`, `1e3`, `~`;
/// - what is a string for some versions of YAML only: `yes`, `12:30`, `2026-01-01`.
///
/// Plain keys must be words, with one space between colon and value: others are headings, log lines
/// and columns for people.
pub(crate) fn to_json(text: &str) -> Option<String> {
    if text.len() > MAX_BYTES || !may_be_yaml(text) {
        return None;
    }
    let options = options! { disallow_directives: true };
    let mut reader = Reader::new(text);
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.ok()?;
        reader.add(event, &span)?;
    }
    reader.has_records.then_some(reader.json)
}

/// A quick check that excludes most other texts.
fn may_be_yaml(text: &str) -> bool {
    // Versions of YAML do not agree on line breaks.
    let is_one_text = !text.contains(['\r', '\u{85}', '\u{2028}', '\u{2029}', '\u{feff}']);
    let first = text.lines().next().unwrap_or_default();
    let begins = first.starts_with("- ") || first.contains(':');
    is_one_text && begins && !text.lines().any(|line| line.starts_with("..."))
}

/// Reads the events of a text.
struct Reader<'t> {
    text: &'t str,
    json: String,
    scopes: Vec<Scope<'t>>,
    /// The end of the previous event.
    end: usize,
    has_documents: bool,
    /// Whether there is a map with several entries below the root.
    has_records: bool,
}

/// An open list or map.
struct Scope<'t> {
    kind: ScopeKind<'t>,
    is_flow: bool,
    /// The number of elements, or of keys.
    len: usize,
}

enum ScopeKind<'t> {
    List,
    Map {
        keys: HashSet<Cow<'t, str>>,
        /// Whether the next value belongs to the last key.
        has_key: bool,
    },
}

/// What a value is within its list or map.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Root,
    Element,
    Key,
    /// The value of a key, in brackets or not.
    Value {
        is_flow: bool,
    },
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        let json = String::with_capacity(text.len());
        Reader { text, json, scopes: Vec::new(), end: 0, has_documents: false, has_records: false }
    }

    /// Writes the event as JSON. `None` if JSON and TOON have nothing like it.
    fn add(&mut self, event: Event<'t>, span: &Span) -> Option<()> {
        match event {
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Some(()),
            Event::DocumentStart(false, None) if !self.has_documents => {
                self.has_documents = true;
                Some(())
            }
            Event::Scalar(value, style, 0, None) => {
                let role = self.place(span)?;
                self.scalar(value, style, role, span)
            }
            Event::SequenceStart(style, 0, None) => self.open(ScopeKind::List, style, span),
            Event::MappingStart(style, 0, None) => {
                self.open(ScopeKind::Map { keys: HashSet::new(), has_key: false }, style, span)
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            _ => None,
        }
    }

    /// Moves on to a value, and separates it from the one before.
    fn place(&mut self, span: &Span) -> Option<Role> {
        let role = match self.scopes.last_mut() {
            None => Role::Root,
            Some(Scope { kind: ScopeKind::List, len, .. }) => {
                self.json.push_str(if *len > 0 { "," } else { "" });
                *len += 1;
                Role::Element
            }
            Some(Scope { kind: ScopeKind::Map { has_key, .. }, len, is_flow }) => {
                *has_key = !*has_key;
                if *has_key {
                    self.json.push_str(if *len > 0 { "," } else { "" });
                    *len += 1;
                    Role::Key
                } else {
                    self.json.push(':');
                    Role::Value { is_flow: *is_flow }
                }
            }
        };
        self.pass(span, role)?;
        Some(role)
    }

    /// Checks the text between the previous event and this one.
    fn pass(&mut self, span: &Span, role: Role) -> Option<()> {
        let range = span.byte_range()?;
        let between = self.text.get(self.end..range.start)?;
        self.end = range.end;
        let is_broken = between.contains('\n');
        let is_aligned = role == Role::Value { is_flow: false } && !is_broken && between != ": ";
        let is_blank = between.bytes().filter(|byte| *byte == b'\n').count() > 1;
        // A tab is an error for some parsers, and `?` is for keys that are not scalars.
        let is_rare = between.contains(['\t', '?']);
        (!is_aligned && !is_blank && !is_rare).then_some(())
    }

    fn open(&mut self, kind: ScopeKind<'t>, style: StructureStyle, span: &Span) -> Option<()> {
        let role = self.place(span)?;
        let is_flow = style == StructureStyle::Flow;
        if role == Role::Key || role == Role::Root && is_flow || self.scopes.len() == MAX_DEPTH {
            return None;
        }
        self.json.push(if matches!(kind, ScopeKind::List) { '[' } else { '{' });
        self.scopes.push(Scope { kind, is_flow, len: 0 });
        Some(())
    }

    fn close(&mut self, span: &Span) -> Option<()> {
        self.pass(span, Role::Element)?;
        let Scope { kind, len, .. } = self.scopes.pop()?;
        let is_record = matches!(kind, ScopeKind::Map { .. }) && len >= RECORD_ENTRIES;
        self.has_records |= is_record && !self.scopes.is_empty();
        self.json.push(if matches!(kind, ScopeKind::List) { ']' } else { '}' });
        // A list of other things may be Markdown.
        let is_in_root_list = matches!(&self.scopes[..], [Scope { kind: ScopeKind::List, .. }]);
        (is_record || !is_in_root_list).then_some(())
    }

    fn scalar(&mut self, value: Cow<'t, str>, style: ScalarStyle, role: Role, span: &Span) -> Option<()> {
        let is_in_root_list = role == Role::Element && self.scopes.len() == 1;
        if role == Role::Root || is_in_root_list {
            return None;
        }
        match style {
            // The others are spread over several lines, or have no text at all.
            ScalarStyle::Plain if span.slice(self.text) != Some(&*value) => return None,
            ScalarStyle::Plain if role == Role::Key => {
                if !is_word(&value) || is_other_type(&value) {
                    return None;
                }
            }
            ScalarStyle::Plain if is_json_scalar(&value) => {
                self.json.push_str(&value);
                return Some(());
            }
            ScalarStyle::Plain => {
                if is_other_type(&value) || value.contains(char::is_control) {
                    return None;
                }
            }
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {}
            // Parsers do not agree on the last line feed of a text without one.
            ScalarStyle::Literal if self.text.ends_with('\n') => {}
            ScalarStyle::Literal | ScalarStyle::Folded => return None,
        }
        write!(self.json, "{}", serde_json::Value::from(&*value)).ok()?;
        match self.scopes.last_mut() {
            Some(Scope { kind: ScopeKind::Map { keys, .. }, .. }) if role == Role::Key => {
                keys.insert(value).then_some(())
            }
            _ => Some(()),
        }
    }
}

/// Whether `key` is a name in a program, not a heading for people.
fn is_word(key: &str) -> bool {
    !key.is_empty() && !key.contains(char::is_whitespace)
}

/// Whether a plain scalar is spelled as in JSON and TOON, and not a string.
fn is_json_scalar(text: &str) -> bool {
    let is_number = || {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (integer, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_decimal = [integer, fraction].iter().all(|part| is_digits(part));
        let is_octal = integer.len() > 1 && integer.starts_with('0');
        if !is_decimal || is_octal {
            return false;
        }
        let mut canonical = String::new();
        push_canonical(&mut canonical, text);
        canonical == text
    };
    matches!(text, "true" | "false" | "null") || is_number()
}

/// Whether some version of YAML reads a plain scalar as something other than a string.
fn is_other_type(text: &str) -> bool {
    const WORDS: [&str; 13] =
        ["", "~", "=", "<<", "null", "true", "false", "yes", "no", "y", "n", "on", "off"];
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    WORDS.iter().any(|word| text.eq_ignore_ascii_case(word)) || is_number(unsigned) || is_date(text)
}

/// Whether some version of YAML reads `text` as a number: `1_000`, `0x1F`, `1e3`, `.inf`, `12:30`.
fn is_number(text: &str) -> bool {
    if [".inf", ".nan"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return true;
    }
    if let Some(("0", digits)) = text.split_once(['x', 'X', 'o', 'O', 'b', 'B']) {
        return digits.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'_');
    }
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    // Versions and IP addresses are not numbers.
    let is_dotted = mantissa.split('.').count() > 2 && mantissa.split('.').all(is_digits);
    let is_mantissa = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'_' | b':');
    !mantissa.is_empty() && mantissa.bytes().all(is_mantissa) && is_digits(exponent) && !is_dotted
}

/// Whether `text` begins with a date.
fn is_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let mut next = || parts.next().unwrap_or_default();
    let (year, month, rest) = (next(), next(), next());
    year.len() == 4 && is_digits(year) && is_digits(month) && rest.starts_with(|c: char| c.is_ascii_digit())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn parsed(text: &str) -> Option<Value> {
        to_json(text).map(|json| serde_json::from_str(&json).unwrap())
    }

    /// What must be YAML wherever it is: as a value in a list of maps.
    fn with(value: &str) -> String {
        format!("- id: 1\n  value: {value}\n- id: 2\n  value: x\n")
    }

    #[track_caller]
    fn stays(text: &str) {
        assert_eq!(to_json(text), None, "{text}");
    }

    /// As `kubectl get events -o yaml` writes them.
    fn events() -> String {
        let kinds = [
            ("Scheduled", "Successfully assigned default/web-{n} to node-2", "default-scheduler", "Normal"),
            ("Pulling", "Pulling image \"registry.example/web:1.25.{n}\"", "kubelet", "Normal"),
            (
                "BackOff",
                "Back-off restarting failed container web in pod web-{n}_default(7c9f3a52)",
                "kubelet",
                "Warning",
            ),
            (
                "FailedMount",
                "'MountVolume.SetUp failed for volume \"config\" : configmap \"web\" not found'",
                "kubelet",
                "Warning",
            ),
        ];
        let mut text = "apiVersion: v1\nitems:\n".to_owned();
        for n in 0..10 {
            let (reason, message, component, kind) = kinds[n % kinds.len()];
            let message = message.replace("{n}", &n.to_string());
            write!(
                text,
                "\
- apiVersion: v1
  count: {count}
  eventTime: null
  firstTimestamp: \"2026-01-05T09:1{n}:00Z\"
  involvedObject:
    apiVersion: v1
    fieldPath: spec.containers{{web}}
    kind: Pod
    name: web-{n}
    namespace: default
    resourceVersion: \"10{n}4\"
    uid: {n}c9f3a52-4b1e-4a7e-9f0a-1b2c3d4e5f6{n}
  kind: Event
  lastTimestamp: \"2026-01-05T09:2{n}:30Z\"
  message: {message}
  metadata:
    creationTimestamp: \"2026-01-05T09:1{n}:00Z\"
    labels:
      app.kubernetes.io/name: web
    name: web-{n}.17c{n}a5e2
    namespace: default
  reason: {reason}
  reportingComponent: {component}
  reportingInstance: \"\"
  source:
    component: {component}
    host: node-2
  type: {kind}
",
                count = n * 3 + 1,
            )
            .unwrap();
        }
        text + "kind: List\nmetadata:\n  resourceVersion: \"\"\n"
    }

    #[test]
    fn events_of_kubernetes() {
        let value = parsed(&events()).unwrap();
        let items = value["items"].as_array().unwrap();
        assert_eq!((items.len(), &value["kind"]), (10, &json!("List")));
        let expected = json!({
            "apiVersion": "v1",
            "count": 4,
            "eventTime": null,
            "firstTimestamp": "2026-01-05T09:11:00Z",
            "involvedObject": {
                "apiVersion": "v1",
                "fieldPath": "spec.containers{web}",
                "kind": "Pod",
                "name": "web-1",
                "namespace": "default",
                "resourceVersion": "1014",
                "uid": "1c9f3a52-4b1e-4a7e-9f0a-1b2c3d4e5f61",
            },
            "kind": "Event",
            "lastTimestamp": "2026-01-05T09:21:30Z",
            "message": "Pulling image \"registry.example/web:1.25.1\"",
            "metadata": {
                "creationTimestamp": "2026-01-05T09:11:00Z",
                "labels": {"app.kubernetes.io/name": "web"},
                "name": "web-1.17c1a5e2",
                "namespace": "default",
            },
            "reason": "Pulling",
            "reportingComponent": "kubelet",
            "reportingInstance": "",
            "source": {"component": "kubelet", "host": "node-2"},
            "type": "Normal",
        });
        assert_eq!(items[1], expected);
        // Keys keep their order.
        assert!(
            to_json(&events())
                .unwrap()
                .starts_with(r#"{"apiVersion":"v1","items":[{"apiVersion":"v1","count":1,"#)
        );
    }

    #[test]
    fn scalars_as_they_stand() {
        for value in
            ["true", "false", "null", "0", "7", "-7", "1.5", "-0.25", "12345678901234567890123", "0.000001"]
        {
            let expected = format!(r#"[{{"id":1,"value":{value}}},{{"id":2,"value":"x"}}]"#);
            assert_eq!(to_json(&with(value)), Some(expected));
        }
        for value in [
            "abc",
            "a b",
            "20Mi",
            "100m",
            "0/1",
            "1.2.3",
            "10.0.0.1",
            "7c9f3a52-4b1e",
            "12e4f",
            "v1",
            "a:b",
            "x, y",
            "https://x.org/a?b=c",
            "<none>",
            "say \"hi\"",
            "it's",
            "none",
            "nan",
            "-x",
            ".git",
            "é",
            "2026-01",
            "yes please",
        ] {
            assert_eq!(parsed(&with(value)).unwrap()[0]["value"], json!(value), "{value}");
        }
        for (value, expected) in [
            ("\"1.10\"", "1.10"),
            ("'yes'", "yes"),
            ("\"\"", ""),
            ("\"a\\tb\\u00e9 # no\"", "a\tbé # no"),
            ("'it''s: x'", "it's: x"),
            ("|\n    one\n      two\n", "one\n  two\n"),
            ("|-\n    # no comment\n\n    two", "# no comment\n\ntwo"),
        ] {
            assert_eq!(parsed(&with(value)).unwrap()[0]["value"], json!(expected), "{value}");
        }
    }

    /// Their spelling, or for some version of YAML their type, would be lost.
    #[test]
    fn scalars_that_keep_it_yaml() {
        for value in [
            "1.10",
            "1.0",
            "01",
            "0644",
            "0o644",
            "0x1F",
            "0b11",
            "1_000",
            "1e3",
            "1.5E+3",
            "+1",
            "-0",
            ".5",
            "5.",
            "-.5",
            ".",
            ".inf",
            "-.INF",
            ".NaN",
            "12:30",
            "190:20:30.15",
            "2026-01-01",
            "2026-1-5T09:00:00Z",
            "2026-01-01 10:00:00",
            "yes",
            "No",
            "ON",
            "off",
            "y",
            "N",
            "True",
            "FALSE",
            "Null",
            "NULL",
            "~",
            "",
            "=",
            "<<",
            "0.0000001",
        ] {
            stays(&with(value));
        }
    }

    #[test]
    fn what_json_does_not_have() {
        for value in [
            "x # comment",
            "&a x",
            "*a",
            "!!str x",
            "!x y",
            ">\n    folded\n    text\n",
            "one\n    two",
            "\"a\tb\" c",
            "|\n   x\n  \ty",
            "[1, &a 2]",
            "{? a}",
            "{a: }",
            "{1: x}",
            "{yes: x}",
            "{a: 1, a: 2}",
            "{? [a] : b}",
            "{<<: x}",
            "{~: x}",
            "[x",
        ] {
            stays(&with(value));
        }
        for text in [
            "# comment\n- a: 1\n  b: 2\n",
            "---\n- a: 1\n  b: 2\n",
            "- a: 1\n  b: 2\n...\n",
            "- a: 1\n  b: 2\n---\n- a: 1\n  b: 2\n",
            "%YAML 1.2\n---\n- a: 1\n  b: 2\n",
            "- a: 1\n  b: 2\n  a: 3\n",
            "- a: 1\n  \"a\": 2\n",
            "- 1: 1\n  b: 2\n",
            "on: 1\nb:\n  c: 1\n  d: 2\n",
            "- ? a\n  : 1\n  b: 2\n",
            "- [a, b]: 1\n  b: 2\n",
            "- a: 1\r\n  b: 2\r\n",
            "\u{feff}- a: 1\n  b: 2\n",
            "- a: 1\n  b: 2\n\n- a: 3\n  b: 4\n",
            "- a: 1\n  b: |\n    x",
            "- a: 1\n  b: x\u{85}y\n",
            "- a: 1\t\n  b: x\n",
        ] {
            stays(text);
        }
    }

    #[test]
    fn lists_and_maps_in_brackets() {
        let value = parsed("- id: 1\n  tags: [a, \"b\", 3]\n  at: {x: 1.5, \"y\":2}\n  none: []\n  no: {}\n")
            .map(|_| ());
        assert_eq!(value, None, "`no` is not a string in YAML 1.1");
        let value = parsed(
            "- id: 1\n  tags: [a, \"b\", 3]\n  at: {x: 1.5, \"y\":2}\n  none: []\n  more:\n  - - 1\n    - x\n",
        );
        let expected = json!([{"id": 1, "tags": ["a", "b", 3], "at": {"x": 1.5, "y": 2}, "none": [], "more": [[1, "x"]]}]);
        assert_eq!(value, Some(expected));
    }

    #[test]
    fn text_for_people() {
        for text in [
            "",
            "plain",
            "Error: cannot open file",
            "Error: cannot open file\n  at main (a.js:1:2)\n  at run (b.js:3:4)\n",
            "Error: cannot open file\nHint: check the path\n",
            "Status: ok\nCount: 5\n",
            "Users:\n- Ada\n- Bob\nTotal: 2\n",
            "Summary: the build failed.\n\nDetails:\n  Job: test\n  Step: 3\n",
            "The build failed for these reasons:\n- first: a\n  second: b\n",
            "Build result:\n  status: failed\n  step: test\n",
            "- one\n- two\n",
            "- Note: first\n- Warning: second\n",
            "- **Name**: Ada\n  **Age**: 5\n",
            "- [x] done: yes it is\n- [ ] open: no it is not\n",
            "# Title\n\n- a: b\n  c: d\n",
            "---\ntitle: x\ntags: [a, b]\n---\n\n# Title\n",
            "- generic [ref=e2]:\n  - heading \"Todos\" [level=1]\n  - textbox \"What?\"\n",
            // kubectl describe
            "Name:         web\nNamespace:    default\nLabels:       app=web\nContainers:\n  web:\n    Image:    nginx\n    Port:     80/TCP\n",
            "Name: web\nContainers:\n  web:\n    Container ID: x\n    Image: nginx\n",
            // git log, HTTP, docker ps, logs
            "commit 7c9f3a5\nAuthor: Ada <ada@x.org>\nDate:   Mon Jan 5 09:00:00 2026 +0100\n\n    Fix it\n",
            "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 5\n\nhello",
            "Content-Type: text/html\nContent-Length: 5\nServer: nginx\n",
            "CONTAINER ID   IMAGE     COMMAND   STATUS\n7c9f3a52       nginx     \"run\"     Up 5 minutes\n",
            "2026-01-05 09:00:00 INFO: started\n2026-01-05 09:00:01 WARN: slow\n",
            "INFO:root:started\nWARN:root:slow\n",
            "level: info\nmsg: started\n",
            "a,b\n1,2\n",
            "| a | b |\n| - | - |\n",
            "<p>a: b</p>",
            "{a: 1, b: {c: 1, d: 2}}",
            "[{a: 1, b: 2}]",
            "{'a': {'b': 1, 'c': True}}",
            "key: value\n  more: text\n",
            "Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: x\n",
        ] {
            stays(text);
        }
    }

    #[test]
    fn depth_and_length() {
        let nested = |depth: usize| format!("a:\n  b: 1\n  c: {}{}\n", "[".repeat(depth), "]".repeat(depth));
        assert!(to_json(&nested(MAX_DEPTH - 2)).is_some());
        stays(&nested(MAX_DEPTH - 1));
        stays(&nested(100_000));
        let blocks: Vec<String> = (0..1000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
        stays(&blocks.concat());
        let rows = |count: usize| "- a: 1\n  b: x\n".repeat(count);
        assert!(to_json(&rows(MAX_BYTES / 14)).is_some());
        stays(&rows(MAX_BYTES / 14 + 1));
    }

    /// Writes a value as YAML whose strings are quoted.
    fn write_yaml(value: &Value, indent: usize, out: &mut String) {
        let space = " ".repeat(indent);
        match value {
            Value::Array(elements) if !elements.is_empty() => {
                for element in elements {
                    write!(out, "\n{space}-").unwrap();
                    write_below(element, indent + 2, out);
                }
            }
            Value::Object(entries) if !entries.is_empty() => {
                for (key, value) in entries {
                    write!(out, "\n{space}{}:", Value::from(key.as_str())).unwrap();
                    write_below(value, indent + 2, out);
                }
            }
            scalar => out.push_str(&scalar.to_string()),
        }
    }

    fn write_below(value: &Value, indent: usize, out: &mut String) {
        let is_block = value.as_array().is_some_and(|list| !list.is_empty())
            || value.as_object().is_some_and(|map| !map.is_empty());
        out.push_str(if is_block { "" } else { " " });
        write_yaml(value, indent, out);
    }

    proptest! {
        /// Either the text stays, or its value is the same.
        #[test]
        fn the_same_value(value in toon_testing::value(4)) {
            let value = json!([{"id": 1, "value": value}]);
            let mut text = String::new();
            write_yaml(&value, 0, &mut text);
            if let Some(json) = parsed(text.trim_start_matches('\n')) {
                prop_assert_eq!(json, value);
            }
        }

        /// A plain scalar is its own JSON, or a string of the same characters, or keeps the text.
        #[test]
        fn plain_scalars(scalar in "[-+.0-9a-fxoTZ:_eE ]{0,12}|[a-zA-Z~=<]{1,5}|\\PC{0,8}") {
            if let Some(json) = parsed(&with(&scalar)) {
                let json = &json[0]["value"];
                let is_kept = match json {
                    Value::String(text) => *text == scalar,
                    other => serde_json::to_string(other).unwrap() == scalar,
                };
                let is_quoted = scalar.starts_with(['"', '\'', '[', '{', '|', '>']) || scalar.ends_with(' ') || scalar.starts_with(' ');
                prop_assert!(is_kept || is_quoted, "{scalar:?}: {json}");
            }
        }

        #[test]
        fn whatever_is_there_is_no_panic(text in "([-?:,{}\\[\\]#&*!|>'\"%@` \nab1]|- |: |\n  ){0,60}") {
            if let Some(json) = to_json(&text) {
                serde_json::from_str::<Value>(&json).unwrap();
            }
        }
    }
}
