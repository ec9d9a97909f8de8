// Command runner-@NAME@ answers for @NAME@ on standard input and output, in the runner protocol of the arena.
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
	if err := Serve(os.Stdin, os.Stdout, descriptor, schemes); err != nil {
		fmt.Fprintln(os.Stderr, "runner-@NAME@:", err)
		os.Exit(1)
	}
}
