package generator

import (
	"errors"
	"fmt"
	"slices"

	"steno/generator/output"
)

// A site must not be wiped by accident: a disk that is not mounted, a source that was moved or
// a path with a slip in it look like an archive without sessions. So the manifest of a site
// keeps how many sessions each source had, before any was selected, and a build that finds none
// where the last one found some is refused. That works without the cache, on any machine. A
// selection that leaves nothing was asked for, and is built.

// notEmptied compares what was found in each source with what the last build into a destination
// found, and notes it there.
func notEmptied(out *output.Site, o Options, found []int) error {
	out.SetFound(found)
	if o.AllowEmpty {
		return nil
	}
	last, some := out.LastFound()
	const hint = "check that the sources are complete, or build with --allow-empty"
	if total(found) == 0 && (some || total(last) > 0) {
		return fmt.Errorf("%w: the sources contain no session, and the site in %q was built from some; %s",
			output.ErrRefused, o.Config.Destination, hint)
	}
	if empty := emptied(last, found); empty >= 0 && len(found) == len(o.Config.Sources) {
		return fmt.Errorf("%w: the source %q contains no session, and the last build found %s there; %s",
			output.ErrRefused, o.Config.Sources[empty], sessions(last[empty]), hint)
	}
	return nil
}

// emptied returns the index of a source that lost all of its sessions, -1 for none. Sources
// have no names in a site, as those would be paths of the machine: they are distinguished by their
// order, and one that was only moved in it lost nothing.
func emptied(last, found []int) int {
	if len(last) != len(found) || count(last, 0) >= count(found, 0) {
		return -1
	}
	for i, n := range found {
		if n == 0 && last[i] > 0 {
			return i
		}
	}
	return -1
}

func total(found []int) (n int) {
	for _, f := range found {
		n += f
	}
	return n
}

func count(found []int, what int) int {
	return len(slices.DeleteFunc(slices.Clone(found), func(n int) bool { return n != what }))
}

func sessions(n int) string {
	if n == 1 {
		return "1 session"
	}
	return fmt.Sprintf("%d sessions", n)
}

// apartFromSite refuses a destination in which something private would be published, before
// anything is written.
func apartFromSite(o Options) error {
	var errs []error
	if o.Cache != "" {
		errs = append(errs, output.Private{What: "the cache", Name: o.Cache, Folder: true}.Apart(o.Config.Destination))
	}
	if name := o.Config.Redact.Report; name != "" {
		errs = append(errs, output.Private{What: "redact.report", Name: name}.Apart(o.Config.Destination))
	}
	return errors.Join(errs...)
}
