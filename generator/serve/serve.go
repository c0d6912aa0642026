// Package serve shows a finished site to a browser on the same machine. It listens on
// the loopback address alone, and answers only requests that were meant for it: a web
// page elsewhere that points its own host name at 127.0.0.1 is turned away.
package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"
)

// DefaultPort is where a site is served unless the user says otherwise.
const DefaultPort = 1313

// attempts is how many ports are tried, counted upwards.
const attempts = 20

// patience is how long requests may take to end after an interrupt.
const patience = 3 * time.Second

// Listen takes the first free port of the loopback address, from port on; 0 lets the
// system choose one.
func Listen(port int) (net.Listener, error) {
	var first error
	for p := port; p < port+attempts && p <= 65535; p++ {
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(p)))
		if err == nil {
			return l, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, fmt.Errorf("looking for a free port from %d: %w", port, first)
}

// Run answers requests until ctx is done. An end by ctx is not an error.
func Run(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := server.Shutdown(ctx); errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	} else if err != nil {
		return fmt.Errorf("stopping the server: %w", err)
	}
	return nil
}
