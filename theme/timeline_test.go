package theme

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jba/templatecheck"

	"steno/theme/chart"
	"steno/theme/picture"
)

// drawn is what a template makes of a view.
func drawn(t *testing.T, name string, view any) string {
	t.Helper()
	var b bytes.Buffer
	if err := loaded(t).templates.ExecuteTemplate(&b, name, view); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPicturesGolden(t *testing.T) {
	t.Parallel()
	for file, got := range map[string]string{
		"timeline.html": drawn(t, "timeline", cannedTimeline()),
		"bars.html": drawn(t, "bars", chart.Bars{Title: "Tokens per day", Names: "Day", Unit: "tokens", Series: []string{"opus-4-5", "haiku-4-5"}, Columns: []chart.Column{
			{Label: "3 Mar 2026", Values: []float64{1e6, 2e5}}, {Label: "4 Mar 2026", Href: "x.html", Values: []float64{4e5}},
		}}),
	} {
		got = strings.ReplaceAll(got, "><", ">\n<")
		name := "testdata/" + file
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestPicturesFitTheirTemplates(t *testing.T) {
	t.Parallel()
	th := loaded(t)
	for name, view := range map[string]any{"timeline": &picture.Timeline{}, "bars": chart.Bars{}} {
		if err := templatecheck.CheckHTML(th.templates.Lookup(name), view); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, view := range map[string]any{
		"timeline": &picture.Timeline{Lanes: []picture.Lane{{Turns: []picture.TurnSpan{{Spans: cannedSpan(0, 0)}}}}}, "bars": chart.Bars{},
	} {
		if got := drawn(t, name, view); got != "" {
			t.Errorf("%s of nothing: %s", name, got)
		}
	}
}

var percent = regexp.MustCompile(`x="?([0-9.]+)%"?(?: y="?\d+"?)? width="?([0-9.]+)%`)

// TestTimelineIsBounded: a session of any length makes a picture that costs little and stays in its box.
func TestTimelineIsBounded(t *testing.T) {
	t.Parallel()
	tl := &picture.Timeline{Lanes: make([]picture.Lane, 14)}
	for i := range 5000 {
		lane := &tl.Lanes[i%14]
		minute := i * (3 + i%17)
		lane.Turns = append(lane.Turns, picture.TurnSpan{Number: i/14 + 1, Text: strings.Repeat("word ", 16), Href: fmt.Sprintf("#m-%d", i), Rewound: i%5 == 0, Spans: cannedSpan(minute, minute+i%9)})
		lane.Errors = append(lane.Errors, cannedTime(minute))
		tl.Context = append(tl.Context, picture.ContextSize{Time: cannedTime(i * 8), Tokens: i * 7919 % 200_000})
		if i%40 == 0 {
			tl.Compactions = append(tl.Compactions, picture.CompactionMark{Time: cannedTime(minute)})
		}
	}
	html := drawn(t, "timeline", tl)
	if n := strings.Count(html, "<rect") + strings.Count(html, "<line"); n > 500 || n < 100 {
		t.Errorf("%d marks", n)
	}
	if len(html) > 60_000 {
		t.Errorf("the timeline has %d bytes", len(html))
	}
	for _, m := range percent.FindAllStringSubmatch(html, -1) {
		x, _ := strconv.ParseFloat(m[1], 64)
		w, _ := strconv.ParseFloat(m[2], 64)
		if x < 0 || w <= 0 || x+w > 100.0001 {
			t.Errorf("a mark leaves the picture: %s", m[0])
		}
	}
	if again := drawn(t, "timeline", tl); again != html {
		t.Error("the same timeline is drawn in two ways")
	}
}

func TestUntil(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		start, end time.Time
		want       string
	}{
		{time.Time{}, cannedTime(3), ""},
		{cannedTime(3), time.Time{}, ""},
		{cannedTime(3), cannedTime(3).Add(20 * time.Second), ""},
		{cannedTime(3), cannedTime(63), "10:03"},
		{cannedTime(3), cannedTime(3000), "6 Mar 2026, 11:00"},
	} {
		if got := until(c.start, c.end); got != c.want {
			t.Errorf("from %v until %v: %q, want %q", c.start, c.end, got, c.want)
		}
	}
}
