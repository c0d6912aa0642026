package sitetest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"steno/generator"
	"steno/generator/config"
)

const grandcopyID = "cccc3333-0000-4000-8000-000000000003"

// repeating is a family that repeats more than its archive allows: a session, a copy of it, and a copy
// of that.
type repeating struct {
	family
	folder string
}

// Marks of what the first session has: in outputs, thinking and attachments, and in what is said.
const (
	outputMark   = "zinnia-output"
	thoughtMark  = "zinnia-thought"
	attachedMark = "zinnia-attached"
	askedMark    = "zinnia-asked"
)

func newRepeating(t *testing.T) *repeating {
	r := &repeating{family: family{t: t, config: config.Default(), cache: t.TempDir()}}
	r.config.Sources, r.config.Destination = []string{t.TempDir()}, filepath.Join(t.TempDir(), "site")
	r.config.Redact.Enabled = false
	r.folder = filepath.Join(r.config.Sources[0], "projects", "-srv-tea")
	first, second := r.shared(originID, "a", "null", 6), r.shared(copyID, "b", "a6-t", 1)
	put(t, filepath.Join(r.folder, originID+".jsonl"), first+r.turn(originID, "z1", "a6-t", "30", "And a second infusion"))
	put(t, filepath.Join(r.folder, copyID+".jsonl"), strings.Replace(forked(first, originID, copyID), attachedMark+" a2", "other-snippet a2", 1)+second)
	put(t, filepath.Join(r.folder, grandcopyID+".jsonl"), forked(first, originID, grandcopyID)+forked(second, copyID, grandcopyID)+
		r.turn(grandcopyID, "d1", "b1-t", "50", "Now brew the matcha"))
	return r
}

var uuidMember = regexp.MustCompile(`(?m)^(.*"uuid":"([^"]*)".*)"sessionId":"[^"]*"`)

// forked is records of one session as another has them that began as its copy.
func forked(records, from, to string) string {
	return uuidMember.ReplaceAllString(records, `${1}"forkedFrom":{"sessionId":"`+from+`","messageUuid":"${2}"},"sessionId":"`+to+`"`)
}

// shared is turns whose calls have long outputs, each with a thought and an attachment.
func (r *repeating) shared(session, letter, parent string, turns int) string {
	var b strings.Builder
	for i := 1; i <= turns; i++ {
		id := fmt.Sprint(letter, i)
		long := strings.Repeat(fmt.Sprintf("%s %s of leaves. ", outputMark, id), 1000)
		lines := strings.Replace(r.turn(session, id, parent, fmt.Sprintf("%02d", 2*i), askedMark+" "+id), "listed "+id, long, 1)
		b.WriteString(lines)
		record := func(uuid, parent, rest string) {
			fmt.Fprintf(&b, `{"uuid":"%s","parentUuid":"%s","sessionId":"%s","cwd":"/srv/tea","timestamp":"2026-03-02T10:%02d:30Z",%s}`+"\n", uuid, parent, session, 2*i, rest)
		}
		record(id+"-n", id+"-r", fmt.Sprintf(`"type":"attachment","attachment":{"type":"edited_text_file","filename":"leaves.md","snippet":"%s %s"}`, attachedMark, id))
		record(id+"-t", id+"-n", fmt.Sprintf(`"type":"assistant","message":{"id":"msg_t%s","role":"assistant","model":"claude-opus-4-6","content":[{"type":"thinking","thinking":"%s"},{"type":"text","text":"Answer to %s"}],"usage":{"input_tokens":100,"output_tokens":10}}`, id, strings.Repeat(thoughtMark+" "+id+" ", 30), id))
		parent = id + "-t"
	}
	return b.String()
}

// texts returns the text of all pages of a session below a folder of the session.
func (r *repeating) texts(folder string) string {
	r.t.Helper()
	var all strings.Builder
	for _, p := range readPages(r.t, r.config.Destination) {
		if strings.HasPrefix(p.name, "sessions/"+folder) {
			all.WriteString(text(p.root))
		}
	}
	return all.String()
}

// files returns the text of the files beside the pages of a session, where long outputs are whole.
func (r *repeating) files(folder string) string {
	r.t.Helper()
	names, err := filepath.Glob(filepath.Join(r.config.Destination, "sessions", folder, "files", "*"))
	if err != nil || len(names) == 0 {
		r.t.Fatalf("no files of %s (%v)", folder, err)
	}
	var all strings.Builder
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			r.t.Fatal(err)
		}
		all.Write(data)
	}
	return all.String()
}

// Beyond the limit of a family, shared beginnings show what was said and requested, and link to outputs
// on the page of the session that they are from.
func TestOutputsOfRepeatingFamilies(t *testing.T) {
	t.Parallel()
	r := newRepeating(t)
	r.run()
	for _, folder := range []string{copyID, grandcopyID} {
		shared := r.texts(folder + "/beginning/")
		for i := 1; i <= 6; i++ {
			for _, want := range []string{fmt.Sprint(askedMark, " a", i), fmt.Sprint("Answer to a", i), fmt.Sprint("ls a", i)} {
				if !strings.Contains(shared, want) {
					t.Errorf("the beginning of %s lacks %q", folder, want)
				}
			}
			if strings.Count(shared, fmt.Sprint(outputMark, " a", i)) > 0 {
				t.Errorf("the beginning of %s repeats the output of call %d", folder, i)
			}
		}
		if n := strings.Count(shared, thoughtMark); n > 8*14 {
			t.Errorf("the beginning of %s repeats thinking", folder)
		}
	}
	if !strings.Contains(r.texts(copyID+"/beginning/"), "other-snippet a2") {
		t.Error("what the client wrote again in the copy is not shown there")
	}
	if first := r.texts(originID+"/") + r.files(originID); strings.Count(first, outputMark) < 6*1000 || strings.Count(first, thoughtMark) < 6*30 || strings.Count(first, attachedMark) < 6 {
		t.Error("the first session lacks some of the outputs")
	}
	links := map[string]int{}
	pages := map[string]*page{}
	for _, p := range readPages(t, r.config.Destination) {
		pages[p.name] = p
	}
	for _, p := range pages {
		for n := range p.root.Descendants() {
			if n.Type != html.ElementNode || n.Data != "a" || !strings.HasPrefix(text(n), "See output in ") {
				continue
			}
			link := attr(n, "href")
			if problem := follow(r.config.Destination, pages, p, link); problem != "" || !strings.Contains(link, "#m-") {
				t.Errorf("%s: %s: %q", p.name, link, problem)
			}
			for _, id := range []string{originID, copyID} {
				if strings.Contains(link, id) {
					links[filepath.Dir(p.name)+" to "+id]++
				}
			}
		}
	}
	want := []string{copyID + " to " + originID, grandcopyID + " to " + originID, grandcopyID + " to " + copyID}
	for i, least := range []int{3*6 - 1, 3 * 6, 3} {
		key := "sessions/" + strings.Replace(want[i], " ", "/beginning ", 1)
		if links[key] != least {
			t.Errorf("%s: %d links, want %d; all are %v", key, links[key], least, links)
		}
	}
}

// The pages are the same however they are built: from nothing, after a change, in shards, and with any
// number of jobs. A family that no longer repeats too much shows its outputs again.
func TestOutputsOfRepeatingFamiliesIncrementally(t *testing.T) {
	t.Parallel()
	r := newRepeating(t)
	origin := filepath.Join(r.folder, originID+".jsonl")
	const otherID = "dddd4444-0000-4000-8000-000000000004"
	other := filepath.Join(r.folder, otherID+".jsonl")
	long := strings.Replace(r.turn(otherID, "e1", "null", "40", "Boil the water"), "listed e1", strings.Repeat("x ", 2<<20), 1)
	put(t, other, long)
	r.run()
	for i, change := range []struct {
		name   string
		edit   func()
		repeat bool // outputs are shown in each session
	}{
		{"the archive shrinks", func() {
			if err := os.Remove(other); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"the first session gets an earlier record, so that others move to another page", func() {
			data, err := os.ReadFile(origin)
			if err != nil {
				t.Fatal(err)
			}
			early := `{"type":"system","subtype":"informational","uuid":"a0-s","parentUuid":null,"sessionId":"` + originID + `","timestamp":"2026-03-02T10:01:00Z","content":"` + strings.Repeat("It boils. ", 6000) + `"}` + "\n"
			put(t, origin, early+strings.Replace(string(data), `"uuid":"a1-u","parentUuid":null`, `"uuid":"a1-u","parentUuid":"a0-s"`, 1))
		}, false},
		{"the archive grows", func() { put(t, other, long) }, true},
		{"the first session is excluded", func() { r.config.Select.Exclude = []string{"session:" + originID} }, false},
	} {
		change.edit()
		r.run()
		got := readFiles(t, r.config.Destination)
		c := r.config
		c.Destination, c.Jobs = filepath.Join(t.TempDir(), "cold"), 1+7*(i%2)
		if _, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test"}); err != nil {
			t.Fatal(err)
		}
		sameFiles(t, readFiles(t, c.Destination), got)
		if i == 0 {
			_, parts := merged(t, generator.Options{Config: r.config, Version: "test"}, 2)
			sameFiles(t, parts, got)
		}
		var shows []string // pages of other sessions with an output of the first
		for _, p := range readPages(t, r.config.Destination) {
			if !strings.HasPrefix(p.name, "sessions/"+originID+"/") && strings.Contains(text(p.root), outputMark+" a1") {
				shows = append(shows, p.name)
			}
		}
		if len(shows) > 0 != change.repeat {
			t.Errorf("%s: outputs are repeated on %q", change.name, shows)
		}
	}
}
