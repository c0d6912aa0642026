package tier

import (
	"os"
	"runtime/debug"
	"strconv"
)

// memory is the file system in memory that Linux has.
const memory = "/dev/shm"

// rarely is how often the garbage collector of tests runs, as GOGC has it.
const rarely = 400

// enough is the room that the temporary files of all packages never fill.
const enough = 8 << 30

// ManyFiles puts the temporary files of a package's tests, and of the programs that they start, into
// memory, where there is enough of it: making and removing thousands of sites takes half of the
// system's time on a disk. It also lets the garbage collector wait, as the tests live for seconds, and that of
// the programs that they start: a build of a few sessions spends a fifth of its time on it before
// its main function can say so. Call it in TestMain of a package whose tests write many files, or take seconds.
func ManyFiles() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(rarely)
		setenv("GOGC", strconv.Itoa(rarely))
	}
	if os.Getenv("TMPDIR") == "" && room(memory) >= enough {
		setenv("TMPDIR", memory)
	}
}

func setenv(name, value string) {
	if err := os.Setenv(name, value); err != nil {
		panic(err) // only for names and values that no system takes
	}
}
