// Command runner-circl answers for CIRCL, Cloudflare's library in Go, on standard input and output.
// It speaks the runner protocol of docs/runner-protocol.md.
package main

import (
	"fmt"
	"os"
	"runtime/debug"
)

// heapLimit is where the garbage collector takes part again in a block in which it is switched off.
const heapLimit = 1 << 30

func main() {
	debug.SetMemoryLimit(heapLimit)
	if err := serve(os.Stdin, os.Stdout, newRunner(allSchemes())); err != nil {
		fmt.Fprintln(os.Stderr, "runner-circl:", err)
		os.Exit(1)
	}
}
