package wrapper

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		found      []Wrapper
		rest       string
	}{
		{"text", "hello <b>", nil, "hello <b>"},
		{"one", "<bash-input>ls</bash-input>", []Wrapper{{Tag: "bash-input", Body: "ls"}}, ""},
		{"leading space", "\n  <bash-input>ls</bash-input>", []Wrapper{{Tag: "bash-input", Body: "ls"}}, ""},
		{"several", "<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>", []Wrapper{{Tag: "bash-stdout", Body: "a"}, {Tag: "bash-stderr", Body: "b"}}, ""},
		{"text behind", "<system-reminder>\nr\n</system-reminder>\n\nfix", []Wrapper{{Tag: "system-reminder", Body: "r"}}, "\n\nfix"},
		{"not at the start", "x <system-reminder>r</system-reminder>", nil, "x <system-reminder>r</system-reminder>"},
		{"not closed", "<system-reminder>r", nil, "<system-reminder>r"},
		{"not known", "<session-id>r</session-id>", nil, "<session-id>r</session-id>"},
		{"longer name", "<channels>r</channels>", nil, "<channels>r</channels>"},
		{"attributes", `<teammate-message teammate_id="a>b" color="">hi</teammate-message>`,
			[]Wrapper{{Tag: "teammate-message", Attrs: []Attr{{"teammate_id", "a>b"}, {"color", ""}}, Body: "hi"}}, ""},
		{"bad attribute", `<channel source=x>hi</channel>`, nil, `<channel source=x>hi</channel>`},
		{"attribute not closed", `<channel source="x>hi</channel>`, nil, `<channel source="x>hi</channel>`},
		{"glued attributes", `<channel a="1"b="2">hi</channel>`, nil, `<channel a="1"b="2">hi</channel>`},
		{"end tag quoted by output", "<bash-stdout>a</bash-stdout> b</bash-stdout>", []Wrapper{{Tag: "bash-stdout", Body: "a</bash-stdout> b"}}, ""},
		{"two notifications", "<task-notification>1</task-notification>\n<task-notification>2</task-notification>",
			[]Wrapper{{Tag: "task-notification", Body: "1"}, {Tag: "task-notification", Body: "2"}}, ""},
		{"end tag quoted by an agent", "<agent-message from=\"a\">\n  see </agent-message>\n  done\n</agent-message>\n\nremark",
			[]Wrapper{{Tag: "agent-message", Attrs: []Attr{{"from", "a"}}, Body: "  see </agent-message>\n  done"}}, "\n\nremark"},
		{"two messages, the first on one line", "<agent-message>1</agent-message>\n<agent-message>\n2\n</agent-message>",
			[]Wrapper{{Tag: "agent-message", Body: "1"}, {Tag: "agent-message", Body: "2"}}, ""},
		{"args with angle brackets", "<command-name>/x</command-name><command-args>a < b > c</command-args>",
			[]Wrapper{{Tag: "command-name", Body: "/x"}, {Tag: "command-args", Body: "a < b > c"}}, ""},
	}
	for _, test := range tests {
		found, rest := Split(test.text)
		if diff := cmp.Diff(test.found, found); diff != "" || rest != test.rest {
			t.Errorf("%s: rest %q, want %q; -want +got:\n%s", test.name, rest, test.rest, diff)
		}
		if Has(test.text) != (len(test.found) > 0) {
			t.Errorf("%s: Has is wrong", test.name)
		}
	}
}

func TestChild(t *testing.T) {
	t.Parallel()
	body := "<a>1</a>\n<result>x</result> y</result><b>"
	for _, test := range []struct {
		name string
		free bool
		want string
	}{{"a", false, "1"}, {"result", false, "x"}, {"result", true, "x</result> y"}, {"b", false, ""}, {"c", true, ""}} {
		if got := Child(body, test.name, test.free); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// FuzzSplit: no byte of a text is lost, and what is left over is its end.
func FuzzSplit(f *testing.F) {
	f.Add("<bash-input>ls</bash-input> rest")
	f.Add(`<channel source="x">a</channel><channel>`)
	f.Add("<task-notification><result></result></task-notification>\n<task-notification>")
	f.Fuzz(func(t *testing.T, text string) {
		found, rest := Split(text)
		if !strings.HasSuffix(text, rest) {
			t.Fatalf("rest %q is not the end of %q", rest, text)
		}
		size := len(rest)
		for _, w := range found {
			size += len(w.Body)
			if tags[w.Tag] == 0 || !strings.Contains(text, w.Body) {
				t.Errorf("%+v is not in %q", w, text)
			}
		}
		if size > len(text) || len(found) == 0 && rest != text {
			t.Errorf("%q gives %+v and %q", text, found, rest)
		}
	})
}

// Texts of very many elements take no time that grows faster than they do.
func TestManyElements(t *testing.T) {
	const n = 100_000
	for tag := range tags {
		if tags[tag] != toLine {
			continue
		}
		found, rest := Split(strings.Repeat("<"+tag+"></"+tag+">", n))
		if len(found) != n || rest != "" {
			t.Errorf("%d of %d elements %q found, and %d bytes are left", len(found), n, tag, len(rest))
		}
	}
}
