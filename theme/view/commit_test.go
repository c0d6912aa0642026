package view

import "testing"

func TestCommitNote(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		row  CommitRow
		want string
	}{
		{CommitRow{}, ""},
		{CommitRow{Branch: "main", Amended: true, NoVerify: true}, "on main · amended · --no-verify"},
		{CommitRow{Files: 160, Added: 1466, Removed: 2}, "160 files +1,466 −2"},
		{CommitRow{Files: 1, Dropped: true, Background: true}, "1 file · removed by git reset · in the background"},
	} {
		if got := c.row.Note(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
