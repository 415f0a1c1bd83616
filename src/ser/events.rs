//! Forwards the events of JSON text to the writer.

use super::serializer::Serializer;
use crate::Result;
use crate::event::{Events, ObjectKind};
use crate::text::decimal;

impl Events for Serializer<'_> {
    fn begin_object(&mut self) -> Result<()> {
        Serializer::begin_object(self, ObjectKind::MAP, None)
    }

    #[inline]
    fn key(&mut self, key: &str) -> Result<()> {
        self.certain_key(key)
    }

    fn end_object(&mut self) -> Result<()> {
        Serializer::end_object(self)
    }

    fn begin_array(&mut self) -> Result<()> {
        Serializer::begin_array(self, None)
    }

    fn end_array(&mut self) -> Result<()> {
        Serializer::end_array(self)
    }

    #[inline]
    fn string(&mut self, string: &str) -> Result<()> {
        Serializer::string(self, string)
    }

    #[inline]
    fn number(&mut self, number: &str) -> Result<()> {
        self.scalar(|out| decimal::push_canonical(out, number))
    }

    #[inline]
    fn word(&mut self, word: &'static str) -> Result<()> {
        self.bare(word)
    }
}
