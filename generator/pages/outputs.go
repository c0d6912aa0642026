package pages

import (
	"steno/generator/address"
	"steno/parser"
	"steno/parser/prose"
	"steno/theme/view"
)

// The copies of a session may repeat so much that their shared beginnings show prompts, replies and
// what was requested of tools only, and link to the first session for the results. An output is
// left out only where that session shows it. A note that the client wrote again in the copy, with other
// words, stays in the beginning.

// Outputs is a session that shows the outputs of a beginning that it shares with others.
type Outputs struct {
	Title  string
	Placed map[string]string // addresses of the messages that no other session has, by anchor
}

// showOutputs says where the outputs of a session's shared beginnings are shown instead.
func showOutputs(s *sessionSite, outputs []Outputs) {
	for _, t := range s.threads {
		if t.shared != nil {
			t.shared.outputs, t.shared.copied = outputs, s.src.Source.IsCopied
		}
	}
}

// outputOf returns where a branch links to for outputs, nil when it shows all of them.
func outputOf(bs *branchSite) func(parser.Block) *view.Link {
	if len(bs.outputs) == 0 {
		return nil
	}
	return func(b parser.Block) *view.Link {
		o := b.From()
		if c, ok := b.(*parser.ToolCall); ok {
			if c.Result == nil {
				return nil
			}
			o = &c.Result.Origin
		}
		if o.Anchor == "" || !bs.copied(o.File, o.Line) {
			return nil
		}
		for _, from := range bs.outputs {
			if at := from.Placed[o.Anchor]; at != "" {
				return &view.Link{Text: "See output in " + prose.Excerpt(from.Title, 60), Href: address.Relative(bs.dir, at)}
			}
		}
		return nil
	}
}

// ownPlaces returns the addresses of the messages that a session shows outside of shared beginnings.
func ownPlaces(s *sessionSite) map[string]string {
	own := map[string]string{}
	for _, t := range s.threads {
		for _, bs := range t.branches {
			for anchor, page := range bs.anchors.All() {
				if own[anchor] == "" {
					own[anchor] = bs.dir + "/" + address.Page(page) + "#" + anchor
				}
			}
		}
	}
	return own
}
