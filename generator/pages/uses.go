package pages

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"steno/generator/publish"
	"steno/generator/summary"
	"steno/parser/prose"
)

// Bounds of what statistics keep of a session.
const (
	keptPlaces   = 12  // failures of one thing
	keptSubject  = 120 // characters of what a declined call was about
	keptWords    = 300 // characters of what the user typed when declining it
	keptDeclined = 200
)

// usesOf is what statistics need of the uses of a session, by topic, then name.
func usesOf(s *sessionSite) []summary.Use {
	var list []summary.Use
	for _, u := range s.figures.Uses {
		use := summary.Use{
			Topic: u.Topic, Name: strings.Clone(u.Name), Times: u.Times, Lost: u.Lost, Errors: u.Errors,
			Exact: milliseconds(u.Exact), AtMost: milliseconds(u.AtMost), Waited: u.Waited,
		}
		if len(u.Failures) > 0 || u.Retries > 0 {
			t := &summary.Trouble{Retries: u.Retries, Mended: u.Mended, Next: u.Next}
			for _, m := range u.Failures {
				if href := s.linkAnywhere("", m.Anchor); href != "" && len(t.Places) < keptPlaces {
					t.Places = append(t.Places, href)
				} else {
					t.More++
				}
			}
			use.Trouble = t
		}
		list = append(list, use)
	}
	slices.SortFunc(list, func(a, b summary.Use) int { return cmp.Or(cmp.Compare(a.Topic, b.Topic), cmp.Compare(a.Name, b.Name)) })
	return list
}

// milliseconds is nil for none, as it is when it was kept.
func milliseconds(list []time.Duration) (out []int32) {
	for _, d := range list {
		out = append(out, int32(min(d.Milliseconds(), math.MaxInt32)))
	}
	return out
}

// declinedOf are the calls that the user declined.
func declinedOf(s *sessionSite) []summary.Declined {
	var list []summary.Declined
	for _, d := range s.figures.Declined[:min(len(s.figures.Declined), keptDeclined)] {
		row := summary.Declined{
			Tool: prose.Excerpt(d.Name, 60), Subject: prose.Excerpt(shorten(d.Action.Subject(), s.workDir()), keptSubject),
			Href: cmp.Or(s.link("", s.threadOf(d.Agent), d.ToolCall.Anchor), s.dir+"/index.html"), Time: d.Time,
		}
		if d.Words != nil {
			row.Words = prose.Excerpt(publish.MessageText(d.Words), keptWords)
		}
		list = append(list, row)
	}
	return list
}

// programOf is the agent that wrote a session.
func programOf(s *publish.Session) string {
	if s.Source == nil || s.Source.Format == nil {
		return ""
	}
	return s.Source.Format.Name
}

// platformOf is the platform of the machine on which a session ran, by the form of its directory.
// Names of machines are never published.
func platformOf(s *publish.Session) string {
	dir := s.Dir
	if s.Source != nil {
		if s.Source.Folder != nil {
			dir = cmp.Or(s.Source.Folder.Dir, dir)
		}
		if len(s.Source.Dirs) > 0 {
			dir = s.Source.Dirs[0]
		}
	}
	switch {
	case strings.HasPrefix(dir, "/Users/"), strings.HasPrefix(dir, "/private/"), strings.HasPrefix(dir, "/Volumes/"):
		return "macOS"
	case len(dir) > 2 && dir[1] == ':' && (dir[2] == '\\' || dir[2] == '/'):
		return "Windows"
	case strings.HasPrefix(dir, "/"):
		return "Linux"
	}
	return ""
}
