package theme

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"

	"steno/theme/markup"
)

// Places in [styleOrder] of what is not a file of assets/css.
const (
	lookPlace   = "@look"   // the style sheet of the look
	paramsPlace = "@params" // what theme.params ask for
)

// styleOrder is the order of the style sheets in steno.css, which all pages load: tokens,
// components, the look that may change both, and at last what readers need of their
// screens and printers. What is not named here follows by name, and then the style
// sheet that theme.params name, so a project has the last word.
var styleOrder = []string{
	"tokens", "base", "marks", "icons", "layout", "page", "head", "timeline", "thread", "card", "code", "reading",
	lookPlace, paramsPlace, "needs", "print",
}

// apartOrder is the order of the style sheets in pages.css, which pages other than those of
// threads load before steno.css, and threads with the late scripts.
var apartOrder = []string{"chart", "lists", "changes", "search", "late"}

// inlineOrder is the order of the style sheets that 404.html has within itself: hosts serve it at any
// depth, where it finds no files unless the site's address is configured.
var inlineOrder = []string{"tokens", "base", "marks", "layout", "page", lookPlace, paramsPlace, "needs"}

// joined are the scripts that are published as one, in the order in which they need
// each other: what runs before a page is painted, what a thread needs, what other pages need, what every
// search does, and what the page of the search adds.
var joined = map[string][]string{
	"first.js":       {"scheme.js", "controls.js"},
	"thread.js":      {"steno.js", "reading.js", "walk.js", "places.js", "diffs.js", "outline.js", "late.js", "search-box.js"},
	"steno.js":       {"steno.js", "search-box.js"},
	"search.js":      {"search-tokens.js", "search-marks.js", "search-index.js", "search-query.js", "search-view.js"},
	"search-page.js": {"search-chips.js", "search-page.js"},
}

// late are the scripts that pages load when somebody searches, looks at the timeline or has a wide window.
var late = []string{"timeline", "minimap", "share", "search", "search-landing", "search-popup", "search-wide",
	"search-filters", "search-apart", "search-tell", "search-folder"}

// assets are the published files of a theme, by the name that templates use.
type assets struct {
	files []Asset
	names map[string]string // "steno.css" to "assets/steno.1a2b3c4d.css"
	logo  string            // "assets/logo.1a2b3c4d.svg", or ""

	inline []byte // the style of 404.html

	router []byte // see Theme.Router
	first  []byte // see addFirst
}

// loadAssets reads, minifies and names the style sheet, the scripts and whatever
// else is in assets/.
func loadAssets(overlay fs.FS, o Options, l *look, colours string) (*assets, error) {
	a := &assets{names: map[string]string{}}
	m := minify.New()
	m.AddFunc("text/css", css.Minify)
	sheets, err := readFiles(overlay, "assets/css", "*.css")
	if err != nil {
		return nil, err
	}
	texts, err := joinStyles(sheets, o, l, colours)
	if err != nil {
		return nil, err
	}
	for i, text := range texts {
		if texts[i], err = m.Bytes("text/css", text); err != nil {
			return nil, fmt.Errorf("minifying the theme's style sheets: %w", err)
		}
	}
	a.add("steno.css", texts[0])
	a.add("pages.css", texts[1])
	a.inline = markup.EndsNoStyle(texts[2])
	scripts, err := readFiles(overlay, "assets/js", "*.js")
	if err != nil {
		return nil, err
	}
	known, err := builtinScripts()
	if err != nil {
		return nil, err
	}
	small := map[string][]byte{}
	for _, f := range scripts {
		name := path.Base(f.name)
		if small[name] = known[name]; !f.overlay {
			continue
		}
		if small[name], err = minifyScript(f); err != nil {
			return nil, err
		}
	}
	a.addScripts(small)
	others, err := readFiles(overlay, "assets", "*")
	if err != nil {
		return nil, err
	}
	for _, f := range others {
		a.add(path.Base(f.name), f.data)
	}
	if o.Logo != nil {
		if err := checkLogo(*o.Logo); err != nil {
			return nil, err
		}
		a.logo = a.add("logo"+strings.ToLower(path.Ext(o.Logo.Name)), o.Logo.Data)
	}
	return a, nil
}

// builtinScripts returns the built-in scripts, minified, by name. They are minified once: it takes half the
// time of loading a theme, and one process may build many times.
var builtinScripts = sync.OnceValues(func() (map[string][]byte, error) {
	files, err := readFiles(nil, "assets/js", "*.js")
	if err != nil {
		return nil, err
	}
	small := map[string][]byte{}
	for _, f := range files {
		if small[path.Base(f.name)], err = minifyScript(f); err != nil {
			return nil, err
		}
	}
	return small, nil
})

// minifyScript returns a script with fewer bytes.
func minifyScript(f file) ([]byte, error) {
	var small bytes.Buffer
	if err := js.Minify(nil, &small, bytes.NewReader(f.data), nil); err != nil {
		return nil, &FileError{f.name, lineIn(err), err}
	}
	return small.Bytes(), nil
}

// addScripts publishes the scripts, by name, all but the first one.
func (a *assets) addScripts(scripts map[string][]byte) {
	pieces := map[string]bool{}
	for name, parts := range joined {
		var all [][]byte
		for _, part := range parts {
			all = append(all, scripts[part])
			pieces[part] = true
		}
		if text := bytes.Join(all, []byte(";\n")); name == "first.js" {
			a.first = text
		} else {
			a.add(name, text)
		}
	}
	a.router = scripts["bundle.js"]
	for name, text := range scripts {
		if name != "bundle.js" && !pieces[name] {
			a.add(name, text)
		}
	}
}

// addFirst publishes the script that pages load before they are painted. It begins with
// what the others know of the theme: the controls, and where the late scripts are.
func (a *assets) addFirst(controls map[string]string) error {
	scripts := map[string]string{}
	for _, name := range late {
		scripts[name] = a.names[name+".js"]
	}
	scripts["pages.css"] = a.names["pages.css"]
	var text bytes.Buffer
	for _, v := range []struct {
		name  string
		value map[string]string
	}{{"stenoScripts", scripts}, {"stenoControls", controls}} {
		var data strings.Builder
		e := json.NewEncoder(&data)
		e.SetEscapeHTML(false) // which makes it a third longer
		if err := e.Encode(v.value); err != nil {
			return fmt.Errorf("writing the theme's first script: %w", err)
		}
		fmt.Fprintf(&text, "var %s=%s;\n", v.name, inScript.Replace(strings.TrimSpace(data.String())))
	}
	text.Write(a.first)
	a.add("first.js", text.Bytes())
	slices.SortFunc(a.files, func(x, y Asset) int { return strings.Compare(x.Name, y.Name) })
	return nil
}

// inScript writes what would end a script element, or begin a comment in one, in another way that JSON has:
// an export of one file has the script inline.
var inScript = strings.NewReplacer("</", `<\/`, "<!--", `\u003c!--`)

// joinStyles returns the texts of steno.css, with the colours of code before all others, of pages.css,
// and of the style of 404.html.
func joinStyles(sheets []file, o Options, l *look, colours string) (texts [3][]byte, err error) {
	byName := map[string]file{
		lookPlace:   l.sheet,
		paramsPlace: {data: []byte(o.Params.sheet(l))},
	}
	order := slices.Clone(styleOrder)
	for _, f := range sheets {
		name := strings.TrimSuffix(path.Base(f.name), ".css")
		byName[name] = f
		if !slices.Contains(order, name) && !slices.Contains(apartOrder, name) {
			order = append(order, name)
		}
	}
	inline := inlineOrder
	if o.Sheet != nil {
		order, inline = append(order, "@sheet"), append(slices.Clone(inline), "@sheet")
		if err := checkLoads(o.Sheet.Name, o.Sheet.Data); err != nil {
			return texts, err
		}
		byName["@sheet"] = file{name: o.Sheet.Name, data: o.Sheet.Data, overlay: true}
	}
	for i, names := range [][]string{order, apartOrder, inline} {
		if texts[i], err = joinSheets(byName, names); err != nil {
			return texts, err
		}
	}
	texts[0] = append([]byte(colours), texts[0]...)
	return texts, nil
}

// inlineHash allows the style of 404.html in its content security policy.
func (a *assets) inlineHash() string {
	sum := sha256.Sum256(a.inline)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// joinSheets checks those of the style sheets that a project wrote, and puts them one behind the other.
func joinSheets(byName map[string]file, order []string) ([]byte, error) {
	var all bytes.Buffer
	for _, name := range order {
		f := byName[name]
		if f.overlay {
			if err := checkSheet(f.name, f.data); err != nil {
				return nil, err
			}
		}
		all.WriteByte('\n')
		all.Write(f.data)
	}
	return all.Bytes(), nil
}

// add names a file after its content, so that browsers may keep it forever. It returns
// the address from the site's root.
func (a *assets) add(name string, data []byte) string {
	sum := sha256.Sum256(data)
	ext := path.Ext(name)
	hashed := "assets/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:4]) + ext
	a.files = append(a.files, Asset{Name: hashed, Data: data})
	a.names[name] = hashed
	return hashed
}

// find is the address of an asset from the site's root. A name that the theme
// does not have is a mistake in a template, which the page then reports.
func (a *assets) find(name string) (string, error) {
	if n, ok := a.names[name]; ok {
		return n, nil
	}
	return "", fmt.Errorf("the theme has no asset %q", name)
}
