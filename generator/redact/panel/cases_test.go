package panel

import "regexp"

// Case is a text that contains one secret.
type Case struct {
	Kind  Kind
	Place Place
	Text  string

	value, written value
}

// colour is a code that colours what a terminal shows.
var colour = regexp.MustCompile(`\x1b\[[0-9;]*[A-Za-z]`)

// Left returns the part of the secret that is left in the output of a redaction of
// the text, "" when it is gone.
func (c Case) Left(output string) string {
	if part := c.written.left(output); part != "" {
		return part
	}
	return c.value.left(colour.ReplaceAllString(output, ""))
}

// Secret returns the value that the text contains.
func (c Case) Secret() string { return string(c.value.text) }

// Cases draws each kind in each place that takes it.
func Cases(seed uint64) ([]Case, error) {
	kinds, err := Kinds()
	if err != nil {
		return nil, err
	}
	places, err := Places()
	if err != nil {
		return nil, err
	}
	var cases []Case
	for _, k := range kinds {
		for _, p := range places {
			if !p.takes(k) {
				continue
			}
			c := Case{Kind: k, Place: p}
			c.Text, c.value, c.written, err = p.write(newDrawer(seed, k.Name, p.Name), k)
			if err != nil {
				return nil, err
			}
			cases = append(cases, c)
		}
	}
	return cases, nil
}
