package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// workload is a folder of transcripts to build.
type workload struct {
	name  string
	dir   string
	bytes int64
}

// generated has this program write an archive into a folder, in another process, see sample.run.
func generated(ctx context.Context, into string, mb, sessions int) (*workload, error) {
	w := &workload{name: fmt.Sprintf("%d MB", mb), dir: filepath.Join(into, "archive")}
	switch {
	case sessions == 1:
		w.name += ", one session"
	case sessions > 1:
		w.name += fmt.Sprintf(", %d sessions", sessions)
	}
	if err := remake(w.dir); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var s sample
	if err := s.run(ctx, into, os.Environ(), self, "generate", "-size", strconv.Itoa(mb), "-sessions",
		strconv.Itoa(sessions), w.dir); err != nil {
		return nil, err
	}
	w.bytes, err = transcriptBytes(w.dir)
	return w, err
}

// copied copies folders of projects, given as name=DIR,DIR, into another folder.
func copied(into, source string) (*workload, error) {
	name, dirs, ok := strings.Cut(source, "=")
	if !ok {
		name, dirs = filepath.Base(source), source
	}
	w := &workload{name: name, dir: filepath.Join(into, "archive")}
	if err := remake(w.dir); err != nil {
		return nil, err
	}
	for dir := range strings.SplitSeq(dirs, ",") {
		if err := os.CopyFS(w.dir, os.DirFS(dir)); err != nil {
			return nil, fmt.Errorf("copying %q: %w", dir, err)
		}
	}
	var err error
	w.bytes, err = transcriptBytes(w.dir)
	return w, errors.Join(err, makeWritable(w.dir))
}

// makeWritable lets a copied session go on where the original could not be written.
func makeWritable(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*", "*.jsonl"))
	for _, name := range names {
		err = errors.Join(err, os.Chmod(name, 0o644))
	}
	return err
}

// added is what is said in a session before a build in a round, "" for nothing.
func added(build string, round int) string {
	switch build {
	case changed:
		return "And one more thing."
	case revealed:
		return fmt.Sprintf("export API_TOKEN=q8ZkLmX2v%04dR7tYw1Pc5Na", round)
	}
	return ""
}

// grow has a session in the middle of an archive go on: a prompt a minute after its last record.
func grow(dir, prompt string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*", "*.jsonl"))
	if err != nil {
		return err
	}
	for _, name := range names[len(names)/2:] {
		if strings.HasPrefix(filepath.Base(name), "agent-") {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if last := lastRecord(data); last.UUID != "" {
			return last.goOn(name, prompt, len(data))
		}
	}
	return fmt.Errorf("no session to change in %q", dir)
}

// record is what a record needs to go on from it.
type record struct {
	UUID      string    `json:"uuid"`
	Session   string    `json:"sessionId"`
	Timestamp time.Time `json:"timestamp"`
}

// lastRecord is the newest record of a transcript, empty when none has a time.
func lastRecord(data []byte) (last record) {
	for line := range bytes.Lines(data) {
		var r record
		if json.Unmarshal(line, &r) == nil && r.UUID != "" && r.Timestamp.After(last.Timestamp) {
			last = r
		}
	}
	return last
}

func (r record) goOn(name, prompt string, n int) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f,
		`{"type":"user","uuid":"%08x%s","parentUuid":"%s","sessionId":"%s","timestamp":"%s","message":{"role":"user","content":%q}}`+"\n",
		n, r.UUID[min(8, len(r.UUID)):], r.UUID, r.Session, r.Timestamp.Add(time.Minute).UTC().Format(time.RFC3339), prompt)
	return errors.Join(err, f.Close())
}
