package summary

import (
	"testing"
	"time"

	"steno/generator/publish"
	"steno/theme/view"
)

// Sessions of one project that have one title are told apart by when they began, and by their ids
// where they began in one minute; those of other projects stay as they are.
func TestTitlesAreToldApart(t *testing.T) {
	t.Parallel()
	tea, coffee := &publish.Project{}, &publish.Project{}
	at := func(minute int) time.Time { return time.Date(2026, 3, 2, 10, minute, 0, 0, time.UTC) }
	row := func(id, title string, minute int) *Session {
		return &Session{Row: view.SessionRow{ID: id, Title: title, Start: at(minute)}}
	}
	summaries := []*Session{row("aaaaaaaa-1", "Brew", 1), row("bbbbbbbb-1", "Brew", 2), row("cccccccc-1", "Pour", 3), row("dddddddd-1", "Pour", 3), row("eeeeeeee-1", "Steep", 4), row("ffffffff-1", "Brew", 5)}
	projects := []*publish.Project{tea, tea, tea, tea, tea, coffee}
	var sessions []*publish.Session
	for _, p := range projects {
		sessions = append(sessions, &publish.Session{Project: p})
	}
	want := map[string]string{
		"aaaaaaaa-1": "Brew (2 March 2026, 10:01)", "bbbbbbbb-1": "Brew (2 March 2026, 10:02)",
		"cccccccc-1": "Pour (2 March 2026, 10:03, cccccccc)", "dddddddd-1": "Pour (2 March 2026, 10:03, dddddddd)", "eeeeeeee-1": "Steep", "ffffffff-1": "Brew",
	}
	for _, l := range NewestFirst(sessions, summaries) {
		if l.Row.Title != want[l.Row.ID] {
			t.Errorf("%s is called %q, want %q", l.Row.ID, l.Row.Title, want[l.Row.ID])
		}
	}
	if summaries[0].Row.Title != "Brew" {
		t.Error("the summary itself was changed")
	}
}
