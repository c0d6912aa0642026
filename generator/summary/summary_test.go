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
		return &Session{Row: view.SessionRow{ID: id, Title: title, Start: at(minute)}, Totals: view.Totals{Start: at(minute)}}
	}
	made := []*Session{row("aaaaaaaa-1", "Brew", 1), row("bbbbbbbb-1", "Brew", 2), row("cccccccc-1", "Pour", 3), row("dddddddd-1", "Pour", 3), row("eeeeeeee-1", "Steep", 4), row("ffffffff-1", "Brew", 5)}
	projects := []*publish.Project{tea, tea, tea, tea, tea, coffee}
	var sessions []*publish.Session
	store := NewStore(nil, 0)
	defer store.Close()
	store.made = mostMade - len(store.codec.Append(nil, made[0])) // the others are read back
	var summaries []*Stored
	for i, p := range projects {
		summaries = append(summaries, store.Keep(made[i]))
		sessions = append(sessions, &publish.Session{Project: p})
	}
	want := map[string]string{
		"aaaaaaaa-1": "Brew (2 March 2026, 10:01)", "bbbbbbbb-1": "Brew (2 March 2026, 10:02)",
		"cccccccc-1": "Pour (2 March 2026, 10:03, cccccccc)", "dddddddd-1": "Pour (2 March 2026, 10:03, dddddddd)", "eeeeeeee-1": "Steep", "ffffffff-1": "Brew",
	}
	for _, l := range NewestFirst(sessions, summaries) {
		if l.Title != want[l.ID] || l.Row().Title != want[l.ID] || l.Shown().Row.Title != want[l.ID] {
			t.Errorf("%s is called %q and %q, want %q", l.ID, l.Title, l.Row().Title, want[l.ID])
		}
	}
	if summaries[0].Whole().Row.Title != "Brew" || summaries[1].whole != nil || store.Err() != nil {
		t.Error("the summary itself was changed")
	}
}
