package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// peer is another tool to run on the same files.
type peer struct {
	name, command string
}

// row is one line of the table.
type row struct {
	mb        int // of the archive
	tool      string
	what      string
	seconds   float64
	peak      int64 // bytes of memory
	site      int64 // bytes
	files     int
	largest   int64 // bytes of the largest page
	remark    string
	sourceMB  float64
	perSecond float64
}

// measure builds one archive in every way.
func measure(o *options, steno, dir string, mb int) ([]row, error) {
	// Sites stay until all is measured: file systems are busy for long after large removals.
	site, cache := filepath.Join(o.work, siteName(mb)), filepath.Join(o.work, "cache")
	for _, d := range []string{site, cache} {
		if err := os.RemoveAll(d); err != nil {
			return nil, err
		}
	}
	conf := filepath.Join(o.work, "bench.yaml")
	if err := os.WriteFile(conf, fmt.Appendf(nil, "cache: %q\n", cache), 0o644); err != nil {
		return nil, err
	}
	size, err := transcriptBytes(dir)
	if err != nil {
		return nil, err
	}
	var rows []row
	build := func(what string) error {
		var out bytes.Buffer
		cmd := exec.Command(steno, "build", "--quiet", "--json", "--config", conf, "-s", dir, "-d", site)
		cmd.Stdout, cmd.Stderr = &out, os.Stderr
		r := row{mb: mb, tool: "steno", what: what, sourceMB: float64(size) / 1e6}
		if err := r.time(cmd); err != nil {
			return fmt.Errorf("%s build of %d MB: %w", what, mb, err)
		}
		var sum struct{ Sessions, Kept, Written int }
		if err := json.Unmarshal(out.Bytes(), &sum); err != nil {
			return err
		}
		r.remark = fmt.Sprintf("%d sessions, %d kept, %d files written", sum.Sessions, sum.Kept, sum.Written)
		if err := r.weigh(site); err != nil {
			return err
		}
		rows = append(rows, r)
		return nil
	}
	if err := build("cold"); err != nil {
		return nil, err
	}
	if err := build("unchanged"); err != nil {
		return nil, err
	}
	if err := grow(dir); err != nil {
		return nil, err
	}
	if err := build("one changed"); err != nil {
		return nil, err
	}
	for _, p := range o.peers {
		r, err := p.measure(o, dir, mb, size)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// measure runs another tool. That it fails is a remark, not an error.
func (p peer) measure(o *options, dir string, mb int, size int64) (row, error) {
	r := row{mb: mb, tool: p.name, what: "cold", sourceMB: float64(size) / 1e6}
	site := filepath.Join(o.work, "peer")
	if err := os.RemoveAll(site); err != nil {
		return r, err
	}
	if err := os.MkdirAll(site, 0o755); err != nil {
		return r, err
	}
	command := p.command
	if strings.Contains(command, "{each}") {
		command = fmt.Sprintf(`n=0; find %q -mindepth 2 -maxdepth 2 -name '*.jsonl' ! -name 'agent-*' -size +0 | sort | while read -r f; do n=$((n+1)); %s; done`,
			dir, strings.NewReplacer("{each}", `"$f"`, "{site}", site+"/$n.html").Replace(command))
	}
	cmd := exec.Command("sh", "-c", strings.NewReplacer("{source}", dir, "{site}", site).Replace(command))
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	if err := r.time(cmd); err != nil {
		r.remark = "ended with " + err.Error()
	}
	return r, r.weigh(site)
}

// time runs a command. What others wrote and removed before is on the disk first, or it would
// count as the command's. Where there is no sync, it does.
func (r *row) time(cmd *exec.Cmd) error {
	_ = exec.Command("sync").Run()
	start := time.Now()
	err := cmd.Run()
	r.seconds = time.Since(start).Seconds()
	r.perSecond = r.sourceMB / r.seconds
	r.peak = peakMemory(cmd.ProcessState)
	return err
}

// weigh measures what was written.
func (r *row) weigh(site string) error {
	return filepath.WalkDir(site, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		r.files++
		r.site += info.Size()
		if strings.HasSuffix(name, ".html") {
			r.largest = max(r.largest, info.Size())
		}
		return nil
	})
}

func transcriptBytes(dir string) (size int64, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".jsonl") {
			return err
		}
		info, err := d.Info()
		size += info.Size()
		return err
	})
	return size, err
}

// grow has a session in the middle of an archive go on: a prompt a minute after its last record.
func grow(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*", "*-*-*-*-*.jsonl"))
	if err != nil {
		return err
	}
	for _, name := range names[len(names)/2:] {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if last := lastRecord(data); last.UUID != "" {
			return last.goOn(name, len(data))
		}
	}
	return fmt.Errorf("no session to change in %q", dir)
}

// lastRecord is the newest record of a transcript, empty when none tells its time.
func lastRecord(data []byte) (last record) {
	for line := range bytes.Lines(data) {
		var r record
		if json.Unmarshal(line, &r) == nil && r.UUID != "" && r.Timestamp.After(last.Timestamp) {
			last = r
		}
	}
	return last
}

// record is what a record needs to go on from it.
type record struct {
	UUID      string    `json:"uuid"`
	Session   string    `json:"sessionId"`
	Timestamp time.Time `json:"timestamp"`
}

func (r record) goOn(name string, n int) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, `{"type":"user","uuid":"%08x%s","parentUuid":"%s","sessionId":"%s","timestamp":"%s","message":{"role":"user","content":"And one more thing."}}`+"\n",
		n, r.UUID[min(8, len(r.UUID)):], r.UUID, r.Session, r.Timestamp.Add(time.Minute).UTC().Format(time.RFC3339))
	return errors.Join(err, f.Close())
}

// printTable prints Markdown. Ratios are against Steno's cold build of the same archive.
func printTable(w io.Writer, rows []row) {
	fmt.Fprintln(w, "| archive | tool | build | seconds | x cold | MB/s | peak MiB | site MB | x source | files | largest page KB | remark |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|---|---|")
	cold := 0.0
	for _, r := range rows {
		if r.tool == "steno" && r.what == "cold" {
			cold = r.seconds
		}
		fmt.Fprintf(w, "| %d MB | %s | %s | %.2f | %.2f | %.0f | %.0f | %.1f | %.2f | %d | %d | %s |\n", r.mb, r.tool, r.what, r.seconds, r.seconds/cold,
			r.perSecond, float64(r.peak)/(1<<20), float64(r.site)/1e6, float64(r.site)/1e6/r.sourceMB, r.files, r.largest/1000, r.remark)
	}
}
