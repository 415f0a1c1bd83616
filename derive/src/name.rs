//! The names of fields and variants as serde writes them.

use crate::ast::{Container, Field, Variant};
use syn::ext::IdentExt;

/// The key of the field in TOON.
pub(crate) fn of(container: &Container<'_>, field: &Field<'_>) -> String {
    let range = field.range.as_ref().and_then(|range| range.name.clone());
    range.unwrap_or_else(|| own(container, field))
}

/// The key that the field has if it is not part of a range.
pub(crate) fn own(container: &Container<'_>, field: &Field<'_>) -> String {
    if let Some(name) = field.toon.rename.as_ref().or_else(|| field.serde.directed("rename")) {
        return name.value();
    }
    let rule = container.serde.directed("rename_all").map(syn::LitStr::value);
    apply(&rule.unwrap_or_default(), field.word())
}

/// Applies a `rename_all` rule to a field name. serde reports unknown rules.
fn apply(rule: &str, field: String) -> String {
    match rule {
        "UPPERCASE" | "SCREAMING_SNAKE_CASE" => field.to_ascii_uppercase(),
        "PascalCase" => pascal(&field),
        "camelCase" => {
            let mut name = pascal(&field);
            if let Some(first) = name.get_mut(..1) {
                first.make_ascii_lowercase();
            }
            name
        }
        "kebab-case" => field.replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => field.to_ascii_uppercase().replace('_', "-"),
        _ => field,
    }
}

/// The name of the variant.
pub(crate) fn of_variant(container: &Container<'_>, variant: &Variant<'_>) -> String {
    if let Some(name) = variant.serde.directed("rename") {
        return name.value();
    }
    let rule = container.serde.directed("rename_all").map(syn::LitStr::value);
    apply_to_variant(&rule.unwrap_or_default(), variant.syntax.ident.unraw().to_string())
}

/// Applies a `rename_all` rule to the name of a variant.
fn apply_to_variant(rule: &str, mut name: String) -> String {
    match rule {
        "lowercase" => name.to_ascii_lowercase(),
        "UPPERCASE" => name.to_ascii_uppercase(),
        "camelCase" => {
            if let Some(first) = name.get_mut(..1) {
                first.make_ascii_lowercase();
            }
            name
        }
        "snake_case" => snake(&name),
        "SCREAMING_SNAKE_CASE" => snake(&name).to_ascii_uppercase(),
        "kebab-case" => snake(&name).replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => snake(&name).to_ascii_uppercase().replace('_', "-"),
        _ => name,
    }
}

fn snake(variant: &str) -> String {
    let mut name = String::new();
    for (at, character) in variant.char_indices() {
        if at > 0 && character.is_uppercase() {
            name.push('_');
        }
        name.push(character.to_ascii_lowercase());
    }
    name
}

fn pascal(field: &str) -> String {
    let mut name = String::new();
    let mut is_first = true;
    for character in field.chars() {
        if character == '_' {
            is_first = true;
        } else {
            name.push(if is_first { character.to_ascii_uppercase() } else { character });
            is_first = false;
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules() {
        let rules = [
            ("", "two_words"),
            ("lowercase", "two_words"),
            ("UPPERCASE", "TWO_WORDS"),
            ("PascalCase", "TwoWords"),
            ("camelCase", "twoWords"),
            ("snake_case", "two_words"),
            ("SCREAMING_SNAKE_CASE", "TWO_WORDS"),
            ("kebab-case", "two-words"),
            ("SCREAMING-KEBAB-CASE", "TWO-WORDS"),
        ];
        for (rule, name) in rules {
            assert_eq!(apply(rule, "two_words".into()), name, "{rule}");
        }
        assert_eq!(apply("camelCase", "_a__b2_".into()), "aB2");
        assert_eq!(apply("camelCase", "ähre_é".into()), "ähreé");
        assert_eq!(apply("PascalCase", "__".into()), "");
    }

    #[test]
    fn rules_for_variants() {
        let rules = [
            ("", "TwoWords"),
            ("lowercase", "twowords"),
            ("UPPERCASE", "TWOWORDS"),
            ("PascalCase", "TwoWords"),
            ("camelCase", "twoWords"),
            ("snake_case", "two_words"),
            ("SCREAMING_SNAKE_CASE", "TWO_WORDS"),
            ("kebab-case", "two-words"),
            ("SCREAMING-KEBAB-CASE", "TWO-WORDS"),
        ];
        for (rule, name) in rules {
            assert_eq!(apply_to_variant(rule, "TwoWords".into()), name, "{rule}");
        }
        assert_eq!(apply_to_variant("snake_case", "HTMLÄbc".into()), "h_t_m_l_Äbc");
    }
}
