package sitetest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// firstBaseline is the baseline of before formats were apart from the model. Most words of pages are others
// since, so that only what people and programs rely on is compared with it.
const firstBaseline = baseline + "/first"

// keepsMessages compares with the first baseline: each value of what was said and done is in the same message today, and
// each page and anchor is where links to it lead. Events, whose words Steno makes, are not compared. It returns the digests of both.
func (s shown) keepsMessages(t *testing.T, before, source string) (kept []uint32) {
	t.Helper()
	var gone changes
	gone.readGone(t, firstBaseline)
	values := 0
	eachMessage(t, exportedPlain(t, before, source), func(value string) {
		values++
		switch {
		case s.values[value]:
			kept = append(kept, digest("value", value))
		case !gone.gone(value):
			t.Errorf("there is no %q any more", value)
		}
	})
	links := linkTargets(siteOf(t, before, source))
	for link := range links {
		switch {
		case s.links[link]:
			kept = append(kept, digest("link", link))
		case !gone.gone("link " + link):
			t.Errorf("there is no %s any more", link)
		}
	}
	t.Logf("%d values of messages, %d pages and anchors", values, len(links))
	if values < 1000 || len(links) < 50 {
		t.Errorf("there is too little to compare: %d values, %d pages and anchors", values, len(links))
	}
	return kept
}

// exportedPlain is the JSON that a program exports of a source without redaction: which values it finds is tested elsewhere.
func exportedPlain(t *testing.T, program, source string) []byte {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "steno.yaml"), []byte("redact: {enabled: false}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "export", "-q", "--config", "steno.yaml", "-s", source, "--since", "2000-01-01", "--format", "json", "-o", "export.json")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CACHE_HOME="+dir)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, text)
	}
	data, err := os.ReadFile(filepath.Join(dir, "export.json"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// eachMessage visits the values of messages and blocks in an export, each with its session, anchor and member.
func eachMessage(t *testing.T, export []byte, visit func(string)) {
	t.Helper()
	var all struct {
		Sessions []struct {
			ID           string
			Main, Agents any
		}
	}
	if err := json.Unmarshal(export, &all); err != nil {
		t.Fatal(err)
	}
	for _, s := range all.Sessions {
		for _, v := range []any{s.Main, s.Agents} {
			eachSaid(s.ID, "", "", "", v, visit)
		}
	}
}

// eachSaid visits the values in v, a member of a message or block that has an anchor, or of what contains some.
func eachSaid(session, kind, anchor, member string, v any, visit func(string)) {
	switch v := v.(type) {
	case map[string]any:
		if own, ok := v["anchor"].(string); ok {
			anchor = own
			kind, _ = v["kind"].(string)
		}
		for name, value := range v {
			eachSaid(session, kind, anchor, name, value, visit)
		}
	case []any:
		for _, value := range v {
			eachSaid(session, kind, anchor, member, value, visit)
		}
	default:
		if !slices.Contains([]string{"", "event", "attachment", "unknown"}, kind) {
			visit(fmt.Sprint(session, " ", anchor, " ", member, " = ", v))
		}
	}
}

var idOfMessage = regexp.MustCompile(`\bid="?(m-[^"\s>]+)`)

// linkTargets are the pages of a site and the anchors of messages on each: of a thread or a level on its first page, which leads to the others.
func linkTargets(files map[string][]byte) map[string]bool {
	targets := map[string]bool{}
	for name, data := range files {
		if !comparable(name) || strings.HasPrefix(name, "files/") || strings.Contains(name, "/files/") {
			continue
		}
		first := series(name)
		targets[first] = true
		for _, m := range idOfMessage.FindAllSubmatch(data, -1) {
			targets[first+"#"+string(m[1])] = true
		}
	}
	return targets
}
