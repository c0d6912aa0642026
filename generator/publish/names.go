package publish

import (
	"slices"
	"strconv"
	"strings"
)

// distinguish adds to projects of one name the ends of their directories that distinguish them:
// "entire/auth-go" and "src/auth-go". Addresses stay.
func distinguish(projects []*Project) {
	byTitle := map[string][]*Project{}
	for _, p := range projects {
		byTitle[p.Title()] = append(byTitle[p.Title()], p)
	}
	for _, same := range byTitle {
		names := make([]string, len(same))
		for i, p := range same {
			names[i] = p.apart(same)
		}
		equal := map[string]int{}
		for _, name := range names {
			equal[name]++
		}
		number := map[string]int{}
		for i, p := range same {
			if name := names[i]; equal[name] > 1 { // what distinguishes them was redacted: the users that they belong to
				number[name]++
				p.Name += " (" + strconv.Itoa(number[name]) + ")"
			} else {
				p.Name = name
			}
		}
	}
}

// apart is the shortest end of a project's directory that is that of no other one, or its
// folder's name behind its own if no directory differs.
func (p *Project) apart(others []*Project) string {
	if len(others) == 1 {
		return p.Name
	}
	path := elements(p.Dir)
	if n := len(path); n > 0 && path[n-1] == p.Name {
		for k := 2; k <= n; k++ {
			end := path[n-k:]
			shared := func(o *Project) bool { return o != p && slices.Equal(last(elements(o.Dir), k), end) }
			if !slices.ContainsFunc(others, shared) {
				return strings.Join(end, "/")
			}
		}
	}
	if p.Folder == "" || p.Folder == p.Name {
		return p.Name
	}
	return p.Name + " (" + p.Folder + ")"
}

func elements(dir string) []string {
	return strings.FieldsFunc(dir, func(r rune) bool { return r == '/' || r == '\\' })
}

func last(path []string, n int) []string { return path[max(0, len(path)-n):] }
