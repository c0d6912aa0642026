package codex

import (
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
	case total == r.total:
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
