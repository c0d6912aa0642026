package panel

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

//go:embed places.txtar
var placesArchive []byte

// Place is a kind of text in which secrets are found.
type Place struct {
	Name      string
	Encoding  string
	Forms     []Form // the forms of secrets that are recognisable there
	Templates []string
}

// takes reports whether secrets of a kind are recognisable in the place.
func (p Place) takes(k Kind) bool {
	return slices.Contains(p.Forms, k.Form) || slices.Contains(p.Forms, beginning) && k.Form == Own && k.begins()
}

// beginning is Own for kinds that are known by their first characters.
const beginning Form = "beginning"

// forms are the letters of places.txtar.
var forms = map[rune]Form{'o': Own, 'b': beginning, 'n': Named, 'p': Password, 'h': Phrase, 'u': URL, 'l': Lines}

// Places returns the places of places.txtar.
func Places() ([]Place, error) {
	var places []Place
	for _, file := range txtar.Parse(placesArchive).Files {
		head := strings.Fields(file.Name)
		if len(head) != 3 {
			return nil, fmt.Errorf("places.txtar: %q: %d words, want name, encoding and forms", file.Name, len(head))
		}
		p := Place{Name: head[0], Encoding: head[1], Templates: templates(file.Data)}
		if encodings[p.Encoding] == nil {
			return nil, fmt.Errorf("places.txtar: %s: no encoding %q", p.Name, p.Encoding)
		}
		for _, letter := range head[2] {
			form, ok := forms[letter]
			if !ok {
				return nil, fmt.Errorf("places.txtar: %s: no form %q", p.Name, letter)
			}
			p.Forms = append(p.Forms, form)
		}
		places = append(places, p)
	}
	return places, nil
}

// templates splits the templates of a file.
func templates(data []byte) []string {
	var list []string
	for _, t := range strings.Split(string(data), "\n----\n") {
		list = append(list, strings.TrimSuffix(t, "\n"))
	}
	return list
}

// write draws a text that contains a value of a kind. It returns the text, the value,
// and the value as it is written there.
func (p Place) write(d drawer, k Kind) (text string, v, written value, err error) {
	if v, err = d.value(k); err != nil {
		return "", v, v, err
	}
	written = encodings[p.Encoding](d, v)
	if p.Encoding == "cut" {
		v = written // the rest is nowhere
	}
	names := names(k.Env)
	names["<<user>>"] = d.pick("deploy", "admin", "svc_shop", "ci", "jane")
	names["<<host>>"] = d.pick("api.acme.io", "db.internal.acme.io", "registry.acme.dev", "acme.example-corp.net")
	names["<<v>>"] = string(written.text)
	text, err = fill(d, d.pick(p.Templates...), names)
	if err != nil {
		return "", v, written, fmt.Errorf("place %s: %w", p.Name, err)
	}
	return text, v, written, nil
}

// names are the ways to write a variable's name in texts.
func names(env string) map[string]string {
	words := strings.Split(strings.ToLower(env), "_")
	title := func(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
	camel := ""
	for _, w := range words {
		camel += title(w)
	}
	plain := " " + strings.Join(words, " ") + " "
	plain = strings.NewReplacer(" api ", " API ", " db ", " database ", " jwt ", " JWT ", " url ", " URL ").Replace(plain)
	return map[string]string{
		"<<NAME>>": env, "<<name>>": strings.ToLower(env), "<<kebab>>": strings.Join(words, "-"),
		"<<Camel>>": camel, "<<camel>>": words[0] + camel[len(words[0]):], "<<title>>": title(strings.TrimSpace(plain)),
	}
}

// expression is a text to draw within a template.
var expression = regexp.MustCompile(`<<~(.*?)>>`)

// fill puts what was drawn into a template.
func fill(d drawer, template string, names map[string]string) (string, error) {
	pairs := []string{"<<esc>>", "\x1b"}
	for name, s := range names {
		pairs = append(pairs, name, s)
	}
	var failed error
	text := expression.ReplaceAllStringFunc(template, func(s string) string {
		v, err := d.expression(expression.FindStringSubmatch(s)[1])
		if err != nil {
			failed = fmt.Errorf("%s: %w", s, err)
		}
		return string(v.text)
	})
	return strings.NewReplacer(pairs...).Replace(text), failed
}
