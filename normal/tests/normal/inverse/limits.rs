use super::{ErrorKind, Options, quickly, to_json};
use std::fmt::Write as _;

fn assert_too_large(text: &str) {
    let error = quickly(|| Options::new().max_output(1 << 20).to_json(text)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutputLimit { .. }), "{error}");
}

#[test]
fn exact_sizes() {
    let text = "_form: 1 object\n_same:\n  u.in: u\n  u[1]{_ref,x,y}:\n    1,\"é\\n\\u0001\\\"\",1.50\nu[3]: 1,1,1\nv:\nw: []\nz[2]: true,false";
    let json = to_json(text).unwrap();
    assert_eq!(Options::new().max_output(json.len()).to_json(text).unwrap(), json);
    let error = Options::new().max_output(json.len() - 1).to_json(text).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::OutputLimit { limit, .. } if *limit == json.len() - 1),
        "{error}"
    );
}

#[test]
fn in_proportion_to_the_text() {
    // 20 MB from 20 kB are too much, regardless of the limit.
    let text = format!(
        "_form: 1 object\n_let:\n  a: {}\nt[4000]: {}",
        "x".repeat(8_000),
        vec!["$a"; 4_000].join(",")
    );
    let error = Options::new().max_output(usize::MAX).to_json(&text).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::OutputLimit { limit, .. } if *limit == text.len() * 1_000),
        "{error}"
    );
}

#[test]
fn entities_that_double() {
    let mut text = String::from("_form: 1 object\n_same:\n  u.in: u v\n  u[60]{_ref,u,v}:\n");
    for at in 0..59 {
        writeln!(text, "    {at},{},{}", at + 1, at + 1).unwrap();
    }
    text.push_str("    59,null,null\nu: 0");
    assert_too_large(&text);
}

#[test]
fn aliases_that_double() {
    let mut text = String::from("_form: 1 object\n_let:\n  a0: xxxxxxxxxxxxxxxx\n");
    for at in 1..100 {
        writeln!(text, "  a{at}: $a{} $a{}", at - 1, at - 1).unwrap();
    }
    text.push_str("x: $a99");
    assert_too_large(&text);
}

#[test]
fn one_long_alias() {
    let uses = vec!["$a"; 4_000].join(",");
    let long = "x".repeat(8_000);
    assert_too_large(&format!("_form: 1 object\n_let:\n  a: {long}\nt[4000]: {uses}"));
    // As JSON text, and as list cells.
    let list = format!("[{}1]", "1,".repeat(4_000));
    assert_too_large(&format!("_form: 1 object\n_let:\n  a: \"{list}\"\nt[4000]: {uses}\nt.json: true"));
    let (words, rows) = ("x ".repeat(4_000), "  $a\n".repeat(4_000));
    let words = words.trim();
    assert_too_large(&format!("_form: 1 object\n_let:\n  a: {words}\nt.words: a\nt[4000]{{a}}:\n{rows}"));
}

#[test]
fn templates_that_multiply() {
    let mut text = String::from("_form: 1 object\nt.each:\n  a1: \"{a0}{a0}\"\n");
    for at in 2..100 {
        writeln!(text, "  a{at}: \"{{a{}}}{{a{}}}\"", at - 1, at - 1).unwrap();
    }
    text.push_str("t[1]{a0}:\n  xxxxxxxxxx");
    assert_too_large(&text);
    // Without any output.
    let (template, rows) = ("{a}".repeat(4_300), "  \"\"\n".repeat(4_300));
    assert_too_large(&format!("_form: 1 object\nt.each:\n  b: \"{template}\"\nt[4300]{{a}}:\n{rows}"));
}

#[test]
fn legends_that_multiply() {
    let entries: String = (0..1_000).map(|at| format!("  k{at}: 1\n")).collect();
    let rows = "  1\n".repeat(6_000);
    assert_too_large(&format!("_form: 1 object\nt.each:\n{entries}t[6000]{{a}}:\n{rows}"));
}

#[test]
fn much_of_everything() {
    // Rows, with as many entities and foreign keys.
    let count = 20_000;
    let mut text = format!("_form: 1 object\n_same:\n  u.in: u\n  u[{count}]{{_ref,x}}:\n");
    (0..count).for_each(|at| writeln!(text, "    {at},{at}").unwrap());
    write!(text, "t.each:\n  c: []\nt[{count}]{{id,u}}:\n").unwrap();
    (0..count).for_each(|at| writeln!(text, "  k{at},{at}").unwrap());
    write!(text, "t.c.of: id\nt.c[{count}]{{_of,x}}:\n").unwrap();
    (0..count).for_each(|at| writeln!(text, "  k{},1", count - 1 - at).unwrap());
    let json = quickly(|| to_json(&text)).unwrap();
    assert!(json.starts_with(r#"{"t":[{"id":"k0","u":{"x":0},"c":[{"x":1}]},"#));

    let columns: Vec<String> = (0..500).map(|at| format!("c{at}")).collect();
    let text = format!(
        "_form: 1 object\nt.each:\n  z: \"{{c0}}-{{c499}}\"\nt.numbers: {}\nt[300]{{{}}}:\n{}",
        columns.join(" "),
        columns.join(","),
        format!("  {}\n", vec!["1"; 500].join(",")).repeat(300)
    );
    quickly(|| to_json(&text)).unwrap();
}

#[test]
fn keys_with_many_dots() {
    let long = ".".repeat(1_000_000);
    let mut text = format!("_form: 1 object\n\"a{long}b\": 1\n");
    (0..1_000).for_each(|at| writeln!(text, "\"a{}\": 1", ".x".repeat(at)).unwrap());
    assert!(quickly(|| to_json(&text)).is_err());
    // Chains of child tables.
    let mut text = String::from("_form: 1 object\n");
    (0..500).for_each(|at| writeln!(text, "a{}[1]{{a}}:\n  1", ".a".repeat(at)).unwrap());
    let error = quickly(|| to_json(&text)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::DepthLimit { .. }), "{error}");
}
