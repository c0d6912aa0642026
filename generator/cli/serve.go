package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"steno/generator/config"
	"steno/generator/live"
	"steno/generator/output"
	"steno/generator/serve"
	"steno/generator/watch"
)

type serveOptions struct {
	load       func() (config.Config, error) // reads the configuration as it is now
	next       followUp
	configFile string
	force      bool
	host       string
	port       int
	open       bool
	noBuild    bool
	noWatch    bool
	poll       bool
}

// errStopped is how a server ends that was asked to.
var errStopped = errors.New("stopped")

func newServe(u *ui) *cobra.Command {
	var s settings
	var o serveOptions
	c := &cobra.Command{
		Use:        "serve [path ...]",
		SuggestFor: []string{"open", "start", "view", "watch", "preview", "server", "dev"},
		Short:      "Build the site, show it on this machine, and keep it current",
		Long: `Serve builds the site and shows it to browsers on this machine, until it is interrupted.
When a transcript, the configuration or the theme changes, it rebuilds, and open pages
update in place: a session can be read while it is being written. Without a configuration and --destination, the site is in your cache folder, like
that of steno without a verb. If a build fails, pages show the error, and the last good site stays.

It listens only on 127.0.0.1, so nobody else can read the sessions, unless --host says
otherwise. The path of the base URL is kept: for https://team.github.io/sessions/ the
site is served below /sessions/.`,
		Example: `  steno serve
  steno serve -s ~/archive --port 8080 --open
  steno serve --no-build -d public     # a site that is finished`,
		Args: existing,
		RunE: func(c *cobra.Command, args []string) error {
			s.sources = append(s.sources, args...)
			o.next.again = s.again()
			o.load = func() (config.Config, error) {
				conf, err := s.load(c)
				if err == nil && !o.noBuild {
					_, err = siteFor(&s, &conf)
				}
				return conf, err
			}
			o.configFile = s.file
			if o.configFile == "" {
				if o.configFile, _ = findConfig(); o.configFile == "" { // loading it reports the error
					o.configFile = configName
				}
			}
			return runServe(c.Context(), u, o)
		},
	}
	s.addReading(c)
	s.addPublishing(c)
	s.addWriting(c)
	f := c.Flags()
	f.BoolVar(&o.force, "force", false, "build into a folder that contains other files")
	f.StringVar(&o.host, "host", serve.Loopback, "`address` to listen on; with 0.0.0.0 every machine on the network can read the sessions")
	f.IntVarP(&o.port, portFlag, "p", serve.DefaultPort, "first `port` to try; 0 lets the system choose")
	f.BoolVar(&o.open, "open", false, "open the site in a browser")
	f.BoolVar(&o.noBuild, "no-build", false, "show the finished site of the destination as it is")
	f.BoolVar(&o.noWatch, "no-watch", false, "build once; do not watch for changes, and do not update pages")
	f.BoolVar(&o.poll, "poll", false, "check for changes twice a second, where the system reports none (network disks)")
	return c
}

func runServe(ctx context.Context, u *ui, o serveOptions) error {
	if o.port < 0 || o.port > 65535 {
		return &usageError{fmt.Errorf("--port: must be from 0 to 65535 (got %d)", o.port), ""}
	}
	conf, err := o.load()
	if err != nil {
		return err
	}
	l, err := serve.Listen(o.host, o.port)
	if err != nil {
		return &usageError{err, "--host and --port say where to listen; --port 0 takes a free port"}
	}
	defer l.Close()
	exposed := serve.Exposed(l)
	k := &keeper{ui: u, options: o, server: serve.New(serve.Options{Live: !o.noBuild && !o.noWatch, Exposed: exposed, Host: o.host})}
	if err := k.begin(ctx, conf); err != nil {
		return err
	}
	defer k.end()
	k.announce(l, conf, exposed)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return serve.Run(ctx, l, k.server) })
	group.Go(func() error { return k.keep(ctx) })
	if k.live != nil {
		follower := k.live
		group.Go(func() error { follower.Run(ctx); return nil })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return errStopped
}

// begin makes the first site, or shows the finished one.
func (k *keeper) begin(ctx context.Context, conf config.Config) error {
	if k.options.noBuild {
		if _, err := os.Stat(filepath.Join(conf.Destination, output.ManifestName)); err != nil {
			return &usageError{fmt.Errorf("%q contains no finished site", conf.Destination), "run steno build first"}
		}
		k.show(ctx, conf, nil)
		return nil
	}
	if k.options.noWatch {
		return k.build(ctx, conf)
	}
	k.live = live.New(k.server)
	k.watcher = watch.New(watch.Options{Poll: k.options.poll, Heard: k.live.Heard})
	err := k.first(ctx, conf)
	if err != nil {
		k.end()
	}
	return err
}

// announce prints where the site can be seen.
func (k *keeper) announce(l net.Listener, conf config.Config, exposed bool) {
	addr := l.Addr().(*net.TCPAddr)
	if addr.Port != k.options.port && k.options.port != 0 {
		k.ui.note(fmt.Sprintf("port %d is taken", k.options.port))
	}
	base := basePath(conf.BaseURL)
	address := func(ip net.IP) string {
		return "http://" + net.JoinHostPort(ip.String(), strconv.Itoa(addr.Port)) + base
	}
	here := address(addr.IP)
	if addr.IP.IsUnspecified() {
		here = address(net.IPv4(127, 0, 0, 1))
	}
	k.ui.say("serving %s at %s (Ctrl+C stops it)", conf.Destination, here)
	if exposed {
		k.ui.line("warning", yellow, "every machine that can reach this one can read the sessions"+among(addr.IP, address))
	}
	if k.watcher != nil && k.watcher.Looking() != "" && !k.options.poll {
		k.ui.note("looking for changes now and then: " + k.watcher.Looking())
	}
	if k.options.open {
		if err := openBrowser(here); err != nil {
			k.ui.line("warning", yellow, "no browser opened: "+err.Error())
		}
	}
}

// among names the addresses that other machines may know a listener by.
func among(ip net.IP, address func(net.IP) string) string {
	if !ip.IsUnspecified() {
		return ", at " + address(ip)
	}
	all, err := net.InterfaceAddrs()
	if err != nil {
		return ""
	}
	text := ""
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			text += ", at " + address(n.IP)
		}
	}
	return text
}

// basePath is the path of the base URL, "/" without one.
func basePath(baseURL string) string {
	u, err := url.Parse(baseURL)
	if err != nil || u.Path == "" {
		return "/"
	}
	return u.Path
}
