package main

import "testing"

// The digests below are SHA-256 of what two other implementations return for the same inputs: the
// Rust packages ml-kem 0.3.4 and ml-dsa 0.1.2, called by a small program of their own.
//
// ML-KEM: d‖z = 00..3f, m = 20..3f, and the ciphertext with bit 0 of byte 0 changed.
// ML-DSA: ξ = 00..1f, message 00..2f, rnd = 0, with the context `context` and with none.

type knownKem struct{ ek, dk, ciphertext, secret, rejection string }

var knownKems = map[string]knownKem{
	"512": {
		"3ae268dccc5456ac0d0f9b39257dc48fe081383b97c400512d712b739762daee",
		"17fb29b8c4baf74fb81eea15ffd583b3e37f5a5b8dcf6db96c72c3b3751d6f17",
		"ed5755c78ed45a26452c43fa1d7ed31f049c4ec1d3b73f40b1d89f8c596cd025",
		"ffcb251722c4b839905b82fb4d3487df86cd2a72f5ce554b6ada1fc34aa2063c",
		"b406b582d45b86a7a38e8c329dd1fe728be9e7711171ec8b99ef4d00ee5541ec",
	},
	"768": {
		"0b7934c83125c788995e2ba6bd761e33046b3e40571be53e023309a29f398cc9",
		"dac268bde6a8dd238e9887117d6b664e7a7a9350ad6b7c08a948e504809572a5",
		"1d3fc60ee5c1d56e6d65a6e453e4d17072d97b3f4c88c4939fe44573e29b1c98",
		"2bb17170d6202baa9b9fb09a6de305805c8823cc54662f182d813c78fe500d1d",
		"5f5baf1f1aea35790004fb43d29490e5e353e67a8964c6afe16dc3e0a7fb2324",
	},
	"1024": {
		"c7b8fa0aa471d5ae18922d6ccad5b31e1d84f92ae723abfd13747018740a8530",
		"3a2a676c5a242ee683cb6097c8f3e64fbef4d90267f9250ec2beab8f99621fad",
		"e0fe818d1268309c4c3f16171585fed149e0177921e74f4c962b1c71d0d1e19f",
		"003fc1e677f30b49b5703dc48f6d7fb9de0c038d7a3082ac9a68c03f8bd156a3",
		"ac588f490868dfb0c93d2fc48fd01245a24e55681fb8c674212a51bbd366e397",
	},
}

type knownDsa struct{ pk, sk, withContext, withoutContext string }

var knownDsas = map[string]knownDsa{
	"44": {
		"9f107644c1084526af3bc8098680b05499a2325a644e388fb4f970e058d19d46",
		"04bf6b9f579166a627961dfc5c3bf9717df868db88863856356c4668c8b56b0b",
		"b96bbc427b3a97bb4123fe53076afc2e413ee617389cc071738768678dac21ba",
		"9e081a3629cc5bfd3e73f19fee57499632b4861c547adc72c215f1e611b3e1cf",
	},
	"65": {
		"d666806e11cee19a7c989f7445f90dd419cf4d2d51db8c0fdb4c0f0a542238c9",
		"9f1e24f47795fe50040384e3d6183988047170fa2d866406b70fe0a3f8216063",
		"8abe3ae98a237f1e295a30bf3347cdf26a34a9ebb044aa61d192d24c9acd6063",
		"c9293fcbf195813a86301165e8f7b0513fee09ad36b004a5ed47a2d357451241",
	},
	"87": {
		"91dc389cfaa01470b7f66eee45a4ae9026d154817c754dfe22298b3fa241ffcd",
		"764d3e223ed90c07bc91a0ab6ecd170e5c66ffe39f7039298596039a36005435",
		"e7e1b33f69b94481bd6fa9be614c819384a8d81b825864a80bfcef84602b850e",
		"c207dd397545aa80f35dbcaafc7c589507b5a1def11f21ab7b2a80fbefaa1abf",
	},
}

func TestKnownKems(t *testing.T) {
	for set, known := range knownKems {
		keys := perform(t, "ml-kem", set, "keygen", "given", map[string]string{"seed": span(0, 64)})
		ek, dk := out(t, keys, "encapsulation_key"), out(t, keys, "decapsulation_key")
		sent := perform(t, "ml-kem", set, "encaps", "given",
			map[string]string{"encapsulation_key": ek, "m": span(32, 64)})
		ciphertext := out(t, sent, "ciphertext")
		opened := perform(t, "ml-kem", set, "decaps", "none",
			map[string]string{"decapsulation_key": dk, "ciphertext": ciphertext})
		refused := perform(t, "ml-kem", set, "decaps", "none",
			map[string]string{"seed": span(0, 64), "ciphertext": flipped(t, ciphertext)})
		got := knownKem{digest(t, ek), digest(t, dk), digest(t, ciphertext),
			digest(t, out(t, sent, "shared_secret")), digest(t, out(t, refused, "shared_secret"))}
		if got != known {
			t.Errorf("ML-KEM-%s: got %v, want %v", set, got, known)
		}
		if out(t, opened, "shared_secret") != out(t, sent, "shared_secret") {
			t.Errorf("ML-KEM-%s: the two sides have different secrets", set)
		}
	}
}

func TestKnownDsas(t *testing.T) {
	context := "636f6e74657874"
	for set, known := range knownDsas {
		keys := perform(t, "ml-dsa", set, "keygen", "given", map[string]string{"seed": span(0, 32)})
		pk, sk := out(t, keys, "public_key"), out(t, keys, "private_key")
		if seed := out(t, keys, "seed"); seed != span(0, 32) {
			t.Errorf("ML-DSA-%s: exported the seed %s", set, seed)
		}
		with := perform(t, "ml-dsa", set, "sign", "deterministic",
			map[string]string{"private_key": sk, "message": span(0, 48), "context": context})
		without := perform(t, "ml-dsa", set, "sign", "deterministic",
			map[string]string{"seed": span(0, 32), "message": span(0, 48)})
		got := knownDsa{digest(t, pk), digest(t, sk), digest(t, out(t, with, "signature")),
			digest(t, out(t, without, "signature"))}
		if got != known {
			t.Errorf("ML-DSA-%s: got %v, want %v", set, got, known)
		}
		signature := out(t, with, "signature")
		for _, check := range []struct {
			signature, context string
			valid              bool
		}{
			{signature, context, true}, {signature, "", false}, {flipped(t, signature), context, false},
			{signature + "00", context, false}, {signature[2:], context, false}, {"", context, false},
		} {
			reply := perform(t, "ml-dsa", set, "verify", "none", map[string]string{"public_key": pk,
				"message": span(0, 48), "context": check.context, "signature": check.signature})
			if reply["valid"] != check.valid {
				t.Errorf("ML-DSA-%s: got %v, want valid to be %v", set, reply, check.valid)
			}
		}
	}
}
