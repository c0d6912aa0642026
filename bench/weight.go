package main

import (
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// weighPages measures the largest page of a site, and the heaviest first page of a session with the style
// sheets and scripts that it loads, gzipped, as most hosts send them.
func (s *sample) weighPages(site string) error {
	s.page, s.first = 0, 0
	err := filepath.WalkDir(site, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".html" {
			return err
		}
		info, err := d.Info()
		if err == nil {
			s.page = max(s.page, info.Size())
		}
		return err
	})
	if err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(site, "sessions", "*", "index.html"))
	if err != nil {
		return err
	}
	weights := map[string]int64{} // of assets, which pages share
	for _, name := range names {
		page, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		sum := zipped(page)
		for _, link := range loads(string(page)) {
			asset := filepath.Join(filepath.Dir(name), filepath.FromSlash(link))
			if _, known := weights[asset]; !known {
				data, err := os.ReadFile(asset)
				if err != nil {
					return err
				}
				weights[asset] = zipped(data)
			}
			sum += weights[asset]
		}
		s.first = max(s.first, sum)
	}
	return nil
}

// loads returns the addresses of the style sheets and scripts that a page loads from its site.
func loads(page string) (links []string) {
	for z := html.NewTokenizer(strings.NewReader(page)); z.Next() != html.ErrorToken; {
		token := z.Token()
		value := func(key string) string {
			i := slices.IndexFunc(token.Attr, func(a html.Attribute) bool { return a.Key == key })
			if token.Type != html.StartTagToken || i < 0 {
				return ""
			}
			return token.Attr[i].Val
		}
		switch {
		case token.Data == "script" && value("src") != "":
			links = append(links, value("src"))
		case token.Data == "link" && value("rel") == "stylesheet":
			links = append(links, value("href"))
		}
	}
	return links
}

// counter counts what is written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func zipped(data []byte) int64 {
	var n counter
	w := gzip.NewWriter(&n) // a counter takes everything
	_, _ = w.Write(data)
	_ = w.Close()
	return int64(n)
}
