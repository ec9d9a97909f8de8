//! ML-DSA of FIPS 204.

/// ML-DSA-65 of FIPS 204.
///
/// ```
/// use nexusq_v1::ml_dsa_65::keygen;
///
/// let (pk, sk) = keygen()?;
/// let signature = sk.sign(b"message", b"")?;
/// assert!(pk.verify(b"message", b"", &signature)?);
/// assert!(!pk.verify(b"another message", b"", &signature)?);
/// # Ok::<(), nexusq_v1::Error>(())
/// ```
pub mod ml_dsa_65 {
    use crate::Error;
    use ::ml_dsa::{EncodedSignature, Keypair, MlDsa65, Signature as Decoded};
    use getrandom::SysRng;

    /// Bytes of an encoded public key (FIPS 204 table 2).
    pub const VERIFYING_KEY_LEN: usize = 1952;
    /// Bytes of an encoded private key (FIPS 204 table 2).
    pub const SIGNING_KEY_LEN: usize = 4032;
    /// Bytes of a signature (FIPS 204 table 2).
    pub const SIGNATURE_LEN: usize = 3309;
    /// Bytes of the seed ξ.
    pub const SEED_LEN: usize = 32;

    /// An encoded signature.
    pub type Signature = [u8; SIGNATURE_LEN];

    /// A public key, decoded, with the matrix Â expanded.
    #[derive(Clone)]
    pub struct VerifyingKey(::ml_dsa::VerifyingKey<MlDsa65>);

    /// A private key, decoded, with the matrix Â expanded. Zeroized on drop.
    pub struct SigningKey(::ml_dsa::SigningKey<MlDsa65>);

    /// Generates a key pair with the system's random number generator: ML-DSA.KeyGen
    /// (FIPS 204 Alg. 1).
    ///
    /// # Errors
    /// [`Error::RandomnessFailed`].
    pub fn keygen() -> Result<(VerifyingKey, SigningKey), Error> {
        let mut seed = [0; SEED_LEN];
        getrandom::fill(&mut seed).map_err(|_| Error::RandomnessFailed)?;
        Ok(keygen_from_seed(&seed))
    }

    /// Generates the key pair of a seed ξ: ML-DSA.KeyGen_internal (FIPS 204 Alg. 6).
    pub fn keygen_from_seed(seed: &[u8; SEED_LEN]) -> (VerifyingKey, SigningKey) {
        let key = ::ml_dsa::SigningKey::from_seed(seed.into());
        (VerifyingKey(key.verifying_key()), SigningKey(key))
    }

    fn check_context(context: &[u8]) -> Result<(), Error> {
        if context.len() > 255 {
            return Err(Error::ContextTooLong {
                actual: context.len(),
            });
        }
        Ok(())
    }

    impl SigningKey {
        /// Signs with the system's random number generator: ML-DSA.Sign, the hedged variant
        /// (FIPS 204 Alg. 2).
        ///
        /// # Errors
        /// [`Error::ContextTooLong`]; [`Error::SigningFailed`], also where the random number
        /// generator gave nothing.
        pub fn sign(&self, message: &[u8], context: &[u8]) -> Result<Signature, Error> {
            check_context(context)?;
            encode(
                self.0
                    .expanded_key()
                    .sign_randomized(message, context, &mut SysRng),
            )
        }

        /// Signs without randomness: ML-DSA.Sign, the deterministic variant (FIPS 204 Alg. 2).
        ///
        /// # Errors
        /// [`Error::ContextTooLong`], [`Error::SigningFailed`].
        pub fn sign_deterministic(
            &self,
            message: &[u8],
            context: &[u8],
        ) -> Result<Signature, Error> {
            check_context(context)?;
            encode(self.0.expanded_key().sign_deterministic(message, context))
        }

        /// The seed ξ.
        pub fn to_seed(&self) -> [u8; SEED_LEN] {
            self.0.to_seed().into()
        }

        /// Encodes sk (FIPS 204 Alg. 24).
        pub fn to_bytes(&self) -> [u8; SIGNING_KEY_LEN] {
            #[allow(deprecated)]
            let encoded = self.0.expanded_key().to_expanded();
            encoded.into()
        }
    }

    fn encode(signature: Result<Decoded<MlDsa65>, ::ml_dsa::Error>) -> Result<Signature, Error> {
        let signature = signature.map_err(|_| Error::SigningFailed)?;
        Ok(signature.encode().into())
    }

    impl VerifyingKey {
        /// Verifies a signature: ML-DSA.Verify (FIPS 204 Alg. 3). `Ok(false)` is a refused
        /// signature, of whatever length.
        ///
        /// # Errors
        /// [`Error::ContextTooLong`].
        pub fn verify(
            &self,
            message: &[u8],
            context: &[u8],
            signature: &[u8],
        ) -> Result<bool, Error> {
            check_context(context)?;
            let Ok(encoded) = <&EncodedSignature<MlDsa65>>::try_from(signature) else {
                return Ok(false);
            };
            Ok(Decoded::decode(encoded)
                .is_some_and(|decoded| self.0.verify_with_context(message, context, &decoded)))
        }

        /// Decodes pk (FIPS 204 Alg. 23). Every string of the right length is a public key.
        ///
        /// # Errors
        /// [`Error::InvalidLength`].
        pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
            let encoded = bytes.try_into().map_err(|_| Error::InvalidLength {
                what: "verifying key",
                expected: VERIFYING_KEY_LEN,
                actual: bytes.len(),
            })?;
            Ok(VerifyingKey(::ml_dsa::VerifyingKey::decode(encoded)))
        }

        /// Encodes pk (FIPS 204 Alg. 22).
        pub fn to_bytes(&self) -> [u8; VERIFYING_KEY_LEN] {
            self.0.encode().into()
        }
    }
}
