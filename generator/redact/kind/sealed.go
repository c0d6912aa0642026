package kind

import (
	"strings"

	"steno/generator/redact/chars"
)

// sealed reports a value that is encrypted where everybody may see it: by Sealed Secrets, by AWS's key management.
func sealed(v string) bool {
	const shortest = 150
	sealing := strings.HasPrefix(v, "Ag") && len(v) > 2 && 'A' <= v[2] && v[2] <= 'D' || strings.HasPrefix(v, "AQICAH")
	return sealing && len(v) >= shortest && chars.All(strings.TrimRight(v, "="), chars.IsBase64)
}
