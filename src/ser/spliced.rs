//! How a value learns whether it is [spliced](super::serializer) into the object around it.

/// Whether a serializer with this `Ok` type splices a map.
#[cfg(feature = "derive")]
pub(crate) fn splices<Ok>() -> bool {
    typeid::of::<Ok>() == typeid::of::<Spliced>()
}

/// The `Ok` type of the serializer that splices, by which it is recognized.
pub(super) struct Spliced;
