// Package fit measures real transcripts: it returns the [archive.Model] that generated
// archives follow. It keeps counts, shares and lengths, and no text.
package fit

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"

	"steno/bench/archive"
)

// Part is a folder of projects of one era.
type Part struct{ Name, Dir string }

// Measure measures transcripts, one era for each part.
func Measure(parts []Part) (*archive.Model, error) {
	m := &archive.Model{}
	vocabulary := newVocabulary()
	for _, p := range parts {
		e := newEra(p.Name, vocabulary)
		if err := e.walk(p.Dir); err != nil {
			return nil, err
		}
		if e.era.Bytes == 0 {
			return nil, fmt.Errorf("no transcripts below %q", p.Dir)
		}
		m.Eras = append(m.Eras, e.result())
	}
	m.Words = vocabulary.result()
	return m, nil
}

// era collects what there is of one era.
type era struct {
	era        archive.Era
	vocabulary *vocabulary
	projects   map[string]bool
	versions   map[string]int
	samples    map[string][]int // lengths by what they are of
	count      map[string]int
	fields     map[string][2]int // records with a field, of how many
	extensions map[string]int
	seen       map[string]bool // ids of records
	copied     []float64       // of each session that begins as a copy, the share
	sizes      []int
	servers    map[string]string // tools of servers, and what they are called here
	warm       []string          // sessions of small agents
	full       map[string]bool   // sessions with records
}

func newEra(name string, v *vocabulary) *era {
	return &era{era: archive.Era{Name: name, Events: map[string]archive.Block{},
		Tools: map[string]archive.Tool{}, Fields: map[string]float64{}, Extensions: map[string]float64{}},
		vocabulary: v, projects: map[string]bool{}, versions: map[string]int{}, samples: map[string][]int{}, count: map[string]int{},
		fields: map[string][2]int{}, extensions: map[string]int{}, seen: map[string]bool{},
		full: map[string]bool{}, servers: map[string]string{}}
}

func (e *era) walk(dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".jsonl") {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		return e.transcript(filepath.ToSlash(rel), f)
	})
}

// transcript measures one file.
func (e *era) transcript(name string, r io.Reader) error {
	t := &transcript{era: e, agent: strings.HasPrefix(path.Base(name), "agent-"), calls: map[string]call{},
		files: map[string]bool{}, prompts: map[string]bool{},
		words: e.vocabulary.session(e.era.Name + name[:max(0, strings.IndexByte(name, '/'))])}
	size, own, shared := 0, 0, 0
	for in := bufio.NewReaderSize(r, 1<<20); ; {
		line, err := in.ReadBytes('\n')
		size += len(line)
		var rec record
		if json.Unmarshal(bytes.TrimSpace(line), &rec) == nil {
			if !t.agent && rec.UUID != "" {
				own++
				if e.seen[rec.UUID] {
					shared++
				}
				e.seen[rec.UUID] = true
			}
			t.record(&rec, len(line))
		}
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
	}
	e.era.Bytes += int64(size)
	if t.agent {
		e.agentFile(name, t, size)
		return nil
	}
	e.projects[path.Dir(name)] = true
	e.era.Main += int64(size)
	e.count["sessions"]++
	if size == 0 {
		e.count["empty"]++
		return nil
	}
	e.sizes = append(e.sizes, size)
	e.full[t.session] = true
	if t.turn >= 0 && t.prompted {
		e.add("calls", t.turn)
	}
	if shared*10 > own {
		e.copied = append(e.copied, float64(shared)/float64(own))
	}
	return nil
}

func (e *era) agentFile(name string, t *transcript, size int) {
	kind := "agent"
	switch {
	case strings.Contains(path.Base(name), "acompact"):
		kind = "replay"
	case t.lines < 3:
		kind = "warm"
		e.warm = append(e.warm, t.session)
	}
	if !strings.Contains(name, "/subagents/") {
		e.count["beside"]++
	} else {
		e.count["below"]++
	}
	e.add(kind, size)
}

// add adds to a sample.
func (e *era) add(name string, n int) { e.samples[name] = append(e.samples[name], n) }

// field counts whether a record has an optional field.
func (e *era) field(name string, has bool) {
	n := e.fields[name]
	if n[1]++; has {
		n[0]++
	}
	e.fields[name] = n
}

// share rounds a part of a whole.
func share(part, whole int) float64 {
	return math.Round(1e5*float64(part)/float64(max(1, whole))) / 1e5
}

// result makes the era of what was collected.
func (e *era) result() archive.Era {
	r := e.era
	calls := max(1, e.count["calls"])   // in sessions
	all := max(1, e.count["calls/all"]) // in agents too
	sessions := e.count["sessions"] - e.count["empty"]
	for v, n := range e.versions {
		if n > e.versions[r.Version] || n == e.versions[r.Version] && v < r.Version {
			r.Version = v
		}
	}
	block := func(name string, of int) archive.Block {
		return archive.Block{PerCall: share(len(e.samples[name]), of), Bytes: archive.Measure(e.samples[name])}
	}
	r.Empty, r.PerProject = share(e.count["empty"], e.count["sessions"]), share(e.count["sessions"], len(e.projects))
	r.Sessions, r.Prompts, r.Calls = archive.Measure(e.sizes), archive.Measure(e.samples["prompt"]), archive.Measure(e.samples["calls"])
	r.Replies, r.Thinking, r.Signatures = block("text", all), block("thinking", all), archive.Measure(e.samples["signature"])
	r.Images, r.Originals = block("image", calls), block("original", max(1, e.count["edits"]))
	r.Rewound, r.Again = share(e.count["rewound"], len(e.samples["prompt"])), share(e.count["again"], e.count["touched"])
	r.Forks = archive.Forks{Share: share(len(e.copied), sessions), Copied: mean(e.copied)}
	started := e.count["tool/Task"] + e.count["tool/Agent"]
	r.Agents = archive.Agents{Beside: e.count["beside"] > e.count["below"],
		Kept: math.Min(1, share(len(e.samples["agent"]), started)), Bytes: archive.Measure(e.samples["agent"]),
		Loose: share(max(0, len(e.samples["agent"])-started), sessions), Warm: share(e.warmed(true), sessions),
		Alone: share(e.warmed(false), e.count["empty"]), WarmSize: archive.Measure(e.samples["warm"]),
		Compact: share(len(e.samples["replay"]), sessions), Replay: archive.Measure(e.samples["replay"])}
	e.tables(&r, calls, all)
	return r
}

// warmed counts the small agents of sessions with or without records.
func (e *era) warmed(full bool) (n int) {
	for _, session := range e.warm {
		if e.full[session] == full {
			n++
		}
	}
	return n
}

// rare is how few records of a kind, or calls of a tool, are left out.
const rare = 4

// tables fills what the era has by name.
func (e *era) tables(r *archive.Era, calls, all int) {
	for name, sample := range e.samples {
		if kind, ok := strings.CutPrefix(name, "event/"); ok && archive.Known(kind) &&
			(len(sample) >= rare || kind == "system/compact_boundary") {
			r.Events[kind] = archive.Block{PerCall: share(len(sample), calls), Bytes: archive.Measure(sample)}
		}
		if tool, ok := strings.CutPrefix(name, "input/"); ok && len(sample) >= rare {
			r.Tools[tool] = archive.Tool{Share: share(len(sample), all),
				Failed: share(e.count["failed/"+tool], len(sample)), Input: archive.Measure(sample),
				Result: archive.Measure(e.samples["result/"+tool]), Detail: archive.Measure(e.samples["detail/"+tool])}
		}
	}
	for name, n := range e.fields {
		r.Fields[name] = share(n[0], n[1])
	}
	whole := 0
	for _, n := range e.extensions {
		whole += n
	}
	for ext, n := range e.extensions {
		if n >= rare {
			r.Extensions[ext] = share(n, whole)
		}
	}
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return math.Round(1e5*sum/cmp.Or(float64(len(values)), 1)) / 1e5
}
