package generator

import (
	"sync"

	"steno/generator/cache"
	"steno/generator/output"
	"steno/generator/secondlook"
	"steno/theme"
)

// openSite opens the destination and writes the files of the theme.
func openSite(o Options, in *prepared, last *cache.Cache, t *theme.Theme) (*output.Site, error) {
	if last != nil {
		if err := secondlook.Begin(last.Folder()); err != nil {
			return nil, err
		}
	}
	o.AllowEmpty = o.AllowEmpty || o.Config.KeepRemoved && len(in.found.Removed) > 0
	left := output.Options{Sources: o.Config.Sources, Left: last.Others(), Peek: in.peek, Folders: o.cache().Folders()}
	return openOutput(o, left, in.look, in.found.Archive.Found, t)
}

// openOutput opens the destination apart from what is read. found is the number of sessions of each
// source. The caller closes the site, with an error too.
func openOutput(o Options, options output.Options, look *secondlook.Look, found []int, t *theme.Theme) (*output.Site, error) {
	options.Force, options.Version = o.Force, o.Version
	if look != nil {
		options.MayPublish, options.Checked = look.MayPublish, look.Covered()
	}
	out, err := output.Open(o.Config.Destination, options)
	if err != nil {
		return nil, err
	}
	if err := notEmptied(out, o, found); err != nil {
		return out, err
	}
	for _, a := range t.Assets() {
		if err := out.Write(a.Name, a.Data); err != nil {
			return out, err
		}
	}
	return out, out.Write(".nojekyll", nil)
}

// finish ends the site, and keeps what the next build may save itself. It returns a stamp of the
// site, "" when it could not be kept. That is no reason to complain: the next build then does all
// of its work.
func finish(out *output.Site, last *cache.Cache, left cache.Left) (stamp string, err error) {
	var saving sync.WaitGroup
	if last != nil {
		saving.Go(func() {
			if saved, err := last.Save(out, left); err == nil {
				stamp = saved
			}
		})
	}
	err = out.Finish()
	saving.Wait()
	return stamp, err
}
