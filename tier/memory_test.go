package tier

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
)

func TestManyFiles(t *testing.T) {
	percent := debug.SetGCPercent(100)
	defer debug.SetGCPercent(percent)
	t.Setenv("GOGC", "")
	t.Setenv("TMPDIR", "/asked/for")
	ManyFiles()
	if dir := os.TempDir(); runtime.GOOS == "linux" && dir != "/asked/for" {
		t.Errorf("a folder that was asked for is not used, but %s", dir)
	}
	if got := debug.SetGCPercent(100); got != 400 {
		t.Errorf("the garbage collector runs at %d percent", got)
	}
	if got := os.Getenv("GOGC"); got != "400" {
		t.Errorf("the garbage collector of programs that tests start runs at %q percent", got)
	}
	t.Setenv("TMPDIR", "")
	plain := os.TempDir()
	ManyFiles()
	if got, has := os.TempDir(), room(memory) >= enough; has != (got == memory) || !has && got != plain {
		t.Errorf("files go to %s, with %d bytes of room in memory", got, room(memory))
	}
	t.Setenv("GOGC", "50")
	debug.SetGCPercent(50)
	ManyFiles()
	if got := debug.SetGCPercent(100); got != 50 {
		t.Errorf("the garbage collector was asked to run at 50 percent, and runs at %d", got)
	}
	if n := room("/does/not/exist"); n != 0 {
		t.Errorf("a folder that does not exist has room for %d bytes", n)
	}
}
