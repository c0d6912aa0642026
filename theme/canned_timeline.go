package theme

import (
	"time"

	"steno/theme/chart"
	"steno/theme/picture"
	"steno/theme/view"
)

func cannedSpan(from, to int) []chart.Span {
	return []chart.Span{{From: cannedTime(from), To: cannedTime(to)}}
}

// cannedTimeline has every kind of mark.
func cannedTimeline() *picture.Timeline {
	return &picture.Timeline{
		Lanes: []picture.Lane{
			{Name: "Prompts", Errors: []time.Time{cannedTime(3), cannedTime(204)}, Turns: []picture.TurnSpan{
				{Number: 1, Text: "Mend the lamp.", Href: "#m-00000001", Spans: cannedSpan(0, 5), Errors: 1},
				{Number: 1, Text: "Leave it.", Href: "branches/9/index.html#m-9", Spans: cannedSpan(6, 7), Rewound: true},
				{Number: 2, Text: hostile, Href: "page-2.html#m-2", Spans: cannedSpan(200, 210), Errors: 1},
			}},
			{Name: "Look " + hostile, Href: "agents/a/index.html", Turns: []picture.TurnSpan{{Spans: cannedSpan(1, 4)}}},
			{Name: "Count", Href: "agents/b/index.html", Depth: 1,
				Turns: []picture.TurnSpan{{Spans: cannedSpan(2, 3)}}, Errors: []time.Time{cannedTime(3)}},
		},
		Compactions: []picture.CompactionMark{{Time: cannedTime(202), Href: "page-2.html#m-3", Before: 155_000, After: 21_000}},
		Events: []picture.EventMark{
			{Kind: picture.EventTestFailed, Time: cannedTime(2), Href: "#m-00000001",
				Text: "go test: 1 failed"}, {Kind: picture.EventTest, Time: cannedTime(204),
				Href: "page-2.html#m-2", Text: "go test: 12 passed"},
			{Kind: picture.EventCommit, Time: cannedTime(205), Href: "page-2.html#m-2",
				Text: "Commit 1a2b3c4: " + hostile},
			{Kind: picture.EventPull, Time: cannedTime(207), Href: "", Text: "Pull request #7"},
		},
		Context: []picture.ContextSize{{Time: cannedTime(1), Tokens: 20_000},
			{Time: cannedTime(3), Tokens: 150_000}, {Time: cannedTime(202), Tokens: 21_000},
			{Time: cannedTime(208), Tokens: 60_000}},
	}
}

func cannedFailures() view.Failures {
	return view.Failures{Total: 23, Failed: 20, Groups: 9, Rows: []view.FailureRow{
		{Tool: "Bash", Object: "go test ./...", Text: "Exit code 1 --- FAIL: TestRestart (0.00s)",
			Href: "#m-00000005", Count: 5, Resolved: &view.Link{Text: "Bash", Href: "#m-00000005"}},
		{Tool: "Edit", Object: "lamp.go", Text: "String to replace not found in file.",
			Href: "agents/ab12cd34/index.html", Agent: "Find where lamps are lit"},
		{Tool: "API", Object: "rate limit", Text: hostile},
	}}
}
