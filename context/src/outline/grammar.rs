//! Definitions by the grammars of tree-sitter.

use tree_sitter::{Language, Node, Parser, Tree};

/// A grammar, and what it calls definitions.
struct Grammar {
    language: Language,
    /// Nodes of which everything before the body is shown, or the first line if they have none.
    definitions: &'static [&'static str],
    /// Nodes that are searched for more of them.
    containers: &'static [&'static str],
}

/// The longest text that is parsed, in bytes.
const MAX_BYTES: usize = 4 << 20;
/// The most lines of a signature that are shown.
const MAX_LINES: usize = 8;
/// How deep definitions are searched.
const MAX_DEPTH: usize = 64;

/// The numbers of the lines with the signatures of definitions, from 0. None without a grammar for the file.
pub(super) fn definitions(path: &str, text: &str) -> Vec<usize> {
    let Some(grammar) = Grammar::of_path(path) else { return Vec::new() };
    let Some(tree) = grammar.parse(text) else { return Vec::new() };
    let mut lines = Vec::new();
    // A stack rather than recursion, although the depth is limited.
    let mut nodes = vec![(tree.root_node(), 0)];
    while let Some((node, depth)) = nodes.pop() {
        let kind = node.kind();
        if grammar.definitions.contains(&kind) {
            lines.extend(signature(node));
        }
        let is_open = depth == 0 || grammar.containers.contains(&kind);
        if is_open && depth < MAX_DEPTH {
            let mut cursor = node.walk();
            nodes.extend(node.named_children(&mut cursor).map(|child| (child, depth + 1)));
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The lines of a definition up to its body.
fn signature(node: Node<'_>) -> std::ops::RangeInclusive<usize> {
    let first = node.start_position().row;
    let last = match node.child_by_field_name("body") {
        Some(body) if body.start_position().row == first => first,
        Some(body) => {
            // The body of Python begins on its own line.
            let opens = body.child(0).is_some_and(|child| child.kind() == "{");
            if opens { body.start_position().row } else { body.start_position().row - 1 }
        }
        None => first,
    };
    first..=last.max(first).min(first + MAX_LINES - 1)
}

impl Grammar {
    fn of_path(path: &str) -> Option<Self> {
        let extension = path.rsplit_once('.')?.1.to_ascii_lowercase();
        Some(match extension.as_str() {
            "rs" => Grammar {
                language: tree_sitter_rust::LANGUAGE.into(),
                definitions: &[
                    "const_item",
                    "enum_item",
                    "function_item",
                    "function_signature_item",
                    "impl_item",
                    "macro_definition",
                    "mod_item",
                    "static_item",
                    "struct_item",
                    "trait_item",
                    "type_item",
                    "union_item",
                ],
                containers: &["declaration_list", "impl_item", "mod_item", "trait_item"],
            },
            "py" | "pyi" => Grammar {
                language: tree_sitter_python::LANGUAGE.into(),
                definitions: &["class_definition", "function_definition"],
                containers: &["block", "class_definition", "decorated_definition"],
            },
            "js" | "jsx" | "mjs" | "cjs" => Grammar {
                language: tree_sitter_javascript::LANGUAGE.into(),
                definitions: JAVASCRIPT,
                containers: JAVASCRIPT_CONTAINERS,
            },
            "ts" | "mts" | "cts" => Grammar {
                language: tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
                definitions: JAVASCRIPT,
                containers: JAVASCRIPT_CONTAINERS,
            },
            "tsx" => Grammar {
                language: tree_sitter_typescript::LANGUAGE_TSX.into(),
                definitions: JAVASCRIPT,
                containers: JAVASCRIPT_CONTAINERS,
            },
            "go" => Grammar {
                language: tree_sitter_go::LANGUAGE.into(),
                definitions: &[
                    "const_declaration",
                    "function_declaration",
                    "method_declaration",
                    "type_spec",
                    "var_declaration",
                ],
                containers: &["type_declaration"],
            },
            _ => return None,
        })
    }

    /// `None` if the text is too long.
    fn parse(&self, text: &str) -> Option<Tree> {
        let mut parser = Parser::new();
        parser.set_language(&self.language).ok()?;
        if text.len() > MAX_BYTES { None } else { parser.parse(text, None) }
    }
}

/// The definitions of JavaScript and TypeScript.
const JAVASCRIPT: &[&str] = &[
    "abstract_class_declaration",
    "abstract_method_signature",
    "class_declaration",
    "enum_declaration",
    "function_declaration",
    "function_signature",
    "generator_function_declaration",
    "interface_declaration",
    "lexical_declaration",
    "method_definition",
    "method_signature",
    "module",
    "property_signature",
    "public_field_definition",
    "type_alias_declaration",
];
const JAVASCRIPT_CONTAINERS: &[&str] = &[
    "abstract_class_declaration",
    "class_body",
    "class_declaration",
    "export_statement",
    "interface_body",
    "interface_declaration",
    "internal_module",
    "module",
];

#[cfg(test)]
mod tests {
    use super::definitions;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let lines: Vec<&str> = text.lines().collect();
        let found: Vec<&str> = definitions(path, text).into_iter().map(|line| lines[line].trim()).collect();
        assert_eq!(found, expected, "{path}");
    }

    #[test]
    fn signatures_of_each_language() {
        check(
            "a.rs",
            "//! A.\nuse b;\n\npub struct S {\n    x: u32,\n}\n\nimpl S {\n    /// Adds.\n    fn add(\n        &self,\n    ) -> u32 {\n        fn inner() {}\n        1\n    }\n}\nconst N: u32 = 1;\n",
            &["pub struct S {", "impl S {", "fn add(", "&self,", ") -> u32 {", "const N: u32 = 1;"],
        );
        check(
            "a.py",
            "import x\n\n@cached\nclass A(B):\n    def f(self,\n          y):\n        return 1\n\nasync def g(): pass\n",
            &["class A(B):", "def f(self,", "y):", "async def g(): pass"],
        );
        check(
            "a.ts",
            "import x from 'x';\nexport class A {\n  f(x: number): void {\n    g();\n  }\n}\nexport const h = () => 1;\ninterface I {\n  a: string;\n}\n",
            &[
                "export class A {",
                "f(x: number): void {",
                "export const h = () => 1;",
                "interface I {",
                "a: string;",
            ],
        );
        check("a.js", "function f() {\n  return 1\n}\n", &["function f() {"]);
        check(
            "a.go",
            "package a\n\ntype T struct {\n\tx int\n}\n\nfunc (t T) F() int {\n\treturn 1\n}\n",
            &["type T struct {", "func (t T) F() int {"],
        );
        check("a.txt", "fn a() {}", &[]);
    }

    #[test]
    fn odd_code() {
        for text in ["", "fn", "}}}}{{{{", &"(".repeat(100_000), &"mod a {".repeat(10_000), "impl A { fn"] {
            let _ = definitions("a.rs", text);
        }
    }
}
