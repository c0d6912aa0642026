package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"steno/tier"
)

// However the sources, the configuration and the theme change, and whenever, in the end
// the site has the bytes of a cold build.
func TestServeEndsAsAColdBuild(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		args []string
		seed uint64
	}{{"system", nil, 1}, {"looking", []string{"--poll"}, 2}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := startServing(t, c.args...)
			e := &editor{served: s, rand: rand.New(rand.NewPCG(c.seed, 8))}
			for range tier.Count(12, 50) {
				t.Log(e.edit())
				// Some edits come while a build runs, some before it, some after.
				time.Sleep(time.Duration(e.rand.IntN(250)) * time.Millisecond)
			}
			s.write("steno.yaml", servedConfig) // ends in a configuration that is valid
			os.RemoveAll(s.in("theme/templates"))
			s.endsAsAColdBuild()
		})
	}
}

// An edit that comes while a build runs is not lost, even when the build has read what is
// edited: each line that tells of a build comes before it is over, and is held up for an edit.
func TestServeSeesEditsDuringABuild(t *testing.T) {
	t.Parallel()
	s := startServing(t)
	n := 1
	s.said.listen(func(line string) {
		if strings.Contains(line, "new,") && n < 6 {
			n++
			s.add(grown, prompt(n, fmt.Sprintf("Row %d is dry", n)))
			time.Sleep(300 * time.Millisecond) // longer than it takes to be noticed
		}
	})
	s.add(grown, prompt(1, "Row 1 is dry"))
	s.until("the last edit shows", s.shows(grownPage, "Row 6 is dry"))
	s.endsAsAColdBuild()
}

// endsAsAColdBuild waits until the site is that of a build into an empty folder.
func (s *served) endsAsAColdBuild() {
	s.t.Helper()
	cold := filepath.Join(s.dir, "cold")
	u := newUI(strings.NewReader(""), io.Discard, io.Discard)
	u.quiet = true
	if code := run(context.Background(), []string{"build", "--config", s.in("steno.yaml"), "-d", cold}, u); code != exitOK {
		s.t.Fatalf("the cold build ended with %d", code)
	}
	want := siteFiles(s.t, cold)
	got := map[string]string{}
	same := func() bool {
		got = siteFiles(s.t, s.in("site"))
		return maps.Equal(want, got)
	}
	for end := time.Now().Add(servedPatience); !same() && time.Now().Before(end); {
		time.Sleep(100 * time.Millisecond)
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			s.t.Errorf("%s differs from that of a cold build, or is missing", name)
		}
		delete(got, name)
	}
	for name := range got {
		s.t.Errorf("%s should not be there", name)
	}
	if s.t.Failed() {
		s.t.Logf("the server said:\n%s", s.said)
	}
}

// editor changes what a server builds from.
type editor struct {
	*served
	rand  *rand.Rand
	moved int
}

// edit makes one change, and names it.
func (e *editor) edit() string {
	files, err := filepath.Glob(e.in("src/*/*.jsonl"))
	must(e.t, err)
	if len(files) < 4 {
		return e.create()
	}
	name := files[e.rand.IntN(len(files))]
	switch e.rand.IntN(9) {
	case 0:
		return e.create()
	case 1:
		must(e.t, os.Remove(name))
		return "remove " + name
	case 2:
		e.moved++
		to := filepath.Join(filepath.Dir(name), fmt.Sprintf("77770000-0000-4000-8000-%012d.jsonl", e.moved))
		must(e.t, os.Rename(name, to))
		return "rename " + name
	case 3:
		e.moved++
		dir := filepath.Dir(name)
		must(e.t, os.Rename(dir, fmt.Sprintf("%s-%d", dir, e.moved)))
		return "rename the project " + dir
	case 4:
		e.write("steno.yaml", strings.Replace(servedConfig, "Served", fmt.Sprintf("Site %d", e.rand.IntN(1000)), 1))
		return "configure"
	case 5:
		e.write("steno.yaml", servedConfig+"nonsense: 1\n")
		return "configure wrongly"
	case 6:
		e.write("theme/templates/extra.html", fmt.Sprintf(`{{define "extra-foot"}}<p>%d</p>{{end}}`, e.rand.IntN(1000)))
		return "change the theme"
	}
	return e.appendTo(name)
}

// appendTo adds some of a transcript's own lines to it once more, with new ids, or cuts it.
func (e *editor) appendTo(name string) string {
	data, err := os.ReadFile(name)
	must(e.t, err)
	lines := bytes.SplitAfter(data, []byte("\n"))
	if e.rand.IntN(4) == 0 {
		must(e.t, os.WriteFile(name, bytes.Join(lines[:len(lines)/2+1], nil), 0o666))
		return "cut " + name
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	must(e.t, err)
	for i := range 3 {
		line := bytes.ReplaceAll(lines[e.rand.IntN(len(lines))], []byte(`"uuid":"`), fmt.Appendf(nil, `"uuid":"%d%d`, e.rand.IntN(1000), i))
		_, err = f.Write(line)
		must(e.t, err)
	}
	must(e.t, f.Close())
	return "append to " + name
}

// create adds a session, in a project of its own or beside others.
func (e *editor) create() string {
	e.moved++
	data, err := os.ReadFile(filepath.Join(exampleArchive, "-home-mira-code-steep/f2c860b5-8d31-49e7-9a4c-b1e6d0f7a606.jsonl"))
	must(e.t, err)
	id := fmt.Sprintf("88880000-0000-4000-8000-%012d", e.moved)
	data = bytes.ReplaceAll(data, []byte("f2c860b5-8d31-49e7-9a4c-b1e6d0f7a606"), []byte(id))
	name := fmt.Sprintf("src/-home-mira-code-new%d/%s.jsonl", e.rand.IntN(3), id)
	e.write(name, string(data))
	return "create " + name
}
