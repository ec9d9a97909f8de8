package main

import (
	"github.com/cloudflare/circl/kem/mlkem/mlkem1024"
	"github.com/cloudflare/circl/kem/mlkem/mlkem512"
	"github.com/cloudflare/circl/kem/mlkem/mlkem768"
	"github.com/cloudflare/circl/sign/mldsa/mldsa44"
	"github.com/cloudflare/circl/sign/mldsa/mldsa65"
	"github.com/cloudflare/circl/sign/mldsa/mldsa87"
)

// allSchemes is what CIRCL has of FIPS 203 and FIPS 204.
func allSchemes() []scheme {
	return []scheme{
		newKem("512", mlkem512.Scheme(), mlkem512.GenerateKeyPair, mlkem512.NewKeyFromSeed),
		newKem("768", mlkem768.Scheme(), mlkem768.GenerateKeyPair, mlkem768.NewKeyFromSeed),
		newKem("1024", mlkem1024.Scheme(), mlkem1024.GenerateKeyPair, mlkem1024.NewKeyFromSeed),
		newDsa("44", mldsa44.Scheme(), mldsa44.GenerateKey, mldsa44.NewKeyFromSeed, mldsa44.SignTo, mldsa44.Verify),
		newDsa("65", mldsa65.Scheme(), mldsa65.GenerateKey, mldsa65.NewKeyFromSeed, mldsa65.SignTo, mldsa65.Verify),
		newDsa("87", mldsa87.Scheme(), mldsa87.GenerateKey, mldsa87.NewKeyFromSeed, mldsa87.SignTo, mldsa87.Verify),
	}
}
