package facts

import (
	"fmt"
	"reflect"
	"testing"

	"steno/parser/shell"
)

// TestCommandLines: a line that is asked for again is parsed as before, whatever was done with
// its commands, and the lines that are kept are bounded. What a line is called is known without parsing it again.
func TestCommandLines(t *testing.T) {
	t.Parallel()
	lines := newCommandLines()
	for i := range 3*maxLines + 1 {
		lines.named(fmt.Sprint("echo ", i))
	}
	if len(lines.last) != 1 || lines.named("echo 5") != (lineName{"echo", "echo 5"}) || len(lines.last) != 1 {
		t.Errorf("%d lines are kept, and one is called %q", len(lines.last), lines.named("echo 5"))
	}
	lines = newCommandLines()
	for _, line := range []string{"git commit -m x && git push", "cd a; go test ./... | tail", "HUSKY=0 git commit -am 'y'", "echo 'open", "sed -i s/a/b/ c.go"} {
		want, ok := shell.Parse(line)
		for _, l := range []*commandLines{lines, lines, nil} {
			got, whole := l.parse(line)
			if whole != ok || !reflect.DeepEqual(got, want) {
				t.Errorf("%q: got %v, want %v", line, got, want)
			}
			gitCalls(got)
			for i := range got {
				testTool(&got[i])
				effectOf(&got[i])
			}
		}
	}
}

// A line of PowerShell is called by what it does, as those of other shells.
func TestCommandLinesPowerShell(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`$ErrorActionPreference = 'Stop'; go vet ./...`:             "go vet",
		`$env:CI = "1"; npm run build`:                              "npm run build",
		`Set-Location lamps; git push`:                              "git push",
		`$lamps = Get-Content lamps.txt; Write-Host $lamps`:         "Get-Content",
		"$all = Get-ChildItem\n$all | ForEach-Object { $_.Name }":   "Get-ChildItem",
		`dotnet build 2>&1 | Select-String error`:                   "dotnet build",
		`Write-Host "build"; dotnet build | Select-Object -Last 20`: "dotnet build",
	} {
		if got := newCommandLines().named(line).program; got != want {
			t.Errorf("%q is called %q, want %q", line, got, want)
		}
	}
}
