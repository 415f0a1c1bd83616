//! Encoding in the normal form.

use super::encoding::{Encoding, NOT_IN_TOON, Normal, must_be_toon};
use super::source::Document;
use crate::failure::Failure;
use crate::report;
use crate::tokens::o200k;
use std::path::Path;
use toon::DecodeOptions;
use toon_normal::{Applied, Form, Options};

impl Encoding {
    /// Writes a value in its smallest form.
    pub(super) fn normal(
        &self,
        normal: &Normal,
        name: &str,
        source: &Document,
        output: Option<&Path>,
    ) -> Result<(), Failure> {
        let refuse = |error: toon::Error| self.failure(name, &error, source);
        let mut options =
            Options::new().level(normal.level).key_order(normal.key_order).encode(self.options.clone());
        if self.smallest {
            options = options.json(!must_be_toon(output)).measure(o200k);
        }
        let written = source.to_form(&options).map_err(refuse)?;
        self.write(&written.text, written.form, output)?;
        if !self.smallest && self.stats.is_none() {
            if written.form != Form::Normal {
                report::note("wrote TOON: the normal form is not smaller");
            }
            compare_with_json(&written.text);
            return Ok(());
        }
        let toon = source.to_toon(&self.options).map_err(refuse)?;
        let json = self.json(&toon)?;
        let (tokens, toon_tokens, json_tokens) = (o200k(&written.text), o200k(&toon), o200k(&json));
        if self.smallest {
            let reason = if json_tokens < tokens { NOT_IN_TOON } else { "" };
            let others = match written.form {
                Form::Normal => format!("{toon_tokens} as TOON and {json_tokens} as compact JSON{reason}"),
                Form::Json => format!("and {toon_tokens} as TOON; the normal form is not smaller"),
                _ => format!("and {json_tokens} as compact JSON{reason}; the normal form is not smaller"),
            };
            report::note(&format!("{}: {tokens} tokens, {others}", form_name(written.form)));
        }
        if let Some(given) = &self.stats {
            given.report(&json, tokens, form_name(written.form))?;
            for applied in &written.report.steps {
                let Applied { step, count, saved, .. } = applied;
                report::note(&format!("  {step}: {count}, about {saved} tokens saved"));
            }
        }
        Ok(())
    }
}

/// Says so if compact JSON takes fewer tokens than `text`. They are only counted, which takes the
/// vocabulary, if JSON does not take many more bytes.
fn compare_with_json(text: &str) {
    const MAX_PERCENT_OF_JSON: usize = 85;
    let options = Options::new().decode(DecodeOptions::new().detect_indent(true));
    let Ok(json) = options.to_json(text) else { return };
    if text.len() * 100 <= json.len() * MAX_PERCENT_OF_JSON {
        return;
    }
    let (tokens, json_tokens) = (o200k(text), o200k(&json));
    if json_tokens < tokens {
        report::note(&format!(
            "compact JSON takes fewer tokens: {json_tokens} instead of {tokens}; use --smallest to write the smallest form"
        ));
    }
}

fn form_name(form: Form) -> &'static str {
    match form {
        Form::Normal => "normal form",
        Form::Json => "JSON",
        _ => "TOON",
    }
}
