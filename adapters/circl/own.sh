#!/bin/sh
# Builds the runner over a checkout of CIRCL, for `arena build circl --from PATH`: own.sh WORK OUTPUT.
# Adapter and checkout are copied to WORK, so that neither is changed and the runner holds no private path.
set -eu

work=$1
output=$2
rm -rf "$work/adapter" "$work/circl"
mkdir -p "$work/adapter"
cp -- *.go go.mod go.sum "$work/adapter/"
rm -f "$work"/adapter/*_test.go
cp -R -- "$NEXUSQ_CIRCL_FROM/" "$work/circl"
# Files of Go's module cache can't be written to.
chmod -R u+w "$work/circl"
cd "$work/adapter"
go mod edit -replace github.com/cloudflare/circl=../circl
# -mod=mod: another version may need other versions of what both use.
go build -mod=mod -trimpath -buildvcs=false -ldflags "-X main.ownVersion=$NEXUSQ_CIRCL_VERSION" -o "$output" .
