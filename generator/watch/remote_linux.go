package watch

import (
	"fmt"
	"path/filepath"
	"syscall"
)

// remote names the first path on a disk whose changes the system does not report, because
// another machine makes them; "" when there is none. The numbers are those of statfs(2).
func remote(paths []string) string {
	kinds := map[uint32]string{
		0x6969:     "NFS",
		0x517b:     "SMB",
		0xff534d42: "CIFS",
		0xfe534d42: "SMB2",
		0x65735546: "FUSE",
		0x01021997: "9P",
		0x5346414f: "AFS",
		0x00c36400: "Ceph",
		0x0bd00bd0: "Lustre",
		0x786f4256: "a shared folder of VirtualBox",
	}
	for _, path := range paths {
		var s syscall.Statfs_t
		for syscall.Statfs(path, &s) != nil && filepath.Dir(path) != path { // not there yet
			path = filepath.Dir(path)
		}
		if kind, ok := kinds[uint32(s.Type)]; ok {
			return fmt.Sprintf("%q on %s", path, kind)
		}
	}
	return ""
}
