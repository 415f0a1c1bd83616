//! Types of other crates as cells.

use super::round_trip;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Table<T: toon::__private::Tabular> {
    #[toon(tabular)]
    rows: Vec<T>,
}

/// The table of a single row, which is read back; and the row as an object.
fn check<T>(row: T, text: &str)
where
    T: toon::__private::Tabular + serde::Serialize + DeserializeOwned + PartialEq + Debug,
{
    let json = serde_json::to_string(&row).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), row, "{json}");
    round_trip(&row);
    assert_eq!(round_trip(&Table { rows: vec![row] }), text);
}

#[cfg(feature = "chrono")]
#[test]
fn chrono() {
    use chrono::{DateTime, FixedOffset, Month, NaiveDate, NaiveDateTime, NaiveTime, Utc, Weekday};

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Row {
        utc: DateTime<Utc>,
        fixed: Option<DateTime<FixedOffset>>,
        date: NaiveDate,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        time: Option<NaiveTime>,
        both: NaiveDateTime,
        weekday: Weekday,
        month: Month,
    }

    let both: NaiveDateTime = "2026-11-27T07:08:09".parse().unwrap();
    let row = Row {
        utc: both.and_utc(),
        fixed: DateTime::parse_from_rfc3339("2026-11-27T07:08:09.5+01:00").ok(),
        date: both.date(),
        time: Some(both.time()),
        both,
        weekday: Weekday::Fri,
        month: Month::November,
    };
    check(
        row,
        "rows[1]{utc,fixed,date,time,both,weekday,month}:\n  \"2026-11-27T07:08:09Z\",\"2026-11-27T07:08:09.500+01:00\",2026-11-27,\"07:08:09\",\"2026-11-27T07:08:09\",Fri,November",
    );
}

#[cfg(feature = "jiff")]
#[test]
fn jiff() {
    use jiff::civil::{Date, DateTime, ISOWeekDate, Time};
    use jiff::{SignedDuration, Span, Timestamp, ZonedDateTime};

    #[derive(Serialize, Deserialize, Debug)]
    #[toon(tabular)]
    struct Row {
        timestamp: Timestamp,
        zoned: ZonedDateTime,
        date: Date,
        time: Time,
        both: DateTime,
        week: ISOWeekDate,
        span: Span,
        duration: Option<SignedDuration>,
    }

    impl PartialEq for Row {
        fn eq(&self, other: &Self) -> bool {
            format!("{self:?}") == format!("{other:?}")
        }
    }

    let both: DateTime = "2026-11-27T07:08:09".parse().unwrap();
    let timestamp: Timestamp = "2026-11-27T07:08:09.5Z".parse().unwrap();
    let row = Row {
        timestamp,
        zoned: timestamp.to_zoned_datetime(jiff::tz::TimeZone::fixed(jiff::tz::offset(1))),
        date: both.date(),
        time: both.time(),
        both,
        week: both.date().iso_week_date(),
        span: Span::new().days(2).hours(3),
        duration: Some(SignedDuration::from_secs(90)),
    };
    check(
        row,
        "rows[1]{timestamp,zoned,date,time,both,week,span,duration}:\n  \"2026-11-27T07:08:09.5Z\",\"2026-11-27T08:08:09.5+01:00[+01:00]\",2026-11-27,\"07:08:09\",\"2026-11-27T07:08:09\",2026-W48-5,P2DT3H,PT1M30S",
    );
}

#[cfg(feature = "time")]
#[test]
fn time() {
    use time::macros::{date, datetime, offset, time};
    use time::{
        Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime, UtcOffset, Weekday,
    };

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Row {
        date: Date,
        time: Time,
        both: PrimitiveDateTime,
        zoned: Option<OffsetDateTime>,
        utc: UtcDateTime,
        offset: UtcOffset,
        duration: Duration,
        weekday: Weekday,
        month: Month,
    }

    let row = Row {
        date: date!(2026 - 11 - 27),
        time: time!(7:08:09),
        both: datetime!(2026-11-27 7:08:09),
        zoned: Some(datetime!(2026-11-27 7:08:09 +1)),
        utc: UtcDateTime::UNIX_EPOCH,
        offset: offset!(+1:30),
        duration: Duration::milliseconds(-1500),
        weekday: Weekday::Friday,
        month: Month::November,
    };
    check(
        row,
        "rows[1]{date,time,both,zoned,utc,offset,duration,weekday,month}:\n  2026-11-27,\"07:08:09.0\",\"2026-11-27 07:08:09.0\",\"2026-11-27 07:08:09.0 +01:00:00\",\"1970-01-01 00:00:00.0\",\"+01:30:00\",\"-1.500000000\",Friday,November",
    );
}

#[cfg(feature = "uuid")]
#[test]
fn uuid() {
    use uuid::fmt::{Braced, Hyphenated, Simple, Urn};
    use uuid::{NonNilUuid, Uuid};

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Row {
        id: Uuid,
        parent: Option<NonNilUuid>,
        hyphenated: Hyphenated,
        simple: Simple,
        urn: Urn,
        braced: Braced,
    }

    let id = Uuid::from_u128(0x1000_0000_0000_4000_8000_0000_0000_0001);
    let row = Row {
        id,
        parent: NonNilUuid::new(id),
        hyphenated: id.hyphenated(),
        simple: id.simple(),
        urn: id.urn(),
        braced: id.braced(),
    };
    check(
        row,
        "rows[1]{id,parent,hyphenated,simple,urn,braced}:\n  10000000-0000-4000-8000-000000000001,10000000-0000-4000-8000-000000000001,10000000-0000-4000-8000-000000000001,\"10000000000040008000000000000001\",\"urn:uuid:10000000-0000-4000-8000-000000000001\",\"{10000000-0000-4000-8000-000000000001}\"",
    );
}

#[cfg(all(feature = "url", feature = "rust_decimal"))]
#[test]
fn url_and_decimal() {
    use rust_decimal::Decimal;
    use url::Url;

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Row<'a> {
        link: Url,
        other: std::borrow::Cow<'a, Url>,
        price: Decimal,
        discount: Option<Decimal>,
    }

    let link: Url = "https://example.com/a?b=c".parse().unwrap();
    let row = Row {
        other: std::borrow::Cow::Owned(link.clone()),
        link,
        price: "79228162514264337593543950.335".parse().unwrap(),
        discount: None,
    };
    check(
        row,
        "rows[1]{link,other,price,discount}:\n  \"https://example.com/a?b=c\",\"https://example.com/a?b=c\",\"79228162514264337593543950.335\",null",
    );
}
