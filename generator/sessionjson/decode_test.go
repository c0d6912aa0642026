package sessionjson

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

// deepestBlocks is how deep blocks may be within blocks: results hold pictures, and calls
// hold events. What Steno writes is nested three deep.
const deepestBlocks = 20

// decoder reads one session. Ids are before or after what they point at, so that a pointer
// is made when an id is first met, and filled when its owner is.
type decoder struct {
	agents   named[parser.Agent]
	branches named[parser.Branch] // of the thread being read
	kinds    map[string]blockKind
	options  json.Options
	depth    int // of blocks
}

// decode reads a session as a Writer wrote it.
func decode(raw []byte) (*Session, error) {
	d := &decoder{agents: newNamed[parser.Agent]("agent"), kinds: map[string]blockKind{}}
	for _, k := range blockKinds() {
		d.kinds[k.name] = k
	}
	d.options = json.JoinOptions(syntax, json.WithUnmarshalers(json.JoinUnmarshalers(
		json.UnmarshalFromFunc(readTime),
		json.UnmarshalFromFunc(readDuration),
		json.UnmarshalFromFunc(d.readThread),
		json.UnmarshalFromFunc(func(dec *jsontext.Decoder, p **parser.Agent) error { return d.agents.read(dec, p) }),
		json.UnmarshalFromFunc(func(dec *jsontext.Decoder, p **parser.Branch) error { return d.branches.read(dec, p) }),
		json.UnmarshalFromFunc(d.readBlock),
	)))
	form := sessionForm{Session: new(parser.Session)}
	if err := json.Unmarshal(raw, &form, d.options); err != nil {
		return nil, err
	}
	s := orNew(form.Session)
	for _, f := range form.Agents {
		a := orNew(f.Agent)
		a.ID = f.ID
		a, err := d.agents.fill(f.ID, a)
		if err != nil {
			return nil, err
		}
		s.Agents = append(s.Agents, a)
	}
	if err := d.agents.complete(); err != nil {
		return nil, err
	}
	if err := check(s); err != nil {
		return nil, err
	}
	return &Session{form.Project, form.Group, form.Facts, s}, link(s, form)
}

// orNew is v, or an empty one.
func orNew[T any](v *T) *T {
	if v == nil {
		return new(T)
	}
	return v
}

// link assigns agents and workflow runs the calls that spawned them.
func link(s *parser.Session, form sessionForm) error {
	calls := map[CallRef]*parser.ToolCall{}
	eachCall(s, func(a *parser.Agent, c *parser.ToolCall) {
		if ref := (CallRef{orNew(a).ID, c.Anchor, c.ID}); calls[ref] == nil {
			calls[ref] = c
		}
	})
	find := func(ref *CallRef) (*parser.ToolCall, error) {
		if ref == nil {
			return nil, nil
		}
		if c := calls[*ref]; c != nil {
			return c, nil
		}
		return nil, fmt.Errorf("no call is called %q in the message %q, which other parts point at", ref.ID, ref.Anchor)
	}
	var err, failed error
	for i, f := range form.Agents {
		s.Agents[i].Call, err = find(f.Call)
		failed = errors.Join(failed, err)
	}
	for _, f := range form.Workflows {
		run := orNew(f.WorkflowRun)
		failed = errors.Join(failed, checkRun(run))
		run.Call, err = find(f.Call)
		failed = errors.Join(failed, err)
		s.Workflows = append(s.Workflows, run)
	}
	return failed
}

func (d *decoder) readThread(dec *jsontext.Decoder, t *parser.Thread) error {
	d.branches = newNamed[parser.Branch]("branch")
	form := threadForm{Thread: t}
	if err := json.UnmarshalDecode(dec, &form); err != nil {
		return err
	}
	if form.Beginning != nil {
		t.Beginning = orNew(form.Beginning.Branch)
	}
	for _, f := range form.Branches {
		b, err := d.branches.fill(orNew(f.Branch).ID, orNew(f.Branch))
		if err != nil {
			return err
		}
		t.Branches = append(t.Branches, b)
	}
	return d.branches.complete()
}

// readBlock reads a block of the kind that it names.
func (d *decoder) readBlock(dec *jsontext.Decoder, b *parser.Block) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if d.depth++; d.depth > deepestBlocks {
		return fmt.Errorf("blocks are nested more than %d deep", deepestBlocks)
	}
	defer func() { d.depth-- }()
	if raw.Kind() == 'n' {
		return errNull
	}
	var named struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(raw, &named, syntax); err != nil {
		return err
	}
	if k, ok := d.kinds[named.Kind]; ok {
		*b, err = k.read(raw, d.options)
		return err
	}
	unknown := &parser.Unknown{}
	err = json.Unmarshal(raw, &unknown.Origin, d.options)
	unknown.Type, unknown.Raw = named.Kind, raw.Clone()
	*b = unknown
	return err
}

func readTime(dec *jsontext.Decoder, t *time.Time) error {
	var text string
	if err := json.UnmarshalDecode(dec, &text); err != nil {
		return err
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return fmt.Errorf("%q is no time as RFC 3339 writes it", text)
	}
	*t = at
	return nil
}

// readDuration reads seconds. What is written without an exponent is read exactly.
func readDuration(dec *jsontext.Decoder, d *time.Duration) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if raw.Kind() != '0' {
		return fmt.Errorf("a duration is a number of seconds, not %.40s", raw)
	}
	text := string(raw)
	if !strings.ContainsAny(text, "eE") {
		if exact, err := time.ParseDuration(text + "s"); err == nil {
			*d = exact
			return nil
		}
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || math.Abs(seconds) > math.MaxInt64/float64(time.Second) {
		return fmt.Errorf("%.40s seconds are too many", text)
	}
	*d = time.Duration(seconds * float64(time.Second))
	return nil
}
