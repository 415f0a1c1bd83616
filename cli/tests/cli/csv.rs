//! Reading CSV. Writing it is in `decode.rs`.

use super::{folder, toon, toon_in};
use snapbox::str;

#[track_caller]
fn encodes(args: &[&str], csv: &str, output: &str) {
    let args = [&["encode", "--from", "csv"], args].concat();
    toon(&args).stdin(csv).assert().success().stdout_eq(output).stderr_eq("");
}

/// Prices are numbers, whatever zeros they end in.
#[test]
fn types_of_columns() {
    encodes(
        &[],
        "sku,price,left,on,version,zip\r\nA1,2.45,1,true,1.9,01234\r\nA2,2.50,,false,1.10,80331\r\nA3,3.00,7,,2.0,10115\r\nA4,12,0,true,2.1,\r\n",
        "[4]{sku,price,left,on,version,zip}:\n  A1,2.45,1,true,\"1.9\",\"01234\"\n  A2,2.5,null,false,\"1.10\",\"80331\"\n  A3,3,7,null,\"2.0\",\"10115\"\n  A4,12,0,true,\"2.1\",\"\"\n",
    );
    // TOON has no negative zero.
    encodes(&[], "a,b,c,d\n1,1,,-0.0\n-0,Inf,,1.5\n", "[2]{a,b,c,d}:\n  1,\"1\",\"\",0\n  0,Inf,\"\",1.5\n");
    // A final zero matters if others have more decimal places.
    encodes(&[], "a,b\n3.0,3.0\n3.11,2.1\n", "[2]{a,b}:\n  \"3.0\",3\n  \"3.11\",2.1\n");
    // Digits that a 64-bit float keeps.
    let digits = "n\n0.1234567890123456\n0.30000000000000004\n";
    encodes(&[], digits, "[2]{n}:\n  0.1234567890123456\n  0.30000000000000004\n");
    encodes(
        &[],
        "n\n1e+05\n1e-7\n12345678901234567890123\n",
        "[3]{n}:\n  100000\n  1e-7\n  12345678901234567890123\n",
    );
}

#[test]
fn types_by_option() {
    let csv = "n,m,flag,none\n1,2.50,true,\n2,2.5,x,\n";
    encodes(&[], csv, "[2]{n,m,flag,none}:\n  1,\"2.50\",\"true\",\"\"\n  2,\"2.5\",x,\"\"\n");
    encodes(&["--types", "exact"], csv, "[2]{n,m,flag,none}:\n  1,\"2.50\",true,\"\"\n  2,2.5,x,\"\"\n");
    encodes(
        &["--types", "strings"],
        csv,
        "[2]{n,m,flag,none}:\n  \"1\",\"2.50\",\"true\",\"\"\n  \"2\",\"2.5\",x,\"\"\n",
    );
    encodes(
        &["--types", "exact"],
        "int,float,text,flag,odd,none,quoted\r\n1,2.5,x,true,1.50,,\"a, \"\"b\"\"\nc\"\r\n-7,1e-7,007,false,True,null,1\r\n",
        "[2]{int,float,text,flag,odd,none,quoted}:\n  1,2.5,x,true,\"1.50\",\"\",\"a, \\\"b\\\"\\nc\"\n  -7,1e-7,\"007\",false,True,\"null\",1\n",
    );
    toon(&["encode", "--types", "guess"]).stdin("").assert().code(2).stdout_eq("");
    toon(&["encode", "--types", "n"]).stdin("").assert().code(2).stdout_eq("");
}

#[test]
fn nulls() {
    let csv = "n,s\n1,x\nNA,\n,NA\n";
    encodes(&["--null", "NA"], csv, "[3]{n,s}:\n  1,x\n  null,\"\"\n  null,null\n");
    encodes(&["--null", "", "--keep-na"], csv, "[3]{n,s}:\n  \"1\",x\n  NA,null\n  null,NA\n");
    encodes(&["--null", "NA", "--null="], csv, "[3]{n,s}:\n  1,x\n  null,null\n  null,null\n");
    encodes(&["--null", "-999"], "n\n-999\n5\n", "[2]{n}:\n  null\n  5\n");
    encodes(&["--null", "-", "--types", "strings"], "n\n-\n5\n", "[2]{n}:\n  null\n  \"5\"\n");
    encodes(&["--null", "1", "--types", "exact"], "n\n1\n5\n", "[2]{n}:\n  null\n  5\n");
    // All cells are null.
    encodes(&["--null", "NA"], "n\nNA\nNA\n", "[2]{n}:\n  null\n  null\n");
}

/// The delimiter is the one that divides the lines evenly.
#[test]
fn delimiters() {
    let rows = "[2]{id,name}:\n  1,Ann\n  2,Bob\n";
    encodes(&[], "id;name\n1;Ann\n2;Bob\n", rows);
    encodes(&[], "id\tname\n1\tAnn\n2\tBob\n", rows);
    encodes(&[], "id|name\n1|Ann\n2|Bob\n", rows);
    encodes(&[], "sep=;\r\nid;name\r\n1;Ann\r\n2;Bob\r\n", rows);
    encodes(&[], "id,tags\n1,a;b\n2,c;d\n", "[2]{id,tags}:\n  1,a;b\n  2,c;d\n");
    // Decimal commas.
    toon(&["encode", "--from", "csv"])
        .stdin("x;y\n1,5;2\n3,5;4\n")
        .assert()
        .success()
        .stdout_eq("[2]{x,y}:\n  \"1,5\",2\n  \"3,5\",4\n")
        .stderr_eq("<stdin>: the column x is text, since \"1,5\" has a comma; use --decimal comma if that is the decimal point\n");
    // A single column.
    encodes(&[], "text\nHello, world\nbye\n", "[2]{text}:\n  \"Hello, world\"\n  bye\n");
    encodes(&[], "tags\na;b\nc\n", "[2]{tags}:\n  a;b\n  c\n");
    encodes(&["--csv-delimiter", "comma"], "a;b\n1;2\n", "[1]{\"a;b\"}:\n  1;2\n");
    encodes(&["--csv-delimiter", "pipe"], "a|b\n1|2,x\n", "[1]{a,b}:\n  1,\"2,x\"\n");
    encodes(&["--csv-delimiter", ";"], "a;b\n1;2\n", "[1]{a,b}:\n  1,2\n");
    // Numbers with decimal commas, although commas divide the records evenly.
    encodes(
        &["--no-header", "--decimal", "comma"],
        "1,50;2,75\n3,50;4,75\n",
        "[2]{c1,c2}:\n  1.5,2.75\n  3.5,4.75\n",
    );
    toon(&["encode", "--csv-delimiter", "dash"]).stdin("").assert().code(2).stdout_eq("");
}

/// A file whose header no delimiter divides has a single column.
#[test]
fn one_column() {
    encodes(&[], "amount\n1,5\n2,5\n", "[2]{amount}:\n  \"1,5\"\n  \"2,5\"\n");
    encodes(&[], "title\n1,000,000\n2,000,000\n", "[2]{title}:\n  \"1,000,000\"\n  \"2,000,000\"\n");
    encodes(&[], "text\nNUL \0 here\n", "[1]{text}:\n  \"NUL \\u0000 here\"\n");
    encodes(&["--no-header"], "Hello, world\nbye\n", "[2]{c1}:\n  \"Hello, world\"\n  bye\n");
    let late = format!("text\n{}one, late,comma\n", "word\n".repeat(20_000));
    let output = toon(&["encode", "--from", "csv"]).stdin(late).output().unwrap();
    assert!(output.stdout.ends_with(b"\n  \"one, late,comma\"\n"));
    // Or it begins with a title.
    toon(&["encode", "--from", "csv"])
        .stdin("word\nfoo;bar\nbaz;qux\n")
        .assert()
        .success()
        .stdout_eq("[2]{word}:\n  foo;bar\n  baz;qux\n")
        .stderr_eq(str![[r#"
<stdin> is read as one column, since its first line has no delimiter, unlike those below; use --skip-lines 1 if that is a title

"#]]);
    // A byte that is not UTF-8.
    toon(&["encode", "--from", "csv"]).stdin(&b"a\nb\xffc\n"[..]).assert().code(1).stderr_eq(str![[r#"
error: invalid UTF-8; the text is probably Latin-1
 --> <stdin>:2:2
  |
2 | b�c
  |  ^
  = help: use --encoding latin-1, or save the text as UTF-8

"#]]);
}

/// The delimiter that divides the header is used, even if the records are uneven.
#[test]
fn uneven_records() {
    let refuses =
        |csv: &'static str| toon(&["encode", "--from", "csv"]).stdin(csv).assert().code(1).stdout_eq("");
    refuses("a;b;c\n1;2;3;\n4;5;6;\n").stderr_eq(str![[r#"
error: record has 4 fields, but the header has 3
 --> <stdin>:2:7
  |
2 | 1;2;3;
  |       ^
  = help: remove the semicolon at the end of the record, or use --ragged pad to add fields to the header; if fields are not separated by semicolons, use --csv-delimiter

"#]]);
    refuses("a|b|c\n1|2|3|||\n").stderr_eq(str![[r#"
error: record has 6 fields, but the header has 3
 --> <stdin>:2:7
  |
2 | 1|2|3|||
  |       ^
  = help: remove the pipes at the end of the record, or use --ragged pad to add fields to the header; if fields are not separated by pipes, use --csv-delimiter

"#]]);
    refuses("a\tb\tc\n1\t2\n3\t4\n5\t6\n").stderr_eq(str![[r#"
error: record has 2 fields, but the header has 3
 --> <stdin>:2:4
  |
2 | 1    2
  |       ^
  = help: write 3 fields, or use --ragged pad to add empty fields; if fields are not separated by tabs, use --csv-delimiter

"#]]);
    refuses("A title, with a comma\na;b\n1;2\n").stderr_eq(str![[r#"
error: record has 1 field, but the header has 2
 --> <stdin>:2:4
  |
2 | a;b
  |    ^
  = help: use --skip-lines for a title above the header, write 2 fields, or use --ragged pad to add empty fields; if fields are not separated by commas, use --csv-delimiter

"#]]);
    // As R writes it.
    refuses("\"a\";\"b\"\n\"1\";5;6\n\"2\";7;8").stderr_eq(str![[r#"
error: record has 3 fields, but the header has 2
 --> <stdin>:2:7
  |
2 | "1";5;6
  |       ^
  = help: name all columns in the header, including row names; quote fields that contain a semicolon, or use --ragged pad to add fields to the header; if fields are not separated by semicolons, use --csv-delimiter

"#]]);
    refuses("a,b\n1, \"x, y\"\n").stderr_eq(str![[r#"
error: record has 3 fields, but the header has 2
 --> <stdin>:2:7
  |
2 | 1, "x, y"
  |       ^
  = help: remove the space before the quote in column 4, or use --ragged pad to add fields to the header; if fields are not separated by commas, use --csv-delimiter

"#]]);
    toon(&["encode", "--from", "csv", "--no-header"])
        .stdin("1,2\n3,4,5\n")
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
error: record has 3 fields, but the first record has 2
 --> <stdin>:2:5
  |
2 | 3,4,5
  |     ^
  = help: quote fields that contain a comma, or use --ragged pad to add columns; if fields are not separated by commas, use --csv-delimiter

"#]]);
    // Another delimiter divides them evenly.
    toon(&["encode", "--from", "csv", "--csv-delimiter", "comma"])
        .stdin("a;b\n1,5;2\n")
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
error: record has 2 fields, but the header has 1
 --> <stdin>:2:3
  |
2 | 1,5;2
  |   ^
  = help: use --csv-delimiter semicolon, which splits this record into as many fields as the header

"#]]);
    let padded = "[2]{a,b,c,c4}:\n  1,2,3,\"\"\n  4,5,6,\"\"\n";
    encodes(&["--ragged", "pad"], "a;b;c\n1;2;3;\n4;5;6;\n", padded);
    // In a long line.
    let long = format!("a,b\n1,{},3\n", "x".repeat(3 << 20));
    toon(&["encode", "--from", "csv"]).stdin(long).assert().code(1).stderr_eq(str![[r#"
error: record has 3 fields, but the header has 2
 --> <stdin>:2:3145732
  |
2 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx,3
  |                                                              ^
  = help: name all columns in the header, including row names; quote fields that contain a comma, or use --ragged pad to add fields to the header; if fields are not separated by commas, use --csv-delimiter

"#]]);
}

#[test]
fn tabs() {
    let tsv = "id\tname\n1\tAnn, Bob\n";
    let folder = folder(&[("a.tsv", tsv), ("a.tab", tsv), ("one.tsv", "id\n1,2\n")]);
    let rows = "[1]{id,name}:\n  1,\"Ann, Bob\"\n";
    for args in [&["a.tsv"][..], &["encode", "a.tab"], &["encode", "--from", "tsv", "a.tsv"]] {
        toon_in(&folder, args).assert().success().stdout_eq(rows).stderr_eq("");
    }
    toon_in(&folder, &["encode", "one.tsv"]).assert().success().stdout_eq("[1]{id}:\n  \"1,2\"\n");
    // The delimiter of the TOON.
    toon_in(&folder, &["encode", "a.tsv", "--delimiter", "tab"])
        .assert()
        .success()
        .stdout_eq("[1\t]{id\tname}:\n  1\tAnn, Bob\n");
    toon_in(&folder, &["stats", "a.tsv", "--tokenizer", "none"]).assert().success();
}

#[test]
fn no_header() {
    encodes(&["--no-header"], "5.1,3.5,x\n4.9,3.0,y\n", "[2]{c1,c2,c3}:\n  5.1,3.5,x\n  4.9,3,y\n");
    encodes(&["--no-header"], "a,a\n", "[1]{c1,c2}:\n  a,a\n");
    toon(&["encode", "--from", "csv", "--no-header"]).stdin("1,2\n3\n").assert().code(1).stderr_eq(str![[r#"
error: record has 1 field, but the first record has 2
 --> <stdin>:2:2
  |
2 | 3
  |  ^
  = help: write 2 fields, or use --ragged pad to add empty fields; if fields are not separated by commas, use --csv-delimiter

"#]]);
    // A row that is read as the header is missed otherwise.
    toon(&["encode", "--from", "csv"]).stdin("5.1,3\n4.9,2\n").assert().success().stderr_eq(str![[r#"
the header of <stdin> consists of numbers; use --no-header if it is data

"#]]);
}

#[test]
fn ragged() {
    toon(&["encode", "--from", "csv"]).stdin("a,b\n1,2\n3\n").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: record has 1 field, but the header has 2
 --> <stdin>:3:2
  |
3 | 3
  |  ^
  = help: write 2 fields, or use --ragged pad to add empty fields; if fields are not separated by commas, use --csv-delimiter

"#]]);
    // The caret is below the first field that is too many.
    toon(&["encode", "--from", "csv"])
        .stdin("name;note\nÄnne;\"x;\ny\"\nBob;a;b;c\n")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: record has 4 fields, but the header has 2
 --> <stdin>:4:7
  |
4 | Bob;a;b;c
  |       ^
  = help: quote fields that contain a semicolon, or use --ragged pad to add fields to the header; if fields are not separated by semicolons, use --csv-delimiter

"#]]);
    // Line breaks of Windows, and of old Macs.
    toon(&["encode", "--from", "csv"]).stdin("a,b\r\n1,2\r\n3\r\n").assert().code(1).stderr_eq(str![[r#"
error: record has 1 field, but the header has 2
 --> <stdin>:3:2
  |
3 | 3
  |  ^
  = help: write 2 fields, or use --ragged pad to add empty fields; if fields are not separated by commas, use --csv-delimiter

"#]]);
    toon(&["encode", "--from", "csv"]).stdin("a,b\r\"1\rx\",2\r3,4,5\r").assert().code(1).stderr_eq(str![[r#"
error: record has 3 fields, but the header has 2
 --> <stdin>:4:5
  |
4 | 3,4,5
  |     ^
  = help: quote fields that contain a comma, or use --ragged pad to add fields to the header; if fields are not separated by commas, use --csv-delimiter

"#]]);
    // Below a title.
    toon(&["encode", "--from", "csv"]).stdin("Report\n\na;b\n1;2\n").assert().code(1).stderr_eq(str![[r#"
error: record has 2 fields, but the header has 1
 --> <stdin>:3:3
  |
3 | a;b
  |   ^
  = help: use --skip-lines for lines above the header, or --comment '#' for comments; quote fields that contain a semicolon, or use --ragged pad to add fields to the header; if fields are not separated by semicolons, use --csv-delimiter

"#]]);
    let pad = &["--ragged", "pad"];
    encodes(pad, "a,b,c\n1,x,2\n3\n", "[2]{a,b,c}:\n  1,x,2\n  3,\"\",null\n");
    encodes(pad, "c3,b\n1,x,2\n3,y\n", "[2]{c3,b,c3_2}:\n  1,x,2\n  3,y,null\n");
    encodes(&["--ragged", "pad", "--no-header"], "1\n2,3\n", "[2]{c1,c2}:\n  1,null\n  2,3\n");
    encodes(&["--ragged", "pad", "--null="], "a,b\nx,y\nz\n", "[2]{a,b}:\n  x,y\n  z,null\n");
    // One record does not make all others as long.
    let csv = format!("a,b\n{}{}\n", "1,2\n".repeat(20_000), ",".repeat(20_000));
    toon(&["encode", "--from", "csv", "--ragged", "pad"])
        .stdin(csv)
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: record has 20001 fields: padding the others would add 399980000 cells
     --> <stdin>:20002:1
      |
20002 | ,,[..]
      | ^
      = help: check the record, or write all records in full

"#]]);
}

#[test]
fn duplicate_fields() {
    toon(&["encode", "--from", "csv"]).stdin("id,a,a\n1,2,3\n").assert().code(1).stdout_eq("").stderr_eq(
        str![[r#"
error: duplicate field "a" in the header
 --> <stdin>:1:6
  |
1 | id,a,a
  |      ^
  = help: rename it, or use --number-duplicates to read it as "a_2"

"#]],
    );
    toon(&["encode", "--from", "csv"]).stdin("5.1,3,3\n4,2,1\n").assert().code(1).stdout_eq("").stderr_eq(
        str![[r#"
error: duplicate field "3" in the header
 --> <stdin>:1:7
  |
1 | 5.1,3,3
  |       ^
  = help: use --no-header if this record is data, or --number-duplicates to rename fields

"#]],
    );
    toon(&["encode", "--from", "csv"]).stdin("a,,\r\n1,2,3\r\n").assert().code(1).stderr_eq(str![[r#"
error: duplicate field "" in the header
 --> <stdin>:1:4
  |
1 | a,,
  |    ^
  = help: name it, or use --number-duplicates to read it as "_2"

"#]]);
    toon(&["encode", "--from", "csv"]).stdin("a,a,a_2,a\n1,2,3,4\n").assert().code(1).stderr_eq(str![[r#"
error: duplicate field "a" in the header
 --> <stdin>:1:3
  |
1 | a,a,a_2,a
  |   ^
  = help: rename it, or use --number-duplicates to read it as "a_3"

"#]]);
    encodes(&["--number-duplicates"], "a,b,a,a_2,a\n1,2,3,4,5\n", "[1]{a,b,a_3,a_2,a_4}:\n  1,2,3,4,5\n");
}

/// Everything that follows would be read as one cell.
#[test]
fn open_quotes() {
    toon(&["encode", "--from", "csv"])
        .stdin("a,b\n\"x,1\n2,3\n4,5\n")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: the quote that opens this field is never closed
 --> <stdin>:2:1
  |
2 | "x,1
  | ^
  = help: close the quote; write a quote within a quoted field twice

"#]]);
    toon(&["encode", "--from", "csv"]).stdin("a|b\n1|x\n2|\"").assert().code(1).stderr_eq(str![[r#"
error: the quote that opens this field is never closed
 --> <stdin>:3:3
  |
3 | 2|"
  |   ^
  = help: close the quote; write a quote within a quoted field twice

"#]]);
    toon(&["encode", "--from", "csv"]).stdin("a\n\"x \"\" y").assert().code(1).stderr_eq(str![[r#"
error: the quote that opens this field is never closed
 --> <stdin>:2:1
  |
2 | "x "" y
  | ^
  = help: close the quote; write a quote within a quoted field twice

"#]]);
    toon(&["encode", "--from", "csv"]).stdin("\"a,b\n1,2").assert().code(1).stderr_eq(str![[r#"
error: the quote that opens this field is never closed
 --> <stdin>:1:1
  |
1 | "a,b
  | ^
  = help: close the quote; write a quote within a quoted field twice

"#]]);
    // The next quote closes it.
    toon(&["encode", "--from", "csv"]).stdin("a,b\n\"x,1\n2,3\n4,\"y\"\n").assert().code(1).stderr_eq(str![
        [r#"
error: the quote that opens this field is closed at 4:3, but 'y' follows
 --> <stdin>:2:1
  |
2 | "x,1
  | ^
  = help: close the quote; write a quote within a quoted field twice

"#]
    ]);
    // Text that follows shows that the closing quote was meant to open another field.
    let csv = format!("a,b\n1,\"2\n{}3,\"4\n", "1,2\n".repeat(10));
    toon(&["encode", "--from", "csv"]).stdin(csv).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: the quote that opens this field is closed at 13:3, but '4' follows
 --> <stdin>:2:3
  |
2 | 1,"2
  |   ^
  = help: close the quote; write a quote within a quoted field twice

"#]]);
    toon(&["encode", "--from", "csv"]).stdin("a,b\n1,\"x\" \n").assert().code(1).stderr_eq(str![[r#"
error: the quote that opens this field is closed at column 5, but ' ' follows
 --> <stdin>:2:3
  |
2 | 1,"x" 
  |   ^
  = help: remove the space after the quote; write a quote within a quoted field twice

"#]]);
    // Separated by spaces.
    toon(&["encode", "--from", "csv"]).stdin("\"a\" \"b\"\n1 2\n").assert().code(1).stderr_eq(str![[r#"
error: the quote that opens this field is closed at column 3, but ' ' follows
 --> <stdin>:1:1
  |
1 | "a" "b"
  | ^
  = help: separate fields with commas, semicolons, tabs or pipes

"#]]);
    // Lines of old Macs.
    toon(&["encode", "--from", "csv"]).stdin("a,b\r1,2\r\"x\ry\",\"z\r").assert().code(1).stderr_eq(str![[
        r#"
error: the quote that opens this field is never closed
 --> <stdin>:4:4
  |
4 | y","z
  |    ^
  = help: close the quote; write a quote within a quoted field twice

"#
    ]]);
    toon(&["encode", "--from", "csv"]).stdin("a\r1\r\"2\r3\"4\r").assert().code(1).stderr_eq(str![[r#"
error: the quote that opens this field is closed at 4:2, but '4' follows
 --> <stdin>:3:1
  |
3 | "2
  | ^
  = help: close the quote; write a quote within a quoted field twice

"#]]);
    // A quote within a field is an ordinary character.
    encodes(&[], "size\n5\" disk\n", "[1]{size}:\n  \"5\\\" disk\"\n");
    encodes(&[], "a,b\n1,\"x\"\"\"\n", "[1]{a,b}:\n  1,\"x\\\"\"\n");
}

#[test]
fn without_records() {
    encodes(&[], "a,b\n", "[]\n");
    encodes(&[], "\u{feff}a\n1\n", "[1]{a}:\n  1\n");
    encodes(&[], "\r\n\r\na\r\n\r\n1\r\n\r\n", "[1]{a}:\n  1\n");
}

/// Values round-trip.
#[test]
fn and_back() {
    let csv = "a,b,c,d\n1,x,true,\n1.1,\"y,z\",false,007\n,\"line\nline\",,\"\"\"\"\n1000,\t,true,\\\n";
    let text = toon(&["encode", "--from", "csv"]).stdin(csv).output().unwrap();
    toon(&["decode", "--to", "csv"]).stdin(text.stdout).assert().success().stdout_eq(csv);
}

/// A file that is longer than all buffers, from a file and from a pipe.
#[test]
fn long_files() {
    let count = 6_000;
    let line = "12345,\"a \"\"long\"\" text, with a comma\",2.50,é\r\n";
    let csv = format!("id,text,price,char\r\n{}7,x,,y\r\n", line.repeat(count));
    let row = "  12345,\"a \\\"long\\\" text, with a comma\",2.5,é\n";
    let toon_text = format!("[{}]{{id,text,price,char}}:\n{}  7,x,null,y\n", count + 1, row.repeat(count));
    encodes(&[], &csv, &toon_text);
    let folder = folder(&[("a.csv", &csv)]);
    toon_in(&folder, &["a.csv"]).assert().success().stdout_eq(&toon_text);
    let output = toon_in(&folder, &["encode", "a.csv", "--fields", "price"]).output().unwrap();
    assert!(output.stdout.starts_with(b"[6001]{price}:\n  2.5\n"));
}

/// A single field of text in UTF-8 shows that the rest is meant to be.
#[test]
fn latin1() {
    let run = |csv: &'static [u8], args: &[&str]| {
        toon(&[&["encode", "--from", "csv"], args].concat()).stdin(csv).assert()
    };
    let csv = b"name,city\nAnn,Bern\nJ\xf6rg,M\xfcnchen\n";
    run(csv, &[]).code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid UTF-8; the text is probably Latin-1
 --> <stdin>:3:2
  |
3 | J�rg,M�nchen
  |  ^
  = help: use --encoding latin-1, or save the text as UTF-8

"#]]);
    run(csv, &["--encoding", "latin-1"]).success().stdout_eq("[2]{name,city}:\n  Ann,Bern\n  Jörg,München\n");
    run(b"a\nM\xc3\xbcnchen\n\xfc\n", &[]).code(1).stderr_eq(str![[r#"
error: invalid UTF-8
 --> <stdin>:3:1
  |
3 | �
  | ^
  = help: save the text as UTF-8

"#]]);
    run(b"a\rb\rM\xfcnchen\rc\r", &[]).code(1).stderr_eq(str![[r#"
error: invalid UTF-8; the text is probably Latin-1
 --> <stdin>:3:2
  |
3 | M�nchen
  |  ^
  = help: use --encoding latin-1, or save the text as UTF-8

"#]]);
    run(b"\xff\xfe\0\0a\0\0\0", &[]).code(1).stderr_eq(str![[r#"
error: expected UTF-8 or UTF-16, found UTF-32LE
 --> <stdin>:1:1
  = help: save the text as UTF-8

"#]]);
    toon(&["decode"]).stdin(&b"\0\0\xfe\xff\0\0\0a"[..]).assert().code(1).stderr_eq(str![[r#"
error: expected UTF-8 or UTF-16, found UTF-32BE
 --> <stdin>:1:1
  = help: save the text as UTF-8

"#]]);
    run(b"a\r\n\"x\r\n\xff\xfe\"\r\n", &[]).code(1).stderr_eq(str![[r#"
error: invalid UTF-8; the text is probably Latin-1
 --> <stdin>:3:1
  |
3 | ��"
  | ^
  = help: use --encoding latin-1, or save the text as UTF-8

"#]]);
}

/// Options for CSV have no effect on other formats, which is said.
#[test]
fn other_formats() {
    toon(&["encode", "--null", "NA", "--no-header"])
        .stdin("{}")
        .assert()
        .success()
        .stdout_eq("\n")
        .stderr_eq(str![[r#"
--null, --no-header are ignored: <stdin> is not read as CSV

"#]]);
}

#[test]
fn other_commands() {
    let folder = folder(&[("p.toon", "a: 1\n"), ("a.txt", "id;name\n1;Ann\n")]);
    let run = |args: &[&str]| toon_in(&folder, args).assert();
    for option in [&["--null", "NA"][..], &["--types", "exact"], &["--no-header"], &["--delimiter", "tab"]] {
        let reason = if option[0] == "--delimiter" { "converted to TOON" } else { "read as CSV" };
        run(&[&["p.toon"], option].concat())
            .success()
            .stdout_eq("{\n  \"a\": 1\n}\n")
            .stderr_eq(format!("{} is ignored: p.toon is not {reason}\n", option[0]));
    }
    // CSV that is not known as such.
    run(&["encode", "a.txt"]).code(1).stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> a.txt:1:1
  |
1 | id;name
  | ^
  = help: the text looks like CSV; use `toon encode --from csv` to convert it to TOON

"#]]);
    run(&["a.txt"]).code(1).stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> a.txt:1:1
  |
1 | id;name
  | ^
  = help: the text looks like CSV; use `toon encode --from csv` to convert it to TOON

"#]]);
    toon(&["encode"]).stdin("\"a\",\"b\"\n1,2\n").assert().code(1).stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:1:1
  |
1 | "a","b"
  | ^
  = help: the text looks like CSV; use `toon encode --from csv` to convert it to TOON

"#]]);
}
