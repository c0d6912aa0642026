package generator

import (
	"errors"
	"fmt"

	"steno/generator/cache"
	"steno/generator/config"
	"steno/generator/job"
	"steno/generator/meter"
	"steno/generator/selection"
	"steno/generator/shard"
	"steno/parser"
	"steno/parser/formats"
	"steno/parser/source"
)

// Options say what to build.
type Options struct {
	Config     config.Config
	Formats    source.Formats             // that sources may have; nil for those of package formats
	Force      bool                       // build into a non-empty directory that Steno did not make
	Verify     bool                       // look at each file of a large site, even if no folder changed
	AllowEmpty bool                       // build although sources contain no session where they held some
	Strict     bool                       // warnings make the build fail, after everything has been written
	Only       func(*source.Session) bool // the sessions to build, as their files name them; nil for all
	Turns      selection.Turns            // the turns to build of each session; the zero value is all
	Unshown    bool                       // look for values in records that no page shows, too, as an archive has them
	Comments   bool                       // write a comment in Markdown beside each session's pages
	Shard      shard.Part                 // the part of the sessions to build
	Measure    bool                       // Summary.Costs is wanted
	// from how many bytes of transcripts on the texts of a session are kept in a temporary file; 0
	// for the usual ones
	Large int64
	Cache string // folder for what is remembered between builds; "" for none
	// called when the pages of the sessions are written, before those over all sessions; may be nil
	Pages func()
	// takes what makes pages ahead of the next build, nil if that is not possible; a build that may
	// leave it is done even if nothing changed
	Ahead    func(*Ahead)
	Version  string                             // Steno's own, for the pages' generator tag and the manifest
	Progress func(done, total int, what string) // called from several goroutines, one at a time; may be nil
	Warn     func(Warning)                      // called for each warning, in a stable order; may be nil
}

// Warning is something in the input that a person should know of.
type Warning = parser.Warning

// ErrStrict is returned by a strict build that wrote its site but had warnings.
var ErrStrict = errors.New("there were warnings, and the build is strict")

// job returns what the phases of a build with these options share.
func (o Options) job() *job.Job {
	var m *meter.Meter
	if o.Measure {
		m = meter.New()
	}
	return job.New(o.Config.Jobs, m, o.Progress, o.Warn)
}

// formats returns the formats that sources may have.
func (o Options) formats() source.Formats {
	all := o.Formats
	if all == nil {
		all = formats.All()
	}
	if o.Config.Content.FileHistory {
		return all.WithCopies()
	}
	return all
}

// cache returns what the cache is asked for.
func (o Options) cache() cache.Request {
	return cache.Request{
		Folder: o.Cache, Config: o.Config, Formats: o.formats(), Version: o.Version,
		Part: fmt.Sprint(o.Shard), Strict: o.Strict, Force: o.Force, Verify: o.Verify,
	}
}

// strictly is how a build with warnings ends when it is strict. A site without sessions is one,
// unless it was asked for.
func (o Options) strictly(sum *Summary) error {
	if o.Strict && (sum.Warnings > 0 || sum.Sessions == 0 && !o.AllowEmpty && o.Shard.Parts == 0) {
		return ErrStrict
	}
	return nil
}
