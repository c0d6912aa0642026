package serve

import (
	"io"
	"io/fs"
	"net"
	"net/http"
	"path"
	"strings"
)

// Handler serves the files of site below the path base ("/" or "/repo/"), as a static
// host would: index.html for a folder, 404.html for what is not there, no listings.
func Handler(site fs.FS, base string) http.Handler {
	if base = "/" + strings.Trim(base, "/"); base != "/" {
		base += "/"
	}
	return guard(handler{site, base})
}

type handler struct {
	site fs.FS
	base string
}

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, below := strings.CutPrefix(r.URL.Path, h.base)
	switch {
	case !below && (r.URL.Path == "/" || r.URL.Path+"/" == h.base):
		http.Redirect(w, r, h.base, http.StatusFound)
		return
	case !below:
		h.notFound(w)
		return
	case name == "" || strings.HasSuffix(name, "/"):
		name += "index.html"
	}
	if !visible(name) {
		h.notFound(w)
		return
	}
	data, info, err := read(h.site, name)
	switch {
	case err == nil:
		kind := contentType(name)
		w.Header().Set("Content-Type", kind)
		if kind == svg { // opened by itself it could run scripts, and it may be out of a transcript
			w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
		}
		http.ServeContent(w, r, "", info.ModTime(), data)
		data.Close()
	case info != nil && info.IsDir():
		http.Redirect(w, r, path.Base(name)+"/", http.StatusFound)
	default:
		h.notFound(w)
	}
}

// visible tells whether a site may hold the file for readers: dot files are for hosts
// and for the build.
func visible(name string) bool {
	if !fs.ValidPath(name) {
		return false
	}
	for element := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(element, ".") {
			return false
		}
	}
	return true
}

func (h handler) notFound(w http.ResponseWriter) {
	page, err := fs.ReadFile(h.site, "404.html")
	if err != nil {
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", contentType("404.html"))
	w.WriteHeader(http.StatusNotFound)
	w.Write(page)
}

// seekFile is what a regular file of a folder on disk is.
type seekFile interface {
	io.ReadSeeker
	io.Closer
}

// read opens a regular file. For a folder the error comes with its info.
func read(site fs.FS, name string) (seekFile, fs.FileInfo, error) {
	f, err := site.Open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	file, ok := f.(seekFile)
	if !ok || !info.Mode().IsRegular() {
		f.Close()
		return nil, info, fs.ErrInvalid
	}
	return file, info, nil
}

const svg = "image/svg+xml"

// contentType knows the kinds of files that sites hold. The system's own table is not asked:
// on some machines it says that scripts are plain text.
func contentType(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".json":
		return "application/json"
	case ".xml":
		return "application/xml"
	case ".txt", ".log", ".diff":
		return "text/plain; charset=utf-8"
	case ".md":
		return "text/markdown; charset=utf-8"
	case ".svg":
		return svg
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".gif":
		return "image/gif"
	case ".webp":
		return "image/webp"
	case ".ico":
		return "image/x-icon"
	case ".pdf":
		return "application/pdf"
	}
	return "application/octet-stream"
}

// guard turns away what no browser on this machine that opened the site would send,
// and tells the browser to keep the site to itself.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers() {
			w.Header().Set(name, value)
		}
		switch {
		case !local(r.Host):
			http.Error(w, "this server answers to localhost only", http.StatusForbidden)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "this server only reads", http.StatusMethodNotAllowed)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func headers() map[string]string {
	return map[string]string{
		"Cache-Control":                "no-cache", // kept, but asked for again after each build
		"Content-Security-Policy":      "frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Referrer-Policy":              "no-referrer",
		"X-Content-Type-Options":       "nosniff",
		"X-Frame-Options":              "DENY",
	}
}

// local tells whether a Host header names this machine. Without this a page on
// another host could be given the address 127.0.0.1 and read the site (DNS rebinding).
func local(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}
