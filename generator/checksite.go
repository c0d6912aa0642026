package generator

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"

	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/generator/secondlook"
	"steno/generator/sitescan"
)

// SiteChecked is the result of a look at a finished site.
type SiteChecked struct {
	*sitescan.Found
	Values       sitescan.Counts `json:"values"`
	Fingerprints bool            `json:"fingerprints"` // those of the build were found in the cache
	Limits       []string        `json:"limits"`       // what is too large for GitHub Pages
}

// CheckSite looks for secrets in the files of a finished site: for what the build into the same
// folder removed, when its fingerprints are in the cache, for what the configuration names, and
// for tokens of known forms, whether redaction is enabled or not.
func CheckSite(ctx context.Context, o Options) (*SiteChecked, error) {
	e, err := redaction.NewEngine(o.Config.Redact)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(o.Config.Destination)
	if err != nil {
		return nil, fmt.Errorf("opening the site: %w", err)
	}
	defer root.Close()
	kept := secondlook.ReadFingerprints(keptFolder(o))
	look, err := secondlook.Of(kept, e).Settle(o.Config, o.Version, e)
	if err != nil {
		return nil, err
	}
	found, err := look.Scan(ctx, root.FS(), knownForms(e))
	if err != nil {
		return nil, err
	}
	found.Leaks = secondlook.WithoutWords(found.Leaks)
	limits, err := limitsOf(root.FS())
	if err != nil {
		return nil, fmt.Errorf("measuring the site: %w", err)
	}
	return &SiteChecked{found, look.Counts(), kept != nil, limits}, nil
}

// limitsOf reports what of a site is too large for the host that most go to.
func limitsOf(site fs.FS) ([]string, error) {
	total, sizes := int64(0), map[string]int64{}
	err := fs.WalkDir(site, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			total += info.Size()
			sizes[name] = info.Size()
		}
		return err
	})
	return append([]string{}, hostLimits(total, maps.All(sizes))...), err
}

// knownForms finds what the rules recognize on their own: tokens of known forms, patterns,
// literals. Rules that judge a value by the words around it are left out: on pages, words are
// beside each other that are not in the transcripts.
func knownForms(e *redact.Engine) sitescan.Known {
	r := e.Freeze()
	return func(text string) (hits []sitescan.Hit) {
		for _, f := range r.Leaks(text) {
			hits = append(hits, sitescan.Hit{ID: sitescan.ID(f.Hash), Rule: f.Rule, Offset: f.Offset})
		}
		return hits
	}
}
