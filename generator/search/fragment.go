package search

import (
	"bytes"
	"encoding/base64"

	"github.com/klauspost/compress/flate"
)

// fragmentWriter packs snippet records of consecutive docs into files, deflated
// and in base64: a host that compresses on the wire still stores and counts plain
// bytes, and snippets are the largest part of the index.
type fragmentWriter struct {
	w     *writer
	files int
	docs  int
	open  []byte
	out   bytes.Buffer
	z     *flate.Writer
}

// add appends a record; whole docs only, so that each lies in one file.
func (f *fragmentWriter) add(record string) error {
	f.open = append(f.open, record...)
	f.docs++
	if len(f.open) >= f.w.block {
		return f.flush()
	}
	return nil
}

func (f *fragmentWriter) flush() error {
	if f.docs == 0 {
		return nil
	}
	f.out.Reset()
	if f.z == nil {
		z, err := flate.NewWriter(&f.out, flate.DefaultCompression)
		if err != nil {
			return err
		}
		f.z = z
	} else {
		f.z.Reset(&f.out)
	}
	if _, err := f.z.Write(f.open); err != nil {
		return err
	}
	if err := f.z.Close(); err != nil {
		return err
	}
	json := quote(base64.StdEncoding.AppendEncode(nil, f.out.Bytes()))
	f.w.stats.Snippets += int64(len(json))
	f.w.perFrag = appendCode(f.w.perFrag, f.docs)
	err := f.w.shard("f", f.files, json)
	f.files++
	f.docs, f.open = 0, f.open[:0]
	return err
}
