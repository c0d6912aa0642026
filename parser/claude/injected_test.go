package claude

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser"
)

func TestNotificationKeepsWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	got := otherChildren("<task-id>a</task-id>\n<event>09:02 order</event><summary>s</summary><x>1 < 2</x><open>no end <y")
	want := []parser.Field{{Name: "event", Value: "09:02 order"}, {Name: "x", Value: "1 < 2"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
