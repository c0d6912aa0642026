package copilot

import (
	"cmp"

	"steno/parser/raw"
	"steno/parser/rebuild"
)

// permissions takes what is allowed without asking from here on. Since August 2026 one mode says it; before, two
// members did, of which the newer one has "auto" where a model judges.
func permissions(r *reader, rec *rebuild.Record, data raw.Object) {
	before := r.granted
	switch mode := data.String("mode"); {
	case mode != "":
		r.granted = mode
	case data.Bool("allowAllPermissions"):
		r.granted = "allow-all"
	case data.String("allowAllPermissionMode") == "auto":
		r.granted = "assisted"
	default:
		r.granted = ""
	}
	title := granted[r.granted]
	if title == granted[before] {
		rec.As(rebuild.Metadata)
		return
	}
	rec.Thread.Event(rec, event(rec, cmp.Or(title, "Permissions are asked for again"), ""))
}

// granted says what is allowed from an event on, by the client's name of the mode.
var granted = map[string]string{"allow-all": "All permissions were granted", "assisted": "A model allows what it finds harmless"}

// modeOf returns the mode of a prompt, as pages name modes.
func modeOf(r *reader, data raw.Object) string {
	mode := cmp.Or(data.String("agentMode"), r.mode)
	switch {
	case r.granted == "allow-all":
		return "bypassPermissions"
	case mode == "plan", mode == "autopilot":
		return mode
	case r.granted == "assisted":
		return "auto"
	}
	return ""
}
