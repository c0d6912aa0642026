package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"steno/generator"
	"steno/generator/bundle"
	"steno/generator/output"
	"steno/generator/selection"
	"steno/parser/source"
)

// What an export may be.
const (
	formatHTML     = "html"
	formatJSON     = "json"
	formatMarkdown = "md"
	formatJSONL    = "jsonl"
	formatATIF     = "atif"
)

// otherFormats are endings of files that other programs would open, and fail to.
var otherFormats = []string{".pdf", ".doc", ".docx", ".csv", ".xml", ".yaml", ".yml", ".zip", ".gz", ".png",
	".jpg", ".jpeg", ".svg", ".epub"}

// checkFormat checks the format. Where no flag names it, it is the one that the name of the output ends in.
func (o *exportOptions) checkFormat(named bool) error {
	formats := []string{formatHTML, formatJSON, formatJSONL, formatATIF, formatMarkdown}
	if ext := strings.TrimPrefix(filepath.Ext(o.output), "."); !named && ext != formatATIF && slices.Contains(formats, ext) {
		o.format = ext
	}
	switch {
	case !named && slices.Contains(otherFormats, strings.ToLower(filepath.Ext(o.output))):
		return fmt.Errorf("--output: %q would not be a %s file; name one that ends in .html, .json, .jsonl or .md, or say with --format what is in it",
			o.output, filepath.Ext(o.output))
	case !slices.Contains(formats, o.format):
		meant := ""
		if lower := strings.ToLower(o.format); lower != o.format || strings.HasPrefix("markdown", lower) {
			meant = selection.Suggest(strings.Replace(lower, "markdown", formatMarkdown, 1), formats)
		}
		return fmt.Errorf("--format: %q is none of %s, %s, %s, %s and %s%s", o.format, formatHTML, formatJSON,
			formatJSONL, formatATIF, formatMarkdown, meant)
	case o.disclosure && o.format != formatMarkdown:
		return fmt.Errorf("--disclosure is for --format %s", formatMarkdown)
	case o.format != formatHTML && o.max > 0:
		return fmt.Errorf("--max-size: only the HTML file is made to fit; --hide results makes a smaller one of --format %s", formatJSON)
	}
	return nil
}

// writeHTML writes the file, or prints it.
func (o *exportOptions) writeHTML(u *ui, e *generator.Exported) error {
	if o.output == "-" {
		_, err := u.out.Write(e.HTML)
		return err
	}
	name := cmp.Or(o.output, e.Summary.FileName(formatHTML))
	if err := o.writeNew(name, e.HTML); err != nil {
		return err
	}
	u.note(fmt.Sprintf("%s: %s, %s; open it and look before you share it", name,
		count(e.Summary.Sessions, "session"), bytesText(int64(len(e.HTML)))))
	return nil
}

// writeNew writes a file that is not there yet, unless it is to be replaced.
func (o *exportOptions) writeNew(name string, data []byte) error {
	if err := o.free(name); err != nil {
		return err
	}
	return output.WriteFile(name, data)
}

// free returns an error when a file cannot have a name: its folder does not exist, or a file is there
// that is not to be replaced. A transcript that is read never is.
func (o *exportOptions) free(name string) error {
	if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return &usageError{fmt.Errorf("writing %q: %q is not a folder", name, filepath.Dir(name)),
			"make the folder first, or name a file in one that exists with --output"}
	}
	info, err := os.Lstat(name)
	switch {
	case err != nil:
	case info.IsDir():
		return &usageError{fmt.Errorf("%q is a folder", name),
			fmt.Sprintf("name a file in it, such as --output %s",
				shellWord(filepath.Join(name, "session."+o.extension())))}
	case o.reads(name):
		return &usageError{fmt.Errorf("%q is a transcript that is read; it is not replaced", name), "name another file with --output"}
	case !o.force:
		return &usageError{fmt.Errorf("%q is there already", name), "name another file with --output, or replace it with --force"}
	}
	return nil
}

// reads reports whether a file that exists is one of the sources.
func (o *exportOptions) reads(name string) bool {
	ext := filepath.Ext(source.Plain(name))
	return slices.ContainsFunc(o.config.Sources, func(s string) bool {
		info, err := os.Stat(s)
		return err == nil && output.Inside(name, s) && (!info.IsDir() || ext == ".jsonl" || ext == ".json")
	})
}

// extension is what the name of a file of a format ends in.
func (o *exportOptions) extension() string {
	if o.format == formatATIF {
		return "atif.json"
	}
	return o.format
}

// exportJSON writes the sessions for programs, one after the other: a large archive need not
// fit into memory.
func (o *exportOptions) exportJSON(ctx context.Context, u *ui, ids []string) error {
	if o.output == "-" {
		_, err := o.writeJSON(ctx, u, ids, u.out)
		return err
	}
	if err := o.free(o.output); err != nil {
		return err
	}
	var sum *generator.Summary
	var strict error
	name, size, err := output.StreamFile(filepath.Dir(o.output), func(w io.Writer) (string, error) {
		var err error
		if sum, err = o.writeJSON(ctx, u, ids, w); errors.Is(err, generator.ErrStrict) {
			strict, err = err, nil // the file is kept
		}
		if err != nil {
			return "", err
		}
		name := cmp.Or(o.output, sum.FileName(o.extension()))
		return name, o.free(name)
	})
	if err != nil {
		return err
	}
	u.note(fmt.Sprintf("%s: %s, %s", name, count(sum.Sessions, "session"), bytesText(size)))
	return strict
}

// writeJSON writes the sessions and reports what was removed from them.
func (o *exportOptions) writeJSON(ctx context.Context, u *ui, ids []string, w io.Writer) (*generator.Summary, error) {
	bar := u.newBar()
	write := map[string]func(context.Context, generator.Options, []string, io.Writer) (*generator.Summary, error){
		formatJSON: generator.ExportJSON, formatJSONL: generator.ExportJSONL, formatATIF: generator.ExportATIF,
	}
	sum, err := write[o.format](ctx, generator.Options{
		Config: o.config, Strict: o.strict, Version: version(), Progress: bar.show, Warn: u.warn,
	}, ids, w)
	bar.clear()
	u.warningsLeftOut()
	switch {
	case errors.Is(err, generator.ErrOneTrajectory):
		return nil, &usageError{err, "name one session, or use --format json"}
	case errors.Is(err, generator.ErrPieces):
		return nil, &usageError{err, "\"opencode export\" writes a session into one file, which can be exported; or use --format json"}
	case errors.Is(err, generator.ErrSelected):
		return nil, &usageError{err, ""}
	}
	if sum != nil {
		reportRedactions(u, sum.Redactions, o.next.review(o.config.Redact.Report, sum.Unreviewed))
	}
	return sum, err
}

// reportLeftOut prints what is not in the file.
func reportLeftOut(u *ui, left bundle.Left, size int) {
	var parts []string
	if left.Files > 0 {
		parts = append(parts, count(left.Files, "file"))
	}
	if left.Parts > 0 {
		parts = append(parts, count(left.Parts, "long output"))
	}
	if len(parts) > 0 {
		u.note(fmt.Sprintf("left out to fit: %s, %s in all; the file says where", strings.Join(parts, " and "),
			bytesText(int64(left.Bytes))))
	}
	if left.TooBig {
		u.warn(generator.Warning{Text: fmt.Sprintf("the file has %s, more than --max-size allows; what is left is the conversation",
			bytesText(int64(size)))})
	}
}

// readFiles makes sources of the transcripts and runs that are named by their files. Where only
// files are named, there need not be any other transcripts on this machine.
func (o *exportOptions) readFiles(names []string, chosen bool) {
	isFile := func(name string) bool {
		info, err := os.Stat(name)
		ext := filepath.Ext(source.Plain(name))
		return err == nil && info.Mode().IsRegular() && (ext == ".jsonl" || ext == ".json")
	}
	files := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !isFile(name) })
	if len(files) == len(names) && len(files) > 0 && !chosen {
		o.config.Sources = slices.DeleteFunc(o.config.Sources, func(name string) bool {
			return hasNoFile(name)
		})
	}
	o.config.Sources = append(o.config.Sources, files...)
}

// hasNoFile reports whether a folder does not exist, or has no file in it or below it.
func hasNoFile(dir string) bool {
	return filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return err // it may have files
		case err == nil && !d.IsDir():
			return fs.ErrExist
		}
		return nil
	}) == nil
}
