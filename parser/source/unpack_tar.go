package source

import (
	"archive/tar"
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the memory that a zstd archive may ask for; the format's own
// default for large windows (--long) is an eighth of it.
const maxWindow = 1 << 30

// tarReader returns what unpacks a tar archive of this (lower-case) name, nil if
// it is none.
func tarReader(name string) func(io.Reader) (io.ReadCloser, error) {
	switch {
	case strings.HasSuffix(name, ".tar"):
		return func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(r), nil }
	case strings.HasSuffix(name, ".tar.gz"), strings.HasSuffix(name, ".tgz"):
		return func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }
	case strings.HasSuffix(name, ".tar.zst"):
		return func(r io.Reader) (io.ReadCloser, error) {
			z, err := zstd.NewReader(r, zstd.WithDecoderMaxWindow(maxWindow))
			if err != nil {
				return nil, err
			}
			return z.IOReadCloser(), nil
		}
	}
	return nil
}

// listTar lists a tar archive. A tar can only be read from its start, so what is
// of use is copied into one temporary file, of which the listing's files are parts.
func listTar(ctx context.Context, formats Formats, source string, unpack func(io.Reader) (io.ReadCloser, error)) (*listing, error) {
	file, err := os.Open(source)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	plain, err := unpack(bufio.NewReaderSize(file, 1<<20))
	if err != nil {
		return nil, fmt.Errorf("damaged: %w", err)
	}
	defer plain.Close()
	spool, err := newSpool()
	if err != nil {
		return nil, err
	}
	u := newUnpacking(formats, source, info)
	if err := u.tar(ctx, limited{plain, &u.left}, spool); err != nil {
		spool.close()
		return nil, err
	}
	u.release = append(u.release, spool.close)
	return &u.listing, nil
}

// tar goes through the entries. Damage ends it with a warning, if anything has
// been found before.
func (u *unpacking) tar(ctx context.Context, plain io.Reader, spool *spool) error {
	r := tar.NewReader(plain)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		h, err := r.Next()
		switch {
		case err == io.EOF:
			// The compressed file's own check follows the last entry.
			if _, err := io.Copy(io.Discard, plain); errors.Is(err, errBomb) {
				return err
			} else if err != nil {
				return u.damaged(err)
			}
			return u.behindLinks()
		case errors.Is(err, errBomb):
			return errBomb
		case err != nil && !errors.Is(err, tar.ErrInsecurePath):
			return u.damaged(err)
		}
		if err := u.tarEntry(h, r, spool); err != nil {
			return err
		}
	}
}

func (u *unpacking) tarEntry(h *tar.Header, r io.Reader, spool *spool) error {
	switch h.Typeflag {
	case tar.TypeXGlobalHeader:
		return nil
	case tar.TypeDir:
		return u.blockFolder(h.Name)
	}
	mode := h.FileInfo().Mode()
	if h.Typeflag == tar.TypeLink {
		mode |= os.ModeIrregular // it has no bytes
	}
	name, use, err := u.admit(h.Name, mode)
	if err != nil || !use {
		return err
	}
	from, size, err := spool.take(r)
	if errors.Is(err, errBomb) || errors.Is(err, errSpool) {
		return err
	}
	u.add(name, size, h.ModTime, func() (io.ReadCloser, error) {
		return part{io.NewSectionReader(spool.file, from, size)}, nil
	})
	if err != nil {
		return u.damaged(err)
	}
	return nil
}

func (u *unpacking) damaged(err error) error {
	if len(u.entries) == 0 {
		return fmt.Errorf("damaged: %w", err)
	}
	if len(u.warnings) == 0 {
		u.warnings = append(u.warnings, Warning{
			Path: u.source, Text: "the archive is damaged, what precedes the damage is kept: " + err.Error(),
		})
	}
	return nil
}

// part is one file of a spool.
type part struct{ *io.SectionReader }

func (part) Close() error { return nil }

// spool is a temporary file that contains one unpacked file behind the other.
type spool struct {
	file *os.File
	size int64
}

var errSpool = errors.New("cannot unpack")

func newSpool() (*spool, error) {
	file, err := os.CreateTemp("", "steno-*")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSpool, err)
	}
	return &spool{file: file}, nil
}

// take copies r to the end of the spool.
func (s *spool) take(r io.Reader) (from, size int64, err error) {
	from = s.size
	size, err = io.Copy(spoolWriter{s.file}, r)
	s.size += size
	return from, size, err
}

// spoolWriter distinguishes trouble with the disk from trouble with the archive.
type spoolWriter struct{ file *os.File }

func (w spoolWriter) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	if err != nil {
		err = fmt.Errorf("%w: %w", errSpool, err)
	}
	return n, err
}

func (s *spool) close() error {
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}
