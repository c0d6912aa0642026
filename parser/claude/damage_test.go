package claude

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser"
	"steno/parser/modeltest"
	"steno/parser/source"
)

// userLine makes a user record whose content is written as given.
func userLine(uuid, parent, content string) string {
	return fmt.Sprintf(`{"type":"user","uuid":"%s","parentUuid":"%s","sessionId":"s","message":{"role":"user","content":"%s"}}`, uuid, parent, content)
}

// deeply makes a value of so many levels.
func deeply(levels int) string {
	return strings.Repeat(`{"a":`, levels) + "1" + strings.Repeat("}", levels)
}

// TestDamage holds, for each kind of damage, what is shown, what the ledger says,
// and what the reader is told. Every text is a whole file.
func TestDamage(t *testing.T) {
	t.Parallel()
	first, last := userLine("u1", "", "first"), userLine("u3", "u1", "last")
	const both = "first|last"
	for _, c := range []struct {
		name, text string
		shown      string   // the texts of the prompts
		ledger     string   // what is not 0
		warnings   []string // of main.jsonl, with their lines
	}{
		{"nothing", "", "", "0 lines", nil},
		{"sound", first + "\n" + last + "\n", both, "2 lines, 2 shown", nil},
		{"no final newline", first + "\n" + last, both, "2 lines, 2 shown", nil},
		{"two objects on a line", first + last, both, "1 lines, 1 shown, 1 glued", nil},
		{"a tail cut off", first + "\n" + last + "\n" + first[:80], both, "3 lines, 2 shown, 1 malformed",
			[]string{"3: unreadable line of 80 bytes (the file ends inside a record); nothing of it could be kept"}},
		{"cut in the middle", first + "\n" + first[:80] + "\n" + last + "\n", both, "3 lines, 2 shown, 1 malformed",
			[]string{"2: unreadable line of 80 bytes (the record breaks off); nothing of it could be kept"}},
		{"two writers in one line", first + "\n" + first[:80] + last + "\n", both, "2 lines, 2 shown",
			[]string{"2: 80 of the line's 184 bytes are unreadable (not JSON at byte 83: unexpected 't'); one record of it was kept"}},
		{"a tail of NUL", first + "\n" + last + "\n" + strings.Repeat("\x00", 9000), both, "3 lines, 2 shown, 1 structural", nil},
		{"NUL behind a record", first + "\n" + last + strings.Repeat("\x00", 9000), both, "2 lines, 2 shown", nil},
		{"NUL before a record", first + "\n" + strings.Repeat("\x00", 9000) + last, both, "2 lines, 2 shown", nil},
		{"a byte order mark", "\ufeff" + first + "\n" + last, both, "2 lines, 2 shown", nil},
		{"carriage returns", first + "\r\n" + last + "\r\n", both, "2 lines, 2 shown", nil},
		{"blank lines", "\n" + first + "\n \t\n\n" + last + "\n\n", both, "6 lines, 2 shown, 4 structural", nil},
		{"lone surrogates", first + "\n" + userLine("u3", "u1", `a\ud83db\udcb2`), "first|a\ufffdb\ufffd", "2 lines, 2 shown", nil},
		{"invalid UTF-8", first + "\n" + userLine("u3", "u1", "a\xff\xc3b"), "first|a\ufffd\ufffdb", "2 lines, 2 shown", nil},
		{"control characters", first + "\n" + userLine("u3", "u1", "a\x00\x1b[1m\x7f\tb"), "first|a\x00\x1b[1m\x7f\tb", "2 lines, 2 shown", nil},
		{"UTF-16", "\xff\xfe" + strings.Join(strings.Split(first, ""), "\x00") + "\x00", "", "1 lines, 1 malformed",
			[]string{"1: unreadable line of 208 bytes (UTF-16 text, only UTF-8 can be read); nothing of it could be kept", noRecord}},
		{"JSON, but no objects", first + "\n[1]\n\"x\"\n7\nnull\n" + last, both, "6 lines, 2 shown, 4 malformed", []string{
			"2: unreadable line of 3 bytes (a JSON array, not an object); nothing of it could be kept",
			"3: unreadable line of 3 bytes (a JSON string, not an object); nothing of it could be kept",
			"4: unreadable line of 1 bytes (a JSON number, not an object); nothing of it could be kept",
			"5: unreadable line of 4 bytes (a JSON null, not an object); nothing of it could be kept"}},
		{"not a transcript", "[core]\n\trepositoryformatversion = 0\n", "", "2 lines, 2 malformed", []string{
			"1: unreadable line of 6 bytes (not JSON at byte 2: unexpected 'c'); nothing of it could be kept",
			"2: unreadable line of 28 bytes (not JSON at byte 2: unexpected 'r'); nothing of it could be kept", noRecord}},
		{"thousands of bad lines", first + "\n" + strings.Repeat("x\n", 3000) + last, both, "3002 lines, 2 shown, 3000 malformed", append(
			slices.Collect(func(yield func(string) bool) {
				for n := 2; n < 7 && yield(fmt.Sprintf("%d: unreadable line of 1 bytes (not JSON at byte 1: unexpected 'x'); nothing of it could be kept", n)); n++ {
				}
			}), "0: 2995 more lines like these")},
		{"a name twice", first + "\n" + strings.Replace(last, `"uuid"`, `"uuid":"x","uuid"`, 1), both, "2 lines, 2 shown", nil},
		{"names that differ in case alone", first + "\n" + strings.Replace(last, `"sessionId"`, `"sessionID":"x","SESSIONID":[],"sessionId"`, 1), both, "2 lines, 2 shown", nil},
		{"members of the wrong type", first + "\n" + strings.Replace(last, `"sessionId":"s"`, `"sessionId":5,"timestamp":[],"cwd":{},"isMeta":"x","toolUseID":{},"toolUseId":1`, 1),
			both, "2 lines, 2 shown", nil},
		{"a result nested too deep", first + "\n" + strings.Replace(last, `"sessionId"`, `"toolUseResult":`+deeply(5000)+`,"sessionId"`, 1), both, "2 lines, 2 shown",
			[]string{"2: 24007 of the line's 30122 bytes are unreadable (nested deeper than 1000 levels); one record of it was kept"}},
		{"a bomb", first + "\n" + strings.Repeat(`{"a":`, 1<<18) + "\n" + last, both, "3 lines, 2 shown, 1 malformed",
			[]string{"2: unreadable line of 1310720 bytes (nested deeper than 1000 levels); nothing of it could be kept"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, err := Parse(context.Background(), &source.Session{ID: "s", Main: []*source.File{memory("main.jsonl", c.text)}}, source.Options{})
			if err != nil {
				t.Fatal(err)
			}
			modeltest.Check(t, s)
			var shown, told []string
			for m := range s.Main.Live().Messages() {
				if m.Kind == parser.KindPrompt {
					shown = append(shown, strings.TrimSpace(plain(m.Blocks)))
				}
			}
			for _, w := range s.Warnings {
				told = append(told, fmt.Sprintf("%d: %s", w.Line, w.Text))
			}
			if got := strings.Join(shown, "|"); got != c.shown {
				t.Errorf("shown %q, want %q", got, c.shown)
			}
			if got := nonzero(&s.Ledger); got != c.ledger {
				t.Errorf("ledger %s, want %s", got, c.ledger)
			}
			if diff := cmp.Diff(c.warnings, told); diff != "" {
				t.Errorf("warnings: -want +got:\n%s", diff)
			}
		})
	}
}

const noRecord = "0: the file contains no record: it does not look like a transcript"

// nonzero prints a ledger without the classes that are empty.
func nonzero(l *parser.Ledger) string {
	text := strings.NewReplacer(" = ", ", ", " + ", ", ", "; ", ", ").Replace(modeltest.Account(l))
	return strings.Join(slices.DeleteFunc(strings.Split(text, ", "), func(part string) bool {
		return strings.HasPrefix(part, "0 ") && part != "0 lines"
	}), ", ")
}

// TestRepairsAreTold: of many repairs of a kind the first are told one by one, the
// others by their number.
func TestRepairsAreTold(t *testing.T) {
	t.Parallel()
	for text, parent := range map[string]func(i int) int{
		"names itself": func(i int) int { return i },
		"form a cycle": func(i int) int { return i ^ 1 },
	} {
		var lines []string
		for i := range 2000 {
			lines = append(lines, userLine(id(i), id(parent(i)), "text"))
		}
		s := parseLines(t, lines)
		modeltest.Check(t, s)
		told := 0
		for _, w := range s.Warnings {
			if strings.Contains(w.Text, text) {
				told++
			}
		}
		if told != maxLineWarnings+1 || s.Ledger.Shown != 2000 {
			t.Errorf("%s: %d warnings, ledger %s", text, told, modeltest.Account(&s.Ledger))
		}
	}
}

// TestHugeLine: a line of 100 MB is a line.
func TestHugeLine(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes 400 MB of memory")
	}
	const size = 100_000_000
	head, tail, _ := strings.Cut(userLine("u2", "u1", "HERE"), "HERE")
	file := memory("main.jsonl", "")
	file.Open = func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader(userLine("u1", "", "first")+"\n"+head),
			io.LimitReader(letters{}, size), strings.NewReader(tail+"\n"+userLine("u3", "u2", "last")))), nil
	}
	s, err := Parse(context.Background(), &source.Session{ID: "s", Main: []*source.File{file}}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	for m := range s.Main.Live().Messages() {
		sizes = append(sizes, len(strings.TrimSpace(plain(m.Blocks))))
	}
	if diff := cmp.Diff([]int{5, size, 4}, sizes); diff != "" || len(s.Warnings) != 0 {
		t.Errorf("%s, warnings %v", diff, s.Warnings)
	}
}

// letters is a source of the same letter.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
