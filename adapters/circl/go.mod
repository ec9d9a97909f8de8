module nexusq/adapters/circl

go 1.24.0

require github.com/cloudflare/circl v1.6.4

require golang.org/x/sys v0.38.0 // indirect
