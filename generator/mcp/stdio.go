package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"sync"
	"time"
)

// A client that writes its questions and closes its end, as a shell does, is answered before the server ends:
// the end of the input is held back while questions are open.

// lastAnswers is how long the server goes on to answer after its input has ended.
const lastAnswers = time.Minute

// stdio counts the questions that are open.
type stdio struct {
	in   *bufio.Reader
	from io.Closer
	out  io.WriteCloser
	rest []byte // of the line that is being read

	mu     sync.Mutex
	open   map[string]bool // ids of questions without an answer
	closed chan struct{}   // closed with the last of them, once the input has ended; nil before
}

func newStdio(in io.ReadCloser, out io.WriteCloser) *stdio {
	return &stdio{in: bufio.NewReader(in), from: in, out: out, open: map[string]bool{}}
}

// message is what both ends need of one.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

// questions is the end that the client writes to.
type questions struct{ *stdio }

func (q questions) Close() error { return q.from.Close() }

func (q questions) Read(p []byte) (int, error) {
	for len(q.rest) == 0 {
		line, err := q.in.ReadBytes('\n')
		if err != nil && len(line) == 0 {
			q.wait()
			return 0, err
		}
		if refusal := q.take(line); refusal != "" {
			if _, err := io.WriteString(q.out, refusal+"\n"); err != nil {
				return 0, err
			}
		}
	}
	n := copy(p, q.rest)
	q.rest = q.rest[n:]
	return n, nil
}

// take takes a line in, or returns what to answer to one that is no message: the server would end at it.
func (q questions) take(line []byte) (refusal string) {
	var m message
	switch err := json.Unmarshal(line, &m); {
	case len(bytes.TrimSpace(line)) == 0:
		return ""
	case err != nil && !json.Valid(line):
		return `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not JSON"}}`
	case err != nil || m.ID == nil && m.Method == "":
		return `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the line is no message of JSON-RPC"}}`
	}
	if m.ID != nil && m.Method != "" {
		q.mu.Lock()
		q.open[string(m.ID)] = true
		q.mu.Unlock()
	}
	q.rest = line
	return ""
}

// wait returns when no question is open, or after lastAnswers.
func (q questions) wait() {
	q.mu.Lock()
	if len(q.open) == 0 {
		q.mu.Unlock()
		return
	}
	closed := make(chan struct{})
	q.closed = closed
	q.mu.Unlock()
	select {
	case <-closed:
	case <-time.After(lastAnswers):
	}
}

// answers is the end that the client reads from.
type answers struct{ *stdio }

func (a answers) Close() error { return a.out.Close() }

func (a answers) Write(p []byte) (int, error) {
	n, err := a.out.Write(p)
	var m message
	if json.Unmarshal(p, &m) == nil && m.ID != nil && m.Method == "" {
		a.mu.Lock()
		delete(a.open, string(m.ID))
		if len(a.open) == 0 && a.closed != nil {
			close(a.closed)
			a.closed = nil
		}
		a.mu.Unlock()
	}
	return n, err
}
