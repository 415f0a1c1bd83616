//! The types of other crates that are cells, each behind the feature of its crate's name.
//!
//! Only types that serde writes as one string or number. Those of `time` are, except for `Weekday`
//! and `Month`, arrays without that crate's feature `serde-human-readable`; they are then an error
//! in a declared table, like any cell that turns out to be an array.

#[allow(unused_imports, reason = "used by optional features")]
use super::columns::leaves;

#[cfg(feature = "chrono")]
const _: () = {
    use chrono::{DateTime, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Weekday};

    leaves! { NaiveDate, NaiveTime, NaiveDateTime, Weekday, Month }

    #[diagnostic::do_not_recommend]
    impl<Tz: TimeZone> super::Column for DateTime<Tz> {}
    #[diagnostic::do_not_recommend]
    impl<Tz: TimeZone> super::Leaf for DateTime<Tz> {}
};

#[cfg(feature = "jiff")]
const _: () = {
    use jiff::civil::{Date, DateTime, ISOWeekDate, Time};
    use jiff::{SignedDuration, Span, Timestamp, ZonedDateTime};

    leaves! { Timestamp, ZonedDateTime, Date, Time, DateTime, ISOWeekDate, Span, SignedDuration }
};

#[cfg(feature = "rust_decimal")]
leaves! { rust_decimal::Decimal }

#[cfg(feature = "time")]
const _: () = {
    use time::{Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time};
    use time::{UtcDateTime, UtcOffset, Weekday};

    leaves! { Date, Time, PrimitiveDateTime, OffsetDateTime, UtcDateTime, UtcOffset, Duration, Weekday, Month }
};

#[cfg(feature = "url")]
leaves! { url::Url }

#[cfg(feature = "uuid")]
const _: () = {
    use uuid::fmt::{Braced, Hyphenated, Simple, Urn};
    use uuid::{NonNilUuid, Uuid};

    leaves! { Uuid, NonNilUuid, Hyphenated, Simple, Urn, Braced }
};
