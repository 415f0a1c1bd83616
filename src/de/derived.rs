//! Structs whose fields a row has in their order, and which are read so, without their names.
//!
//! A visitor that a derive has made takes the fields of a struct in order as well as by their names. Many others do not,
//! and nothing asks a visitor whether it does. Of toon's own derive the struct's name tells; of serde's, the name of the
//! visitor's type.

use super::fields::Members;
use core::cell::Cell;

/// How a `Deserialize` that `toon` has derived calls its struct.
const ROW: &str = "$toon::row";

/// The struct that the fields of a header or of a group in it were last, and whether it has the same ones in the same order.
#[derive(Default)]
pub(super) struct LastStruct(Cell<Struct>);

/// Known by where its fields are, and the name of its visitor's type.
#[derive(Clone, Copy, Default)]
struct Struct {
    fields: &'static [&'static str],
    visitor: &'static str,
    is_in_order: bool,
}

impl LastStruct {
    /// Whether a struct with these `fields`, called `name`, can be read from the cells of `members` alone.
    #[inline]
    pub(super) fn is_in_order<V>(
        &self,
        members: &Members<'_, '_>,
        name: &str,
        fields: &'static [&'static str],
    ) -> bool {
        let last = self.0.get();
        let visitor = core::any::type_name::<V>();
        if core::ptr::eq(last.fields, fields) && core::ptr::eq(last.visitor, visitor) {
            return last.is_in_order;
        }
        self.compare(members, name, fields, visitor)
    }

    #[cold]
    #[inline(never)]
    fn compare(
        &self,
        members: &Members<'_, '_>,
        name: &str,
        fields: &'static [&'static str],
        visitor: &'static str,
    ) -> bool {
        let names = members.clone().map(|(field, _)| &*field.name);
        let is_in_order = names.eq(fields.iter().copied()) && (name == ROW || is_derived(visitor));
        self.0.set(Struct { fields, visitor, is_in_order });
        is_in_order
    }
}

/// Whether the type of this name is a visitor that serde's derive has made. Were these to have other names, they would be
/// taken for any visitor.
fn is_derived(visitor: &str) -> bool {
    without_parameters(visitor).ends_with("::deserialize::__Visitor")
}

/// `a::A<'_, B<C>>` without what is between the angle brackets at its end, and these.
fn without_parameters(name: &str) -> &str {
    let mut open = 0_usize;
    let start = name.bytes().rposition(|byte| {
        match byte {
            b'>' => open += 1,
            b'<' => open = open.saturating_sub(1),
            _ => {}
        }
        open == 0
    });
    let parts = start.and_then(|start| name.split_at_checked(start));
    parts.filter(|(_, parameters)| parameters.starts_with('<')).map_or(name, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::is_derived;

    #[test]
    fn visitors_of_the_derive() {
        const PATH: &str = "a::_::<impl serde::de::Deserialize<'_> for a::A<'_, T>>::deserialize::__Visitor";
        for parameters in ["", "<'_>", "<'_, '_>", "<'_, alloc::vec::Vec<u8>>", "<A<B<C>>>"] {
            assert!(is_derived(&format!("{PATH}{parameters}")), "{parameters}");
            assert!(!is_derived(&format!("a::Wrapper<{PATH}{parameters}>")), "{parameters}");
            assert!(!is_derived(&format!("a::Wrapper<{PATH}{parameters}, u8>")), "{parameters}");
            assert!(!is_derived(&format!("<{PATH}{parameters} as a::B>::C")), "{parameters}");
        }
        for other in [
            "",
            "<",
            ">",
            "<>",
            "é",
            "__Visitor",
            "a::Visitor",
            "a::deserialize::Visitor<'_>",
            "a::deserialize::__Visitors",
        ] {
            assert!(!is_derived(other), "{other}");
        }
    }
}
