package view

import (
	"math"
	"slices"
	"strconv"
	"time"

	"steno/theme/chart"
)

// StatsPage says what agents did in the whole archive, over time and by what they used.
type StatsPage struct {
	Page
	Totals      Totals
	Tokens      chart.Bars    // by day and model
	Trends      []chart.Bars  // by week or day, those with something to show
	Tables      []Table       // what was used, how that went, and what it cost
	Declined    []DeclinedRow // the last calls that users declined
	AllDeclined *Link         // the pages of all of them, nil for none
	Projects    []ProjectRow  // most tokens first; the first of very many
	More        *Link         // the pages of all projects, nil when they are here
}

// Table is a table of the statistics: a row for each tool, command or model, with the same figures
// in every row.
type Table struct {
	ID, Title string
	About     string      // a sentence on what is counted, "" for none
	Names     string      // what a row is, the head of the first column
	Rows      []FigureRow // best known first; the last one may be the sum of others
	Total     *FigureRow  // the sum of all rows, nil if there is one row only
}

// FigureRow is a row of a table.
type FigureRow struct {
	Link
	Figures []Figure // the same ones in every row
}

// Figure is a number and what it counts.
type Figure struct {
	Label  string // head of its column
	Value  float64
	Unit   string // see the function amount of templates: "number", "tokens", "usd", "percent", "seconds"; "text" for Text
	Text   string
	Href   string // of what is counted, "" for none
	Bad    bool   // something went wrong
	AtMost bool
}

// Empty reports whether there is nothing to count.
func (f Figure) Empty() bool { return f.Value == 0 && f.Text == "" }

// Sort is the value as scripts sort by it, to the thousandth; "" when the text is that number.
func (f Figure) Sort() string {
	if f.Unit == "number" && !f.AtMost && f.Value < 1000 && f.Value == math.Trunc(f.Value) {
		return ""
	}
	return strconv.FormatFloat(math.Round(f.Value*1000)/1000, 'f', -1, 64)
}

// DeclinedRow is a call that a user declined.
type DeclinedRow struct {
	Link    // to the call; Text is what it was about
	Tool    string
	Words   string // what the user typed, "" for nothing
	Session Link
	Time    time.Time
}

// UsePage shows where a figure of the statistics comes from: the sessions that used one thing, or
// what else it is the sum of.
type UsePage struct {
	Page
	Topic    string        // "Tool"
	About    string        // how figures are counted, "" where their names say it
	Names    string        // what a row is: "session"
	Sum      []Figure      // sums over all sessions
	Next     []FigureRow   // what followed failures
	Rows     []UseRow      // those of this page, the largest figure first
	Total    int           // rows on all pages
	Declined []DeclinedRow // those of this page, on pages of declined calls; Total counts all of them
	Pager    Pager
}

// UseRow is a session that used something.
type UseRow struct {
	FigureRow
	Project  Link
	Start    time.Time
	Places   []Link // the first failures
	More     int    // failures after these, which MoreHref counts
	MoreHref string
}

// FilesPage lists the files that agents changed: of all projects in sum, or of one.
type FilesPage struct {
	Page
	Project     *Link             // nil on the pages of all projects
	Projects    []ProjectFilesRow // on the pages of all projects, those of this page
	Files       []ChangedFile     // those of this page, by folder
	Elsewhere   []FileElsewhere   // on the first page of a project: the files that its other pages list
	Tree        []TreeRow         // the folders of a project, on its first page
	MoreFolders int               // folders that the tree leaves out
	Pager       Pager
}

// FileElsewhere links to a changed file that is listed on another page of its project's list.
type FileElsewhere struct{ ID, Path, Page string }

// ProjectFilesRow sums the changed files of a project.
type ProjectFilesRow struct {
	Link                         // its note names the files with most edits
	Files, Edits, Added, Removed int
}

// ChangedFile is a file and who changed it.
type ChangedFile struct {
	Folder                string // name of the folder, for its first file; "" for the others
	Mark                  string // id of the folder, the same
	ID                    string // its anchor, made from its path
	Path                  string
	Name                  string // without the folder
	Edits, Added, Removed int
	Last                  time.Time
	Sessions              []FileSession // newest first
	More                  int           // sessions that are not listed
}

// FileSession is what one session did to a file.
type FileSession struct {
	Link
	Start                 time.Time
	Edits, Added, Removed int
	Turns                 []Link // the places, in order; Note names the agent
	More                  int    // places that are not listed
}

// PullsPage lists the pull requests and commits of all sessions.
type PullsPage struct {
	Page
	Pulls        []PullRow      // newest first, those of this page
	Commits      []CommitAll    // newest first, those of this page
	Pages        []PublishedRow // newest first, those of this page
	TotalPages   int            // on all pages
	TotalPulls   int            // on all pages
	TotalCommits int
	Pager        Pager
}

// States reports whether the state of a pull request on this page is known.
func (p *PullsPage) States() bool {
	return slices.ContainsFunc(p.Pulls, func(r PullRow) bool { return r.State != "" })
}

// PullRow is a pull request and the sessions that worked on it.
type PullRow struct {
	Link
	Title    string    // from the session that opened it, "" when that is not known
	State    string    // "merged" or "closed" when a session did that, "" when nothing is known
	Branch   string    // of the session that named it first
	Time     time.Time // first mention
	Sessions []Link    // newest first
	More     int       // sessions before these
}

// PublishedRow is a web page that a session published.
type PublishedRow struct {
	Link
	Time    time.Time
	Session Link // the last that published it
}

// CommitAll is a commit and the session that made it.
type CommitAll struct {
	CommitRow
	Time    time.Time
	Session Link
	Also    []Link // other sessions that made it, at the place where they did
	Project Link
	Again   bool // the row above has the same session
}
