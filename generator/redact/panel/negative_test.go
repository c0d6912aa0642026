package panel

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

//go:embed negatives.txtar
var negativesArchive []byte

// Negative is a text that contains no secret.
type Negative struct {
	Kind string
	Real bool // a text as programs write it; otherwise one that speaks of secrets
	Text string
}

// Negatives draws the texts of negatives.txtar.
func Negatives(seed uint64) ([]Negative, error) {
	kinds, err := Kinds()
	if err != nil {
		return nil, err
	}
	var all []Negative
	for _, file := range txtar.Parse(negativesArchive).Files {
		head := strings.Fields(file.Name)
		if len(head) != 3 {
			return nil, fmt.Errorf("negatives.txtar: %q: %d words, want name, count, real or about", file.Name, len(head))
		}
		count, err := strconv.Atoi(head[1])
		if err != nil {
			return nil, fmt.Errorf("negatives.txtar: %s: %w", head[0], err)
		}
		texts, err := distinct(seed, head[0], templates(file.Data), count, kinds)
		if err != nil {
			return nil, fmt.Errorf("negatives.txtar: %s: %w", head[0], err)
		}
		for _, text := range texts {
			all = append(all, Negative{head[0], head[2] == "real", text})
		}
	}
	return all, nil
}

// distinct draws texts from templates in turn until there are count different ones.
func distinct(seed uint64, name string, templates []string, count int, kinds []Kind) ([]string, error) {
	var texts []string
	for i := range 20 * count {
		d := newDrawer(seed, name, strconv.Itoa(i))
		text, err := fill(d, templates[i%len(templates)], names(kinds[d.IntN(len(kinds))].Env))
		if err != nil {
			return nil, err
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		if len(texts) == count {
			return texts, nil
		}
	}
	return nil, fmt.Errorf("%d different texts, want %d", len(texts), count)
}
