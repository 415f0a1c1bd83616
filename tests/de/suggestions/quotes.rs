//! Quotes that hide a delimiter, or stand where none may.

use super::{says_nothing_of, suggests};

#[test]
fn a_quote_that_hides_a_delimiter() {
    suggests(
        "t[1]{a,b,c}:\n  1,5\" pipe,3",
        "the quote in `5\" pipe` hides a comma: enclose the whole cell in quotes, and write each quote inside it as \\\"",
        "t[1]{a,b,c}:\n  1,\"5\\\" pipe\",3",
    );
    suggests(
        "t[2|]: a\"b|c",
        "the quote in `a\"b` hides a pipe: enclose the whole cell in quotes, and write each quote inside it as \\\"",
        "t[2|]: \"a\\\"b\"|c",
    );
    suggests(
        "t[1]{a,b,c}:\n  1,\"Ann,Paris\"",
        "close the quotes before each comma that separates cells, or write null or \"\" for missing cells",
        "t[1]{a,b,c}:\n  1,\"Ann\",\"Paris\"",
    );
    let missing = "write 3 cells, with null or \"\" for missing values";
    suggests("t[1]{a,b,c}:\n  1,\"Ann\"", missing, "t[1]{a,b,c}:\n  1,\"Ann\",null");
    suggests("t[1]{a,b,c}:\n  1,5\"", missing, "t[1]{a,b,c}:\n  1,\"5\\\"\",null");
}

#[test]
fn text_after_a_quote() {
    suggests(
        "t[1]{a,b}:\n  \"Ann,\"Paris\"",
        "close the string before the delimiter: this quote opens the next value",
        "t[1]{a,b}:\n  \"Ann\",\"Paris\"",
    );
    suggests(
        "a: \"say \"\"hi\"\"\"",
        "write a quote inside a string as \\\", not as \"\"",
        "a: \"say \\\"hi\\\"\"",
    );
    suggests(
        "a: \"x\" # why",
        "remove the comment: a comment must be on a line of its own that begins with #",
        "# why\na: \"x\"",
    );
    suggests(
        "a: \"x\",\nb: \"y\"",
        "remove everything after the closing quote: values on separate lines have no delimiter",
        "a: \"x\"\nb: \"y\"",
    );
    says_nothing_of("a: \"x\" y", &["comment", "delimiter"]);
}

#[test]
fn a_string_on_several_lines() {
    suggests(
        "a: \"one\ntwo\nthree\"\nb: 1",
        "write the string on one line, with \\n for each line break",
        "a: \"one\\ntwo\\nthree\"\nb: 1",
    );
    let expected = "close the string with \" on the same line; write a quote inside it as \\\"";
    suggests("a: \"one\nb: \"two\"", expected, "a: \"one\"\nb: \"two\"");
    suggests("a: \"one", expected, "a: \"one\"");
}
