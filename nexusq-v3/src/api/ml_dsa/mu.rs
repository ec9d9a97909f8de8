//! The message representative mu: its hash, and the macro that stamps `Mu`, its builder and the
//! calls that sign and verify it.

use crate::Secret;
use crate::keccak::Sponge;

/// The first byte of M' for the pure variant (FIPS 204 Alg. 2 line 10).
pub(super) const PURE: u8 = 0;
/// The first byte of M' for HashML-DSA (FIPS 204 Alg. 4 line 23).
#[cfg(feature = "hash-ml-dsa")]
pub(super) const HASHED: u8 = 1;

/// H(tr‖M', 64) of FIPS 204 Alg. 7 line 6, fed piece by piece. It clears itself on drop.
pub(super) struct MuHash(Sponge);

impl MuHash {
    /// Absorbs tr = H(pk, 64) and the head of M': the variant, |ctx| and ctx.
    pub(super) fn new(tr: &[u8], variant: u8, context: &[u8]) -> Result<Self, crate::Error> {
        super::checks::context(context)?;
        let mut hash = MuHash(Sponge::shake256());
        hash.update(tr);
        // The check has left at most 255.
        hash.update(&[variant, context.len() as u8]);
        hash.update(context);
        Ok(hash)
    }

    pub(super) fn update(&mut self, bytes: &[u8]) {
        dispatch!(b => self.0.absorb(b, bytes));
    }

    pub(super) fn finish(self) -> Secret<64> {
        let mut mu = Secret::zeroed();
        dispatch!(b => self.0.squeeze(b, mu.as_mut_bytes()));
        mu
    }
}

macro_rules! mu {
    ($module:ident, $label:literal) => {
        #[doc = concat!("A message representative mu of ", $label, ": 64 bytes, H(tr‖M') of")]
        /// FIPS 204 Alg. 7 line 6.
        ///
        /// It stands for one message and context under one key, and can be computed by someone who
        /// does not hold the signing key (FIPS 204 section 6.2). Whoever signs a mu that came from
        /// elsewhere signs unseen. It is zeroized on drop, compared in constant time and redacted
        /// in `Debug`, because the message may be secret.
        #[derive(PartialEq, Eq)]
        pub struct Mu(crate::Secret<64>);

        impl Mu {
            /// The number of bytes.
            pub const LEN: usize = 64;

            /// A mu that was computed elsewhere.
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength).
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, crate::Error> {
                crate::Secret::copy_of("mu", bytes).map(Mu)
            }

            /// The bytes. What is copied out of here is the caller's to clear.
            pub fn as_bytes(&self) -> &[u8; 64] {
                self.0.as_bytes()
            }
        }

        impl AsRef<[u8]> for Mu {
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl subtle::ConstantTimeEq for Mu {
            fn ct_eq(&self, other: &Self) -> subtle::Choice {
                self.0.ct_eq(&other.0)
            }
        }

        impl core::fmt::Debug for Mu {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("Mu(", $label, ", redacted)"))
            }
        }

        // The field clears itself on drop.
        impl zeroize::ZeroizeOnDrop for Mu {}

        /// Computes a [`Mu`] from a message that comes in pieces. It clears itself on drop.
        ///
        /// ```
        #[doc = concat!("let key = nexusq_v3::", stringify!($module), "::SigningKey::from_seed(&[1; 32]).verifying_key();")]
        /// let mut builder = key.mu_builder(b"context")?;
        /// builder.update(b"mes");
        /// builder.update(b"sage");
        /// assert_eq!(builder.finish(), key.mu(b"message", b"context")?);
        /// # Ok::<(), nexusq_v3::Error>(())
        /// ```
        pub struct MuBuilder(super::mu::MuHash);

        impl MuBuilder {
            /// Appends a piece of the message.
            pub fn update(&mut self, piece: &[u8]) {
                self.0.update(piece);
            }

            /// The mu of all pieces.
            pub fn finish(self) -> Mu {
                Mu(self.0.finish())
            }
        }

        impl core::fmt::Debug for MuBuilder {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("MuBuilder(", $label, ", redacted)"))
            }
        }

        // The sponge clears itself on drop.
        impl zeroize::ZeroizeOnDrop for MuBuilder {}

        impl VerifyingKey {
            /// The message representative of `message` under `context`, for
            /// [`SigningKey::sign_mu_with_rng`] and [`verify_mu`](Self::verify_mu).
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong).
            pub fn mu(&self, message: &[u8], context: &[u8]) -> Result<Mu, crate::Error> {
                let mut builder = self.mu_builder(context)?;
                builder.update(message);
                Ok(builder.finish())
            }

            /// Starts the message representative of a message that comes in pieces.
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong).
            pub fn mu_builder(&self, context: &[u8]) -> Result<MuBuilder, crate::Error> {
                super::mu::MuHash::new(&self.tr(), super::mu::PURE, context).map(MuBuilder)
            }

            /// Verifies a signature over a message representative: ML-DSA.Verify_internal
            /// (FIPS 204 Alg. 8) with an external mu.
            ///
            /// # Errors
            /// [`Error::InvalidSignature`](crate::Error::InvalidSignature).
            pub fn verify_mu(&self, mu: &Mu, signature: &Signature) -> Result<(), crate::Error> {
                let valid = dispatch!(b => {
                    let mu = scheme::Message::Mu(mu.as_bytes());
                    scheme::verify_encoded::<_, K, L>(b, &P, &self.0, mu, &signature.0)
                });
                if valid { Ok(()) } else { Err(crate::Error::InvalidSignature) }
            }
        }

        impl SigningKey {
            /// The message representative of `message` under `context`; the same as
            /// [`VerifyingKey::mu`].
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong).
            pub fn mu(&self, message: &[u8], context: &[u8]) -> Result<Mu, crate::Error> {
                let mut builder = self.mu_builder(context)?;
                builder.update(message);
                Ok(builder.finish())
            }

            /// Starts the message representative of a message that comes in pieces.
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong).
            pub fn mu_builder(&self, context: &[u8]) -> Result<MuBuilder, crate::Error> {
                super::mu::MuHash::new(self.tr(), super::mu::PURE, context).map(MuBuilder)
            }

            /// Signs a message representative, hedged with the system's random number generator:
            /// ML-DSA.Sign_internal (FIPS 204 Alg. 7) with an external mu.
            ///
            /// ```
            #[doc = concat!("use nexusq_v3::", stringify!($module), "::{Mu, SigningKey};")]
            ///
            /// let key = SigningKey::from_seed(&[1; 32]);
            /// // Where the message is: mu from the verifying key. Where the key is: the signature.
            /// let sent = *key.verifying_key().mu(b"message", b"context")?.as_bytes();
            /// let signature = key.sign_mu(&Mu::from_bytes(&sent)?)?;
            /// key.verifying_key().verify(b"message", b"context", &signature)?;
            /// # Ok::<(), nexusq_v3::Error>(())
            /// ```
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed),
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            #[cfg(feature = "getrandom")]
            pub fn sign_mu(&self, mu: &Mu) -> Result<Signature, crate::Error> {
                self.sign_mu_with_rnd(mu, crate::api::random::from_system()?.as_bytes())
            }

            /// Signs a message representative, hedged with the caller's random number generator.
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed),
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            pub fn sign_mu_with_rng<R: rand_core::TryCryptoRng + ?Sized>(
                &self,
                mu: &Mu,
                rng: &mut R,
            ) -> Result<Signature, crate::Error> {
                self.sign_mu_with_rnd(mu, crate::api::random::from_rng(rng)?.as_bytes())
            }

            /// Signs a message representative without randomness. See
            /// [`sign_deterministic`](Self::sign_deterministic) for when to do so.
            ///
            /// # Errors
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            pub fn sign_mu_deterministic(&self, mu: &Mu) -> Result<Signature, crate::Error> {
                self.sign_mu_with_rnd(mu, &[0; 32])
            }

            /// **For tests against known values.** Signs a message representative with the given
            /// rnd.
            ///
            /// # Errors
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            pub fn sign_mu_with_rnd(
                &self,
                mu: &Mu,
                rnd: &[u8; 32],
            ) -> Result<Signature, crate::Error> {
                let mut key = scheme::ExpandedPrivateKey::<K, L>::zero();
                let mut signature = Signature([0; Signature::LEN]);
                let done = dispatch_clearing!(SIGN_DEPTH, b => {
                    key.decode(b, &P, self.sk.as_bytes());
                    scheme::sign(b, &P, &key, mu.as_bytes(), rnd, &mut signature.0, |_| ())
                });
                if done { Ok(signature) } else { Err(crate::Error::SigningFailed) }
            }
        }
    };
}
