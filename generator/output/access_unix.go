//go:build unix

package output

import "golang.org/x/sys/unix"

// writable reports whether this user may make files in a folder.
func writable(dir string) bool { return unix.Access(dir, unix.W_OK|unix.X_OK) == nil }
