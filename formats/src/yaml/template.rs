//! Templates, which become YAML only when they are rendered.

use super::super::fault::Fault;
use crate::BYTE_ORDER_MARK;

/// How the tags of Jinja, Helm and others begin and end.
const TAGS: [(&str, &str); 3] = [("{{", "}}"), ("{%", "%}"), ("{#", "#}")];

/// The same mistake, or that the text is a template, if a tag is what YAML cannot read: one in the line
/// of the mistake, or at the beginning of the line before.
pub(super) fn or_template(fault: Fault, text: &str) -> Fault {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let is_read = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let (mut before, mut last) = (None, None);
    for (number, line) in (1..=fault.place.0).zip(text.split('\n')).filter(|(_, line)| is_read(line)) {
        before = last.replace((number, line));
    }
    let in_line = last.and_then(|(number, line)| Some((number, tag(line)?)));
    let in_front = || {
        let ((number, line), (_, below)) = before.zip(last)?;
        let spaces = |line: &str| line.chars().take_while(|char| *char == ' ').count();
        // In a block of text, it would be indented further.
        let is_first = tag(line) == Some(spaces(line)) && spaces(line) <= spaces(below);
        is_first.then_some((number, spaces(line)))
    };
    match in_line.or_else(in_front) {
        Some((line, before)) => Fault::new(
            (line, before as u64 + 1),
            "this looks like a Jinja or Helm template, not like YAML",
            "render it first, for example with `helm template`; quote a string with braces, as in `key: \"{{ x }}\"`",
        ),
        None => fault,
    }
}

/// The number of characters before the first tag that is neither in a string nor in a comment.
fn tag(line: &str) -> Option<usize> {
    // The quote of the string, the last character other than spaces, and whether spaces follow it.
    let (mut quote, mut last, mut is_spaced) = (None, None, true);
    // In the middle of a plain string, braces are allowed, unless it is within brackets.
    let mut has_brackets = false;
    for (index, (at, char)) in line.char_indices().enumerate() {
        let begins = match last {
            None | Some('[' | '{' | ',') => true,
            Some(':' | '-' | '?') => is_spaced,
            Some(_) => false,
        };
        let may_be_tag = quote.is_none() && (begins || has_brackets && last != Some('$'));
        if may_be_tag && is_tag(line.get(at..)?) {
            return Some(index);
        }
        match (quote, char) {
            (Some(open), _) => quote = quote.filter(|_| char != open),
            (None, '"' | '\'') if begins => quote = Some(char),
            (None, '#') if is_spaced => return None,
            (None, '[' | '{') => has_brackets = true,
            _ => {}
        }
        is_spaced = char.is_whitespace();
        if !is_spaced {
            last = Some(char);
        }
    }
    None
}

fn is_tag(text: &str) -> bool {
    /// The number of characters in which a tag is looked for.
    const LENGTH: usize = 100;
    TAGS.into_iter().any(|(open, close)| {
        let Some(rest) = text.strip_prefix(open) else { return false };
        let end = rest.char_indices().nth(LENGTH).map_or(rest.len(), |(end, _)| end);
        let inside = rest.get(..end).unwrap_or_default();
        // Otherwise, it may be a mapping in another one.
        match inside.split_once(close) {
            Some((inside, _)) => !inside.contains(": ") || inside.contains(['"', '\'']),
            None => !inside.contains('}'),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use crate::{Error, Lossy};

    /// The place of the template.
    fn template(text: &str) -> Option<(u64, u64)> {
        match read("", text, Lossy::default()) {
            Err(Error::Mistake(mistake)) if mistake.message.contains("template") => Some(mistake.place),
            _ => None,
        }
    }

    #[test]
    fn templates() {
        for (text, place) in [
            ("a: {{ x }}", (1, 4)),
            ("\u{feff}a: {{ x }}", (1, 4)),
            ("é: {{x}}-{{y}}", (1, 4)),
            ("- {{ x }}\n- b", (1, 3)),
            ("a: [{{ x }}, b]", (1, 5)),
            ("a: [b-{{ x }}]", (1, 7)),
            ("{{ x }}: y", (1, 1)),
            ("a: {{ x\n  }}\nb: 1", (1, 4)),
            ("a: {{ printf \"%s: b\" .x }}", (1, 4)),
            ("a: {{ \"x\" | quote }}", (1, 4)),
            ("name: it's\nb: {{ x }}", (2, 4)),
            ("{{- if .x }}\na: 1\n{{- end }}", (1, 1)),
            ("{{ if .x }}\n\n# c\na: 1", (1, 1)),
            ("a: b\r\n{{ x }}\r\nc: d", (2, 1)),
            ("a:\n{{ toYaml .x | indent 2 }}\nb: c", (2, 1)),
            ("a:\n  {% for x in y %}\n  - {{ x }}\n  {% endfor %}", (2, 3)),
            ("{# c #}\na: 1", (1, 1)),
            ("a: |\n  b\n{% if x %}\nc: d", (3, 1)),
        ] {
            assert_eq!(template(text), Some(place), "{text}");
        }
    }

    #[test]
    fn others() {
        for text in [
            "a: \"{{ x }}\"\nb: '{% x %}'",
            "a: b {{ x }}",
            "a: ${{ x }}",
            // Invalid for another reason.
            "a: \"{{ x }}\"\nb: [1",
            "a: \"{{ x }}\" b",
            "a: '{{ x }}': b",
            "a: |\n  {{ x }}\nb: [1",
            "# {{ x }}\na: [1",
            "a: [1 # {{ x }}",
            "a: {{b: 1}, c}",
            "a: {b: {{c: 1}}}",
            "a: @x {{ y }}",
            "a: ${{ x }}\nb: [1",
        ] {
            assert_eq!(template(text), None, "{text}");
        }
    }
}
