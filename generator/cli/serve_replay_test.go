package cli

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"steno/tier"
)

// Real sessions are written once more, line by line: who is at the end stays there, who
// reads elsewhere stays there, and in the end both have the page that was built.
func TestBrowserReplaysSessions(t *testing.T) {
	tier.NeedsLong(t, "replays real sessions line by line; TestBrowserKeepsThePlace has the small form")
	t.Parallel()
	const projects = "../../../shared/corpus/claude-code-log/real_projects"
	if _, err := os.Stat(projects); err != nil {
		t.Skip("no corpus here: real sessions are NOT replayed")
	}
	browser := whole.Storage(t)
	for _, name := range []string{
		"-Users-dain-workspace-danieldemmel-me-next/4379d1bf-ccb1-414e-a856-9791b73f3af2",
		"-experiments-worktrees/ef958aa1-0e93-49f0-bb71-150f63befcd1",
	} {
		data, err := os.ReadFile(filepath.Join(projects, name+".jsonl"))
		must(t, err)
		lines := bytes.SplitAfter(data, []byte("\n"))
		start := len(lines) / 2
		archive := t.TempDir()
		file := filepath.Join(archive, "-p", filepath.Base(name)+".jsonl")
		must(t, os.Mkdir(filepath.Dir(file), 0o777))
		must(t, os.WriteFile(file, bytes.Join(lines[:start], nil), 0o666))
		s := startServingFrom(t, archive)
		page := s.base + "sessions/" + filepath.Base(name) + "/index.html"
		follower, reader := visit(t, browser, page), visit(t, browser, page)
		follower.do(toEnd)
		const middle = "(() => { var all = [...document.querySelectorAll('.thread > .msg[id]')]; return all[Math.floor(all.length / 2)].id })()"
		id := eval[string](reader, middle)
		reader.do("document.getElementById('" + id + "').scrollIntoView({ behavior: 'instant' }); scrollBy({ top: -200, behavior: 'instant' })")
		top := "0 + Math.round(document.getElementById('" + id + "').getBoundingClientRect().top)"
		was := eval[int](reader, top)
		random := rand.New(rand.NewPCG(3, 1))
		for i := start; i < len(lines); {
			n := min(len(lines), i+1+random.IntN(4))
			s.add("src/-p/"+filepath.Base(file), string(bytes.Join(lines[i:n], nil)))
			i = n
			time.Sleep(time.Duration(random.IntN(150)) * time.Millisecond)
		}
		s.endsAsAColdBuild()
		time.Sleep(time.Second) // the last reload; on a busy machine it takes longer
		const end = "Math.round(document.querySelector('.thread').getBoundingClientRect().bottom - innerHeight)"
		follower.until(name+": who followed sees the end", end+" <= 60 && !document.querySelector('.pager .next')")
		reader.until(name+": the message that was read stands where it stood", fmt.Sprintf("Math.abs(%s - %d) <= 3", top, was))
		follower.quiet()
		reader.quiet()
	}
}

// BenchmarkAppendToVisible measures from the writing of a line until it can be read at the
// end of an open page, over the example.
func BenchmarkAppendToVisible(b *testing.B) {
	browser := chrome.Storage(b)
	s := startServing(b)
	p := visit(b, browser, s.base+grownPage)
	p.do(toEnd)
	var times []float64
	n := 0
	for b.Loop() {
		n++
		text := fmt.Sprintf("Water the sunflowers, row %d.", n)
		s.add(grown, prompt(n, text))
		took := p.until("the new message shows", has(text)+" && "+endInView)
		times = append(times, float64(took.Milliseconds()))
		time.Sleep(400 * time.Millisecond)
	}
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2], "p50-ms")
	b.ReportMetric(times[len(times)*95/100], "p95-ms")
	b.ReportMetric(0, "ns/op")
}
