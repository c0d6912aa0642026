package copilot

import (
	"cmp"
	"strconv"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// account is what is known of tokens before a shutdown sums them up.
type account struct {
	output int     // of replies
	spent  []spend // of requests, as a run prints them
	logged []spend // of requests, as the client logs them
}

// spend is what a request used. It counts only where no shutdown sums up the run.
type spend struct {
	thread *rebuild.Thread
	reply  *parser.Message
	model  string
	usage  parser.Usage
}

// used takes the tokens of a request; its input includes what was cached.
func (r *reader) used(rec *rebuild.Record, data raw.Object) {
	u := parser.Usage{Requests: 1, CacheRead: data.Int("cacheReadTokens"),
		CacheWrite: data.Int("cacheWriteTokens"), Output: data.Int("outputTokens")}
	u.Input = max(0, data.Int("inputTokens")-u.CacheRead-u.CacheWrite)
	if u.Output >= 0 && u.CacheRead >= 0 && u.CacheWrite >= 0 {
		r.since.spent = append(r.since.spent, spend{rec.Thread, rec.Thread.LastReply(), data.String("model"), u})
	}
}

// model takes the tokens of a request from the log of requests that the client keeps. It says the same as the records
// that runs print, which sessions do not keep. Observed in version 1.0.87, September 2026.
func (r *reader) model(rec *rebuild.Record, data raw.Object) {
	o := data.Object("responseUsage")
	if rec.Type != "model.model_call_success" || o == nil {
		return
	}
	u := parser.Usage{Requests: 1, CacheRead: o.Object("prompt_tokens_details").Int("cached_tokens"), Output: o.Int("completion_tokens")}
	u.Input = max(0, o.Int("prompt_tokens")-u.CacheRead)
	if u.Output >= 0 && u.CacheRead >= 0 {
		model := cmp.Or(data.Object("modelCall").String("model"), data.String("model"), rec.Thread.Model)
		r.since.logged = append(r.since.logged, spend{rec.Thread, nil, model, u})
	}
}

// unsummed counts the tokens of requests that no shutdown sums up: those that a run printed, otherwise those that
// were logged, if these are all. Without them only the output is known.
func (r *reader) unsummed() {
	if len(r.since.spent) == 0 {
		output := 0
		for _, s := range r.since.logged {
			output += s.usage.Output
		}
		if output >= r.since.output {
			r.since.spent = r.since.logged
		}
	}
	for _, s := range r.since.spent {
		s.thread.Spend(s.reply, s.model, s.usage)
	}
	if r.since.output > 0 && len(r.since.spent) == 0 {
		r.State("output tokens, input not recorded", strconv.Itoa(r.since.output))
	}
}
