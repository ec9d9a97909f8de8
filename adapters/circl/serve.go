package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// reply is what stands on one line of the output.
type reply map[string]any

// serve answers each line of in with one line of out, until bye or the end of the input.
func serve(in io.Reader, out io.Writer, runner *runner) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) == 0 {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("standard input: %w", err)
		}
		answer, last := runner.answer(line)
		text, err := json.Marshal(answer)
		if err != nil {
			return fmt.Errorf("encoding a reply: %w", err)
		}
		if _, err := out.Write(append(text, '\n')); err != nil {
			return fmt.Errorf("standard output: %w", err)
		}
		if last {
			return nil
		}
	}
}

// answer turns a request into its reply, and tells whether it was the last one.
func (r *runner) answer(line []byte) (answer reply, last bool) {
	// The lengths that CIRCL's calls ask for are checked before each call. Should one of them
	// panic all the same, the runner lives on and says so.
	defer func() {
		if cause := recover(); cause != nil {
			answer, last = asReply(failed("panic: %v", cause)), false
		}
	}()
	answer, last, err := r.dispatch(line)
	if err != nil {
		return asReply(err), false
	}
	return answer, last
}

func (r *runner) dispatch(line []byte) (reply, bool, error) {
	request, err := parseFields(line)
	if err != nil {
		return nil, false, err
	}
	command, err := request.text("command")
	if err != nil {
		return nil, false, err
	}
	var answer reply
	switch command {
	case "hello":
		answer, err = r.hello(request)
	case "prepare":
		answer, err = r.prepare(request)
	case "time":
		answer, err = r.time(request)
	case "perform":
		answer, err = r.perform(request)
	case "bye":
		return reply{"reply": "bye"}, true, nil
	default:
		err = badRequest("unknown command %q; there are hello, prepare, time, perform, bye", command)
	}
	return answer, false, err
}
