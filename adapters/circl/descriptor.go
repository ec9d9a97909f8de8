package main

import (
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/cloudflare/circl/simd/keccakf1600"
)

// ownVersion is the version of a checkout that stands in for the module; own.sh sets it when it links.
var ownVersion string

const circlModule = "github.com/cloudflare/circl"

// descriptor tells who answers, as the running program finds it.
func descriptor() reply {
	info, _ := debug.ReadBuildInfo()
	settings := buildSettings(info)
	return reply{
		"id":               "circl",
		"name":             "CIRCL",
		"version":          circlVersion(info),
		"language":         "Go, with assembly for amd64 and arm64",
		"back_end":         backEnd(),
		"rng":              "crypto/rand",
		"keygen_self_test": false,
		"build_options":    settings,
		"build": reply{
			"compiler": runtime.Version(),
			"profile":  "",
			"target":   runtime.GOOS + "/" + runtime.GOARCH,
			"flags":    settings,
		},
	}
}

// circlVersion is the version of the module that was linked in, or `unknown`.
func circlVersion(info *debug.BuildInfo) string {
	if info == nil {
		return "unknown"
	}
	for _, module := range info.Deps {
		if module.Path == circlModule {
			if module.Replace != nil && ownVersion != "" {
				return ownVersion
			}
			if module.Replace != nil {
				return "unknown: replaced by " + module.Replace.Path
			}
			return strings.TrimPrefix(module.Version, "v")
		}
	}
	return "unknown"
}

// buildSettings are the options of `go build` that may change the code, as the linker recorded them.
func buildSettings(info *debug.BuildInfo) string {
	if info == nil {
		return ""
	}
	kept := []string{}
	for _, setting := range info.Settings {
		name := setting.Key
		if name == "GOAMD64" || name == "GOARM64" || name == "CGO_ENABLED" ||
			name == "-tags" || name == "-gcflags" || name == "-asmflags" ||
			name == "-ldflags" || name == "-trimpath" || name == "GOEXPERIMENT" {
			kept = append(kept, name+"="+setting.Value)
		}
	}
	return strings.Join(kept, " ")
}

// backEnd asks CIRCL whether its fourfold Keccak is in use. The same test, for AVX2, decides on its
// assembly for polynomials in both schemes. A build with the tag purego has no assembly for
// polynomials whatever the answer; that tag shows in build_options.
func backEnd() string {
	switch {
	case runtime.GOARCH == "amd64" && keccakf1600.IsEnabledX4():
		return "AVX2: assembly for polynomials and fourfold Keccak; single Keccak in portable Go"
	case runtime.GOARCH == "arm64":
		return "portable Go, with NEON assembly for adding and subtracting polynomials"
	default:
		return "portable Go"
	}
}
