//! The least that writes and reads TOON through serde: indented lines and lists, and nothing that the format is for.

mod read;
mod write;

pub(crate) use read::from_str;
use std::fmt;
pub(crate) use write::to_string;

/// Something that no case has.
#[derive(Debug)]
pub(crate) struct Unsupported;

impl fmt::Display for Unsupported {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("not supported")
    }
}

impl std::error::Error for Unsupported {}

impl serde::ser::Error for Unsupported {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Unsupported
    }
}

impl serde::de::Error for Unsupported {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Unsupported
    }
}

type Result<T, E = Unsupported> = std::result::Result<T, E>;

#[cfg(test)]
mod tests {
    use crate::data::{config::config, enums::events, ragged::tasks};
    use serde::{Serialize, de::DeserializeOwned};
    use std::fmt::Debug;

    /// Both here and in `toon`, so that it is TOON.
    fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
        let text = super::to_string(value).unwrap();
        assert_eq!(super::from_str::<T>(&text).unwrap(), *value);
        assert_eq!(toon::from_str::<T>(&text).unwrap(), *value);
    }

    #[test]
    fn what_is_written_is_read() {
        reads_back(&config());
        reads_back(&tasks(100));
        reads_back(&events(100));
    }
}
