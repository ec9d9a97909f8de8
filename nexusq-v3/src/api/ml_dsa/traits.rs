//! The macro that implements the traits of the crate `signature`, with the empty context.

macro_rules! signature_traits {
    ($label:literal, $sigma:literal) => {
        /// Signs hedged, under the empty context, with the system's random number generator.
        #[cfg(feature = "getrandom")]
        impl signature::Signer<Signature> for SigningKey {
            fn try_sign(&self, message: &[u8]) -> Result<Signature, signature::Error> {
                self.sign(message, b"").map_err(|_| signature::Error::new())
            }
        }

        /// Signs hedged, under the empty context, with the caller's random number generator.
        impl signature::RandomizedSigner<Signature> for SigningKey {
            fn try_sign_with_rng<R: rand_core::TryCryptoRng + ?Sized>(
                &self,
                rng: &mut R,
                message: &[u8],
            ) -> Result<Signature, signature::Error> {
                self.sign_with_rng(message, b"", rng)
                    .map_err(|_| signature::Error::new())
            }
        }

        /// Verifies under the empty context.
        impl signature::Verifier<Signature> for VerifyingKey {
            fn verify(
                &self,
                message: &[u8],
                signature: &Signature,
            ) -> Result<(), signature::Error> {
                VerifyingKey::verify(self, message, b"", signature)
                    .map_err(|_| signature::Error::new())
            }
        }

        impl signature::Keypair for SigningKey {
            type VerifyingKey = VerifyingKey;

            fn verifying_key(&self) -> VerifyingKey {
                SigningKey::verifying_key(self)
            }
        }

        impl From<Signature> for [u8; $sigma] {
            fn from(signature: Signature) -> Self {
                signature.0
            }
        }

        impl signature::SignatureEncoding for Signature {
            type Repr = [u8; $sigma];
        }
    };
}
