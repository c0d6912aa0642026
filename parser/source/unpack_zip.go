package source

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
)

const encrypted = 1 // bit of a zip entry's flags

// listZip lists a zip archive. Its entries are read from where they are.
func listZip(ctx context.Context, formats Formats, source string) (*listing, error) {
	z, err := zip.OpenReader(source)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, err
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor())
	u, err := unpackZip(ctx, formats, source, z)
	if err != nil {
		z.Close()
		return nil, err
	}
	u.release = append(u.release, z.Close)
	return &u.listing, nil
}

func unpackZip(ctx context.Context, formats Formats, source string, z *zip.ReadCloser) (*unpacking, error) {
	info, err := os.Stat(source)
	if err != nil {
		return nil, err
	}
	u := newUnpacking(formats, source, info)
	for _, f := range z.File {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if strings.HasSuffix(f.Name, "/") || strings.HasSuffix(f.Name, `\`) {
			if err := u.blockFolder(f.Name); err != nil {
				return nil, err
			}
			continue
		}
		name, use, err := u.admit(f.Name, f.Mode())
		if err != nil {
			return nil, err
		}
		if u.left -= int64(min(f.UncompressedSize64, maxUnpacked)); u.left < 0 {
			return nil, errBomb
		}
		if !use {
			continue
		}
		if f.Flags&encrypted != 0 {
			return nil, fmt.Errorf("refused: entry %q is encrypted", f.Name)
		}
		u.add(name, int64(f.UncompressedSize64), f.Modified, func() (io.ReadCloser, error) { return openZipped(f) })
	}
	return u, u.behindLinks()
}

// openZipped opens an entry, which may be no longer than it says.
func openZipped(f *zip.File) (io.ReadCloser, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	left := int64(f.UncompressedSize64)
	return struct {
		io.Reader
		io.Closer
	}{limited{r, &left}, r}, nil
}
