package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"steno/generator"
	"steno/generator/cache"
	"steno/generator/choose"
	"steno/generator/config"
	"steno/generator/live"
	"steno/generator/serve"
	"steno/generator/watch"
	"steno/theme"
)

// A build that failed is tried again even when nothing changes, as its cause may be
// something that is not watched: another build into the same folder, a disk that is full.
const (
	firstRetry = 2 * time.Second
	lastRetry  = time.Minute
)

// keeper keeps the site that is served current. It is used by one goroutine.
type keeper struct {
	ui      *ui
	options serveOptions
	server  *serve.Server
	watcher *watch.Watcher // nil when nothing is watched
	live    *live.Follower // nil when nothing is watched

	built  bool                       // once at least
	warned map[generator.Warning]bool // of the last build
	failed string                     // what the last build failed with, "" when it did not
}

// first makes the first site. What the user can put right before trying again ends it;
// any other trouble is shown, and followed, as is a mistake in a theme: themes are written
// while they are looked at.
func (k *keeper) first(ctx context.Context, conf config.Config) error {
	k.watch(conf)
	err := k.rebuild(ctx)
	if err == nil || ctx.Err() != nil || codeOf(err) == exitUsage && !watched(err) {
		return err
	}
	k.fail(err)
	return nil
}

// watched reports whether the mistake is in a file that is watched: a theme's file, or a file
// beside the transcripts.
func watched(err error) bool {
	var badTheme *theme.FileError
	var control *choose.ControlError
	return errors.As(err, &badTheme) || errors.As(err, &control)
}

// keep builds again whenever something changed, until ctx is done.
func (k *keeper) keep(ctx context.Context) error {
	if k.watcher == nil {
		return nil
	}
	wait := firstRetry
	if k.built { // quickly, perhaps; from now on, pages can be made ahead
		if err := k.rebuild(ctx); err != nil && ctx.Err() == nil {
			k.fail(err)
		}
	}
	for {
		var retry <-chan time.Time
		if k.failed != "" {
			retry = time.After(wait)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-k.watcher.Changed():
			wait = firstRetry
		case <-retry:
			wait = min(2*wait, lastRetry)
		}
		if err := k.rebuild(ctx); ctx.Err() != nil {
			return nil
		} else if err != nil {
			k.fail(err)
		}
	}
}

// rebuild builds with the configuration as it is now. It begins when all that the
// configuration names is watched, so that no change after it goes unnoticed.
func (k *keeper) rebuild(ctx context.Context) error {
	for {
		conf, err := k.options.load()
		if err != nil {
			return err
		}
		if !k.watch(conf) {
			return k.build(ctx, conf)
		}
	}
}

// watch watches what a configuration names, and reports whether that is new.
func (k *keeper) watch(conf config.Config) bool {
	return k.watcher.Set(append(cache.Inputs(conf), k.options.configFile), cache.Outputs(conf, cacheDir(conf.Cache)))
}

// build makes the site and shows it.
func (k *keeper) build(ctx context.Context, conf config.Config) error {
	if err := inputsExist(conf); err != nil {
		return err
	}
	bar := &bar{}
	if !k.built {
		bar = k.ui.newBar()
	}
	warned := map[generator.Warning]bool{}
	k.ui.warned = 0
	var ahead *generator.Ahead
	var leave func(*generator.Ahead)
	if k.live != nil {
		k.live.Begin(ctx)
		if k.built {
			leave = func(made *generator.Ahead) { ahead = made }
		}
	}
	sum, err := generator.Build(ctx, generator.Options{
		Ahead: leave, Pages: k.server.Refresh,
		Config: conf, Force: k.options.force && !k.built, Version: version(), Cache: cacheDir(conf.Cache), Progress: bar.show,
		Warn: func(w generator.Warning) {
			if warned[w] = true; !k.warned[w] {
				k.ui.warn(w)
			}
		},
	})
	bar.clear()
	k.ui.warningsLeftOut()
	if err != nil {
		ahead.Close()
		return err
	}
	k.warned = warned
	k.report(conf, sum)
	k.show(ctx, conf, ahead)
	return nil
}

// report prints what a build did: of the first all, of others what is new.
func (k *keeper) report(conf config.Config, sum *generator.Summary) {
	switch {
	case !k.built:
		reportRedactions(k.ui, sum.Redactions, k.options.next.review(conf.Redact.Report, sum.Unreviewed))
		reportCosts(k.ui, sum)
		reportSummary(k.ui, sum, conf.Destination)
	case k.failed != "" || sum.Written+sum.Removed > 0:
		k.ui.note(fmt.Sprintf("%s: %s new, %d removed, %.2f s", conf.Destination, count(sum.Written, "file"), sum.Removed, sum.Seconds))
	}
}

// show serves the site of the destination. ahead is what its build left, nil for nothing.
func (k *keeper) show(ctx context.Context, conf config.Config, ahead *generator.Ahead) {
	k.built, k.failed = true, ""
	site := serve.Site{Files: serve.Folder(conf.Destination), Base: basePath(conf.BaseURL)}
	if k.live != nil {
		k.live.Built(ctx, site, makerOf(ahead))
	} else {
		k.server.Show(site)
	}
}

// makerOf returns what makes pages ahead of the next build, nil for nothing.
func makerOf(ahead *generator.Ahead) *live.Maker {
	if ahead == nil {
		return nil
	}
	return &live.Maker{Make: ahead.Make, Close: ahead.Close}
}

// fail reports an error on pages for as long as it lasts, and on the terminal once.
func (k *keeper) fail(err error) {
	if k.live != nil {
		k.live.Failed()
	}
	k.server.Fail(serve.Trouble{Lines: strings.Split(err.Error(), "\n"), Hint: hintOf(err)})
	if text := err.Error(); text != k.failed {
		k.failed = text
		k.ui.error(text, hintOf(err))
	}
}

// end stops watching.
func (k *keeper) end() {
	if k.watcher != nil {
		k.watcher.Close()
		k.live.Close()
		k.watcher, k.live = nil, nil
	}
}
