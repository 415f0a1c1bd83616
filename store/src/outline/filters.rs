//! Filters that fit a document.

use super::node::{Node, Type};
use super::path;

/// The number of columns of a list of the top ten.
const MAX_COLUMNS: usize = 3;

pub(super) fn of(root: &Node, keys: &[String]) -> Vec<(&'static str, String)> {
    let list = root.at(keys).unwrap_or(root);
    let path = path::with_keys(keys);
    if path.contains(['"', '\'']) {
        return Vec::new();
    }
    let before = if keys.is_empty() { String::new() } else { format!("{path}|") };
    let mut filters = of_list(list);
    for (_, filter) in &mut filters {
        filter.insert_str(0, &before);
    }
    filters
}

fn of_list(root: &Node) -> Vec<(&'static str, String)> {
    let is_plain = |key: &str| path::with_key(".", key).trim_start_matches('.') == key;
    let of_list = |node: &Node| node.map.is_none() && node.count_of(Type::Array) > 0;
    let Some(rows) = root.elements().filter(|rows| of_list(root) && rows.count_of(Type::Object) > 0) else {
        if root.elements().is_some() && of_list(root) {
            return vec![("First elements", ".[:10]".to_owned())];
        }
        let lists = root.fields.iter().filter(|(_, node)| of_list(node));
        let lists = lists.filter_map(|(key, node)| Some((key, node.elements()?.n())));
        let longest = lists.filter(|(key, _)| is_plain(key)).min_by_key(|(_, n)| std::cmp::Reverse(*n));
        return longest.map(|(key, _)| ("First rows", format!(".{key}|.[:10]"))).into_iter().collect();
    };
    let all = rows.n();
    let fields = || rows.fields.iter().filter(|(key, node)| is_plain(key) && node.n() == all);
    let is_only = |node: &Node, kind: Type| node.count_of(kind) == all;
    let mut filters = Vec::new();
    // A field with few values.
    let group = fields().find(|(_, node)| {
        let values = node.values.kept.len() as u64;
        (is_only(node, Type::String) || is_only(node, Type::Boolean))
            && !node.values.has_more
            && values > 1
            && values < all
    });
    if let Some((key, _)) = group {
        let name = if key == "n" { "count" } else { "n" };
        filters.push((
            "Counts and filters",
            format!("group_by(.{key})|map({{{key}:.[0].{key},{name}:length}})"),
        ));
    }
    // A number with many.
    let number = fields().filter(|(_, node)| is_only(node, Type::Number) && node.values.has_more).last();
    if let Some((key, _)) = number {
        let others = fields().filter(|(other, node)| *other != key && !node.has_parts());
        let columns: Vec<&str> = others.map(|(key, _)| key).take(MAX_COLUMNS - 1).chain([key]).collect();
        filters.push(("Top ten", format!("sort_by(-.{key})|.[:10]|map({{{}}})", columns.join(","))));
    }
    if filters.is_empty() {
        let few = if all <= 10 { ("Keys of the first row", ".[0]|keys") } else { ("First rows", ".[:10]") };
        filters.push((few.0, few.1.to_owned()));
    }
    filters
}
