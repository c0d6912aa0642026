package cli

import (
	"encoding/gob"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// Starting a program costs more than most commands of the scripts do. So "run steno build" is
// "exec steno build" in one of a few processes that run many commands. What needs a standard input, a
// terminal, a signal or a separate process uses exec.

// command is one command line of a script, ended what it printed and returned.
type (
	command struct {
		Dir       string
		Env, Args []string
	}
	ended struct {
		Out, Err string
		Code     int
	}
)

// runCommands runs the commands that it reads, one after the other, until there are no more.
func runCommands(in io.Reader, out io.Writer) error {
	start, err := os.Getwd()
	commands, answers := gob.NewDecoder(in), gob.NewEncoder(out)
	for err == nil {
		var c command
		if err = commands.Decode(&c); err == nil {
			err = enter(c)
		}
		if err == nil {
			var stdout, stderr strings.Builder
			code := Main(c.Args, strings.NewReader(""), &stdout, &stderr, bundled)
			// Windows removes no folder that a process is in.
			err = errors.Join(os.Chdir(start), answers.Encode(ended{stdout.String(), stderr.String(), code}))
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// enter gives this process the environment and the folder of a command.
func enter(c command) error {
	os.Clearenv()
	for _, variable := range c.Env {
		name, value, _ := strings.Cut(variable, "=")
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	return os.Chdir(c.Dir)
}

// runner is a process that runs commands.
type runner struct {
	commands *gob.Encoder
	answers  *gob.Decoder
	end      func() error
}

func newRunner() (*runner, error) {
	process := exec.Command("steno-runner")
	process.Stderr = os.Stderr
	in, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	end := func() error { return errors.Join(in.Close(), process.Wait()) }
	return &runner{gob.NewEncoder(in), gob.NewDecoder(out), end}, process.Start()
}

// runners are the processes that wait for a command.
type runners struct {
	mutex sync.Mutex
	idle  []*runner
}

// take returns a process that waits, or nil.
func (r *runners) take() (next *runner) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if n := len(r.idle); n > 0 {
		next, r.idle = r.idle[n-1], r.idle[:n-1]
	}
	return next
}

// run runs a command in a process that waits, or in a new one.
func (r *runners) run(c command) (done ended, err error) {
	process := r.take()
	if process == nil {
		if process, err = newRunner(); err != nil {
			return done, err
		}
	}
	if err := errors.Join(process.commands.Encode(c), process.answers.Decode(&done)); err != nil {
		return done, errors.Join(err, process.end())
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.idle = append(r.idle, process)
	return done, nil
}

// close ends all processes.
func (r *runners) close() (err error) {
	for process := r.take(); process != nil; process = r.take() {
		err = errors.Join(err, process.end())
	}
	return err
}

// runSteno runs a command of a script, and returns its exit code.
func (r *runners) runSteno(ts *testscript.TestScript, args []string) int {
	done, err := r.run(command{ts.MkAbs("."), scriptEnvironment(ts), args})
	ts.Check(err)
	io.WriteString(ts.Stdout(), done.Out)
	io.WriteString(ts.Stderr(), done.Err)
	return done.Code
}

// scriptStart is the key of the variables that a script begins with.
type scriptStart struct{}

// setInScript finds the variables that a script sets.
var setInScript = regexp.MustCompile(`(?m)^env (.*)`)

// scriptEnvironment returns the variables that a script has at this moment, but for empty ones: those that
// it began with, and those that it sets somewhere.
func scriptEnvironment(ts *testscript.TestScript) []string {
	text, err := os.ReadFile(filepath.Join("testdata", "script", ts.Name()+".txtar"))
	ts.Check(err)
	known := slices.Clip(ts.Value(scriptStart{}).([]string))
	for _, line := range setInScript.FindAllStringSubmatch(string(text), -1) {
		known = append(known, strings.Fields(line[1])...)
	}
	vars := []string{"PWD=" + ts.MkAbs(".")}
	for _, variable := range known {
		name, _, _ := strings.Cut(variable, "=")
		if value := ts.Getenv(name); value != "" {
			vars = append(vars, name+"="+value)
		}
	}
	return vars
}
