package codex

import (
	"strings"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// tokens are the figures of requests.
type tokens struct{ input, cached, written, output int }

func tokensOf(o raw.Object) tokens {
	return tokens{o.Int("input_tokens"), o.Int("cached_input_tokens"), o.Int("cache_write_input_tokens"), o.Int("output_tokens")}
}

func (t tokens) minus(o tokens) tokens {
	return tokens{t.input - o.input, t.cached - o.cached, t.written - o.written, t.output - o.output}
}

func (t tokens) negative() bool { return t.input < 0 || t.cached < 0 || t.written < 0 || t.output < 0 }

// usage returns the figures as the model counts them: input without what was cached.
func (t tokens) usage() parser.Usage {
	return parser.Usage{Requests: 1, Input: max(0, t.input-t.cached-t.written), CacheRead: t.cached,
		CacheWrite: t.written, Output: t.output}
}

// spending is what is known of the tokens of the file that is being read.
type spending struct {
	total tokens          // so far
	each  bool            // the file says of each request what it took
	paid  *parser.Message // the reply whose request was counted last
}

// spent takes the tokens of one request. Clients since 0.153 write them once for each response, before the
// count that repeats them, and also for requests that no count contains, such as those that compact. A fork, an agent or a
// review may begin with copies, which name the thread that they are from. Seen in rollouts of 0.153 to 0.162.
func spent(r *reader, rec *rebuild.Record, p raw.Object) {
	t, id := rec.Thread, p.String("response_id")
	if foreign(r, t, p) || id != "" && r.requests[id] {
		rec.As(rebuild.Duplicate)
		return
	}
	r.each = true
	if id != "" {
		r.requests[id] = true
	}
	reply := t.LastReply()
	if reply == r.paid {
		reply = nil // no reply came of this request: it was a compaction
	} else {
		r.paid = reply
	}
	t.Spend(reply, t.Model, tokensOf(p.Object("usage")).usage())
	t.Close()
}

// foreign reports whether what is recorded of a request names another thread than the one that is being read.
func foreign(r *reader, t *rebuild.Thread, p raw.Object) bool {
	own := strings.TrimPrefix(r.src.ID, prefix)
	if a := t.Agent(); a != nil {
		own = a.ID
	}
	id := p.String("thread_id")
	return id != "" && id != own
}

// count takes the tokens so far. What is new since the last count belongs to the reply before it.
func (r *reader) count(rec *rebuild.Record, p raw.Object) {
	info := p.Object("info")
	total, last := tokensOf(info.Object("total_token_usage")), tokensOf(info.Object("last_token_usage"))
	switch {
	case info == nil:
		rec.As(rebuild.Structural)
		return
	case info.Raw("total_token_usage") == nil:
		total = r.total // only the last request is known
	case total == r.total, r.each:
		r.total = total
		rec.As(rebuild.Duplicate)
		return
	default:
		if diff := total.minus(r.total); !diff.negative() {
			last = diff
		}
	}
	r.total = total
	t := rec.Thread
	t.Spend(t.LastReply(), t.Model, last.usage())
	t.Close()
}
