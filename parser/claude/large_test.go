package claude

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"steno/parser/source"
)

// BenchmarkParseLarge parses sessions of 30, 100 and 300 MB, each in a process of
// its own. The megabytes per second of processor time must not fall with the size,
// and what the whole process needed at its peak must stay near twice
// the file.
func BenchmarkParseLarge(b *testing.B) {
	for _, megabytes := range []int{30, 100, 300} {
		b.Run(fmt.Sprintf("%dMB", megabytes), func(b *testing.B) {
			name := filepath.Join(b.TempDir(), "session.jsonl")
			records, size := writeFile(b, name, megabytes*1_000_000)
			b.SetBytes(int64(size))
			var peak float64
			var spent time.Duration
			for b.Loop() {
				run := parseAlone(b, name)
				if run.Lines != records {
					b.Fatalf("%d of %d records were read", run.Lines, records)
				}
				peak, spent = max(peak, float64(run.Peak)), spent+run.spent
			}
			b.ReportMetric(float64(records), "records")
			b.ReportMetric(peak/float64(size), "peak/file")
			b.ReportMetric(float64(size)*float64(b.N)/1e6/spent.Seconds(), "MB/cpu-s")
		})
	}
}

func writeFile(b *testing.B, name string, size int) (records, bytes int) {
	b.Helper()
	f, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	records, bytes, err = makeSession(f, size)
	if err != nil {
		b.Fatal(err)
	}
	return records, bytes
}

// alone is what a process that parsed one file tells.
type alone struct {
	Lines int
	Peak  int           // bytes of memory that the process had at most, as the system counts
	spent time.Duration // of all processors
}

// aloneFile names, for the process that parseAlone starts, the file to parse.
const aloneFile = "STENO_TEST_PARSE_ALONE"

func parseAlone(b *testing.B, name string) alone {
	b.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestParseAlone$")
	cmd.Env = append(os.Environ(), aloneFile+"="+name)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	var run alone
	if err := json.Unmarshal(regexp.MustCompile(`\{.*\}`).Find(out), &run); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	run.spent = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if run.Peak == 0 {
		b.Skip("this system does not tell the peak of a process's memory")
	}
	return run
}

// TestParseAlone is what the process that parseAlone starts does.
func TestParseAlone(t *testing.T) {
	name := os.Getenv(aloneFile)
	if name == "" {
		t.Skip("runs for BenchmarkParseLarge alone")
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	debug.SetGCPercent(50) // as the command line does while a session this large is in memory
	file := &source.File{Path: name, Size: info.Size(), Open: func() (io.ReadCloser, error) { return os.Open(name) }}
	s, err := Parse(context.Background(), &source.Session{ID: "s", Main: []*source.File{file}}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run := alone{Lines: s.Ledger.Lines, Peak: peakMemory()}
	if len(s.Main.Branches) < 2 || len(s.Warnings) > 0 {
		t.Fatalf("%d branches, warnings %v", len(s.Main.Branches), s.Warnings)
	}
	json.NewEncoder(os.Stdout).Encode(run)
}

// peakMemory is the high-water mark of the process's resident memory, 0 where the
// system does not tell.
func peakMemory() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		return 0
	}
	kilobytes, _ := strconv.Atoi(string(m[1]))
	return kilobytes * 1024
}
