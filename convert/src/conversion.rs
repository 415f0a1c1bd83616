//! What was done to a result.

use crate::host::Host;
use crate::size::{Size, difference, saved_percent};
use std::borrow::Cow;
use std::time::Duration;
use toon_normal::Level;

/// What was done to a result, and how much of it the host shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Conversion {
    /// Whether anything has changed.
    pub is_converted: bool,
    /// Whether the rules leave the result alone as a whole, or it may be the contents of a file.
    pub is_left_alone: bool,
    /// The number of content blocks that were changed or added.
    pub blocks: usize,
    /// The kind of host that `before` and `after` apply to.
    pub host: Host,
    /// Whether the kind of the host is known, rather than assumed.
    pub is_host_known: bool,
    /// The size that the host would have shown without the conversion.
    pub before: Size,
    /// The size that the host shows now, without the explanation.
    pub after: Size,
    /// The size of the explanation that the result begins with, if any: see
    /// [`Session`](crate::Session).
    pub explanation: Size,
    /// A level of the normal form that was not considered, and what it would have saved in addition.
    /// It is only determined for results of up to 32 KiB, and if tokens are counted.
    pub higher: Option<(Level, Size)>,
    /// A short reason, for the operator.
    pub reason: Cow<'static, str>,
    /// The time taken, including all alternatives that were tried.
    pub time: Duration,
    pub(crate) counted: Counted,
}

/// How a result counts in the statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    /// Not at all, since it has no content.
    No,
    Result,
    /// As an error.
    Error,
    /// As a resource or prompt, which all hosts show in the same way.
    Text,
}

impl Default for Conversion {
    fn default() -> Self {
        Conversion {
            is_converted: false,
            is_left_alone: false,
            blocks: 0,
            host: Host::Structured,
            is_host_known: false,
            before: Size::default(),
            after: Size::default(),
            explanation: Size::default(),
            higher: None,
            reason: Cow::Borrowed(""),
            time: Duration::ZERO,
            counted: Counted::No,
        }
    }
}

impl Conversion {
    /// The number of bytes saved in what the host shows. Negative if it shows more.
    ///
    /// ```
    /// use toon_convert::{Conversion, Size};
    ///
    /// let mut conversion = Conversion::default();
    /// (conversion.before, conversion.after) = (Size { bytes: 200, tokens: 60 }, Size { bytes: 150, tokens: 30 });
    /// assert_eq!((conversion.bytes_saved(), conversion.tokens_saved()), (50, 30));
    /// ```
    pub fn bytes_saved(&self) -> i64 {
        difference(self.before.bytes, self.after.bytes)
    }

    /// The number of tokens saved in what the host shows. Negative if it shows more, and 0 if
    /// tokens are not counted.
    ///
    /// ```
    /// assert_eq!(toon_convert::Conversion::default().tokens_saved(), 0);
    /// ```
    pub fn tokens_saved(&self) -> i64 {
        difference(self.before.tokens, self.after.tokens)
    }

    /// The bytes saved, in percent, rounded to two decimals.
    ///
    /// ```
    /// use toon_convert::{Conversion, Size};
    ///
    /// let mut conversion = Conversion::default();
    /// (conversion.before.bytes, conversion.after.bytes) = (300, 200);
    /// assert_eq!(conversion.savings_percent(), 33.33);
    /// ```
    pub fn savings_percent(&self) -> f64 {
        saved_percent(self.before.bytes, self.after.bytes)
    }
}
