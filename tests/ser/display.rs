//! [`toon::display`].

use serde::{Serialize, Serializer, ser};
use serde_json::{Value, json};
use std::fmt::{self, Write};
use toon::{Delimiter, EncodeOptions};

#[test]
fn it_is_what_to_string_returns() {
    for value in
        [json!({"a": [{"b": 1}, {"b": 2}], "c": {}}), json!([1, [2]]), json!("x"), json!({}), Value::Null]
    {
        assert_eq!(toon::display(&value).to_string(), toon::to_string(&value).unwrap());
        let tabs = EncodeOptions::new().delimiter(Delimiter::Tab).indent(1);
        assert_eq!(toon::display(&value).options(tabs.clone()).to_string(), tabs.to_string(&value).unwrap());
    }
    let slice: &[u8] = &[1, 2];
    assert_eq!(format!("<{}>", toon::display(slice)), "<[2]: 1,2>");
    assert_eq!(format!("{0:>20} {0:#}", toon::display("a")), "a a");
}

struct Failing;

impl Serialize for Failing {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(ser::Error::custom("out of paper"))
    }
}

/// `format!` would panic if it failed, and half a document could be taken for a whole one.
#[test]
fn a_value_that_cannot_be_written() {
    let shown = format!("{}", toon::display(&("a", Failing)));
    assert_eq!(shown, "<not TOON: out of paper>");
    let shown = toon::display(&1).options(EncodeOptions::new().indent(0)).to_string();
    assert_eq!(shown, "<not TOON: indent must be 1 to 16 spaces, not 0>");
}

/// Takes a few bytes.
struct Narrow(usize);

impl Write for Narrow {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
        Ok(())
    }
}

#[test]
fn a_failing_writer() {
    let list = ["a", "b"];
    assert!(write!(Narrow(8), "{}", toon::display(&list)).is_ok());
    assert!(write!(Narrow(7), "{}", toon::display(&list)).is_err());
}
