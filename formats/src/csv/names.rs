//! The names of the fields.

use std::collections::{HashMap, HashSet};

/// The names of `count` fields without a header: `c1`, `c2`, ….
pub(super) fn numbered(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("c{number}")).collect()
}

/// The index of the first name that occurs before.
pub(super) fn duplicate(names: &[String]) -> Option<usize> {
    let mut seen = HashSet::new();
    names.iter().position(|name| !seen.insert(name))
}

/// Makes the names unique by numbers: `name`, `name_2`, ….
pub(super) fn number_duplicates(names: &mut [String]) {
    let mut unique = Unique::new(names);
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name.clone()) {
            *name = unique.name(name);
        }
    }
}

/// Adds names for fields beyond the header, so that there are `count`.
pub(super) fn pad(names: &mut Vec<String>, count: usize) {
    if names.len() >= count {
        return;
    }
    let mut unique = Unique::new(names);
    for number in names.len() + 1..=count {
        let name = format!("c{number}");
        let name = if unique.taken.contains(&name) { unique.name(&name) } else { name };
        names.push(name);
    }
}

/// Finds names that are not taken.
struct Unique {
    taken: HashSet<String>,
    /// The last number that was tried for a name.
    numbers: HashMap<String, usize>,
}

impl Unique {
    fn new(taken: &[String]) -> Self {
        Unique { taken: taken.iter().cloned().collect(), numbers: HashMap::new() }
    }

    /// Takes `name_2`, `name_3`, …, whichever is the first that is not taken.
    fn name(&mut self, name: &str) -> String {
        let number = self.numbers.entry(name.to_owned()).or_insert(1);
        loop {
            *number += 1;
            let numbered = format!("{name}_{number}");
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{duplicate, number_duplicates, pad};

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn duplicates_are_numbered() {
        let mut all = names(&["a", "b", "a", "a_2", "a", "", ""]);
        assert_eq!(duplicate(&all), Some(2));
        number_duplicates(&mut all);
        assert_eq!(all, names(&["a", "b", "a_3", "a_2", "a_4", "", "_2"]));
        assert_eq!(duplicate(&all), None);
    }

    #[test]
    fn padding_is_unique() {
        let mut all = names(&["c3", "b"]);
        pad(&mut all, 4);
        assert_eq!(all, names(&["c3", "b", "c3_2", "c4"]));
    }
}
