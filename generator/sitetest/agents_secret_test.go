package sitetest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"steno/generator"
	"steno/generator/config"
)

// places are records with texts in places that the samples of the readers lack, by agent and file.
var places = map[string]map[string]string{
	"codex": {
		"sessions/2026/03/01/rollout-2026-03-01T10-00-00-0198aaaa-0000-7000-8000-000000000001.jsonl": `
{"timestamp":"2026-03-01T11:00:00Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<image name=[SECRET]>"},{"type":"input_image","image_url":"data:image/png;base64,iVBORw0KGgo="},{"type":"input_text","text":"</image>"},{"type":"input_text","text":"Sail on."}]}}
{"timestamp":"2026-03-01T11:00:01Z","type":"response_item","payload":{"type":"custom_tool_call","call_id":"call_s","name":"exec","input":"text(await tools.exec_command({\"cmd\":\"echo SECRET\",\"workdir\":\"/home/ada/quay\"}))"}}
{"timestamp":"2026-03-01T11:00:02Z","type":"event_msg","payload":{"type":"patch_apply_end","call_id":"exec-1","stdout":"Success.","success":true,"changes":{"/home/ada/quay/oars.txt":{"type":"add","content":"oars SECRET\n"}}}}
{"timestamp":"2026-03-01T11:00:03Z","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"call_s","output":[{"type":"input_text","text":"Script failed\nWall time 0.1 seconds\nOutput:\n"},{"type":"input_text","text":"Script error:\nno oars"}]}}
{"timestamp":"2026-03-01T11:00:04Z","type":"event_msg","payload":{"type":"mcp_tool_call_end","call_id":"exec-2","invocation":{"server":"harbour","tool":"ships","arguments":{"of":"the line"}},"result":{"Ok":{"content":[{"type":"text","text":"three ships"}]}}}}
{"timestamp":"2026-03-01T11:00:05Z","type":"event_msg","payload":{"type":"exited_review_mode","review_output":{"overall_explanation":"The oars are sound.","findings":[{"title":"A crack","body":"in one oar"}]}}}`,
		"session_index.jsonl": `{"id":"0198aaaa-0000-7000-8000-000000000001","thread_name":"Boats at the quay","updated_at":"2026-03-01T12:00:00Z"}`,
	},
	"pi": {"sessions/--home-ada-quay--/2026-03-01T10-00-00-000Z_0198aaaa-0000-7000-8000-000000000001.jsonl": `
{"type":"label","id":"a0000011","parentId":"a0000010","timestamp":"2026-03-01T11:00:00Z","targetId":"a000000b","label":"the blue ones"}`},
}

// textless matches names of members that hold no free text, but types, ids, places and times.
var textless = regexp.MustCompile(`(?i)^(?:type|kind|role|status|phase|name|tool|.*(?:id|version|time|timestamp|model|hash|branch|url|mimetype|signature)|mime|data|model.*|cwd|dir|director(?:y|ies)|workdir|originator|source|producer|effort|approval_policy|sandbox_policy|thinkingLevel|provider|stopReason|reason|finish|slug|level|record_type|shutdownType|errorType|codex_error_info|agentName|toolName|agent_type|subagent_type|agent_role|variant|encrypted_content|updated_at|projectHash|repository|headCommit|namespace|\$rewindTo|kept.*)$`)

// planter puts a different secret into each text of records.
type planter struct {
	agent string
	at    []string // place of each secret
}

// secret returns the next secret: a token of a known form.
func (p *planter) secret(place string) string {
	p.at = append(p.at, p.agent+place)
	return fmt.Sprintf("gh"+"p_16C7e42F292c6912E7710c838347%sQ%03d", p.mark(), len(p.at)-1)
}

// mark is the part of a secret that names the agent.
func (p *planter) mark() string { return p.agent[:1] + "0" + p.agent[len(p.agent)-1:] + "7" }

// text returns a text with a secret in it: within the JSON that it is, in the lines that a patch adds, or at its end.
func (p *planter) text(text, place string) string {
	var inside map[string]any
	switch {
	case strings.HasPrefix(text, "data:"), text == "":
		return text
	case strings.Contains(text, "SECRET"):
		return strings.ReplaceAll(text, "SECRET", p.secret(place))
	case strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &inside) == nil:
		data, _ := json.Marshal(p.value(inside, place))
		return string(data)
	case strings.HasPrefix(text, "***"), strings.HasPrefix(text, "@@"):
		return regexp.MustCompile(`(?m)^\+.*$`).ReplaceAllStringFunc(text, func(line string) string { return line + " " + p.secret(place) })
	case strings.HasSuffix(text, ">"), strings.HasSuffix(text, "\n"):
		head, tail := text[:len(text)-1], text[len(text)-1:]
		if i := strings.LastIndexByte(text, '<'); tail == ">" && i > 0 {
			head, tail = text[:i], text[i:]
		}
		return head + " " + p.secret(place) + tail
	}
	return text + " " + p.secret(place)
}

func (p *planter) value(v any, place string) any {
	switch v := v.(type) {
	case string:
		return p.text(v, place)
	case []any:
		for i := range v {
			v[i] = p.value(v[i], place)
		}
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			if _, isText := v[key].(string); !isText || !textless.MatchString(key) {
				v[key] = p.value(v[key], place+"."+key)
			}
		}
	}
	return v
}

// records plants secrets into all records of a file.
func (p *planter) records(t *testing.T, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	for in := json.NewDecoder(bytes.NewReader(data)); in.More(); {
		var record map[string]any
		if err := in.Decode(&record); err != nil {
			t.Fatal(err)
		}
		payload, _ := record["payload"].(map[string]any)
		place := fmt.Sprint(" ", record["type"], " ", payload["type"], " ")
		line, _ := json.Marshal(p.value(record, place))
		out.Write(append(line, '\n'))
	}
	return out.Bytes()
}

// plantSecrets writes the samples of all readers below a folder, with a secret in each text.
func plantSecrets(t *testing.T, src string) map[string]*planter {
	t.Helper()
	all := map[string]*planter{}
	for _, agent := range []string{"codex", "copilot", "gemini", "opencode", "pi"} {
		p := &planter{agent: agent}
		all[agent] = p
		archive, err := txtar.ParseFile("../../parser/" + agent + "/testdata/tour.txtar")
		if err != nil {
			t.Fatal(err)
		}
		files := map[string][]byte{}
		for _, f := range archive.Files {
			files[f.Name] = f.Data
		}
		delete(files, "want")
		for name, lines := range places[agent] {
			files[name] = slices.Concat(files[name], []byte(lines))
		}
		names := make([]string, 0, len(files))
		for name := range files {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			file := filepath.Join(src, agent, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(filepath.Ext(name), ".json") {
				files[name] = p.records(t, files[name])
			}
			if err := os.WriteFile(file, files[name], 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return all
}

var plantedSecret = regexp.MustCompile("gh" + `p_16C7e42F292c6912E7710c838347(....)Q(\d+)`)

// TestSecretsOfOtherAgents puts a different secret into each text of the records of all readers, and looks for all of
// them in the files of their site and in what is exported.
func TestSecretsOfOtherAgents(t *testing.T) {
	t.Parallel()
	src, dst := t.TempDir(), t.TempDir()
	all := plantSecrets(t, src)
	c := config.Default()
	c.Sources, c.Destination = []string{src}, filepath.Join(dst, "site")
	c.Publish.Twins = true
	o := generator.Options{Config: c}
	sum, err := generator.Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	planted, found := 0, 0
	for agent, p := range all {
		if len(p.at) < 20 {
			t.Errorf("%d texts of %s have a secret, 20 or more are wanted", len(p.at), agent)
		}
		planted += len(p.at)
	}
	for _, r := range sum.Redactions {
		if r.Rule == "github-token" {
			found = r.Values
		}
	}
	if found < planted*9/10 { // the others are in records that are not shown, or in copies of shown text
		t.Errorf("%d of %d secrets were found, 9 of 10 are wanted", found, planted)
	}
	// Exports, which are files of the folder, too.
	for _, id := range sessionIDs(t, src) {
		agent, _, _ := strings.Cut(id, "-")
		for _, form := range []struct {
			name  string
			write func(context.Context, generator.Options, []string, io.Writer) (*generator.Summary, error)
		}{{".json", generator.ExportJSON}, {".atif", generator.ExportATIF}, {".jsonl", generator.ExportJSONL}} {
			var out bytes.Buffer
			if _, err := form.write(t.Context(), o, []string{id}, &out); err != nil {
				t.Fatal(id, form.name, err)
			}
			if !bytes.Contains(out.Bytes(), []byte("github-token")) {
				t.Errorf("%s as %s says nothing of what was redacted", id, form.name)
			}
			if err := os.WriteFile(filepath.Join(dst, agent+form.name), out.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	err = filepath.WalkDir(dst, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		for _, m := range plantedSecret.FindAllSubmatch(data, -1) {
			n, _ := strconv.Atoi(string(m[2]))
			for _, p := range all {
				if p.mark() == string(m[1]) {
					t.Errorf("%s has the secret of %s", file, p.at[n])
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
