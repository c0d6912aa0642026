package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// release is a stub of the part of GitHub that has releases.
type release struct {
	files map[string][]byte
	fails bool
	asked []string
}

func (r *release) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	r.asked = append(r.asked, q.URL.Path)
	data, ok := r.files[strings.TrimPrefix(q.URL.Path, "/ada/steno/releases/download/v1.2.3/")]
	switch {
	case r.fails:
		w.WriteHeader(http.StatusBadGateway)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	default:
		w.Write(data)
	}
}

// archive is what a release has for one system.
func archive(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	a := tar.NewWriter(z)
	const program = "#!/bin/sh\necho steno 1.2.3\n"
	for name, text := range map[string]string{"README.md": "x", "steno": program} {
		if err := a.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		a.Write([]byte(text))
	}
	a.Close()
	z.Close()
	return b.Bytes()
}

// install runs the step, and returns its outputs, what it put on the PATH, and what it said.
func install(t *testing.T, r *release, env ...string) (outputs, added, said string, code int) {
	t.Helper()
	server := httptest.NewServer(r)
	defer server.Close()
	dir := t.TempDir()
	output, path := filepath.Join(dir, "output"), filepath.Join(dir, "path")
	cmd := exec.Command(bash, ".github/action/install.sh")
	cmd.Env = append(append(os.Environ(), "GITHUB_SERVER_URL="+server.URL, "GITHUB_OUTPUT="+output, "GITHUB_PATH="+path, "RUNNER_TEMP="+dir, "RUNNER_OS=Linux", "RUNNER_ARCH=X64",
		"STENO_ACTION_REPOSITORY=ada/steno", "STENO_ACTION_REF=v1.2.3", "STENO_ACTION_INSTALL=auto", "STENO_RETRIES=0", "no_proxy=*", "NO_PROXY=*"), env...)
	text, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState.ExitCode() < 0 {
		t.Fatalf("%v: %s", err, text)
	}
	made, _ := os.ReadFile(output)
	on, _ := os.ReadFile(path)
	if on := strings.TrimSpace(string(on)); on != "" {
		if out, err := exec.Command(filepath.Join(on, "steno")).CombinedOutput(); err != nil || string(out) != "steno 1.2.3\n" {
			t.Errorf("the program that was installed: %v: %s", err, out)
		}
	}
	return string(made), string(on), string(text), cmd.ProcessState.ExitCode()
}

// The action downloads the release of its tag, checks it, and builds where there is none.
func TestActionInstalls(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the download of a release is NOT tested: the stub has no archive for Windows")
	}
	for _, program := range []string{bash, "curl", "awk", "tar"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the download of a release is NOT tested: no %s here", program)
		}
	}
	const name = "steno_1.2.3_linux_amd64.tar.gz"
	good := archive(t)
	sums := fmt.Appendf(nil, "%064d  steno_1.2.3_linux_armv7.tar.gz\n%x  %s\n", 0, sha256.Sum256(good), name)
	const arm = "steno_1.2.3_darwin_arm64.tar.gz"
	forMac := map[string][]byte{arm: good, "checksums.txt": fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(good), arm)}
	whole := map[string][]byte{name: good, "checksums.txt": sums}
	for _, c := range []struct {
		what    string
		release release
		env     []string
		build   string // "" when the job fails
		said    string
	}{
		{"a release", release{files: whole}, nil, "false", "installed " + name},
		{"a Mac", release{files: forMac}, []string{"RUNNER_OS=macOS", "RUNNER_ARCH=ARM64"}, "false", "installed " + arm},
		{"Windows, without a file", release{files: whole}, []string{"RUNNER_OS=Windows"}, "true", "the release has no steno_1.2.3_windows_amd64.zip"},
		{"only a release", release{files: whole}, []string{"STENO_ACTION_INSTALL=release"}, "false", "installed"},
		{"a file that was changed", release{files: map[string][]byte{name: append(bytes.Clone(good), 'x'), "checksums.txt": sums}}, nil, "", "has the checksum"},
		{"no release", release{}, nil, "true", "cannot be downloaded"},
		{"no release, and none is built", release{}, []string{"STENO_ACTION_INSTALL=release"}, "", "cannot be downloaded"},
		{"a server that fails", release{fails: true}, nil, "true", "cannot be downloaded"},
		{"no file for this system", release{files: whole}, []string{"RUNNER_OS=macOS"}, "true", "the release has no steno_1.2.3_darwin_amd64.tar.gz"},
		{"a checksum that is none", release{files: map[string][]byte{name: good, "checksums.txt": []byte("zz  " + name + "\n")}}, nil, "true", "the release has no"},
		{"a file that is missing", release{files: map[string][]byte{"checksums.txt": sums}}, nil, "true", "cannot be downloaded"},
		{"another system", release{files: whole}, []string{"RUNNER_OS=Plan9"}, "true", `no releases for "Plan9"`},
		{"another processor", release{files: whole}, []string{"RUNNER_ARCH=RISCV"}, "true", `no releases for "RISCV"`},
		{"a commit", release{files: whole}, []string{"STENO_ACTION_REF=0123456789abcdef0123456789abcdef01234567"}, "true", "no tag of a release"},
		{"a branch that looks like more", release{files: whole}, []string{"STENO_ACTION_REF=v1.2.3/../../x"}, "true", "no tag of a release"},
		{"a workflow of the repository itself", release{files: whole}, []string{"STENO_ACTION_REPOSITORY="}, "true", "not known"},
		{"always built", release{files: whole}, []string{"STENO_ACTION_INSTALL=build"}, "true", "the input install says so"},
		{"an input that is none", release{files: whole}, []string{"STENO_ACTION_INSTALL=yes"}, "", "none of auto, release and build"},
	} {
		outputs, added, said, code := install(t, &c.release, c.env...)
		want := "build=" + c.build + "\n"
		if c.build == "" {
			want = ""
		}
		if outputs != want || (code == 0) != (c.build != "") || (added != "") != (c.build == "false") || !strings.Contains(said, c.said) {
			t.Errorf("%s: outputs %q, path %q, exit code %d, said %q; want %q and %q", c.what, outputs, added, code, said, want, c.said)
		}
		if c.build == "true" && strings.Contains(c.said, "tag of a release") && len(c.release.asked) > 0 {
			t.Errorf("%s: asked for %q", c.what, c.release.asked)
		}
	}
}
