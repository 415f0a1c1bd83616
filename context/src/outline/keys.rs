//! Keys and sections of settings, such as in TOML, YAML and INI.

/// The numbers of the lines without indentation that begin a key or a section, from 0. None for other files.
pub(super) fn keys(path: &str, text: &str) -> Vec<usize> {
    let Some(separators) = separators(path) else { return Vec::new() };
    let mut lines = Vec::new();
    let mut quotes: Option<&str> = None;
    for (number, line) in text.lines().enumerate() {
        if let Some(open) = quotes {
            if line.contains(open) {
                quotes = None;
            }
            continue;
        }
        if is_section(line) || is_key(line, separators) {
            lines.push(number);
        }
        quotes = if separators == ['='] { opened(line) } else { None };
    }
    lines
}

/// What may follow keys.
fn separators(path: &str) -> Option<&'static [char]> {
    let name = path.rsplit('/').next()?;
    Some(match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "toml" => &['='],
        "yaml" | "yml" => &[':'],
        "cfg" | "conf" | "editorconfig" | "ini" | "properties" => &['=', ':'],
        _ => return None,
    })
}

/// The end of a text of several lines that begins on a line of TOML.
fn opened(line: &str) -> Option<&'static str> {
    let value = line.split_once('=')?.1.trim_start();
    ["\"\"\"", "'''"].into_iter().find(|quotes| value.matches(quotes).count() == 1)
}

fn is_section(line: &str) -> bool {
    line.starts_with('[') && line.contains(']') && !line.trim_end().ends_with(',')
}

/// Whether a line begins with a name, and what may follow a key.
fn is_key(line: &str, separators: &[char]) -> bool {
    let rest = if line.starts_with(['"', '\'']) {
        line.split_at_checked(1).and_then(|(quote, quoted)| quoted.split_once(quote)).map(|(_, rest)| rest)
    } else {
        let rest = line.trim_start_matches(|char: char| char.is_alphanumeric() || "_-./$\" ".contains(char));
        Some(rest).filter(|_| !line.starts_with([' ', '-']) && rest.len() < line.len())
    };
    let Some(rest) = rest.map(|rest| rest.trim_start_matches([' ', '\t'])) else { return false };
    let Some(after) = rest.strip_prefix(separators) else { return false };
    // A colon in a word, such as in an address, ends no key.
    rest.starts_with('=') || after.is_empty() || after.starts_with([' ', '\t'])
}

#[cfg(test)]
mod tests {
    use super::keys;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let lines: Vec<&str> = text.lines().collect();
        let found: Vec<&str> = keys(path, text).into_iter().map(|line| lines[line]).collect();
        assert_eq!(found, expected, "{path}");
    }

    #[test]
    fn settings_of_each_format() {
        check(
            "a.toml",
            "# a = 1\n[a.b]\nname = \"x\"\nlist = [\n  1,\n]\n\n[[c]]\n\"d e\" = 1\na.\"f\" = 2\nt = \"\"\"\nx = 1\n[y]\n\"\"\"\nz=1\n",
            &[
                "[a.b]",
                "name = \"x\"",
                "list = [",
                "[[c]]",
                "\"d e\" = 1",
                "a.\"f\" = 2",
                "t = \"\"\"",
                "z=1",
            ],
        );
        check(
            "sub/a.yml",
            "---\n# a: b\non:\n  push: x\n'b c': 1\n- d: 1\n.i:\nhttp://x\ntext: |\n  e: f\n\"g\": {}\r\n",
            &["on:", "'b c': 1", ".i:", "text: |", "\"g\": {}"],
        );
        check("a.ini", "; a=1\n[s]\nb=1\nc d: 2\n d = 3\nwords\n", &["[s]", "b=1", "c d: 2"]);
        check("a.rs", "a = 1\n", &[]);
        check("toml", "a = 1\n", &[]);
    }

    #[test]
    fn odd_texts() {
        for text in ["", "=", ":", "\"", "'é", "é: 1", "[", "a = \"\"\"", "\"\"\"\n\"\"\"", "$", "-: 1"] {
            for path in ["a.toml", "a.yaml", "a.ini", ".yml"] {
                let _ = keys(path, text);
            }
        }
    }
}
