package scan

import (
	"steno/generator/redact/judge"
	"steno/generator/redact/known"
	"steno/generator/redact/memo"
)

// again has what was learned of texts that come again and again, as the names and the short values of fields do.
type again struct {
	classes memo.Of[judge.Class] // of names
	clean   memo.Of[bool]        // whether short texts without names, in which nothing is found, are Clean
	dict    *known.Dictionary    // that was asked for them
}

// knows reports whether nothing was found in the same text before, which is under a name when that is not "". The
// pass is then as it would be after another look.
func (p *Pass) knows(s, name string, dict *known.Dictionary) bool {
	if p.again == nil {
		return false
	}
	if p.again.dict != dict {
		p.again.clean.Forget()
		p.again.dict = dict
	}
	clean, ok := p.again.clean.Get(s)
	if !ok || name != "" && p.telling(name) {
		return false
	}
	p.Clean = clean
	return true
}

// remember notes a text in which nothing was found.
func (p *Pass) remember(s, name string) {
	if len(s) <= memo.Longest && len(p.Spans)+len(p.people.Users)+len(p.people.Homes)+len(p.people.Asked) == 0 &&
		(name == "" || !p.telling(name)) {
		p.again.clean.Put(s, p.Clean)
	}
}

// telling reports a name that says something about the text under it.
func (p *Pass) telling(name string) bool {
	_, ok := judge.Answers(name)
	return ok || p.names.Classify(name) != judge.None
}
