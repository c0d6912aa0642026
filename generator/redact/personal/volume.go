package personal

import (
	"strings"

	"steno/generator/redact/chars"
)

// People have folders outside of their home directories, too: on volumes for work, in mounted
// disks, for mail. A name there is taken that is known to be somebody's.

// Volumes are what such folders are in, in small letters. PowerShell begins a long path with dots.
var Volumes = []string{"/local/", "/scratch/", "/data/", "/work/", "/mnt/", "/media/", "/run/media/", "/nfs/",
	"/net/", "/srv/", "/storage/", "/u/", "/var/mail/", "/tmp/", `... ers\`, `... sers\`, `... rs\`}

// DashedVolumes are the same as agents write them in names of folders.
var DashedVolumes = []string{"/-local-", "/-scratch-", "/-data-", "/-work-", "/-mnt-", "/-media-", "/-nfs-", "/-srv-", "/-tmp-"}

// DashedVolume handles the part of such a name that follows a volume's.
func DashedVolume(f *Finder, end int) {
	stop := chars.Run(f.S, end, end+40, chars.IsWord)
	f.user(end, stop)
}

// OwnVolumes are folders in which each folder has the name of a user.
var OwnVolumes = []string{"/nix/var/nix/profiles/per-user/", "/nix/var/nix/gcroots/per-user/", "/run/media/", "/var/spool/cron/crontabs/"}

// OwnVolume handles the folder at s[at:] in one of them.
func OwnVolume(f *Finder, at int) {
	stop := chars.Run(f.S, at, at+40, chars.IsLabel)
	if name := f.S[at:stop]; name != "" && !genericUsers[strings.ToLower(name)] && !strings.HasPrefix(f.S[stop:], "*") {
		f.learn(at, stop)
	}
}

// Volume handles the folder in a volume, and the one in that. s[start] begins the path, s[end] is
// behind the slash.
func Volume(f *Finder, start, end int) {
	s := f.S
	if start > 0 && (chars.IsLabel(s[start-1]) || s[start-1] == '/' || s[start-1] == '~') &&
		!(start > 1 && s[start-2] == '\\' && strings.IndexByte("nrt", s[start-1]) >= 0) {
		return
	}
	depth := 1
	if s[end-1] == '/' && s[start:end] != "/tmp/" {
		depth = 2
	}
	for range depth {
		stop := chars.Run(s, end, end+40, chars.IsLabel)
		f.user(end, stop)
		if stop == end || stop >= len(s) || s[stop] != '/' {
			return
		}
		end = stop + 1
	}
}
