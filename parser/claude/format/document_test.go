package format

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/format.md anew")

const document = "../../../docs/format.md"

const documentHead = `# The transcript format

This page is generated from the table in ` + "`parser/claude/format`" + ` by ` + "`go test ./parser/claude/format -update`" + `; a test compares
the two. The parser uses the same table: everything in it is handled, everything else is shown generically and
reported by ` + "`steno check`" + `.

There is no official schema. **Evidence** says how well a row is attested: *recorded* was met and counted in real
transcripts, *reported* was described by people who had some, *guessed* comes from release notes or from the client's
habits: Steno reads it, but does not depend on it. The letters after it name the **sources**:

- F, R, S, J, T: five public descriptions, "JSONL File Structure", "Semantic Reference", "Session JSONL Format",
  "Transcript JSONL Format" and "Transcript Format";
- N with a number, A with a number: a section, or a section of the appendix, of notes on these five (not published), which count 152,459 records of 541 files;
- K: the types that the SDK publishes;
- P: other parsers in public repositories, for versions 2.1.195 to 2.1.295;
- E: sessions of versions 2.0.74 to 2.1.42 that a public repository keeps with its commits;
- C: sessions of versions 2.1.9 to 2.1.232 in public repositories.

**Versions** are those of Claude Code in whose sessions the row was seen. Others may have it, too; the column is empty where no source names one.

**Becomes** says how Steno uses it: *shown* is on the page, *folded* is on the page and collapsed, *merged* is shown as part of something else (a
result in its call, a piece in its reply), *metadata* is shown with the session's facts unless the row says otherwise, *structural* connects records to a tree
or repeats something else and is not shown, *withheld* is only counted: its values never leave the parser.

In **fields**, braces list the fields of an object, or of the objects in a list; a * matches any. All records may
also have: ` + "`" + envelope + "`" + `.
`

var chapters = map[Kind]string{
	Record:     "Records, by `type`",
	System:     "System records, by `subtype`",
	Attachment: "Attachments, by `attachment.type`",
	Progress:   "Progress records, by `data.type`",
	Queue:      "Queue operations, by `operation`",
	Speech:     "User records, by the first that fits",
	Wrapper:    "Tags around text, at its start and well formed",
	Block:      "Content blocks, by `type`",
	Result:     "Results, `toolUseResult` by the name of the tool",
	File:       "Files",
}

func writeDocument() string {
	var b strings.Builder
	b.WriteString(documentHead)
	for _, kind := range kinds() {
		fmt.Fprintf(&b, "\n## %s\n\n| name | what | becomes | evidence | versions | fields |\n|---|---|---|---|---|---|\n", chapters[kind])
		for _, r := range Rows() {
			if r.Kind != kind {
				continue
			}
			becomes := string(r.Treatment)
			if r.Why != "" {
				becomes += ": " + r.Why
			}
			name := "(none)"
			if r.Name != "" {
				name = "`" + r.Name + "`"
			}
			evidence := strings.TrimSpace(string(r.Evidence) + " " + r.Sources)
			fields := ""
			if r.Fields != "" {
				fields = "`" + r.Fields + "`"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", name, r.What, becomes, evidence, r.Seen, fields)
		}
	}
	return b.String()
}

func TestDocument(t *testing.T) {
	t.Parallel()
	want := writeDocument()
	if *update {
		if err := os.WriteFile(document, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("docs/format.md is not what the table says; run go test ./parser/claude/format -update (-table +file):\n%s", diff)
	}
}
