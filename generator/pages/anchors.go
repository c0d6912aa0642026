package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"steno/generator/address"
)

// Pages are cut by bytes, so that a message may move to another page as its session grows. Links to
// where it was arrive all the same: a page that lacks an anchor loads a list of the session's
// anchors and goes on from there. Sessions of one page need none.

// anchorsFile is the name of the list, in a session's directory. It is a script, as browsers read
// no other file next to a page that was opened from a folder.
const anchorsFile = "anchors.js"

// anchorsScript is the address of the list from dir, "" when there is none.
func anchorsScript(s *sessionSite, dir string) string {
	if !severalPages(s) {
		return ""
	}
	return address.Relative(dir, s.dir+"/"+anchorsFile)
}

// severalPages reports whether a session has more than one page of conversation. Each page asks,
// so it does not count all: a session may have 100,000 agents.
func severalPages(s *sessionSite) bool {
	pages := 0
	for _, t := range s.threads {
		for _, bs := range t.all() {
			if pages += len(bs.pages); pages > 1 {
				return true
			}
		}
	}
	return false
}

// writeAnchors writes the list: anchors, without their "m-", by the page that they are on.
func writeAnchors(s *sessionSite) error {
	if anchorsScript(s, s.dir) == "" {
		return nil
	}
	pages := map[string][]string{}
	for _, t := range s.threads {
		for _, bs := range t.all() {
			for anchor, page := range bs.anchors.All() {
				if id, ok := strings.CutPrefix(anchor, "m-"); ok {
					name := address.Relative(s.dir, bs.dir+"/"+address.Page(page))
					pages[name] = append(pages[name], id)
				}
			}
		}
	}
	var out bytes.Buffer
	out.WriteString("stenoAnchors({")
	for i, name := range slices.Sorted(maps.Keys(pages)) {
		slices.Sort(pages[name])
		key, err := json.Marshal(name)
		if err != nil {
			return err
		}
		ids, err := json.Marshal(strings.Join(pages[name], " "))
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteString(",")
		}
		fmt.Fprintf(&out, "\n%s:%s", key, ids)
	}
	out.WriteString("})\n")
	return s.Out.Write(s.dir+"/"+anchorsFile, out.Bytes())
}
