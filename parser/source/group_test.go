package source

import (
	"strings"
	"testing"
)

// sessions finds the sessions of one project folder and prints them without the
// line of the project.
func sessions(t *testing.T, files tree) string {
	t.Helper()
	placed := tree{}
	for name, content := range files {
		if !strings.Contains(name, "/") {
			name = "-p/" + name
		}
		placed[name] = content
	}
	_, have, _ := strings.Cut(find(t, placed.write(t)), "\n")
	return strings.ReplaceAll(have, "-p/", "")
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		files tree
		want  string
	}{
		{"a second id that hangs from the first is an alias", tree{
			"x.jsonl": chat("s1", "a1 a2") + chat("s2", "b3<a2 b4") + chat("s3", "c5<b4"),
		}, `
			  session s1 start=2026-01-02T03:04:01
			    x.jsonl
			`},
		{"by the logical parent of a compaction", tree{
			"x.jsonl": chat("s1", "a1 a2") + chat("s2", "b3", `,"logicalParentUuid":"a2"`),
		}, `
			  session s1 start=2026-01-02T03:04:01
			    x.jsonl
			`},
		{"a second id with roots of its own is another session", tree{
			"x.jsonl": chat("s1", "a1 a2") + chat("s2", "b3 b4") + `{"type":"summary","summary":"t","leafUuid":"zz"}` + "\n",
		}, `
			  session s1 start=2026-01-02T03:04:01
			    x.jsonl only=["s1" ""]
			  session s2 start=2026-01-02T03:04:03
			    x.jsonl only=["s2"]
			`},
		{"ids that hang from each other in a circle", tree{
			"x.jsonl": chat("s0", "z1") + chat("s1", "a2<b3") + chat("s2", "b3<a2"),
		}, `
			  session s0 start=2026-01-02T03:04:01
			    x.jsonl only=["s0" ""]
			  session s1 start=2026-01-02T03:04:02
			    x.jsonl only=["s1" "s2"]
			`},
		{"a resumed session whose beginning has no file of its own", tree{
			idA + ".jsonl": chat("s1", "a1 a2") + chat(idA, "b3<a2"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl
			`},
		{"a file of another id's records only", tree{
			idA + ".jsonl": chat("s1", "a1 a2"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl
			`},
		{"records in the file of another session", tree{
			idA + ".jsonl": chat(idA, "a1 a2") + chat(idB, "b8 b9"),
			idB + ".jsonl": chat(idB, "b3 b4"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl only=["` + idA + `" ""]
			  session ` + idB + ` start=2026-01-02T03:04:03
			    ` + idB + `.jsonl
			    ` + idA + `.jsonl only=["` + idB + `"]
			warning ` + idA + `.jsonl:0: contains 2 records of session ` + idB + `, which are shown there
			`},
		{"that another session was interrupted", tree{
			idA + ".jsonl": chat(idB, "b8") + chat(idA, "a1 a2"),
			idB + ".jsonl": chat(idB, "b3 b4"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl only=["` + idA + `" ""]
			  session ` + idB + ` start=2026-01-02T03:04:03
			    ` + idB + `.jsonl
			    ` + idA + `.jsonl only=["` + idB + `"]
			`},
		{"nothing but records of a session that has a file", tree{
			idA + ".jsonl": chat(idB, "b8 b9"),
			idB + ".jsonl": chat(idB, "b3 b4"),
		}, `
			  session ` + idB + ` start=2026-01-02T03:04:03
			    ` + idB + `.jsonl
			    ` + idA + `.jsonl
			`},
		{"an old resume keeps the history's own ids", tree{
			idA + ".jsonl": chat(idA, "a1 a2"),
			idB + ".jsonl": chat(idA, "a1 a2") + chat(idB, "b3<a2 b4"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl
			    ` + idB + `.jsonl only=["` + idA + `"]
			  session ` + idB + ` start=2026-01-02T03:04:03 origin=` + idA + `
			    ` + idB + `.jsonl only=["` + idB + `" ""]
			`},
		{"a session over two files, found by its records", tree{
			"one.jsonl": chat("s1", "a5 a6"), "two.jsonl": chat("s1", "a1 a2"),
		}, `
			  session s1 start=2026-01-02T03:04:01
			    two.jsonl
			    one.jsonl
			`},
		{"a session that goes on from another file", tree{
			idA + ".jsonl": chat(idA, "a1 a2"), idB + ".jsonl": chat(idB, "b3<a2 b4"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl
			  session ` + idB + ` start=2026-01-02T03:04:03 origin=` + idA + `
			    ` + idB + `.jsonl
			`},
		{"titles in other files", tree{
			idA + ".jsonl": chat(idA, "a1 a2") + `{"type":"summary","summary":"mine","leafUuid":"a2"}` + "\n",
			idB + ".jsonl": `{"type":"summary","summary":"yours","leafUuid":"a2"}` + "\n" +
				`{"type":"summary","summary":"yours","leafUuid":"a2"}` + "\n" +
				`{"type":"summary","summary":"nobody's","leafUuid":"zz"}` + "\n" + chat(idB, "b3"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl
			    summary "yours" of a2
			  session ` + idB + ` start=2026-01-02T03:04:03
			    ` + idB + `.jsonl
			`},
		{"an id that is a session in one file is no alias in the next", tree{
			"one.jsonl": chat("s1", "a1 a2") + chat("s2", "b3 b4"),
			"two.jsonl": chat("s3", "c5 c6") + chat("s2", "b7<c6"),
		}, `
			  session s1 start=2026-01-02T03:04:01
			    one.jsonl only=["s1" ""]
			  session s2 start=2026-01-02T03:04:03 origin=s3
			    one.jsonl only=["s2"]
			    two.jsonl only=["s2"]
			  session s3 start=2026-01-02T03:04:05
			    two.jsonl only=["s3" ""]
			`},
		{"a title goes to the session that owns the record, not to a copy", tree{
			idA + ".jsonl": chat(idA, "a1 a2") + chat(idA, "b9<a2"),
			idB + ".jsonl": chat(idB, "a1 a2 a3"),
			idC + ".jsonl": `{"type":"summary","summary":"title","leafUuid":"a2"}` + "\n",
		}, `
			  session ` + idC + ` start=0001-01-01T00:00:00
			    ` + idC + `.jsonl
			  session ` + idB + ` start=2026-01-02T03:04:01
			    ` + idB + `.jsonl
			    summary "title" of a2
			  session ` + idA + ` start=2026-01-02T03:04:09 origin=` + idB + `
			    ` + idA + `.jsonl copied=[{1 2}]
			`},
		{"growing snapshots", tree{
			"-p/" + idA + ".jsonl":                      chat(idA, "a1 a2 a3 a4"),
			"m2/-p/" + idA + ".jsonl":                   chat(idA, "a1 a2 a3"),
			"m3/-p/" + idA + ".jsonl":                   chat(idA, "a1 a2 a3 a4"),
			"m4/-p/" + idA + ".jsonl":                   chat(idA, "a1 a2 a3 a4")[:700] + "\x00\x00\n",
			"-p/" + idA + " (1).jsonl":                  chat(idA, "a1"),
			"-p/" + idA + "/subagents/agent-q.jsonl":    chat(idA, "b1 b2"),
			"m2/-p/" + idA + "/subagents/agent-q.jsonl": chat(idA, "b1"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01 snapshots=5
			    ` + idA + `.jsonl
			    agent q run="" meta=false ` + idA + `/subagents/agent-q.jsonl
			`},
		{"copies that went different ways", tree{
			"-p/" + idA + ".jsonl":    chat(idA, "a1 a2 a3"),
			"m2/-p/" + idA + ".jsonl": chat(idA, "a1 a2 a5 a6"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl
			    m2/` + idA + `.jsonl
			`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			compare(t, c.want, sessions(t, c.files))
		})
	}
}

func TestCopies(t *testing.T) {
	t.Parallel()
	// fork copies records of idA as /branch does.
	fork := func(to, uuids string) string {
		var b strings.Builder
		for line := range strings.Lines(chat(to, uuids)) {
			uuid := line[strings.Index(line, `"uuid":"`)+8:]
			uuid = uuid[:strings.IndexByte(uuid, '"')]
			b.WriteString(strings.TrimSuffix(line, "}\n") + `,"forkedFrom":{"sessionId":"` + idA + `","messageUuid":"` + uuid + `"}}` + "\n")
		}
		return b.String()
	}
	for _, c := range []struct {
		name  string
		files tree
		want  string
	}{
		{"a branch, recorded", tree{
			idA + ".jsonl": chat(idA, "a1 a2 a3 a4"),
			idB + ".jsonl": `{"type":"custom-title","customTitle":"x (Branch)","sessionId":"` + idB + `"}` + "\n" + fork(idB, "a1 a2") + chat(idB, "b9<a2 b10"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl
			  session ` + idB + ` start=2026-01-02T03:04:09 origin=` + idA + `
			    ` + idB + `.jsonl copied=[{2 3}]
			`},
		{"recorded beats time", tree{
			idA + ".jsonl": chat(idA, "a1 a2 a30"),
			idB + ".jsonl": fork(idB, "a1 a2") + chat(idB, "b9<a2"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl
			  session ` + idB + ` start=2026-01-02T03:04:09 origin=` + idA + `
			    ` + idB + `.jsonl copied=[{1 2}]
			`},
		{"a fork that says nothing: who went on first was first", tree{
			idA + ".jsonl": chat(idA, "a1 a2") + chat(idA, "b9<a2"),
			idB + ".jsonl": chat(idB, "a1 a2 a3"),
		}, `
			  session ` + idB + ` start=2026-01-02T03:04:01
			    ` + idB + `.jsonl
			  session ` + idA + ` start=2026-01-02T03:04:09 origin=` + idB + `
			    ` + idA + `.jsonl copied=[{1 2}]
			`},
		{"resumed twice, each embedding all before", tree{
			idC + ".jsonl": chat(idC, "a1 a2"),
			idB + ".jsonl": chat(idB, "a1 a2 a3 a4"),
			idA + ".jsonl": chat(idA, "a1 a2 a3 a4 a5"),
		}, `
			  session ` + idC + ` start=2026-01-02T03:04:01
			    ` + idC + `.jsonl
			  session ` + idB + ` start=2026-01-02T03:04:03 origin=` + idC + `
			    ` + idB + `.jsonl copied=[{1 2}]
			  session ` + idA + ` start=2026-01-02T03:04:05 origin=` + idB + `
			    ` + idA + `.jsonl copied=[{1 4}]
			`},
		{"an SDK fork gives new uuids", tree{
			idA + ".jsonl": chat(idA, "a1 a2"),
			idB + ".jsonl": strings.NewReplacer(`"uuid":"a`, `"uuid":"n`, `"parentUuid":"a`, `"parentUuid":"n`).Replace(fork(idB, "a1 a2")) + chat(idB, "b9<n2"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl
			  session ` + idB + ` start=2026-01-02T03:04:09 origin=` + idA + `
			    ` + idB + `.jsonl copied=[{1 2}]
			`},
		{"the origin is not in the archive", tree{
			idB + ".jsonl": fork(idB, "a1 a2") + chat(idB, "b9<a2"),
		}, `
			  session ` + idB + ` start=2026-01-02T03:04:09 origin=` + idA + `
			    ` + idB + `.jsonl
			`},
		{"one uuid for different records is no copy", tree{
			idA + ".jsonl": chat(idA, "a1 a2"),
			idB + ".jsonl": strings.ReplaceAll(chat(idB, "a1 a2"), "text of", "other text of"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl
			  session ` + idB + ` start=2026-01-02T03:04:01
			    ` + idB + `.jsonl
			`},
		{"a notice that several sessions begin with is no history", tree{
			idA + ".jsonl": chat(idA, "a1") + chat(idA, "x5"),
			idB + ".jsonl": chat(idB, "a1") + chat(idB, "y6"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl
			  session ` + idB + ` start=2026-01-02T03:04:01
			    ` + idB + `.jsonl
			`},
		{"a line with a copy and a record of its own is shown", tree{
			idA + ".jsonl": chat(idA, "a1 a2 a3"),
			idB + ".jsonl": strings.TrimSuffix(chat(idB, "a1 a2"), "\n") + chat(idB, "b9<a2 b10"),
		}, `
			  session ` + idA + ` start=2026-01-02T03:04:01
			    ` + idA + `.jsonl
			  session ` + idB + ` start=2026-01-02T03:04:09 origin=` + idA + `
			    ` + idB + `.jsonl copied=[{1 1}]
			`},
		{"sessions that say they were forked from each other", tree{
			idA + ".jsonl": chat(idA, "a1 a2 a3", `,"forkedFrom":{"sessionId":"`+idB+`"}`),
			idB + ".jsonl": chat(idB, "a1 a2 a4", `,"forkedFrom":{"sessionId":"`+idA+`"}`),
		}, `
			  session ` + idB + ` start=2026-01-02T03:04:01 origin=` + idA + `
			    ` + idB + `.jsonl
			  session ` + idA + ` start=2026-01-02T03:04:03 origin=` + idB + `
			    ` + idA + `.jsonl copied=[{1 2}]
			`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			compare(t, c.want, sessions(t, c.files))
		})
	}
}

func TestIsCopied(t *testing.T) {
	t.Parallel()
	f := File{Part: &Part{Copied: []Span{{2, 4}, {7, 7}}}}
	var copied []int
	for line := range 10 {
		if f.IsCopied(line) {
			copied = append(copied, line)
		}
	}
	if len(copied) != 4 || copied[0] != 2 || copied[2] != 4 || copied[3] != 7 {
		t.Errorf("copied lines are %v", copied)
	}
}
