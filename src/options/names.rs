//! The names of the values of option enums, for command lines and configuration files.

use super::{Delimiter, KeyFolding, SpecVersion};

/// Implements `Display` and `FromStr` for options, also in other packages of the same version. A value is
/// displayed as its first name, and parsed from any of its names.
#[doc(hidden)]
#[macro_export]
macro_rules! __option_names {
    ($choice:ident, $option:literal, $($value:ident = $name:literal $(| $other:literal)*),+ $(,)?) => {
        impl core::fmt::Display for $choice {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(match self { $($choice::$value => $name),+ })
            }
        }

        impl core::str::FromStr for $choice {
            type Err = $crate::Error;

            fn from_str(name: &str) -> $crate::Result<Self> {
                match name {
                    $($name $(| $other)* => Ok($choice::$value),)+
                    _ => Err($crate::Error::unknown_choice($option, name, &[$($name),+])),
                }
            }
        }
    };
}
use __option_names as named;

named!(Delimiter, "delimiter", Comma = "comma" | ",", Tab = "tab" | "\t" | "\\t", Pipe = "pipe" | "|");
named!(KeyFolding, "key folding", Off = "off", Safe = "safe");
named!(SpecVersion, "specification version", V3 = "3", V4 = "4");
