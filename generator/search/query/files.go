package query

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// What reading an index may cost.
const (
	mostFile  = 64 << 20 // bytes of a file; the manifest of a million messages has one
	mostRead  = 1 << 30  // bytes that one open index reads in all
	mostTime  = 30 * time.Second
	redirects = 5
)

// ErrNoIndex is returned when there is no search index where one was looked for.
var ErrNoIndex = errors.New("there is no search index")

// files are the files of a site: a folder, or what a server has below an address.
type files struct {
	read    func(ctx context.Context, name string) ([]byte, error)
	close   func() error
	address string // of the site, with a slash at its end; "" for a folder
}

// IsAddress reports whether a place is the address of a site on a server.
func IsAddress(place string) bool {
	return strings.HasPrefix(place, "https://") || strings.HasPrefix(place, "http://")
}

func openFiles(place string) (*files, error) {
	if IsAddress(place) {
		return openAddress(place)
	}
	root, err := os.OpenRoot(place)
	if err != nil {
		return nil, err
	}
	read := func(_ context.Context, name string) ([]byte, error) {
		f, err := root.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return readAll(f, name)
	}
	return &files{read: read, close: root.Close}, nil
}

// openAddress reads from a server, and from no other: a redirect to another origin is an error.
func openAddress(place string) (*files, error) {
	base, err := url.Parse(place)
	if err != nil || base.Host == "" || base.User != nil {
		return nil, fmt.Errorf("%q is not the address of a site", place)
	}
	base.RawQuery, base.Fragment = "", ""
	base.Path = strings.TrimSuffix(base.Path, "index.html")
	base.Path = strings.TrimSuffix(strings.TrimSuffix(base.Path, "/"), "/search") + "/"
	base.RawPath = ""
	client := &http.Client{Timeout: mostTime, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if r.URL.Scheme != base.Scheme || r.URL.Host != base.Host {
			return fmt.Errorf("%s leads to another site, %s://%s", base, r.URL.Scheme, r.URL.Host)
		}
		if len(via) > redirects {
			return errors.New("too many redirects")
		}
		return nil
	}}
	read := func(ctx context.Context, name string) ([]byte, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, base.JoinPath(name).String(), nil)
		if err != nil {
			return nil, err
		}
		r.Header.Set("User-Agent", "steno")
		answer, err := client.Do(r)
		if err != nil {
			return nil, err
		}
		defer answer.Body.Close()
		switch {
		case answer.StatusCode == http.StatusNotFound:
			return nil, fmt.Errorf("%s: %w", r.URL, fs.ErrNotExist)
		case answer.StatusCode != http.StatusOK:
			return nil, fmt.Errorf("%s: the server answers %s", r.URL, answer.Status)
		}
		return readAll(answer.Body, name)
	}
	return &files{read: read, close: func() error { client.CloseIdleConnections(); return nil }, address: base.String()}, nil
}

func readAll(r io.Reader, name string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, mostFile+1))
	if err == nil && len(data) > mostFile {
		err = fmt.Errorf("%s is too large for a file of an index", name)
	}
	return data, err
}
