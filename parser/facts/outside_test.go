package facts

import "testing"

// TestFolders: a path is in a directory by whole elements; on a drive, case does not matter.
func TestFolders(t *testing.T) {
	t.Parallel()
	var none, dirs, all folders
	dirs.add("/srv/quay", "D:/Work", "rel", "/srv/quay-worktrees")
	all.add("/")
	for name, want := range map[string]bool{
		"/srv/quay": true, "/srv/quay/a/b.go": true, "/srv/quayside": false, "/srv": false, "/srv/Quay/a": false,
		"d:/work/a.go": true, "D:/WORK": true, "D:/Workshop": false, "rel/a": true, "relative": false, "/rel": false,
		"/srv/quay-worktrees/x/a.go": true, "": false, "/": false,
	} {
		if got := dirs.contain(name); got != want || none.contain(name) || none.has(name) {
			t.Errorf("%q is in a directory: %t, want %t", name, got, want)
		}
	}
	if dirs.first != "/srv/quay" || none.first != "" || !dirs.has("d:/work") || dirs.has("/srv/quay/a") {
		t.Errorf("directories are %+v", dirs)
	}
	if !all.contain("/a/b") || !all.contain("/") || all.contain("a") {
		t.Error("not all absolute paths are below the root")
	}
}
