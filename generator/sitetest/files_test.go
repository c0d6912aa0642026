package sitetest

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// Sessions in two clones of a repository changed its files: each file is listed once, with the turns
// of both, and each diff leads to its file, whichever page it is on, also when pages are taken over
// from the last build.
func TestFilesOfClones(t *testing.T) {
	t.Parallel()
	const files = 330 // more than a page holds
	source, dir, cache := t.TempDir(), t.TempDir(), t.TempDir()
	write := func(name string) string {
		return fmt.Sprintf("tool Write {\"file_path\":%[1]q,\"content\":\"a\\n\"}\n> ok | {\"toolUseResult\":{\"type\":\"create\",\"filePath\":%[1]q,\"structuredPatch\":[]}}\n", name)
	}
	const pushed = "bash git push\n> To github.com:ann/x.git\\n   1f2e3d4..5a6b7c8  main -> main\n"
	long := strings.Repeat("harbour-", 12)
	story := "user Write them all\n"
	for i := range files {
		story += write(fmt.Sprintf("/srv/x/%s/file-%03d.txt", long, i))
	}
	last := fmt.Sprintf("/srv/x/%s/file-%03d.txt", long, files-1)
	for i, text := range []string{story + pushed, "user Write the last one\n" + write(last) + pushed, "user Write elsewhere\n" + write("/srv/x/a.txt")} {
		id, made := tell(t, i+1, text)
		root := []string{"/srv/x", "/home/bo/x", "/srv/lamp"}[i]
		put(t, filepath.Join(source, strings.ReplaceAll(root, "/", "-"), id+".jsonl"), strings.ReplaceAll(made["main"].String(), "/srv/x", root))
	}
	build := func() {
		c := config.Default()
		c.Sources, c.Destination, c.Redact.Enabled = []string{source}, dir, false
		if _, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test", Cache: cache}); err != nil {
			t.Fatal(err)
		}
	}
	build()
	id, more := tell(t, 9, "user Write more elsewhere\n"+write("/srv/lamp/b.txt"))
	put(t, filepath.Join(source, "-srv-lamp", id+".jsonl"), strings.ReplaceAll(more["main"].String(), "/srv/x", "/srv/lamp"))
	build()

	pages := map[string]*page{}
	for _, p := range readPages(t, dir) {
		pages[p.name] = p
	}
	if got := column(pages["files/index.html"], "files", "Edits"); got["x"] != files+1 || got["lamp"] != 2 || len(got) != 2 {
		t.Errorf("edits by repository: %v, want %d of x and 2 of lamp", got, files+1)
	}
	if got := column(pages["files/index.html"], "files", "Files"); got["x"] != files {
		t.Errorf("%d files of x, want %d", got["x"], files)
	}
	for name, p := range pages {
		if strings.HasPrefix(name, "projects/lamp-") && !linksTo(p, strings.Replace(name, "projects", "files", 1)) {
			t.Errorf("%s does not lead to the files that its sessions changed", name)
		}
	}
	if text := text(pages["files/index.html"].root); !strings.Contains(text, "a.txt, b.txt") {
		t.Errorf("the list of projects does not name their files: %s", text)
	}
	links, lead := 0, ""
	for name, p := range pages {
		if !strings.Contains(name, "/changes/") {
			continue
		}
		for a := range p.root.Descendants() {
			href := attr(a, "href")
			if !strings.Contains(href, "#f-") || !strings.Contains(href, "/files/") {
				continue
			}
			links++
			to, mark, _ := strings.Cut(path.Join(path.Dir(name), href), "#")
			n := pages[to].ids[mark]
			if n != nil && n.Data == "a" { // it is on another page
				lead = path.Join(path.Dir(name), href)
				on, _, _ := strings.Cut(attr(n, "href"), "#")
				n = pages[path.Join(path.Dir(to), on)].ids[mark]
			}
			if n == nil || n.Data != "ol" {
				t.Errorf("%s: %s leads to no file", name, href)
			}
		}
	}
	if links != files+3 {
		t.Errorf("%d links from diffs to files, want %d", links, files+3)
	}
	if lead == "" {
		t.Fatal("all files are on one page")
	}
	t.Run("browser", func(t *testing.T) {
		tab := openTab(t, chrome.Storage(t), overFile(t, dir))
		tab.open(t, lead)
		tab.do(t, `document.querySelector(location.hash).click()`)
		tab.check(t, "the page of the file opens, and its sessions", `location.pathname.endsWith('/page-2.html') && document.querySelector(location.hash).closest('details').open`)
		tab.quiet(t, lead)
	})
}

// A patch that changes several files is a change of each of them.
func TestFilesOfOnePatch(t *testing.T) {
	t.Parallel()
	source, dir := t.TempDir(), t.TempDir()
	put(t, filepath.Join(source, "sessions/2026/03/01/rollout-2026-03-01T10-00-00-0198aaaa-0000-7000-8000-000000000001.jsonl"), `{"timestamp":"2026-03-01T10:00:00Z","type":"session_meta","payload":{"id":"0198aaaa-0000-7000-8000-000000000001","cwd":"/srv/quay","cli_version":"0.120.0"}}
{"timestamp":"2026-03-01T10:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Count the boats"}]}}
{"timestamp":"2026-03-01T10:00:12Z","type":"response_item","payload":{"type":"custom_tool_call","call_id":"call_3","name":"apply_patch","status":"completed","input":"*** Begin Patch\n*** Add File: boats.txt\n+twelve\n+boats\n*** Add File: /srv/quay/count.txt\n+12\n*** End Patch"}}
{"timestamp":"2026-03-01T10:00:13Z","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"call_3","output":"{\"output\":\"Success.\",\"metadata\":{\"exit_code\":0}}"}}
`)
	buildInto(t, dir, source, 1)
	found := map[string]bool{}
	for _, p := range readPages(t, dir) {
		for n := range p.root.Descendants() {
			if file := attr(n, "data-path"); file != "" {
				words := strings.Fields(text(n))
				found[file+" "+words[len(words)-2]+" "+words[len(words)-1]] = true
			}
		}
	}
	for _, want := range []string{"boats.txt +2 −0", "count.txt +1 −0"} {
		if !found[want] {
			t.Errorf("%q is not listed, only %v", want, found)
		}
	}
}
