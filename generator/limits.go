package generator

import "fmt"

// What GitHub Pages takes: sites of up to 1 GB, files of up to 100 MB.
const (
	hostSite = 1_000_000_000
	hostFile = 100_000_000
)

// hostLimits reports what is too large for the host that most sites go to, and what helps.
func hostLimits(total int64, sizes func(yield func(name string, size int64) bool)) []string {
	var hints []string
	if total > hostSite {
		hints = append(hints, fmt.Sprintf("the site has %d MB, and GitHub Pages takes 1000: fewer sessions (select) "+
			"or only a part of each (select.level: conversation, or select.hide: [results]) help most, then content.records: false and publish.twins: false",
			total/1_000_000))
	}
	largest, bytes := "", int64(hostFile)
	for name, size := range sizes {
		if size > bytes || size == bytes && name < largest {
			largest, bytes = name, size
		}
	}
	if largest != "" {
		hints = append(hints, fmt.Sprintf("%s has %d MB, and GitHub Pages takes files of up to 100", largest, bytes/1_000_000))
	}
	return hints
}
