package provenance

import (
	"slices"
	"strings"
	"testing"
	"time"

	"steno/generator/git"
	"steno/parser"
)

func TestNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ message, note, want string }{
		{"Oil\n\nSteno-Session: 11111111-0000", "", "11111111-0000"},
		{"Oil\n\nsteno-session: 11111111-0000\r\nSteno-Session: 22222222\n", "", "11111111-0000 22222222"},
		{"Oil\n\nSteno-Session: https://ada.example/s/sessions/11111111-0000/index.html", "", "11111111-0000"},
		{"Oil\n\nSteno-Session: 11111111-0000\n\nIt was dry.", "", ""},
		{"Steno-Session: 11111111-0000", "", ""},
		{"Oil\n\nReviewed-by: 11111111-0000", "", ""},
		{"Oil\n\nSteno-Session: 1111", "", ""},
		{"Oil\n\nSteno-Session: 11111111 * or 1=1", "", ""},
		{"Oil\n\nSteno-Session: ../../etc/passwd-of-ada", "", "passwd-of-ada"},
		{"Oil", "Steno-Session: 33333333-0000\nMade-With: x\n\nSteno-Session: 44444444-0000\n", "33333333-0000 44444444-0000"},
		{"Oil\n\nSteno-Session: 33333333-0000", "Steno-Session: 33333333-0000\n", "33333333-0000"},
	} {
		commit := &git.Commit{Trailers: git.Trailers(c.message)}
		if got := strings.Join(Named(commit, []string{"Steno-Session"}, c.note), " "); got != c.want {
			t.Errorf("%q with the note %q names %q, want %q", c.message, c.note, got, c.want)
		}
	}
}

// A hash alone is not enough: it is abbreviated, and may be of another repository.
func TestMade(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)
	session := Session{Start: at, End: at.Add(time.Hour)}
	for _, c := range []struct {
		recorded, subject string
		after             time.Duration
		want              bool
	}{
		{"Oil the engine", "Oil the engine", 48 * time.Hour, true},
		{"Oil  the\tengine", "Oil the engine", 0, true},
		{"Oil the engine", "Paint the door", time.Minute, false},
		{"", "Oil the engine", time.Minute, true},
		{"", "Oil the engine", -2 * time.Minute, false},
		{"", "Oil the engine", time.Hour + 2*time.Minute, false},
		{"Use [redacted:github-token#1]", "Use it", time.Minute, true},
		{"Use [redacted:github-token#1]", "Use it", 2 * time.Hour, false},
	} {
		got := made(session, parser.Commit{Subject: c.recorded}, &git.Commit{Subject: c.subject, Time: at.Add(c.after)})
		if got != c.want {
			t.Errorf("a session that recorded %q made %q %s after its start: %v, want %v", c.recorded, c.subject, c.after, got, c.want)
		}
	}
	if made(Session{}, parser.Commit{}, &git.Commit{Time: at}) {
		t.Error("a session without times made a commit without a subject")
	}
}

func TestNotes(t *testing.T) {
	t.Parallel()
	oil, lamp := &git.Commit{Hash: "aaaaaaaaaaaa", Subject: "Oil"}, &git.Commit{Hash: "bbbbbbbbbbbb", Subject: "Lamp", Time: time.Unix(9, 0)}
	found := map[string]*git.Commit{"aaaaaaa": oil, "aaaaaaaa": oil, "bbbbbbb": lamp}
	one := Session{ID: "one", Agent: "Claude\x1b[31m\nCode", Models: []string{"m"}, Page: "https://x/", Commits: []parser.Commit{
		{SHA: "AAAAAAA", Subject: "Oil"}, {SHA: "aaaaaaaa", Subject: "Oil"}, {SHA: "bbbbbbb", Subject: "Lamp", Dropped: true}, {Subject: "Oil"},
	}}
	two := Session{ID: "two", Commits: []parser.Commit{{SHA: "aaaaaaa", Subject: "Oil"}, {SHA: "bbbbbbb", Subject: "Lamp"}}}
	if got := Hashes([]Session{one, two}); !slices.Equal(got, []string{"aaaaaaa", "aaaaaaaa", "bbbbbbb"}) {
		t.Errorf("the hashes are %q", got)
	}
	notes := Notes([]Session{one, two}, found, map[string]string{"aaaaaaaaaaaa": "By hand\n\nSteno-Session: one\nMade-With: old\n"})
	if len(notes) != 2 || notes[0].Commit != lamp || !notes[0].Changed() {
		t.Fatalf("the notes are %+v", notes)
	}
	const want = "By hand\n\nSteno-Session: one\nMade-With: Claude [31m Code\nModel: m\nPage: https://x/\n\nSteno-Session: two\n"
	if notes[1].Text != want {
		t.Errorf("the note is\n%s\nwant\n%s", notes[1].Text, want)
	}
	again := Notes([]Session{one, two}, found, map[string]string{"aaaaaaaaaaaa": want, "bbbbbbbbbbbb": notes[0].Text})
	for _, n := range again {
		if n.Changed() {
			t.Errorf("the note on %s changes each time:\n%s", n.Commit.Subject, n.Text)
		}
	}
}
