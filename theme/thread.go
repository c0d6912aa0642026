package theme

import (
	"steno/parser"
)

// Refs resolves what a thread's blocks point at. All results are addresses
// relative to the page, "" when there is nothing to link to.
type Refs struct {
	Root    string                               // way to the site's root
	Dir     string                               // the session's working directory, which paths are shown relative to; may be empty
	Agent   func(a *parser.Agent) string         // page of an agent
	Branch  func(b *parser.Branch) string        // page of a rewound branch of the same thread
	Anchor  func(anchor string) string           // a message of the same thread, whatever page it is on, if already placed
	Session func(id string) string               // page of a session of the archive
	Spill   func(ext string, data []byte) string // stores data in the session's files/ under a name made from its content, gives its address
}

// Fragment is a piece of a thread page that must not be cut: a turn's prompt,
// one reply, a run of calls, a divider.
type Fragment struct {
	HTML    []byte
	Anchors []string     // ids it defines, for links
	Outline *OutlineItem // entry of the outline that starts here; Href and Page are filled in later
}
