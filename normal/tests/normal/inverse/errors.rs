use super::{Category, ErrorKind, to_json};

#[test]
fn they_say_where_and_what_to_do() {
    let text = "_form: 1 object\nt[2]{id,g{x}}:\n  1,2\n  2,_null\nt.g.x[3]: a,b,c";
    let error = to_json(text).unwrap_err();
    assert_eq!(
        error.render(text),
        "\
error: invalid normal form: child row without a parent row
 --> line 5, column 15, in [\"t.g.x\"][2]
  |
5 | t.g.x[3]: a,b,c
  |               ^"
    );
    assert_eq!(error.classify(), Category::Structure);
    assert!(matches!(error.kind(), ErrorKind::InvalidForm { .. }));
}

#[test]
fn categories_and_suggestions() {
    for (text, category) in [
        ("{}", Category::Syntax),
        ("_form: 2 list", Category::Data),
        ("_form: 1 list\nlist: _", Category::Structure),
    ] {
        assert_eq!(to_json(text).unwrap_err().classify(), category, "{text}");
    }
    assert_eq!(to_json("_form: 2 list").unwrap_err().suggestion().as_deref(), Some("update this library"));
}
