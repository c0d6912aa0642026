//go:build unix

package tier

import (
	"syscall"
	"time"
)

// Processor returns the user and system time that this process has taken: what a benchmark
// takes, however busy the machine is.
func Processor() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err) // only for processes that no system has
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
