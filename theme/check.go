package theme

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// What is wrong with files of a project's theme, before they are used.

// homes are the folders of a theme, each with the ending that its files have; "" for any.
var homes = map[string]string{"templates": ".html", "assets/css": ".css", "assets/js": ".js", "assets": "", "looks": ".css"}

// checkOverlay reports a file of a project's theme in a place where none is looked
// for. Files beside the folders, such as a README, and hidden ones are left alone.
func checkOverlay(overlay fs.FS) error {
	if overlay == nil {
		return nil
	}
	err := fs.WalkDir(overlay, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".":
			return nil
		case d.Name()[0] == '.' && d.IsDir():
			return fs.SkipDir
		case d.Name()[0] == '.':
			return nil
		case d.IsDir():
			if _, ok := homes[name]; !ok {
				return &FileError{Name: name,
					Err: errors.New("no such folder belongs to a theme; there are templates, assets, assets/css, assets/js and looks")}
			}
			return nil
		}
		ending, ok := homes[path.Dir(name)]
		if ok && !strings.HasSuffix(name, ending) {
			return &FileError{Name: name, Err: fmt.Errorf("files in this folder are named *%s", ending)}
		}
		return nil
	})
	var bad *FileError
	if err != nil && !errors.As(err, &bad) {
		return fmt.Errorf("listing the theme's folder: %w", err)
	}
	return err
}

// checkSheet reports brackets, comments and texts of a style sheet that are left open
// or closed twice. Browsers would drop all rules from there on, and say nothing.
func checkSheet(name string, css []byte) error {
	line := 1
	fail := func(line int, format string, args ...any) error {
		return &FileError{name, line, fmt.Errorf(format, args...)}
	}
	type opened struct {
		bracket byte
		line    int
	}
	var open []opened
	closes := map[byte]byte{')': '(', ']': '[', '}': '{'}
	for i := 0; i < len(css); i++ {
		switch c := css[i]; c {
		case '\n':
			line++
		case '\\':
			i++
		case '/':
			if !bytes.HasPrefix(css[i:], []byte("/*")) {
				continue
			}
			n := bytes.Index(css[i+2:], []byte("*/"))
			if n < 0 {
				return fail(line, "this comment is never closed")
			}
			line += bytes.Count(css[i:i+2+n], []byte("\n"))
			i += n + 3
		case '"', '\'':
			n := endOfText(css[i+1:], c)
			if n < 0 {
				return fail(line, "this text is never closed: %.40q", string(css[i:]))
			}
			i += n + 1
		case '(', '[', '{':
			open = append(open, opened{c, line})
		case ')', ']', '}':
			if len(open) == 0 || open[len(open)-1].bracket != closes[c] {
				return fail(line, "%q closes nothing", string(c))
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		last := open[len(open)-1]
		return fail(last.line, "%q is never closed", string(last.bracket))
	}
	return nil
}

var (
	sheetComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	sheetLoads   = regexp.MustCompile(`(?i)@import\b|\burl\(\s*["']?(?:https?:)?//`)
)

// checkLoads reports what a style sheet would load from elsewhere: the policy of the pages does not let browsers do so.
func checkLoads(name string, css []byte) error {
	css = sheetComment.ReplaceAllFunc(css, func(c []byte) []byte { return bytes.Repeat([]byte("\n"), bytes.Count(c, []byte("\n"))) })
	at := sheetLoads.FindIndex(css)
	if at == nil {
		return nil
	}
	return &FileError{name, 1 + bytes.Count(css[:at[0]], []byte("\n")),
		fmt.Errorf("pages load nothing from elsewhere, so %q has no effect; write pictures as data: addresses", css[at[0]:at[1]])}
}

// endOfText is where a text that began with quote ends, -1 when its line ends first.
func endOfText(css []byte, quote byte) int {
	for i := 0; i < len(css); i++ {
		switch css[i] {
		case quote:
			return i
		case '\\':
			i++
		case '\n':
			return -1
		}
	}
	return -1
}

// pictures are the endings that a logo may have.
var pictures = []string{".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".ico"}

// checkLogo reports a file that is no picture, or an SVG that would do more than be
// looked at when somebody opens its address.
func checkLogo(logo File) error {
	ending := strings.ToLower(path.Ext(logo.Name))
	if !slices.Contains(pictures, ending) {
		return &FileError{Name: logo.Name, Err: fmt.Errorf("a logo is a picture: %s", strings.Join(pictures, " "))}
	}
	if ending != ".svg" {
		return nil
	}
	in := xml.NewDecoder(bytes.NewReader(logo.Data))
	for {
		line, _ := in.InputPos()
		tok, err := in.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return &FileError{logo.Name, line, fmt.Errorf("not well-formed: %w", err)}
		}
		e, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		if word := acts(e); word != "" {
			return &FileError{logo.Name, line, fmt.Errorf("an SVG with %s is not published", word)}
		}
	}
}

// acts says what in an element of an SVG would run or load something, "" for nothing.
func acts(e xml.StartElement) string {
	switch name := strings.ToLower(e.Name.Local); name {
	case "script", "foreignobject", "iframe", "embed", "object", "handler", "animate", "set":
		return "a <" + name + ">"
	}
	for _, a := range e.Attr {
		name, value := strings.ToLower(a.Name.Local), strings.TrimSpace(strings.ToLower(a.Value))
		switch {
		case strings.HasPrefix(name, "on"):
			return "an " + name + " attribute"
		case name == "href" && !strings.HasPrefix(value, "#") && !strings.HasPrefix(value, "data:image/"):
			return "a link to elsewhere"
		}
	}
	return ""
}
