//! What aliases may stand for at the legible level: the page says that only URLs are abbreviated.

use crate::support::check::{Case, KEY_ORDERS, Setup};
use crate::support::dice::Dice;
use crate::support::json::Json;
use toon::{DecodeOptions, json};
use toon_normal::{Level, is_marked};

/// An alias, and the texts in which it is used.
pub struct Alias {
    name: String,
    text: String,
    uses: Vec<String>,
}

/// The aliases of a text at the legible level, after a check of each.
#[track_caller]
pub fn checked(text: &str) -> Vec<Alias> {
    if !is_marked(text) {
        return Vec::new();
    }
    let literal = json::from_toon(text, &DecodeOptions::new()).unwrap();
    let aliases = defined(&Json::parse(&literal).unwrap());
    if let Some(wrong) = aliases.iter().find_map(mistake) {
        panic!("{wrong} in\n{text}");
    }
    aliases
}

/// The same for the legible form of `json`, which is also read back.
#[track_caller]
fn aliases(json: &str) -> Vec<Alias> {
    let case = Case::parse(json).unwrap();
    let [aliases, _] =
        KEY_ORDERS.map(|key_order| checked(&case.check(&Setup::new(Level::Legible, key_order)).unwrap().0));
    aliases
}

fn defined(document: &Json) -> Vec<Alias> {
    let Json::Object(members) = document else { return Vec::new() };
    let mut aliases = Vec::new();
    if let Some((_, Json::Object(definitions))) = members.iter().find(|(key, _)| key == "_let") {
        for (name, text) in definitions {
            let Json::String(text) = text else { panic!("{text}") };
            aliases.push(Alias { name: name.clone(), text: text.clone(), uses: Vec::new() });
        }
    }
    if !aliases.is_empty() {
        members.iter().filter(|(key, _)| key != "_let").for_each(|(_, value)| add_uses(value, &mut aliases));
    }
    aliases
}

fn add_uses(value: &Json, aliases: &mut [Alias]) {
    match value {
        Json::String(text) => {
            for word in text.split(' ') {
                let Some(word) = word.strip_prefix('$') else { continue };
                let name = word.split(|char: char| !char.is_ascii_alphanumeric() && char != '_').next();
                if let Some(alias) = aliases.iter_mut().find(|alias| Some(&*alias.name) == name) {
                    alias.uses.push(text.clone());
                }
            }
        }
        Json::List(items) => items.iter().for_each(|item| add_uses(item, aliases)),
        Json::Object(members) => members.iter().for_each(|(_, value)| add_uses(value, aliases)),
        _ => {}
    }
}

/// Why the legible form should not contain this alias.
fn mistake(alias: &Alias) -> Option<String> {
    let Alias { name, text, uses } = alias;
    let (scheme, rest) = text.split_once("://").unwrap_or_default();
    let is_url = scheme.starts_with(|char: char| char.is_ascii_alphabetic())
        && scheme.chars().all(|char| char.is_ascii_alphanumeric() || "+-.".contains(char))
        && rest.ends_with(|char: char| char.is_ascii_alphanumeric() || char == '_')
        && !text.contains([' ', '"', '\\', '[', ']', '{', '}', ',', '$']);
    if !is_url {
        return Some(format!("{text:?}, which is not a URL,"));
    }
    let mut words = text.split(|char: char| !char.is_ascii_alphanumeric() && char != '_');
    let is_unnumbered = |word: &str| {
        name.strip_prefix(word).is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_id = name.len() >= 8
        && name.bytes().all(|byte| byte.is_ascii_hexdigit())
        && name.bytes().any(|byte| byte.is_ascii_digit());
    if !words.any(|word| !word.is_empty() && is_unnumbered(word))
        || name.bytes().filter(u8::is_ascii_alphabetic).count() < 3
        || is_id
    {
        return Some(format!("${name}, which is not a name for {text}"));
    }
    if uses.len() < 3 {
        return Some(format!("${name}, which is used {} times,", uses.len()));
    }
    let reference = format!("${name}");
    let is_cut = |rest: &str| rest.is_empty() || rest.starts_with(['/', '?', '#', '&', '=', ' ']);
    let is_fit = |using: &&String| {
        let is_template_or_json = using.trim_start_matches('_').starts_with('[') || using.contains('{');
        let mut words = using.split(' ').enumerate();
        words.all(|(at, word)| match word.strip_prefix(&reference) {
            // A longer name, or an escape.
            Some(rest) if rest.starts_with(|char: char| char.is_ascii_alphanumeric() || char == '_') => true,
            Some(rest) => is_cut(rest) && (at == 0 || !is_template_or_json),
            None => true,
        })
    };
    uses.iter().find(|using| !is_fit(using)).map(|using| format!("${name}, used in {using:?},"))
}

/// A list with the objects that `row` makes of their indices.
fn rows(count: usize, row: impl Fn(usize) -> String) -> String {
    let rows: Vec<String> = (0..count).map(row).collect();
    format!("[{}]", rows.join(","))
}

/// A list of strings, made in the same way, which is not a table.
fn texts(count: usize, text: impl Fn(usize) -> String) -> String {
    format!(r#"{{"texts":{}}}"#, rows(count, |i| format!(r#""{}""#, text(i))))
}

#[test]
fn prose_with_a_url_is_not_abbreviated() {
    const SERVICES: [&str; 4] = ["EBS Snapshots", "ELB Active", "RDS Clusters", "VPC"];
    let json = rows(20, |i| {
        let service = SERVICES[i % 4];
        format!(
            r#"{{"id":{i},"description":"Checks for usage that is more than 80% of the {service} limit {}. See https://docs.example.com/support/limits/{i} for {}."}}"#,
            i * 7919 % 1000,
            i * 31 % 17,
        )
    });
    for Alias { text, .. } in aliases(&json) {
        assert_eq!(text, "https://docs.example.com/support/limits");
    }
}

#[test]
fn json_text_is_not_abbreviated() {
    let json = rows(12, |i| {
        let url = format!("https://docs.example.com/accounts/cloud/{}", i % 3);
        format!(
            r#"{{"id":{i},"parts":[[{{"text":"Moved to the cloud.","type":"{}","url":"{url}"}}],[{i}]],"raw":"[{{\"text\":\"see {url}\",\"type\":{i}}}]"}}"#,
            ["note", "task"][i % 2],
        )
    });
    assert!(aliases(&json).is_empty());
    // Beside a URL that is: what looks like a reference in JSON text is escaped.
    let json = rows(12, |i| {
        let url = format!("https://docs.example.com/accounts/cloud/{}/{}", i * 7 % 5, i * i);
        format!(r#"{{"url":"{url}","parts":[["$cloud {url}",{i}],[{{"a":"costs $5"}}]],"see":["{url}"]}}"#)
    });
    let found = aliases(&json);
    assert_eq!(found.iter().map(|alias| &*alias.name).collect::<Vec<_>>(), ["cloud"]);
}

#[test]
fn an_id_is_not_a_name() {
    for id in ["9f86d081884c7d659a2f", "0123abcd", "550e8400-e29b-41d4-a716-446655440000", "20240131", "v1"] {
        let found = aliases(&texts(20, |i| format!("https://cdn.shop.example/{id}/{}", i * i)));
        assert_eq!(found.iter().map(|alias| &*alias.name).collect::<Vec<_>>(), ["shop"], "{id}");
    }
}

#[test]
fn no_definition_uses_another_alias() {
    let repository = "https://api.example.org/repos/acme/shop";
    let longer = format!("{repository}/issues/comments/reactions");
    let found = aliases(&texts(60, |i| format!("{}/{}", [repository, &longer][i % 2], i * 7919 % 1000)));
    assert_eq!(found.iter().map(|alias| &*alias.text).collect::<Vec<_>>(), [repository, &longer]);
}

/// Lists of objects with much repeated prose, JSON text, IDs and URLs.
struct Made<'d> {
    dice: Dice<'d>,
}

impl Made<'_> {
    fn url(&mut self) -> String {
        const BEGINNINGS: &[&str] = &[
            "https://api.example.org/repos/acme/shop",
            "https://api.example.org/repos/acme/shop-api",
            "https://api.example.org/repos/acme",
            "https://cdn.example.org/9f86d081884c7d65",
            "https://shop.example/search?q=shoes&page",
            "git+ssh://git.example.org/acme/shop2",
            "http://10.0.0.1:8080/v1",
        ];
        const ENDS: &[&str] = &[
            "",
            "/",
            "/issues",
            "/issues/comments/9101",
            "/issues{/number}",
            "=1",
            "?state=open",
            "#top",
            ".git",
            "-old",
            "_old",
            ",",
            ").",
            "\",\"next\":\"a/b",
            "é",
        ];
        let [beginning, end] = [BEGINNINGS, ENDS].map(|texts| *self.dice.pick(texts));
        format!("{beginning}{end}")
    }

    fn text(&mut self) -> String {
        const PROSE: &[&str] = &[
            "Checks for usage that is more than 80% of the limit",
            "the: see note://of-all and what follows",
            "0123abcd4567ef89 and a rather long rest that repeats",
            "$shop costs $$5 at https://api.example.org/repos/acme/shop today",
        ];
        let (prose, url) = (*self.dice.pick(PROSE), self.url());
        match self.dice.below(9) {
            0 => prose.to_owned(),
            1 => format!("{prose} {url}"),
            2 => format!("{url} {prose} {url}"),
            3 => Json::object([("text", Json::text(prose)), ("url", Json::text(url))]).to_string(),
            4 => Json::List(vec![Json::text(format!("see {url}")), Json::text(prose)]).to_string(),
            5 => format!("{{id}} {url}"),
            6 => "0123456789abcdef0123456789abcdef".to_owned(),
            _ => url,
        }
    }

    fn value(&mut self) -> Json {
        let text = |made: &mut Self| Json::String(made.text());
        match self.dice.below(8) {
            0 => Json::List(vec![text(self), Json::List(vec![text(self), Json::int(1)])]),
            1 => Json::List(vec![text(self), text(self)]),
            2 => Json::object([("text", text(self)), ("more", text(self))]),
            _ => text(self),
        }
    }

    fn document(&mut self) -> String {
        let constant = self.value();
        let keys = self.dice.sample(&["text", "url", "parts", "link"], 3);
        let row = |made: &mut Self, id: usize| {
            let members = keys.iter().map(|key| (*key, made.value()));
            Json::object([("id", Json::int(id)), ("of all", constant.clone())].into_iter().chain(members))
        };
        let count = self.dice.between(5, 40);
        let items: Vec<Json> = (0..count).map(|id| row(self, id)).collect();
        Json::List(items).to_string()
    }
}

#[test]
fn only_urls_are_abbreviated() {
    const DOCUMENTS: u64 = 100;
    let mut with_aliases = 0;
    for seed in 0..DOCUMENTS {
        let json = Made { dice: Dice::new(seed) }.document();
        with_aliases += u64::from(!aliases(&json).is_empty());
    }
    assert!(with_aliases > DOCUMENTS / 2, "{with_aliases}");
}
