//! The nodes and edges of a code graph, as a server for models returns them.
//!
//! For every format but TOON, these are plain serde types. The hints say what TOON leaves out,
//! since a model can see it anyway, and how it writes the rest in fewer characters.

use std::borrow::Cow;
use toon::{Deserialize, Serialize};

/// A symbol or a file.
#[derive(Serialize, Deserialize, PartialEq, Clone, Debug)]
#[serde(tag = "type")]
pub(crate) enum Node {
    Function(Callable),
    Method(Callable),
    Struct(Type),
    Enum(Type),
    Trait(Type),
    TypeAlias(Type),
    Constant(Variable),
    Field(Variable),
    File(Type),
}

/// Declares types of nodes, which share their first fields.
macro_rules! nodes {
    ($($(#[$meta:meta])* $name:ident { $($fields:tt)* })*) => {$(
        $(#[$meta])*
        #[derive(Serialize, Deserialize, PartialEq, Clone, Debug)]
        #[serde(rename_all = "camelCase")]
        #[toon(tabular, range(start_line, end_line) = "lines")]
        pub(crate) struct $name {
            /// The file and the symbol, such as `src/lib.rs:Type.method`.
            pub(crate) id: String,
            #[toon(derived = "Self::name_in_id")]
            pub(crate) name: String,
            pub(crate) module: String,
            pub(crate) package: String,
            #[toon(derived = "Self::file_in_id")]
            pub(crate) file_path: String,
            pub(crate) start_line: u32,
            pub(crate) end_line: u32,
            #[toon(skip_default)]
            pub(crate) exported: bool,
            $($fields)*
        }

        impl $name {
            fn name_in_id(&self) -> String {
                name_in(&self.id).to_owned()
            }

            fn file_in_id(&self) -> String {
                split_id(&self.id).0.to_owned()
            }
        }
    )*};
}

nodes! {
    /// A function or method.
    Callable {
        #[toon(with = "signature", skip_default)]
        pub(crate) parameters: Vec<Parameter>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[toon(skip_default)]
        pub(crate) return_type: Option<String>,
    }

    /// A type, or a file.
    Type {}

    /// A constant or a field.
    Variable {
        #[serde(rename = "valueType")]
        pub(crate) ty: String,
    }
}

#[derive(Serialize, Deserialize, PartialEq, Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) ty: String,
}

/// Parameters in one cell: `text &str; limit usize`.
pub(crate) mod signature {
    use super::Parameter;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        parameters: &[Parameter],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let parameters = parameters.iter().map(|Parameter { name, ty }| format!("{name} {ty}"));
        serializer.serialize_str(&parameters.collect::<Vec<_>>().join("; "))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Parameter>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut parameters = Vec::new();
        // A type such as `[u8; 4]` has semicolons of its own.
        let (mut start, mut depth) = (0, 0);
        for (at, byte) in text.bytes().chain([b';']).enumerate() {
            match byte {
                b'[' | b'(' => depth += 1,
                b']' | b')' => depth -= 1,
                b';' if depth == 0 && at > start => {
                    let parameter = text[start..at].split_once(' ');
                    let (name, ty) =
                        parameter.ok_or_else(|| D::Error::custom("expected a name and a type"))?;
                    parameters.push(Parameter { name: name.to_owned(), ty: ty.to_owned() });
                    start = at + 2;
                }
                _ => {}
            }
        }
        Ok(parameters)
    }
}

/// A relation between two nodes.
#[derive(Serialize, Deserialize, PartialEq, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[toon(tabular)]
pub(crate) struct Edge {
    pub(crate) source: String,
    pub(crate) target: String,
    #[serde(rename = "type")]
    pub(crate) kind: EdgeKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[toon(skip_default)]
    pub(crate) call_count: Option<u32>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, Clone, Copy, Debug)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum EdgeKind {
    Calls,
    Contains,
    Implements,
    UsesType,
}

/// The file and the symbol in it. A file's own id has no symbol.
pub(crate) fn split_id(id: &str) -> (&str, &str) {
    id.split_once(':').unwrap_or((id, ""))
}

/// The name of a node, which is the last part of its id.
pub(crate) fn name_in(id: &str) -> &str {
    match split_id(id) {
        (file, "") => file.rsplit('/').next().unwrap_or(file),
        (_, symbol) => symbol.rsplit('.').next().unwrap_or(symbol),
    }
}

/// Calls `$body` with the contents of any node.
macro_rules! common {
    ($node:expr, $common:ident => $body:expr) => {
        match $node {
            Node::Function($common) | Node::Method($common) => $body,
            Node::Struct($common)
            | Node::Enum($common)
            | Node::Trait($common)
            | Node::TypeAlias($common)
            | Node::File($common) => $body,
            Node::Constant($common) | Node::Field($common) => $body,
        }
    };
}

impl Node {
    pub(crate) fn id(&self) -> &str {
        common!(self, node => &node.id)
    }

    pub(crate) fn file(&self) -> &str {
        common!(self, node => &node.file_path)
    }

    pub(crate) fn lines(&self) -> (u32, u32) {
        common!(self, node => (node.start_line, node.end_line))
    }

    pub(crate) fn is_exported(&self) -> bool {
        common!(self, node => node.exported)
    }

    pub(crate) fn name(&self) -> Cow<'_, str> {
        common!(self, node => node.name.as_str().into())
    }
}
