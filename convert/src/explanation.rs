//! Texts that explain TOON to models.

use toon::prompt::{READING, READING_SHORT};
use toon::{Delimiter, EncodeOptions};
use toon_normal::{Explained, KeyOrder, Level, Step};

/// Options for normal forms: models do not need the order of keys.
pub fn normal_options<'a>() -> toon_normal::Options<'a> {
    toon_normal::Options::new().key_order(KeyOrder::Header)
}

/// Explains TOON to models, briefly and with examples: [`toon::prompt::READING`]. Use it in a system
/// prompt, or as the instructions of a server whose results are TOON.
///
/// ```
/// let instructions = format!("Lists projects. {}", toon_convert::PROMPT);
/// assert!(instructions.contains("TOON"));
/// ```
pub const PROMPT: &str = READING;

/// An addition to [`PROMPT`] if results may be in normal form.
const NORMAL: &str = include_str!("explanation_normal.md");

/// How TOON is explained to models.
///
/// ```
/// use toon::Delimiter;
/// use toon_convert::Explanation;
///
/// let short = Explanation::Short.text(Delimiter::Pipe, 2);
/// assert!(short.contains("`key[2|]{id|name}:`") && short.contains("separated by pipes"));
/// assert_eq!(Explanation::Full.text(Delimiter::Comma, 2), toon_convert::PROMPT);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Explanation {
    /// Two sentences of at most 60 tokens, which are enough for most models:
    /// [`toon::prompt::READING_SHORT`].
    #[default]
    Short,
    /// [`PROMPT`], with rules and examples.
    Full,
}

impl Explanation {
    /// The text, for TOON with this delimiter and indentation.
    pub fn text(self, delimiter: Delimiter, indent: usize) -> String {
        self.for_level(None, delimiter, indent)
    }

    /// Like [`text`](Self::text), for results that may also be in normal form at this level. It
    /// explains all steps of the level, where a [`Session`](crate::Session) only explains those that
    /// a result uses.
    ///
    /// ```
    /// use toon::Delimiter;
    /// use toon_convert::Explanation;
    /// use toon_normal::Level;
    ///
    /// let text = Explanation::Short.for_level(Some(Level::Plain), Delimiter::Comma, 2);
    /// assert!(text.contains("After _form, _ in a row is absent") && !text.contains("_let"));
    /// ```
    pub fn for_level(self, level: Option<Level>, delimiter: Delimiter, indent: usize) -> String {
        match (self, level) {
            (Explanation::Short, None) => short(delimiter),
            (Explanation::Short, Some(level)) => {
                let mut explained = Explained::new().level(level).key_order(KeyOrder::Header);
                with_header(&explained.all(), delimiter)
            }
            (Explanation::Full, None) => full(PROMPT, delimiter, indent),
            (Explanation::Full, Some(level)) => {
                let mut explained = Explained::new().level(level).key_order(KeyOrder::Header);
                let known = Step::ALL.into_iter().filter(|step| !OTHERS.contains(step));
                explained.steps(known);
                let others = format!("\n- {}", explained.all().replace('\n', "\n- "));
                [&full(PROMPT, delimiter, indent), "\n\n", &full(NORMAL, delimiter, indent), &others].concat()
            }
        }
    }
}

/// The steps that the text in `explanation_normal.md` does not explain.
const OTHERS: [Step; 5] = [Step::Kinds, Step::RareObjects, Step::Nulls, Step::Tuples, Step::SingleElements];

/// Adapts the header in an explanation of normal forms to a delimiter.
pub(crate) fn with_header(text: &str, delimiter: Delimiter) -> String {
    const HEADER: &str = "T[2]{id,a{b}}:";
    text.replacen(HEADER, &with_delimiter(HEADER, delimiter), 1)
}

fn short(delimiter: Delimiter) -> String {
    let name = match delimiter {
        Delimiter::Tab => "tabs",
        Delimiter::Pipe => "pipes",
        _ => "commas",
    };
    pieces(READING_SHORT, delimiter).replace("commas", name)
}

/// Replaces the commas in a line of TOON with another delimiter.
fn with_delimiter(line: &str, delimiter: Delimiter) -> String {
    if delimiter == Delimiter::Comma {
        return line.to_owned();
    }
    let delimiter = delimiter.as_char();
    line.replacen(']', &format!("{delimiter}]"), 1).replace(',', &delimiter.to_string())
}

/// Adapts the parts of `text` in backquotes, and its examples.
fn full(text: &str, delimiter: Delimiter, indent: usize) -> String {
    let options = EncodeOptions::new().delimiter(delimiter).indent(indent);
    let mut out = String::new();
    for (place, block) in text.split("```").enumerate() {
        if place > 0 {
            out.push_str("```");
        }
        match block.strip_prefix("toon\n") {
            Some(example) => {
                let value = toon::json::from_toon(example.trim_end(), &toon::DecodeOptions::new());
                let example = value.and_then(|json| toon::json::to_toon(&json, &options));
                // A test ensures that the examples are valid.
                out.extend(["toon\n", &example.unwrap_or_default(), "\n"]);
            }
            None if block.starts_with("json\n") => out.push_str(block),
            None => out.push_str(&rules(block, delimiter, indent)),
        }
    }
    out
}

/// Adapts rules to a delimiter and an indentation.
fn rules(text: &str, delimiter: Delimiter, indent: usize) -> String {
    let text = pieces(text, delimiter);
    match indent {
        1 => text.replace("two more spaces", "one more space"),
        2 => text,
        _ => text.replace("two more spaces", &format!("{indent} more spaces")),
    }
}

/// Adapts sentences to a delimiter. The parts between backquotes are TOON.
fn pieces(text: &str, delimiter: Delimiter) -> String {
    let parts = text.split('`').enumerate().map(|(place, part)| {
        let is_toon = place % 2 == 1 && part.contains([',', ']']);
        if is_toon { with_delimiter(part, delimiter) } else { part.to_owned() }
    });
    parts.collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of a JSON block and the TOON block after it.
    fn examples(text: &str) -> Vec<(&str, &str)> {
        let mut blocks = text.split("```").skip(1).step_by(2);
        let mut examples = Vec::new();
        while let (Some(json), Some(toon)) = (blocks.next(), blocks.next()) {
            let json = json.strip_prefix("json\n").unwrap().trim_end();
            let toon = toon.strip_prefix("toon\n").unwrap().trim_end();
            examples.push((json, toon));
        }
        examples
    }

    #[test]
    fn it_is_short() {
        assert!(PROMPT.len() < 2000, "{}", PROMPT.len());
    }

    /// The page on `toon::prompt` says what they cost.
    #[cfg(feature = "tokens")]
    #[test]
    fn what_the_texts_of_the_library_cost() {
        use toon::prompt::{READING, READING_SHORT, WRITING, WRITING_SHORT};

        let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/prompt.rs");
        let page = std::fs::read_to_string(page).unwrap();
        for (name, text) in [
            ("READING", READING),
            ("READING_SHORT", READING_SHORT),
            ("WRITING", WRITING),
            ("WRITING_SHORT", WRITING_SHORT),
        ] {
            let tokens = crate::tokens::count(text);
            let row = format!("| [`{name}`] | {tokens} |");
            assert!(page.contains(&row), "{row}");
            assert!(tokens <= 60 || !name.ends_with("_SHORT"), "{row}");
        }
    }

    #[cfg(feature = "tokens")]
    #[test]
    fn the_short_one_has_sixty_tokens_at_most() {
        for delimiter in [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe] {
            let text = Explanation::Short.text(delimiter, 2);
            assert!(crate::tokens::count(&text) <= 60, "{text}");
        }
    }

    #[cfg(feature = "tokens")]
    #[test]
    fn with_a_normal_form_it_has_sixty_tokens_and_a_line_for_each_step() {
        for delimiter in [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe] {
            for (level, most) in [(Level::Plain, 180), (Level::Legible, 290), (Level::Dense, 290)] {
                let text = Explanation::Short.for_level(Some(level), delimiter, 2);
                let tokens = crate::tokens::count(&text);
                assert!(tokens <= most, "{tokens}: {text}");
            }
        }
    }

    /// The explanation covers exactly what each level does.
    #[test]
    fn each_level_is_told_what_it_does() {
        let short = |level| Explanation::Short.for_level(Some(level), Delimiter::Pipe, 2);
        for level in [Level::Plain, Level::Legible, Level::Dense] {
            let text = short(level);
            for part in ["T[2|]{id|a{b}}:", "_form", ".each", ".words", ".json", ".by", "_null"] {
                assert!(text.contains(part), "{part} in {text}");
            }
            for part in ["_let", "{}", ".in", ".map", "times", ".tuple"] {
                assert_eq!(text.contains(part), level != Level::Plain, "{part} in {text}");
            }
        }
        assert!(short(Level::Legible).contains("_of") && !short(Level::Dense).contains("_of"));
        let full = Explanation::Full.for_level(Some(Level::Legible), Delimiter::Comma, 2);
        for part in ["_let", "T.by", "_null", ".one"] {
            assert!(full.contains(part), "{part} in {full}");
        }
    }

    #[test]
    fn the_examples_of_the_normal_form_are_right() {
        assert!(!examples(NORMAL).is_empty());
        let options = toon_normal::Options::new().key_order(toon_normal::KeyOrder::Header);
        for (json, form) in examples(NORMAL) {
            let written = options.from_json(json).unwrap();
            assert_eq!((written.form, written.text.as_str()), (toon_normal::Form::Normal, form));
            let compact = serde_json::from_str::<serde_json::Value>(json).unwrap();
            let read: serde_json::Value = serde_json::from_str(&options.to_json(form).unwrap()).unwrap();
            assert_eq!(read, compact);
        }
        let text = Explanation::Full.for_level(Some(Level::Dense), Delimiter::Pipe, 4);
        assert!(text.starts_with(&Explanation::Full.text(Delimiter::Pipe, 4)));
        assert!(text.contains("list.each:\n    ") && text.contains("{_of|sku|"), "{text}");
    }

    /// The rules show TOON as it is written.
    #[test]
    fn other_delimiters_and_indents() {
        let text = Explanation::Full.text(Delimiter::Pipe, 4);
        for part in [
            "indented by 4 more spaces",
            "`key[3|]: a|b|c`",
            "`key[2|]{id|name}:`",
            "`key[2:|]{age}:`",
            "users[2|]{id|name|joined}:\n    1|Ada|2026-01-05\n    2|Bob|null\n",
            "Each line below is one: its key, a colon, its values.",
        ] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        let rules = text.split("```").next().unwrap();
        assert!(rules.split('`').skip(1).step_by(2).all(|part| !part.contains(',')), "{rules}");
        assert_eq!(Explanation::Full.text(Delimiter::Comma, 2), PROMPT);
    }

    #[cfg(feature = "tokens")]
    #[test]
    fn each_part_of_the_normal_form_is_explained_in_a_few_tokens() {
        use crate::tokens::count;
        for level in [Level::Plain, Level::Legible, Level::Dense] {
            for step in Step::ALL {
                let mut explained = Explained::new().level(level).key_order(KeyOrder::Header);
                let common = explained.steps([]);
                assert!(count(&common) <= 60, "{common}");
                let line = explained.steps([step]);
                assert!(count(&line) <= 20, "{line}");
            }
        }
    }
}
