package view

import "testing"

func TestCommitSize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		row  CommitRow
		want string
	}{
		{CommitRow{Added: 3}, ""},
		{CommitRow{Files: 160, Added: 1466, Removed: 2}, "160 files +1,466 −2"},
		{CommitRow{Files: 1, Removed: 3}, "1 file −3"},
		{CommitRow{Files: 1}, "1 file"},
	} {
		if got := c.row.Size(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
