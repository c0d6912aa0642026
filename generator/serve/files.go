package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// serveFile answers with a file of the site.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request, st state, name string) {
	file, info, err := read(st.site.open(), name)
	switch {
	case err == nil:
		defer file.Close()
	case info != nil && info.IsDir():
		http.Redirect(w, r, path.Base(name)+"/", http.StatusFound)
		return
	default:
		s.notFound(w, r, st, name)
		return
	}
	kind := contentType(name)
	w.Header().Set("Content-Type", kind)
	switch kind {
	case svg: // opened by itself it could run scripts, and it may be out of a transcript
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	case page:
		if data, err := io.ReadAll(file); err == nil {
			w.Header().Set("Last-Modified", info.ModTime().UTC().Format(http.TimeFormat))
			s.write(w, r, name, http.StatusOK, s.enliven(data, st.site.Base, name, tag(data)))
			return
		}
		s.notFound(w, r, st, name)
		return
	}
	w.Header().Set("Etag", fmt.Sprintf(`"%x-%x"`, info.Size(), info.ModTime().UnixNano()))
	http.ServeContent(w, r, "", info.ModTime(), file)
}

// notFound answers with the site's 404 page, which reloads when the address exists.
func (s *Server) notFound(w http.ResponseWriter, r *http.Request, st state, name string) {
	if st.site.Files != nil {
		if data, err := fs.ReadFile(st.site.Files, "404.html"); err == nil {
			s.write(w, r, "404.html", http.StatusNotFound, s.enliven(data, st.site.Base, name, missing))
			return
		}
	}
	http.Error(w, "not found", http.StatusNotFound)
}

// write answers with bytes that are known as a whole, or answers that the browser has them.
func (s *Server) write(w http.ResponseWriter, r *http.Request, name string, status int, data []byte) {
	w.Header().Set("Content-Type", contentType(name))
	if status == http.StatusOK {
		etag := `"` + tag(data) + `"`
		w.Header().Set("Etag", etag)
		if strings.Contains(r.Header.Get("If-None-Match"), etag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(data)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(data) // a browser that went away needs no answer
	}
}

// missing is the tag of what is not there.
const missing = ""

// tag is the hash of the bytes of a page.
func tag(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:12])
}

// visible reports whether a site may contain the file for readers: dot files are for hosts
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

const (
	page = "text/html; charset=utf-8"
	svg  = "image/svg+xml"
)

// contentType knows the kinds of files that sites contain. The system's own table is not asked:
// on some machines it says that scripts are plain text.
func contentType(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".html":
		return page
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".json":
		return "application/json"
	case ".xml":
		return "application/xml"
	case ".jsonl", ".ndjson":
		return "application/jsonl; charset=utf-8"
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
	case ".wav":
		return "audio/wav"
	case ".mp3":
		return "audio/mpeg"
	case ".ogg":
		return "audio/ogg"
	case ".flac":
		return "audio/flac"
	case ".ico":
		return "image/x-icon"
	case ".pdf":
		return "application/pdf"
	}
	return "application/octet-stream"
}
