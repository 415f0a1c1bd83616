//! `level`: levels of detail, chosen at run time.

use crate::ast::{Container, Field};
use crate::attr::Mistakes;
use crate::copied::{Additions, Copied};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::LitStr;

/// The levels of a type that does not declare its own.
const STANDARD: [&str; 3] = ["minimal", "standard", "full"];

/// The names of the type's levels, in order.
pub(crate) fn names(container: &Container<'_>) -> Vec<String> {
    match &container.toon.levels {
        Some(levels) => levels.iter().map(LitStr::value).collect(),
        None => STANDARD.map(str::to_owned).to_vec(),
    }
}

/// The hints for the serializer: for each of the type's levels, whether the field is shown or
/// hidden.
pub(crate) fn hints(container: &Container<'_>, field: &Field<'_>) -> Option<TokenStream> {
    let level = field.toon.level.as_ref()?.value();
    let names = names(container);
    let rank = names.iter().position(|name| *name == level)?;
    let hints = names.iter().enumerate().map(|(other, name)| {
        let kind = if other < rank { "hidden_at" } else { "shown_at" };
        format!("$toon::{kind}/{name}")
    });
    Some(quote!(&[#(#hints),*]))
}

pub(crate) fn check(container: &Container<'_>, mistakes: &mut Mistakes) {
    let names = names(container);
    for (index, level) in container.toon.levels.iter().flatten().enumerate() {
        let name = level.value();
        if name.is_empty() {
            mistakes.add(level.span(), "a level name must not be empty");
        } else if names.iter().position(|other| *other == name) < Some(index) {
            mistakes.add(level.span(), format!("duplicate level `{name}`: remove one"));
        }
    }
    for level in container.fields().filter_map(|(_, field)| field.toon.level.as_ref()) {
        let name = level.value();
        if !names.contains(&name) {
            let known: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let known = known.join(", ");
            mistakes.add(level.span(), format!("unknown level `{name}`, expected one of {known}"));
        }
    }
}

impl Copied<'_> {
    /// Wraps the output of the function `write` in the hints for levels.
    pub(crate) fn write_at_levels(
        &self,
        write: &Ident,
        levels: &TokenStream,
        additions: &mut Additions,
    ) -> Ident {
        let Copied { toon, number, .. } = self;
        let name = self.function("level");
        // Counts down, so it differs from the indices of the fields.
        let number = quote!({ ::core::primitive::usize::MAX - #number });
        additions.functions.push(self.writer(
            &name,
            &quote! {
                let value = #toon::__private::Written::<Self, #number>(value);
                let value = #toon::__private::AtLevels(&value, #levels);
                #toon::__private::serde::Serialize::serialize(&value, serializer)
            },
        ));
        additions.traits.push(self.written(&number, &quote!(Self::#write)));
        name
    }
}
