//! Messages: values that consist of fields. Each is declared once, for both directions.

use super::super::error::{DecodeError, EncodeError};
use super::super::field::{Reader, WireType, Writer};
use crate::block::{Entry, Hunk};
use crate::words::{AnnotationKind, DataFormat, DocumentFormat, Lang, MediaType, Role, Status};

/// A value that consists of fields.
pub(super) trait Message: Sized {
    fn write(&self, writer: &mut Writer) -> Result<(), EncodeError>;

    fn read(reader: &mut Reader<'_, '_>) -> Result<Self, DecodeError>;
}

/// The value of a field.
pub(super) trait MessageField: Sized {
    const WIRE: WireType;

    /// What is written. It can be borrowed.
    type Source: ?Sized;

    fn write(source: &Self::Source, id: u64, writer: &mut Writer) -> Result<(), EncodeError>;

    fn read(reader: &mut Reader<'_, '_>, name: &'static str) -> Result<Self, DecodeError>;
}

/// Declares a message: a name for its value, and one for the index of its block where that is needed; for
/// each field whether it is `required`, `optional` or `repeated`, its number, name and type, and how it is
/// taken from the value; and how the value is made of the fields. Fields that are not declared are skipped.
/// If a field that is not repeated occurs several times, the last one counts.
macro_rules! message {
    ($value:ident $(, $block:ident)?: $type:ty {
        $($rule:ident $id:literal $name:ident: $field:ty = $source:expr;)*
    } => $make:expr) => {
        impl $crate::container::body::message::Message for $type {
            fn write(
                &self,
                writer: &mut $crate::container::field::Writer,
            ) -> Result<(), $crate::container::error::EncodeError> {
                use $crate::container::body::message::MessageField;
                use $crate::container::body::rule::*;

                let $value = self;
                $(let $block = writer.block;)?
                $($rule::each($source, |source| <$field as MessageField>::write(source, $id, writer))?;)*
                Ok(())
            }

            fn read(
                reader: &mut $crate::container::field::Reader<'_, '_>,
            ) -> Result<Self, $crate::container::error::DecodeError> {
                use $crate::container::body::message::MessageField;
                use $crate::container::body::rule::*;

                $(let mut $name = $rule::none();)*
                while let Some(head) = reader.next()? {
                    match head.id {
                        $($id => {
                            reader.expect(&head, <$field as MessageField>::WIRE, stringify!($name))?;
                            $rule::put(&mut $name, <$field as MessageField>::read(reader, stringify!($name))?);
                        })*
                        _ => reader.skip(&head)?,
                    }
                }
                $(let $name = $rule::take($name, stringify!($name), reader)?;)*
                Ok($make)
            }
        }
    };
}

pub(super) use message;

impl MessageField for Vec<u8> {
    const WIRE: WireType = WireType::Bytes;
    type Source = [u8];

    fn write(source: &[u8], id: u64, writer: &mut Writer) -> Result<(), EncodeError> {
        writer.bytes(id, source);
        Ok(())
    }

    fn read(reader: &mut Reader<'_, '_>, _name: &'static str) -> Result<Self, DecodeError> {
        reader.bytes().map(<[u8]>::to_vec)
    }
}

impl MessageField for String {
    const WIRE: WireType = WireType::Bytes;
    type Source = str;

    fn write(source: &str, id: u64, writer: &mut Writer) -> Result<(), EncodeError> {
        writer.bytes(id, source.as_bytes());
        Ok(())
    }

    fn read(reader: &mut Reader<'_, '_>, name: &'static str) -> Result<Self, DecodeError> {
        reader.text(name)
    }
}

impl MessageField for u64 {
    const WIRE: WireType = WireType::Varint;
    type Source = u64;

    fn write(source: &u64, id: u64, writer: &mut Writer) -> Result<(), EncodeError> {
        writer.varint(id, *source);
        Ok(())
    }

    fn read(reader: &mut Reader<'_, '_>, _name: &'static str) -> Result<Self, DecodeError> {
        reader.varint()
    }
}

impl MessageField for u32 {
    const WIRE: WireType = WireType::Varint;
    type Source = u32;

    fn write(source: &u32, id: u64, writer: &mut Writer) -> Result<(), EncodeError> {
        writer.varint(id, (*source).into());
        Ok(())
    }

    fn read(reader: &mut Reader<'_, '_>, name: &'static str) -> Result<Self, DecodeError> {
        // The value has no more bits.
        reader.uint(name, u32::BITS).map(|value| u32::try_from(value).unwrap_or_default())
    }
}

impl MessageField for bool {
    const WIRE: WireType = WireType::Varint;
    type Source = bool;

    fn write(source: &bool, id: u64, writer: &mut Writer) -> Result<(), EncodeError> {
        writer.varint(id, (*source).into());
        Ok(())
    }

    fn read(reader: &mut Reader<'_, '_>, name: &'static str) -> Result<Self, DecodeError> {
        reader.bool(name)
    }
}

/// Makes words fields, given how a byte becomes one.
macro_rules! words {
    ($($word:ident: $from_byte:expr;)*) => { $(
        impl MessageField for $word {
            const WIRE: WireType = WireType::Varint;
            type Source = $word;

            fn write(source: &$word, id: u64, writer: &mut Writer) -> Result<(), EncodeError> {
                writer.varint(id, source.to_byte().into());
                Ok(())
            }

            fn read(reader: &mut Reader<'_, '_>, name: &'static str) -> Result<Self, DecodeError> {
                reader.word(name, $from_byte)
            }
        }
    )* };
}

words! {
    Lang: |byte| Some(Lang::from_byte(byte));
    Role: Role::from_byte;
    Status: Status::from_byte;
    DocumentFormat: DocumentFormat::from_byte;
    DataFormat: DataFormat::from_byte;
    AnnotationKind: AnnotationKind::from_byte;
    MediaType: MediaType::from_byte;
}

/// Makes a message a field of other ones.
macro_rules! nested {
    ($($message:ty),*) => { $(
        impl MessageField for $message {
            const WIRE: WireType = WireType::Nested;
            type Source = $message;

            fn write(source: &$message, id: u64, writer: &mut Writer) -> Result<(), EncodeError> {
                writer.nested(id, |writer| Message::write(source, writer))
            }

            fn read(reader: &mut Reader<'_, '_>, _name: &'static str) -> Result<Self, DecodeError> {
                reader.nested(|reader| Message::read(reader))
            }
        }
    )* };
}

nested!(Entry, Hunk);
