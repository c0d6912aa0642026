package archive

import "time"

// era is [Era] made ready to draw from.
type era struct {
	*Era
	kinds      map[string]*mix
	tools      map[string]*tool
	toolNames  choice
	extensions choice
	events     []event
	talk       float64 // texts before a call, for each call
	start      int64   // ms: the first time that a session can have
}

func newEra(e *Era, kinds map[string]*mix, index int) *era {
	c := &era{Era: e, kinds: kinds, tools: map[string]*tool{}, extensions: newChoice(e.Extensions), events: e.compileEvents()}
	c.start = time.Date(2026, 8, 1, 9, 0, 0, 0, time.UTC).AddDate(0, -4*index, 0).UnixMilli()
	shares := map[string]float64{}
	for name, t := range e.Tools {
		shares[name], c.tools[name] = t.Share, &tool{t, name}
	}
	if c.tools["Bash"] == nil {
		c.tools["Bash"] = &tool{name: "Bash"}
	}
	c.toolNames = newChoice(shares)
	// Each turn ends with a text.
	c.talk = max(0, e.Replies.PerCall-1/max(1, e.Calls.Mean))
	return c
}
