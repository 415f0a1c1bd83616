//! Properties of every value in every form.

use super::dice::Dice;
use super::json::Json;
use serde::de::IgnoredAny;
use toon::{DecodeOptions, Delimiter, EncodeOptions, json};
use toon_normal::{Form, KeyOrder, Level, Options, Step, is_marked};

/// The options of the form.
#[derive(Clone, Debug)]
pub struct Setup {
    pub level: Level,
    pub key_order: KeyOrder,
    pub delimiter: Delimiter,
    pub without: Vec<Step>,
}

pub const LEVELS: [Level; 3] = [Level::Plain, Level::Legible, Level::Dense];
pub const KEY_ORDERS: [KeyOrder; 2] = [KeyOrder::Exact, KeyOrder::Header];
pub const DELIMITERS: [Delimiter; 3] = [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe];

impl Setup {
    /// Each level in each order, with all steps.
    pub fn all() -> Vec<Setup> {
        let orders = |level| KEY_ORDERS.map(|key_order| Setup::new(level, key_order));
        LEVELS.into_iter().flat_map(orders).collect()
    }

    pub fn new(level: Level, key_order: KeyOrder) -> Self {
        Setup { level, key_order, delimiter: Delimiter::Comma, without: Vec::new() }
    }

    /// Each level in each order, one of them first, with some delimiter, and without some steps
    /// half of the time.
    pub fn random(dice: &mut Dice<'_>) -> Vec<Setup> {
        let mut setups = Setup::all();
        let first = dice.below(setups.len());
        setups.rotate_left(first);
        for setup in &mut setups {
            setup.delimiter = *dice.pick(&DELIMITERS);
            if dice.chance(50) {
                let percent = *dice.pick(&[10, 50, 90]);
                setup.without = Step::ALL.into_iter().filter(|_| dice.chance(percent)).collect();
            }
        }
        setups
    }

    pub fn encode(&self) -> EncodeOptions {
        EncodeOptions::new().delimiter(self.delimiter)
    }

    pub fn options(&self) -> Options<'static> {
        let options = Options::new().level(self.level).key_order(self.key_order).encode(self.encode());
        self.without.iter().fold(options, |options, &step| options.step(step, false))
    }
}

/// A value, and its JSON text.
pub struct Case {
    value: Json,
    json: String,
}

impl Case {
    pub fn new(value: Json) -> Self {
        Case { json: value.to_string(), value }
    }

    /// # Errors
    /// If `json` is not JSON.
    pub fn parse(json: &str) -> Result<Self, String> {
        Json::parse(json).map(Case::new).map_err(|error| error.to_string())
    }

    pub fn value(&self) -> &Json {
        &self.value
    }

    /// Writes the value and reads it back; returns its text and form.
    ///
    /// # Errors
    /// The mistake.
    pub fn check(&self, setup: &Setup) -> Result<(String, Form), String> {
        let options = setup.options();
        let out = options.from_json(&self.json).map_err(|error| format!("cannot be written: {error}"))?;
        let wrong = |what: &str| format!("{what}\n--- text:\n{}\n---", out.text);

        toon::from_str::<IgnoredAny>(&out.text).map_err(|error| wrong(&format!("not TOON: {error}")))?;
        let expected = comparable(&self.value, setup.key_order);
        let back = options.to_json(&out.text).map_err(|error| wrong(&format!("cannot be read: {error}")))?;
        let back = comparable_json(back, setup.key_order)?;
        if back != expected {
            return Err(wrong(&format!("read as   {back}\ninstead of {expected}")));
        }
        if is_marked(&out.text) != (out.form == Form::Normal) {
            return Err(wrong(&format!("{:?}, and marked: {}", out.form, is_marked(&out.text))));
        }

        // Canonical TOON that reorders keys, or that would be read as a normal form, is not an
        // alternative.
        let canonical =
            json::to_toon(&self.json, &setup.encode()).map_err(|error| format!("not JSON: {error}"))?;
        if out.text.len() > canonical.len() && !is_marked(&canonical) {
            let plain =
                json::from_toon(&canonical, &DecodeOptions::new()).map_err(|error| error.to_string())?;
            if comparable_json(plain, setup.key_order)? == expected {
                let [form, toon] = [out.text.len(), canonical.len()];
                return Err(wrong(&format!("{form} bytes, but {toon} as canonical TOON")));
            }
        }
        Ok((out.text, out.form))
    }
}

/// The same for the document of `text` as data.
///
/// # Errors
/// The mistake.
pub fn check_as_data(text: &str, setup: &Setup) -> Result<(), String> {
    let json = json::from_toon(text, &DecodeOptions::new()).map_err(|error| error.to_string())?;
    let outcome = Case::parse(&json)?.check(setup);
    outcome.map(drop).map_err(|wrong| format!("as data: {wrong}\n--- data:\n{json}\n---"))
}

/// The text that is the same for all equal values.
fn comparable(value: &Json, key_order: KeyOrder) -> String {
    match key_order {
        KeyOrder::Header => value.sorted().canonical(),
        _ => value.canonical(),
    }
}

/// The same of JSON text. The order of keys and the spelling of numbers are part of what must be
/// right.
fn comparable_json(json: String, key_order: KeyOrder) -> Result<String, String> {
    match key_order {
        KeyOrder::Header => Json::parse(&json).map(|value| value.sorted().canonical()),
        _ => Ok(json),
    }
    .map_err(|error| error.to_string())
}
