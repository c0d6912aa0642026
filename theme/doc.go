// Package theme turns what the parser found into HTML: page frames, the
// conversation, lists. It owns the templates, style sheets and scripts, and lets
// a project replace any of them.
//
// A thread is rendered in two steps, because only the size of the HTML decides
// where a page ends: [Theme.Fragments] renders a branch piece by piece, the
// generator packs the pieces into pages, and [Theme.Render] puts each page's
// pieces into the frame.
package theme
