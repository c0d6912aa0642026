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

// opened compares what was found with what the last build into the opened destination found.
func (b *build) opened() error {
	found := b.found
	b.Out.SetFound(found)
	if b.AllowEmpty || b.Config.KeepRemoved && len(b.gone) > 0 {
		return nil
	}
	last, some := b.Out.LastFound()
	const hint = "check that the sources are complete, or build with --allow-empty"
	if total(found) == 0 && (some || total(last) > 0) {
		return fmt.Errorf("%w: the sources hold no session, and the site in %q was built from some; %s", output.ErrRefused, b.Config.Destination, hint)
	}
	if empty := b.emptied(last, found); empty >= 0 {
		return fmt.Errorf("%w: the source %q holds no session, and the last build found %s there; %s",
			output.ErrRefused, b.Config.Sources[empty], sessions(last[empty]), hint)
	}
	return nil
}

// emptied returns the index of a source that lost all of its sessions, -1 for none. Sources
// have no names in a site, as those would be paths of the machine: they are told apart by their
// order, and one that was only moved in it lost nothing.
func (b *build) emptied(last, found []int) int {
	if len(last) != len(found) || len(found) != len(b.Config.Sources) || count(last, 0) >= count(found, 0) {
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
func (b *build) apartFromSite() error {
	var errs []error
	if b.Cache != "" {
		errs = append(errs, output.Private{What: "the cache", Name: b.Cache, Folder: true}.Apart(b.Config.Destination))
	}
	if name := b.Config.Redact.Report; name != "" {
		errs = append(errs, output.Private{What: "redact.report", Name: name}.Apart(b.Config.Destination))
	}
	return errors.Join(errs...)
}
