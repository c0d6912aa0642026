package sessionjson

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// named are things that are pointed at by their ids.
type named[T any] struct {
	what string // for errors
	all  map[string]*entry[T]
}

type entry[T any] struct {
	value  T
	filled bool
}

func newNamed[T any](what string) named[T] { return named[T]{what, map[string]*entry[T]{}} }

// get is the thing of an id.
func (n named[T]) get(id string) *entry[T] {
	if n.all[id] == nil {
		n.all[id] = new(entry[T])
	}
	return n.all[id]
}

// fill assigns a thing its value.
func (n named[T]) fill(id string, v *T) (*T, error) {
	e := n.get(id)
	if e.filled {
		return nil, fmt.Errorf("more than one %s is called %q", n.what, id)
	}
	e.value, e.filled = *v, true
	return &e.value, nil
}

// complete fails when something that is pointed at was never filled.
func (n named[T]) complete() error {
	var missing []string
	for id, e := range n.all {
		if !e.filled {
			missing = append(missing, strconv.Quote(id))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("no %s is called %s, which other parts point at", n.what, slices.Min(missing))
}

// read reads an id and returns the thing it points at.
func (n named[T]) read(dec *jsontext.Decoder, p **T) error {
	var id *string
	if err := json.UnmarshalDecode(dec, &id); err != nil {
		return err
	}
	*p = nil
	if id != nil {
		*p = &n.get(*id).value
	}
	return nil
}
