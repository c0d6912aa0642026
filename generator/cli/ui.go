// What Steno says, and where:
//
//   - Standard output carries only what was asked for: the list, the configuration,
//     the version, JSON. It is safe to pipe.
//   - Everything else goes to standard error: a line begins with "warning:", "error:"
//     or "hint:", or it is the one line that sums up a build. Lower case, no full stop.
//   - A progress bar appears only on a terminal, and is gone when the command ends.
//     --quiet, NO_COLOR, TERM=dumb and CI are honoured.
//   - Text from transcripts is printed without control characters, so that it cannot
//     drive the terminal.

package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/term"

	"steno/generator"
)

// Warnings and files of a list that are printed unless all are asked for; the rest is counted.
const (
	maxWarnings = 20
	mostListed  = 20
)

// ui talks to the user.
type ui struct {
	in       io.Reader
	answers  *bufio.Scanner // of in
	out, err io.Writer

	terminal bool       // standard error is one that can redraw a line
	colour   bool       // and may be coloured
	columns  func() int // its width

	bundled fs.FS // transcripts of "steno demo", pages of "steno help"

	quiet, verbose bool
	warned         int
}

func newUI(in io.Reader, out, err io.Writer) *ui {
	u := &ui{in: in, answers: bufio.NewScanner(in), out: out, err: err}
	if f, ok := err.(*os.File); ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" {
		u.terminal = os.Getenv("CI") == ""
		u.colour = os.Getenv("NO_COLOR") == ""
		u.columns = func() int {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
				return width
			}
			return 80
		}
	}
	return u
}

// answer is standard output; it notes the first error, so that what could not be printed never ends
// as if it were.
type answer struct {
	io.Writer
	err error
}

func (a *answer) Write(p []byte) (int, error) {
	n, err := a.Writer.Write(p)
	if a.err == nil {
		a.err = err
	}
	return n, err
}

// warn prints a warning: "warning: file:line: text".
func (u *ui) warn(w generator.Warning) {
	u.warned++
	if u.warned > maxWarnings && !u.verbose {
		return
	}
	where := w.File
	if where != "" && w.Line > 0 {
		where = fmt.Sprintf("%s:%d", where, w.Line)
	}
	if where != "" {
		where += ": "
	}
	u.line("warning", yellow, where+w.Text)
}

// warningsLeftOut reports how many warnings were not printed.
func (u *ui) warningsLeftOut() {
	if n := u.warned - maxWarnings; n > 0 && !u.verbose {
		u.line("warning", yellow, fmt.Sprintf("%d more; --verbose prints all", n))
	}
}

// error prints an error of one or several lines, and a hint unless it is "".
func (u *ui) error(text, hint string) {
	for line := range strings.SplitSeq(text, "\n") {
		u.line("error", red, line)
	}
	if hint != "" {
		u.hint(hint)
	}
}

// hint prints what may help.
func (u *ui) hint(text string) { u.line("hint", bold, text) }

// canAsk reports whether somebody is there to answer: on a terminal.
func (u *ui) canAsk() bool {
	f, ok := u.in.(*os.File)
	return ok && u.terminal && term.IsTerminal(int(f.Fd()))
}

// ask asks a question and returns the line that answers it, without blanks around it; ok is false
// when the input has ended or an interrupt came, which cannot end a read: see [ui.unanswered].
// Nothing is asked after an interrupt, beside a read that still waits.
func (u *ui) ask(ctx context.Context, question string) (answer string, ok bool) {
	if ctx.Err() != nil {
		return "", false
	}
	fmt.Fprint(u.err, question)
	answered := make(chan bool, 1)
	go func() { answered <- u.answers.Scan() }()
	select {
	case ok = <-answered:
		return strings.TrimSpace(u.answers.Text()), ok
	case <-ctx.Done():
		fmt.Fprintln(u.err)
		return "", false
	}
}

// unanswered is why the last question has no answer: an interrupt, or an input that cannot be read;
// nil when the user answered, or the input ended.
func (u *ui) unanswered(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return u.answers.Err()
}

// note prints a line that --quiet does not want to see.
func (u *ui) note(text string) {
	if !u.quiet {
		u.say("%s", text)
	}
}

// say prints a line.
func (u *ui) say(format string, args ...any) {
	fmt.Fprintln(u.err, readable(fmt.Sprintf(format, args...)))
}

// lines prints the lines of a table.
func (u *ui) lines(table string) {
	for line := range strings.Lines(table) {
		u.say("%s", strings.TrimRight(line, " \n"))
	}
}

// Select Graphic Rendition parameters.
const (
	bold   = "1"
	red    = "31;1"
	yellow = "33;1"
)

func (u *ui) line(label, style, text string) {
	label += ":"
	if u.colour {
		label = "\x1b[" + style + "m" + label + "\x1b[0m"
	}
	fmt.Fprintf(u.err, "%s %s\n", label, readable(text))
}

func (u *ui) printJSON(v any) error {
	if err := json.MarshalWrite(u.out, v, jsontext.WithIndent("  "), json.Deterministic(true)); err != nil {
		return fmt.Errorf("printing JSON: %w", err)
	}
	_, err := fmt.Fprintln(u.out)
	return err
}

// count returns "1 page", "2 pages".
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// bytesText returns a size with three digits and a decimal unit: "999 B", "1.02 MB".
func bytesText(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	size := float64(n)
	for _, unit := range []string{"kB", "MB", "GB"} {
		size /= 1000
		switch {
		case size < 9.995:
			return fmt.Sprintf("%.2f %s", size, unit)
		case size < 99.95:
			return fmt.Sprintf("%.1f %s", size, unit)
		case size < 999.5:
			return fmt.Sprintf("%.0f %s", size, unit)
		}
	}
	return fmt.Sprintf("%.0f TB", size/1000)
}

// readable is a message as a user reads it: plain, and on Windows with paths that can be pasted.
func readable(text string) string {
	if filepath.Separator == '\\' {
		text = singleBackslashes(text)
	}
	return plain(text)
}

var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)+"`)

// singleBackslashes undoes what quoting does to a path of Windows: "C:\\work" becomes "C:\work".
// Where anything else was escaped as well, the text stays.
func singleBackslashes(text string) string {
	return quoted.ReplaceAllStringFunc(text, func(q string) string {
		single := strings.ReplaceAll(q, `\\`, `\`)
		if name, err := strconv.Unquote(q); err != nil || `"`+name+`"` != single {
			return q
		}
		return single
	})
}

// plain puts the replacement character in place of what would drive a terminal or
// turn the direction of its text around.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// redrawAfter is the least time between two pictures of the bar.
const redrawAfter = 50 * time.Millisecond

// bar shows how far a build is: "[=====>    ] 12/40 title". Its zero value shows
// nothing.
type bar struct {
	ui    *ui
	drawn time.Time
}

// newBar returns the bar for one build; it stays silent where it is not wanted.
func (u *ui) newBar() *bar {
	if !u.terminal || u.quiet {
		return &bar{}
	}
	return &bar{ui: u}
}

// show draws the bar, if it was not just drawn.
func (b *bar) show(done, total int, what string) {
	now := time.Now()
	if b.ui == nil || now.Sub(b.drawn) < redrawAfter && done < total {
		return
	}
	b.drawn = now
	fmt.Fprintf(b.ui.err, "\r%s\x1b[K", picture(done, total, what, b.ui.columns()))
}

// clear takes the bar away.
func (b *bar) clear() {
	if b.ui != nil {
		fmt.Fprint(b.ui.err, "\r\x1b[K")
	}
}

// picture is the bar as text that is narrower than width columns, so that the
// terminal never wraps it.
func picture(done, total int, what string, width int) string {
	figures := fmt.Sprintf("%d/%d", done, total)
	length := min(30, width-len(figures)-4) // brackets, a space, and the last column
	if length < 5 || total < 1 {
		return cut(figures, width-1)
	}
	full := min(length*done/total, length)
	text := strings.Repeat("=", full)
	if full < length {
		text += ">" + strings.Repeat(" ", length-full-1)
	}
	text = "[" + text + "] " + figures
	return text + cut(" "+plain(what), width-1-len(text))
}

// cut shortens s to at most width columns. Letters outside of ASCII are taken to be
// two columns wide: some are, and a bar may be too short but not too long.
func cut(s string, width int) string {
	for i, r := range s {
		if width--; r > '~' {
			width--
		}
		if width < 0 {
			return s[:i]
		}
	}
	return s
}

// oneLine is a text with blanks for its line breaks and tabs.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
