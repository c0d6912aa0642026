package themes

import (
	"steno/generator/config"
	"steno/generator/output"
)

// Preview writes the preview of a configuration's theme to its destination: every
// component in every state, made from canned views. It returns the figures of what was
// written.
func Preview(conf config.Config, force bool, version string) (output.Stats, error) {
	t, err := Load(conf)
	if err != nil {
		return output.Stats{}, err
	}
	site, err := Site(conf, version)
	if err != nil {
		return output.Stats{}, err
	}
	site.BaseURL, site.Feed, site.NoIndex = "", false, false // of a published site
	out, err := output.Open(conf.Destination, output.Options{Force: force, Version: version})
	if err != nil {
		return output.Stats{}, err
	}
	defer out.Close()
	for _, a := range t.Assets() {
		if err := out.Write(a.Name, a.Data); err != nil {
			return out.Stats(), err
		}
	}
	for _, f := range t.Preview(site) {
		page, err := t.Render(f.View)
		if err != nil {
			return out.Stats(), err
		}
		if err := out.Write(f.Name, page); err != nil {
			return out.Stats(), err
		}
	}
	return out.Stats(), out.Finish()
}
