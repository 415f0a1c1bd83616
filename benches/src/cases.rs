//! The cases of the benchmark.

use crate::contender::{Contender, Reads};
use crate::data::declared::{Contacts, SparseUsers, Undeclared, Users};
use crate::data::tagged::by_toon;
use crate::data::{self, config, enums, files, numbers, ragged, rows, strings, tagged};
#[cfg(feature = "peers")]
use crate::formats::{Etoon, Gcf, ReddbIoToon, SerdeToon, SerdeToonFormat, ToonFormat};
use crate::formats::{SerdeJson, SonicRs, Toon};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::rc::Rc;

/// A kind of data, with the formats that write and read it.
pub struct Case {
    /// The name in the table.
    pub name: String,
    /// The formats, with `serde_json` first.
    pub contenders: Vec<Contender>,
}

/// Builds a case, and checks each format once.
pub type Build = fn(&str) -> Option<Case>;

/// All cases with their names, in the order of the table.
pub fn cases() -> Vec<(&'static str, Build)> {
    vec![
        ("rows-10", |name| case(name, rows::rows(10))),
        ("rows-100", |name| case(name, rows::rows(100))),
        ("rows", |name| case(name, rows::rows(1_000))),
        ("rows-10k", |name| case(name, rows::rows(10_000))),
        ("rows-100k", |name| case(name, rows::rows(100_000))),
        ("rows-borrowed", borrowed),
        ("groups", |name| case(name, rows::contacts(1_000))),
        ("rows-tabular", |name| declared::<Users, _>(name, rows::rows(1_000))),
        ("rows-skip-default", |name| declared::<SparseUsers, _>(name, rows::rows(1_000))),
        ("groups-tabular", |name| declared::<Contacts, _>(name, rows::contacts(1_000))),
        ("keyed", |name| case(name, rows::flags(1_000))),
        ("config", |name| case(name, config::config())),
        ("ragged", |name| case(name, ragged::tasks(1_000))),
        ("enums", |name| case(name, enums::events(1_000))),
        ("tagged", |name| declared::<Undeclared<by_toon::Action>, _>(name, tagged::actions(1_000))),
        ("tagged-rows", |name| declared::<Undeclared<by_toon::Action>, _>(name, tagged::replies(1_000))),
        ("flattened", |name| {
            declared::<Undeclared<by_toon::Labelled>, _>(name, tagged::labelled(1_000, false))
        }),
        ("flattened-rows", |name| {
            declared::<Undeclared<by_toon::Labelled>, _>(name, tagged::labelled(1_000, true))
        }),
        ("floats", |name| case(name, numbers::floats(100_000))),
        ("ints", |name| case(name, numbers::ints(100_000))),
        ("strings", |name| case(name, strings::strings(10_000))),
        ("values-rows", |name| any(name, data::value(&rows::rows(1_000)))),
        ("values-config", |name| any(name, data::value(&config::config()))),
        ("values-ragged", |name| any(name, data::value(&ragged::tasks(1_000)))),
        ("json-to-toon-rows", |name| transcoding(name, &rows::rows(1_000))),
        ("json-to-toon-config", |name| transcoding(name, &config::config())),
        ("json-to-toon-ragged", |name| transcoding(name, &ragged::tasks(1_000))),
        ("github", |name| case(name, files::github()?)),
        ("event-logs", |name| case(name, files::event_logs()?)),
    ]
}

fn case<T>(name: &str, value: T) -> Option<Case>
where
    T: Serialize + DeserializeOwned + PartialEq + 'static,
{
    case_by(name, value, |one, other| one == other)
}

/// A JSON value. Numbers are compared by value (§2).
fn any(name: &str, value: Value) -> Option<Case> {
    case_by(name, value, data::same_value)
}

#[allow(clippy::unnecessary_wraps, reason = "some data may not be there")]
fn case_by<T>(name: &str, value: T, same: fn(&T, &T) -> bool) -> Option<Case>
where
    T: Serialize + DeserializeOwned + 'static,
{
    let value = Rc::new(value);
    let contenders = vec![
        Contender::owned::<SerdeJson, T>(&value, same),
        Contender::owned::<Toon, T>(&value, same),
        Contender::owned::<SonicRs, T>(&value, same),
        #[cfg(feature = "peers")]
        Contender::owned::<SerdeToon, T>(&value, same),
        #[cfg(feature = "peers")]
        Contender::owned::<ToonFormat, T>(&value, same),
        #[cfg(feature = "peers")]
        Contender::owned::<SerdeToonFormat, T>(&value, same),
        #[cfg(feature = "peers")]
        Contender::owned::<ReddbIoToon, T>(&value, same),
        #[cfg(feature = "peers")]
        Contender::owned::<Etoon, T>(&value, same),
        #[cfg(feature = "peers")]
        Contender::owned::<Gcf, T>(&value, same),
    ];
    Some(Case { name: name.to_owned(), contenders })
}

/// Rows in a table that the type `D` declares, compared with the same rows under serde's derive.
fn declared<D, R>(name: &str, rows: Vec<R>) -> Option<Case>
where
    D: Serialize + DeserializeOwned + PartialEq + 'static,
    R: Serialize + DeserializeOwned + PartialEq + 'static,
{
    let undeclared = Undeclared { rows };
    let declared: D = toon::from_str(&toon::to_string(&undeclared).ok()?).ok()?;
    let (declared, undeclared) = (Rc::new(declared), Rc::new(undeclared));
    let by_serde = Contender::owned::<Toon, _>(&undeclared, |one, other| one == other);
    let contenders = vec![
        Contender::owned::<SerdeJson, _>(&undeclared, |one, other| one == other),
        Contender::owned::<Toon, _>(&declared, |one, other| one == other),
        Contender { format: "serde's derive", ..by_serde },
    ];
    Some(Case { name: name.to_owned(), contenders })
}

#[allow(clippy::unnecessary_wraps, reason = "some data may not be there")]
fn borrowed(name: &str) -> Option<Case> {
    let rows: &'static [rows::Row] = rows::rows(1_000).leak();
    let reads = || Reads(rows.iter().map(rows::Row::borrowed).collect::<Vec<_>>());
    let contenders = vec![
        Contender::borrowed::<SerdeJson, _>(&rows, reads()),
        Contender::borrowed::<Toon, _>(&rows, reads()),
        Contender::borrowed::<SonicRs, _>(&rows, reads()),
        #[cfg(feature = "peers")]
        Contender::borrowed::<SerdeToon, _>(&rows, reads()),
    ];
    Some(Case { name: name.to_owned(), contenders })
}

/// JSON text to TOON text, compared with JSON text to JSON text.
#[cfg(feature = "json")]
fn transcoding<T: Serialize>(name: &str, value: &T) -> Option<Case> {
    let json: &'static str = serde_json::to_string(value).ok()?.leak();
    let with_serde_json = move || {
        let value: serde_json::Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
        serde_json::to_string(&value).map_err(|error| error.to_string())
    };
    let with_toon =
        move || toon::json::to_toon(json, &toon::EncodeOptions::new()).map_err(|error| error.to_string());
    // `sonic-rs` always parses floats exactly, regardless of features.
    let value: Value = sonic_rs::from_str(json).ok()?;
    let contenders = vec![
        Contender::transcoding::<SerdeJson>(&value, with_serde_json),
        Contender::transcoding::<Toon>(&value, with_toon),
        #[cfg(feature = "peers")]
        Contender::transcoding::<SerdeToonFormat>(&value, move || {
            serde_toon_format::to_string_from_json_str(json).map_err(|error| error.to_string())
        }),
        #[cfg(feature = "peers")]
        Contender::transcoding::<Etoon>(&value, move || {
            _etoon::toon::encode(json.as_bytes()).map_err(|error| error.to_string())
        }),
    ];
    Some(Case { name: name.to_owned(), contenders })
}

#[cfg(not(feature = "json"))]
fn transcoding<T>(_: &str, _: &T) -> Option<Case> {
    None
}
