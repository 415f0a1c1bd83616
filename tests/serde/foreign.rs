//! Types of the standard library and of `chrono`.

use crate::compare::Compare;
use chrono::{DateTime, FixedOffset, Month, NaiveDate, NaiveDateTime, NaiveTime, Utc, Weekday};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::ffi::{CString, OsString};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZeroI64, NonZeroU8, NonZeroU128, Saturating, Wrapping};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Dates {
    #[serde(with = "chrono::serde::ts_seconds")]
    seconds: DateTime<Utc>,
    #[serde(with = "chrono::serde::ts_milliseconds_option")]
    millis: Option<DateTime<Utc>>,
    day: NaiveDate,
}

pub fn cases(compare: &mut Compare) {
    times(compare);
    dates(compare);
    pointers(compare);
    compare.values("Ipv4Addr", &[Ipv4Addr::LOCALHOST, Ipv4Addr::BROADCAST]);
    compare.values("Ipv6Addr", &[Ipv6Addr::LOCALHOST, Ipv6Addr::UNSPECIFIED]);
    compare.values("IpAddr", &["127.0.0.1", "fe80::1"].map(|text| text.parse::<IpAddr>().unwrap()));
    compare.values("SocketAddr", &["127.0.0.1:80", "[::1]:8080"].map(|text| text.parse::<SocketAddr>().unwrap()));
    compare.values("NonZeroU8", &[NonZeroU8::MIN, NonZeroU8::MAX]);
    compare.values("NonZeroI64", &[NonZeroI64::MIN, NonZeroI64::MAX]);
    compare.values("NonZeroU128", &[NonZeroU128::MIN, NonZeroU128::MAX]);
    compare.values("Range", &[Range { start: 1, end: 2 }, Range { start: -5, end: 0 }]);
    compare.values("Range of chars", &[Range { start: 'a', end: '1' }]);
    compare.values("RangeInclusive", &[RangeInclusive::new(0.5, 1.0)]);
    compare.values("RangeFrom", &[RangeFrom { start: 1 }]);
    compare.values("RangeTo", &[RangeTo { end: 1 }]);
    compare.values("Bound", &[Bound::Unbounded, Bound::Included(1), Bound::Excluded(2)]);
    compare.values("pair of Bounds", &[(Bound::Included(1), Bound::Unbounded), (Bound::Excluded(1), Bound::Included(2))]);
    compare.values("Wrapping", &[Wrapping(1_u8), Wrapping(255)]);
    compare.values("Saturating", &[Saturating(1_u8), Saturating(255)]);
    compare.values("Reverse", &[Reverse("a".to_owned()), Reverse("1".to_owned())]);
    compare.values("PathBuf", &["/tmp/a b", "C:\\x", "-", ""].map(PathBuf::from));
    compare.values("CString", &[CString::new("abc").unwrap(), CString::default()]);
    compare.values("OsString", &[OsString::from("abc"), OsString::from("")]);
    compare.values("Result", &[Ok::<_, u8>(vec![1_u8]), Err(2)]);
}

fn times(compare: &mut Compare) {
    let durations = [Duration::ZERO, Duration::from_nanos(1), Duration::from_millis(1_500), Duration::MAX];
    compare.values("Duration", &durations);
    compare.values("Option of Duration", &[Some(Duration::ZERO), None]);
    let epoch = SystemTime::UNIX_EPOCH;
    compare.values("SystemTime", &[epoch, epoch + Duration::from_nanos(1_234_567_890_123_456_789)]);
}

fn dates(compare: &mut Compare) {
    let utc = ["2026-10-08T12:34:56Z", "1970-01-01T00:00:00.123456789Z", "0001-01-01T00:00:00Z"];
    let utc = utc.map(|text| text.parse::<DateTime<Utc>>().unwrap());
    compare.values("DateTime<Utc>", &utc);
    let offsets = ["2026-10-08T12:34:56+02:00", "2026-10-08T12:34:56.5-08:30"];
    compare.values("DateTime<FixedOffset>", &offsets.map(|text| text.parse::<DateTime<FixedOffset>>().unwrap()));
    let day = NaiveDate::from_ymd_opt(2026, 10, 8).unwrap();
    compare.values("NaiveDate", &[day, NaiveDate::MIN, NaiveDate::MAX]);
    compare.values("NaiveTime", &[NaiveTime::MIN, NaiveTime::from_hms_milli_opt(23, 59, 59, 999).unwrap()]);
    compare.values("NaiveDateTime", &[day.and_time(NaiveTime::MIN), NaiveDateTime::default()]);
    compare.values("Weekday", &[Weekday::Mon, Weekday::Sun]);
    compare.values("Month", &[Month::January, Month::December]);
    compare.values("dates as numbers", &[
        Dates { seconds: utc[0], millis: Some(utc[0]), day },
        Dates { seconds: DateTime::UNIX_EPOCH, millis: None, day: NaiveDate::default() },
    ]);
}

fn pointers(compare: &mut Compare) {
    compare.values("Box", &[Box::new(1_u8), Box::new(2)]);
    compare.values("Rc", &[Rc::new(vec![1_u8]), Rc::new(vec![])]);
    compare.values("Arc", &[Arc::new((1_u8, "x".to_owned())), Arc::new((2, "y".to_owned()))]);
    compare.values("Arc<str>", &[Arc::<str>::from("a,b"), Arc::from("")]);
    compare.values("Arc<[T]>", &[Arc::<[u8]>::from([1, 2]), Arc::from([])]);
    compare.values("Box<str>", &[Box::<str>::from("a"), Box::from("null")]);
    compare.values("Cow<str>", &[Cow::Borrowed("a"), Cow::Owned("b: c".to_owned())]);
    compare.values("Cow<[T]>", &[Cow::<[u8]>::Owned(vec![1, 2]), Cow::Owned(vec![])]);
    compare.values("Cell", &[Cell::new(1_u8), Cell::new(2)]);
    compare.values("RefCell", &[RefCell::new("a".to_owned()), RefCell::new(String::new())]);
    compare.values("Rc of RefCell of Option", &[Rc::new(RefCell::new(Some(1_u8))), Rc::new(RefCell::new(None))]);
}
