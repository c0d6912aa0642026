package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// sample is what one run of a program took and left.
type sample struct {
	processor, wall time.Duration // processor: user and system
	peak            int64         // bytes of memory
	site            int64         // bytes
	files           int
	page, first     int64 // bytes of the largest page, and gzipped of the heaviest first page of a session with what it loads
}

// run runs a command and adds what it took. This process stays small for that: a child
// begins with the peak of its parent.
func (s *sample) run(ctx context.Context, dir string, env []string, name string, args ...string) error {
	_, err := s.output(ctx, dir, env, name, args...)
	return err
}

// output is run for a command that prints what was measured.
func (s *sample) output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var said strings.Builder
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, &said, &said
	start := time.Now()
	err := cmd.Run()
	s.wall += time.Since(start)
	if cmd.ProcessState != nil {
		s.processor += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		s.peak = max(s.peak, peakMemory(cmd.ProcessState))
	}
	if err != nil {
		text := said.String()
		return "", fmt.Errorf("running %s: %w\n%s", cmd, err, text[max(0, len(text)-2000):])
	}
	return said.String(), nil
}

// weigh measures what was written.
func (s *sample) weigh(site string) error {
	s.site, s.files = 0, 0
	return filepath.WalkDir(site, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		s.files++
		s.site += info.Size()
		return nil
	})
}

// transcriptBytes is how much there is to read.
func transcriptBytes(dir string) (size int64, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".jsonl") {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		size += info.Size()
		return nil
	})
	return size, err
}

// remake removes a folder and makes it again, empty.
func remake(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.MkdirAll(dir, 0o755)
}
