package aside

import (
	"path"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
)

var (
	uploadedPath = lazy.MustCompile(`<file_path>([^<]*)</file_path>`)
	uploadedAs   = lazy.MustCompile(`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{13}_`) // what the desktop client puts before a name
)

// Uploaded reads the list of the files that the user sent with a prompt, as the desktop client writes it into the prompt.
func Uploaded(body string, at *parser.Origin) *parser.Attachment {
	var paths, names []string
	for _, m := range uploadedPath.FindAllStringSubmatch(body, -1) {
		paths = append(paths, m[1])
		names = append(names, uploadedAs.ReplaceAllString(path.Base(strings.ReplaceAll(m[1], `\`, "/")), ""))
	}
	a := &parser.Attachment{Origin: *at, Type: "uploaded_files", Title: "uploaded " + strings.Join(names, ", "), Text: strings.Join(paths, "\n")}
	if len(paths) == 0 {
		a.Title, a.Text = "uploaded files", body
	}
	return a
}
