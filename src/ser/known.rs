//! Notes the field names of derived structs, to report selected fields that do not exist.

use crate::options::selection::Selection;
use crate::{Error, ErrorKind, Result};
use alloc::vec::Vec;

/// The name under which structs that derive `toon::Serialize` are serialized, unless they are rows.
/// It identifies structs that have the same fields in all values.
pub(crate) const DERIVED_STRUCT: &str = "$toon::struct";
/// The name of rows, which always have the same columns.
pub(crate) const DERIVED_ROW: &str = "$toon::row_struct";
/// The name of rows that have columns with `skip_default`, which a table may omit.
pub(crate) const DERIVED_ROW_WITH_DEFAULTS: &str = "$toon::row_struct_with_defaults";

/// Whether a struct of this name has the same fields in all values.
pub(super) fn is_derived(name: &str) -> bool {
    matches!(name, DERIVED_STRUCT | DERIVED_ROW | DERIVED_ROW_WITH_DEFAULTS)
}

/// What is known about the objects at each node of a selection.
pub(super) struct KnownFields {
    nodes: Vec<NodeFields>,
}

#[derive(Clone, Default)]
struct NodeFields {
    /// An object at the parent node has this field, even if it was skipped.
    is_found: bool,
    /// The fields of the first derived struct at the node.
    names: Vec<&'static str>,
}

impl KnownFields {
    pub(super) fn new(selection: &Selection) -> Self {
        KnownFields { nodes: alloc::vec![NodeFields::default(); selection.len()] }
    }

    /// Whether there has been no derived struct at `node` yet.
    pub(super) fn is_unknown(&self, node: usize) -> bool {
        self.nodes.get(node).is_some_and(|node| node.names.is_empty())
    }

    pub(super) fn add(&mut self, node: usize, name: &'static str) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.names.push(name);
        }
    }

    pub(super) fn find(&mut self, node: usize) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.is_found = true;
        }
    }

    /// Fails if no object has one of the selected fields, although a derived struct could have had
    /// it.
    pub(super) fn check(&self, selection: &Selection) -> Result<()> {
        for (path, node) in selection.asked() {
            for (step, parent) in selection.steps(node) {
                let is_found = self.nodes.get(step).is_none_or(|node| node.is_found);
                if let Some(parent) =
                    self.nodes.get(parent).filter(|parent| !is_found && !parent.names.is_empty())
                {
                    let known = parent.names.clone();
                    return Err(Error::new(ErrorKind::UnknownFieldPath { path: path.into(), known }));
                }
            }
        }
        Ok(())
    }
}
