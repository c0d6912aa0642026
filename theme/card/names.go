package card

import (
	"maps"
	"slices"
)

// Names lists the tools that have a card of their own.
func Names() []string { return slices.Sorted(maps.Keys(tools())) }
