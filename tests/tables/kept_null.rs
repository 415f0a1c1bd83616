//! `None` in a row that `skip_serializing_if` keeps, although it is not the default.

use crate::round_trip;
use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Owner {
    name: String,
    id: u64,
}

fn is_seven(value: &Option<u32>) -> bool {
    *value == Some(7)
}

#[allow(clippy::unnecessary_wraps)]
fn seven() -> Option<u32> {
    Some(7)
}

fn is_ada(owner: &Option<Owner>) -> bool {
    owner.as_ref().is_some_and(|owner| owner.name == "ada")
}

#[allow(clippy::unnecessary_wraps)]
fn ada() -> Option<Owner> {
    Some(Owner { name: "ada".into(), id: 1 })
}

/// `null` is a value of its own if it is kept, but not the default. So a dropped value is written.
#[test]
fn a_kept_null_is_not_the_default() {
    macro_rules! check {
        ($(#[$meta:meta])* [$($hint:ident)?] $text:literal) => {{
            #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
            $(#[$meta])*
            struct Row {
                id: u32,
                #[serde(skip_serializing_if = "is_seven", default = "seven")]
                $(#[toon($hint)])?
                votes: Option<u32>,
            }

            let row = |votes| Row { id: 1, votes };
            let rows = vec![row(None), row(Some(7)), row(Some(3))];
            assert_eq!(round_trip(&rows), $text);
            assert_eq!(round_trip(&rows[0]), "id: 1\nvotes: null");
            assert_eq!(round_trip(&rows[1]), "id: 1");
            // As with `skip_default`, the column is omitted if no row needs it.
            assert_eq!(round_trip(&vec![row(Some(7)); 2]), "[2]{id}:\n  1\n  1");
            assert_eq!(round_trip(&vec![row(None); 2]), "[2]{id,votes}:\n  1,null\n  1,null");
        }};
    }

    check!(#[toon(tabular)] [] "[3]{id,votes}:\n  1,null\n  1,7\n  1,3");
    check!(#[toon(tabular)] [skip_default] "[3]{id,votes}:\n  1,null\n  1,7\n  1,3");
    check!(#[toon(tabular)] [cell] "[3]{id,votes}:\n  1,null\n  1,7\n  1,3");
    check!(#[toon(tabular)] [hoist] "[3]{id,votes}:\n  1,null\n  1,7\n  1,3");
    check!(#[toon(tabular, skip_default)] [] "[3]{id,votes}:\n  1,null\n  1,7\n  1,3");
    check!(#[toon(tabular(unchecked))] [] "[3]{id,votes}:\n  1,null\n  1,7\n  1,3");
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(default)]
#[toon(tabular)]
struct Mixed {
    id: u32,
    #[serde(skip_serializing_if = "is_seven")]
    votes: Option<u32>,
    #[serde(skip_serializing_if = "is_ada")]
    #[toon(nullable_group)]
    owner: Option<Owner>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<u32>,
    #[serde(skip_serializing_if = "is_seven", default)]
    plain: Option<u32>,
}

impl Default for Mixed {
    fn default() -> Self {
        Mixed { id: 0, votes: seven(), owner: ada(), note: None, plain: None }
    }
}

/// The default of the struct, and fields that are read in other ways.
#[test]
fn a_kept_null_is_not_the_default_of_the_struct() {
    let none = Mixed { id: 1, votes: None, owner: None, ..Mixed::default() };
    let rows = vec![Mixed { id: 2, ..Mixed::default() }, none];
    assert_eq!(
        round_trip(&rows),
        "[2]{id,votes,owner{name,id},note,plain}:\n  2,7,ada,1,null,null\n  1,null,null,null,null,null"
    );
    assert_eq!(round_trip(&rows[0]), "id: 2\nplain: null");
}

/// What is dropped, but not the default, is still written in a row and dropped from an object.
#[test]
fn a_dropped_value_beside_a_kept_null() {
    fn is_odd(value: &Option<u32>) -> bool {
        value.is_some_and(|value| value % 2 == 1)
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular, skip_default)]
    struct Row {
        id: u32,
        #[serde(skip_serializing_if = "is_odd", default = "seven")]
        votes: Option<u32>,
    }

    let row = |votes| Row { id: 1, votes };
    let rows = [row(None), row(Some(7)), row(Some(3))];
    let text = toon::to_string(&rows).unwrap();
    assert_eq!(text, "[3]{id,votes}:\n  1,null\n  1,7\n  1,3");
    assert_eq!(toon::from_str::<[Row; 3]>(&text).unwrap(), rows);
    assert_eq!(toon::to_string(&rows[2]).unwrap(), "id: 1");
}
