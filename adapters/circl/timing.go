package main

import (
	"encoding/hex"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"
)

// timings is what a block leaves.
type timings struct {
	samples []int64
	results []*result
}

// result is what one or more samples returned.
type result struct {
	Item    int               `json:"item"`
	Count   int               `json:"count"`
	Outputs map[string]string `json:"outputs"`
	Valid   *bool             `json:"valid,omitempty"`
}

// started is the origin of the clock. time.Since of it reads the monotonic clock alone.
var started = time.Now()

// timeBlock runs the warm-ups and then the samples. call is timed; each call has a slot of its own
// to leave its result in, so that nothing is examined or freed within the block. Warm-ups use the
// slots that the samples use after them.
//
// The garbage collector runs before the block and is off within it, up to the heap limit. The heap
// that it leaves has room for the objects of the block.
func timeBlock[I, O any](request timeRequest, items []I, slots []O, call func(*I, *O) error) ([]int64, error) {
	samples := make([]int64, request.iterations)
	first := int(request.firstItem % uint64(len(items)))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	growHeap(request.warmups + request.iterations)
	runtime.GC()
	percent := debug.SetGCPercent(-1)
	defer debug.SetGCPercent(percent)
	settle()
	for i := range request.warmups {
		if err := call(&items[(first+i)%len(items)], &slots[i%len(slots)]); err != nil {
			return nil, err
		}
	}
	for i := range samples {
		item, slot := &items[(first+i)%len(items)], &slots[i]
		before := time.Since(started)
		err := call(item, slot)
		after := time.Since(started)
		if err != nil {
			return nil, err
		}
		samples[i] = int64(after - before)
	}
	return samples, nil
}

const (
	// heapPerCall is more than any call allocates; the most is 170 KiB, for the keys of ML-DSA-87.
	heapPerCall = 256 << 10
	// mostGrowth bounds what one block asks for.
	mostGrowth = heapLimit / 4
)

// growHeap allocates what the block will, and lets go of it. Without it the first block of a process
// pays for its memory page by page, which makes key generation half as slow again.
func growHeap(calls int) {
	wanted := min(calls*heapPerCall, mostGrowth)
	pieces := make([][]byte, wanted/heapPerCall)
	for i := range pieces {
		pieces[i] = touched(heapPerCall)
	}
	runtime.KeepAlive(pieces)
}

// settleTime is how long the monitor thread of Go's runtime takes to slow down: after the process
// has waited for input it wakes up 50 times at 20 microseconds, then at twice the last interval
// each time up to 10 milliseconds.
const settleTime = 30 * time.Millisecond

// settle keeps the processor busy until the monitor thread has slowed down. Where the process has
// one processor to itself, each of its wake-ups would fall into a sample.
func settle() {
	for begin := time.Now(); time.Since(begin) < settleTime; {
	}
}

// touched is a buffer whose pages are in memory already, so that the clock doesn't see them come.
func touched(length int) []byte {
	buffer := make([]byte, length)
	for i := 0; i < length; i += 4096 {
		buffer[i] = 1
	}
	return buffer
}

// buffers cuts count buffers of the given length out of one.
func buffers(count, length int) [][]byte {
	all := touched(count * length)
	cut := make([][]byte, count)
	for i := range cut {
		cut[i] = all[i*length : (i+1)*length : (i+1)*length]
	}
	return cut
}

// gather groups the samples by item and returned bytes, in order of first appearance.
func gather(request timeRequest, items int, count int, read func(sample int) (outputs, *bool)) []*result {
	results := []*result{}
	seen := map[string]*result{}
	first := int(request.firstItem % uint64(items))
	for i := range count {
		item := (first + i) % items
		values, valid := read(i)
		encoded := values.encoded()
		key := strconv.Itoa(item)
		if valid != nil {
			key += strconv.FormatBool(*valid)
		}
		for _, name := range outputNames {
			key += "/" + encoded[name]
		}
		if earlier, there := seen[key]; there {
			earlier.Count++
			continue
		}
		seen[key] = &result{item, 1, encoded, valid}
		results = append(results, seen[key])
	}
	return results
}

// outputNames are the outputs of every operation that is timed.
var outputNames = []string{"encapsulation_key", "decapsulation_key", "ciphertext", "shared_secret",
	"public_key", "private_key", "signature"}

// encoded is the outputs as they stand on the wire.
func (o outputs) encoded() map[string]string {
	texts := map[string]string{}
	for name, value := range o {
		texts[name] = hex.EncodeToString(value)
	}
	return texts
}
