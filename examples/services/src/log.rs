//! Logs values, each on one line.

use serde::Serialize;
use std::fmt;
use std::io::{BufRead, Seek, Write};

/// Shows a value as compact JSON, which is always one line.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a, T>(pub &'a T);

impl<T: Serialize> fmt::Display for Line<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match serde_json::to_string(self.0) {
            Ok(json) => f.write_str(&json),
            // `format!` panics if there is an error.
            Err(error) => serde_json::json!({"error": error.to_string()}).fmt(f),
        }
    }
}

/// Writes a log with a line of JSON for each record as one TOON table, to show it to a model.
///
/// # Errors
/// Fails if a line is not JSON, and if reading or writing fails.
pub fn write_table(log: impl BufRead + Seek, writer: impl Write) -> toon::Result<()> {
    toon::json::lines_to_toon_writer(log, writer, &toon::EncodeOptions::new())
}

/// Writes a value as TOON, and that text as a TOON string, in which line breaks are escaped.
///
/// # Errors
/// Fails if the value cannot be serialized.
pub fn to_escaped<T: Serialize>(value: &T) -> toon::Result<String> {
    toon::to_string(&toon::to_string(value)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;
    use std::io::Cursor;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Request {
        path: String,
        status: u16,
        millis: f64,
    }

    fn requests() -> [Request; 2] {
        [
            Request { path: "/orders?after=7\n".into(), status: 200, millis: 1.5 },
            Request { path: "/users".into(), status: 404, millis: 0.25 },
        ]
    }

    #[test]
    fn lines_become_a_table() -> toon::Result<()> {
        let [first, second] = &requests();
        let log = format!("{}\n{}\n", Line(first), Line(second));
        assert_eq!(
            log,
            r#"{"path":"/orders?after=7\n","status":200,"millis":1.5}
{"path":"/users","status":404,"millis":0.25}
"#
        );
        let mut table = Vec::new();
        write_table(Cursor::new(log), &mut table)?;
        let text = "[2]{path,status,millis}:\n  \"/orders?after=7\\n\",200,1.5\n  /users,404,0.25";
        assert_eq!(String::from_utf8_lossy(&table), text);
        Ok(())
    }

    #[test]
    fn values_that_are_not_json() {
        let pairs = BTreeMap::from([((1, 2), 3)]);
        assert_eq!(Line(&pairs).to_string(), r#"{"error":"key must be a string"}"#);
    }

    #[test]
    fn escaped() -> toon::Result<()> {
        let [_, request] = requests();
        let line = to_escaped(&request)?;
        assert_eq!(line, r#""path: /users\nstatus: 404\nmillis: 0.25""#);
        assert_eq!(toon::from_str::<Request>(&toon::from_str::<String>(&line)?)?, request);
        assert_eq!(to_escaped(&requests())?.lines().count(), 1);
        Ok(())
    }
}
