// Package feeds writes the files that other programs read: sessions.json, llms.txt, the front page's
// Markdown, and, where the address of the site is known, a feed, a sitemap and a preview image. Its
// input is the summaries of all sessions; its output is files at the site's root.
package feeds

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"

	"steno/generator/output"
	"steno/generator/publish"
	"steno/generator/render"
	"steno/generator/summary"
	"steno/generator/twin"
	"steno/parser/prose"
	"steno/theme/view"
	"steno/theme/words"
)

// Names of files at the site's root.
const (
	sessionsFile = "sessions.json"
	llmsFile     = "llms.txt"
	feedFile     = "feed.xml"
	sitemapFile  = "sitemap.xml"
	robotsFile   = "robots.txt"
)

// Sizes of what is made for machines.
const (
	feedEntries    = 50
	sitemapEntries = 50_000 // in one file, as sitemaps.org has it
)

// Input is what the files for other programs are made from.
type Input struct {
	Projects  []*publish.Project
	Newest    []summary.Listing                      // all sessions, newest first
	OfProject map[*publish.Project][]summary.Listing // the same
}

type feeds struct {
	*render.Renderer
	Input
}

// Write writes the files at the site's root that other programs read.
func Write(r *render.Renderer, in Input) error {
	f := &feeds{r, in}
	p := f.Conf.Publish
	writes := []func() error{f.writeSessionList, f.writeRobots}
	if p.Twins {
		writes = append(writes, f.writeTexts)
	}
	if f.Conf.BaseURL != "" && p.Feed {
		writes = append(writes, f.writeFeed)
	}
	if f.Conf.BaseURL != "" && p.Sitemap && !p.NoIndex {
		writes = append(writes, f.writeSitemap)
	}
	if f.Site.Card != "" {
		writes = append(writes, f.writeSiteCard)
	}
	for _, write := range writes {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// sessionLine is a session in sessions.json.
type sessionLine struct {
	ID           string      `json:"id"`
	Title        string      `json:"title"`
	Project      string      `json:"project"`
	Group        string      `json:"group,omitempty"`
	URL          string      `json:"url"`               // absolute where the address of the site is known
	Program      string      `json:"program,omitempty"` // the agent that wrote the session
	Branch       string      `json:"branch,omitempty"`
	Tags         []string    `json:"tags"`
	Models       []string    `json:"models"`
	Start        string      `json:"start,omitempty"` // RFC 3339, UTC
	End          string      `json:"end,omitempty"`
	ActiveSecs   *int        `json:"activeSeconds,omitzero"` // nil when no record has a time
	ActiveAtMost bool        `json:"activeAtMost,omitempty"` // it may hold waits for permission
	Prompts      *int        `json:"prompts,omitzero"`       // nil when the prompts were not recorded
	ToolCalls    int         `json:"toolCalls"`
	Errors       int         `json:"errors"`
	Rejected     int         `json:"rejected,omitempty"`  // calls that the user declined
	Denied       int         `json:"denied,omitempty"`    // calls that a rule declined
	Cancelled    int         `json:"cancelled,omitempty"` // calls that did not run because one beside them failed
	Agents       int         `json:"agents"`
	Unrecorded   int         `json:"agentsWithoutTranscript,omitempty"` // of agents
	Files        int         `json:"filesChanged"`
	Paths        []string    `json:"files"` // that tools changed, relative to the repository
	Added        int         `json:"linesAdded"`
	Removed      int         `json:"linesRemoved"` // both net
	ChurnAdded   int         `json:"churnAdded"`   // lines of all changes
	ChurnRemoved int         `json:"churnRemoved"`
	Commits      []string    `json:"commits"`
	Unhashed     int         `json:"commitsWithoutHash,omitempty"` // commits beside them whose hash was not printed
	PullRequests []string    `json:"pullRequests"`
	Tokens       view.Tokens `json:"tokens,omitzero"` // absent when none are recorded
	CostUSD      float64     `json:"costUSD,omitempty"`
	Problem      string      `json:"problem,omitempty"`     // how it ended, if not with a reply, and that the last run of tests failed
	LastReply    string      `json:"lastReply,omitempty"`   // the start of it, on one line
	TestsPassed  bool        `json:"testsPassed,omitempty"` // in the last run, and no file was edited since
	Pushed       bool        `json:"pushed,omitempty"`      // no commit came after the last push
}

// writeSessionList writes sessions.json: an array with one session on each line, newest first.
func (f *feeds) writeSessionList() error {
	stream := output.NewStream()
	defer stream.Close()
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	for i, s := range f.Newest {
		line.Reset()
		if i == 0 {
			line.WriteString("[\n")
		} else {
			line.WriteString(",\n")
		}
		if err := enc.Encode(f.sessionLine(s)); err != nil {
			return err
		}
		stream.Put(bytes.TrimSuffix(line.Bytes(), []byte("\n")))
	}
	if len(f.Newest) == 0 {
		stream.Put([]byte("["))
	}
	stream.Put([]byte("\n]\n"))
	return f.Out.WriteStream(sessionsFile, stream)
}

func (f *feeds) sessionLine(s summary.Listing) sessionLine {
	whole := s.Shown()
	r := whole.Row
	line := sessionLine{
		ID: r.ID, Title: r.Title, Project: s.Project.Name, Group: s.Project.Group, Program: whole.Work.Program,
		URL: f.Conf.BaseURL + r.Href, Branch: r.Branch, Tags: textsOf(r.Tags),
		Models: modelsOf(whole),
		Start:  words.Machine(r.Start), End: words.Machine(r.End), ActiveAtMost: r.ActiveAtMost, ToolCalls: r.ToolCalls,
		Rejected: r.Rejected, Denied: r.Denied, Cancelled: r.Cancelled, ChurnAdded: r.ChurnAdded, ChurnRemoved: r.ChurnRemoved,
		Errors: r.Errors, Agents: r.Agents, Unrecorded: r.Unrecorded, Files: r.Files, Paths: []string{},
		Added: r.Added, Removed: r.Removed, Commits: []string{}, PullRequests: []string{},
		Tokens: r.Tokens, CostUSD: r.Cost.USD(),
		Problem: r.Result.Bad, LastReply: r.Result.Reply, TestsPassed: r.Result.Tested, Pushed: r.Result.Pushed,
	}
	if !r.Start.IsZero() {
		line.ActiveSecs = new(int(r.Active.Seconds()))
	}
	if !r.Unprompted {
		line.Prompts = new(r.Prompts)
	}
	for i := range whole.Work.Files {
		line.Paths = append(line.Paths, whole.Work.Files[i].Path)
	}
	for _, c := range whole.Work.Made {
		if c.SHA == "" {
			line.Unhashed++
			continue
		}
		line.Commits = append(line.Commits, c.SHA)
	}
	for _, pr := range r.PullRequests {
		line.PullRequests = append(line.PullRequests, cmp.Or(pr.Href, pr.Text))
	}
	return line
}

// modelsOf returns the models of a session and, behind them, those that only its agents used.
func modelsOf(s *summary.Session) []string {
	models := append([]string{}, s.Row.Models...)
	for _, d := range s.Work.Days {
		if d.Model != "" && d.Tokens > 0 && !slices.Contains(models, d.Model) {
			models = append(models, d.Model)
		}
	}
	return models
}

// textsOf returns the words of links.
func textsOf(links []view.Link) []string {
	texts := make([]string, len(links))
	for i, l := range links {
		texts[i] = l.Text
	}
	return texts
}

// writeTexts writes the Markdown of the front page, and llms.txt, which lists for agents where the
// text of the site is.
func (f *feeds) writeTexts() error {
	twinText, llms := output.NewStream(), output.NewStream()
	defer twinText.Close()
	defer llms.Close()
	var line []byte
	put := func(to *output.Stream, format string, args ...any) {
		line = fmt.Appendf(line[:0], format, args...)
		to.Put(line)
	}
	put(twinText, "# %s\n\n", twin.Escape(f.Conf.Title))
	put(llms, "# %s\n\n", twin.Escape(f.Conf.Title))
	if f.Conf.Description != "" {
		put(twinText, "%s\n\n", twin.Escape(f.Conf.Description))
		put(llms, "> %s\n\n", twin.Escape(f.Conf.Description))
	}
	put(llms, "Transcripts of sessions with coding agents. Each page has a twin in Markdown, index.md in the same folder.\n\n"+
		"- [All sessions, as JSON](%s)\n\n", f.Conf.BaseURL+sessionsFile)
	f.listSessions(func(title, href, after string) {
		put(twinText, "%s%s%s", title, href, after)
		if href != "" {
			href = f.Conf.BaseURL + href
		}
		put(llms, "%s%s%s", title, href, after)
	})
	return errors.Join(f.Out.WriteStream(render.TwinFile, twinText), f.Out.WriteStream(llmsFile, llms))
}

// listSessions lists the sessions of each project, newest first, as links: what is before an
// address, the address from the site's root, and what is behind it.
func (f *feeds) listSessions(to func(before, href, after string)) {
	for _, p := range f.Projects {
		to(fmt.Sprintf("## %s\n\n", twin.Escape(p.Title())), "", "")
		for _, s := range f.OfProject[p] {
			if s.Aside() {
				continue
			}
			after := ")"
			if !s.Start.IsZero() {
				after += ", " + s.Start.UTC().Format("2006-01-02")
			}
			if !s.Unprompted {
				after += ", " + words.Plural(s.Prompts, "prompt")
			}
			row := s.Row()
			for _, tag := range row.Tags {
				after += ", #" + twin.Escape(tag.Text)
			}
			after += ended(row)
			to(fmt.Sprintf("- [%s](", twin.Escape(prose.Excerpt(s.Title, 120))),
				s.Href[:strings.LastIndexByte(s.Href, '/')+1]+render.TwinFile, after+"\n")
		}
		to("\n", "", "")
	}
}

// ended returns how a session ended, in the words of its row in lists.
func ended(row view.SessionRow) (text string) {
	if row.CommitCount > 0 {
		text = ", " + words.Plural(row.CommitCount, "commit")
	}
	r := row.Result
	if r.Pushed {
		text += ", pushed"
	}
	if r.Tested {
		text += ", tests passed"
	}
	if r.Bad != "" {
		text += ", " + twin.Escape(r.Bad)
	}
	switch {
	case r.Reply != "" && r.Earlier:
		text += ", " + twin.Escape(r.Said())
	case r.Reply != "":
		text += ": " + twin.Escape(r.Reply)
	}
	return text
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
func (f *feeds) writeFeed() error {
	base := f.Conf.BaseURL
	feed := atomFeed{
		Title: f.Conf.Title, ID: base, Author: f.Conf.Title,
		Links: []atomLink{{"self", base + feedFile}, {"alternate", base + "index.html"}},
	}
	for _, listing := range f.Newest {
		if listing.Aside() || listing.Start.IsZero() || len(feed.Entries) == feedEntries {
			continue
		}
		row := listing.Row()
		e := atomEntry{
			Title: row.Title, ID: base + row.Href, Published: words.Machine(row.Start), Updated: words.Machine(row.End),
			Link: atomLink{"alternate", base + row.Href}, Summary: row.Excerpt,
		}
		for _, term := range append([]string{listing.Project.Title()}, textsOf(row.Tags)...) {
			e.Category = append(e.Category, atomTerm{term})
		}
		feed.Updated = max(feed.Updated, e.Updated)
		feed.Entries = append(feed.Entries, e)
	}
	feed.Updated = cmp.Or(feed.Updated, "1970-01-01T00:00:00Z")
	return f.writeXML(feedFile, feed)
}

func (f *feeds) writeXML(name string, v any) error {
	data, err := xml.MarshalIndent(v, "", " ")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return f.Out.Write(name, append([]byte(xml.Header), append(data, '\n')...))
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
func (f *feeds) writeSitemap() error {
	var urls []siteURL
	for name := range f.Out.Sizes() {
		if strings.HasSuffix(name, ".html") && name != "404.html" {
			urls = append(urls, siteURL{f.Conf.BaseURL + name})
		}
	}
	slices.SortFunc(urls, func(x, y siteURL) int { return cmp.Compare(x.Loc, y.Loc) })
	if len(urls) <= sitemapEntries {
		return f.writeXML(sitemapFile, siteMap{URLs: urls})
	}
	var index siteMapIndex
	for part := range slices.Chunk(urls, sitemapEntries) {
		name := fmt.Sprintf("sitemap-%d.xml", len(index.Maps)+1)
		if err := f.writeXML(name, siteMap{URLs: part}); err != nil {
			return err
		}
		index.Maps = append(index.Maps, siteURL{f.Conf.BaseURL + name})
	}
	return f.writeXML(sitemapFile, index)
}

// writeRobots writes the rules for crawlers.
func (f *feeds) writeRobots() error {
	p := f.Conf.Publish
	text := "User-agent: *\nAllow: /\n"
	if p.NoIndex {
		text = "User-agent: *\nDisallow: /\n"
	}
	if f.Conf.BaseURL != "" && p.Sitemap && !p.NoIndex {
		text += "Sitemap: " + f.Conf.BaseURL + sitemapFile + "\n"
	}
	return f.Out.Write(robotsFile, []byte(text))
}

func (f *feeds) writeSiteCard() error {
	data, err := f.Theme.SiteCard(f.Site)
	if err != nil {
		return err
	}
	return f.Out.Write(render.PreviewFile, data)
}
