package collect

import (
	"bytes"
	"encoding/json"
	"io"

	"steno/generator/redact"
	"steno/parser/source"
)

// Clean writes the records of a file as lines, redacted as in an archive; a nil redactor only withholds.
// Records that an excluded session has, too, are left out, and so is an end of the file that is not whole.
func Clean(f *source.File, w io.Writer, withhold source.Withholder, redactor *redact.Redactor) error {
	src, err := f.Open()
	if err != nil {
		return err
	}
	defer src.Close()
	name := source.Plain(f.Path)
	n := 0
	return eachPart(name, src, func(part []byte) error {
		n++
		if f.IsWithheld(n) {
			return nil
		}
		if redactor != nil {
			part = cleanPart(name, part, withhold, redactor)
		} else if isTranscript(name) {
			part = withhold.Line(part)
		}
		if !isTranscript(name) {
			var line bytes.Buffer
			if err := json.Compact(&line, part); err != nil {
				return err
			}
			part = line.Bytes()
		}
		if len(part) > 0 && !bytes.HasSuffix(part, []byte("\n")) {
			part = append(part[:len(part):len(part)], '\n')
		}
		_, err := w.Write(part)
		return err
	})
}

// Values finds the values that would be removed from a file in a redacted archive, and calls visit
// after each of its lines, or once for a file without lines.
func Values(f *source.File, c *redact.Collector, visit func(line int, part []byte)) error {
	src, err := f.Open()
	if err != nil {
		return err
	}
	defer src.Close()
	name := source.Plain(f.Path)
	n := 0
	return eachPart(name, src, func(part []byte) error {
		n++
		collectPart(c, name, part)
		visit(n, part)
		return nil
	})
}
