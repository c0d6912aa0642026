package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"steno/generator"
	"steno/generator/config"
	"steno/generator/output"
	"steno/parser"
)

type checkOptions struct {
	config config.Config
	site   string
	strict bool
	json   bool
}

func newCheck(u *ui) *cobra.Command {
	var s settings
	var o checkOptions
	c := &cobra.Command{
		Use:        "check [path ...]",
		SuggestFor: []string{"scan", "lint", "audit", "verify", "secrets"},
		Short:      "Account for every line, and look for secrets",
		Long: `Check reads all sessions of the sources as a build does, writes no files, and prints
how each line was used: shown, merged into another record, structural, metadata,
duplicate, unknown, withheld or malformed. --verbose adds all files and record types. It names the record types, and the fields of records,
that "steno help format" does not list, with the versions of Claude Code that wrote them,
and lists the values that a build would redact: rule, page, file and line, the text around
each, and the id that names it in redact.reviewed and redact.allow.

Secrets at or above the severity that redact.forbid names make the exit code 1, unless
redact.reviewed or redact.allow names them; "steno review" asks about each of them. With --strict,
so do warnings, unknown types and malformed lines.

With --site it reads a finished site instead, which was built with the same flags, and looks in all of its
files, including compressed ones and archives, for tokens of known formats, for the literals, patterns and
.env values of the configuration, and, when the cache has the fingerprints of the build, for every value
that it removed. Whatever it finds makes the exit code 1.`,
		Example: `  steno check
  steno check -s ~/archive --strict
  steno check --json | jq .ledger
  steno check --site public`,
		Args: existing,
		RunE: func(c *cobra.Command, args []string) (err error) {
			s.sources = append(s.sources, args...)
			if o.config, err = s.load(c); err != nil {
				return err
			}
			if c.Flags().Changed("site") {
				return runCheckSite(c.Context(), u, o)
			}
			return followUp{again: s.again()}.hinted(runCheck(c.Context(), u, o))
		},
	}
	s.addReading(c)
	c.Flags().StringVar(&o.site, "site", "", "look for secrets in the finished site in this `folder`")
	c.Flags().BoolVar(&o.strict, "strict", false, "exit with 1 for warnings, unknown types and malformed lines, too")
	c.Flags().BoolVar(&o.json, "json", false, "print one JSON object instead of tables")
	c.MarkFlagDirname("site")
	return c
}

func runCheck(ctx context.Context, u *ui, o checkOptions) error {
	if err := inputsExist(o.config); err != nil {
		return err
	}
	bar := u.newBar()
	found, err := generator.Check(ctx, generator.Options{
		Config: o.config, Strict: o.strict, Version: version(), Progress: bar.show, Warn: u.warn,
	})
	bar.clear()
	u.warningsLeftOut()
	if err != nil && !errors.Is(err, generator.ErrProblems) && !errors.Is(err, generator.ErrForbidden) {
		return err
	}
	if o.json {
		return errors.Join(u.printJSON(found), err)
	}
	var b strings.Builder
	checkTables(&b, found, u.verbose)
	_, werr := io.WriteString(u.out, b.String())
	if len(found.Files) == 0 {
		hint := `"steno help agents" lists what can be read`
		if found := o.config.AlsoFound(); len(found) > 0 {
			hint = readOthers(found)
		}
		u.hint(fmt.Sprintf("no session was found in %s; %s", strings.Join(o.config.Sources, ", "), hint))
	}
	return errors.Join(werr, err)
}

// checkTables prints the ledger by file, and what there is to say of types and secrets. Unless it
// is verbose, of many files it lists those with lines that Steno does not know or cannot read, and
// no record types that it knows.
func checkTables(w io.Writer, c *generator.Checked, verbose bool) {
	table := func(head string, rows func(io.Writer)) {
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tw, head)
		rows(tw)
		tw.Flush() // writes to memory
	}
	table("LINES\tSHOWN\tMERGED\tSTRUCTURAL\tMETADATA\tDUPLICATE\tUNKNOWN\tWITHHELD\tMALFORMED\tFILE", func(w io.Writer) {
		left := 0
		for i := range c.Files {
			if l := &c.Files[i].Ledger; verbose || len(c.Files) <= mostListed || l.Unknown+l.Malformed > 0 {
				ledgerLine(w, l, c.Files[i].Path)
			} else {
				left++
			}
		}
		total := "total"
		if left > 0 {
			total += fmt.Sprintf(", with %d files that have no unknown or malformed lines; --verbose lists all", left)
		}
		ledgerLine(w, &c.Ledger, total)
	})
	if verbose && len(c.Ledger.Types) > 0 {
		fmt.Fprintln(w)
		table("RECORDS\tTYPE", func(w io.Writer) {
			for _, t := range slices.Sorted(maps.Keys(c.Ledger.Types)) {
				fmt.Fprintf(w, "%d\t%s\n", c.Ledger.Types[t], typeText(t))
			}
		})
	}
	for _, unknown := range []struct {
		head string
		list []parser.UnknownType
	}{{"UNKNOWN\tTYPE\tVERSIONS", c.Unknown}, {"UNKNOWN\tFIELD\tVERSIONS", c.Fields}} {
		if len(unknown.list) == 0 {
			continue
		}
		fmt.Fprintln(w)
		table(unknown.head, func(w io.Writer) {
			for _, t := range unknown.list {
				fmt.Fprintf(w, "%d\t%s\t%s\n", t.Count, typeText(t.Type), plain(strings.Join(t.Versions, " ")))
			}
		})
	}
	if len(c.Redactions) > 0 {
		fmt.Fprintln(w)
		redactionTable(w, c.Redactions)
	}
	if len(c.Values) > 0 {
		fmt.Fprintln(w)
		valueList(w, c.Values)
	}
}

// typeText is the name of a type, which a file may leave out.
func typeText(name string) string { return plain(cmp.Or(name, "(none)")) }

func ledgerLine(w io.Writer, l *parser.Ledger, name string) {
	fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n", l.Lines, l.Shown, l.Merged, l.Structural, l.Metadata,
		l.Duplicate, l.Unknown, l.Withheld, l.Malformed, plain(name))
}

// errLeaks says that a site contains what must not be published.
var errLeaks = errors.New(`the site contains values that must not be published; rebuild it with redaction, and see "steno help publishing-safely"`)

func runCheckSite(ctx context.Context, u *ui, o checkOptions) error {
	if info, err := os.Stat(o.site); err != nil || !info.IsDir() {
		hint := "name the folder that steno build wrote, such as --site public"
		if dir := filepath.Dir(o.site); err == nil && exists(filepath.Join(dir, output.ManifestName)) {
			hint = fmt.Sprintf("did you mean \"--site %s\"?", shellWord(dir))
		} else if err == nil {
			hint += "; unpack an archive first"
		}
		return &usageError{fmt.Errorf("--site: %q is not a folder", o.site), hint}
	}
	if files, err := os.ReadDir(o.site); err == nil && len(files) == 0 {
		return &usageError{fmt.Errorf("--site: %q is empty, so there is nothing to check", o.site),
			"name the folder that steno build wrote, such as --site public"}
	}
	o.config.Destination = o.site
	found, err := generator.CheckSite(ctx, generator.Options{Config: o.config, Cache: cacheDir(o.config.Cache), Version: version()})
	if err != nil {
		return err
	}
	if o.json {
		err = u.printJSON(found)
	} else if len(found.Leaks) > 0 {
		w := tabwriter.NewWriter(u.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "RULE\tOFFSET\tFILE")
		for _, l := range found.Leaks {
			fmt.Fprintf(w, "%s\t%d\t%s\n", l.Rule, l.Offset, plain(l.File))
		}
		err = w.Flush()
	}
	if !exists(filepath.Join(o.site, output.ManifestName)) {
		u.line("warning", yellow,
			fmt.Sprintf("%q has no %s: it is not a site that Steno wrote, and its files are searched all the same",
				o.site, output.ManifestName))
	}
	if !found.Fingerprints {
		u.note("the cache has no fingerprints of what the build of this site removed: looked only for literals, patterns, .env values and tokens of known formats")
	}
	for _, name := range found.Unopened {
		u.warn(generator.Warning{File: name,
			Text: "not looked into: it is compressed in a form that Steno does not read, encrypted, damaged or too large"})
	}
	u.warningsLeftOut()
	reportSecondLook(u, found.Values)
	for _, text := range found.Limits {
		u.line("warning", yellow, text)
	}
	u.note(fmt.Sprintf("%s: %s, %s, %s", o.site, count(found.Files, "file"), bytesText(found.Bytes), count(len(found.Leaks), "leak")))
	if len(found.Leaks) > 0 {
		return errors.Join(err, errLeaks)
	}
	return err
}
