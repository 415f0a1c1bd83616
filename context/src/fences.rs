//! Fenced code in Markdown (`CommonMark` §4.5), also in quotes and lists.

/// Reads Markdown line by line, and knows which fence is open.
#[derive(Default)]
pub(crate) struct Fences {
    open: Option<Fence>,
}

/// A fence that is open.
struct Fence {
    /// What is before the fence in the line that closes it.
    prefix: String,
    place: Place,
    mark: char,
    length: usize,
}

/// Where a fence is. The end of a quote or an item closes it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Text,
    Quote,
    Item,
}

impl Fences {
    /// Reads the next line. Returns whether it belongs to fenced code.
    pub(crate) fn read(&mut self, line: &str) -> bool {
        if let Some(fence) = self.open.as_ref().filter(|fence| fence.has(line)) {
            if fence.is_closed_by(line) {
                self.open = None;
            }
            return true;
        }
        self.open = Fence::opened_by(line);
        self.open.is_some()
    }
}

impl Fence {
    fn opened_by(line: &str) -> Option<Self> {
        let (mut rest, mut prefix, mut place) = (line, String::new(), Place::Text);
        loop {
            let text = rest.trim_start_matches([' ', '\t']);
            prefix.push_str(rest.strip_suffix(text).unwrap_or_default());
            rest = text;
            if let Some(quoted) = rest.strip_prefix('>') {
                prefix.push('>');
                (rest, place) = (quoted, Place::Quote);
            } else if let Some(item) = item(rest) {
                prefix.extend(std::iter::repeat_n(' ', rest.len() - item.len()));
                rest = item;
                if place == Place::Text {
                    place = Place::Item;
                }
            } else {
                break;
            }
        }
        let mark = rest.chars().next().filter(|mark| ['`', '~'].contains(mark))?;
        let info = rest.trim_start_matches(mark);
        let length = rest.len() - info.len();
        // Otherwise, it is code within a line.
        let is_fence = length >= 3 && !(mark == '`' && info.contains('`'));
        is_fence.then_some(Fence { prefix, place, mark, length })
    }

    /// Whether a line is in the same quote or item.
    fn has(&self, line: &str) -> bool {
        match self.place {
            Place::Text => true,
            Place::Quote => line.trim_start().starts_with('>'),
            Place::Item => line.trim().is_empty() || indent(line) >= self.prefix.len(),
        }
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let rest = match self.place {
            Place::Quote => line.trim_start_matches([' ', '\t', '>']),
            // With more spaces, it is code.
            _ if indent(line) > self.prefix.len() + 3 => return false,
            _ => line.trim_start(),
        };
        let rest = rest.trim_end();
        rest.len() >= self.length && rest.chars().all(|char| char == self.mark)
    }

    /// The line that closes it.
    fn end(&self) -> String {
        self.prefix.chars().chain(std::iter::repeat_n(self.mark, self.length)).collect()
    }
}

/// How many spaces and tabs a line begins with.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// What follows the mark of an item of a list.
fn item(line: &str) -> Option<&str> {
    let number = line.trim_start_matches(|char: char| char.is_ascii_digit());
    let mark: &[char] = if number.len() == line.len() { &['-', '*', '+'] } else { &['.', ')'] };
    number.strip_prefix(mark).filter(|rest| rest.starts_with([' ', '\t']))
}

/// The lines of Markdown, which a carriage return alone ends, too.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// The text, after which no fence is open.
pub(crate) fn closed(mut text: String) -> String {
    let mut fences = Fences::default();
    for line in lines(&text) {
        fences.read(line);
    }
    if let Some(fence) = fences.open {
        if !text.ends_with(['\n', '\r']) {
            text.push('\n');
        }
        text.push_str(&fence.end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::closed;

    #[test]
    fn open_fences_are_closed() {
        let cases = [
            ("a\n```rust\nb", "\n```"),
            ("a\n```rust\nb\n", "```"),
            ("~~~~\n```\n~~~", "\n~~~~"),
            ("````\n```\n", "````"),
            ("```\r\na\r\n```\r\n```", "\n```"),
            ("a\r```\rb", "\n```"),
            // More than three spaces are code.
            ("```\n    ```", "\n```"),
            ("1. a\n   ```sh\n   b", "\n   ```"),
            ("- ```\n  a", "\n  ```"),
            ("> a\n> ```\n> b", "\n> ```"),
            ("> - ~~~\n>   b", "\n>   ~~~"),
            // The item ends, and with it its fence.
            ("- ```\n  a\nb\n```\nc", "\n```"),
            ("> ```\n> a\n\n```", "\n```"),
        ];
        for (text, end) in cases {
            assert_eq!(closed(text.to_owned()), format!("{text}{end}"));
        }
    }

    #[test]
    fn other_texts_stay() {
        let texts = [
            "",
            "a\n",
            "```\na\n```",
            "~~~\n```\n~~~",
            "``` a ``` is code",
            "``\na",
            "a ```",
            "> ```\n> a\n> ````  \n",
            "- ```\n  a\n  ```\n- b",
            "- ```\n  a\n\nb",
            "> ```\nb",
            "```\n> ```\n```",
        ];
        for text in texts {
            assert_eq!(closed(text.to_owned()), text);
        }
    }
}
