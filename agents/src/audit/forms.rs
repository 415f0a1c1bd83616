//! What results take, and would have taken in the forms that a hook sends.

use crate::command::Programs;
use crate::hook;
use crate::host::Host;
use crate::tools;
use crate::transcripts::{FORMS, Inspector, Shown, Sizes, Tool};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use toon_convert::{Call, Converter, Form, InvalidPattern, Marker, Measure, Rules, Session, tokens};
use toon_normal::Level;

/// The names of the forms: TOON, what a hook sends by default, and the normal form wherever it is the
/// smallest.
pub const FORM_NAMES: [&str; FORMS] = ["toon", "smallest", "normal"];

/// JSON results beyond that are sampled.
const MAX_EXACT_BYTES: u64 = 50_000_000;

/// The maximum length of the name of a tool, in characters.
const MAX_NAME: usize = 100;

/// Of those, one in so many of each tool is converted.
const SAMPLED: u64 = 16;

/// A result before and after, for a terminal.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The tool.
    pub tool: String,
    /// What the model saw.
    pub before: String,
    /// What it would have seen with the hook.
    pub after: String,
}

/// The converters for the forms.
struct Converters {
    toon: Converter,
    auto: Converter,
    plain: Converter,
    legible: Converter,
}

/// What has been converted of a tool.
#[derive(Default)]
struct Converted {
    results: u64,
    before: u64,
    after: [u64; FORMS],
}

/// Measures results as the hook would convert them: by bytes, and counts their tokens.
pub(super) struct Forms<'a> {
    converters: Converters,
    programs: &'a Programs,
    sessions: [Session; FORMS],
    exact_bytes: u64,
    tools: HashMap<(Host, String), Converted>,
    max_samples: usize,
    pub(super) samples: Vec<Sample>,
    progress: &'a mut dyn FnMut(u64),
}

impl<'a> Forms<'a> {
    pub(super) fn new(
        programs: &'a Programs,
        max_samples: usize,
        progress: &'a mut dyn FnMut(u64),
    ) -> Result<Self, InvalidPattern> {
        let converter =
            |form| Converter::new(Rules::new().measure(Measure::Bytes).marker(Marker::Off).form(form));
        let converters = Converters {
            toon: converter(Form::Toon)?,
            auto: converter(Form::Auto)?,
            plain: converter(Form::Plain)?,
            legible: converter(Form::Legible)?,
        };
        Ok(Forms {
            converters,
            programs,
            sessions: Default::default(),
            exact_bytes: 0,
            tools: HashMap::new(),
            max_samples,
            samples: Vec::new(),
            progress,
        })
    }

    /// Converts a text to a form, if that makes it smaller. Returns it with the length of its explanation.
    fn convert(
        &self,
        place: usize,
        call: Call<'_>,
        level: Level,
        result: &str,
        length: usize,
    ) -> Option<(String, usize)> {
        let converter = match (place, level) {
            (0, _) => &self.converters.toon,
            (1, _) => &self.converters.auto,
            (_, Level::Plain) => &self.converters.plain,
            _ => &self.converters.legible,
        };
        let outcome = converter.convert_json_in(self.sessions.get(place)?, call, result).ok()?;
        let result: Content<'_> = serde_json::from_str(outcome.result.as_ref()?.get()).ok()?;
        let text = result.content.into_iter().next()?.text;
        let explanation = usize::try_from(outcome.conversion.explanation.bytes).unwrap_or_default();
        (text.len() < length).then(|| (text.into_owned(), explanation))
    }

    /// Fills in the sizes of the forms of a result that the hook converts.
    fn compare(&mut self, shown: &Shown<'_>, name: &str, framed: [&str; 3], sizes: &mut Sizes) {
        let [before, text, after] = framed;
        let client = hook::client(shown.host);
        let mut call = Call::new(name).client(client);
        if let Some(input) = shown.input {
            call = call.arguments(input);
        }
        let result = json!({"content": [{"type": "text", "text": text}]}).to_string();
        for place in 0..FORMS {
            let Some((new, explanation)) = self.convert(place, call, client.level, &result, text.len())
            else {
                continue;
            };
            sizes.is_json = true;
            let new = [before, &new, after].concat();
            let length = before.len() + explanation;
            if let (Some(form), Some(explained)) =
                (sizes.forms.get_mut(place), sizes.explanations.get_mut(place))
            {
                *form = count(&new);
                *explained = if explanation > 0 {
                    count(new.get(before.len()..length).unwrap_or_default())
                } else {
                    0
                };
            }
            if FORM_NAMES.get(place) == Some(&"smallest") && self.samples.len() < self.max_samples {
                let tool = label(shown.tool).to_owned();
                self.samples.push(Sample { tool, before: shown.text.to_owned(), after: new });
            }
        }
    }

    /// Whether the forms of a result are estimated, since too many have been converted.
    fn is_estimated(&self, tool: &Converted) -> bool {
        self.exact_bytes > MAX_EXACT_BYTES && !tool.results.is_multiple_of(SAMPLED)
    }
}

#[derive(Deserialize)]
struct Content<'a> {
    #[serde(borrow)]
    content: Vec<Block<'a>>,
}

#[derive(Deserialize)]
struct Block<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

/// The name under which a tool is counted.
pub(super) fn label(tool: &Tool) -> &str {
    tool.program.as_deref().unwrap_or(&tool.name)
}

fn count(text: &str) -> u64 {
    tokens::count(text) as u64
}

/// What a host puts around the output of a tool, and the output between.
fn frame(host: Host, text: &str) -> [&str; 3] {
    let marks: &[(&str, &str)] = match host {
        Host::Codex => &[("\nOutput:\n", "")],
        Host::Copilot => &[("", "\n<exited with ")],
        Host::Gemini => &[
            ("<untrusted_context>\n", "\n</untrusted_context>"),
            ("Output: ", "\nError: "),
            ("Output: ", "\nExit Code: "),
            ("Output: ", "\nProcess Group PGID: "),
        ],
        Host::Claude | Host::Cursor | Host::Opencode => &[],
    };
    let framed = marks.iter().find_map(|(before, after)| {
        let start = text.find(before)? + before.len();
        let end = if after.is_empty() { text.len() } else { text.rfind(after)? };
        Some([text.get(..start)?, text.get(start..end)?, text.get(end..)?])
    });
    framed.unwrap_or(["", text, ""])
}

fn is_json(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(['{', '[']) && serde_json::from_str::<IgnoredAny>(text).is_ok()
}

impl Inspector for Forms<'_> {
    fn inspect(&mut self, shown: &Shown<'_>) -> Sizes {
        let tokens = count(shown.text);
        let mut sizes = Sizes { tokens, forms: [tokens; FORMS], ..Sizes::default() };
        let framed = frame(shown.host, shown.text);
        let [_, text, _] = framed;
        sizes.is_json = !shown.is_error && is_json(text);
        let name = tools::rules_name(shown.host, &shown.tool.name, shown.input, self.programs);
        let Some(name) = name.filter(|_| !shown.is_error) else {
            self.sessions.iter().for_each(|session| session.add_unread(shown.text.len() as u64));
            return sizes;
        };
        let key = (shown.host, label(shown.tool).to_owned());
        let mut tool = self.tools.remove(&key).unwrap_or_default();
        if self.is_estimated(&tool) {
            for (form, after) in sizes.forms.iter_mut().zip(tool.after) {
                let scaled = u128::from(tokens) * u128::from(after) / u128::from(tool.before.max(1));
                *form = u64::try_from(scaled).unwrap_or(tokens);
            }
            sizes.is_estimated = true;
        } else {
            self.compare(shown, &name, framed, &mut sizes);
            tool.before += tokens;
            for (after, form) in tool.after.iter_mut().zip(sizes.forms) {
                *after += form;
            }
            if sizes.is_json {
                self.exact_bytes += text.len() as u64;
            }
        }
        tool.results += 1;
        self.tools.insert(key, tool);
        sizes
    }

    fn forget(&mut self) {
        self.sessions = Default::default();
    }

    fn read(&mut self, bytes: u64) {
        (self.progress)(bytes);
    }

    fn name(&mut self, _: Host, name: &str, input: Option<&RawValue>) -> Tool {
        // Names are printed on terminals.
        let printable = name.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
        Tool { name: printable, program: tools::program(name, input, self.programs) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames() {
        for (host, text, expected) in [
            (Host::Claude, "[1]", "[1]"),
            (Host::Codex, "Wall time: 1\nOutput:\n[1]", "[1]"),
            (Host::Codex, "[1]", "[1]"),
            (Host::Copilot, "[1]\n<exited with exit code 0>", "[1]"),
            (Host::Gemini, "<untrusted_context>\n[1]\n</untrusted_context>", "[1]"),
            (Host::Gemini, "Output: [1]\nError: (none)\nExit Code: 0", "[1]"),
            (Host::Gemini, "Output: [1]\nProcess Group PGID: 7", "[1]"),
        ] {
            let [before, inside, after] = frame(host, text);
            assert_eq!((inside, [before, inside, after].concat().as_str()), (expected, text));
        }
    }
}
