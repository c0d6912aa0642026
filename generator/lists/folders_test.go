package lists

import (
	"fmt"
	"strings"
	"testing"

	"steno/generator/address"
	"steno/theme/view"
)

// TestFolderTree sums what changed in a folder and below it.
func TestFolderTree(t *testing.T) {
	t.Parallel()
	var files []view.ChangedFile
	last := ""
	for _, name := range []string{"go.mod", "src/a.go", "src/b.go", "src/core/c.go", "src/core/x/d.go", "test/e.go"} {
		f := view.ChangedFile{Path: name, Added: 1, Removed: 2, Folder: folderOf(name)}
		if f.Folder != last {
			f.Mark, last = folderMark(f.Folder), f.Folder
		}
		files = append(files, f)
	}
	var got []string
	for _, r := range folderTree(files, []address.Range{{To: len(files)}}) {
		got = append(got, fmt.Sprintf("%s%s +%d -%d", strings.Repeat(" ", r.Depth), r.Name, r.Added, r.Removed))
	}
	want := "./ +1 -2, src/ +4 -8,  core/ +2 -4,   x/ +1 -2, test/ +1 -2"
	if all := strings.Join(got, ", "); all != want {
		t.Errorf("got %s, want %s", all, want)
	}
}
