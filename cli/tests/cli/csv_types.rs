//! The types of the columns of CSV, and the words that stand for absent numbers.

use super::{folder, toon, toon_in};
use snapbox::str;

#[track_caller]
fn encodes(args: &[&str], csv: &str, output: &str, notes: &str) {
    let args = [&["encode", "--from", "csv"], args].concat();
    toon(&args).stdin(csv).assert().success().stdout_eq(output).stderr_eq(notes);
}

/// As R writes numbers that are absent.
#[test]
fn absent_numbers() {
    let csv = "id,mass,sex,only\n1,3750,m,NA\n2,NA,NA,NA\n3,,f,NA\n";
    encodes(
        &[],
        csv,
        "[3]{id,mass,sex,only}:\n  1,3750,m,NA\n  2,null,NA,NA\n  3,null,f,NA\n",
        "<stdin>: \"NA\" is read as null in the column mass; use --keep-na to keep such cells as text\n",
    );
    encodes(
        &["--keep-na"],
        csv,
        "[3]{id,mass,sex,only}:\n  1,\"3750\",m,NA\n  2,NA,NA,NA\n  3,\"\",f,NA\n",
        "",
    );
    // Nothing is said about what was asked for.
    encodes(
        &["--null", "NA"],
        csv,
        "[3]{id,mass,sex,only}:\n  1,3750,m,null\n  2,null,null,null\n  3,null,f,null\n",
        "",
    );
    encodes(&["--types", "exact"], "a\n1\nNA\n", "[2]{a}:\n  1\n  NA\n", "");
    encodes(&["--types", "strings"], "a\n1\nNA\n", "[2]{a}:\n  \"1\"\n  NA\n", "");
    encodes(
        &[],
        "a,b,c,d,e\n1,2,3,4,5\nNA,-,.,nan,NULL\n",
        "[2]{a,b,c,d,e}:\n  1,2,3,4,5\n  null,null,null,null,null\n",
        "<stdin>: \"-\", \".\", \"NA\", \"NULL\", \"nan\" are read as null in 5 columns: a, b, c, …; use --keep-na to keep such cells as text\n",
    );
    // Two words may mean two things.
    encodes(&[], "a\n1\nNA\nNaN\n", "[3]{a}:\n  \"1\"\n  NA\n  NaN\n", "");
    encodes(&[], "country\nDE\nNA\n", "[2]{country}:\n  DE\n  NA\n", "");
}

#[test]
fn booleans() {
    encodes(
        &[],
        "r,py,mixed,na\nTRUE,True,true,TRUE\nFALSE,,True,NA\n",
        "[2]{r,py,mixed,na}:\n  true,true,\"true\",TRUE\n  false,null,True,NA\n",
        "",
    );
}

/// As Stata and numpy write numbers.
#[test]
fn spellings_of_numbers() {
    encodes(
        &[],
        "a,b,c\n.5,8.379031744168380369e-02,7.671\n-.25,1.000000000000000000e+00,7.20\n1.,0,7.2639999999999985\n",
        "[3]{a,b,c}:\n  0.5,0.08379031744168380369,7.671\n  -0.25,1,7.2\n  1,0,7.2639999999999985\n",
        "",
    );
}

#[test]
fn decimal_commas() {
    let csv = "id;price;thousands\n1;1,50;1.000\n2;;2.500\n";
    encodes(
        &["--decimal", "comma"],
        csv,
        "[2]{id,price,thousands}:\n  1,1.5,\"1.000\"\n  2,null,\"2.500\"\n",
        "",
    );
    encodes(
        &["--decimal", "comma", "--csv-delimiter", "comma"],
        "a,b\n\"1,5\",-2\n",
        "[1]{a,b}:\n  1.5,-2\n",
        "",
    );
    encodes(
        &[],
        csv,
        "[2]{id,price,thousands}:\n  1,\"1,50\",1\n  2,\"\",2.5\n",
        "<stdin>: the column price is text, since \"1,50\" has a comma; use --decimal comma if that is the decimal point\n",
    );
}

#[test]
fn types_by_column() {
    let csv = "id,zip,a=b,on\n1,007,1.9,TRUE\n2,80331,1.10,false\n";
    encodes(
        &["--types", "id=string", "--types", "zip=number", "--types", "a=b=numbers", "--types", "on=boolean"],
        csv,
        "[2]{id,zip,\"a=b\",on}:\n  \"1\",7,1.9,true\n  \"2\",80331,1.1,false\n",
        "",
    );
    // A rule without a field is for the others.
    encodes(
        &["--types", "zip=auto", "--types", "strings", "--types", "id=exact"],
        "id,zip,n\n1,5,2\n",
        "[1]{id,zip,n}:\n  1,5,\"2\"\n",
        "",
    );
    encodes(&["--no-header", "--types", "c2=string"], "1,2\n", "[1]{c1,c2}:\n  1,\"2\"\n", "");
    encodes(
        &["--types", "b=number"],
        "a,b\n1,NA\n2,-\n3,+4\n",
        "[3]{a,b}:\n  1,null\n  2,null\n  3,4\n",
        "<stdin>: \"-\", \"NA\" are read as null in the column b\n",
    );
}

#[test]
fn cells_of_another_type() {
    toon(&["encode", "--from", "csv", "--types", "price=number"])
        .stdin("id,price\n1,2.50\n2,free\n")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: expected a number, found "free"
 --> <stdin>:3:3
  |
3 | 2,free
  |   ^
  = help: correct the cell, or name its text with --null to read it as null

"#]]);
    toon(&["encode", "--from", "csv", "--types", "price=number", "--csv-delimiter", "semicolon"])
        .stdin("id;price\n1;2,50\n")
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
error: expected a number, found "2,50"
 --> <stdin>:2:3
  |
2 | 1;2,50
  |   ^
  = help: use --decimal comma if that is the decimal point

"#]]);
    toon(&["encode", "--from", "csv", "--types", "on=boolean", "--keep-na"])
        .stdin("id,on\n1,NA\n")
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
error: expected true or false, found "NA"
 --> <stdin>:2:3
  |
2 | 1,NA
  |   ^
  = help: correct the cell, or name its text with --null to read it as null

"#]]);
}

#[test]
fn fields_that_are_not_in_the_header() {
    let folder = folder(&[("log.csv", "ts,level,user.name\n1,info,a\n")]);
    for (args, failure) in [
        (
            ["--fields", "ts,levle"],
            "error: log.csv has no field levle (did you mean level?); its fields are \"ts\", \"level\" and \"user.name\"\n",
        ),
        (
            ["--fields", "user.name"],
            "error: log.csv has no field user.name (did you mean \"user.name\"?); its fields are \"ts\", \"level\" and \"user.name\"\n",
        ),
        (
            ["--types", "Level=string"],
            "error: log.csv has no field Level (did you mean level?); its fields are \"ts\", \"level\" and \"user.name\"\n",
        ),
    ] {
        let args = [&["encode", "log.csv", "-o", "log.toon"], &args[..]].concat();
        toon_in(&folder, &args).assert().code(1).stdout_eq("").stderr_eq(failure);
        assert!(!folder.path().join("log.toon").exists());
    }
    toon_in(&folder, &["log.csv", "--fields", "\"user.name\",ts"])
        .assert()
        .success()
        .stdout_eq("[1]{user.name,ts}:\n  a,1\n")
        .stderr_eq("");
}

/// `-v` says the type of each column, and why it is text.
#[test]
fn decisions() {
    let csv = "\
id,name,zip,version,code,price,mass,on,none,mixed
1,Ann,007,1.9,1e5,\"1,5\",NA,TRUE,,1
2,Bob,80331,1.10,2E10,\"2,5\",3,FALSE,,true
";
    toon(&["encode", "--from", "csv", "-v"]).stdin(csv).assert().success().stderr_eq(str![[r#"
<stdin>: "NA" is read as null in the column mass; use --keep-na to keep such cells as text
<stdin>: id: numbers
<stdin>: name: text, since "Ann" in row 1 is not a number
<stdin>: zip: text, since "007" in row 1 may be a code; use --types "zip"=numbers if they are numbers
<stdin>: version: text, since its zeros may matter, as in the versions 1.9 and 1.10; use --types "version"=numbers if they are numbers
<stdin>: code: text, since it may have codes, such as 12E3; use --types "code"=numbers if they are numbers
<stdin>: price: text, since "1,5" in row 1 has a comma; use --decimal comma if that is the decimal point
<stdin>: mass: numbers, with "NA" as null
<stdin>: on: booleans
<stdin>: none: text, since all cells are empty
<stdin>: mixed: text, since "true" in row 2 is of another type than the cells before

"#]]);
}
