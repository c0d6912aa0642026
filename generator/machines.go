package generator

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"time"

	"steno/generator/twin"
	"steno/theme"
)

// Beside the pages stands what other programs read: Markdown twins, a list of sessions,
// llms.txt, and, where the address of the site is known, a feed and a sitemap.

// Names of files at the site's root.
const (
	sessionsFile = "sessions.json"
	llmsFile     = "llms.txt"
	feedFile     = "feed.xml"
	sitemapFile  = "sitemap.xml"
	robotsFile   = "robots.txt"
	twinFile     = "index.md"
)

// Sizes of what is made for machines.
const (
	feedEntries    = 50
	sitemapEntries = 50_000 // in one file, as sitemaps.org has it
)

// writeMachines writes what stands at the site's root.
func (b *build) writeMachines() error {
	p := b.Config.Publish
	writes := []func() error{b.writeSessionList, b.writeRobots}
	if p.Twins {
		writes = append(writes, b.writeIndexTwin, b.writeLLMs)
	}
	if b.Config.BaseURL != "" && p.Feed {
		writes = append(writes, b.writeFeed)
	}
	if b.Config.BaseURL != "" && p.Sitemap && !p.NoIndex {
		writes = append(writes, b.writeSitemap)
	}
	if b.site.Card != "" {
		writes = append(writes, b.writeSiteCard)
	}
	for _, write := range writes {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// writeTwins writes the Markdown of a session, its agents and, when it is asked for, its
// comment.
func (s *sessionSite) writeTwins() error {
	if s.Comments {
		if err := s.out.Write(s.dir+"/"+commentFile, twin.Comment(s.s, s.commentFigures())); err != nil {
			return err
		}
	}
	if !s.Config.Publish.Twins {
		return nil
	}
	for _, t := range s.threads {
		o := twin.Options{Project: s.src.Project.Title(), Dir: s.workDir(), Agent: s.twinOf(t.dir)}
		var text []byte
		if t.agent != nil {
			text = twin.Agent(t.agent, o)
		} else {
			text = twin.Session(s.s, o)
		}
		if err := s.out.Write(t.dir+"/"+twinFile, text); err != nil {
			return err
		}
	}
	return nil
}

// sessionLine is a session in sessions.json.
type sessionLine struct {
	ID           string       `json:"id"`
	Title        string       `json:"title"`
	Project      string       `json:"project"`
	Group        string       `json:"group,omitempty"`
	URL          string       `json:"url"` // absolute where the address of the site is known
	Branch       string       `json:"branch,omitempty"`
	Tags         []string     `json:"tags"`
	Models       []string     `json:"models"`
	Start        string       `json:"start,omitempty"` // RFC 3339, UTC
	End          string       `json:"end,omitempty"`
	ActiveSecs   int          `json:"activeSeconds"`
	ActiveAtMost bool         `json:"activeAtMost,omitempty"` // it may hold waits for permission
	Prompts      int          `json:"prompts"`
	ToolCalls    int          `json:"toolCalls"`
	Errors       int          `json:"errors"`
	Agents       int          `json:"agents"`
	Files        int          `json:"filesChanged"`
	Added        int          `json:"linesAdded"`
	Removed      int          `json:"linesRemoved"`
	Commits      []string     `json:"commits"`
	PullRequests []string     `json:"pullRequests"`
	Tokens       theme.Tokens `json:"tokens"`
	CostUSD      float64      `json:"costUSD,omitempty"`
}

// writeSessionList writes sessions.json: an array with one session on each line, newest first.
func (b *build) writeSessionList() error {
	var buf bytes.Buffer
	buf.WriteString("[")
	for i, s := range b.newest {
		line, err := json.Marshal(b.sessionLine(s))
		if err != nil {
			return err
		}
		if i > 0 {
			buf.WriteString(",")
		}
		buf.WriteString("\n")
		buf.Write(line)
	}
	buf.WriteString("\n]\n")
	return b.out.Write(sessionsFile, buf.Bytes())
}

func (b *build) sessionLine(s *built) sessionLine {
	r := s.Row
	line := sessionLine{
		ID: r.ID, Title: r.Title, Project: s.project.Name, Group: s.project.Group, URL: b.Config.BaseURL + r.Href, Branch: r.Branch, Tags: textsOf(r.Tags), Models: append([]string{}, r.Models...),
		Start: rfc3339(r.Start), End: rfc3339(r.End), ActiveSecs: int(r.Active.Seconds()), ActiveAtMost: r.ActiveAtMost, Prompts: r.Prompts, ToolCalls: r.ToolCalls,
		Errors: r.Errors, Agents: r.Agents, Files: r.Files, Added: r.Added, Removed: r.Removed, Commits: []string{}, PullRequests: []string{},
		Tokens: r.Tokens, CostUSD: r.Cost.USD(),
	}
	for _, c := range s.Work.Made {
		line.Commits = append(line.Commits, c.SHA)
	}
	for _, pr := range r.PullRequests {
		line.PullRequests = append(line.PullRequests, cmp.Or(pr.Href, pr.Text))
	}
	return line
}

// textsOf gives the words of links.
func textsOf(links []theme.Link) []string {
	texts := make([]string, len(links))
	for i, l := range links {
		texts[i] = l.Text
	}
	return texts
}

func rfc3339(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// writeIndexTwin writes the Markdown of the front page.
func (b *build) writeIndexTwin() error {
	var t strings.Builder
	fmt.Fprintf(&t, "# %s\n\n", twin.Escape(b.Config.Title))
	if b.Config.Description != "" {
		fmt.Fprintf(&t, "%s\n\n", twin.Escape(b.Config.Description))
	}
	b.listSessions(&t, func(s *built) string { return s.Row.Href[:strings.LastIndexByte(s.Row.Href, '/')+1] + twinFile })
	return b.out.Write(twinFile, []byte(t.String()))
}

// writeLLMs writes llms.txt, which tells agents where the text of the site is.
func (b *build) writeLLMs() error {
	var t strings.Builder
	fmt.Fprintf(&t, "# %s\n\n", twin.Escape(b.Config.Title))
	if b.Config.Description != "" {
		fmt.Fprintf(&t, "> %s\n\n", twin.Escape(b.Config.Description))
	}
	fmt.Fprintf(&t, "Transcripts of sessions with coding agents. Each page has a twin in Markdown, index.md in the same folder.\n\n"+
		"- [All sessions, as JSON](%s)\n\n", b.Config.BaseURL+sessionsFile)
	b.listSessions(&t, func(s *built) string {
		return b.Config.BaseURL + s.Row.Href[:strings.LastIndexByte(s.Row.Href, '/')+1] + twinFile
	})
	return b.out.Write(llmsFile, []byte(t.String()))
}

// listSessions lists the sessions of each project, newest first, as links.
func (b *build) listSessions(t *strings.Builder, href func(*built) string) {
	for _, p := range b.published.Projects {
		fmt.Fprintf(t, "## %s\n\n", twin.Escape(p.Title()))
		for _, s := range b.ofProject[p] {
			if s.bare() {
				continue
			}
			fmt.Fprintf(t, "- [%s](%s)", twin.Escape(excerpt(s.Row.Title, 120)), href(s))
			if !s.Row.Start.IsZero() {
				fmt.Fprintf(t, ", %s", s.Row.Start.UTC().Format("2006-01-02"))
			}
			fmt.Fprintf(t, ", %d prompts", s.Row.Prompts)
			for _, tag := range s.Row.Tags {
				fmt.Fprintf(t, ", #%s", twin.Escape(tag.Text))
			}
			t.WriteString("\n")
		}
		t.WriteString("\n")
	}
}

// The elements of an Atom feed (RFC 4287).
type (
	atomFeed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Title   string      `xml:"title"`
		ID      string      `xml:"id"`
		Updated string      `xml:"updated"`
		Author  string      `xml:"author>name"`
		Links   []atomLink  `xml:"link"`
		Entries []atomEntry `xml:"entry"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	}
	atomEntry struct {
		Title     string     `xml:"title"`
		ID        string     `xml:"id"`
		Published string     `xml:"published,omitempty"`
		Updated   string     `xml:"updated"`
		Link      atomLink   `xml:"link"`
		Category  []atomTerm `xml:"category"`
		Summary   string     `xml:"summary,omitempty"`
	}
	atomTerm struct {
		Term string `xml:"term,attr"`
	}
)

// writeFeed writes the newest sessions as an Atom feed.
func (b *build) writeFeed() error {
	base := b.Config.BaseURL
	feed := atomFeed{
		Title: b.Config.Title, ID: base, Author: b.Config.Title,
		Links: []atomLink{{"self", base + feedFile}, {"alternate", base + "index.html"}},
	}
	for _, s := range b.newest {
		if s.bare() || s.Row.Start.IsZero() || len(feed.Entries) == feedEntries {
			continue
		}
		e := atomEntry{
			Title: s.Row.Title, ID: base + s.Row.Href, Published: rfc3339(s.Row.Start), Updated: rfc3339(s.Row.End),
			Link: atomLink{"alternate", base + s.Row.Href}, Summary: s.Row.Excerpt,
		}
		for _, term := range append([]string{s.project.Title()}, textsOf(s.Row.Tags)...) {
			e.Category = append(e.Category, atomTerm{term})
		}
		feed.Updated = max(feed.Updated, e.Updated)
		feed.Entries = append(feed.Entries, e)
	}
	feed.Updated = cmp.Or(feed.Updated, "1970-01-01T00:00:00Z")
	return b.writeXML(feedFile, feed)
}

func (b *build) writeXML(name string, v any) error {
	data, err := xml.MarshalIndent(v, "", " ")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return b.out.Write(name, append([]byte(xml.Header), append(data, '\n')...))
}

// The elements of sitemaps (sitemaps.org).
type (
	siteMap struct {
		XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []siteURL `xml:"url"`
	}
	siteMapIndex struct {
		XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Maps    []siteURL `xml:"sitemap"`
	}
	siteURL struct {
		Loc string `xml:"loc"`
	}
)

// writeSitemap lists all pages.
func (b *build) writeSitemap() error {
	var urls []siteURL
	for name := range b.out.Sizes() {
		if strings.HasSuffix(name, ".html") && name != "404.html" {
			urls = append(urls, siteURL{b.Config.BaseURL + name})
		}
	}
	slices.SortFunc(urls, func(x, y siteURL) int { return cmp.Compare(x.Loc, y.Loc) })
	if len(urls) <= sitemapEntries {
		return b.writeXML(sitemapFile, siteMap{URLs: urls})
	}
	var index siteMapIndex
	for part := range slices.Chunk(urls, sitemapEntries) {
		name := fmt.Sprintf("sitemap-%d.xml", len(index.Maps)+1)
		if err := b.writeXML(name, siteMap{URLs: part}); err != nil {
			return err
		}
		index.Maps = append(index.Maps, siteURL{b.Config.BaseURL + name})
	}
	return b.writeXML(sitemapFile, index)
}

// writeRobots tells crawlers what they may read.
func (b *build) writeRobots() error {
	p := b.Config.Publish
	text := "User-agent: *\nAllow: /\n"
	if p.NoIndex {
		text = "User-agent: *\nDisallow: /\n"
	}
	if b.Config.BaseURL != "" && p.Sitemap && !p.NoIndex {
		text += "Sitemap: " + b.Config.BaseURL + sitemapFile + "\n"
	}
	return b.out.Write(robotsFile, []byte(text))
}
