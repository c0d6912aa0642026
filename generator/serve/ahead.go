package serve

import (
	"io/fs"
	"strings"
)

// open returns the files of a site, with the pages that are newer in their place.
func (site Site) open() fs.FS {
	if len(site.Ahead) == 0 {
		return site.Files
	}
	return over{site}
}

// over is a site with newer pages.
type over struct{ Site }

// Open opens a file of a session's newer pages if they have it, else that of the site.
func (o over) Open(name string) (fs.File, error) {
	elements := strings.SplitN(name, "/", 3)
	if len(elements) == 3 {
		if folder, ok := o.Ahead[elements[0]+"/"+elements[1]]; ok {
			if f, err := folder.Open(name); err == nil {
				return f, nil
			}
		}
	}
	return o.Files.Open(name)
}
