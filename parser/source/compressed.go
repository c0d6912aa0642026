package source

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// This file reads transcripts that are compressed one by one, as steno collect --zstd
// and people's own clean-ups leave them: x.jsonl.zst and x.jsonl.gz are x.jsonl in
// everything but the name in messages. They are unpacked while they are read, so that
// a search costs no more than the heads of those it knows.

// maxFileWindow bounds the memory that one compressed transcript may ask for, many of
// which are read at once: as much as zstd itself allows by default.
const maxFileWindow = 128 << 20

// compressed is a way in which a transcript may be compressed.
type compressed struct {
	ending string
	open   func(io.Reader) (io.ReadCloser, error)
	size   func(f io.Reader, compressed int64) int64 // what the file says about itself; 0 when it does not
}

var compressions = []compressed{{".zst", openZstd, zstdSize}, {".gz", openGzip, gzipSize}}

// compression returns how a file is compressed, by its name, and its name without that; nil
// for one that is no compressed transcript.
func compression(name string) (c *compressed, plain string) {
	for i := range compressions {
		c = &compressions[i]
		if n := len(name) - len(c.ending); n > 0 && strings.EqualFold(name[n:], c.ending) &&
			strings.HasSuffix(strings.ToLower(name[:n]), ".jsonl") {
			return c, name[:n]
		}
	}
	return nil, name
}

// Plain is the name of a transcript without the ending of its compression: x.jsonl for
// x.jsonl.zst and x.jsonl.gz. Other names stay.
func Plain(name string) string {
	_, plain := compression(name)
	return plain
}

// Unpacked is a file as it is without its compression, and its name without that. A file that
// is no compressed transcript stays as it is. A file that is damaged, or unpacks to far more than it
// weighs, is an error of reading it.
func Unpacked(name string, f *File) (plain string, _ *File) {
	c, plain := compression(name)
	if c == nil {
		return name, f
	}
	u := *f
	u.within += " " + stamp("", f.Size, f.ModTime.UnixNano())
	u.Open = func() (io.ReadCloser, error) {
		packed, err := f.Open()
		if err != nil {
			return nil, err
		}
		r, err := c.open(packed)
		if err != nil {
			packed.Close()
			return nil, damage(err)
		}
		left := min(maxUnpacked, max(freeUnpacked, maxRatio*f.Size))
		return &unpacker{limited{r, &left}, r, packed}, nil
	}
	u.Size = cmp.Or(c.sizeOf(f), counted(&u), f.Size)
	return plain, &u
}

// unpacker reads a compressed file.
type unpacker struct {
	limited
	plain, packed io.Closer
}

func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.limited.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = damage(err)
	}
	return n, err
}

func (u *unpacker) Close() error { return errors.Join(u.plain.Close(), u.packed.Close()) }

// damage says whose trouble it is: the compression's own words report magic numbers
// and unexpected ends.
func damage(err error) error {
	if p := (*fs.PathError)(nil); errors.Is(err, errBomb) || errors.As(err, &p) {
		return err
	}
	return damaged{err}
}

type damaged struct{ err error }

func (d damaged) Error() string { return "the compressed file is damaged: " + d.err.Error() }
func (d damaged) Unwrap() error { return d.err }

func (c *compressed) sizeOf(f *File) int64 {
	r, err := f.Open()
	if err != nil {
		return 0 // anyone who reads it will say so
	}
	defer r.Close()
	return c.size(r, f.Size)
}

// Of small files that do not say how long they are, the bytes are counted.
const (
	smallPacked = 64 << 10
	smallPlain  = 16 << 20
)

func counted(u *File) int64 {
	if u.Size > smallPacked {
		return 0
	}
	r, err := u.Open()
	if err != nil {
		return 0
	}
	defer r.Close()
	n, err := io.Copy(io.Discard, io.LimitReader(r, smallPlain))
	if err != nil || n == smallPlain {
		return 0
	}
	return n
}

func openZstd(r io.Reader) (io.ReadCloser, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxFileWindow))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

func openGzip(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }

// zstdSize reads the size that the first frame has when it is unpacked. Most files are of one.
func zstdSize(r io.Reader, _ int64) int64 {
	head := make([]byte, zstd.HeaderMaxSize)
	n, _ := io.ReadFull(r, head)
	var h zstd.Header
	if h.Decode(head[:n]) != nil || !h.HasFCS || h.FrameContentSize > maxUnpacked {
		return 0
	}
	return int64(h.FrameContentSize)
}

// gzipSize reads the size that is in a file's last four bytes, where they can be
// got at. It is that of the last of several files put together, and modulo 4 GiB.
func gzipSize(r io.Reader, compressed int64) int64 {
	at, ok := r.(io.ReaderAt)
	var tail [4]byte
	if !ok || compressed < 18 {
		return 0
	}
	if _, err := at.ReadAt(tail[:], compressed-4); err != nil {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(tail[:]))
}
