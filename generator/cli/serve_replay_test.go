package cli

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"steno/bench/archive"
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

// BenchmarkAppendToVisible measures from the writing of a line until the frame after the change of an open page, at its end. The
// archive has STENO_MB megabytes beside the example, which is a minute's work for 1000. A build follows each line, and ends before the next one.
func BenchmarkAppendToVisible(b *testing.B) {
	s := &served{t: b, dir: b.TempDir()}
	must(b, os.CopyFS(s.in("src"), os.DirFS(exampleArchive)))
	if mb, _ := strconv.ParseInt(os.Getenv("STENO_MB"), 10, 64); mb > 0 {
		_, err := archive.Write(b.Context(), s.in("src"), archive.Options{Seed: 1, Bytes: mb * 1_000_000})
		must(b, err)
	}
	must(b, os.Mkdir(s.in("theme"), 0o777))
	s.write("steno.yaml", servedConfig)
	must(b, buildOnce(s))
	s.start("--port", "0")
	p := visit(b, chrome.Storage(b), s.base+grownPage)
	p.do(toEnd)
	p.do(`new MutationObserver(() => requestAnimationFrame(() => {
		const text = document.querySelector('.thread').textContent
		if (!window.shown && window.wanted && text.includes(wanted)) window.shown = performance.timeOrigin + performance.now()
	})).observe(document.body, { childList: true, subtree: true, characterData: true })`)
	var times []float64
	n := 1
	s.built(n, func() { s.add(grown, prompt(n, "Water the sunflowers.")) }) // then all is ready
	for b.Loop() {
		n++
		text := fmt.Sprintf("Water the sunflowers, row %d.", n)
		s.built(n, func() {
			p.do("window.shown = 0; window.wanted = " + strconv.Quote(text))
			start := time.Now()
			s.add(grown, prompt(n, text))
			p.until("the new message shows", "window.shown && "+endInView)
			times = append(times, eval[float64](p, "window.shown")-float64(start.UnixMicro())/1000)
		})
	}
	var all strings.Builder // bench budget reads it
	for _, ms := range times {
		fmt.Fprintf(&all, " %.0f ms", ms)
	}
	b.Logf("shown after%s", &all)
	slices.Sort(times)
	b.ReportMetric(times[0], "least-ms")
	b.ReportMetric(times[len(times)/2], "p50-ms")
	b.ReportMetric(times[len(times)*95/100], "p95-ms")
	b.ReportMetric(times[len(times)-1], "most-ms")
	b.ReportMetric(0, "ns/op")
}

// built does something that a build follows, and waits until that is over.
func (s *served) built(n int, do func()) {
	s.t.Helper()
	before := strings.Count(s.said.String(), " new, ")
	do()
	s.until(fmt.Sprintf("build %d is over", n), func() bool { return strings.Count(s.said.String(), " new, ") > before })
}

// buildOnce builds the site, however long that takes.
func buildOnce(s *served) error {
	u := newUI(strings.NewReader(""), io.Discard, io.Discard)
	if code := run(s.t.Context(), []string{"build", "--config", s.in("steno.yaml")}, u); code != 0 {
		return fmt.Errorf("the build ended with %d", code)
	}
	return nil
}
