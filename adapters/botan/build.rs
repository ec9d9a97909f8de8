//! Builds Botan from its release tarball and links it.
//!
//! Botan is built with its defaults, less the modules that nothing here uses. `botan-src` passes
//! on a few options of Botan's configure script from the environment; its minimised build is not
//! among them, so the modules to leave out are listed. What Botan finds on its own stays: the
//! SIMD and BMI2 code of Keccak and SHA-2, and the allocator for secrets.
//!
//! `arena build botan --from PREFIX` links an installed Botan instead.

#[path = "../own.rs"]
mod own;

/// Modules of Botan 3.13 that are left out, one line or two for a folder of its `src/lib`. A
/// module that needs one of them goes with it. `*` is Botan's wildcard: one character or more, in
/// the names of modules that aren't internal.
const UNUSED_MODULES: &[&str] = &[
    "aes,aria,blowfish,camellia,cascade,cast128,des,gost_28147,idea,kuznyechik,lion,noekeon",
    "seed,serpent,shacal2,sm4,threefish_512,twofish",
    "ascon_*,ascon_perm,ccm,cfb,chacha20poly1305,gcm,mode_pad",
    "chacha,ctr,ofb,rc4,salsa20,shake_cipher,cshake_xof",
    "blake2mac,gmac,kmac,poly1305,siphash",
    "blake2,blake2s,checksum,comb4p,gost_3411,keccak,md4,md5,par_hash,rmd160,sha1,sm3",
    "streebog,tree_hash,whirlpool",
    "hkdf,kdf1,kdf1_iso18033,kdf2,prf_*,sp800_*,xmd",
    "argon2,argon2fmt,bcrypt,passhash9,pbkdf2,pgp_s2k,pkcs12*",
    "blinding,curve448,dilithium,dilithium_round3,dl_algo,dl_group,dlies,ecc_key,ed25519,ed448",
    "frodokem,frodokem_common,gost_3410,hss_lms,hybrid_kem,kex_to_kem_adapter,kyber,kyber_round3",
    "legacy_ec_point,mce,rfc6979,sm2,sphincsplus_sha2,sphincsplus_shake,stateful_key_index",
    "x25519,x448,xmss",
    "eme_*,emsa_*,hash_id,iso9796,raw_hash,sig_padding",
    "pcurves_*,pcurves_impl",
    "chacha_rng,entropy,getentropy,processor_rng",
    "base32,base58,filters",
    "fpe_fe1,hotp,nist_keywrap,pkcs11,rfc3394,sessions_sql,zfec",
    "bitvector,dns_name,email,ghash,ip_address,poly_dbl,polyval,simd_avx512,simd_hwaes",
    "thread_utils,uuid",
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../own.rs");
    if own::linked("BOTAN") {
        println!("cargo:rustc-link-lib=dylib=stdc++");
        return;
    }
    // SAFETY: a build script that has started no thread: nobody reads the environment meanwhile.
    unsafe { std::env::set_var("BOTAN_CONFIGURE_DISABLE_MODULES", UNUSED_MODULES.join(",")) };
    let (folder, _headers) = botan_src::build();
    println!("cargo:rustc-link-search=native={folder}");
    println!("cargo:rustc-link-lib=static=botan-3");
    println!("cargo:rustc-link-lib=dylib=stdc++");
}
