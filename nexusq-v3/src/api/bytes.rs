//! The public byte strings, ciphertext and signature: one macro stamps a type of fixed length.

macro_rules! public_bytes {
    ($(#[$doc:meta])* $name:ident($array:ty), $len:expr, $label:literal, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name(pub(crate) $array);

        impl $name {
            /// The number of bytes.
            pub const LEN: usize = $len;

            /// Copies `bytes`. Only the length is checked here.
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength).
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, crate::Error> {
                Ok($name(*Self::borrow(bytes)?))
            }

            /// The encoded bytes.
            pub fn as_bytes(&self) -> &[u8; Self::LEN] {
                &self.0
            }

            fn borrow(bytes: &[u8]) -> Result<&$array, crate::Error> {
                bytes.try_into().map_err(|_| crate::Error::InvalidLength {
                    what: $what,
                    expected: Self::LEN,
                    actual: bytes.len(),
                })
            }
        }

        impl AsRef<[u8]> for $name {
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl TryFrom<&[u8]> for $name {
            type Error = crate::Error;

            fn try_from(bytes: &[u8]) -> Result<Self, crate::Error> {
                $name::from_bytes(bytes)
            }
        }

        #[cfg(feature = "serde")]
        serialize_public!($name, as_bytes);

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($name), "(", $label, ", "))?;
                for byte in &self.as_bytes()[..8] {
                    write!(f, "{byte:02x}")?;
                }
                f.write_str("..)")
            }
        }
    };
}
