package collect

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"

	"steno/generator/redact"
	"steno/parser/jsonl"
	"steno/parser/source"
)

// spool is a temporary file that contains one text after the other. Each is good until the next.
type spool struct{ file *os.File } // nil until there is one

// clear makes room for the next text.
func (s *spool) clear() (err error) {
	if s.file != nil {
		_, err := s.file.Seek(0, io.SeekStart)
		return errors.Join(err, s.file.Truncate(0))
	}
	if s.file, err = os.CreateTemp("", "steno-collect-*"); err == nil {
		os.Remove(s.file.Name()) // so that nothing is left of a killed collector; not all systems can
	}
	return err
}

func (s *spool) close() error {
	if s.file == nil {
		return nil
	}
	defer os.Remove(s.file.Name())
	return s.file.Close()
}

// copy takes a text as it is.
func (s *spool) copy(src io.Reader) (text, error) {
	if err := s.clear(); err != nil {
		return text{}, err
	}
	n, err := io.Copy(s.file, src)
	return text{ReaderAt: s.file, size: n}, err
}

// fill redacts a file into a spool.
func (d *redaction) fill(s *spool, name string, src io.Reader, redactor *redact.Redactor) (text, error) {
	if err := s.clear(); err != nil {
		return text{}, err
	}
	out := bufio.NewWriterSize(s.file, 256<<10)
	var size int64
	withhold := d.withhold(name)
	err := eachPart(name, src, func(part []byte) error {
		clean := cleanPart(name, part, withhold, redactor)
		if err := d.second.check(name, clean); err != nil {
			return err
		}
		size += int64(len(clean))
		_, err := out.Write(clean)
		return err
	})
	return text{ReaderAt: s.file, size: size}, errors.Join(err, out.Flush())
}

// cleanPart redacts a line of a transcript, or all of another file. What is JSON stays
// JSON; what only should be is redacted as text, too.
func cleanPart(name string, part []byte, withhold source.Withholder, redactor *redact.Redactor) []byte {
	if path.Base(name) == ignoreName {
		return part // it says what is not to be published by what it is called
	}
	end := ""
	if isTranscript(name) {
		if line, ok := bytes.CutSuffix(part, []byte("\n")); ok {
			part, end = line, "\n" // which a secret that goes on over lines would take along
		}
		part = withhold.Line(part)
	} else if isRecords(name) {
		part = withhold.Text(part)
	} else if clean, done := cleanFile(name, part); done {
		return clean
	}
	part = replaceEmbedded(part, cleaning(redactor))
	if whole := isJSON(part); whole || isRecords(name) {
		part, _ = redactor.Record(part)
		if whole {
			return append(part, end...)
		}
	}
	clean, _ := redactor.Text(string(part))
	return append([]byte(clean), end...)
}

// eachPart goes through the lines of a transcript, or through another file at once.
func eachPart(name string, src io.Reader, visit func([]byte) error) error {
	if !isTranscript(name) {
		data, err := io.ReadAll(src)
		if err != nil {
			return err
		}
		return visit(data)
	}
	for l := newLines(src); ; {
		line, err := l.next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = visit(line)
		}
		if err != nil {
			return err
		}
	}
}

// lines reads lines, with what ends them.
type lines struct{ r *bufio.Reader }

func newLines(r io.Reader) lines { return lines{bufio.NewReaderSize(r, 256<<10)} }

// errLong is returned for a line that is too long to be redacted.
var errLong = fmt.Errorf("a line is longer than %d MB", jsonl.MaxLine>>20)

// next returns the next line; io.EOF when there is none.
func (l lines) next() ([]byte, error) {
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		switch line = append(line, part...); {
		case len(line) > jsonl.MaxLine:
			return nil, errLong
		case errors.Is(err, bufio.ErrBufferFull):
		case err == io.EOF && len(line) > 0:
			return line, nil
		default:
			return line, err
		}
	}
}
