//! Rows of tables, and rows that are nearly such.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value};

/// The cells that the rows of a table have under a key.
#[derive(Clone, Debug)]
enum Column {
    Scalar,
    Group(Columns),
    Any,
}

type Columns = Vec<(String, Column)>;

/// One to four objects with the same keys, some of them in another order or with a change.
pub(crate) fn rows(
    scalar: &BoxedStrategy<Value>,
    key: &BoxedStrategy<String>,
    inner: &BoxedStrategy<Value>,
) -> BoxedStrategy<Vec<Value>> {
    let (scalar, inner, change) = (scalar.clone(), inner.clone(), change(key, inner));
    (columns(key, 2), 0..4_u8)
        .prop_flat_map(move |(columns, shuffle)| {
            let row = (row(&columns, shuffle == 0, &scalar, &inner), change.clone());
            let row = row.prop_map(|(mut row, change)| {
                change.apply(&mut row);
                row
            });
            prop::collection::vec(row, 1..5)
        })
        .boxed()
}

fn columns(key: &BoxedStrategy<String>, groups: u32) -> BoxedStrategy<Columns> {
    let column = prop_oneof![12 => Just(Column::Scalar), 1 => Just(Column::Any)];
    let column = if groups == 0 {
        column.boxed()
    } else {
        prop_oneof![4 => column, 1 => columns(key, groups - 1).prop_map(Column::Group)].boxed()
    };
    prop::collection::vec((key.clone(), column), 1..5).boxed()
}

/// A row. A key that comes twice is one field.
fn row(
    columns: &Columns,
    shuffle: bool,
    scalar: &BoxedStrategy<Value>,
    inner: &BoxedStrategy<Value>,
) -> BoxedStrategy<Value> {
    let cells: Vec<BoxedStrategy<Value>> = columns
        .iter()
        .map(|(_, column)| match column {
            Column::Scalar => scalar.clone(),
            Column::Group(columns) => row(columns, shuffle, scalar, inner),
            Column::Any => inner.clone(),
        })
        .collect();
    let keys: Vec<String> = columns.iter().map(|(key, _)| key.clone()).collect();
    let fields = cells.prop_map(move |cells| keys.iter().cloned().zip(cells).collect::<Vec<_>>());
    if shuffle {
        fields.prop_shuffle().prop_map(Value::from_iter).boxed()
    } else {
        fields.prop_map(Value::from_iter).boxed()
    }
}

/// What prevents a row from being one.
#[derive(Clone, Debug)]
enum Change {
    None,
    Removed(Index),
    Added(String, Value),
    Replaced(Index, Value),
    Emptied,
    /// Within a group.
    Deeper(Index, Box<Change>),
}

impl Change {
    fn apply(self, row: &mut Value) {
        let Value::Object(fields) = row else { return };
        match self {
            Change::None => {}
            Change::Removed(at) => {
                if let Some(key) = some_key(fields, at) {
                    fields.shift_remove(&key);
                }
            }
            Change::Added(key, value) => drop(fields.insert(key, value)),
            Change::Replaced(at, value) => {
                if let Some(key) = some_key(fields, at) {
                    fields.insert(key, value);
                }
            }
            Change::Emptied => fields.clear(),
            Change::Deeper(at, change) => {
                let mut groups: Vec<&mut Value> =
                    fields.values_mut().filter(|value| value.is_object()).collect();
                if !groups.is_empty() {
                    let at = at.index(groups.len());
                    change.apply(groups[at]);
                }
            }
        }
    }
}

fn some_key(fields: &Map<String, Value>, at: Index) -> Option<String> {
    fields.keys().nth(at.index(fields.len().max(1))).cloned()
}

fn change(key: &BoxedStrategy<String>, inner: &BoxedStrategy<Value>) -> BoxedStrategy<Change> {
    let at = any::<Index>;
    let change = prop_oneof![
        1 => at().prop_map(Change::Removed),
        1 => (key.clone(), inner.clone()).prop_map(|(key, value)| Change::Added(key, value)),
        2 => (at(), inner.clone()).prop_map(|(at, value)| Change::Replaced(at, value)),
        1 => Just(Change::Emptied),
    ]
    .boxed();
    let deeper = (at(), change.clone()).prop_map(|(at, change)| Change::Deeper(at, Box::new(change)));
    let deepest = (at(), deeper.clone()).prop_map(|(at, change)| Change::Deeper(at, Box::new(change)));
    prop_oneof![16 => Just(Change::None), 5 => change, 1 => deeper, 1 => deepest].boxed()
}
