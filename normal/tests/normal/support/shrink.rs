//! Smaller values that still fail, so that a report can be read.

use super::json::Json;

/// How many values are tried for one report.
const MAX_TRIES: usize = 3_000;

/// Follows the first smaller value that still fails, until none does.
pub fn smallest(start: Json, mut fails: impl FnMut(&Json) -> bool) -> Json {
    let mut smallest = start;
    let mut tries = 0;
    loop {
        let next = smaller(&smallest).into_iter().find(|candidate| {
            tries += 1;
            tries <= MAX_TRIES && fails(candidate)
        });
        match next {
            Some(candidate) => smallest = candidate,
            None => return smallest,
        }
    }
}

/// The value's parts, and the value without one of its parts or with a smaller one.
fn smaller(value: &Json) -> Vec<Json> {
    match value {
        Json::List(items) => {
            let mut all = items.clone();
            all.extend(without_one(items).map(Json::List));
            for (index, item) in items.iter().enumerate() {
                all.extend(smaller(item).into_iter().map(|item| {
                    let mut items = items.clone();
                    items[index] = item;
                    Json::List(items)
                }));
            }
            all
        }
        Json::Object(members) => {
            let mut all: Vec<Json> = members.iter().map(|(_, value)| value.clone()).collect();
            all.extend(without_one(members).map(Json::Object));
            for (index, (_, value)) in members.iter().enumerate() {
                all.extend(smaller(value).into_iter().map(|value| {
                    let mut members = members.clone();
                    members[index].1 = value;
                    Json::Object(members)
                }));
            }
            all
        }
        Json::String(text) if !text.is_empty() && text.is_ascii() => {
            let mut all = vec![Json::text("")];
            if text.len() > 1 {
                all.push(Json::text(&text[text.len() / 2..]));
                all.push(Json::text(&text[..text.len() / 2]));
                all.push(Json::text(&text[1..]));
                all.push(Json::text(&text[..text.len() - 1]));
            }
            all
        }
        Json::Number(number) if number != "1" => vec![Json::int(1)],
        _ => Vec::new(),
    }
}

fn without_one<T: Clone>(parts: &[T]) -> impl Iterator<Item = Vec<T>> {
    (0..parts.len()).map(|index| {
        let mut fewer = parts.to_vec();
        fewer.remove(index);
        fewer
    })
}
