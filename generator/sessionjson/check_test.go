package sessionjson

import (
	"errors"
	"fmt"
	"slices"

	"steno/parser"
)

// What is read from a document is what the parser promises of a session, or refused: who uses
// it need not fear nil where there is never nil, or agents that are their own ancestors.

func check(s *parser.Session) error {
	if s.Main == nil {
		return errors.New("there is no main thread")
	}
	if slices.Contains(s.Notes, nil) || slices.Contains(s.Checkpoints, nil) || slices.Contains(s.Unshown, nil) {
		return errNull
	}
	if err := checkThread("the main thread", s.Main); err != nil {
		return err
	}
	for _, a := range s.Agents {
		if a.Thread == nil {
			return fmt.Errorf("agent %q has no thread", a.ID)
		}
		if err := checkThread(fmt.Sprintf("the thread of agent %q", a.ID), a.Thread); err != nil {
			return err
		}
		if slices.Contains(a.Children, nil) {
			return errNull
		}
	}
	if a := circular(s.Agents, func(a *parser.Agent) *parser.Agent { return a.Parent }); a != nil {
		return fmt.Errorf("agent %q is its own ancestor", a.ID)
	}
	return nil
}

var errNull = errors.New("a list contains null instead of an object")

func checkThread(name string, t *parser.Thread) error {
	if len(t.Branches) == 0 {
		return fmt.Errorf("%s has no branch", name)
	}
	for _, b := range t.All() {
		for _, seg := range b.Segments {
			if seg == nil || slices.Contains(seg.Turns, nil) {
				return errNull
			}
			if c := seg.Compaction; c != nil && c.Summary != nil {
				if err := checkMessages(c.Summary); err != nil {
					return err
				}
			}
			for _, turn := range seg.Turns {
				if err := checkTurn(turn); err != nil {
					return err
				}
			}
		}
	}
	if b := circular(t.Branches, func(b *parser.Branch) *parser.Branch { return b.Parent }); b != nil {
		return fmt.Errorf("%s: branch %q is its own ancestor", name, b.ID)
	}
	return nil
}

func checkRun(run *parser.WorkflowRun) error {
	if slices.Contains(run.Agents, nil) || slices.Contains(run.Phases, nil) {
		return errNull
	}
	for _, p := range run.Phases {
		if slices.Contains(p.Agents, nil) {
			return errNull
		}
	}
	return nil
}

func checkTurn(t *parser.Turn) error {
	if slices.Contains(t.Versions, nil) {
		return errNull
	}
	if t.Prompt != nil {
		if err := checkMessages(t.Prompt); err != nil {
			return err
		}
	}
	return checkMessages(t.Messages...)
}

func checkMessages(all ...*parser.Message) error {
	for _, m := range all {
		if m == nil {
			return errNull
		}
		if err := checkBlocks(m.Blocks); err != nil {
			return err
		}
	}
	return nil
}

func checkBlocks(all []parser.Block) error {
	for _, b := range all {
		if b == nil {
			return errNull
		}
		c, ok := b.(*parser.ToolCall)
		if !ok {
			continue
		}
		if err := checkMessages(c.Extra...); err != nil {
			return err
		}
		if c.Result != nil {
			if err := checkBlocks(c.Result.Content); err != nil {
				return err
			}
		}
	}
	return nil
}

// circular finds a thing that is its own ancestor.
func circular[T any](all []*T, parent func(*T) *T) *T {
	free := map[*T]bool{nil: true} // of such ancestors
	for _, v := range all {
		seen := map[*T]bool{}
		for at := v; !free[at]; at = parent(at) {
			if seen[at] {
				return at
			}
			seen[at] = true
		}
		for at := range seen {
			free[at] = true
		}
	}
	return nil
}
