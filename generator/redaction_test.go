package generator_test

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// planter makes tokens of a known form, one for each place, and remembers them.
type planter map[string]string // place to token

func (p planter) token(place string) string {
	sum := sha256.Sum256([]byte("planted in the " + place))
	letters := strings.NewReplacer("+", "", "/", "", "=", "").Replace(base64.StdEncoding.EncodeToString(append(sum[:], sum[:8]...)))
	p[place] = "gh" + "p_" + letters[:36]
	return p[place]
}

// archive writes two sessions that hold a token at every place a text can stand, and
// some more that share one.
func (p planter) archive(t *testing.T) string {
	t.Helper()
	top := t.TempDir()
	folder := p.token("folder")
	for n := range 2 {
		id := fmt.Sprintf("%d1111111-0000-4000-8000-000000000001", n)
		p.session(t, filepath.Join(top, folder), id, fmt.Sprint(n, " "))
	}
	p.session(t, filepath.Join(top, folder), p.token("session id"), "3 ")
	for n := range 12 {
		id := fmt.Sprintf("%08d-0000-4000-8000-00000000000a", n)
		write(t, filepath.Join(top, "-srv-shared", id+".jsonl"), record(map[string]any{
			"type": "user", "uuid": id, "sessionId": id, "cwd": "/srv/shared", "timestamp": fmt.Sprintf("2026-03-%02dT10:00:00.000Z", n%4+1),
			"message": map[string]any{"role": "user", "content": "Try " + p.token("shared") + " or " + p.token(fmt.Sprint("own ", n))},
		}))
	}
	return top
}

func (p planter) session(t *testing.T, dir, id, nth string) {
	in := func(place string) string { return p.token(nth + place) }
	n := 0
	parent := any(nil)
	var lines []byte
	add := func(r map[string]any) {
		n++
		uuid := fmt.Sprintf("%x-0000-4000-8000-%012d", sha256.Sum256([]byte(id)), n)[56:]
		r["uuid"], r["parentUuid"], r["sessionId"], r["version"] = uuid, parent, id, "2.1.2"
		r["cwd"], r["gitBranch"] = "/home/tiberius/"+in("cwd"), "fix/"+in("branch")
		r["timestamp"] = fmt.Sprintf("2026-03-04T10:00:%02d.000Z", n)
		parent = uuid
		lines = append(lines, record(r)...)
	}
	add(map[string]any{"type": "user", "message": map[string]any{"role": "user", "content": "The key is " + in("prompt")}})
	add(map[string]any{"type": "assistant", "message": map[string]any{"id": "msg_1" + nth[:1], "role": "assistant", "model": in("model"), "content": []any{
		map[string]any{"type": "thinking", "thinking": "Hm, " + in("thinking")},
		map[string]any{"type": "text", "text": "I read `" + in("reply") + "` in /home/tiberius/.netrc."},
		map[string]any{"type": "tool_use", "id": "toolu_1" + nth[:1], "name": in("tool"), "input": map[string]any{"command": "echo " + in("input"), in("key"): 1}},
		map[string]any{"type": "hologram", "light": in("unknown block")},
	}}})
	add(map[string]any{"type": "user", "toolUseResult": map[string]any{"stdout": in("structured")}, "message": map[string]any{"role": "user", "content": []any{
		map[string]any{"type": "tool_result", "tool_use_id": "toolu_1" + nth[:1], "content": []any{
			map[string]any{"type": "text", "text": strings.Repeat("a line\n", 3000) + in("result")},
			map[string]any{"type": "resource", "resource": map[string]any{"mimeType": "text/plain", "blob": packed("a file with " + in("packed file"))}},
			map[string]any{"type": "image", "source": map[string]any{"type": "base64", "media_type": "image/svg+xml", "data": packed("<svg><text>" + in("drawing") + "</text></svg>")}},
		}},
	}}})
	add(map[string]any{"type": "system", "subtype": "informational", "content": "Note " + in("event")})
	add(map[string]any{"type": "attachment", "attachment": map[string]any{"type": "file", "filename": in("file name"), "content": in("attachment")}})
	add(map[string]any{"type": "telepathy", "thought": in("unknown record")})
	lines = append(lines, record(map[string]any{"type": "custom-title", "customTitle": "About " + in("title"), "sessionId": id})...)
	lines = append(lines, record(map[string]any{
		"type": "pr-link", "sessionId": id, "prNumber": 7, "prUrl": "https://git.example/a/b/" + in("url"), "prRepository": "a/" + in("repository"), "timestamp": "2026-03-04T10:00:59.000Z",
	})...)
	lines = append(lines, []byte(`{"cut off: `+in("broken line")+"\n")...)
	write(t, filepath.Join(dir, id+".jsonl"), lines)
}

func packed(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

func record(r map[string]any) []byte {
	b, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	return append(b, '\n')
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func build(t *testing.T, source string, change func(*config.Config)) string {
	t.Helper()
	c := config.Default()
	c.Sources, c.Destination = []string{source}, filepath.Join(t.TempDir(), "site")
	change(&c)
	if _, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	return c.Destination
}

// published returns every byte of a site by file, names included, with what is packed
// in base64 unpacked behind it, in lower case as the search index has it.
func published(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		text := []byte(name + "\n")
		for _, run := range regexp.MustCompile(`[A-Za-z0-9+/]{16,}=*`).FindAll(data, -1) {
			if raw, err := base64.StdEncoding.DecodeString(string(run)); err == nil {
				inflated, _ := io.ReadAll(flate.NewReader(bytes.NewReader(raw)))
				text = append(append(text, raw...), inflated...)
			}
		}
		all[name] = strings.ToLower(string(append(text, data...)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// leaked lists the places whose token, or all but its first letters, stands in a site.
func (p planter) leaked(t *testing.T, dir string) map[string]string {
	found := map[string]string{}
	for name, text := range published(t, dir) {
		for place, token := range p {
			if strings.Contains(text, strings.ToLower(token[10:])) {
				found[place] = name
			}
		}
	}
	return found
}

func TestNoPlantedTokenIsPublished(t *testing.T) {
	t.Parallel()
	p := planter{}
	source := p.archive(t)
	site := build(t, source, func(*config.Config) {})
	for place, name := range p.leaked(t, site) {
		t.Errorf("the token in the %s stands in %s", place, name)
	}
	for name, text := range published(t, site) {
		if strings.Contains(text, "tiberius") {
			t.Errorf("the name of the user stands in %s", name)
		}
	}
	// The same look finds them where nothing was taken out, or it would prove nothing.
	bare := p.leaked(t, build(t, source, func(c *config.Config) { c.Redact.Enabled = false }))
	for place := range p {
		if bare[place] == "" && !strings.HasSuffix(place, "broken line") {
			t.Errorf("the token in the %s does not show in a site that was not redacted: the test is blind there", place)
		}
	}
}

func TestRedactionDoesNotDependOnWorkers(t *testing.T) {
	t.Parallel()
	source := planter{}.archive(t)
	var want []byte
	for _, jobs := range []int{1, 2, 8} {
		got, err := os.ReadFile(filepath.Join(build(t, source, func(c *config.Config) { c.Jobs = jobs }), "steno-manifest.json"))
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%d workers make another site than one", jobs)
		}
	}
}

// TestLinksHoldAfterRedaction: projects and sessions whose names were cleaned stand at other
// addresses, and everything that links to them must know.
func TestLinksHoldAfterRedaction(t *testing.T) {
	t.Parallel()
	site := build(t, planter{}.archive(t), func(*config.Config) {})
	href := regexp.MustCompile(`<a [^>]*href="?([^":#> ]+)["#> ]`)
	links := 0
	err := filepath.WalkDir(site, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".html" || d.Name() == "404.html" {
			return err
		}
		page, err := os.ReadFile(name)
		for _, m := range href.FindAllSubmatch(page, -1) {
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), filepath.FromSlash(string(m[1])))); err != nil {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			}
		}
		return err
	})
	if err != nil || links < 50 {
		t.Errorf("%d links, %v", links, err)
	}
}

func TestReportContainsNoValue(t *testing.T) {
	t.Parallel()
	p := planter{}
	source := p.archive(t)
	const id = "01111111-0000-4000-8000-000000000001"
	write(t, filepath.Join(source, p["folder"], id, "subagents", "agent-"+p.token("agent id")+".jsonl"), record(map[string]any{
		"type": "user", "uuid": "a0000000-0000-4000-8000-000000000001", "sessionId": id, "isSidechain": true, "timestamp": "2026-03-04T10:00:00.000Z",
		"message": map[string]any{"role": "user", "content": "Look at " + p.token("agent prompt")},
	}))
	report := filepath.Join(t.TempDir(), "report.json")
	site := build(t, source, func(c *config.Config) { c.Redact.Report = report })
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	for place, token := range p {
		if bytes.Contains(data, []byte(token[10:])) {
			t.Errorf("the token in the %s is in the report", place)
		}
	}
	if !bytes.Contains(data, []byte("/agents/")) {
		t.Error("no place in the report is on the page of the agent")
	}
	for place, name := range p.leaked(t, site) {
		t.Errorf("the token in the %s is in %s", place, name)
	}
}
