package theme

import (
	"bytes"
	"fmt"

	"steno/theme/compact"
	"steno/theme/quick"
)

// controls are the templates of controls.html, named as the elements that represent
// them in pages. What they make is the same on every page, so that it need not stand
// there: the first script of a page puts it in (see controls.js).
var controls = []string{"steno-bar", "steno-find", "steno-tools", "steno-zoom", "steno-keys"}

// control is the data of the templates of controls. It is empty, because controls are the same on every page.
type control struct{}

// makeControls executes the templates of all controls.
func makeControls(templates *quick.Set) (map[string]string, error) {
	made := map[string]string{}
	for _, name := range controls {
		var b bytes.Buffer
		if err := templates.Execute(&b, name, &control{}); err != nil {
			return nil, fmt.Errorf("making the control %s of the theme: %w", name, err)
		}
		made[name] = string(compact.Page(b.String()))
	}
	return made, nil
}
