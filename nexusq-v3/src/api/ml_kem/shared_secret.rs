//! The macro that stamps `SharedSecret`.

macro_rules! shared_secret {
    ($label:literal) => {
        #[doc = concat!("A shared secret K of ", $label, ", 32 bytes.")]
        ///
        /// It is zeroized on drop, compared in constant time and redacted in `Debug`. Feed
        /// [`as_bytes`](Self::as_bytes) to a key derivation function.
        #[derive(PartialEq, Eq)]
        pub struct SharedSecret(crate::Secret<32>);

        impl SharedSecret {
            /// The number of bytes.
            pub const LEN: usize = 32;

            /// The bytes. What is copied out of here is the caller's to clear.
            pub fn as_bytes(&self) -> &[u8; 32] {
                self.0.as_bytes()
            }

            fn zeroed() -> Self {
                SharedSecret(crate::Secret::zeroed())
            }

            fn as_mut_bytes(&mut self) -> &mut [u8; 32] {
                self.0.as_mut_bytes()
            }
        }

        impl AsRef<[u8]> for SharedSecret {
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl subtle::ConstantTimeEq for SharedSecret {
            fn ct_eq(&self, other: &Self) -> subtle::Choice {
                self.0.ct_eq(&other.0)
            }
        }

        impl core::fmt::Debug for SharedSecret {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("SharedSecret(", $label, ", redacted)"))
            }
        }

        // The field clears itself on drop.
        impl zeroize::ZeroizeOnDrop for SharedSecret {}
    };
}
