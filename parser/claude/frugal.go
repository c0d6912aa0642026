package claude

import (
	"math"
	"runtime"
	"runtime/debug"

	"steno/parser/source"
)

// large is the size from which a session is parsed with care for memory. Below, it
// is not worth the time.
const large = 64 << 20

// frugal keeps the process, while a large session is parsed, from using more memory
// than it had before and 1.3 times the session's files, where the collector would
// let it grow to twice of what is needed. What is needed is mostly less: about as
// much as the files. Where it is more, the collector uses at most half of the
// processor's time in trying. The limit is one of the whole process: who has set one,
// the user or the parse of another session, is left alone.
func frugal(s *source.Session) (done func()) {
	size := int64(0)
	for _, f := range s.Main {
		size += f.Size
	}
	for _, a := range s.Agents {
		size += a.File.Size
	}
	if size < large || debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return func() {}
	}
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	debug.SetMemoryLimit(int64(before.Sys-before.HeapReleased) + size/10*13)
	return func() { debug.SetMemoryLimit(math.MaxInt64) }
}
