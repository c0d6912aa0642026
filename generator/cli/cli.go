// Package cli is the command line: verbs, flags, help, progress and exit codes. Each
// verb is a constructor that turns flags into an options struct, and a run function
// that takes it; nothing is registered from init functions.
package cli

import (
	"archive/zip"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"

	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"

	"steno/generator"
	"steno/generator/choose"
	"steno/generator/heap"
	"steno/generator/output"
	"steno/generator/redaction"
	"steno/generator/secondlook"
	"steno/parser/source"
	"steno/theme"
)

// Exit codes, the same for every verb.
const (
	exitOK          = 0
	exitFailed      = 1   // the build or the check failed, or was strict and had warnings
	exitUsage       = 2   // the command line, the configuration, a source or the destination is wrong
	exitNothingFits = 3   // no session fits what was asked for
	exitInterrupted = 130 // as shells report an interrupt
)

// Main runs the command that args (without the program's name) ask for, and returns
// the exit code. An interrupt ends it in good order, a second one at once. bundled has the transcripts of
// "steno demo" and the pages of "steno help".
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, bundled fs.FS) int {
	heap.Roomy()
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ends = append(ends, syscall.SIGHUP) // a closed terminal must not leave temporary files
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	context.AfterFunc(ctx, stop)
	u := newUI(stdin, stdout, stderr)
	u.bundled = bundled
	return run(ctx, args, u)
}

func run(ctx context.Context, args []string, u *ui) int {
	printed := &answer{Writer: u.out}
	u.out = printed
	root := newRoot(u)
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		prepareCompletion(root)
		root.SetArgs(args)
	} else {
		root.SetArgs(withHome(args))
	}
	started := false // whatever goes wrong before a verb runs is about the command line
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		started = true
		return cmp.Or(c.Context().Err(), emptyFlag(c))
	}
	verb, err := root.ExecuteContextC(ctx)
	var usage *usageError
	switch {
	case err == nil:
		err = printed.err
	case !started && verb == root && len(args) > 0 && !strings.HasPrefix(args[0], "-") && pathOrVerb(root, args[:1]) != nil:
		err = pathOrVerb(root, args[:1]) // its flags are those of another verb
	case !started && !errors.As(err, &usage):
		err = wrongArguments(verb, err)
	case codeOf(err) == exitUsage && hintOf(err) == "":
		err = &usageError{err, explainHint(verb)}
	}
	if meant := cmp.Or(meantFile(args), meantLong(verb, args)); meant != "" && codeOf(err) == exitUsage {
		err = &usageError{err, meant}
	}
	return u.end(err)
}

// end reports how a command ended.
func (u *ui) end(err error) int {
	code := codeOf(err)
	switch {
	case err == nil, errors.Is(err, errStopped):
	case code == exitInterrupted:
		u.error("interrupted; what was written so far is completed or cleaned up by the next build", "")
	default:
		u.error(err.Error(), hintOf(err))
	}
	return code
}

// codeOf is the exit code of a command that ended with err.
func codeOf(err error) int {
	var usage *usageError
	var unreadable *source.Error
	var badTheme *theme.FileError
	var control *choose.ControlError
	var badKey *redaction.ReviewKeyError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, context.Canceled), errors.Is(err, errStopped):
		return exitInterrupted
	case errors.Is(err, syscall.ENOSPC):
		return exitFailed
	case errors.Is(err, choose.ErrNothingFits), errors.Is(err, errNothingFound), errors.Is(err, generator.ErrNoTurns):
		return exitNothingFits
	case errors.As(err, &usage), errors.As(err, &unreadable), errors.As(err, &badTheme),
		errors.As(err, &control), errors.As(err, &badKey), errors.Is(err, output.ErrRefused),
		errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return exitUsage
	}
	return exitFailed
}

// hintOf is what may put err right, "" when nobody knows.
func hintOf(err error) string {
	var usage *usageError
	var hinted *hintedError
	var review *redaction.ReviewError
	var control *choose.ControlError
	var leak *secondlook.LeakError
	var key *redaction.ReviewKeyError
	var unreadable *source.Error
	var place *fs.PathError
	var badTheme *theme.FileError
	switch {
	case errors.As(err, &control):
		return choose.ControlHint
	case errors.As(err, &usage) && usage.hint != "":
		return usage.hint
	case errors.As(err, &hinted):
		return hinted.hint
	case errors.As(err, &review):
		return redaction.ReviewHint("")
	case errors.As(err, &leak):
		return secondlook.LeakHint
	case errors.As(err, &key):
		return key.Hint
	case errors.Is(err, syscall.ENOSPC):
		return "free some space, or write to another disk; what is there is completed or cleaned up by the next run"
	case errors.Is(err, fs.ErrPermission):
		return permissionHint
	case errors.Is(err, syscall.EROFS):
		return "nothing can be written to this disk: name another path"
	case errors.Is(err, output.ErrRefused) && (errors.As(err, &place) || errors.Is(err, syscall.ENOTDIR)):
		return "a folder cannot be created there; name another path"
	case errors.As(err, &unreadable) && (errors.Is(err, zip.ErrFormat) || errors.Is(err, gzip.ErrHeader) ||
		errors.Is(err, zstd.ErrMagicMismatch) || errors.Is(err, io.ErrUnexpectedEOF)):
		return "the archive is damaged or not complete: copy or download it again"
	case errors.As(err, &unreadable) && strings.HasSuffix(strings.ToLower(unreadable.Source), ".html"):
		return "it is a page, not a transcript: open it in a browser"
	case errors.As(err, &unreadable) && packed.MatchString(unreadable.Source):
		return "unpack it, and name the folder"
	case errors.As(err, &unreadable):
		return `"steno help agents" lists what is read`
	case errors.As(err, &badTheme):
		return `"steno help themes" explains what a theme may contain; "steno theme eject" copies the built-in files`
	case errors.Is(err, generator.ErrNoTurns):
		return "steno list prints how many prompts each session has"
	}
	return ""
}

// packed matches files of programs for packing that Steno does not unpack.
var packed = regexp.MustCompile(`(?i)\.(xz|txz|bz2|tbz2?|7z|rar|lz4|br|lzma|cab|dmg|iso)$`)

const permissionHint = "you do not have permission to open it: change its permissions, or name another path"

// usageError is something that the user can put right before trying again. Its exit code is
// exitUsage, unless nothing fits.
type usageError struct {
	err  error
	hint string // what to try, "" when the error says it all
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// hintedError is an error of which the command knows more than its kind says.
type hintedError struct {
	error
	hint string
}

func (e *hintedError) Unwrap() error { return e.error }

func newRoot(u *ui) *cobra.Command {
	c := newBuild(u)
	c.Use = "steno [path ...]"
	c.Short = "Make a searchable site from the transcripts of AI coding agents"
	c.Long = `Steno makes a static, searchable site from the transcripts of AI coding agents.

It reads the sessions that Claude Code keeps in ~/.claude/projects, or those that
--source names, and writes pages that need no server: they can be put on any web
host, or opened from a folder. Without a verb it builds.

` + exitCodes()
	c.Args = pathOrVerb
	c.Version = version()
	c.SetVersionTemplate(versionLine() + "\n")
	c.SilenceErrors = true
	c.SilenceUsage = true
	c.PersistentFlags().BoolVarP(&u.quiet, "quiet", "q", false, "print only warnings and errors")
	c.PersistentFlags().BoolVarP(&u.verbose, "verbose", "v", false, "print every warning, however many")
	c.SetHelpCommand(newHelp(u))
	explain := c.HelpFunc()
	c.SetHelpFunc(func(v *cobra.Command, args []string) {
		if v.HasParent() {
			explain(v, args)
			morePage(v)
		} else {
			firstHelp(v, pages(u.bundled))
		}
	})
	c.SetFlagErrorFunc(flagError)
	c.AddCommand(newBuild(u), newCache(u), newDemo(u), newCollect(u), newExport(u), newInit(u), newMerge(u),
		newServe(u), newList(u), newNotes(u), newCheck(u), newReview(u), newSearch(u), newMCP(u), newConfig(u),
		newTheme(u), newVersion(u), newMan())
	c.SetIn(u.in)
	c.SetOut(u.out)
	c.SetErr(u.err)
	c.InitDefaultCompletionCmd() // takes the output as it is now
	if completion, _, err := c.Find([]string{"completion"}); err == nil {
		completion.Args = knownVerb
		completion.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	}
	takeOne(c)
	return c
}
