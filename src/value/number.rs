//! Numbers with every digit.

use crate::text::{decimal, number};
use crate::{Error, ErrorKind};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;
use serde::de::Unexpected;
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A number of any size and precision.
///
/// Numbers are equal if they have the same value, however they were spelled, and their text is the
/// canonical one of the specification (§2).
///
/// ```
/// use toon::Number;
///
/// let number: Number = "1.10".parse()?;
/// assert_eq!(number.to_string(), "1.1");
/// assert_eq!(number, "11e-1".parse()?);
/// assert_eq!(number.as_f64(), Some(1.1));
///
/// let long: Number = "0.1000000000000000055511151231257827".parse()?;
/// assert_eq!(long.to_string(), "0.1000000000000000055511151231257827");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number(Repr);

#[derive(Clone)]
enum Repr {
    /// Every integer that fits.
    Small(i64),
    /// The canonical text of any other number.
    Text(Box<str>),
}

impl Number {
    /// The number that `token` spells, if it is one by the grammar of JSON.
    pub(crate) fn new(token: &str) -> Option<Self> {
        if let Some((is_negative, magnitude)) = number::plain_integer(token.as_bytes()) {
            if let Some(value) = small(is_negative, magnitude.into()) {
                return Some(value);
            }
        }
        number::scan(token.as_bytes())?;
        let mut text = String::with_capacity(token.len());
        decimal::push_canonical(&mut text, token);
        Some(Self::canonical(&text))
    }

    /// The number with this canonical text.
    fn canonical(text: &str) -> Self {
        let integer = number::exact_integer(text.as_bytes());
        integer
            .and_then(|(is_negative, magnitude)| small(is_negative, magnitude))
            .unwrap_or_else(|| Number(Repr::Text(text.into())))
    }

    /// The number with the value of `float`, or `None` if that is infinite or not a number. Its
    /// text has the fewest digits that read back as the same `f64`.
    ///
    /// ```
    /// use toon::Number;
    ///
    /// assert_eq!(Number::from_f64(0.1), Some("0.1".parse()?));
    /// assert_eq!(Number::from_f64(f64::NAN), None);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn from_f64(float: f64) -> Option<Self> {
        if !float.is_finite() {
            return None;
        }
        let mut text = String::new();
        decimal::push_f64(&mut text, float);
        Some(Self::canonical(&text))
    }

    pub(super) fn from_f32(float: f32) -> Option<Self> {
        if !float.is_finite() {
            return None;
        }
        let mut text = String::new();
        decimal::push_f32(&mut text, float);
        Some(Self::canonical(&text))
    }

    /// The value, if it is an integer within the range of [`i64`].
    pub fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(value) => Some(*value),
            Repr::Text(_) => None,
        }
    }

    /// The value, if it is an integer within the range of [`u64`].
    pub fn as_u64(&self) -> Option<u64> {
        self.as_i128().and_then(|value| value.try_into().ok())
    }

    /// The value, if it is an integer within the range of [`i128`].
    pub fn as_i128(&self) -> Option<i128> {
        match &self.0 {
            Repr::Small(value) => Some((*value).into()),
            Repr::Text(text) => {
                let (is_negative, magnitude) = number::exact_integer(text.as_bytes())?;
                number::signed(is_negative, magnitude)
            }
        }
    }

    /// The value, if it is an integer within the range of [`u128`].
    pub fn as_u128(&self) -> Option<u128> {
        match &self.0 {
            Repr::Small(value) => u128::try_from(*value).ok(),
            Repr::Text(text) => match number::exact_integer(text.as_bytes())? {
                (false, magnitude) => Some(magnitude),
                (true, _) => None,
            },
        }
    }

    /// The nearest [`f64`], or `None` beyond its range. [`from_f64`](Self::from_f64) tells whether
    /// it has the same value.
    ///
    /// ```
    /// use toon::Number;
    ///
    /// let third: Number = "0.33333333333333333333333".parse()?;
    /// assert_eq!(third.as_f64(), Some(1.0 / 3.0));
    /// assert_eq!("1e400".parse::<Number>()?.as_f64(), None);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn as_f64(&self) -> Option<f64> {
        match &self.0 {
            #[allow(clippy::cast_precision_loss, reason = "the nearest is what is asked for")]
            Repr::Small(value) => Some(*value as f64),
            Repr::Text(text) => {
                let float = number::scan(text.as_bytes())?.float(text.as_bytes());
                Some(float).filter(|float| float.is_finite())
            }
        }
    }

    /// Calls `take` with the canonical text.
    pub(crate) fn with_text<R>(&self, take: impl FnOnce(&str) -> R) -> R {
        match &self.0 {
            Repr::Small(value) => take(itoa::Buffer::new().format(*value)),
            Repr::Text(text) => take(text),
        }
    }

    /// The canonical text, unless it is an integer within the range of `i64`.
    pub(super) fn long_text(&self) -> Option<&str> {
        match &self.0 {
            Repr::Small(_) => None,
            Repr::Text(text) => Some(text),
        }
    }

    /// The number as a reader of its text sees it.
    pub(super) fn parsed(&self) -> number::NumberValue {
        match &self.0 {
            Repr::Small(value) => match u64::try_from(*value) {
                Ok(value) => number::NumberValue::Unsigned(value),
                Err(_) => number::NumberValue::Negative(*value),
            },
            Repr::Text(text) => number::parse(text.as_bytes()).unwrap_or(number::NumberValue::Huge),
        }
    }
}

impl PartialEq for Repr {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Repr::Small(value), Repr::Small(other)) => value == other,
            (Repr::Text(text), Repr::Text(other)) => text == other || comparable(text) == comparable(other),
            _ => false,
        }
    }
}

impl Eq for Repr {}

impl Hash for Repr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Repr::Small(value) => value.hash(state),
            Repr::Text(text) => comparable(text).hash(state),
        }
    }
}

/// The canonical text in a form that is the same for equal values: an integer beyond 1e21 keeps the
/// spelling without an exponent, so it may have two.
fn comparable(text: &str) -> Cow<'_, str> {
    let digits = text.trim_start_matches('-');
    if digits.len() > 21 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("{}e+{}", text.trim_end_matches('0'), digits.len() - 1).into();
    }
    if text.contains("e+") { text.replace('.', "").into() } else { text.into() }
}

/// An integer within the range of `i64`.
fn small(is_negative: bool, magnitude: u128) -> Option<Number> {
    number::signed(is_negative, magnitude)?.try_into().ok().map(|value| Number(Repr::Small(value)))
}

impl FromStr for Number {
    type Err = Error;

    /// Reads a number as JSON spells it.
    fn from_str(token: &str) -> Result<Self, Error> {
        Number::new(token).ok_or_else(|| serde::de::Error::invalid_value(Unexpected::Str(token), &"a number"))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_text(|text| f.pad_integral(true, "", text))
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({self})")
    }
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl From<$ty> for Number {
            fn from(value: $ty) -> Self {
                match value.try_into() {
                    Ok(value) => Number(Repr::Small(value)),
                    Err(_) => Number(Repr::Text(itoa::Buffer::new().format(value).into())),
                }
            }
        }
    )*};
}

integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

/// [`to_string`](crate::to_string) writes every digit. Other serializers get an integer, or the
/// `f64` of the same value, and an error if there is neither.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = match &self.0 {
            Repr::Small(value) => return serializer.serialize_i64(*value),
            Repr::Text(text) => text,
        };
        if typeid::of::<S::Error>() == typeid::of::<Error>() {
            let mut digits = serializer.serialize_struct(crate::de::exact::NUMBER, 1)?;
            digits.serialize_field(crate::de::exact::NUMBER, text)?;
            return digits.end();
        }
        if let Some(value) = self.as_u64() {
            return serializer.serialize_u64(value);
        }
        if let Some(value) = self.as_u128() {
            return serializer.serialize_u128(value);
        }
        if let Some(value) = self.as_i128() {
            return serializer.serialize_i128(value);
        }
        match self.as_f64().filter(|float| Number::from_f64(*float).as_ref() == Some(self)) {
            Some(float) => serializer.serialize_f64(float),
            None => Err(serde::ser::Error::custom(inexact(text))),
        }
    }
}

/// The target would lose digits.
#[cold]
pub(crate) fn inexact(number: &str) -> ErrorKind {
    ErrorKind::NumberOutOfRange { number: crate::error::shorten(number) }
}
